// The direction in which texts run and in which parts stand side by side: from left to right, or from right to left.

export type Direction = 'ltr' | 'rtl';

/** What a part of a template says of its direction. `auto`: each text in it has that of its first letter. */
export type GivenDirection = Direction | 'auto';

/** The directions at a place of a document. */
export interface Directions {
  /** Of what stands side by side, and of paragraphs without a letter. */
  readonly dir: Direction;
  /** Of texts that do not say theirs. */
  readonly textDir: GivenDirection;
}

/**
 * The directions of a document. `isRightToLeft`: its language is. In other languages, texts have the direction of their first letter: names in Hebrew
 * are in order in an English list.
 */
export const directionsOf = (isRightToLeft: boolean, given?: GivenDirection): Directions =>
  turnedTo(given, isRightToLeft ? { dir: 'rtl', textDir: 'rtl' } : { dir: 'ltr', textDir: 'auto' });

/** A scope inside of a part. `given`: what the part says. Undefined: nothing. */
export function turnedTo<S extends Directions>(given: GivenDirection | undefined, scope: S): S {
  if (given === undefined) return scope;
  return { ...scope, dir: given === 'auto' ? scope.dir : given, textDir: given };
}

/** The left edge of what is `wide` in a place of the width `room`, and begins `from` pt after its start. */
export const leftIn = ({ dir }: Pick<Directions, 'dir'>, from: number, wide: number, room: number): number =>
  dir === 'ltr' ? from : room - from - wide;
