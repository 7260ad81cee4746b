// The engine port: the operations that a command may call. The engine may be in this process or on a server.
import type { editorOperations } from './editor.ts';
import type { Pdf } from './generate.ts';
import type { ItemStream } from './item-stream.ts';
import type { LostDigits } from './lost-digits.ts';
import type { OperationShape } from './operation-shape.ts';
import type { OperationId, operations } from './operations.ts';
import type { FromSchema } from './schema.ts';
import type { ReadTemplate } from './template-files.ts';

/** Raw bytes in an answer. */
export interface Binary {
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** A stored PDF. Its bytes are read when the caller asks for them. */
export interface StoredPdf extends Omit<Pdf, 'body'> {
  /** Bytes from `start` up to, but without, `end`. Default: all. Raises RESULT_LOST if the bytes differ from the stored ones. */
  read(start?: number, end?: number): AsyncIterable<Uint8Array>;
}

/** A file that is made while it is read. */
export interface FileStream {
  readonly contentType: string;
  readonly filename: string;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Facts about a call besides its answer. The caller passes an empty object, and the engine fills it. */
export interface CallNotes {
  /** Whether the answer repeats an earlier call: same Idempotency-Key, or a session that is still open. */
  repeated?: boolean;
  /** Numbers of the answer that lost digits when they were read from a file. */
  lostDigits?: readonly LostDigits[];
  /** The template that the call has read. Undefined: a recorded version, or a template on a server. */
  template?: ReadTemplate;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly notes?: CallNotes;
  /** SHA-256 (hex) that distinguishes requests with the same Idempotency-Key. Default: the SHA-256 of the input. */
  readonly fingerprint?: string;
  /** Numbers of the body that lost digits. They become warnings about the data. */
  readonly lostDigits?: readonly LostDigits[];
  /** Strict rendering refuses a template with warnings, too. A server does not know this option. */
  readonly strictTemplate?: boolean;
}

/** The members of CallOptions. */
export const callOptionNames: readonly (keyof CallOptions)[] = ['signal', 'notes', 'fingerprint', 'lostDigits', 'strictTemplate'];

type Operation<Id extends OperationId> = (typeof operations)[Id];
type EditorOperation<Id extends EditorOperationId> = (typeof editorOperations)[Id];
export type EditorOperationId = keyof typeof editorOperations;
type Part<O, K extends string> = O extends { readonly [P in K]: infer S }
  ? { readonly [P in K]: S extends 'binary' ? Uint8Array : FromSchema<S> }
  : unknown;
type OptionalPart<O, K extends string> = O extends { readonly [P in K]: infer S }
  ? { readonly [P in K]?: FromSchema<S> | undefined }
  : unknown;

type InputOf<O> = Part<O, 'params'> & OptionalPart<O, 'query'> & OptionalPart<O, 'headers'> & BodyOf<O>;

type BodyOf<O> = O extends { readonly optionalBody: true }
  ? OptionalPart<O, 'body'>
  : O extends { readonly takesLines: true }
    ? OrStreamed<Part<O, 'body'>>
    : Part<O, 'body'>;

/** Also with a stream of items. */
type OrStreamed<B> = B extends { readonly body: infer Body extends { readonly items: unknown } }
  ? { readonly body: Omit<Body, 'items'> & { readonly items: Body['items'] | ItemStream } }
  : unknown;

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

/** The input of an operation: its parts of `params`, `query`, `headers` and `body`. */
export type Input<Id extends OperationId> = InputOf<Operation<Id>>;

/** The answer of an operation. */
export type Output<Id extends OperationId> = OutputOf<Operation<Id>>;

/** Every operation of the contract as a function. Each throws PdfgenError with a code that the operation lists, or INVALID_REQUEST, INVALID_UUID. */
export type Engine = {
  readonly [Id in OperationId]: (input: Input<Id>, options?: CallOptions) => Promise<Output<Id>>;
};

export type EditorInput<Id extends EditorOperationId> = InputOf<EditorOperation<Id>>;
export type EditorOutput<Id extends EditorOperationId> = OutputOf<EditorOperation<Id>>;

/** The operations of the editor of one pair: `editorOperations` as functions. */
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
