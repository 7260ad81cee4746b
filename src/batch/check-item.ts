// Checks one document of a batch: its data against the contract, and the name of its file.
import { lstatSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Breach } from '../contract/errors.ts';
import { describeBreach } from '../contract/warnings.ts';
import type { DataSchema } from '../data/data-schema.ts';
import { lookAt, type OutputGuard } from '../files/output-guard.ts';
import { toPointer } from '../input/parse-path.ts';
import type { NameOption } from '../words/name-option.ts';
import type { BatchItem, ItemFault, RejectedItem } from './batch-item.ts';
import type { NamePattern } from './files/name-pattern.ts';
import { writesOverInput } from './files/run-guard.ts';
import type { NameClaims } from './files/same-file.ts';
import type { HeadCheck } from './open-head-check.ts';

export interface ItemRules {
  readonly schema: DataSchema;
  readonly checkHead: HeadCheck | undefined;
  /** Whether doubts about the data are faults. */
  readonly isStrict: boolean;
  /** Undefined: the documents go to no files. */
  readonly names: ItemNames | undefined;
  readonly nameOption: NameOption;
  /** The fault of a document's password. */
  readonly findPasswordFault: (item: BatchItem) => ItemFault | undefined;
}

export interface ItemNames {
  readonly cwd: string;
  readonly pattern: NamePattern;
  readonly claims: NameClaims;
  /** The run may replace any file in the place of a document. */
  readonly mayReplace: boolean;
  /** Keeps documents from the files that the run reads. Undefined: the documents have no files of their own. */
  readonly guard: OutputGuard | undefined;
  /** Whether an earlier run made the document of the same data. It keeps the contract of the template's version of then. */
  readonly isMade: (file: string, data: BatchItem['data']) => boolean;
}

export type ItemVerdict =
  /** `file`: the name of the document; empty if the document goes to no file. `isTaken`: a file with this name exists. */
  { readonly file: string; readonly isTaken: boolean } | { readonly faults: readonly ItemFault[]; readonly isClash: boolean };

/** Time limit for checking the data of one document. */
const checkMs = 5_000;

/** Gives the check of a batch's items, which are numbered from 1. If two documents have the same file, the later one is at fault. */
export function createItemCheck({
  schema,
  checkHead,
  isStrict,
  names,
  nameOption,
  findPasswordFault,
}: ItemRules): (item: BatchItem, number: number) => Promise<ItemVerdict> {
  const invalid = (faults: readonly ItemFault[], isClash = false): ItemVerdict => ({ faults, isClash });
  return async (item, number) => {
    const named = names?.pattern.nameOf(item, number);
    const isMade = () => names !== undefined && named !== undefined && 'name' in named && names.isMade(named.name, item.data);
    const broken = schema.check(item.data, { timeoutMs: checkMs });
    const breaches = broken.length === 0 && checkHead ? await checkHead(item.data) : broken;
    if (breaches.length > 0 && !isMade()) return invalid(toFaults(breaches, item, nameOption));
    const passwordFault = findPasswordFault(item);
    if (passwordFault) return invalid([passwordFault]);
    if (isStrict && item.warnings.length > 0) return invalid(item.warnings);
    if (!names || !named) return { file: '', isTaken: false };
    if ('fault' in named) {
      const { fault: message, pointer } = named;
      return invalid([
        pointer === undefined ? { ...placeOfItem(item), message } : { ...item.placeOf(pointer), message, pointer },
      ]);
    }
    const { name: file } = named;
    const other = names.claims.claim(file, item.source);
    if (other) {
      const message = `would go to the same file as the document at ${other.file}:${other.line}: ${JSON.stringify(file)}`;
      return invalid([{ ...placeOfItem(item), message }], true);
    }
    const path = resolve(names.cwd, file);
    const harm = names.guard?.findFault(path, lookAt(path));
    if (harm) throw writesOverInput(file, harm, nameOption('output'));
    // Fails before the first document is made where no file can be.
    const there = lstatSync(path, { throwIfNoEntry: false });
    return { file, isTaken: !names.mayReplace && there !== undefined };
  };
}

/** All faults of a rejected input, as far as it could be read. */
export function checkRejected({ faults, rest }: RejectedItem, { schema, nameOption }: ItemRules): readonly ItemFault[] {
  if (!rest) return faults;
  const told = new Set(faults.map(({ line, column }) => `${line}:${column}`));
  const breaches = toFaults(schema.check(rest.data, { timeoutMs: checkMs }), rest, nameOption);
  // Only breaches of single cells: a breach of a larger part may come from a cell with a fault, which is missing from the data.
  const more = breaches.filter(({ line, column, columnName }) => columnName !== undefined && !told.has(`${line}:${column}`));
  return [...faults, ...more];
}

function placeOfItem({ source: { row: _row, ...place } }: BatchItem) {
  return place;
}

function toFaults(
  breaches: readonly Breach[],
  { placeOf }: Pick<BatchItem, 'placeOf'>,
  nameOption: NameOption,
): readonly ItemFault[] {
  return breaches.map((one) => {
    const pointer = one.path.replace(/^\/data(?=\/|$)/, '');
    // A missing member may have an empty cell.
    const missing = one.params.missingProperty;
    const place = typeof missing === 'string' ? `${pointer}${toPointer([missing])}` : pointer;
    const message = describeBreach(one);
    const remedy = message.endsWith('leave an optional member out') ? `, or add ${nameOption('nullAsMissing')}` : '';
    return { ...placeOf(place), message: message + remedy, pointer: place };
  });
}
