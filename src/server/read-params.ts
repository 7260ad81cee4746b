// Reads the parameters in the path of a request, by the schema of the operation.
import { PdfgenError } from '../contract/errors.ts';
import { type OperationShape, paramsOf, wireNameOf } from '../contract/operation-shape.ts';
import { withTypes } from './with-types.ts';

/** Gives the parameters by their names in the engine. Raises INVALID_UUID. Call it before reading a body or asking a store. */
export function readParams(operation: OperationShape, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const params = Object.fromEntries(paramsOf(operation).map((name) => [name, given[wireNameOf(operation, name)]]));
  for (const [name, value] of Object.entries(params)) {
    if (operation.params?.properties?.[name]?.format !== 'uuid') continue;
    if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(String(value))) {
      const got = JSON.stringify(value).slice(0, 100);
      throw new PdfgenError('INVALID_UUID', `${wireNameOf(operation, name)} must be a UUID, got ${got}.`);
    }
  }
  return withTypes(params, operation.params);
}
