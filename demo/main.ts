import './styles/pages.css';
import './styles/places.css';
import './styles/widgets.css';
import './styles/server-list.css';
import './styles/other-pages.css';
import { countRefusals } from './refusals.ts';

countRefusals(document);
