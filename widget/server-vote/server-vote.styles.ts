import { tokens } from '../shared/tokens.styles.ts';
import { button } from './button.styles.ts';
import { conditions } from './conditions.styles.ts';
import { variants } from './variants.styles.ts';

/**
 * The looks. The inner base takes nothing over from the page but its direction and colour scheme; all colours are mixed
 * from the tokens, and all lengths follow from the font size.
 */
export const styles = [tokens, button, variants, conditions].join('');
