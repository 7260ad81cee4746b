// The sheets that a variant of a header or footer is for.
import type { BandVariant } from './page-layout.ts';

type On = BandVariant['on'];

/** The facts about a sheet that decide which variant of a band it gets. */
export interface BandSheet {
  /** Its number in its part. */
  readonly part: number;
  /** Its number in the document. */
  readonly number: number;
  readonly isLast: boolean;
}

export function isFor(on: On, { part, number, isLast }: BandSheet): boolean {
  switch (on) {
    case 'first':
      return part === 1;
    case 'notFirst':
      return part > 1;
    case 'last':
      return isLast;
    case 'notLast':
      return !isLast;
    case 'odd':
      return number % 2 === 1;
    case 'even':
      return number % 2 === 0;
    case 'all':
    case 'rest':
      return true;
  }
}

/** A sheet of each kind. */
const kinds: readonly BandSheet[] = [1, 2].flatMap((part) =>
  [1, 2].flatMap((number) => [true, false].map((isLast) => ({ part, number, isLast }))),
);

/** Whether each sheet that a variant is for has one of the other variants. */
export const takeAll = (others: readonly On[], one: On): boolean =>
  kinds.filter((sheet) => isFor(one, sheet)).every((sheet) => others.some((other) => isFor(other, sheet)));
