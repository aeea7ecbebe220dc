import '../resource-list/resource-list.styles.ts';
import '../define-resources.ts';
