import type { OperationShape } from '../contract/engine.ts';
import { PdfgenError } from '../contract/errors.ts';

/** Raises INVALID_UUID for parameters of the path that must be UUIDs and are not: before a body is read or a store asked. */
export function checkUuids({ params }: OperationShape, given: Readonly<Record<string, unknown>>): void {
  for (const [name, schema] of Object.entries(params?.properties ?? {})) {
    if (schema.format !== 'uuid') continue;
    const value = String(given[name]);
    if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value))
      throw new PdfgenError('INVALID_UUID', `${name} must be a UUID, got ${JSON.stringify(value).slice(0, 100)}.`);
  }
}
