// Colours of templates.
import type { JsonSchema } from '../../contract/schema.ts';

const written = '^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$';
const form = new RegExp(written);

/** A colour without a binding. */
export const fixedColor = { type: 'string', pattern: written } as const satisfies JsonSchema;

/** A colour, or a binding that gives a colour. */
export const color = {
  type: 'string',
  pattern: `${written}|\\{\\{`,
  description: 'A colour: `#rgb`, `#rrggbb`, or a binding that gives one.',
} as const satisfies JsonSchema;

/** Whether a text is `#rgb` or `#rrggbb`. */
export function isColor(text: string): boolean {
  return form.test(text);
}

/** `#abc` as `#aabbcc`; lower case. */
export function longColor(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === 4 ? `#${[...lower.slice(1)].map((c) => c + c).join('')}` : lower;
}
