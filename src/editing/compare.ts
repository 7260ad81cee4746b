// Compares two versions of the page layouts part by part, and puts together what a person chooses of both.
import { isObject } from '../json/is-object.ts';
import { join } from './operations.ts';

/** A place where two versions differ. */
export interface Difference {
  /** JSON Pointer of what differs in each version: a member, or an element of a list. Undefined: the version does not have it. */
  readonly mine: string | undefined;
  readonly theirs: string | undefined;
}

/** All differences, in the order of the page layouts. None: both versions say the same. */
export function listDifferences(mine: unknown, theirs: unknown): readonly Difference[] {
  const found: Difference[] = [];
  walk({ value: mine, at: '/pages' }, { value: theirs, at: '/pages' }, (difference) => {
    found.push(difference);
    return false;
  });
  return found;
}

/** The page layouts of `mine` with what differs taken from `theirs` where `isTheirs` says so. `index`: of the difference in their list. */
export function takeChoice(mine: unknown, theirs: unknown, isTheirs: (index: number) => boolean): unknown {
  let index = 0;
  return walk({ value: mine, at: '/pages' }, { value: theirs, at: '/pages' }, () => isTheirs(index++));
}

interface Side {
  readonly value: unknown;
  /** Its JSON Pointer. */
  readonly at: string;
}

type Choose = (difference: Difference) => boolean;

/** Goes through both versions at once. `choose`: whether a difference is taken from the second one. Returns what was put together. */
function walk(mine: Side, theirs: Side, choose: Choose): unknown {
  const [a, b] = [mine.value, theirs.value];
  if (isSame(a, b)) return a;
  if (Array.isArray(a) && Array.isArray(b)) return walkLists({ ...mine, value: a }, { ...theirs, value: b }, choose);
  if (isObject(a) && isObject(b) && sharesMember(a, b)) {
    const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
    const members = names.flatMap((name): readonly (readonly [string, unknown])[] => {
      const taken = walkMember(name, a, b, { mine: join(mine.at, name), theirs: join(theirs.at, name) }, choose);
      return taken ? [[name, taken.value]] : [];
    });
    return Object.fromEntries(members);
  }
  return choose({ mine: mine.at, theirs: theirs.at }) ? b : a;
}

type Members = Readonly<Record<string, unknown>>;

function walkMember(
  name: string,
  a: Members,
  b: Members,
  at: { readonly mine: string; readonly theirs: string },
  choose: Choose,
): { readonly value: unknown } | undefined {
  const hasMine = Object.hasOwn(a, name);
  const hasTheirs = Object.hasOwn(b, name);
  if (hasMine && hasTheirs) return { value: walk({ value: a[name], at: at.mine }, { value: b[name], at: at.theirs }, choose) };
  const isTheirs = choose({ mine: hasMine ? at.mine : undefined, theirs: hasTheirs ? at.theirs : undefined });
  return isTheirs === hasTheirs ? { value: hasTheirs ? b[name] : a[name] } : undefined;
}

/** Keeps the longest common subsequence. Compares the elements between in pairs; each element left over is one difference. */
function walkLists(
  mine: Side & { readonly value: readonly unknown[] },
  theirs: Side & { readonly value: readonly unknown[] },
  choose: Choose,
): readonly unknown[] {
  const result: unknown[] = [];
  let [i, j] = [0, 0];
  const between = (endMine: number, endTheirs: number) => {
    for (; i < endMine && j < endTheirs; i++, j++)
      result.push(
        walk({ value: mine.value[i], at: join(mine.at, i) }, { value: theirs.value[j], at: join(theirs.at, j) }, choose),
      );
    for (; i < endMine; i++) if (!choose({ mine: join(mine.at, i), theirs: undefined })) result.push(mine.value[i]);
    for (; j < endTheirs; j++) if (choose({ mine: undefined, theirs: join(theirs.at, j) })) result.push(theirs.value[j]);
  };
  for (const [same, sameTheirs] of commonElements(mine.value, theirs.value)) {
    between(same, sameTheirs);
    result.push(mine.value[i++]);
    j++;
  }
  between(mine.value.length, theirs.value.length);
  return result;
}

/** More comparisons than this take too long; the lists are then compared element by element. */
const mostComparisons = 1_000_000;

/** The indexes of a longest common subsequence of two lists. */
function commonElements(a: readonly unknown[], b: readonly unknown[]): readonly (readonly [number, number])[] {
  if (a.length * b.length > mostComparisons) return [];
  const [left, right] = [a.map(textOf), b.map(textOf)];
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i]![j] = left[i] === right[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  const found: (readonly [number, number])[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (left[i] === right[j]) found.push([i++, j++]);
    else if (lengths[i + 1]![j]! >= lengths[i]![j + 1]!) i++;
    else j++;
  }
  return found;
}

const textOf = (value: unknown): string => JSON.stringify(value) ?? '';

const isSame = (a: unknown, b: unknown): boolean => a === b || textOf(a) === textOf(b);

/** Two objects without a common member are two things. */
const sharesMember = (a: Members, b: Members): boolean => Object.keys(a).some((name) => Object.hasOwn(b, name));
