// The blocks of Markdown, as a tree.
import type { InlineSpan } from '../text/inline-marks.ts';

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly spans: readonly InlineSpan[] }
  | { readonly kind: 'text'; readonly spans: readonly InlineSpan[] }
  | { readonly kind: 'code'; readonly spans: string }
  | ImageBlock
  | { readonly kind: 'line' }
  | ({ readonly kind: 'quote' } & Blocks)
  | ListBlock
  | TableBlock;

/** Blocks below one another. */
export interface Blocks {
  readonly blocks: readonly Block[];
  /** They are in a list whose paragraphs stand close. */
  readonly isTight?: boolean;
}

/** A picture that stands alone in its paragraph. */
export interface ImageBlock {
  readonly kind: 'image';
  readonly src: string;
  readonly alt: string;
}

export interface ListBlock {
  readonly kind: 'list';
  /** The number of lists around. */
  readonly depth: number;
  /** The character after the numbers. Undefined: a list without numbers. */
  readonly delimiter: '.' | ')' | undefined;
  readonly start: number;
  /** No paragraph of the list stands apart from the next one. */
  readonly isTight: boolean;
  readonly items: readonly ListItem[];
}

export interface ListItem extends Blocks {
  /** The sign of a task. */
  readonly task: string | undefined;
}

export interface TableBlock {
  readonly kind: 'table';
  readonly columns: readonly Align[];
  readonly head: readonly Cell[];
  readonly rows: readonly (readonly Cell[])[];
}

export type Align = 'left' | 'center' | 'right' | undefined;

export type Cell = readonly InlineSpan[];

/** Markdown that was read. */
export interface MarkdownText {
  readonly blocks: readonly Block[];
  readonly doubts: readonly Doubt[];
  /** Where its links lead. */
  readonly targets: readonly string[];
}

/** A part that is perhaps not printed as its author meant. */
export interface Doubt {
  readonly code: 'unread-markdown' | 'missing-image';
  readonly message: string;
}

/** Reads a text. Raises MarkdownLimit. */
export type ReadMarkdown = (text: string) => MarkdownText;

/** The fault of a text that is too long or too deep. */
export class MarkdownLimit extends Error {}
