// What a page shows of a template: the template itself, data, and what is wrong with them.
import type { ShownTemplate } from './shown-template.ts';

export interface ShownPages {
  readonly revision: number;
  /** Whether changes will come. */
  readonly isWatched: boolean;
  readonly name: string;
  /** Undefined: the template cannot be read, and `faults` say why. */
  readonly template?: ShownTemplate | undefined;
  /** Undefined: the data cannot be read, or do not fit the contract. */
  readonly data?: unknown;
  /** As in `options.date`. */
  readonly date?: string | undefined;
  /** What is wrong in the files, and doubts about them. */
  readonly faults: readonly ShownFault[];
  /** The texts that people write, in which the page finds lines. */
  readonly texts: readonly SourceText[];
  /** The data that can be chosen besides samples. */
  readonly choices: readonly DataChoice[];
}

export interface DataChoice {
  readonly id: string;
  readonly label: string;
}

/** JSON as people write it, and the pointer of its value in the template document. */
export interface SourceText {
  readonly pointer: string;
  readonly file: string;
  readonly text: string;
}

export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface ShownFault {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** The kind of fault, such as `text-cut`. Undefined: the kind is only in the message. */
  readonly code?: string | undefined;
  readonly place?: Place | undefined;
  /** JSON Pointer into the template document, or into the data from `/data`. */
  readonly pointer?: string | undefined;
  /** Page of the document, from 1. */
  readonly page?: number | undefined;
}

/** The beginning of the fragment in an address that opens the page of a preview only once. */
export const ticketStart = 'once.';
/** The call that gives the secret for a ticket. */
export const enterCall = 'enter';
