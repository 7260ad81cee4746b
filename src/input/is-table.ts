// Tells whether an input holds rows or records: by its ending, else by its first bytes.
import { isCompoundFile, isZip } from './file-signatures.ts';
import { dataExtensions } from './read-records.ts';
import { tableExtensions } from './read-table.ts';
import { type InputSource, readHead } from './source.ts';

/** For rows use `openTable`, for records `readItems`. */
export async function isTable(source: InputSource): Promise<boolean> {
  if (tableExtensions.includes(source.extension)) return true;
  if (dataExtensions.includes(source.extension)) return false;
  const head = await readHead(source, 4096);
  if (isZip(head) || isCompoundFile(head)) return true;
  const text = head.toString().replace('\ufeff', '').trimStart();
  if (/^[[{]/.test(text)) return false;
  // YAML begins with a document, a list, a comment, or a name and a colon before any cell divider.
  return !/^(?:---|- |#|%YAML|[^,;\t|\n]*:(?:\s|$))/.test(text);
}
