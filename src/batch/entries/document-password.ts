// Reads the password of a document from its rows or its record. No message shows it.
import { InputError } from '../../input/input-error.ts';
import { formatPath, parsePath } from '../../input/parse-path.ts';
import { isBroken, type Row } from '../../input/table.ts';
import { isObject } from '../../json/is-object.ts';
import { ownName } from '../../json/member-names.ts';
import type { NameOption } from '../../words/name-option.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { DocumentPassword } from '../batch-item.ts';

/** The password in a column of all rows of a document. As in other columns, an empty cell agrees with any text. */
export function readColumnPassword(rows: readonly Row[], index: number): DocumentPassword {
  // The doubt itself would show the text.
  if (rows.some(({ warnings = [] }) => warnings.some((one) => one.index === index)))
    return { fault: 'may be damaged: it looks like text in a wrong encoding, or has the escape of a database. Correct the file' };
  const cells = rows.map((row) => row.cells[index] ?? null);
  if (cells.some(isBroken)) return { fault: 'cannot be read: its cell has an error' };
  const filled = cells.filter((cell) => cell !== null && !(typeof cell === 'string' && cell.trim() === ''));
  const [text = ''] = filled;
  if (!filled.every((cell) => typeof cell === 'string'))
    return {
      fault:
        'is not a text: a number or a date may lack what the sheet shows, such as a leading 0. Format the column as text, and write the passwords again',
    };
  return filled.every((cell) => cell === text)
    ? { text: String(text) }
    : { fault: 'must be the same in all rows of one document' };
}

/** The names that lead to the password in a record. Raises UsageError, InputError. */
export function readPasswordPath(path: string, nameOption: NameOption): readonly string[] {
  const told = `${nameOption('userPasswordFrom')} ${path}`;
  const steps = parsePath(path, told);
  if (steps.every((step) => typeof step === 'string')) return steps;
  throw new UsageError(`${told}: names lead to the password, such as employee.password, not indexes.`);
}

/** Takes the password out of a record, so that neither the template nor the record of the run sees it. */
export function takePassword(
  data: Readonly<Record<string, unknown>>,
  steps: readonly string[],
): { readonly data: Readonly<Record<string, unknown>>; readonly password: DocumentPassword } {
  const [step, ...below] = steps;
  const name = step === undefined ? undefined : ownName(data, step);
  if (name === undefined) return { data, password: { text: '' } };
  const { [name]: value, ...others } = data;
  if (below.length > 0) {
    if (!isObject(value)) return { data, password: { text: '' } };
    const taken = takePassword(value, below);
    return { data: { ...data, [name]: taken.data }, password: taken.password };
  }
  if (value === undefined || value === null) return { data: others, password: { text: '' } };
  const isText = typeof value === 'string';
  return { data: others, password: isText ? { text: value } : { fault: 'is not a text: write it in quotes' } };
}

/** Whether two names mean the same column, or the same path in different notation. */
export function isSameField(one: string, other: string): boolean {
  const [first, second] = [one, other].map((name) => normalPath(name.normalize('NFC')) ?? name.normalize('NFC'));
  return first === second;
}

/** The name of a column, or the last name of a path. */
export function lastName(field: string): string {
  const path = normalPath(field);
  return path === undefined ? field : String(parsePath(path, path).at(-1));
}

function normalPath(path: string): string | undefined {
  try {
    return formatPath(parsePath(path, path));
  } catch (error) {
    if (error instanceof InputError) return undefined; // the name of a column may be any text
    throw error;
  }
}
