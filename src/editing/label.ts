// What parts are called, for people.
import { isObject } from '../json/is-object.ts';
import type { Part } from './part.ts';
import { bandName, componentNames, contentName, partNames, sheetNames, slotNames } from './words.ts';

/** Most characters of a detail. */
const mostCharacters = 40;

/** The name of a component by its type. A cell without a component is empty. */
export function nameOfComponent(type: string | undefined, kind: 'component' | 'cell'): string {
  if (kind === 'cell') return partNames.cell;
  return type === undefined ? partNames.unknown : (componentNames[type] ?? type);
}

export const nameOfSlot = (member: string): string => slotNames[member] ?? contentName;

/** The name of a header or footer, with the pages on which it stands. `otherwise`: those of a band that names none. */
export function nameOfBand(member: string, value: unknown, otherwise: unknown): string {
  const on = String((isObject(value) ? value.on : undefined) ?? otherwise);
  const sheets = Object.hasOwn(sheetNames, on) ? sheetNames[on as keyof typeof sheetNames] : on;
  return bandName(nameOfSlot(member), sheets);
}

/** The beginning of what a part says: its `id`, its text, its header or its first inner text. */
export function detailOf({ kind, type, value }: Pick<Part, 'kind' | 'type' | 'value'>): string {
  if (isObject(value) && typeof value.id === 'string') return shorten(value.id);
  if (kind === 'page' || kind === 'band') return '';
  if (kind === 'column' && isObject(value)) return shorten(firstText(value.header) ?? firstText(value.body) ?? '');
  if (type !== undefined && isObject(value)) {
    const main = value[type];
    const given = isUpload(main)
      ? firstText(value.alt)
      : typeof main === 'string'
        ? main
        : (firstText(main) ?? firstText(value.body));
    return shorten(given ?? '');
  }
  return shorten(firstText(value) ?? '');
}

/** The name of a part with its detail: `Text: Invoice {{ number }}`. */
export const labelOf = ({ name, detail }: Part): string => (detail === '' ? name : `${name}: ${detail}`);

/** The first text in a value that is no name of a style or the like: of a string, of lists, of components. Undefined: there is none. */
function firstText(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return value.trim() === '' || isUpload(value) ? undefined : value;
  if (depth > 4 || typeof value !== 'object' || value === null) return undefined;
  const inner = Array.isArray(value)
    ? value
    : Object.entries(value).flatMap(([name, member]) => (saysText(name) ? [member as unknown] : []));
  for (const one of inner) {
    const text = firstText(one, depth + 1);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Whether a value is the name of an uploaded file, which says nothing to people. */
const isUpload = (value: unknown): boolean => typeof value === 'string' && /^asset:[\da-f]{64}$/.test(value);

/** Members that say what people read. */
const saysText = (name: string): boolean => Object.hasOwn(componentNames, name) || ['body', 'label', 'cells'].includes(name);

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length <= mostCharacters
    ? line
    : `${characters
        .slice(0, mostCharacters - 1)
        .join('')
        .trimEnd()}…`;
}
