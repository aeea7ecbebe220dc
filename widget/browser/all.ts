// What goes first compresses best, as in the files of each.
import '../server-vote/server-vote.styles.ts';
import '../resource-list/resource-list.styles.ts';
import '../server-vote/face.ts';
import '../define.ts';
import '../define-resources.ts';
