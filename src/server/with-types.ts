// Converts what an address holds, which is all text.
import type { JsonSchema } from '../contract/schema.ts';

/** Converts texts of the address to the types in the schema. A text that does not fit stays text, and the check refuses it. */
export function withTypes(given: Readonly<Record<string, unknown>>, schema: JsonSchema | undefined): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, toType(value, schema?.properties?.[name]?.type)]),
  );
}

function toType(value: unknown, type: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (type === 'integer' && /^-?\d{1,15}$/.test(value)) return Number(value);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}
