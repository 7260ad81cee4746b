// The result of a validation, for every form of report.
import type { TextRange } from '../../json/line-index.ts';

export interface Finding {
  /** error: the data is invalid; unreadable: there was no data to check; warning: the data is valid but doubtful. */
  readonly level: 'error' | 'unreadable' | 'warning';
  readonly place: TextRange | undefined;
  /** Counted from 1, in files of many records. */
  readonly record: number | undefined;
  /** JSON Pointer into the record; empty: the record as a whole. */
  readonly path: string;
  /** Without its subject: `must be a number, got "two"`. */
  readonly message: string;
  /** JSON Schema keyword, or `syntax`, `unreadable`, `timeout`, `digits`. */
  readonly rule: string;
  readonly schemaPath: string | undefined;
  /** The line of the text with a caret under the place. */
  readonly excerpt?: string | undefined;
}

export interface FileReport {
  /** The name that the user gave; `<stdin>`. */
  readonly file: string;
  /** `file` is a pattern or a folder without a data file. */
  readonly isEmpty?: true;
  /** The check was interrupted in this file. */
  readonly isCut?: true;
  readonly template: string;
  readonly records: number;
  readonly findings: readonly Finding[];
  /** All errors, even if a limit cut the list. */
  readonly errors: number;
}

export interface ValidationReport {
  readonly files: readonly FileReport[];
}

/** Writes a report as text that ends in a line feed, or is empty. */
export type WriteReport = (report: ValidationReport) => string;

export function isValid(file: FileReport): boolean {
  return file.errors === 0 && file.isCut !== true;
}

export function isUnreadable(file: FileReport): boolean {
  return file.findings.some(({ level }) => level === 'unreadable');
}

/** The finding with its subject: `/lines/0/qty must be a number`; for syntax and files the message alone. */
export function describeFinding({ path, message, rule, record, place }: Finding): string {
  const about = ['syntax', 'unreadable', 'digits', 'no-schema'].includes(rule) ? '' : `${path === '' ? 'data' : path} `;
  const where = record !== undefined && place === undefined ? `record ${record}: ` : '';
  return `${where}${about}${message}`;
}
