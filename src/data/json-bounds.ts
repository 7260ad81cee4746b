// Checks the limits of a JSON value: its depth, and that its numbers are finite.
import { pointerStep } from '../json/json-pointer.ts';

/** The pointer of the first value nested deeper than `limit`. Uses no recursion, because the value may have any depth. */
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

/** Pointers of at most `most` numbers that JSON cannot hold. Check the depth of the value first. */
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
