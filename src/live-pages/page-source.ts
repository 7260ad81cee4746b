// The port for what is shown: a template of a workspace, or an embedded template. Pages know nothing else of where a template comes from.
import type { RenderWarning } from '../contract/generate.ts';
import type { ShownTemplate } from '../contract/shown-template.ts';
import type { FileBase } from './protocol.ts';

export interface PageSource {
  /** Where the files of the template are. */
  readonly base: FileBase;
  /** Reads what is to be shown with the chosen data. `after`: waits until it has changed since that revision. */
  read(choice: string, after: number | undefined, signal: AbortSignal): Promise<ShownPages>;
  /** Faults of data that the page has made itself. */
  validate(data: unknown): Promise<readonly ShownFault[]>;
  /** Lets the server make the document. Raises SourceError. */
  check(data: unknown): Promise<CheckedDocument>;
}

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
  readonly place?: Place | undefined;
  /** JSON Pointer into the template document, or into the data from `/data`. */
  readonly pointer?: string | undefined;
  /** Page of the document, from 1. */
  readonly page?: number | undefined;
}

/** The server's own document. */
export interface CheckedDocument {
  readonly pdf: Blob;
  readonly pages: number;
  readonly warnings: readonly RenderWarning[];
  /** Digest of the pages, as `page-digest.ts` makes it. */
  readonly digest: string;
}

/** What a source could not do, with the faults that it names. */
export class SourceError extends Error {
  readonly faults: readonly ShownFault[];

  constructor(message: string, faults: readonly ShownFault[] = []) {
    super(message);
    this.faults = faults;
  }
}
