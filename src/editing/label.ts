// What parts are called, for people.
import type { bandNames } from '../document/layout/page-layout.ts';
import { bandName, componentNames, contentName, partNames, sheetNames, slotNames } from '../editor-words/index.ts';
import { isObject } from '../json/is-object.ts';
import { inWords } from './field-names.ts';
import type { Part } from './part.ts';
import { isPath, nameOfBinding, readPieces, readSubstitute, splitFilters } from './text-pieces.ts';

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
  const sheets = Object.hasOwn(sheetsOfBands, on) ? sheetsOfBands[on as keyof typeof sheetsOfBands] : on;
  return bandName(nameOfSlot(member), sheets);
}

const sheetsOfBands: Readonly<Record<(typeof bandNames)[number], string>> = sheetNames;

/** The beginning of what a part says: its `id`, its texts, or the header of a column. `example`: the data whose texts stand in place of fields. */
export function detailOf({ kind, type, value }: Pick<Part, 'kind' | 'type' | 'value'>, example?: unknown): string {
  const plain = (texts: readonly string[]) => shorten(texts.map((text) => withoutBindings(text, example)).join(', '));
  if (isObject(value) && typeof value.id === 'string') return shorten(value.id);
  if (kind === 'page' || kind === 'band') return '';
  if (kind === 'column' && isObject(value)) {
    const header = textsIn(value.header);
    const block = typeof value.use === 'string' ? [inWords([value.use])] : [];
    return plain([header, block].find((texts) => texts.length > 0) ?? textsIn(value.body));
  }
  if (type === undefined || !isObject(value)) return plain(textsIn(value));
  const main = value[type];
  if (isUpload(main)) return plain(textsIn(value.alt));
  if (typeof main !== 'string') return plain([...textsIn(main), ...textsIn(value.body)]);
  return plain([textOf(type, main, value)]);
}

/** The name of a part with its detail: `Text: Invoice ‹Number›`. */
export const labelOf = ({ name, detail }: Part): string => (detail === '' ? name : `${name}: ${detail}`);

/** Types whose text is an expression that gives a list. */
const ofLists: readonly string[] = ['repeat', 'table', 'list', 'pairs'];

/** The texts in a value that people read: of a string, of lists, of components. There are no more than a detail can show. */
function textsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return value.trim() === '' || isUpload(value) ? [] : [value];
  if (depth > 4 || typeof value !== 'object' || value === null) return [];
  const found: string[] = [];
  const add = (texts: readonly string[]) => {
    found.push(...texts);
    return found.join().length > mostCharacters;
  };
  if (Array.isArray(value)) value.some((one) => add(textsIn(one, depth + 1)));
  else
    Object.entries(value as Readonly<Record<string, unknown>>).some(([name, member]) => {
      if (!saysText(name)) return false;
      return add(textsIn(member, depth + 1).map((text) => (typeof member === 'string' ? textOf(name, text, value) : text)));
    });
  return found;
}

/** What people read of the text of a component: the name of a list or a block, else the text without marks. */
function textOf(type: string, text: string, component: object): string {
  if (type === 'use') return inWords([text]);
  if (ofLists.includes(type)) return plainName(text);
  return isMarked(type, component) ? withoutMarks(text) : text;
}

/** Whether the text of a component has marks such as `**`. */
const isMarked = (type: string, value: object): boolean =>
  type === 'markdown' || (type === 'text' && (value as { readonly format?: unknown }).format === 'inline');

/** A text without the marks of Markdown. */
const withoutMarks = (text: string): string =>
  readPieces(text)
    .map((piece) => (piece.kind === 'binding' ? piece.text : piece.text.replaceAll(marks, '')))
    .join('')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');

const marks = /\*+|~~|`+|^#+\s+|^\s*[-+]\s+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gmu;

/** A text in which the name or the example value of a field stands in place of its binding. */
const withoutBindings = (text: string, example: unknown): string =>
  readPieces(text)
    .map((piece) =>
      piece.kind === 'text' ? piece.text : (exampleOf(piece.expression, example) ?? `‹${plainName(piece.expression)}›`),
    )
    .join('');

/** The name of a field, or a word for what is computed. */
const plainName = (expression: string): string => {
  const name = nameOfBinding(expression);
  return isPath(expression) ? name : partNames.computed;
};

/** The text that a field has in the example data. Undefined: no text, or a text printed in a format. */
function exampleOf(expression: string, example: unknown): string | undefined {
  const [path = '', ...filters] = splitFilters(readSubstitute(expression).expression);
  const isPlain = /^\s*[\p{L}_$][\p{L}\p{N}_$]*(\.[\p{L}\p{N}_$]+)*\s*$/u.test(path);
  if (!isPlain || !filters.every((filter) => /^\s*default\b/.test(filter))) return undefined;
  let at = example;
  for (const name of path.trim().split('.')) at = isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  return typeof at === 'string' && at.trim() !== '' ? at : undefined;
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
