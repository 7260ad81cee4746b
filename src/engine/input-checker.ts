// Ajv for the schemas of the contract, loaded when an input is first checked.
import type { Ajv, ValidateFunction } from 'ajv';
import type { JsonSchema } from '../contract/schema.ts';

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
  });
  ajv.addFormat('uuid', /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i);
  // RFC 3339, 5.6, with the calendar left to the parser.
  ajv.addFormat(
    'date-time',
    (text: string) =>
      /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)),
  );
  return ajv;
}

/** Compiles the parts of an input to one check. Bytes are taken as they are. */
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
