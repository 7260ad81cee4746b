// One document of a batch looked at: whether its data keep the contract, and whether its file is its own.
import { lstatSync } from 'node:fs';
import { resolve } from 'node:path';
import { describeBreach } from '../contract/warnings.ts';
import type { DataSchema } from '../data/index.ts';
import { toPointer } from '../input/parse-path.ts';
import type { BatchItem, ItemFault, RejectedItem } from './batch-item.ts';
import type { NamePattern } from './name-pattern.ts';
import type { NameClaims } from './same-file.ts';

export interface ItemRules {
  readonly schema: DataSchema;
  /** Whether doubts about the data are faults. */
  readonly isStrict: boolean;
  /** Undefined: the documents go to no files. */
  readonly names: ItemNames | undefined;
}

export interface ItemNames {
  readonly pattern: NamePattern;
  readonly cwd: string;
  readonly claims: NameClaims;
  /** Whatever stands where documents go may be replaced. */
  readonly mayReplace: boolean;
  /** What stands there may be replaced. Undefined: nothing is the run's own. */
  readonly isOwn: ((name: string) => boolean) | undefined;
}

export type ItemVerdict =
  /** `file`: the name of the document; empty where it goes to none. */
  | { readonly file: string; readonly wouldReplace: boolean }
  | { readonly faults: readonly ItemFault[]; readonly isClash: boolean };

/** Time that checking the data of one document may take. */
const checkMs = 5_000;

/** Gives the check of a batch's items, `number` from 1. Two documents of one file are a fault of the later. */
export function createItemCheck({ schema, isStrict, names }: ItemRules): (item: BatchItem, number: number) => ItemVerdict {
  const invalid = (faults: readonly ItemFault[], isClash = false): ItemVerdict => ({ faults, isClash });
  return (item, number) => {
    const breaches = schema.check(item.data, { timeoutMs: checkMs });
    if (breaches.length > 0) return invalid(toFaults(breaches, item));
    if (isStrict && item.warnings.length > 0) return invalid(item.warnings);
    if (!names) return { file: '', wouldReplace: false };
    const named = names.pattern.nameOf(item, number);
    if ('fault' in named) return invalid([{ ...placeOfItem(item), message: named.fault }]);
    const { name: file } = named;
    const other = names.claims.claim(file, item.source);
    if (other) {
      const message = `would go to the same file as the document at ${other.file}:${other.line}: ${file}`;
      return invalid([{ ...placeOfItem(item), message }], true);
    }
    if (names.mayReplace || names.isOwn?.(file)) return { file, wouldReplace: false };
    return { file, wouldReplace: lstatSync(resolve(names.cwd, file), { throwIfNoEntry: false }) !== undefined };
  };
}

/** All that is wrong with what became no document, as far as it could be read. */
export function checkRejected({ faults, rest }: RejectedItem, schema: DataSchema): readonly ItemFault[] {
  if (!rest) return faults;
  const told = new Set(faults.map(({ line, column }) => `${line}:${column}`));
  const breaches = toFaults(schema.check(rest.data, { timeoutMs: checkMs }), rest);
  // Breaches of single cells alone: of a larger part it may be a cell with a fault that is missing.
  const more = breaches.filter(({ line, column, columnName }) => columnName !== undefined && !told.has(`${line}:${column}`));
  return [...faults, ...more];
}

function placeOfItem({ source: { row: _row, ...place } }: BatchItem) {
  return place;
}

function toFaults(breaches: ReturnType<DataSchema['check']>, { placeOf }: Pick<BatchItem, 'placeOf'>): readonly ItemFault[] {
  return breaches.map((one) => {
    const pointer = one.path.replace(/^\/data(?=\/|$)/, '');
    // What is missing has an empty cell perhaps.
    const missing = one.params.missingProperty;
    const place = typeof missing === 'string' ? `${pointer}${toPointer([missing])}` : pointer;
    return { ...placeOf(place), message: describeBreach(one), pointer: place };
  });
}
