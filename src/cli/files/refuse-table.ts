// A table where a command reads documents.
import { extname } from 'node:path';
import { InputError } from '../../input/input-error.ts';
import { displayName } from '../../input/read-records.ts';
import { tableExtensions } from '../../input/read-table.ts';

/** Raises InputError of kind `data` for a table, which `generate batch` reads. `template`: the one that its rows are for, as it was typed. */
export function refuseTable(file: string, template?: string): void {
  const ending = extname(file).toLowerCase();
  if (ending === '.txt' || !tableExtensions.includes(ending)) return;
  throw new InputError('data', `this is a table, ${explainTable(file, template)}`, { file });
}

/** The error for a table on standard input, which YAML reads as one text; undefined: the value does not look like a table. */
export function findTable(value: unknown, file: string, template: string): InputError | undefined {
  const looksLikeTable = file === '-' && typeof value === 'string' && /[,;\t|]/.test(value);
  return looksLikeTable
    ? new InputError('data', `this is a text, perhaps a table, ${explainTable(file, template)}`, { file: displayName(file) })
    : undefined;
}

function explainTable(file: string, template: string | undefined): string {
  const batch = template && `pdfgen generate batch ${template} -i ${file}`;
  const advice = batch && `. To make a document of each row: ${batch}. To check the rows only, add --dry-run`;
  return `and this command reads JSON, JSON Lines and YAML${advice ?? ''}`;
}
