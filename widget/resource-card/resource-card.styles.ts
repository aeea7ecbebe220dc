import { tokens } from '../shared/tokens.styles.ts';
import { card } from './card.styles.ts';

/** The looks: all cards of a width are of one height, whatever there is to show. */
export const styles = [tokens, card].join('');
