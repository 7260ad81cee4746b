// The engine port: what a command may ask, whether the engine is in this process or on a server.
import type { Pdf } from './generate.ts';
import type { OperationId, operations } from './operations.ts';
import type { FromSchema } from './schema.ts';

/** Raw bytes in an answer. */
export interface Binary {
  readonly contentType: string;
  readonly body: Uint8Array;
}

type Operation<Id extends OperationId> = (typeof operations)[Id];
type Part<Id extends OperationId, K extends string> =
  Operation<Id> extends { readonly [P in K]: infer S }
    ? { readonly [P in K]: S extends 'binary' ? Uint8Array : FromSchema<S> }
    : unknown;
type OptionalPart<Id extends OperationId, K extends string> =
  Operation<Id> extends { readonly [P in K]: infer S } ? { readonly [P in K]?: FromSchema<S> } : unknown;

/** What an operation takes: `{ params, query, headers, body }`, as far as it has them. */
export type Input<Id extends OperationId> = Part<Id, 'params'> &
  OptionalPart<Id, 'query'> &
  OptionalPart<Id, 'headers'> &
  Part<Id, 'body'>;

/** What an operation gives. */
export type Output<Id extends OperationId> = Operation<Id>['response'] extends { readonly body: infer B }
  ? B extends 'pdf'
    ? Pdf
    : B extends 'binary'
      ? Binary
      : FromSchema<B>
  : undefined;

/** Every operation of the contract as a function. Each throws PdfgenError with a code that the operation lists, or INVALID_REQUEST, INVALID_UUID. */
export type Engine = {
  readonly [Id in OperationId]: (input: Input<Id>, options?: { readonly signal?: AbortSignal }) => Promise<Output<Id>>;
};

export type Template = Output<'getTemplate'>;
export type TemplateInput = Input<'createTemplate'>['body'];
export type TemplateSummary = Output<'listTemplates'>['items'][number];
export type TemplateVersion = Output<'listTemplateVersions'>['items'][number];
export type Validation = Output<'validateTemplateData'>;
export type AssetEntry = Output<'putAsset'>;
