// Choices that look random and are the same in each run of a seed.
import { createRandom } from '../random.ts';

export interface Dice {
  /** Whether something happens that happens in this share of cases. */
  chance(share: number): boolean;
  /** A whole number from 0 to below `count`. */
  upTo(count: number): number;
  pick<T>(list: readonly T[]): T;
  /** Up to `most` values, at least `least`. */
  some<T>(least: number, most: number, make: (index: number) => T): T[];
}

export function createDice(seed: number): Dice {
  const random = createRandom(seed);
  const upTo = (count: number) => Math.floor(random() * count);
  return {
    chance: (share) => random() < share,
    upTo,
    pick: (list) => list[upTo(list.length)]!,
    some: (least, most, make) => Array.from({ length: least + upTo(most - least + 1) }, (_, i) => make(i)),
  };
}
