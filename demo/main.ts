import './styles/pages.css';
import './styles/widgets.css';
import './styles/server-list.css';
import './styles/other-pages.css';
import './styles/resource-card.css';
import { activateCopyButtons } from './copy-buttons.ts';
import { countRefusals } from './refusals.ts';
import { showResources } from './resources.ts';

activateCopyButtons(document);
countRefusals(document);
void showResources(document);
