import { card } from '../resource-card/card.styles.ts';
import { tokens } from '../shared/tokens.styles.ts';
import { list } from './list.styles.ts';

/** The looks: a grid of the same cards that stand alone. */
export const styles = [tokens, card, list].join('');
