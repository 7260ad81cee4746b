// Reads the data of one document from an embedded template: from a file, standard input, or the clone's own example.

import { displayName, readRecord } from '../../input/read-records.ts';
import type { OptionValues } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { refuseTable } from '../files/refuse-table.ts';
import type { OpenedPair } from '../resources/embedded.ts';
import { asDocumentData, type GivenData, tellWarnings } from './read-data.ts';

/** Raises InputError, DATA_INVALID, RENDER_WARNINGS, EMBEDDED_TEMPLATE_NOT_FOUND. */
export async function readPairData(
  { engine, params }: OpenedPair,
  file: unknown,
  options: OptionValues,
  context: CommandContext,
): Promise<GivenData> {
  const { io, say } = context;
  if (typeof file !== 'string') {
    const { exampleData } = await engine.getEmbeddedTemplate({ params });
    say('No data given: using the example data of the embedded template.');
    return { data: exampleData, record: undefined, source: 'the example data', lostDigits: [], assigned: new Map() };
  }
  refuseTable(file);
  const record = await readRecord(file, { cwd: io.cwd, stdin: io.stdin });
  const source = displayName(file);
  tellWarnings(record, source, options, context);
  return { data: asDocumentData(record.value, source), record, source, lostDigits: [], assigned: new Map() };
}
