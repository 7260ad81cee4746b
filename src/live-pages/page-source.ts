// The port for what is shown: a template of a workspace, or an embedded template. Pages know nothing else of where a template comes from. Nothing in
// this folder runs in Node.
import type { ErrorCode } from '../contract/errors.ts';
import type { RenderWarning } from '../contract/generate.ts';
import type { ShownFault, ShownPages } from '../contract/shown-pages.ts';
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
  /** The code that the server gave. */
  readonly code: ErrorCode | undefined;

  constructor(message: string, faults: readonly ShownFault[] = [], code?: ErrorCode) {
    super(message);
    this.faults = faults;
    this.code = code;
  }
}
