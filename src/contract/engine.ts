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
  /** Media type of the bytes. */
  readonly contentType: string;
  /** The bytes. */
  readonly body: Uint8Array;
}

/** A stored PDF. Its bytes are read when the caller asks for them. */
export interface StoredPdf extends Omit<Pdf, 'body'> {
  /** Bytes from `start` up to, but without, `end`. Default: all. Raises RESULT_LOST if the bytes differ from the stored ones. */
  read(start?: number, end?: number): AsyncIterable<Uint8Array>;
}

/** A file that is made while it is read. */
export interface FileStream {
  /** Media type of the file. */
  readonly contentType: string;
  /** Name of the file, without a folder. */
  readonly filename: string;
  /** The bytes. They can be read once. */
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

/** Options of a call. */
export interface CallOptions {
  /** Ends the call. It then raises the reason of the signal. */
  readonly signal?: AbortSignal;
  /** The PDF has the digest of its pages. Servers do not take part. */
  readonly wantsDigest?: boolean;
  /** An empty object, which the engine fills with facts about the call. */
  readonly notes?: CallNotes;
  /** SHA-256 (hex) that distinguishes requests with the same Idempotency-Key. Default: the SHA-256 of the input. */
  readonly fingerprint?: string;
  /** Numbers of the body that lost digits. They become warnings about the data. */
  readonly lostDigits?: readonly LostDigits[];
  /** Strict rendering refuses a template with warnings, too. A server does not know this option. */
  readonly strictTemplate?: boolean;
}

/** The members of CallOptions. */
export const callOptionNames: readonly (keyof CallOptions)[] = [
  'signal',
  'notes',
  'fingerprint',
  'lostDigits',
  'strictTemplate',
  'wantsDigest',
];

type Operation<Id extends OperationId> = (typeof operations)[Id];
type EditorOperation<Id extends EditorOperationId> = (typeof editorOperations)[Id];
/** The name of a call of the editor. */
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

/** The input of a call of the editor. */
export type EditorInput<Id extends EditorOperationId> = InputOf<EditorOperation<Id>>;
/** The answer of a call of the editor. */
export type EditorOutput<Id extends EditorOperationId> = OutputOf<EditorOperation<Id>>;

/** The operations of the editor of one pair: `editorOperations` as functions. */
export type EditorEngine = {
  readonly [Id in EditorOperationId]: (input: EditorInput<Id>, options?: CallOptions) => Promise<EditorOutput<Id>>;
};

/** A template: its layout, data schema and example data. */
export type Template = Output<'getTemplate'>;
/** What a caller gives to create or replace a template. */
export type TemplateInput = Input<'createTemplate'>['body'];
/** A template in a list, without its content. */
export type TemplateSummary = Output<'listTemplates'>['items'][number];
/** A recorded version of a template, in a list. */
export type TemplateVersion = Output<'listTemplateVersions'>['items'][number];
/** The result of checking data: whether they are valid, and each fault. */
export type Validation = Output<'validateTemplateData'>;
/** A stored file: SHA-256, size in bytes, media type. */
export type AssetEntry = Output<'putAsset'>;
/** A document made in the background. */
export type RenderJob = Output<'getRenderJob'>;
/** Many documents of one template, with the states of its items. */
export type RenderBatch = Output<'getRenderBatch'>;
/** A batch without its items. */
export type RenderBatchSummary = Output<'listRenderBatches'>['items'][number];
/** One document of a batch. */
export type RenderBatchItem = RenderBatch['items'][number];
/** A clone of a template for an identifier of the host application. */
export type EmbeddedTemplate = Output<'getEmbeddedTemplate'>;
/** An editor session: its capability, the address of the editor, its end. */
export type EditorSession = Output<'openEditorSession'>;
/** The team and token of the caller, and the server. */
export type Identity = Output<'whoami'>;
