// A table where a command reads documents.
import { extname } from 'node:path';
import { InputError } from '../input/input-error.ts';
import { tableExtensions } from '../input/read-table.ts';

/** Raises InputError, exit 3, for a table, which `generate batch` reads. `template`: the one that its rows are for, as it was typed. */
export function refuseTable(file: string, template?: string): void {
  const ending = extname(file).toLowerCase();
  if (ending === '.txt' || !tableExtensions.includes(ending)) return;
  const batch = template && `pdfgen generate batch ${template} -i ${file}`;
  const advice = batch && `. To make a document of each row: ${batch}. To check the rows only, add --dry-run`;
  const message = `this is a table, and this command reads JSON, JSON Lines and YAML${advice ?? ''}`;
  throw new InputError(3, message, { file });
}
