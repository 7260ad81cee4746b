// Bounds of a JSON value: how deeply it is nested, and numbers that JSON can hold.
import { pointerStep } from '../json/json-pointer.ts';

/** The pointer of the first value nested deeper than `limit`. Walks without recursion, since the value may be of any depth. */
export function findTooDeep(root: unknown, limit: number): string | undefined {
  const stack: { value: object; depth: number; pointer: string }[] = [];
  const push = (value: unknown, depth: number, pointer: string) => {
    if (typeof value === 'object' && value !== null) stack.push({ value, depth, pointer });
  };
  push(root, 1, '');
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (next.depth > limit) return next.pointer;
    for (const [key, value] of Object.entries(next.value)) push(value, next.depth + 1, next.pointer + pointerStep(key));
  }
  return undefined;
}

/** Pointers of the numbers that JSON cannot hold, at most `most`. The depth of the value must have been checked. */
export function findNonFinite(value: unknown, most: number, pointer = ''): readonly string[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [pointer];
  if (typeof value !== 'object' || value === null) return [];
  const found: string[] = [];
  for (const [key, member] of Object.entries(value)) {
    found.push(...findNonFinite(member, most - found.length, pointer + pointerStep(key)));
    if (found.length >= most) break;
  }
  return found;
}
