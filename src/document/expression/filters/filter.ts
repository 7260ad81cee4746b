// What a filter is.
import type { Scope } from '../types.ts';

/** What a filter takes; `any` takes everything. */
export type InputKind = 'any' | 'number' | 'text' | 'date' | 'list' | 'sized';

export interface Filter {
  readonly name: string;
  readonly input: InputKind;
  /** Number of arguments: least and most. */
  readonly arity: readonly [number, number];
  /** Least and most of arguments that are numbers, in their order; undefined: any value. Others are brought to the nearest. */
  readonly ranges?: readonly (readonly [number, number] | undefined)[];
  /** What comes out, for the proof of the next filter. */
  readonly output: 'number' | 'text' | 'list' | 'any' | 'boolean';
  /** Whether null and missing reach it; others give empty text for them. */
  readonly takesMissing?: boolean;
  /** As it is written, for the reference. */
  readonly signature: string;
  readonly summary: string;
  /** An expression with the filter, and what it prints for `exampleScope`. */
  readonly example: string;
  readonly result: string;
  /** Whether Liquid has a filter of this name with these arguments. */
  readonly liquid: boolean;
  /** What is wrong with values that are written in the template; undefined stands for those that data decide. */
  check?(value: unknown, args: readonly unknown[]): string | undefined;
  run(value: unknown, args: readonly unknown[], scope: Scope): unknown;
}

/** A filter without its optional members spelled out. */
export function defineFilter(filter: Filter): Filter {
  return filter;
}
