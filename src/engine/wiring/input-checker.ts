// Checks input against the schemas of the contract, with Ajv. Loaded when an input is first checked.
import type { Ajv, ValidateFunction } from 'ajv';
import type { JsonSchema } from '../../contract/schema.ts';
import { readStandards } from '../../contract/standards.ts';
import { uuidForm } from '../../words/is-uuid.ts';
import { isStorableText } from '../../words/storable-text.ts';

let shared: Promise<Ajv> | undefined;

async function loadAjv(): Promise<Ajv> {
  const { Ajv } = await import('ajv');
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    strict: false,
    messages: false,
    validateSchema: false,
    meta: false,
    ownProperties: true,
    logger: false,
    code: { optimize: false }, // compiling is quicker without
  });
  ajv.addFormat('uuid', uuidForm);
  ajv.addFormat('date-time', isMoment);
  ajv.addFormat('storable-text', isStorableText);
  ajv.addKeyword({
    keyword: 'x-standard',
    type: ['string', 'array'],
    validate: (of: 'template' | 'call', given: unknown) => 'names' in readStandards(given, of),
  });
  return ajv;
}

/** RFC 3339, 5.6. `Date.parse` alone would read 30 February as 2 March. */
function isMoment(text: string): boolean {
  const [, day] = /^(\d{4}-\d\d-\d\d)t\d\d:\d\d:\d\d(?:\.\d+)?(?:z|[+-]\d\d:\d\d)$/i.exec(text) ?? [];
  if (day === undefined || Number.isNaN(Date.parse(text))) return false;
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

/** Messages of the contract's own formats. */
export const ownFormats: Readonly<Record<string, string>> = {
  'storable-text': 'must be text without U+0000 and without half of a surrogate pair',
};

/** Compiles a check for all parts of an input. Binary bodies are not checked. */
export async function createInputChecker(
  parts: readonly (readonly [string, JsonSchema | 'binary'])[],
): Promise<ValidateFunction> {
  shared ??= loadAjv();
  const ajv = await shared;
  const schemas = parts.map(([name, schema]) => [
    name,
    schema === 'binary' ? {} : name === 'headers' ? { ...schema, additionalProperties: true } : schema,
  ]);
  const required = parts.map(([name]) => name).filter((name) => name === 'body' || name === 'params');
  return ajv.compile({ type: 'object', properties: Object.fromEntries(schemas) as Record<string, JsonSchema>, required });
}
