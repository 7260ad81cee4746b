// Checks the items of a stream against the contract while they come.
import type { ValidateFunction } from 'ajv';
import { type Breach, maxBreaches, PdfgenError } from '../../contract/errors.ts';
import { ItemLine, type ItemStream } from '../../contract/item-stream.ts';
import type { JsonSchema } from '../../contract/schema.ts';
import { writeBreach } from '../../contract/warnings.ts';
import { createInputChecker } from './input-checker.ts';
import { toBreach } from './to-breach.ts';

/** Compiled checks by the schema of an item. */
const checks = new WeakMap<JsonSchema, Promise<ValidateFunction>>();

/**
 * A stream with the same items. At its end it raises INVALID_REQUEST if items are malformed, or if there is no item. After the first malformed
 * item it gives no further items, and only looks for more faults.
 */
export async function checkStream(stream: ItemStream, schema: JsonSchema): Promise<ItemStream> {
  const known = checks.get(schema) ?? createInputChecker([['body', schema]]);
  checks.set(schema, known);
  const isRight = await known;
  return async function* checked() {
    const faults: Breach[] = [];
    let index = 0;
    for await (const one of stream()) {
      const found = await findFaults(one, index++, isRight);
      for (const fault of found) faults.push(fault);
      if (faults.length > maxBreaches) break;
      if (faults.length === 0) yield one;
    }
    if (index === 0) throw new PdfgenError('INVALID_REQUEST', 'The batch has no item. Send at least one.');
    if (faults.length > 0) throw malformed(faults);
  };
}

async function findFaults(one: unknown, index: number, isRight: ValidateFunction): Promise<readonly Breach[]> {
  const line = one instanceof ItemLine ? one.line : undefined;
  const toPlace = (breach: Breach): Breach => ({
    ...breach,
    path: `/items/${index}${breach.path}`,
    ...(line !== undefined && { line }),
  });
  if (one instanceof ItemLine && one.fault) return [toPlace(one.fault)];
  if (isRight({ body: one instanceof ItemLine ? one.value : one })) return [];
  return (await Promise.all((isRight.errors ?? []).map(toBreach))).map(toPlace);
}

function malformed(faults: readonly Breach[]): PdfgenError {
  const first = faults[0]!;
  const place = first.line === undefined ? '' : `Line ${first.line}: `;
  const isMore = faults.length > maxBreaches;
  const more = faults.length > 1 ? ` (and ${isMore ? `at least ${maxBreaches}` : faults.length - 1} more)` : '';
  return new PdfgenError('INVALID_REQUEST', `${place}${writeBreach(first)}${more}`, { errors: faults });
}
