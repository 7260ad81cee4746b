// Chooses the controls of a property by its schema. A value of several forms, such as a text or a list of texts, has a control for each.
import type { JsonSchema } from '../../contract/schema.ts';
import { sideNames } from '../../editing/set-property.ts';
import { isObject } from '../../json/is-object.ts';
import { type ControlKind, type NamesOf, namedControls } from './named-controls.ts';
import { formsOf, holdsComponents } from './part-schema.ts';
import { isScalar, numberOf, showScalar } from './scalars.ts';

export interface Control {
  readonly kind: ControlKind;
  /** The schema of the values that it shows. */
  readonly schema: JsonSchema;
  /** For the kind `names`: what the names belong to. */
  readonly names?: NamesOf | undefined;
}

/** The controls of a property, the usual form first. Empty: it has nothing to choose, or holds components, which are parts of their own. */
export function controlsOf(member: string, schema: JsonSchema): readonly Control[] {
  const forms = formsOf(schema).filter((form) => !holdsComponents(form));
  if (forms.some(isSides)) return [{ kind: 'sides', schema }];
  const named = namedControls[member];
  const found: Control[] = [];
  const scalars = forms.filter(isScalar);
  const choices = forms.filter(({ type, enum: listed, const: only }) => type === 'boolean' || listed || only !== undefined);
  const isChoice = scalars.every((form) => form.enum) && choices.length > 0;
  for (const form of forms) {
    const isFirst = form === (isChoice ? choices[0] : scalars[0]);
    if (isChoice && choices.includes(form)) {
      if (isFirst) found.push(...choiceOf(choices, named?.kind === 'alignment' ? 'alignment' : 'choice'));
    } else if (isScalar(form)) {
      if (isFirst) found.push({ kind: scalarKind(scalars), ...named, schema: { anyOf: scalars } });
    } else found.push(controlOf(form, named));
  }
  return found;
}

function choiceOf(choices: readonly JsonSchema[], kind: ControlKind): readonly Control[] {
  const [first, ...others] = choices;
  if (others.length === 0 && first!.type === 'boolean') return [{ kind: 'toggle', schema: first! }];
  // A schema that allows only `true`: an object without members, or a component without settings.
  const isOnly = others.length === 0 && (first!.const !== undefined || first!.enum?.length === 1);
  return isOnly ? [] : [{ kind, schema: { anyOf: choices } }];
}

function scalarKind(forms: readonly JsonSchema[]): ControlKind {
  if (forms.some((form) => form['x-expression'])) return 'expression';
  return forms.some(({ pattern }) => String(pattern).includes('[0-9a-fA-F]{6}')) ? 'color' : 'line';
}

function controlOf(form: JsonSchema, named: Omit<Control, 'schema'> | undefined): Control {
  if (form.type === 'boolean') return { kind: 'toggle', schema: form };
  if (form.const !== undefined) return { kind: 'choice', schema: form };
  if (form.type === 'array' && form.items && formsOf(form.items).some(isText)) return { kind: 'lines', schema: form };
  if (named?.kind === 'arguments') return { kind: 'arguments', schema: form };
  return { kind: form.type === 'object' && form.properties ? 'members' : 'code', schema: form };
}

const isText = ({ type }: JsonSchema): boolean => type === 'string';

const isSides = ({ properties = {} }: JsonSchema): boolean =>
  ['top', 'right', 'bottom', 'left'].every((side) => properties[side] && numberOf(properties[side]));

/** The values of a choice, in their order. */
export const choicesOf = ({ schema }: Control): readonly unknown[] =>
  formsOf(schema).flatMap((form) => form.enum ?? (form.type === 'boolean' ? [true, false] : 'const' in form ? [form.const] : []));

/** Whether a control shows a value as it is. */
export function canShow(control: Control, value: unknown): boolean {
  if (value === undefined) return true;
  const { kind, schema } = control;
  switch (kind) {
    case 'toggle':
      return typeof value === 'boolean';
    case 'choice':
    case 'alignment':
      return choicesOf(control).includes(value);
    case 'lines':
      return showLines(value) !== undefined;
    case 'sides':
      return sidesOf(value) !== undefined;
    case 'arguments':
      return isObject(value) || Array.isArray(value);
    case 'members':
      return isObject(value) || value === true;
    case 'code':
      return false;
    default:
      return showScalar(formsOf(schema), value) !== undefined;
  }
}

/** A list of texts, each in a line. Undefined: it is another list, or ends with an empty line, which nobody would see. */
export function showLines(value: unknown): string | undefined {
  const isShown = Array.isArray(value) && value.every((one) => typeof one === 'string' && !/[\r\n]/.test(one));
  return isShown && (value.at(-1) ?? '') !== '' ? value.join('\n') : undefined;
}

/** What the sides of a box measure: one value for all, or those that are given. Undefined: the value gives no sides. */
export function sidesOf(
  value: unknown,
): { readonly all: unknown } | { readonly each: Readonly<Record<string, unknown>> } | undefined {
  if (value === undefined || typeof value === 'number' || typeof value === 'string') return { all: value };
  if (isObject(value)) return { each: value };
  if (!Array.isArray(value) || (value.length !== 2 && value.length !== 4)) return undefined;
  return { each: Object.fromEntries(sideNames.map((side, i) => [side, value[i % value.length] as unknown])) };
}

/** The sides with a new value for one of them, in the form in which they were written. Undefined: no side has a value. */
export function withSide(value: unknown, side: string, length: unknown): unknown {
  const sides = sidesOf(value);
  if (!sides) return value;
  const given = 'each' in sides ? sides.each : Object.fromEntries(sideNames.map((one) => [one, sides.all]));
  const changed = withMember(given, side, length);
  const isList = !isObject(value) && sideNames.every((one) => changed?.[one] !== undefined);
  return isList ? sideNames.map((one) => changed![one]) : changed;
}

/** The values that a block gets, by the names of its params. */
export function argumentsByName(value: unknown, params: readonly string[]): Readonly<Record<string, unknown>> | undefined {
  if (!Array.isArray(value)) return isObject(value) ? value : undefined;
  return Object.fromEntries(value.map((one: unknown, i) => [params[i] ?? String(i + 1), one]));
}

/** Changed values of a block in the form in which they were written: a list, as long as no param before the last is left out. */
export function argumentsLike(before: unknown, changed: unknown, params: readonly string[]): unknown {
  if (!Array.isArray(before) || !isObject(changed)) return changed;
  const names = params.slice(0, Object.keys(changed).length);
  return names.every((name) => Object.hasOwn(changed, name)) ? names.map((name) => changed[name]) : changed;
}

/** An object with another value of a member, at its place. Undefined: no member is left. */
export function withMember(
  object: Readonly<Record<string, unknown>>,
  member: string,
  value: unknown,
): Readonly<Record<string, unknown>> | undefined {
  const changed = Object.fromEntries(Object.entries({ ...object, [member]: value }).filter(([, one]) => one !== undefined));
  return Object.keys(changed).length > 0 ? changed : undefined;
}
