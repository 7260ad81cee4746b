// Checks the UUIDs in the path of a request.
import { PdfgenError } from '../contract/errors.ts';
import type { OperationShape } from '../contract/operation-shape.ts';

/** Raises INVALID_UUID for path parameters that are not valid UUIDs. Call it before reading a body or asking a store. */
export function checkUuids({ params }: OperationShape, given: Readonly<Record<string, unknown>>): void {
  for (const [name, schema] of Object.entries(params?.properties ?? {})) {
    if (schema.format !== 'uuid') continue;
    const value = String(given[name]);
    if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value))
      throw new PdfgenError('INVALID_UUID', `${name} must be a UUID, got ${JSON.stringify(value).slice(0, 100)}.`);
  }
}
