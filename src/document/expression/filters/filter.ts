// The interface of a filter.

import type { Schema } from '../../../json/schema-parts.ts';
import type { Time } from '../evaluation-time.ts';
import type { TextKind } from '../schema-walk.ts';
import type { AskedName, FormatSettings, ReferenceWarning, Scope, StaticScope } from '../scope.ts';

/** The input of a filter; `any`: every value. */
export type InputKind = 'any' | 'number' | 'text' | 'date' | 'list' | 'sized';

/**
 * The result of a filter. `texts`: a list of texts. `date`: a date of the same format as the input. `day`: a day. `minutes`: a number of them. `input`: the same kind as its input, with elements
 * of the same type. `both`: a list with the elements of its input and of its argument. `some`: some of the elements or characters of its input. `distinct`: its elements, each once. `present`: the elements that have a value. `element`: an element of the list. `member`: the named member of an element, or the element itself. `members`: a list of members.
 * `groups`: lists of elements, each with its common member. `pages`: a list of pages of a PDF.
 */
export type OutputKind =
  | 'number'
  | 'text'
  | 'boolean'
  | 'texts'
  | 'date'
  | 'day'
  | 'minutes'
  | 'input'
  | 'both'
  | 'some'
  | 'distinct'
  | 'present'
  | 'element'
  | 'member'
  | 'members'
  | 'groups'
  | 'pages';

/** The fault of an argument. */
export interface ArgumentFault {
  /** The fault and the right form, without a full stop. */
  readonly message: string;
  /** The effect if a binding gives this value, for messages: `the nearest is taken`. */
  readonly instead: string;
  /** The value that the filter gets instead. Undefined: no value, as if the argument were left out. */
  readonly value?: unknown;
  /** The value may be meant. It gives a warning if the template writes it, and no message if a binding gives it. */
  readonly isDoubt?: boolean;
}

/** An argument of a filter. A literal is checked when the template is compiled, the value of a binding at each run. */
export interface FilterArgument {
  /**
   * `member`: the path of a member of the elements, or an expression over the elements, proved like any expression. `compared`: a value to compare this member with. `choice`: one of the values
   * that the input may have. `word`: literal text, such as a pattern. `number`: a number. `date`: a day or time, as the input is. `list`: a list. `value`: any value.
   */
  readonly kind: 'member' | 'compared' | 'choice' | 'word' | 'number' | 'date' | 'list' | 'value';
  findFault?(value: unknown): ArgumentFault | undefined;
  /** The result is made of it: where it is missing, there is no result. Else it is an option, which is left out. Default: for a `value`. */
  readonly isOperand?: boolean;
  /** The consequence if a binding gives no value for an option. Default: it is left out. */
  readonly missing?: (scope: Scope) => string;
}

/** An argument of the kind `member` that is an expression: gives its value for one element. */
export type PickValue = (element: unknown) => unknown;

/** Notes a value that a filter cannot use, as half a sentence: `"x" is not a date and prints nothing`. */
export type NoteUnusable = (scope: Scope, what: string, about?: ReferenceWarning | 'missing') => void;

/** The text of a value: as the locale writes it if people read the text, else as programs read it. */
export type ToText = (value: unknown, format: FormatSettings) => string;

export interface Filter {
  readonly name: string;
  readonly input: InputKind;
  /** Number of arguments: least and most. */
  readonly arity: readonly [number, number];
  /** The kind of each argument, by their number; undefined: any value. */
  readonly args?: (count: number) => readonly (FilterArgument | undefined)[];
  /** For filters of dates: whether they need a day or a time, and whether the result depends on the time zone. */
  readonly reads?: { readonly needs: 'day' | 'time'; readonly inZone: boolean } | undefined;
  /** The arguments that the schema of the input gives if the template writes none. A text: why the input needs one. */
  readonly imply?: (input: Schema, root: Schema) => readonly unknown[] | string | undefined;
  /** The kind of the elements, or of their named member. */
  readonly elements?: 'number' | 'ordered' | 'text';
  /** The type of the result, for the proof of the filters after it. */
  readonly output: OutputKind;
  /** When what the filter needs beside its input is known. Default: with the data. */
  readonly time?: Time;
  /** Its input is the name of an anchor or of a counter of the document. */
  readonly asks?: AskedName['kind'];
  /**
   * The result holds the text of these values. If the result is printed, numbers among them are written as the locale does. Other filters read the
   * plain text of their values.
   */
  readonly prints?: 'input and arguments' | 'arguments';
  /** Whether the filter receives null and missing values. Other filters give nothing for them. */
  readonly takesMissing?: boolean;
  /** It looks for elements or letters in its input. */
  readonly isSearch?: boolean;
  /** Whether a value stays as it is. Its arguments are computed for other values only. */
  readonly keeps?: (value: unknown) => boolean;
  /** The filter as users write it, for the reference. */
  readonly signature: string;
  readonly summary: string;
  /** An expression with the filter, and its text for `exampleScope`. */
  readonly example: string;
  readonly result: string;
  /** Whether Liquid has a filter of this name with these arguments. */
  readonly liquid: boolean;
  /** The fault of an input and of arguments that the template writes: wrong arguments, or a name that is not there. Undefined stands for a value of the data. */
  check?(
    value: unknown,
    args: readonly unknown[],
    names: StaticScope,
  ): string | { readonly code: 'unknown-mark' | 'missing-pdf' | 'locked-pdf'; readonly message: string } | undefined;
  /** `kind`: how the data schema describes the texts among the elements or their members, and the text that they are compared with. */
  run(value: unknown, args: readonly unknown[], scope: Scope, tell: NoteUnusable, kind: TextKind, write: ToText): unknown;
}

/** Gives a filter the type `Filter`, so that its optional members can be left out. */
export function defineFilter(filter: Filter): Filter {
  return filter;
}

/** Whether a filter computes its result, such as `sum` and `days_until`: `round` and others keep the number that they take. */
export const computes = ({ input, output }: Filter): boolean =>
  (output === 'number' || output === 'minutes') && input !== 'number';
