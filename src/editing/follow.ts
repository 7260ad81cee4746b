// Follows a place through operations.
import { withParents } from '../json/json-pointer.ts';
import { join, type Operation, splitPointer } from './operations.ts';

/** Where a place is after an operation. Undefined: it is gone, or another value stands there now. */
export function follow(pointer: string, operation: Operation): string | undefined {
  switch (operation.op) {
    case 'set':
      return followSet(pointer, operation);
    case 'unset':
      return isWithin(pointer, operation.at) ? undefined : pointer;
    case 'insert':
      return shift(pointer, operation.at, 1);
    case 'remove':
      return isWithin(pointer, operation.at) ? undefined : shift(pointer, operation.at, -1);
    case 'move': {
      const { from, to } = operation;
      if (isWithin(pointer, from)) return to + pointer.slice(from.length);
      return shift(shift(pointer, from, -1), to, 1);
    }
  }
}

/** Where a place is after operations. Undefined: it is gone. */
export function followAll(pointer: string, operations: readonly Operation[]): string | undefined {
  let at: string | undefined = pointer;
  for (const operation of operations) {
    if (at === undefined) return undefined;
    at = follow(at, operation);
  }
  return at;
}

/** As `followAll`. If the place is gone, follows the nearest part around it that is still there. */
export function followNearest(pointer: string, operations: readonly Operation[]): string {
  for (const place of withParents(pointer)) {
    const at = followAll(place, operations);
    if (at !== undefined) return at;
  }
  return '';
}

/** Whether a pointer is a place or stands inside of it. */
export const isWithin = (pointer: string, place: string): boolean => pointer === place || pointer.startsWith(`${place}/`);

/** A pointer to the value itself stays. Pointers into the old value are gone, except those that `carried` maps. */
function followSet(pointer: string, { at, carried = [] }: Extract<Operation, { op: 'set' }>): string | undefined {
  if (!isWithin(pointer, at)) return pointer;
  const inside = pointer.slice(at.length);
  const longest = carried.filter(({ from }) => isWithin(inside, from)).sort((a, b) => b.from.length - a.from.length)[0];
  if (longest) return at + longest.to + inside.slice(longest.from.length);
  return pointer === at ? at : undefined;
}

/** A pointer after an element came (1) or went (-1) at `at`: later elements of its list have another index. */
function shift(pointer: string, at: string, by: number): string {
  const { parent, key } = splitPointer(at);
  if (!pointer.startsWith(`${parent}/`)) return pointer;
  const [own = '', ...inside] = pointer.slice(parent.length + 1).split('/');
  return Number(own) >= Number(key) ? [join(parent, Number(own) + by), ...inside].join('/') : pointer;
}
