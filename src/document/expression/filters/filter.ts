// What a filter is.
import type { Scope } from '../types.ts';

/** What a filter takes; `any` takes everything. */
export type InputKind = 'any' | 'number' | 'text' | 'date' | 'list' | 'sized';

/**
 * What a filter gives. `input`: what it takes, with elements of the same type. `element`: an element of the list. `member`: the member of an
 * element that is named, or the element itself; `members`: a list of them. `groups`: lists of the elements, each with the member that they share.
 */
export type OutputKind = 'number' | 'text' | 'input' | 'element' | 'member' | 'members' | 'groups';

/** The fault of an argument. */
export interface ArgumentFault {
  /** The fault and the right form, without a full stop. */
  readonly message: string;
  /** What happens if a binding gives this value: `the nearest is taken`. */
  readonly instead: string;
  /** The value that the filter gets instead. Undefined: no value, as if the argument were left out. */
  readonly value?: unknown;
  /** The value may be meant. It gives a warning if the template writes it, and no message if a binding gives it. */
  readonly isDoubt?: boolean;
}

/** One argument of a filter. A literal is checked when the template is compiled, the value of a binding at each run. */
export interface Argument {
  /**
   * `member`: the path of a member of the elements, proved like a path. `compared`: a value to compare that member with.
   * `choice`: one of the values that the input may have. `word`: text that nobody computes, such as a pattern. `number`: a number. `value`: any value.
   */
  readonly kind: 'member' | 'compared' | 'choice' | 'word' | 'number' | 'value';
  findFault?(value: unknown): ArgumentFault | undefined;
  /** What happens if a binding has no value, where this deserves a warning. */
  readonly missing?: string;
}

/** Notes what a filter cannot work with, half a sentence: `"x" is not a date and prints nothing`. */
export type Tell = (scope: Scope, what: string) => void;

export interface Filter {
  readonly name: string;
  readonly input: InputKind;
  /** Number of arguments: least and most. */
  readonly arity: readonly [number, number];
  /** What each argument must be, by their number; undefined: any value. */
  readonly args?: (count: number) => readonly (Argument | undefined)[];
  /** What the elements, or the member of them that is named, must be. */
  readonly elements?: 'number' | 'ordered' | 'text';
  /** The type of the result, for the proof of the filters after it. */
  readonly output: OutputKind;
  /** Whether the filter gets null and missing values. Other filters give empty text for them. */
  readonly takesMissing?: boolean;
  /** As it is written, for the reference. */
  readonly signature: string;
  readonly summary: string;
  /** An expression with the filter, and what it prints for `exampleScope`. */
  readonly example: string;
  readonly result: string;
  /** Whether Liquid has a filter of this name with these arguments. */
  readonly liquid: boolean;
  /** The fault of an input that the template writes. */
  check?(value: unknown): string | undefined;
  run(value: unknown, args: readonly unknown[], scope: Scope, tell: Tell): unknown;
}

/** A filter without its optional members spelled out. */
export function defineFilter(filter: Filter): Filter {
  return filter;
}
