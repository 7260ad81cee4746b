// Names what a schema asks for in a few words, such as `a date such as 2026-03-31`, for messages that list the forms of a value.
import { isObject } from '../json/is-object.ts';
import { quoteText } from '../words/show-json.ts';
import { typeWords } from './breach-message.ts';
import { formatExamples } from './formats.ts';
import { showChoice, showValue } from './show-value.ts';

type Keywords = Readonly<Record<string, unknown>>;

/** More, or longer names, are no help. */
const mostForms = 6;
const mostLength = 240;

/** `A, B or C`. Undefined: a form has no name, two have the same, or there are too many. Follow the references of the forms first. */
export function nameForms(forms: readonly unknown[]): string | undefined {
  const names = forms.map(nameForm);
  if (names.length > mostForms || names.includes(undefined) || new Set(names).size < names.length) return undefined;
  const text = joinWith(names as readonly string[], 'or');
  return text.length > mostLength ? undefined : text;
}

const joinWith = (names: readonly string[], last: string): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}`;

/** Undefined: it cannot be said in a few words. */
export function nameForm(schema: unknown): string | undefined {
  if (!isObject(schema)) return undefined;
  if (Object.hasOwn(schema, 'const')) return showValue(schema.const);
  if (Array.isArray(schema.enum)) return showChoice(schema.enum);
  if (typeof schema.type !== 'string') return undefined;
  const word = typeWords[schema.type];
  if (word === undefined) return undefined;
  if (schema.type === 'object') return word + nameMembers(schema);
  if (schema.type === 'string') return nameText(schema, word);
  return schema.type === 'number' || schema.type === 'integer' ? word + nameRange(schema) : word;
}

function nameText({ format, pattern }: Keywords, word: string): string {
  const example = typeof format === 'string' ? formatExamples[format] : undefined;
  return example ?? (typeof pattern === 'string' ? `${word} that matches ${quoteText(pattern)}` : word);
}

function nameRange({ minimum, maximum }: Keywords): string {
  const from = typeof minimum === 'number' ? ` from ${minimum}` : '';
  const to = typeof maximum === 'number' ? `${from === '' ? ' up to' : ' to'} ${maximum}` : '';
  return from + to;
}

/** The members that tell an object from others: those with one value, otherwise the required ones. */
function nameMembers({ properties, required }: Keywords): string {
  const fixed = Object.entries(isObject(properties) ? properties : {}).flatMap(([name, member]) =>
    isObject(member) && Object.hasOwn(member, 'const') ? [`${quoteText(name)} ${showValue(member.const)}`] : [],
  );
  const needed = Array.isArray(required) ? required.map(showValue) : [];
  const told = fixed.length > 0 ? fixed : needed;
  return told.length === 0 ? '' : ` with ${joinWith(told, 'and')}`;
}
