// Sets up Ajv for a data schema: its dialect, limits of time and memory, our own formats, patterns, `multipleOf` and `uniqueItems`.
import { _, Ajv, type ErrorObject, type KeywordCxt, type Options, type ValidateFunction } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { boundCode, type CodeSupport, joinErrors } from './bound-code.ts';
import type { CheckedSchema } from './check-schema.ts';
import { type Clock, type Matcher, takeStep } from './clock.ts';
import { createMembership, findEqualItems } from './equal-values.ts';
import { buildFormats } from './formats.ts';
import { compilePattern } from './pattern.ts';
import { defaultBase } from './schema-uri.ts';

export interface Validator {
  /** The errors of Ajv, each with `schema`, `parentSchema` and `data`. Null: no errors. Raises VALIDATION_TIMEOUT. */
  run(data: unknown, timeoutMs: number): readonly ErrorObject[] | null;
  /** As `run`, for the part of the schema at a pointer, within the time that the last `run` left. */
  runPart(pointer: string, data: unknown): readonly ErrorObject[] | null;
}

const constructors = { 'draft-07': Ajv, '2019-09': Ajv2019, '2020-12': Ajv2020 };

/** Compiles a schema in a new instance of Ajv, and writes each `$recursiveRef` of it as `$ref`. Raises the errors of Ajv. */
export function buildValidator(schema: boolean | Record<string, unknown>, checked: CheckedSchema, clock: Clock): Validator {
  const patterns = new Map<string, Matcher>();
  /** A pattern that backtracks takes no steps. */
  let isGuarded = false;
  const regExp = Object.assign(
    (source: string) => {
      const known = patterns.get(source);
      if (known) return known;
      const { test, isNative } = compilePattern(source, clock);
      if (isNative) isGuarded = true;
      // Ajv keeps compiled patterns by their text.
      const pattern = { test, toString: () => `/${source}/` };
      patterns.set(source, pattern);
      return pattern;
    },
    { code: 'compilePattern' },
  );
  const options: Options = {
    allErrors: true,
    verbose: true,
    messages: false,
    strict: false,
    strictNumbers: true,
    validateSchema: false,
    ownProperties: true,
    inlineRefs: 10,
    meta: checked.refersToMetaSchema,
    logger: false,
    formats: buildFormats(clock),
    // Ajv's optimiser takes a quarter of the time of compiling, and makes checking no quicker.
    code: { regExp, process: boundCode, optimize: false },
  };
  const ajv = new constructors[checked.dialect](options);
  Object.assign(ajv, { clock, joinErrors } satisfies CodeSupport);
  replaceKeywords(ajv, clock);
  // A reference that Ajv resolves by its URI.
  for (const [one, uri] of checked.recursive) {
    const part = one as { $recursiveRef?: string; $ref?: string; allOf?: unknown[] };
    delete part.$recursiveRef;
    if (part.$ref === undefined) part.$ref = uri;
    else part.allOf = [...(part.allOf ?? []), { $ref: uri }];
  }
  const base = typeof schema === 'object' && typeof schema.$id === 'string' ? schema.$id.replace(/#$/, '') : defaultBase;
  ajv.addSchema(schema, base === defaultBase ? defaultBase : undefined);
  const validate = ajv.getSchema(base)!;
  const collect = (check: ValidateFunction, data: unknown, timeoutMs?: number): readonly ErrorObject[] | null => {
    if (timeoutMs !== undefined) clock.start(timeoutMs);
    const isValid = isGuarded ? clock.guard(() => check(data)) : check(data);
    return isValid ? null : (check.errors ?? []);
  };
  return {
    run: (data, timeoutMs) => collect(validate, data, timeoutMs),
    runPart: (pointer, data) => collect(ajv.getSchema(`${base}#${encodeURI(pointer)}`)!, data),
  };
}

function replaceKeywords(ajv: Ajv, clock: Clock): void {
  // The errors of a failed combination's branches are dropped. `explain-branches.ts` checks the branches again and picks the errors to report.
  for (const keyword of ['anyOf', 'oneOf', 'contains']) {
    changeCode(ajv, keyword, (cxt, write) => {
      const report = cxt.error.bind(cxt);
      cxt.error = (...args) => {
        cxt.reset();
        report(...args);
      };
      write();
    });
  }
  // "must match then" adds nothing to the errors of `then` itself.
  changeCode(ajv, 'if', (cxt, write) => {
    cxt.error = () => undefined;
    write();
  });
  ajv.removeKeyword('multipleOf');
  ajv.addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    code(cxt: KeywordCxt) {
      const check = cxt.gen.scopeValue('func', { ref: isMultipleOf });
      cxt.fail(_`!${check}(${cxt.data}, ${cxt.schemaCode})`);
    },
  });
  // Ajv compares lists and objects with a function that calls their members `toString` and `valueOf`.
  for (const keyword of ['enum', 'const'])
    changeCode(ajv, keyword, (cxt, write) => {
      const values = (keyword === 'enum' ? cxt.schema : [cxt.schema]) as readonly unknown[];
      if (!values.some((one) => typeof one === 'object' && one !== null)) return write();
      const isMember = cxt.gen.scopeValue('func', { ref: createMembership(values, () => takeStep(clock)) });
      cxt.fail(_`!${isMember}(${cxt.data})`);
    });
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    error: { message: 'must have no equal items', params: (cxt) => _`{equal: ${cxt.params.equal}}` },
    code(cxt: KeywordCxt) {
      if (!cxt.schema) return;
      const find = cxt.gen.scopeValue('func', { ref: (items: unknown[]) => findEqualItems(items, () => takeStep(clock)) });
      const equal = cxt.gen.const('equal', _`${find}(${cxt.data})`);
      cxt.setParams({ equal });
      cxt.fail(_`${equal} !== undefined`);
    },
  });
}

/** Registers a keyword of Ajv anew. `generate` generates its code, with `write` for the code that Ajv has for it. */
function changeCode(ajv: Ajv, keyword: string, generate: (cxt: KeywordCxt, write: () => void) => void): void {
  const definition = ajv.getKeyword(keyword);
  if (typeof definition === 'boolean' || !('code' in definition)) throw new Error(`Ajv has no keyword ${keyword} made of code.`);
  const code = definition.code.bind(definition);
  ajv.removeKeyword(keyword);
  const { keyword: name, type, schemaType, trackErrors, error } = definition;
  ajv.addKeyword({
    keyword: name,
    ...(type.length > 0 && { type }),
    schemaType,
    ...(trackErrors !== undefined && { trackErrors }),
    ...(error !== undefined && { error }),
    code(cxt, rule) {
      generate(cxt, () => code(cxt, rule));
    },
  });
}

/** Whether `value` is a whole multiple of `step`, both as written in JSON: 19.99 is a multiple of 0.01. */
function isMultipleOf(value: number, step: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(step)) return value % step === 0;
  const a = toDecimal(value);
  const b = toDecimal(step);
  const places = Math.max(a.places, b.places);
  return (a.digits * 10n ** BigInt(places - a.places)) % (b.digits * 10n ** BigInt(places - b.places)) === 0n;
}

/** The shortest decimal for a double: digits / 10^places. */
function toDecimal(value: number): { digits: bigint; places: number } {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const places = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return places >= 0 ? { digits, places } : { digits: digits * 10n ** BigInt(-places), places: 0 };
}
