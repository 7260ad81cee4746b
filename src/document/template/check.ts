// Checks a value against the schemas of the template model, with messages for who writes templates by hand.
// It reads the keywords those schemas use; the same schemas are published as JSON Schema for editors.

import type { Diagnostic } from '../../contract/diagnostic.ts';
import { findNearest } from '../../contract/nearest.ts';
import type { JsonSchema } from '../../contract/schema.ts';

export type Report = (diagnostic: Omit<Diagnostic, 'severity'>) => void;

/** How `$ref`s are answered: components are checked where they are compiled, so their references accept anything. */
export type Refs = (ref: string) => JsonSchema | undefined;

/** Reports every breach of `schema` by `value`; true if there was none. */
export function checkValue(schema: JsonSchema, value: unknown, pointer: string, report: Report, refs: Refs): boolean {
  if (schema.$ref) {
    const target = refs(schema.$ref);
    return target ? checkValue(target, value, pointer, report, refs) : true;
  }
  if (schema.oneOf) return checkOneOf(schema, schema.oneOf, value, pointer, report, refs);
  const fail: Fail = (code, message) => {
    report({ code, pointer, message });
    return false;
  };
  if ('const' in schema && value !== schema.const)
    return fail('wrong-value', `must be ${JSON.stringify(schema.const)}, got ${show(value)}`);
  if (schema.enum && !schema.enum.includes(value)) {
    const near =
      typeof value === 'string'
        ? findNearest(
            value,
            schema.enum.filter((e) => typeof e === 'string'),
          )
        : undefined;
    return fail(
      'wrong-value',
      `must be one of ${schema.enum.map((e) => JSON.stringify(e)).join(', ')}, got ${show(value)}${near ? `; did you mean "${near}"?` : ''}`,
    );
  }
  if (schema.type !== undefined && !hasType(schema.type, value)) {
    return fail('wrong-type', `must be ${typeWords(schema)}, got ${show(value)}`);
  }
  if (typeof value === 'string') return checkString(schema, value, fail);
  if (typeof value === 'number') return checkNumber(schema, value, fail);
  if (Array.isArray(value)) return checkArray(schema, value, pointer, report, refs, fail);
  if (typeof value === 'object' && value !== null)
    return checkObject(schema, value as Record<string, unknown>, pointer, report, refs);
  return true;
}

type Fail = (code: string, message: string) => false;

function checkString(schema: JsonSchema, value: string, fail: Fail): boolean {
  if (typeof schema.minLength === 'number' && value.length < schema.minLength) return fail('wrong-value', 'must not be empty');
  if (typeof schema.maxLength === 'number' && value.length > schema.maxLength)
    return fail('wrong-value', `must have at most ${schema.maxLength} characters`);
  if (typeof schema.pattern === 'string' && !new RegExp(schema.pattern, 'u').test(value)) {
    return fail('wrong-value', `${show(value)} is not allowed here${schema.description ? `: ${schema.description}` : ''}`);
  }
  return true;
}

function checkNumber(schema: JsonSchema, value: number, fail: Fail): boolean {
  if (!Number.isFinite(value)) return fail('wrong-value', 'must be a finite number');
  if (typeof schema.minimum === 'number' && value < schema.minimum)
    return fail('wrong-value', `must be at least ${schema.minimum}, got ${value}`);
  if (typeof schema.exclusiveMinimum === 'number' && value <= schema.exclusiveMinimum)
    return fail('wrong-value', `must be more than ${schema.exclusiveMinimum}, got ${value}`);
  if (typeof schema.maximum === 'number' && value > schema.maximum)
    return fail('wrong-value', `must be at most ${schema.maximum}, got ${value}`);
  return true;
}

function checkArray(
  schema: JsonSchema,
  value: readonly unknown[],
  pointer: string,
  report: Report,
  refs: Refs,
  fail: Fail,
): boolean {
  if (typeof schema.minItems === 'number' && value.length < schema.minItems)
    return fail('wrong-value', `must have at least ${schema.minItems} entries, has ${value.length}`);
  if (typeof schema.maxItems === 'number' && value.length > schema.maxItems)
    return fail('wrong-value', `must have at most ${schema.maxItems} entries, has ${value.length}`);
  let good = true;
  const items = schema.items;
  if (items) for (const [i, item] of value.entries()) good = checkValue(items, item, `${pointer}/${i}`, report, refs) && good;
  return good;
}

function checkObject(schema: JsonSchema, value: Record<string, unknown>, pointer: string, report: Report, refs: Refs): boolean {
  let good = true;
  const known = schema.properties ?? {};
  for (const name of schema.required ?? []) {
    if (Object.hasOwn(value, name)) continue;
    good = false;
    report({ code: 'missing-property', pointer, message: `needs "${name}"` });
  }
  for (const [name, member] of Object.entries(value)) {
    const at = `${pointer}/${escapePointer(name)}`;
    if (Object.hasOwn(known, name)) good = checkValue(known[name]!, member, at, report, refs) && good;
    else if (schema.additionalProperties === false) {
      good = false;
      const near = findNearest(name, Object.keys(known));
      report({
        code: 'unknown-property',
        pointer: at,
        message: `"${name}" is not known here${near ? `; did you mean "${near}"?` : `; known: ${Object.keys(known).join(', ')}`}`,
      });
    } else if (typeof schema.additionalProperties === 'object') {
      good = checkValue(schema.additionalProperties, member, at, report, refs) && good;
    }
  }
  return good;
}

/** Of several forms the one of the value's own type answers, so that the message is about what was meant. */
function checkOneOf(
  schema: JsonSchema,
  forms: readonly JsonSchema[],
  value: unknown,
  pointer: string,
  report: Report,
  refs: Refs,
): boolean {
  const silent: Report = () => {};
  if (forms.some((form) => checkValue(form, value, pointer, silent, refs))) return true;
  const meant = forms.filter((form) => form.type !== undefined && hasType(form.type, value));
  if (meant.length === 1) return checkValue(meant[0]!, value, pointer, report, refs);
  report({
    code: 'wrong-type',
    pointer,
    message: `${show(value)} is not allowed here${schema.description ? `: ${schema.description}` : ''}`,
  });
  return false;
}

function hasType(type: string | readonly string[], value: unknown): boolean {
  if (typeof type !== 'string') return type.some((one) => hasType(one, value));
  if (type === 'array') return Array.isArray(value);
  if (type === 'null') return value === null;
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

function typeWords(schema: JsonSchema): string {
  const words: Record<string, string> = {
    string: 'text',
    number: 'a number',
    integer: 'a whole number',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
    null: 'null',
  };
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  return types.map((type) => words[type] ?? type).join(' or ');
}

function show(value: unknown): string {
  const json = JSON.stringify(value) ?? String(value);
  return json.length > 60 ? `${json.slice(0, 57)}…` : json;
}

/** RFC 6901, 3: escapes a member name for a JSON Pointer. */
export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
