// Checks one data file against one template: every record, with the place of every breach.

import type { Engine } from '../../contract/engine.ts';
import { type Breach, PdfgenError } from '../../contract/errors.ts';
import { InputError } from '../../input/input-error.ts';
import { displayName, type ReadOptions, readRecords } from '../../input/read-records.ts';
import type { DataRecord } from '../../input/record.ts';
import { isObject } from '../../json/is-object.ts';
import type { ValuePlace } from '../../json/json-places.ts';
import type { TextRange } from '../../json/line-index.ts';
import { findTable, refuseTable } from '../files/refuse-table.ts';
import { pointerToShow } from './pointer-to-show.ts';
import type { FileReport, Finding } from './validation-report.ts';

export interface CheckTarget {
  /** The name that the user gave. */
  readonly name: string;
  readonly uuid: string;
  readonly version: number | undefined;
  readonly engine: Pick<Engine, 'validateTemplateData'>;
}

/** Checks a file. Faults of the file or its data become findings; faults of the template or the program are raised. */
export async function checkFile(
  name: string,
  target: CheckTarget,
  options: ReadOptions & { readonly maxErrors: number; readonly signal: AbortSignal },
): Promise<FileReport> {
  const findings: Finding[] = [];
  let records = 0;
  let errors = 0;
  const add = (finding: Finding) => {
    if (finding.level !== 'warning') errors++;
    if (findings.length < options.maxErrors) findings.push(finding);
  };
  try {
    if (options.format === undefined) refuseTable(name, target.name);
    for await (const result of readRecords(name, options)) {
      if (options.signal.aborted) break;
      records++;
      if (result instanceof InputError) {
        add(fromInput(result));
        continue;
      }
      const table = findTable(result.value, name, target.name);
      for (const finding of table ? [fromInput(table)] : await checkRecord(result, target, options.signal)) add(finding);
    }
    if (records === 0 && !options.signal.aborted) add(fromInput(new InputError('data', 'there is no data')));
  } catch (error) {
    // The exit code reports an interrupted check.
    if (!(error instanceof InputError) && !options.signal.aborted) throw error;
    if (error instanceof InputError) add(fromInput(error));
  }
  const isCut = options.signal.aborted && { isCut: true as const };
  return { file: displayName(name), ...isCut, template: target.name, records, findings, errors };
}

function fromInput(error: InputError): Finding {
  const isUnreadable = error.kind === 'file';
  return {
    level: isUnreadable ? 'unreadable' : 'error',
    place: error.line === undefined ? undefined : { line: error.line, column: error.column ?? 1 },
    record: undefined,
    path: '',
    message: error.reason,
    rule: isUnreadable ? 'unreadable' : 'syntax',
    schemaPath: undefined,
    excerpt: error.excerpt,
  };
}

async function checkRecord(record: DataRecord, target: CheckTarget, signal: AbortSignal): Promise<readonly Finding[]> {
  const warnings = record.warnings.map(
    ({ message, line, column }): Finding => ({
      level: 'warning',
      place: { line, column },
      record: record.number,
      path: '',
      message,
      rule: 'digits',
      schemaPath: undefined,
    }),
  );
  const breaches = await listBreaches(record.value, target, signal);
  if (breaches.length === 0) return warnings;
  const pointers = breaches.map(pointerToShow);
  const places = record.places.all([...new Set(pointers)]);
  const findings = breaches.map((breach, i) => toFinding(breach, pointers[i]!, places, record.number));
  return [...findings, ...warnings].sort(byPlace);
}

async function listBreaches(
  value: unknown,
  { engine, uuid, version }: CheckTarget,
  signal: AbortSignal,
): Promise<readonly Breach[]> {
  if (!isObject(value)) return [notAnObject(value)];
  const body = { data: value, ...(version !== undefined && { templateVersion: version }) };
  try {
    const { errors } = await engine.validateTemplateData({ params: { uuid }, body }, { signal });
    return errors as readonly Breach[];
  } catch (error) {
    if (error instanceof PdfgenError && error.code === 'VALIDATION_TIMEOUT') {
      return [{ path: '/data', message: `cannot be checked: ${error.message}`, keyword: 'timeout', params: {}, schemaPath: '#' }];
    }
    throw error;
  }
}

function notAnObject(value: unknown): Breach {
  const what = Array.isArray(value)
    ? 'an array. Use a file for each document, or JSON Lines (.jsonl) for many'
    : value === null
      ? 'null'
      : `a ${typeof value}`;
  return {
    path: '/data',
    message: `must be an object, got ${what}`,
    keyword: 'type',
    params: { type: 'object' },
    schemaPath: '#/type',
  };
}

function toFinding(
  breach: Breach,
  pointer: string,
  places: ReadonlyMap<string, ValuePlace>,
  record: number | undefined,
): Finding {
  const path = breach.path.replace(/^\/data/, '');
  const place = places.get(pointer) ?? places.get(path);
  return {
    level: 'error',
    place: place && toPlace(pointer === path ? place : (place.key ?? place)),
    record,
    path,
    message: breach.message,
    rule: breach.keyword,
    schemaPath: breach.schemaPath,
  };
}

const byPlace = (a: Finding, b: Finding): number =>
  (a.place?.line ?? 0) - (b.place?.line ?? 0) || (a.place?.column ?? 0) - (b.place?.column ?? 0);

/** Marks a value on one line whole, a longer value by its start: a table of a thousand lines should not be underlined. */
function toPlace({ line, column, endLine, endColumn }: TextRange): TextRange {
  return endLine === line && endColumn !== undefined ? { line, column, endLine, endColumn } : { line, column };
}
