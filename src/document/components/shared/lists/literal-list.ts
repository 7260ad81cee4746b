// Literal lists of a template: values whose texts may have bindings, and the schema of their elements for the proof.
import type { JsonSchema } from '../../../../contract/schema.ts';
import { isObject } from '../../../../json/is-object.ts';
import { pointerStep } from '../../../../json/json-pointer.ts';
import type { Schema } from '../../../../json/schema-parts.ts';
import { counted } from '../../../../words/counts.ts';
import { compileText } from '../../../expression/index.ts';
import { valueTypes } from '../../../expression/schema-walk.ts';
import type { Scope } from '../../../expression/scope.ts';
import type { CompileContext } from '../../component.ts';
import { boundMade, boundText } from '../made-values.ts';

/** Most values of a literal list, those inside of its elements included. Longer lists are data. */
const mostValues = 10_000;
/** Levels of lists and objects inside of a literal list. */
const mostLevels = 32;

export interface LiteralList {
  /** The schema of the elements. */
  readonly items: Schema;
  /** Its texts use numbers, titles or counters. */
  readonly usesOutline: boolean;
  evaluate(scope: Scope): readonly unknown[];
}

/** A compiled value. */
interface Value {
  readonly schema: Schema;
  /** Undefined: the value is the same for all data. */
  readonly evaluate?: (scope: Scope) => unknown;
}

/** Compiles a literal list. A text that is a single binding keeps the type of its value. */
export function compileLiteralList(list: readonly unknown[], context: CompileContext, pointer: string): LiteralList {
  const fault = findExcess(list);
  if (fault !== undefined) {
    context.template.report('error', 'wrong-value', pointer, `${fault} A list from the data has no such limit.`);
    return { items: true, usesOutline: false, evaluate: () => [] };
  }
  let usesOutline = false;
  const text: CompileContext['text'] = (source, at) => {
    const compiled = context.text(source, at);
    usesOutline ||= compiled.usesOutline;
    return compiled;
  };
  const elements = list.map((element, i) => compileValue(element, { ...context, text }, `${pointer}/${i}`));
  const evaluate = evaluateAll(list, elements);
  const teller = tellerAt(pointer);
  return {
    usesOutline,
    items: join(elements.map(({ schema }) => schema)),
    evaluate: evaluate ? (scope) => boundMade(evaluate(scope), teller(scope)) ?? [] : () => list,
  };
}

function findExcess(list: readonly unknown[]): string | undefined {
  let level: readonly unknown[] = list;
  let count = 0;
  for (let depth = 1; level.length > 0; depth++) {
    count += level.length;
    if (count > mostValues) return `The list has more than ${counted(mostValues, 'value')}.`;
    if (depth > mostLevels) return `The list nests deeper than ${mostLevels} levels.`;
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return undefined;
}

function compileValue(value: unknown, context: CompileContext, pointer: string): Value {
  if (typeof value === 'string') return compileTextValue(value, context, pointer);
  const teller = tellerAt(pointer);
  if (Array.isArray(value)) {
    const elements = value.map((element, i) => compileValue(element, context, `${pointer}/${i}`));
    const items = join(elements.map(({ schema }) => schema)) as JsonSchema;
    const schema = { ...written, type: 'array', items, minItems: value.length };
    const evaluate = evaluateAll(value, elements);
    return evaluate ? { schema, evaluate: (scope) => boundMade(evaluate(scope), teller(scope)) } : { schema };
  }
  if (isObject(value)) {
    const names = Object.keys(value);
    const members = names.map((name) => compileValue(value[name], context, pointer + pointerStep(name)));
    const properties = Object.fromEntries(names.map((name, i) => [name, members[i]!.schema as JsonSchema]));
    const evaluate = evaluateAll(Object.values(value), members);
    const schema = { ...written, type: 'object', required: names, properties };
    return evaluate
      ? {
          schema,
          evaluate: (scope) =>
            boundMade(Object.fromEntries(evaluate(scope).map((member, i) => [names[i]!, member])), teller(scope)),
        }
      : { schema };
  }
  return { schema: { type: value === null ? 'null' : Number.isInteger(value) ? 'integer' : typeof value } };
}

function compileTextValue(source: string, context: CompileContext, pointer: string): Value {
  const [first, ...others] = compileText(source, context.names).parts;
  if (others.length === 0 && typeof first === 'object' && isComposite(first.schema, context)) {
    // As a text, a list or an object would be a fault. The blanks in place of the braces keep the places of other faults.
    const list = context.expression(`  ${source.slice(2, -2)}`, pointer);
    return { schema: list.schema, evaluate: (scope) => list.evaluate(scope) };
  }
  const text = context.text(source, pointer);
  if (text.isLiteral) return { schema: { type: 'string' } };
  const [only] = text.parts;
  if (text.parts.length > 1 || typeof only !== 'object')
    return { schema: { type: 'string' }, evaluate: (scope) => boundText(text.printed(scope), tellerAt(pointer)(scope)) };
  return { schema: only.schema, evaluate: (scope) => only.evaluate(scope) };
}

const isComposite = (schema: Schema, { names }: CompileContext): boolean => {
  const types = valueTypes(schema, names.schema);
  return types?.has('array') === true || types?.has('object') === true;
};

const tellerAt = (pointer: string) => (scope: Scope) => (message: string) => scope.warn?.(pointer, message, scope, '');

/** Undefined: none of the values depends on data. */
function evaluateAll(written: readonly unknown[], values: readonly Value[]): ((scope: Scope) => readonly unknown[]) | undefined {
  if (values.every(({ evaluate }) => !evaluate)) return undefined;
  return (scope) => values.map(({ evaluate }, i) => (evaluate ? evaluate(scope) : written[i]));
}

/** Marks the schema of what a template writes: messages about its members name the list. */
const written = { 'x-written': true } as const;
const isWritten = (schema: Schema, type: string): schema is JsonSchema =>
  typeof schema === 'object' && schema['x-written'] === true && schema.type === type;

/** One schema for the values of all these schemas. Its object has every member; a member is required if all objects require it. */
function join(schemas: readonly Schema[]): Schema {
  if (schemas.length === 0 || schemas.includes(true)) return true;
  const objects = schemas.filter((one) => isWritten(one, 'object'));
  const lists = schemas.filter((one) => isWritten(one, 'array'));
  const others = new Map(
    schemas
      .filter((one) => !isWritten(one, 'object') && !isWritten(one, 'array'))
      .map((one) => [isTypeOnly(one) ? String(one.type) : one, one]),
  );
  const all = [
    ...(objects.length > 0 ? [joinObjects(objects)] : []),
    ...(lists.length > 0 ? [joinLists(lists)] : []),
    ...others.values(),
  ];
  return all.length === 1 ? all[0]! : { ...written, anyOf: all as JsonSchema[] };
}

const isTypeOnly = (schema: Schema): schema is JsonSchema =>
  typeof schema === 'object' && schema.type !== undefined && Object.keys(schema).length === 1;

function joinObjects(objects: readonly JsonSchema[]): JsonSchema {
  const members = new Map<string, Schema[]>();
  for (const { properties = {} } of objects)
    for (const [name, schema] of Object.entries(properties)) {
      const found = members.get(name);
      if (found) found.push(schema);
      else members.set(name, [schema]);
    }
  return {
    ...written,
    type: 'object',
    required: [...members].flatMap(([name, found]) => (found.length === objects.length ? [name] : [])),
    properties: Object.fromEntries([...members].map(([name, found]) => [name, join(found) as JsonSchema])),
  };
}

function joinLists(lists: readonly JsonSchema[]): JsonSchema {
  const leasts = lists.map(({ minItems }) => Number(minItems));
  const filled = lists.filter(({ minItems }) => minItems !== 0);
  const items = join(filled.map((list) => list.items as Schema)) as JsonSchema;
  return { ...written, type: 'array', items, minItems: leasts.reduce((least, one) => Math.min(least, one)) };
}
