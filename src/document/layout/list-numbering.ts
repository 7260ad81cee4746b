// The kind of labels that a list has (ISO 32000-2, table 382), told by its first label.
import type { Numbering } from './tag.ts';

const bullets: readonly (readonly [signs: string, numbering: Numbering])[] = [
  ['•·●∙⚫', 'Disc'],
  ['◦○⚪', 'Circle'],
  ['▪■◾◼□▫☐☑☒', 'Square'],
];
const patterns: readonly (readonly [pattern: RegExp, numbering: Numbering])[] = [
  [/^\p{Nd}+$/u, 'Decimal'],
  [/^(?:i|[ivxlcdm]{2,})$/, 'LowerRoman'],
  [/^(?:I|[IVXLCDM]{2,})$/, 'UpperRoman'],
  [/^[a-z]$/, 'LowerAlpha'],
  [/^[A-Z]$/, 'UpperAlpha'],
  [/\p{N}/u, 'Ordered'],
  [/\p{L}/u, 'Description'],
];

/** Undefined: the label is no text. */
export function guessNumbering(label: string | undefined): Numbering {
  const bare = label?.trim().replace(/^[([]|[.):\]]+$/g, '') ?? '';
  if (bare === '') return 'Unordered';
  const found = bullets.find(([signs]) => signs.includes(bare)) ?? patterns.find(([pattern]) => pattern.test(bare));
  return found?.[1] ?? 'Unordered';
}
