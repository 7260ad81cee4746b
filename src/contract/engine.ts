// The engine port: what a command may ask, whether the engine is in this process or on a server.
import type { editorOperations } from './editor.ts';
import type { Pdf } from './generate.ts';
import type { OperationId, operations } from './operations.ts';
import type { FromSchema, JsonSchema } from './schema.ts';
import type { Scope } from './service.ts';

/** Raw bytes in an answer. */
export interface Binary {
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** A stored PDF, read as it is asked for. */
export interface StoredPdf extends Omit<Pdf, 'body'> {
  /** Bytes from `start` to before `end`; default all. Raises RESULT_LOST if they are not those that were stored. */
  read(start?: number, end?: number): AsyncIterable<Uint8Array>;
}

/** A file that is made while it is read. */
export interface FileStream {
  readonly contentType: string;
  readonly filename: string;
  readonly body: AsyncIterable<Uint8Array>;
}

/** An entry of the table, as what derives from it reads it. */
export interface OperationShape {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** After `/api/v1`, or `/editor/v1` for the editor's. */
  readonly path: string;
  /** Null: any token. The editor's operations have none. */
  readonly scope?: Scope | null;
  readonly summary: string;
  readonly params?: JsonSchema;
  readonly query?: JsonSchema;
  readonly headers?: JsonSchema;
  readonly body?: JsonSchema | 'binary';
  /** The request may come without a body. */
  readonly optionalBody?: boolean;
  readonly response: {
    readonly status: number;
    /** Status when the call found what an earlier one made. */
    readonly repeatStatus?: number;
    readonly body?: JsonSchema | 'pdf' | 'binary' | 'file' | 'stream';
    /** `Location`, after the prefix of the path: `/render-jobs/{uuid}`, filled from the body. */
    readonly location?: string;
    /** Member of the body that is the entity tag. */
    readonly etag?: string;
  };
  readonly errors: readonly string[];
}

/** What a call did beside its answer; the engine writes into what a caller passes. */
export interface CallNotes {
  /** The answer is that of an earlier call: same Idempotency-Key, or a session that stands. */
  repeated?: boolean;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly notes?: CallNotes;
  /** Tells a request from another one with the same Idempotency-Key: SHA-256, hex. Default: of the input. */
  readonly fingerprint?: string;
}

type Operation<Id extends OperationId> = (typeof operations)[Id];
type EditorOperation<Id extends EditorOperationId> = (typeof editorOperations)[Id];
export type EditorOperationId = keyof typeof editorOperations;
type Part<O, K extends string> = O extends { readonly [P in K]: infer S }
  ? { readonly [P in K]: S extends 'binary' ? Uint8Array : FromSchema<S> }
  : unknown;
type OptionalPart<O, K extends string> = O extends { readonly [P in K]: infer S }
  ? { readonly [P in K]?: FromSchema<S> | undefined }
  : unknown;

type InputOf<O> = Part<O, 'params'> &
  OptionalPart<O, 'query'> &
  OptionalPart<O, 'headers'> &
  (O extends { readonly optionalBody: true } ? OptionalPart<O, 'body'> : Part<O, 'body'>);

type OutputOf<O extends OperationShape> = O['response'] extends { readonly body: infer B }
  ? B extends 'pdf'
    ? Pdf
    : B extends 'file'
      ? StoredPdf
      : B extends 'stream'
        ? FileStream
        : B extends 'binary'
          ? Binary
          : FromSchema<B>
  : undefined;

/** What an operation takes: `{ params, query, headers, body }`, as far as it has them. */
export type Input<Id extends OperationId> = InputOf<Operation<Id>>;

/** What an operation gives. */
export type Output<Id extends OperationId> = OutputOf<Operation<Id>>;

/** Every operation of the contract as a function. Each throws PdfgenError with a code that the operation lists, or INVALID_REQUEST, INVALID_UUID. */
export type Engine = {
  readonly [Id in OperationId]: (input: Input<Id>, options?: CallOptions) => Promise<Output<Id>>;
};

export type EditorInput<Id extends EditorOperationId> = InputOf<EditorOperation<Id>>;
export type EditorOutput<Id extends EditorOperationId> = OutputOf<EditorOperation<Id>>;

/** What the editor of one pair may ask: `editorOperations` as functions. */
export type EditorEngine = {
  readonly [Id in EditorOperationId]: (input: EditorInput<Id>, options?: CallOptions) => Promise<EditorOutput<Id>>;
};

export type Template = Output<'getTemplate'>;
export type TemplateInput = Input<'createTemplate'>['body'];
export type TemplateSummary = Output<'listTemplates'>['items'][number];
export type TemplateVersion = Output<'listTemplateVersions'>['items'][number];
export type Validation = Output<'validateTemplateData'>;
export type AssetEntry = Output<'putAsset'>;
export type RenderJob = Output<'getRenderJob'>;
export type RenderBatch = Output<'getRenderBatch'>;
export type RenderBatchSummary = Output<'listRenderBatches'>['items'][number];
export type RenderBatchItem = RenderBatch['items'][number];
export type EmbeddedTemplate = Output<'getEmbeddedTemplate'>;
export type EditorSession = Output<'openEditorSession'>;
export type Identity = Output<'whoami'>;
