// Compiles data schemas and checks data with them.
import type { ErrorObject } from 'ajv';
import { listBreaches, maxBreaches } from '../contract/breach-room.ts';
import { type Breach, PdfgenError } from '../contract/errors.ts';
import { maxDepths } from '../contract/max-depths.ts';
import { writeBreach } from '../contract/warnings.ts';
import { pointerStep } from '../json/json-pointer.ts';
import { conformNames, readNames, writtenPointer } from '../json/member-names.ts';
import { resolveRef, type Schema, saysNothing } from '../json/schema-parts.ts';
import { counted } from '../words/counts.ts';
import { got, writeMessage } from './breach-message.ts';
import { buildValidator, type Validator } from './build-validator.ts';
import { type CheckedSchema, checkSchema } from './check-schema.ts';
import { type Clock, createClock } from './clock.ts';
import { type Branch, explainBranches } from './explain-branches.ts';
import { findNonFinite, findTooDeep } from './json-bounds.ts';
import { nameForm, nameForms } from './name-form.ts';
import { compilePattern } from './pattern.ts';
import { findSlowPattern } from './slow-pattern.ts';

export interface DataSchema {
  /**
   * Every breach of the schema, up to 1,001, one more than an error lists. Empty: the data is valid. `path` begins with `/data`. Never changes
   * the data. A name may have another Unicode composition than in the schema. Raises VALIDATION_TIMEOUT.
   */
  check(data: unknown, options: { readonly timeoutMs: number }): readonly Breach[];
  /** Valid data with its names in the schema's Unicode composition, as expressions have them. */
  conform(data: unknown): unknown;
  /**
   * Tries each pattern that backtracks on every text of the example and on a hundred texts made for the pattern. Gives the slowest pattern if
   * the trial takes longer than `timeoutMs`. Undefined: no pattern is slow.
   */
  findSlowPattern(example: unknown, options: { readonly timeoutMs: number }): Breach | undefined;
}

/** Deepest nesting of data. */
export const maxDataDepth = 64;
/** Time that compiling one schema may take, in milliseconds. */
const compileTimeoutMs = 5000;

/**
 * Compiles a copy of a JSON Schema: 2020-12, or 2019-09 and draft-07 if `$schema` names them. Raises TEMPLATE_INVALID with every fault, `path`
 * from `/dataSchema`. `example`: its names stand in for those of a schema that says nothing.
 */
export function compileDataSchema(schema: unknown, example?: unknown): DataSchema {
  const clock = createClock();
  const copy = copySchema(schema);
  const checked = checkSchema(copy, (source) => {
    try {
      compilePattern(source, clock);
      return true;
    } catch {
      return false;
    }
  });
  if (checked.faults.length > 0) throw invalidSchema(checked.faults);
  const validator = compile(copy as boolean | Record<string, unknown>, checked, clock);
  const writing = readNames(copy, saysNothing(copy) ? example : undefined);
  return {
    check(data, { timeoutMs }) {
      if (!isJson(data, maxDataDepth)) return findNoJson(data);
      const { data: named, clashes } = conformNames(data, writing);
      if (clashes.length > 0) return listBreaches(clashes.map(toClash));
      const breaches = checkWith({ validator, checked, schema: copy }, named, timeoutMs);
      return named === data
        ? breaches
        : breaches.map((one) => ({ ...one, path: `/data${writtenPointer(one.path.slice('/data'.length), data)}` }));
    },
    conform: (data) => conformNames(data, writing).data,
    findSlowPattern: (example, { timeoutMs }) => findSlowPattern(checked.patterns, example, clock, timeoutMs),
  };
}

function copySchema(schema: unknown): unknown {
  // A schema too deep to copy is refused a moment later, because of its depth.
  return findTooDeep(schema, maxDepths.schema) === undefined ? structuredClone(schema) : schema;
}

function invalidSchema(faults: readonly Breach[]): PdfgenError {
  const first = faults[0]!;
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
  return new PdfgenError('TEMPLATE_INVALID', `The dataSchema is not valid: ${writeBreach(first)}${more}`, {
    errors: faults,
  });
}

function compile(schema: boolean | Record<string, unknown>, checked: CheckedSchema, clock: Clock): Validator {
  clock.start(compileTimeoutMs);
  try {
    // The time that Ajv needs may grow with the square of the schema's size, so compiling has a time limit.
    return clock.guard(() => buildValidator(schema, checked, clock));
  } catch (error) {
    if (error instanceof RangeError) {
      const { pointer, length } = checked.deepest();
      const message = `ends a chain of ${length} references, which is too long to follow; write some of the definitions in the place of their reference`;
      throw invalidSchema([
        { path: `/dataSchema${pointer}`, message, keyword: 'compile', params: {}, schemaPath: `#${pointer}` },
      ]);
    }
    const isSlow = error instanceof PdfgenError && error.code === 'VALIDATION_TIMEOUT';
    const detail = error instanceof Error ? error.message : String(error);
    const message = isSlow ? `is too large: compiling it took longer than ${compileTimeoutMs} ms` : detail;
    throw invalidSchema([{ path: '/dataSchema', message, keyword: 'compile', params: {}, schemaPath: '#' }]);
  }
}

/**
 * Whether a value is not nested too deep and has only finite numbers. Recursion ends at the limit. Needs no clock, because it takes less time
 * than parsing the value took.
 */
function isJson(value: unknown, levels: number): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  if (Array.isArray(value)) {
    for (const item of value) if (!isJson(item, levels - 1)) return false;
    return true;
  }
  for (const key in value) if (!isJson((value as Record<string, unknown>)[key], levels - 1)) return false;
  return true;
}

/** Breaches for values that JSON cannot hold. A number like 1e999 is parsed as infinite. Stored as JSON, it would become null. */
function findNoJson(data: unknown): readonly Breach[] {
  const tooDeep = findTooDeep(data, maxDataDepth);
  if (tooDeep !== undefined) {
    const message = `is nested deeper than ${maxDataDepth} levels`;
    return [{ path: `/data${tooDeep}`, message, keyword: 'depth', params: { limit: maxDataDepth }, schemaPath: '#' }];
  }
  return listBreaches(
    findNonFinite(data, maxBreaches + 1).map((place) => ({
      path: `/data${place}`,
      message: 'must be a finite number: it is too large, or NaN',
      keyword: 'number',
      params: {},
      schemaPath: '#',
    })),
  );
}

const toClash = (pointer: string): Breach => ({
  path: `/data${pointer}`,
  message: 'has a name that another member has too: they differ only in Unicode composition; leave one out',
  keyword: 'name',
  params: {},
  schemaPath: '#',
});

interface CheckContext {
  readonly validator: Validator;
  readonly checked: CheckedSchema;
  readonly schema: unknown;
}

function checkWith(context: CheckContext, data: unknown, timeoutMs: number): readonly Breach[] {
  try {
    const errors = context.validator.run(data, timeoutMs);
    return errors === null ? [] : toBreaches(errors, '/data', context);
  } catch (error) {
    if (error instanceof RangeError) {
      throw new PdfgenError('TEMPLATE_INVALID', 'The dataSchema refers to itself without end, so this data cannot be checked.', {
        cause: error,
      });
    }
    throw error;
  }
}

function toBreaches(errors: readonly ErrorObject[], base: string, context: CheckContext): readonly Breach[] {
  return listBreaches(findBreaches(errors, base, context));
}

function* findBreaches(errors: readonly ErrorObject[], base: string, context: CheckContext): Generator<Breach> {
  for (const error of errors) {
    // Errors inside a check of a member's name are skipped. The next error reports the fault together with the name.
    if (error.propertyName !== undefined) {
      if (!errors.some((other) => other.keyword === 'propertyNames' && other.instancePath === error.instancePath))
        yield toBreach(error, base, context);
      continue;
    }
    const isUnion = error.keyword === 'anyOf' || error.keyword === 'oneOf';
    const explained = isUnion ? explainUnion(error, base, context) : undefined;
    if (explained) yield* explained;
    else yield toBreach(error, base, context);
  }
}

function explainUnion(error: ErrorObject, base: string, context: CheckContext): readonly Breach[] | undefined {
  const pointer = context.checked.pointers.get(error.parentSchema as object);
  if (pointer === undefined || Array.isArray((error.params as Record<string, unknown>).passingSchemas)) return undefined;
  const place = base + error.instancePath;
  const branches = (error.schema as readonly unknown[]).map((schema, i): Branch => {
    const part = `${pointer}/${error.keyword}/${i}`;
    return {
      schema: followReference(schema, context.schema),
      check: () => toBreaches(context.validator.runPart(part, error.data) ?? [], place, context),
    };
  });
  const explained = explainBranches(error, branches, place);
  if (explained) return explained;
  const forms = nameForms(branches.map(({ schema }) => schema));
  return forms === undefined ? undefined : [{ ...toBreach(error, base, context), message: `must be ${forms}${got(error)}` }];
}

/** `must have exactly 1 item that is "main", has 0`. */
function explainContains(
  { schema, data, params }: ErrorObject,
  pointer: string,
  { validator, schema: root }: CheckContext,
): string {
  const { minContains: least = 1, maxContains: most } = params as {
    readonly minContains?: number;
    readonly maxContains?: number;
  };
  const form = nameForm(followReference(schema, root));
  const found = (data as readonly unknown[]).filter((item) => validator.runPart(`${pointer}/contains`, item) === null).length;
  const range = most === undefined ? 'at least ' : least === most ? 'exactly ' : least === 0 ? 'at most ' : `${least} to `;
  return `must have ${range}${counted(most ?? least, 'item')} ${form === undefined ? 'matching "contains"' : `that ${(most ?? least) === 1 ? 'is' : 'are'} ${form}`}, has ${found}`;
}

/** Follows references by pointer to their schema. */
function followReference(schema: unknown, root: unknown): unknown {
  let at = schema;
  for (let steps = 0; steps < 20; steps++) {
    const ref = typeof at === 'object' && at !== null ? (at as Record<string, unknown>).$ref : undefined;
    if (typeof ref !== 'string' || !ref.startsWith('#/')) return at;
    at = resolveRef(ref, root as Schema);
  }
  return at;
}

function toBreach(error: ErrorObject, base: string, context: CheckContext): Breach {
  const pointer = context.checked.pointers.get(error.parentSchema as object);
  const isContains = error.keyword === 'contains' && pointer !== undefined;
  return {
    path: base + error.instancePath,
    message: isContains ? explainContains(error, pointer, context) : writeMessage(error),
    keyword: error.keyword,
    params: { ...error.params },
    schemaPath: pointer === undefined ? error.schemaPath : `#${encodeURI(pointer + pointerStep(error.keyword))}`,
  };
}
