// Checks the items of a stream against the contract while they come.
import type { ValidateFunction } from 'ajv';
import { type Breach, PdfgenError } from '../../contract/errors.ts';
import { type ItemStream, MalformedItem, ReceivedItem } from '../../contract/item-stream.ts';
import type { JsonSchema } from '../../contract/schema.ts';
import { createInputChecker } from './input-checker.ts';
import { toBreach } from './to-breach.ts';

/** Compiled checks by the schema of an item. */
const checks = new WeakMap<JsonSchema, Promise<ValidateFunction>>();

/** A stream with the same items, and a MalformedItem in the place of each malformed item. At its end it raises INVALID_REQUEST if there is no item. */
export async function checkStream(stream: ItemStream, schema: JsonSchema): Promise<ItemStream> {
  const known = checks.get(schema) ?? createInputChecker([['body', schema]]);
  checks.set(schema, known);
  const isRight = await known;
  return async function* checked() {
    let hasItem = false;
    for await (const one of stream()) {
      hasItem = true;
      const faults = await findFaults(one, isRight);
      yield faults.length === 0 ? one : new MalformedItem(one instanceof ReceivedItem ? one.line : undefined, faults);
    }
    if (!hasItem) throw new PdfgenError('INVALID_REQUEST', 'The batch has no item. Send at least one.');
  };
}

async function findFaults(one: unknown, isRight: ValidateFunction): Promise<readonly Breach[]> {
  if (one instanceof ReceivedItem && one.fault) return [one.fault];
  if (isRight({ body: one instanceof ReceivedItem ? one.value : one })) return [];
  return Promise.all((isRight.errors ?? []).map(toBreach));
}
