// The form of an operation. Routes, limits, look-ups, checks, client and documents are made from operations of this form.
import { type ErrorCode, errorTable } from './errors.ts';
import type { JsonSchema } from './schema.ts';
import type { Scope } from './scopes.ts';

/** Groups of operations by what people do, in the order of the documents. */
export const operationTags = {
  'Make a document': 'One document, answered at once. Data can also be checked without making a document.',
  'Jobs and batches':
    'A job makes one document in the background. A batch makes many documents of one template, with a job for each.',
  'Templates and assets': 'Templates, their versions and the files they use.',
  'Embedded templates and the editor':
    'Clones of a template for an identifier of the host application, and the editor sessions on them. pdfgen knows teams, not the ' +
    'users of the host application: whoever holds the token may open a session on every pair of the team. The calls below `/editor/v1` are ' +
    "the editor's own: they take the capability of a session instead of an API token.",
  Webhooks: 'Calls that the server makes when jobs and batches end, and a record of them.',
  'Token and server': 'The team and token of the caller, and the server.',
} as const;

export interface OperationShape {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path after `/api/v1`. For the editor's operations: after `/editor/v1`. */
  readonly path: string;
  readonly tag: keyof typeof operationTags;
  /** Scope that the token needs. Null: any token. Missing in the editor's operations, which take no token. */
  readonly scope?: Scope | null;
  readonly summary: string;
  /** Details for the documents, beyond the summary. */
  readonly description?: string;
  readonly params?: JsonSchema;
  /** The name that the path has for a member of `params`, where it is another: `{ uuid: 'id' }` for `/generate/single/:id`. */
  readonly wireNames?: Readonly<Record<string, string>>;
  readonly query?: JsonSchema;
  readonly headers?: JsonSchema;
  readonly body?: JsonSchema | 'binary';
  /** The request may come without a body. */
  readonly optionalBody?: boolean;
  /**
   * The body may also come as JSON Lines: a line with all members but `items`, then a line for each of the items. A program may then give
   * `items` as an ItemStream.
   */
  readonly takesLines?: true;
  /** Settings of the server that bound the body. Default: maxBodyBytes, and few values outside of `data`. */
  readonly bodyLimits?: {
    readonly bytes?: 'maxBatchBytes' | 'maxAssetBytes' | 'maxDraftBytes';
    readonly values?: 'maxTemplateValues';
  };
  /** Kind of resource that is looked up before the body is read. `pairOrBase`: the pair or its base template. Default: no look-up. */
  readonly lookUp?: 'template' | 'pair' | 'pairOrBase';
  /** A POST that changes nothing: a client may send it again. */
  readonly changesNothing?: boolean;
  readonly response: {
    readonly status: number;
    /** Status when an earlier call has already created the result. */
    readonly repeatStatus?: number;
    readonly body?: JsonSchema | 'pdf' | 'binary' | 'file' | 'stream';
    /** `Location`, after the prefix of the path: `/render-jobs/{uuid}`, filled from the body. */
    readonly location?: string;
    /** Member of the body with the value of the entity tag. */
    readonly etag?: string;
    /** `If-None-Match` may name the entity tag: the member `etag`, or a digest of the bytes with the member before it. */
    readonly tagged?: 'member' | 'bytes';
    /** The data of each event, if the client asks for a stream of events. */
    readonly events?: JsonSchema;
    /** For an answer that is a PDF: the schema of the answer to a client that asks for JSON. It has the PDF as `pdf`, in base64. */
    readonly report?: JsonSchema;
    /** The address says which bytes are answered: a browser may keep them for itself. */
    readonly isImmutable?: true;
  };
  /** Examples of a JSON body and answer. */
  readonly examples?: { readonly body?: unknown; readonly answer?: unknown; readonly report?: unknown };
  /**
   * The operation's own error codes, of each status the likeliest first: the client takes it for an answer without a code. `errorCodesOf` adds
   * the codes of the steps that every call goes through.
   */
  readonly errors: readonly ErrorCode[];
}

const parts = ['params', 'query', 'headers', 'body'] as const;

/** The members of an operation's input. */
export const partsOf = (operation: OperationShape): readonly (typeof parts)[number][] =>
  parts.filter((part) => operation[part] !== undefined);

/** The members of `params`. */
export const paramsOf = ({ params }: OperationShape): readonly string[] => Object.keys(params?.properties ?? {});

/** The name of a member of `params` in the path. */
export const wireNameOf = ({ wireNames }: OperationShape, param: string): string => wireNames?.[param] ?? param;

/** The codes of an operation: those of the steps that every call goes through, and its own. In the order of their statuses. */
export function errorCodesOf({ params, scope, body, errors }: OperationShape): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>([
    'INVALID_REQUEST',
    'UNAUTHENTICATED',
    'RATE_LIMITED',
    'INTERNAL',
    'OVERLOADED',
    'STORE_UNAVAILABLE',
  ]);
  if (Object.values(params?.properties ?? {}).some(({ format }) => format === 'uuid')) codes.add('INVALID_UUID');
  if (scope) codes.add('FORBIDDEN');
  if (scope === undefined) codes.add('CAPABILITY_EXPIRED');
  if (body) codes.add('PAYLOAD_TOO_LARGE').add('UNSUPPORTED_MEDIA_TYPE');
  for (const code of errors) codes.add(code);
  return [...codes].sort((a, b) => errorTable[a].status - errorTable[b].status);
}

/** The description of an operation whose result can be followed. `what`: the data of its events. `more`: when further events come. */
export const followed = (what: string, more?: string): string =>
  `With \`Accept: text/event-stream\` the answer is a stream of server-sent events. The data of each event is the ${what}. The first event ` +
  `comes at once. Then \`state\` comes after each change of the state,${more === undefined ? '' : ` ${more},`} and \`end\` after the end. Then ` +
  'the stream closes. A client that connects again sends the `id` of its last event as `Last-Event-ID` and gets only what is new. ' +
  'A stream takes no query parameters.';
