// Checks every input against the contract before its use-case runs. So command line and server refuse the same input with the same
// message.
import type { ErrorObject, ValidateFunction } from 'ajv';
import { BreachRoom } from '../../contract/breach-room.ts';
import { editorOperations } from '../../contract/editor.ts';
import { callOptionNames, type EditorEngine, type Engine } from '../../contract/engine.ts';
import { type Breach, PdfgenError } from '../../contract/errors.ts';
import { followers, followOptionNames } from '../../contract/follow.ts';
import type { ItemStream } from '../../contract/item-stream.ts';
import { type OperationShape, paramsOf, partsOf } from '../../contract/operation-shape.ts';
import { operations } from '../../contract/operations.ts';
import type { JsonSchema } from '../../contract/schema.ts';
import { writeBreach } from '../../contract/warnings.ts';
import { pointerStep } from '../../json/json-pointer.ts';
import { findOptionsFault, findPartFault } from '../../words/check-arguments.ts';
import { isUuid } from '../../words/is-uuid.ts';
import { checkStream } from './check-stream.ts';
import { createInputChecker } from './input-checker.ts';
import { toBreach } from './to-breach.ts';

type AnyInput = Readonly<Record<'params' | 'query' | 'headers' | 'body', unknown>>;
type AnyCall = (input: AnyInput, options?: unknown) => Promise<unknown>;
type AnyFollow = (input: AnyInput, options?: unknown) => AsyncIterable<unknown>;

/** Deepest nesting of a body's members. */
const deepest = 64;
/** Members whose depth is checked later, together with the data contract. `items` hold the data of a batch. */
const measuredElsewhere = ['data', 'items', 'dataSchema'];

/** Wraps an engine so that it checks every input. Raises INVALID_UUID, INVALID_REQUEST. */
export function withInputChecks<E extends Engine>(engine: E): E {
  return wrapCalls(engine, { ...operations, ...followed });
}

/** The operations of followers: they take the same UUID as the operation that answers once, and no query. */
const followed: Readonly<Record<string, OperationShape>> = Object.fromEntries(
  Object.entries(followers).map(([id, name]): [string, OperationShape] => {
    const { query: _, ...operation }: OperationShape = operations[id as keyof typeof followers];
    return [name, operation];
  }),
);

/** Wraps the editor's engine so that it checks every input. */
export function withEditorInputChecks(engine: EditorEngine): EditorEngine {
  return wrapCalls(engine, editorOperations);
}

/** Wraps a member when it is first read. A server makes an engine for each call and mostly uses only one member. */
function wrapCalls<E extends object>(engine: E, table: Readonly<Record<string, OperationShape>>): E {
  return new Proxy(engine, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      const operation = typeof name === 'string' && Object.hasOwn(table, name) ? table[name] : undefined;
      if (operation === undefined || member === undefined) return member;
      const isFollower = Object.hasOwn(followed, name);
      const check = async (input: AnyInput, options: unknown): Promise<AnyInput> => {
        const fault =
          findPartFault(name as string, input, partsOf(operation), paramsOf(operation)) ??
          findOptionsFault(name as string, options, isFollower ? followOptionNames : callOptionNames);
        if (fault !== undefined) throw new PdfgenError('INVALID_REQUEST', fault);
        return checkOf(operation)(input);
      };
      if (isFollower) {
        return async function* (input: AnyInput, options?: unknown) {
          yield* (member as AnyFollow)(await check(input, options), options);
        };
      }
      const checked: AnyCall = async (input, options) => (member as AnyCall)(await check(input, options), options);
      return checked;
    },
  });
}

type InputCheck = (input: AnyInput) => Promise<AnyInput>;

/** Compiled checks by operation. A server makes an engine for each call, and compiling a schema takes longer than rendering. */
const checks = new WeakMap<OperationShape, InputCheck>();

function checkOf(operation: OperationShape): InputCheck {
  const known = checks.get(operation) ?? createCheck(operation);
  checks.set(operation, known);
  return known;
}

function createCheck(operation: OperationShape): InputCheck {
  const parts = partsOf(operation);
  const uuidNames = Object.entries(operation.params?.properties ?? {}).flatMap(([name, schema]) =>
    schema.format === 'uuid' ? [name] : [],
  );
  const hasOnlyUuids = uuidNames.length === Object.keys(operation.params?.properties ?? {}).length;
  let validate: Promise<ValidateFunction> | undefined;
  return async (input) => {
    const params = uuidNames.length > 0 ? checkUuids(input.params, uuidNames) : input.params;
    const body = operation.optionalBody && input.body === undefined ? {} : input.body;
    const checked = { ...input, params, body };
    // A call by UUID alone needs no schema, so it need not wait for Ajv to load.
    if (hasOnlyUuids && parts.every((part) => part === 'params' || checked[part] === undefined) && operation.body === undefined)
      return checked;
    validate ??= createInputChecker(parts.map((part) => [part, operation[part]!]));
    const run = await validate;
    const stream = operation.takesLines ? streamOf(checked.body) : undefined;
    // The items of a stream are checked when they come. Until then one without a fault stands for them.
    const shown = stream ? { ...checked, body: { ...(checked.body as object), items: [{}] } } : checked;
    if (!run(Object.fromEntries(parts.map((part) => [part, shown[part]])))) throw await toError(run.errors ?? []);
    if (operation.body !== 'binary') checkMembers(shown.body);
    if (!stream) return checked;
    const { items: schema } = (operation.body as JsonSchema).properties!.items!;
    return { ...checked, body: { ...(checked.body as object), items: await checkStream(stream, schema as JsonSchema) } };
  };
}

function streamOf(body: unknown): ItemStream | undefined {
  const items = typeof body === 'object' && body !== null && 'items' in body ? body.items : undefined;
  return typeof items === 'function' ? (items as ItemStream) : undefined;
}

function checkUuids(params: unknown, names: readonly string[]): unknown {
  const given = (params ?? {}) as Readonly<Record<string, unknown>>;
  const lower: Record<string, unknown> = { ...given };
  for (const name of names) {
    const value = given[name];
    if (typeof value !== 'string' || !isUuid(value)) {
      throw new PdfgenError('INVALID_UUID', `${name} must be a UUID, got ${JSON.stringify(value)?.slice(0, 100)}.`);
    }
    lower[name] = value.toLowerCase();
  }
  return lower;
}

/** Raises INVALID_REQUEST for values that JSON cannot store. A number like 1e999 is parsed as infinite and would be stored as null. */
function checkMembers(body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  for (const [name, member] of Object.entries(body)) {
    if (measuredElsewhere.includes(name)) continue;
    const fault = findFault(member, deepest);
    if (!fault) continue;
    const breach = { ...fault, path: `/${name}${fault.path}`, schemaPath: '' };
    throw new PdfgenError('INVALID_REQUEST', `${writeBreach(breach)}.`, { errors: [breach] });
  }
}

type InputFault = Omit<Breach, 'schemaPath'>;

/** The first value that is nested too deep, or a number that JSON cannot hold. Recursion ends at the limit. */
function findFault(value: unknown, levels: number): InputFault | undefined {
  if (typeof value === 'number' && !Number.isFinite(value))
    return {
      path: '',
      message: 'must be a number that JSON can hold: it is too large or not a number',
      keyword: 'number',
      params: {},
    };
  if (typeof value !== 'object' || value === null) return undefined;
  if (levels === 0)
    return { path: '', message: `is nested deeper than ${deepest} levels`, keyword: 'depth', params: { limit: deepest } };
  for (const [key, member] of Object.entries(value)) {
    const fault = findFault(member, levels - 1);
    if (fault?.keyword === 'depth') return fault;
    if (fault) return { ...fault, path: pointerStep(key) + fault.path };
  }
  return undefined;
}

async function toError(errors: readonly ErrorObject[]): Promise<PdfgenError> {
  const breaches: Breach[] = [];
  const room = new BreachRoom();
  for (const error of errors) {
    const breach = await toBreach(error);
    // A breach without room stays, so that the list says that it was cut.
    breaches.push(breach);
    if (!room.take(breach)) break;
  }
  const first = breaches[0];
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  // The pointer to the whole body is empty, so the message names it.
  const where = errors[0]?.instancePath === '/body' ? 'The body ' : '';
  return new PdfgenError('INVALID_REQUEST', first ? `${where}${writeBreach(first)}${more}` : 'The request is malformed.', {
    errors: breaches,
  });
}
