// Numbers of a component that are bindings: `"width": "{{ 60 * line.share }}"`. The component is compiled for its values, so that no component needs to know
// of them: see docs/decisions/0050.
import type { JsonSchema } from '../../../../contract/schema.ts';
import { isObject } from '../../../../json/is-object.ts';
import { pointerStep } from '../../../../json/json-pointer.ts';
import { showJson } from '../../../../words/show-json.ts';
import { decimalText, toDecimal } from '../../../expression/decimal.ts';
import { typeWords, valueTypes } from '../../../expression/schema-walk.ts';
import type { ComponentNode } from '../../../layout/component-node.ts';
import { type BoundScope, warnAt } from '../../../layout/session.ts';
import { checkValue, hasType, type Report } from '../../../template/check.ts';
import { hasLength } from '../../../template/units.ts';
import { isBound } from '../../../text/text-properties.ts';
import { childProperties } from '../../child-properties.ts';
import type { BoundPlaces, CompileContext } from '../../component.ts';

type Part = Readonly<Record<string, unknown>>;

/** A number that is a binding. */
interface BoundNumber {
  /** Its place in the component. */
  readonly steps: readonly (string | number)[];
  /** The value for some data, or what stands in its place: undefined is the default of the property. */
  valueOf(scope: BoundScope): number | string | undefined;
}

/** A component with numbers in the place of its bindings, for its check. */
export interface BoundComponent {
  readonly props: Part;
  /** Compiles the component for each set of values that the data bring. */
  compile(props: Part, build: (props: Part, numbers: BoundPlaces) => ComponentNode): ComponentNode;
}

/**
 * Reports a fault that lies in several numbers of a component. Written numbers make it an error of the template. If the data bring one of the numbers, the
 * returned function warns when a document is made. `fault`: undefined if the numbers are right.
 */
export function reportNumbers(
  fault: string | undefined,
  pointer: string,
  { numbers, template }: CompileContext,
): (scope: BoundScope) => void {
  const isBound = numbers?.places.some((one) => one === pointer || one.startsWith(`${pointer}/`)) ?? false;
  if (fault === undefined || (isBound && !numbers!.areKnown)) return () => {};
  if (isBound) return (scope) => warnAt(scope, 'wrong-number', pointer, fault);
  template.report('error', 'wrong-value', pointer, fault);
  return () => {};
}

/** Sets of values whose nodes are kept. */
const mostKept = 200;

/** Separates the bound numbers of a component. Undefined: all its numbers are written. */
export function separateNumbers(
  schema: JsonSchema,
  given: Part,
  pointer: string,
  context: CompileContext,
): BoundComponent | undefined {
  const found = [...findNumbers(schema, given, [], true)];
  if (found.length === 0) return undefined;
  const numbers = found.map((one) => compileNumber(one, pointer, context));
  let props: Part = given;
  for (const { steps, form } of found)
    props = replaceAt(props, steps, valueWithin(form, typeof form.default === 'number' ? form.default : 1)) as Part;
  return {
    props,
    compile(checked, build) {
      // Faults are reported once, whatever the data brings.
      const places = found.map(({ steps }) => placeOf(pointer, steps));
      const { outline, subject } = build(checked, { places, areKnown: false });
      const nodes = new Map<string, ComponentNode>();
      const nodeFor = (scope: BoundScope) => {
        const values = numbers.map((number) => number.valueOf(scope));
        const key = JSON.stringify(values);
        let node = nodes.get(key);
        if (!node) {
          let own = checked;
          for (const [i, { steps }] of numbers.entries()) own = replaceAt(own, steps, values[i]) as Part;
          node = build(own, { places, areKnown: true });
          if (nodes.size >= mostKept) nodes.clear();
          nodes.set(key, node);
        }
        return node;
      };
      return {
        subject,
        build: (scope, width, session) => nodeFor(scope).build(scope, width, session),
        measure: (scope, session) => nodeFor(scope).measure(scope, session),
        // The walk of the outline sees the `start` of lists.
        ...(outline && { outline: (scope, walk) => nodeFor(scope).outline?.(scope, walk) }),
      };
    },
  };
}

interface Found {
  readonly steps: readonly (string | number)[];
  readonly source: string;
  /** All that may stand here, such as a number or a percentage. */
  readonly schema: JsonSchema;
  /** The form of the number. */
  readonly form: JsonSchema;
  /** The property may be left out. */
  readonly isOptional: boolean;
}

function* findNumbers(schema: JsonSchema, value: unknown, steps: Found['steps'], isOptional: boolean): Iterable<Found> {
  if (isBound(value)) {
    const form = formsOf(schema).find(isNumber);
    if (form) yield { steps, source: value, schema, form, isOptional };
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const form = formsOf(schema).find((one) => hasForm(one, value));
  if (!form) return;
  if (Array.isArray(value)) {
    const { items } = form;
    if (items) for (const [i, item] of value.entries()) yield* findNumbers(items, item, [...steps, i], false);
    return;
  }
  const properties = form.$ref === undefined ? (form.properties ?? {}) : (childProperties[form.$ref] ?? {});
  for (const [name, member] of Object.entries(value))
    if (Object.hasOwn(properties, name))
      yield* findNumbers(properties[name]!, member, [...steps, name], !form.required?.includes(name));
}

const formsOf = (schema: JsonSchema): readonly JsonSchema[] => schema.oneOf ?? schema.anyOf ?? [schema];
const isNumber = ({ type, 'x-written': isWritten }: JsonSchema): boolean =>
  (type === 'number' || type === 'integer') && isWritten !== true;

function hasForm(form: JsonSchema, value: object): boolean {
  if (form.$ref !== undefined) return isObject(value);
  return form.type !== undefined && hasType(form.type, value) && (!Array.isArray(value) || hasLength(form, value));
}

function compileNumber(
  { steps, source, schema, form, isOptional }: Found,
  pointer: string,
  context: CompileContext,
): BoundNumber {
  const { report } = context.template;
  const name = steps.findLast((step) => typeof step === 'string') ?? '';
  const place = placeOf(pointer, steps);
  const text = context.text(source, place, 'checked');
  const [only, ...others] = text.parts;
  const takesText = formsOf(schema).some(
    ({ type, enum: values, 'x-written': isWritten }) => isWritten !== true && (type === 'string' || values !== undefined),
  );
  const single = typeof only === 'object' && others.length === 0 ? only : undefined;
  if (!single && !takesText)
    report('error', 'wrong-type', place, `must be a number or a single binding, such as "{{ a * 2 }}", got ${showJson(source)}`);
  const isSound = text.diagnostics.every(({ severity }) => severity !== 'error');
  const types = single && isSound && valueTypes(single.schema, context.names.schema);
  if (types && types.size > 0 && !types.has('number') && !(takesText && types.has('string')))
    report('error', 'wrong-type', place, `must give a number, but the data schema gives ${typeWords(types)} here`);
  const instead = schema.default ?? form.default;
  const taken = !isOptional
    ? `${valueWithin(form, 0)} is taken.`
    : instead === undefined
      ? `The default is taken, as if "${name}" were left out.`
      : `The default is taken, ${showJson(instead)}.`;
  const fallback = isOptional ? undefined : valueWithin(form, 0);
  return {
    steps,
    valueOf(scope) {
      const given = single ? single.evaluate(scope) : text.plain(scope);
      const decimal = toDecimal(given);
      const value = decimal === undefined ? given : Number(decimalText(decimal));
      let fault: string | undefined;
      const tell: Report = ({ message }) => {
        fault ??= message.startsWith('must') ? message : `cannot be ${showJson(value)}`;
      };
      if (value === undefined || value === null || value === '') fault = 'has no value';
      else if (checkValue(schema, value, '', tell, 'pt')) return value as number | string;
      const near = isOptional && typeof value === 'number' && Number.isFinite(value) ? valueWithin(form, value) : undefined;
      const limit =
        near === undefined || near === value
          ? ''
          : ` To take ${near}, write "| ${near > Number(value) ? 'at_least' : 'at_most'}: ${near}".`;
      warnAt(scope, 'wrong-number', place, `"${name}" ${fault}. ${taken}${limit}`);
      return fallback;
    },
  };
}

const placeOf = (pointer: string, steps: Found['steps']): string => pointer + steps.map(pointerStep).join('');

/** The number, or the nearest one that the schema allows. */
function valueWithin({ minimum, maximum, exclusiveMinimum }: JsonSchema, wanted: number): number {
  if (typeof exclusiveMinimum === 'number' && wanted <= exclusiveMinimum) return exclusiveMinimum + 1;
  if (typeof minimum === 'number' && wanted < minimum) return minimum;
  return typeof maximum === 'number' && wanted > maximum ? maximum : wanted;
}

/** A copy with another value at a place. Undefined: the member is left out. Symbols of objects are kept. */
function replaceAt(part: unknown, [step, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (step === undefined) return value;
  if (Array.isArray(part)) return part.map((item, i) => (i === step ? replaceAt(item, rest, value) : (item as unknown)));
  const { [step]: old, ...others } = part as Part;
  const member = replaceAt(old, rest, value);
  return member === undefined ? others : { ...(part as Part), [step]: member };
}
