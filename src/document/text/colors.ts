// Colours of templates.
import type { JsonSchema } from '../../contract/schema.ts';

const written = '^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$';
const form = new RegExp(written);

/** A colour, or a binding that gives a colour. */
export const color = {
  type: 'string',
  pattern: `${written}|\\{\\{`,
  description:
    'A colour: `#rgb`, `#rrggbb`, a name of `colors`, a tint such as `accent/10`, or a binding that gives one of these.',
} as const satisfies JsonSchema;

/** The forms of a colour where nobody knows the names of `colors`: a name stands for any colour. */
export const writtenColors = `^(?:#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})|[A-Za-z][\\w.-]*)(?:/\\d{1,3}(?:\\.\\d+)?)?$|\\{\\{`;

/** Whether a text is `#rgb` or `#rrggbb`. */
export function isColor(text: string): boolean {
  return form.test(text);
}

/** `#abc` as `#aabbcc`; lower case. */
export function longColor(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === 4 ? `#${[...lower.slice(1)].map((c) => c + c).join('')}` : lower;
}

/** A tint: this share of a colour `#rrggbb`, in percent, and the rest white. It covers what is below it. */
export function mixWithWhite(color: string, percent: number): string {
  const channels = [1, 3, 5].map((at) => {
    const own = Number.parseInt(color.slice(at, at + 2), 16);
    return Math.round(255 + ((own - 255) * percent) / 100);
  });
  return `#${channels.map((one) => one.toString(16).padStart(2, '0')).join('')}`;
}

/** The colours of CSS that people name most. */
const namedColors: Readonly<Record<string, string>> = {
  aqua: '#00ffff',
  black: '#000000',
  blue: '#0000ff',
  brown: '#a52a2a',
  cyan: '#00ffff',
  darkblue: '#00008b',
  darkgray: '#a9a9a9',
  darkgreen: '#006400',
  darkgrey: '#a9a9a9',
  darkred: '#8b0000',
  fuchsia: '#ff00ff',
  gold: '#ffd700',
  gray: '#808080',
  green: '#008000',
  grey: '#808080',
  lightblue: '#add8e6',
  lightgray: '#d3d3d3',
  lightgrey: '#d3d3d3',
  lime: '#00ff00',
  magenta: '#ff00ff',
  maroon: '#800000',
  navy: '#000080',
  olive: '#808000',
  orange: '#ffa500',
  pink: '#ffc0cb',
  purple: '#800080',
  red: '#ff0000',
  silver: '#c0c0c0',
  teal: '#008080',
  white: '#ffffff',
  yellow: '#ffff00',
};

/** Whether a schema takes colours. */
export const takesColor = (pattern: unknown): boolean => pattern === color.pattern;

/** What to write instead of a colour of CSS: `red`, `ff0000`, `rgb(255, 0, 0)`, `#ff000080`. */
export function adviseColor(text: string): string {
  const plain = text.trim().toLowerCase();
  const named = Object.hasOwn(namedColors, plain) ? namedColors[plain] : undefined;
  if (plain === 'transparent' || plain === 'none') return 'leave it out';
  if (plain.includes('gradient(')) return 'the "fill" of a shape takes a gradient, as { "from": "#…", "to": "#…" }';
  const [, digits, alpha = ''] =
    /^#?((?:[0-9a-f]{3}){1,2})$/.exec(plain) ??
    /^#([0-9a-f]{6})([0-9a-f]{2})$/.exec(plain) ??
    /^#([0-9a-f]{3})([0-9a-f])$/.exec(plain) ??
    [];
  const [, r, g, b, opacity = '1'] =
    /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*(?:[,/]\s*([^()]*?)\s*)?\)$/.exec(plain) ?? [];
  const parts = r === undefined ? undefined : [r, g, b].map(Number);
  const channels = parts?.every((one) => one <= 255) ? parts.map((one) => one.toString(16).padStart(2, '0')).join('') : digits;
  const right = named ?? (channels === undefined ? undefined : `#${channels}`);
  if (right === undefined) return 'write a colour as "#rrggbb", such as "#1f3a5f"';
  const isOpaque = /^f*$/.test(alpha) && /^(?:1(?:\.0*)?|100%)$/.test(opacity);
  return isOpaque
    ? `write "${right}"`
    : `a colour has no transparency. Write "${right}" or a lighter colour, or set "opacity" on the component`;
}
