// The renderer port: checks and renders documents. Requests are plain data, so that a thread or process can take them and be stopped.
import type { Diagnostic } from '../contract/diagnostic.ts';
import type { RequestOptions } from '../contract/document-options.ts';
import type { PdfgenError } from '../contract/errors.ts';
import type { FoundBreaches } from '../contract/find-breaches.ts';
import type { InvoiceXml, Pdf, RenderWarning, singleOptions } from '../contract/generate.ts';
import type { ProfileName } from '../contract/invoice-profiles.ts';
import type { FromSchema } from '../contract/schema.ts';
import type { LimitsOf } from '../settings/server-settings.ts';

/** A template, ready to render. */
export interface TemplateSource {
  /** Key of the compiled template. Different contents (document and assets) have different keys. */
  readonly key: string;
  /** The template document with `pages`, `dataSchema`, `exampleData`, styles, fonts … */
  readonly document: Readonly<Record<string, unknown>>;
  readonly slug: string;
  /** File of the data schema, for messages. Default: `schema.json`. */
  readonly schemaPlace?: string | undefined;
  /** Files by their name in the template. */
  readonly assets: Readonly<Record<string, AssetFile>>;
}

/**
 * A file on this machine's disk, or its bytes. A missing digest is computed when the file is read. `state`: its fingerprint; a file that has
 * another one is not used.
 */
export type AssetFile =
  | { readonly path: string; readonly sha256?: string; readonly state?: string | undefined }
  | { readonly bytes: Uint8Array; readonly sha256: string };

/** Limits of one document. */
export interface Limits extends LimitsOf<'document'> {
  /** Time to check the data of a document, in ms. */
  readonly validationMs: number;
  /** Time to render a document, in ms. */
  readonly renderMs: number;
}

export interface RenderRequest {
  readonly template: TemplateSource;
  readonly data: unknown;
  /** Warnings from reading the data. They are listed before the warnings of rendering. */
  readonly dataWarnings?: readonly RenderWarning[] | undefined;
  /** Strict rendering refuses a template with warnings, too. */
  readonly strictTemplate?: boolean | undefined;
  readonly options: FromSchema<typeof singleOptions>;
  readonly limits: Limits;
  /** Gives the digest of the pages. */
  readonly wantsDigest?: boolean | undefined;
}

/** A request to check data. */
export interface CheckRequest extends Pick<RenderRequest, 'template' | 'data' | 'limits'> {
  readonly options?: RequestOptions | undefined;
}

/** A request for the XML of an electronic invoice. */
export interface InvoiceRequest extends Pick<RenderRequest, 'template' | 'data' | 'limits'> {
  readonly options: {
    readonly date?: string | undefined;
    /** Default: the profile that the template names. */
    readonly profile?: ProfileName | undefined;
  };
}

export type InvoiceResult = Omit<InvoiceXml, 'templateVersion'>;

export type RenderResult = Pick<Pdf, 'body' | 'bytes' | 'sha256' | 'pages' | 'pageDigest' | 'warnings' | 'filename'> &
  Required<Pick<Pdf, 'templateWarnings'>>;

/** A document to make, and its path in an existing folder. An existing file is replaced. */
export interface FileItem {
  readonly data: unknown;
  readonly path: string;
  /** The password that opens this document. Default: that of the request. */
  readonly userPassword?: string | undefined;
}

/** The document at an item's path, or the error that prevented it. */
export type FileOutcome<E = PdfgenError> =
  | {
      readonly pages: number;
      readonly bytes: number;
      readonly sha256: string;
      readonly warningCount: number;
      /** The first of the warnings. */
      readonly warnings: readonly RenderWarning[];
      /** Number of warnings of the template. */
      readonly templateWarnings: number;
    }
  | { readonly error: E };

export interface FilesResult<E = PdfgenError> {
  /** Outcomes in the order of the items. Fewer than items if the run was stopped or a file could not be written. */
  readonly outcomes: readonly FileOutcome<E>[];
  /** The system's error for the file that could not be written. */
  readonly fault: unknown;
  /** Duration of the run. */
  readonly ms: number;
}

/** Renders documents to files, in threads. */
export interface FileRenderer {
  /** Begins to compile the template in a thread. The first documents then find it compiled. */
  prepare(template: TemplateSource): void;
  /** Lets this many threads render at once, if these are more than before. One thread begins; the renderer was opened with the most. */
  useThreads(count: number): void;
  /**
   * Renders each item and puts it whole into its file. A signal ends the run after the current document. Raises RENDER_FAILED with a
   * RendererLost as its cause, or RENDER_TIMEOUT. After either error it is unknown which items were made.
   */
  renderFiles(
    request: Omit<RenderRequest, 'data'> & { readonly items: readonly FileItem[] },
    signal?: AbortSignal,
  ): Promise<FilesResult>;
  close(): Promise<void>;
}

export interface InspectedAsset {
  readonly bytes: Uint8Array;
  /** By which the template knows it. */
  readonly name?: string | undefined;
  /** It is for the pages of a template, and nothing else. */
  readonly isDrawn?: boolean | undefined;
}

/** In pixels. Null: the file is not a picture. */
export interface AssetSize {
  readonly width: number | null;
  readonly height: number | null;
}

/** How a call waits for a thread. */
export interface RenderCall {
  readonly signal?: AbortSignal;
  /**
   * `now`: somebody waits for the answer. The call begins before any `later`, and raises OVERLOADED if it cannot begin in time. `later`:
   * the call waits as long as it takes. Default: `now`.
   */
  readonly urgency?: 'now' | 'later';
  /** The calling team, because teams take turns. Calls without a team count as one team. */
  readonly team?: string;
}

/** A thread or process ended without an answer. It is the `cause` of the error RENDER_FAILED. */
export class RendererLost extends Error {
  readonly setback: 'thread-died' | 'process-lost';

  constructor(setback: 'thread-died' | 'process-lost', message: string) {
    super(message);
    this.setback = setback;
  }
}

/**
 * The calls of a renderer: what each takes and gives. Data of a document may be a `JsonText`, which is parsed by the thread that checks it. Each
 * call may raise OVERLOADED, or RENDER_FAILED with a RendererLost as its cause when its thread or process ends.
 */
export interface RenderCalls {
  /** All diagnostics of a template. An `error` among them means that it cannot be rendered. */
  lint: { takes: { readonly template: TemplateSource }; gives: readonly Diagnostic[] };
  /**
   * Raises what `render` would raise before it draws: DATA_INVALID, INVOICE_INVALID, METADATA_INVALID, STANDARD_BREACH, RENDER_WARNINGS,
   * each with every breach, `path` from `/data`; TEMPLATE_INVALID, VALIDATION_TIMEOUT.
   */
  validate: { takes: CheckRequest; gives: undefined };
  /**
   * As `validate`, for many documents. Gives breaches in order, `path` from `/items/N/data`, as many as an answer lists. Raises
   * STANDARD_BREACH for a template that no data can help.
   */
  validateItems: { takes: Omit<CheckRequest, 'data'> & { readonly items: readonly unknown[] }; gives: FoundBreaches };
  /** Opens a file as rendering does. Gives the size of a picture in pixels, null for other files. Raises ASSET_INVALID, RENDER_LIMIT. */
  inspectAsset: {
    takes: InspectedAsset & { readonly limits: Limits };
    gives: AssetSize;
  };
  /** Font families that the texts of a template may use. */
  fontFamilies: { takes: { readonly template: TemplateSource }; gives: readonly string[] };
  /** Validates, then renders. Raises DATA_INVALID, TEMPLATE_INVALID, RENDER_LIMIT, RENDER_WARNINGS, RENDER_TIMEOUT … */
  render: { takes: RenderRequest; gives: RenderResult };
  /** Validates, then writes the XML of the electronic invoice. Raises DATA_INVALID, TEMPLATE_INVALID, INVOICE_INVALID, RENDER_TIMEOUT … */
  writeInvoice: { takes: InvoiceRequest; gives: InvoiceResult };
}

export type RenderCallName = keyof RenderCalls;

/** The calls as functions. */
export type RenderFunctions = {
  readonly [Name in RenderCallName]: (
    request: RenderCalls[Name]['takes'],
    call?: RenderCall,
  ) => Promise<RenderCalls[Name]['gives']>;
};

/** Checks and renders documents. */
export interface Renderer extends RenderFunctions {
  /** Ends the renderer and its threads. */
  close(): Promise<void>;
}
