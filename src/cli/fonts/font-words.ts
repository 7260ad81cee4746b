// Words for people about fonts.
import type { FontFacts } from '../../engine/fonts/font-facts.ts';

/** Whether the licence in a font allows to embed it, in words. */
export const embeddingWords: Readonly<Record<FontFacts['embedding'], string>> = {
  installable: 'allowed',
  editable: 'allowed (editable)',
  print: 'allowed (view and print)',
  bitmap: 'bitmaps only',
  restricted: 'forbidden',
  unknown: 'not stated',
};

/** `wght 100–900, opsz 8–144`. Empty: the font has no axes. */
export const axesText = ({ axes }: Pick<FontFacts, 'axes'>): string =>
  axes.map(({ tag, min, max }) => `${tag} ${min}–${max}`).join(', ');

/** `Bold Italic 700`, `condensed`. */
export function faceText({ style, weight, stretch, axes }: FontFacts): string {
  const fixed = [style, axes.some(({ tag }) => tag === 'wght') ? '' : String(weight), stretch === 100 ? '' : `${stretch} %`];
  return fixed.filter((part) => part !== '').join(' ');
}

/** `Latin, Greek and 3 more`. */
export function scriptsText(scripts: readonly string[], most: number): string {
  const main = scripts.filter((name) => !name.startsWith('Latin ('));
  const shown = main.slice(0, most).join(', ');
  return main.length > most ? `${shown} and ${main.length - most} more` : shown;
}

/** `U+304F "く"`. */
export const characterText = (code: number): string =>
  `U+${code.toString(16).toUpperCase().padStart(4, '0')} "${String.fromCodePoint(code)}"`;
