// Writes the expression that shows a value in an inferred template.
import type { JsonSchema } from '../../contract/schema.ts';

/** Names that the expression language reserves. */
const reserved = new Set(['data', 'page', 'doc', 'loop', 'item', 'and', 'or', 'not', 'true', 'false', 'null']);
const plainName = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;
const amountName = /amount|balance|cost|fee|gross|net|paid|price|rate|subtotal|sum|tax|total|vat/i;

/** The expression for a member of the object at `base`. `''` is the data itself. */
export function memberPath(base: string, key: string): string {
  const quoted = `['${key.replace(/['\\]/g, '\\$&').replaceAll('\n', '\\n')}']`;
  if (base !== '') return plainName.test(key) ? `${base}.${key}` : base + quoted;
  if (!plainName.test(key)) return `data${quoted}`;
  return reserved.has(key) ? `data.${key}` : key;
}

/** A binding with a format that suits the value. `values` are examples. */
export function bindValue(path: string, schema: JsonSchema, values: readonly unknown[], isRequired = true): string {
  const isThere = isRequired && schema.type !== undefined && !mayBeNull(schema);
  const isBoolean = typesOf(schema).join() === 'boolean';
  const filter = isBoolean ? " ? 'yes' : 'no'" : filterFor(path, schema, values);
  if (isThere) return `{{ ${path}${filter} }}`;
  if (filter === '') return `{{ ${path} ?? '' }}`;
  // A missing value is also false, and `null` in JSON.
  if (isBoolean) return `{{ ${path} == null ? '' : ${path}${filter} }}`;
  return filter === ' | json' ? `{{ ${path} == null ? '' : (${path}${filter}) }}` : `{{ (${path}${filter}) ?? '' }}`;
}

function filterFor(path: string, schema: JsonSchema, values: readonly unknown[]): string {
  const types = typesOf(schema);
  if (types.length === 0) return '';
  if (types.includes('array')) {
    const items = schema.items ?? {};
    if (!typesOf(items).every((type) => scalars.has(type))) return ' | json';
    return `${mayBeNull(items) ? ' | compact' : ''} | join: ', '`;
  }
  if (types.includes('object')) return ' | json';
  if (types.length > 1) return '';
  if (types[0] === 'string') {
    const isTime = schema.format === 'date-time' || values.every((value) => localTime.test(String(value)));
    return schema.format === 'date' ? " | date: 'medium'" : isTime ? " | datetime: 'medium'" : '';
  }
  const isAmount = amountName.test(path.slice(path.lastIndexOf('.') + 1));
  return isAmount || values.some((value) => typeof value === 'number' && !Number.isInteger(value)) ? ' | number: 2' : '';
}

/** A day with its time, and no offset from UTC. No format of JSON Schema has it. */
const localTime = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?$/;

const scalars: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean']);

function typesOf({ type }: JsonSchema): readonly string[] {
  const types = typeof type === 'string' ? [type] : (type ?? []);
  return types.filter((one) => one !== 'null');
}

const mayBeNull = ({ type }: JsonSchema): boolean => [type].flat().includes('null');

export function isRightAligned(schema: JsonSchema): boolean {
  const types = typesOf(schema);
  return types.length === 1 && (types[0] === 'number' || types[0] === 'integer');
}

/** Escapes a text so that no part of it is an expression. */
export function escapeBraces(text: string): string {
  return text.replaceAll('{{', "{{ '{{' }}");
}

/** `unitPrice`, `unit_price` and `unit-price` are all "Unit price". */
export function toLabel(key: string): string {
  const words = key
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/[_\-.\s]+/g, ' ')
    .trim()
    .split(' ');
  // Abbreviations such as VAT keep their capitals.
  const lowered = words.map((word) => (word.length > 1 && word === word.toUpperCase() ? word : word.toLowerCase())).join(' ');
  return lowered === '' ? key : lowered[0]!.toUpperCase() + lowered.slice(1);
}
