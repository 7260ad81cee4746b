// Every document of a batch looked at, before the first is made.
import { lstatSync } from 'node:fs';
import type { DataSchema } from '../../data/index.ts';
import { toPointer } from '../input/parse-path.ts';
import { describeBreach } from '../report-error.ts';
import type { BatchEntries, BatchEntry, BatchItem, ItemFault } from './batch-item.ts';
import { createNameClaims, type NamePattern } from './name-pattern.ts';

/** The file of a document: as it is named to people, and where it is. */
export interface Target {
  readonly file: string;
  readonly path: string;
}

export interface CheckOptions {
  readonly schema: DataSchema;
  /**
   * Undefined: the documents go to no files. `locate`: where a name of the pattern is. `toReal`: equal for names of one file. `isOwn`: what stands
   * there may be replaced.
   */
  readonly names:
    | {
        readonly pattern: NamePattern;
        readonly locate: (name: string) => string;
        readonly toReal: (name: string) => string;
        readonly isOwn: (name: string) => boolean;
      }
    | undefined;
  readonly signal: AbortSignal;
  /** What is wrong with the document, from 1. */
  readonly onRejected: (entry: BatchEntry, faults: readonly ItemFault[], item: number) => void | Promise<void>;
  /** One that can be made. */
  readonly onItem?: (item: BatchItem, number: number, target: Target | undefined) => void;
}

export interface Checked {
  /** Documents of the input, whatever is wrong with them. */
  readonly total: number;
  /** Those that cannot be made, from 1. */
  readonly rejected: ReadonlySet<number>;
  /** Among these are rows that may be part of any document, so that none can be made without them. */
  readonly isIncomplete: boolean;
  readonly faults: number;
  /** Documents that would share the file of an earlier one. */
  readonly clashes: number;
  /** Files that stand where documents would go, and are not the run's own. */
  readonly standing: readonly string[];
  readonly standingCount: number;
}

/** Time that checking the data of one document may take. */
const checkMs = 5_000;
/** More are counted, not kept. */
const keptStanding = 20;

/** Reads all entries once. Two documents of one file are a fault of the later. */
export async function checkEntries(entries: BatchEntries, options: CheckOptions): Promise<Checked> {
  const { schema, names, signal, onRejected, onItem } = options;
  const rejected = new Set<number>();
  const claims = createNameClaims();
  const standing: string[] = [];
  let standingCount = 0;
  let faultCount = 0;
  let clashes = 0;
  let number = 0;
  let isIncomplete = false;
  for await (const entry of entries) {
    number++;
    if (number % 100 === 0) await new Promise(setImmediate); // a signal is heard
    signal.throwIfAborted();
    const [faults, target] = check(entry, number);
    if (faults.length === 0) {
      onItem?.(entry as BatchItem, number, target);
      const isTaken =
        target && names && !names.isOwn(target.file) && lstatSync(target.path, { throwIfNoEntry: false }) !== undefined;
      if (isTaken && standingCount++ < keptStanding) standing.push(target.file);
      continue;
    }
    rejected.add(number);
    if (entry.kind === 'rejected' && entry.mayBeOfAny) isIncomplete = true;
    faultCount += faults.length;
    await onRejected(entry, faults, number);
  }
  return { total: number, rejected, isIncomplete, faults: faultCount, clashes, standing, standingCount };

  function checkData({ data, placeOf }: Pick<BatchItem, 'data' | 'placeOf'>): readonly ItemFault[] {
    return schema.check(data, { timeoutMs: checkMs }).map((one) => {
      const pointer = one.path.replace(/^\/data(?=\/|$)/, '');
      // What is missing has an empty cell perhaps.
      const missing = one.params.missingProperty;
      const place = typeof missing === 'string' ? `${pointer}${toPointer([missing])}` : pointer;
      return { ...placeOf(place), message: describeBreach(one), pointer: place };
    });
  }

  /** Breaches of single cells alone: of a larger part it may be a cell with a fault that is missing. */
  function checkRest(faults: readonly ItemFault[], rest: Pick<BatchItem, 'data' | 'placeOf'>): readonly ItemFault[] {
    const told = new Set(faults.map(({ line, column }) => `${line}:${column}`));
    return checkData(rest).filter(({ line, column, columnName }) => columnName !== undefined && !told.has(`${line}:${column}`));
  }

  function check(entry: BatchEntry, item: number): readonly [readonly ItemFault[], Target | undefined] {
    if (entry.kind === 'rejected')
      return [entry.rest ? [...entry.faults, ...checkRest(entry.faults, entry.rest)] : entry.faults, undefined];
    const breaches = checkData(entry);
    if (breaches.length > 0) return [breaches, undefined];
    if (!names) return [[], undefined];
    const { row: _row, ...place } = entry.source;
    const named = names.pattern.nameOf(entry, item);
    if ('fault' in named) return [[{ ...place, message: named.fault }], undefined];
    const other = claims.claim(names.toReal(named.name), entry.source);
    if (!other) return [[], { file: named.name, path: names.locate(named.name) }];
    clashes++;
    const where = `${other.file}:${other.line}`;
    return [[{ ...place, message: `would go to the same file as the document at ${where}: ${named.name}` }], undefined];
  }
}
