// Converts units of length, and reads lengths in the notation of other programs.
import type { JsonSchema } from '../../contract/schema.ts';

/** pt in one of a template's units. */
export const units = { mm: 72 / 25.4, cm: 720 / 25.4, in: 72, pt: 1 } as const;

export type Unit = keyof typeof units;

/** `36 cm`: a length in pt, in the unit of a template. `unit`: pt per unit. */
export function showLength(pt: number, unit: number): string {
  const [name] = Object.entries(units).find(([, one]) => one === unit)!;
  return `${Math.round((pt / unit) * 100) / 100} ${name}`;
}

/** pt in units that templates lack: CSS Values and Units 4, 6.2. */
const foreignUnits: Readonly<Record<string, number>> = { ...units, px: 0.75, pc: 12, q: 18 / 25.4, pts: 1, inch: 72, '"': 72 };

/** Whether the schema is of a length: a number in the template's unit, or in pt. */
const isLength = (schema: JsonSchema): boolean => schema['x-unit'] !== undefined;

/** Whether a list may have this many entries. */
export const hasLength = ({ minItems, maxItems }: JsonSchema, { length }: readonly unknown[]): boolean =>
  (typeof minItems !== 'number' || length >= minItems) && (typeof maxItems !== 'number' || length <= maxItems);

/** The right form of a text such as `"45mm"` or `"18mm 20mm"`. Undefined: the schema takes no length, or the text is not a length. */
export function adviseLength(schema: JsonSchema, text: string, unit: Unit): string | undefined {
  const forms = schema.oneOf ?? [schema];
  const single = forms.find(isLength);
  const lists = forms.filter(({ type, items }) => type === 'array' && items && isLength(items));
  const form = single ?? lists[0]?.items;
  if (!form) return undefined;
  const target = form['x-unit'] === 'pt' ? 'pt' : unit;
  const lengths = splitLengths(text).map((part) => convert(part, target));
  if (lengths.length === 0 || lengths.includes('none')) return undefined;
  const about = `(the unit is ${target})`;
  const [, share] = /^(\d*(?:\.\d+)?)fr$/i.exec(text.trim()) ?? [];
  if (share !== undefined && forms.some(({ pattern }) => String(pattern).includes('\\*'))) return `write "${share}*" for a share`;
  if (lengths.includes('relative')) return `write a number ${about}`;
  if (lengths.length === 1) return single && `write ${lengths[0]} ${about}`;
  return lists.some((list) => hasLength(list, lengths)) ? `write [${lengths.join(', ')}] ${about}` : undefined;
}

/** What to write where a length or a percentage may stand. Undefined: something else may stand there, too. */
export function lengthWords(forms: readonly JsonSchema[], unit: Unit): string | undefined {
  const [number, share, ...more] = forms;
  if (!number || !isLength(number) || !/%\$$/.test(String(share?.pattern)) || more.length > 0) return undefined;
  return `a number of ${number['x-unit'] === 'pt' ? 'pt' : unit}, or a percentage such as "50%"`;
}

/** `18mm 20mm`, `18, 20`, `[18, 20]`, `210 x 297 mm`. A unit at the end applies to numbers without a unit. */
function splitLengths(text: string): readonly string[] {
  const inner = text
    .trim()
    .replace(/^\[(.*)\]$/s, '$1')
    .trim();
  // A comma between two digits begins decimals. A unit may stand apart from its number.
  const parts = inner
    .replace(/(\d)\s+(?=(?:[a-wyz][a-z]*|")(?:\s|[,;]|$))/gi, '$1')
    .split(/\s*[;×*]\s*|\s+x\s+|(?<=\d)x(?=\d)|,(?!\d)\s*|\s+/i);
  const unit = /[a-z"]+$/i.exec(parts.at(-1) ?? '')?.[0] ?? '';
  return parts.filter((part) => part !== '').map((part) => (/[\d.]$/.test(part) ? part + unit : part));
}

function convert(text: string, target: Unit): number | 'relative' | 'none' {
  const [, digits, written = ''] = /^([-+]?(?:\d+(?:[.,]\d+)?|\.\d+))\s*([a-z%"]*)$/i.exec(text) ?? [];
  if (digits === undefined) return 'none';
  const number = Number(digits.replace(',', '.'));
  const name = written.toLowerCase();
  if (name === '') return number;
  if (/^(?:%|r?em|ex|ch|vw|vh|fr)$/.test(name)) return 'relative';
  const points = Object.hasOwn(foreignUnits, name) ? foreignUnits[name] : undefined;
  return points === undefined ? 'none' : Math.round(((number * points) / units[target]) * 1000) / 1000;
}
