// The renderer port: the work that must be stoppable. Requests are plain data, so that a thread or process can take them.
import type { Diagnostic } from '../contract/diagnostic.ts';
import type { Breach, PdfgenError } from '../contract/errors.ts';
import type { Pdf } from '../contract/generate.ts';

/** A template ready to be rendered, wherever it came from. */
export interface TemplateSource {
  /** Distinct for distinct content (document and assets); what is compiled is kept under it. */
  readonly key: string;
  /** The template document with `pages`, `dataSchema`, `exampleData`, styles, fonts … */
  readonly document: Readonly<Record<string, unknown>>;
  readonly slug: string;
  /** Files by the name that the template uses. */
  readonly assets: Readonly<Record<string, AssetFile>>;
}

/** A file on this machine's disk, whose digest is found when it is read unless it is known; or its bytes. */
export type AssetFile =
  | { readonly path: string; readonly sha256?: string }
  | { readonly bytes: Uint8Array; readonly sha256: string };

export interface Limits {
  readonly maxPages: number;
  readonly maxBoxes: number;
  readonly maxImagePixels: number;
  readonly maxOutputBytes: number;
  readonly validationMs: number;
  readonly renderMs: number;
}

export interface RenderRequest {
  readonly template: TemplateSource;
  readonly data: unknown;
  readonly options: {
    readonly date?: string | undefined;
    readonly strict?: boolean | undefined;
    readonly fontSubset?: 'document' | 'template' | undefined;
  };
  readonly limits: Limits;
}

export type RenderResult = Pick<Pdf, 'body' | 'bytes' | 'sha256' | 'pages' | 'warnings' | 'filename'>;

/** A document to be made, and where it is put: in a folder that is there, in place of what stands there. */
export interface FileItem {
  readonly data: unknown;
  readonly path: string;
}

/** What stands whole at an item's path, or why nothing of it does. */
export type FileOutcome<E = PdfgenError> =
  | { readonly pages: number; readonly bytes: number; readonly sha256: string; readonly warningCount: number }
  | { readonly error: E };

export interface FilesResult<E = PdfgenError> {
  /** Of the items in order; fewer when it was stopped or a file could not be written. */
  readonly outcomes: readonly FileOutcome<E>[];
  /** The system's error of the file that could not be written. */
  readonly fault: unknown;
  /** Time that it took. */
  readonly ms: number;
}

/** Documents straight to files, in threads. */
export interface FileRenderer {
  /** Begins to compile the template in a thread, where the first documents then find it. */
  prepare(template: TemplateSource): void;
  /**
   * Renders each and puts it whole into its file. A signal ends it after the document that is being made. Raises RENDER_FAILED with a
   * RendererLost as its cause, RENDER_TIMEOUT: then it is not known which of the items were made.
   */
  renderFiles(
    request: Omit<RenderRequest, 'data'> & { readonly items: readonly FileItem[] },
    signal?: AbortSignal,
  ): Promise<FilesResult>;
  close(): Promise<void>;
}

/** How a call is treated where calls wait for threads. */
export interface RenderCall {
  readonly signal?: AbortSignal;
  /**
   * `now`: somebody waits for the answer; begun before any `later`, and raises OVERLOADED if it cannot begin in time. `later`: waits
   * as long as it takes. Default `now`.
   */
  readonly urgency?: 'now' | 'later';
}

/** The thread or process at work ended without an answer. It is the `cause` of the RENDER_FAILED that a caller sees. */
export class RendererLost extends Error {
  readonly setback: 'thread-died' | 'process-lost';

  constructor(setback: 'thread-died' | 'process-lost', message: string) {
    super(message);
    this.setback = setback;
  }
}

/** Each call raises RENDER_FAILED with a RendererLost as its cause when the thread or process at work ends, OVERLOADED. */
export interface Renderer {
  /** Everything that compiling finds; an `error` among it means that the template cannot be rendered. */
  lint(template: TemplateSource, call?: RenderCall): Promise<readonly Diagnostic[]>;
  /** Every breach of the data contract, `path` from `/data`. Raises TEMPLATE_INVALID, VALIDATION_TIMEOUT. */
  validate(template: TemplateSource, data: unknown, limits: Limits, call?: RenderCall): Promise<readonly Breach[]>;
  /**
   * `validate` of many: the breaches of all in order, `path` from `/items/N/data`, up to what an answer lists.
   */
  validateItems(
    template: TemplateSource,
    items: readonly unknown[],
    limits: Limits,
    call?: RenderCall,
  ): Promise<{ readonly breaches: readonly Breach[]; readonly truncated: boolean }>;
  /** What a picture or font in these bytes is. Raises ASSET_INVALID. */
  inspectAsset(bytes: Uint8Array, call?: RenderCall): Promise<{ readonly width: number | null; readonly height: number | null }>;
  /** Families that the text of a template may name. */
  fontFamilies(template: TemplateSource, call?: RenderCall): Promise<readonly string[]>;
  /** Validates, then renders. Raises DATA_INVALID, TEMPLATE_INVALID, RENDER_LIMIT, RENDER_WARNINGS, RENDER_TIMEOUT … */
  render(request: RenderRequest, call?: RenderCall): Promise<RenderResult>;
  close(): Promise<void>;
}
