// Checks a value against the schemas of the template model, with messages for people who write templates by hand. Knows only the keywords of these
// schemas, which editors use as JSON Schema.

import type { Diagnostic } from '../../contract/diagnostic.ts';
import type { JsonSchema } from '../../contract/schema.ts';
import { isObject } from '../../json/is-object.ts';
import { pointerStep } from '../../json/json-pointer.ts';
import { counted } from '../../words/counts.ts';
import { showJson } from '../../words/show-json.ts';
import { weightOfName } from '../other-names/weights.ts';
import { adviseColor, takesColor } from '../text/colors.ts';
import { isBound, takesWeight } from '../text/text-properties.ts';
import { descriptionOf } from './description.ts';
import { explainEnum, explainProperty, meantProperty } from './explain-property.ts';
import { adviseLength, hasLength, lengthWords, type Unit } from './units.ts';

export type Report = (diagnostic: Omit<Diagnostic, 'severity'>) => void;

/** Reports every breach of `schema` by `value`, lengths in `unit`; true: no breach. */
export function checkValue(schema: JsonSchema, value: unknown, pointer: string, report: Report, unit: Unit): boolean {
  // Components are checked where they are compiled.
  if (schema.$ref) return true;
  if (schema.oneOf) return checkOneOf(schema, schema.oneOf, value, pointer, report, unit);
  const fail: Fail = (code, write) => {
    if (report !== silent) report({ code, pointer, message: write() });
    return false;
  };
  if ('const' in schema && value !== schema.const)
    return fail('wrong-value', () => `must be ${JSON.stringify(schema.const)}, got ${showJson(value)}`);
  if (schema.enum && !schema.enum.includes(value)) {
    const { enum: known, title } = schema;
    return fail('wrong-value', () => explainEnum(known, value, showJson(value)) + (title === undefined ? '' : `: ${title}`));
  }
  if (schema.type !== undefined && !hasType(schema.type, value)) {
    return fail('wrong-type', () => {
      const advice = typeof value === 'string' ? adviseNumberText(schema, value, unit) : adviseText(schema, value, unit);
      return `must be ${typeWords(schema)}, got ${showJson(value)}${advice === undefined ? '' : `: ${advice}`}`;
    });
  }
  if (typeof value === 'string') return checkString(schema, value, fail);
  if (typeof value === 'number') return checkNumber(schema, value, fail);
  if (Array.isArray(value)) return checkArray(schema, value, pointer, report, unit, fail);
  if (typeof value === 'object' && value !== null)
    return checkObject(schema, value as Record<string, unknown>, pointer, report, unit);
  return true;
}

/** `write`: the message, made only if somebody reads it. */
type Fail = (code: string, write: () => string) => false;

function checkString(schema: JsonSchema, value: string, fail: Fail): boolean {
  const { minLength, maxLength } = schema;
  if (typeof minLength === 'number' && value.length < minLength) return fail('wrong-value', () => 'must not be empty');
  if (typeof maxLength === 'number' && value.length > maxLength)
    return fail('wrong-value', () => `must have at most ${counted(maxLength, 'character')}`);
  if (takesColor(schema.pattern) && !new RegExp(schema.pattern as string, 'u').test(value))
    return fail('wrong-value', () => `${showJson(value)} is not a colour here: ${adviseColor(value)}`);
  if (typeof schema.pattern === 'string' && !new RegExp(schema.pattern, 'u').test(value)) {
    return fail('wrong-value', () => explainMisfit(schema, value));
  }
  return true;
}

function checkNumber(schema: JsonSchema, value: number, fail: Fail): boolean {
  if (!Number.isFinite(value)) return fail('wrong-value', () => 'must be a finite number');
  const about = schema.title === undefined ? '' : `: it is ${schema.title}`;
  if (typeof schema.minimum === 'number' && value < schema.minimum)
    return fail('wrong-value', () => `must be at least ${schema.minimum}, got ${value}${about}`);
  if (typeof schema.exclusiveMinimum === 'number' && value <= schema.exclusiveMinimum)
    return fail('wrong-value', () => `must be more than ${schema.exclusiveMinimum}, got ${value}`);
  if (typeof schema.maximum === 'number' && value > schema.maximum)
    return fail('wrong-value', () => `must be at most ${schema.maximum}, got ${value}${about}`);
  return true;
}

function checkArray(
  schema: JsonSchema,
  value: readonly unknown[],
  pointer: string,
  report: Report,
  unit: Unit,
  fail: Fail,
): boolean {
  const { minItems, maxItems, items } = schema;
  if (typeof minItems === 'number' && value.length < minItems)
    return fail('wrong-value', () => `must have at least ${counted(minItems, 'entry', 'entries')}, has ${value.length}`);
  if (typeof maxItems === 'number' && value.length > maxItems)
    return fail('wrong-value', () => `must have at most ${counted(maxItems, 'entry', 'entries')}, has ${value.length}`);
  let good = true;
  if (items) for (const [i, item] of value.entries()) good = checkValue(items, item, `${pointer}/${i}`, report, unit) && good;
  return good;
}

function checkObject(schema: JsonSchema, value: Record<string, unknown>, pointer: string, report: Report, unit: Unit): boolean {
  let good = true;
  const known = schema.properties ?? {};
  // A wrong name of a required property is told once, at the name.
  const isMeant = (name: string) =>
    Object.keys(value).some((given) => !Object.hasOwn(known, given) && meantProperty(given, Object.keys(known)) === name);
  for (const name of schema.required ?? []) {
    if (Object.hasOwn(value, name)) continue;
    good = false;
    if (report === silent || (schema.additionalProperties === false && isMeant(name))) continue;
    report({ code: 'missing-property', pointer, message: `needs "${name}"` });
  }
  const others = schema['x-needs-one'] ?? [];
  if (others.length > 0 && !others.some((name) => Object.hasOwn(value, name))) {
    good = false;
    if (report !== silent && !others.some(isMeant))
      report({ code: 'missing-property', pointer, message: `needs ${others.map((name) => `"${name}"`).join(' or ')}` });
  }
  const [one, other] = (schema['x-either'] ?? []).map((names) => names.find((name) => Object.hasOwn(value, name)));
  if (one !== undefined && other !== undefined) {
    good = false;
    const message = `"${one}" changes sides with the direction, and "${other}" does not: write one of them alone.`;
    report({ code: 'wrong-value', pointer: pointer + pointerStep(one), message });
  }
  for (const [name, member] of Object.entries(value)) {
    const at = pointer + pointerStep(name);
    if (Object.hasOwn(known, name)) good = checkValue(known[name]!, member, at, report, unit) && good;
    else if (schema.additionalProperties === false) {
      good = false;
      if (report === silent) continue;
      const hint = explainProperty(name, known);
      report({ code: 'unknown-property', pointer: at, message: `"${name}" is not known here${hint}` });
    } else if (typeof schema.additionalProperties === 'object') {
      good = checkValue(schema.additionalProperties, member, at, report, unit) && good;
    }
  }
  return good;
}

/** Checks a value that may have several forms. Messages are about the form with the same type as the value, which was probably meant. */
function checkOneOf(
  schema: JsonSchema,
  forms: readonly JsonSchema[],
  value: unknown,
  pointer: string,
  report: Report,
  unit: Unit,
): boolean {
  if (forms.some((form) => checkValue(form, value, pointer, silent, unit))) return true;
  if (report === silent) return false;
  const advice = typeof value === 'string' ? adviseNumberText(schema, value, unit) : undefined;
  if (advice !== undefined) {
    report({ code: 'wrong-type', pointer, message: `${showJson(value)} is a text, not a length: ${advice}` });
    return false;
  }
  const fail = (code: string, message: string): false => {
    report({ code, pointer, message });
    return false;
  };
  const words = typeof value === 'number' ? undefined : lengthWords(forms, unit);
  if (words !== undefined)
    return fail(typeof value === 'string' ? 'wrong-value' : 'wrong-type', `must be ${words}, got ${showJson(value)}`);
  const takesList = forms.some(({ type, items }) => type === 'array' && items === undefined);
  if (takesList && typeof value !== 'string') return fail('wrong-type', explainNoList(value));
  const written = adviseText(schema, value, unit);
  if (written !== undefined) return fail('wrong-type', `must be text, got ${showJson(value)}: ${written}`);
  const named = forms.find((form) => form.enum !== undefined);
  const fitting = forms.filter((form) => form.type !== undefined && hasType(form.type, value));
  // Lists of different lengths.
  const meant = Array.isArray(value) && fitting.length > 1 ? fitting.filter((form) => hasLength(form, value)) : fitting;
  if (Array.isArray(value) && fitting.length > 1 && meant.length === 0)
    return fail('wrong-value', `must not have ${counted(value.length, 'entry', 'entries')}: write ${listTitles(forms)}`);
  if (meant.length === 1) {
    const { description } = schema;
    return checkValue({ ...(description !== undefined && { description }), ...meant[0] }, value, pointer, report, unit);
  }
  if (meant.length === 0 && named && typeof value === 'string') {
    const number = forms.find(({ type }) => type === 'number' || type === 'integer');
    const flag = forms.some(({ type }) => type === 'boolean') ? 'true, false or ' : '';
    const before = number?.title !== undefined ? `${number.title}, or ` : number ? 'a number or ' : flag;
    const after = (number && adviseNumber(number, value, unit)) ?? '';
    const tell: Report = (one) =>
      report({ ...one, message: one.message.replace(/^must be (.*)$/s, `must be ${before}$1${after}`) });
    return checkValue(named, value, pointer, tell, unit);
  }
  const settings = forms.some(({ type }) => type === 'boolean') ? forms.flatMap(({ title }) => title ?? []) : [];
  if (settings.length > 0)
    return fail('wrong-type', `must be true or false, or ${settings.join(' or ')}, got ${showJson(value)}`);
  return fail('wrong-type', explainMisfit(schema, value));
}

function explainMisfit(schema: JsonSchema, value: unknown): string {
  const description = descriptionOf(schema);
  return `${showJson(value)} does not fit here${description ? `. This takes: ${description}` : ''}`;
}

/** What to write for a value in the place of a list or an expression. */
export function explainNoList(value: unknown): string {
  const isCount = Number.isInteger(value) && (value as number) > 0 && (value as number) <= 10;
  const list = isCount ? Array.from({ length: value as number }, (_, i) => i + 1).join(', ') : '"one", "two"';
  return `must be a list such as [${list}], or an expression that gives one such as "order.lines", got ${showJson(value)}`;
}

const silent: Report = () => {};

function listTitles(forms: readonly JsonSchema[]): string {
  const titles = forms.flatMap(({ title }) => title ?? []);
  return `${titles.slice(0, -1).join(', ')} or ${titles.at(-1)}`;
}

/** What to write for a text in the place of a number. Undefined: no number may stand here, or the text is not a length. */
function adviseNumberText(schema: JsonSchema, value: string, unit: Unit): string | undefined {
  if (takesWeight(schema) && !isBound(value)) {
    const weight = weightOfName(value) ?? Number(value);
    return weight > 0 ? `write ${weight}` : undefined;
  }
  const isForNumber = (schema.oneOf ?? [schema]).some(({ type }) => type === 'number' || type === 'integer');
  return isForNumber && isBound(value) ? 'this number cannot be a binding' : adviseLength(schema, value, unit);
}

/** What to write for a number, `true` or `false` in a place for text. Undefined: the place takes no text, or not this one. */
function adviseText(schema: JsonSchema, value: unknown, unit: Unit): string | undefined {
  if (typeof value !== 'number' && typeof value !== 'boolean') return undefined;
  const forms = schema.oneOf ?? [schema];
  // Where numbers may stand, a text is another thing.
  if (forms.some(({ type }) => type === 'number' || type === 'integer')) return undefined;
  // Where no binding may stand, "true" would be printed as it is.
  const takes = (form: JsonSchema) => form.type === 'string' && !(typeof value === 'boolean' && form['x-written'] === true);
  const isText = forms.some((form) => takes(form) && checkValue(form, String(value), '', silent, unit));
  return isText ? `write "${value}"` : undefined;
}

/** What to write for a number in quotes, a percentage or a multiple of the font size in a place for a number without a unit. */
function adviseNumber(schema: JsonSchema, value: string, unit: Unit): string | undefined {
  const [, digits, sign] = /^(\d*\.?\d+)\s*(%|em)?$/.exec(value.trim()) ?? [];
  if (digits === undefined) return undefined;
  const number = sign === '%' ? Number(digits) / 100 : Number(digits);
  return checkValue(schema, number, '', silent, unit) ? `: write ${number}` : undefined;
}

/** Whether a value has one of the given types of JSON Schema. */
export function hasType(type: string | readonly string[], value: unknown): boolean {
  if (typeof type !== 'string') return type.some((one) => hasType(one, value));
  if (type === 'array') return Array.isArray(value);
  if (type === 'null') return value === null;
  if (type === 'object') return isObject(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

function typeWords(schema: JsonSchema): string {
  const words: Record<string, string> = {
    string: 'text',
    number: 'a number',
    integer: 'a whole number',
    boolean: 'true or false',
    array: schema.title ?? 'a list',
    object: `an object${membersOf(schema)}`,
    null: 'null',
  };
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  return types.map((type) => words[type] ?? type).join(' or ');
}

/** ` such as { "width": …, "color": … }`: the members that an object needs, else its first ones. */
function membersOf({ properties, required }: JsonSchema): string {
  const names = required && required.length > 0 ? required : Object.keys(properties ?? {}).slice(0, 2);
  return names.length === 0 ? '' : ` such as { ${names.map((name) => `"${name}": …`).join(', ')} }`;
}
