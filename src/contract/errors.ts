// The table of errors: the meaning, HTTP status and exit code of every error code. All code that raises, prints or documents an error uses it.

import { cutBreaches } from './breach-room.ts';
import { lifeOf } from './life-times.ts';

interface ErrorRow {
  /** HTTP status of the answer. */
  readonly status: number;
  /** Exit code of the CLI. */
  readonly exit: number;
  /** `title` of the problem document (RFC 9457, 3.1.3). */
  readonly title: string;
  /** Cause and remedy, for the reference page. */
  readonly help: string;
}

/** Every error code, with its HTTP status, exit code, title and meaning. */
export const errorTable = {
  INVALID_REQUEST: {
    status: 400,
    exit: 2,
    title: 'Invalid request',
    help: 'The request or command line is malformed: a missing, unknown or wrongly typed member. The detail names it.',
  },
  INVALID_UUID: { status: 400, exit: 2, title: 'Invalid UUID', help: 'A path parameter is not a valid UUID.' },
  UNAUTHENTICATED: {
    status: 401,
    exit: 4,
    title: 'Unauthenticated',
    help: 'The token is missing, unknown, revoked or expired. `pdfgen login` stores a token.',
  },
  CAPABILITY_EXPIRED: {
    status: 401,
    exit: 4,
    title: 'Capability expired',
    help: 'The editor capability or its session has ended. The host application must open a new session.',
  },
  FORBIDDEN: {
    status: 403,
    exit: 4,
    title: 'Forbidden',
    help: 'The token is valid but lacks the scope that this call needs, or it opens only `/metrics`.',
  },
  NOT_FOUND: { status: 404, exit: 5, title: 'Not found', help: 'There is nothing at this address.' },
  TEMPLATE_NOT_FOUND: {
    status: 404,
    exit: 5,
    title: 'Template not found',
    help: 'There is no template with this name, or no such version of it. `pdfgen templates list` lists the templates.',
  },
  JOB_NOT_FOUND: {
    status: 404,
    exit: 5,
    title: 'Render job not found',
    help: `No render job has this id. Records are kept for ${lifeOf('record')} after their end.`,
  },
  BATCH_NOT_FOUND: {
    status: 404,
    exit: 5,
    title: 'Render batch not found',
    help: `No render batch has this id. Records are kept for ${lifeOf('record')} after their end.`,
  },
  EMBEDDED_TEMPLATE_NOT_FOUND: {
    status: 404,
    exit: 5,
    title: 'Embedded template not found',
    help: 'There is no embedded template for this pair. Opening an editor session creates it.',
  },
  REVISION_NOT_FOUND: {
    status: 404,
    exit: 5,
    title: 'Revision not found',
    help: 'The embedded template has no such revision, or no longer keeps it. `GET /editor/v1/revisions` lists those that it keeps.',
  },
  DRAFT_NOT_FOUND: {
    status: 404,
    exit: 5,
    title: 'Draft not found',
    help: 'The embedded template has no draft. Begin one with the header `If-None-Match: *`.',
  },
  ASSET_NOT_FOUND: { status: 404, exit: 5, title: 'Asset not found', help: 'No stored file has this SHA-256.' },
  WEBHOOK_NOT_FOUND: {
    status: 404,
    exit: 5,
    title: 'Webhook not found',
    help: 'No webhook of the team has this id. `pdfgen webhooks list` lists the webhooks.',
  },
  WEBHOOK_DELIVERY_NOT_FOUND: {
    status: 404,
    exit: 5,
    title: 'Webhook delivery not found',
    help: `No delivery has this id. Deliveries are kept for ${lifeOf('delivery')}.`,
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    exit: 7,
    title: 'Method not allowed',
    help: 'The address does not accept this method. The `Allow` header lists the accepted methods.',
  },
  JOB_NOT_COMPLETED: {
    status: 409,
    exit: 8,
    title: 'Render job not completed',
    help: 'The job has not ended. Ask again after `Retry-After` seconds, or wait with `?wait=`.',
  },
  BATCH_NOT_FINISHED: {
    status: 409,
    exit: 8,
    title: 'Render batch not finished',
    help: 'Some items have not ended; ask again later, or wait with `?wait=`.',
  },
  JOB_FAILED: {
    status: 409,
    exit: 1,
    title: 'Render job failed',
    help: 'The job failed and has no result; its `error` says why.',
  },
  JOB_CANCELED: { status: 409, exit: 1, title: 'Render job canceled', help: 'The job was canceled and has no result.' },
  ALREADY_FINAL: { status: 409, exit: 1, title: 'Already final', help: 'The job or batch has ended and cannot be canceled.' },
  PREVIEW_REPLACED: {
    status: 409,
    exit: 1,
    title: 'Preview replaced',
    help: 'A newer preview of the same page of the editor has taken the place of this one.',
  },
  IDEMPOTENCY_CONFLICT: {
    status: 409,
    exit: 1,
    title: 'Idempotency conflict',
    help: `Another request used this Idempotency-Key within the last ${lifeOf('key')}. Use a new key.`,
  },
  TEMPLATE_EXISTS: { status: 409, exit: 1, title: 'Template exists', help: 'A template with this UUID is already in the store.' },
  SLUG_TAKEN: { status: 409, exit: 1, title: 'Slug taken', help: 'Another template already has this slug.' },
  RESULT_EXPIRED: {
    status: 410,
    exit: 5,
    title: 'Result expired',
    help: `Results are kept for ${lifeOf('result')} after they were produced, or until they are deleted.`,
  },
  DATA_EXPIRED: {
    status: 410,
    exit: 5,
    title: 'Data expired',
    help: 'The data of the job is no longer kept, so the job cannot run again. Send the data again.',
  },
  DRAFT_ENDED: {
    status: 410,
    exit: 1,
    title: 'Draft ended',
    help: 'The embedded template was reset, which ended every draft of an earlier revision. Get the template again, and begin a draft of it.',
  },
  REVISION_CONFLICT: {
    status: 412,
    exit: 1,
    title: 'Revision conflict',
    help: 'The template or draft has changed since it was read. Read it again and repeat the change.',
  },
  PRECONDITION_REQUIRED: {
    status: 428,
    exit: 1,
    title: 'Precondition required',
    help: 'The change needs an `If-Match` header with the entity tag of what it replaces.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    exit: 2,
    title: 'Payload too large',
    help: 'The input is larger than its limit. The detail names the limit.',
  },
  TOO_MANY_ITEMS: {
    status: 413,
    exit: 2,
    title: 'Too many items',
    help: 'The batch has more items than allowed. Send several batches.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    exit: 7,
    title: 'Unsupported media type',
    help: 'The body must be `application/json`. For a batch it may be `application/jsonl`. For an upload it must be the raw bytes of the file.',
  },
  DATA_INVALID: {
    status: 422,
    exit: 3,
    title: 'Data invalid',
    help: "The data breaks the template's dataSchema. `errors` lists every breach.",
  },
  BATCH_INVALID: {
    status: 422,
    exit: 3,
    title: 'Batch invalid',
    help: 'At least one item is invalid. No job was created. `errors` lists every breach under `/items/N`.',
  },
  EMBEDDED_DATA_CONTRACT_READ_ONLY: {
    status: 422,
    exit: 3,
    title: 'Embedded data contract is read-only',
    help: 'An embedded save may change only the pages, not dataSchema or exampleData. Nothing was saved.',
  },
  TEMPLATE_INVALID: {
    status: 422,
    exit: 3,
    title: 'Template invalid',
    help: 'The template does not compile. `errors` lists every fault with its place.',
  },
  ASSET_INVALID: {
    status: 422,
    exit: 3,
    title: 'Asset invalid',
    help: 'A font, image, colour profile or attachment is damaged or of an unsupported kind.',
  },
  ATTACHMENT_INVALID: {
    status: 422,
    exit: 3,
    title: 'Attachment invalid',
    help: 'A file of `document.attachments` cannot be attached for these data: its asset is missing, its base64 is invalid, or its name is not a plain name or is used twice.',
  },
  METADATA_INVALID: {
    status: 422,
    exit: 3,
    title: 'Metadata invalid',
    help: 'A value of `document.metadata` is too long for these data, or has a character that XML cannot hold.',
  },
  INVOICE_INVALID: {
    status: 422,
    exit: 3,
    title: 'Invoice invalid',
    help: 'The data makes no valid electronic invoice. `errors` lists every broken rule: `keyword` is the number of the rule, `path` the place in the data.',
  },
  ENCRYPTION_INVALID: {
    status: 422,
    exit: 3,
    title: 'Encryption invalid',
    help: 'The document cannot be encrypted as it is asked for: a password is missing, both passwords are the same, a password has characters that PDF does not allow, or a job or batch would need a password. The message never shows a password.',
  },
  NO_PAGES: {
    status: 422,
    exit: 3,
    title: 'No pages',
    help: 'No page layout makes a sheet with these data: a `when` does not hold, or the list of an `each` is empty. Add a layout for this case, or make no document of such data.',
  },
  RENDER_LIMIT: {
    status: 422,
    exit: 3,
    title: 'Render limit',
    help: 'The document exceeds a limit on pages, boxes, pixels or bytes. The detail names the limit.',
  },
  RENDER_WARNINGS: {
    status: 422,
    exit: 3,
    title: 'Render warnings',
    help: 'Strict rendering was requested and the document has warnings. `errors` lists them: `keyword` is the code, `path` the place in the data; `params` has component and page. On this machine, `generate single --strict` and `generate batch --strict` also refuse warnings of the template, and list them alone.',
  },
  STANDARD_BREACH: {
    status: 422,
    exit: 3,
    title: 'Standard breach',
    help: 'The document breaks a rule of the standard that it has to keep, so it is not made. `errors` lists the breaches: `keyword` is the rule (docs/reference/standards.md lists the rules), `path` the place in the data; `params` has component and page.',
  },
  VALIDATION_TIMEOUT: {
    status: 422,
    exit: 3,
    title: 'Validation timeout',
    help: 'Checking the data against the schema took longer than allowed.',
  },
  RATE_LIMITED: {
    status: 429,
    exit: 7,
    title: 'Rate limited',
    help: 'Too many requests; try again after `Retry-After` seconds.',
  },
  QUOTA_EXCEEDED: {
    status: 429,
    exit: 7,
    title: 'Quota exceeded',
    help: 'The team has reached its limit of templates, versions of a template, webhooks, unfinished jobs, bytes of results or bytes of uploads. The detail names the limit; the RateLimit headers give its size and what is left.',
  },
  RESULT_LOST: {
    status: 500,
    exit: 1,
    title: 'Result lost',
    help: 'The stored result is missing or damaged. Render the document again.',
  },
  OVERLOADED: {
    status: 503,
    exit: 7,
    title: 'Overloaded',
    help: 'The call could not begin in time, the disk is nearly full, or the server is shutting down; try again after `Retry-After` seconds.',
  },
  STORE_UNAVAILABLE: {
    status: 503,
    exit: 7,
    title: 'Store unavailable',
    help: 'The database or the object store cannot be reached, or refuses the call. The detail says what to correct, if anything; else try again after `Retry-After` seconds.',
  },
  RENDER_FAILED: {
    status: 500,
    exit: 1,
    title: 'Render failed',
    help: 'An unexpected fault in the renderer. Please report it with the template.',
  },
  INTERNAL: { status: 500, exit: 1, title: 'Internal error', help: 'An unexpected fault. Please report it.' },
  REMOTE_UNREACHABLE: {
    status: 502,
    exit: 7,
    title: 'Remote unreachable',
    help: 'The remote server cannot be reached, broke off the connection, or did not answer in time. Only the client raises this error.',
  },
  REMOTE_UNSUPPORTED: {
    status: 501,
    exit: 7,
    title: 'Not offered by the remote',
    help: 'The remote server does not offer this operation, or its answer does not follow the interface. Only the client raises this error.',
  },
  RENDER_TIMEOUT: { status: 504, exit: 1, title: 'Render timeout', help: 'Rendering took longer than allowed and was stopped.' },
} as const satisfies Record<string, ErrorRow>;

/** The code of an error. `errorTable` says what each means. */
export type ErrorCode = keyof typeof errorTable;

/** Whether a code that comes from elsewhere is in the table. */
export const isErrorCode = (given: string | undefined): given is ErrorCode =>
  given !== undefined && Object.hasOwn(errorTable, given);

/** Whether the same data and template cause the error each time. Only another time limit or a faster machine ends a timeout. */
export function failsAgain(code: string): boolean {
  const { status } = (errorTable as Readonly<Record<string, ErrorRow>>)[code] ?? {};
  return (status === 413 || status === 422) && code !== 'VALIDATION_TIMEOUT';
}

/** Whether the same call may succeed later: the server or its stores are away or busy, the caller has asked too often, or has reached a quota. */
export function mayPass(code: ErrorCode): boolean {
  const { status } = errorTable[code];
  return status === 429 || status === 502 || status === 503;
}

/** One fault at one place. `path` is a JSON Pointer (RFC 6901) into the request body. */
export interface Breach {
  /** JSON Pointer (RFC 6901) into the request body: `/data/lines/0/qty`. */
  readonly path: string;
  /** The fault, in words that follow the path. */
  readonly message: string;
  /** The broken rule: a JSON Schema keyword, or a code of the template linter. */
  readonly keyword: string;
  /** Details that the rule has, such as `missingProperty`. */
  readonly params: Readonly<Record<string, unknown>>;
  /** JSON Pointer (as URI fragment) to the rule. */
  readonly schemaPath: string;
  /** Line of a body of JSON Lines, from 1. */
  readonly line?: number | undefined;
  /** In a list about many items: the error of the item alone. Undefined: DATA_INVALID. */
  readonly code?: string | undefined;
}

/** A limit of the caller, and how much of it is left. */
export interface Quota {
  /** The size of the limit. */
  readonly limit: number;
  /** How much of it is left. */
  readonly remaining: number;
}

/** What an error carries beside its code and detail. */
export interface ErrorFacts {
  /** Each fault with its place. */
  readonly errors?: readonly Breach[] | undefined;
  /** Set it when the list was cut before it came here. A list that is too long for an answer needs no mark. */
  readonly errorsTruncated?: boolean | undefined;
  /** The error behind this error. */
  readonly cause?: unknown;
  /** Seconds after which a repeat may succeed. */
  readonly retryAfter?: number | undefined;
  /** The limit that the caller has reached. */
  readonly quota?: Quota | undefined;
  /** Exit code of the CLI. Default: that of the error's code. */
  readonly exitCode?: number | undefined;
}

/** The error of every layer. The code that finds a fault throws it, and the CLI, the server and the worker loop catch it. */
export class PdfgenError extends Error {
  override readonly name = 'PdfgenError';
  /** What went wrong. Programs decide by it. */
  readonly code: ErrorCode;
  /** Each fault with its place, up to 1,000. Undefined: the error has no list. */
  readonly errors: readonly Breach[] | undefined;
  /** True: there are more faults than `errors` lists. */
  readonly errorsTruncated: boolean;
  /** Seconds after which a repeat may succeed. */
  readonly retryAfter: number | undefined;
  /** Only QUOTA_EXCEEDED has it. */
  readonly quota: Quota | undefined;
  /** Exit code of the CLI. It follows from the error's code, but is 7 for a fault of a remote server. */
  readonly exitCode: number;

  constructor(code: ErrorCode, detail: string, more: ErrorFacts = {}) {
    super(detail, more.cause === undefined ? undefined : { cause: more.cause });
    this.code = code;
    this.errors = more.errors && cutBreaches(more.errors);
    this.retryAfter = more.retryAfter;
    this.quota = more.quota;
    this.exitCode = more.exitCode ?? errorTable[code].exit;
    this.errorsTruncated = more.errorsTruncated ?? (this.errors?.length ?? 0) < (more.errors?.length ?? 0);
  }

  /** HTTP status of the answer that a server gives for this error. */
  get status(): number {
    return errorTable[this.code].status;
  }
}

/** A copy of the error with another detail. */
export function reword(error: PdfgenError, detail: string, errors: readonly Breach[] | undefined = error.errors): PdfgenError {
  return new PdfgenError(error.code, detail, { ...error, errors, cause: error.cause });
}

/** QUOTA_EXCEEDED with its limit, which the RateLimit headers carry. */
export function quotaExceeded(detail: string, quota: Quota, retryAfter?: number): PdfgenError {
  return new PdfgenError('QUOTA_EXCEEDED', detail, { quota, retryAfter });
}

/** A problem document (RFC 9457), as the API answers and `--json` prints. */
export interface Problem {
  /** `urn:pdfgen:error:CODE`. */
  readonly type: string;
  /** The kind of error, in words. */
  readonly title: string;
  /** HTTP status. */
  readonly status: number;
  /** What went wrong. Programs decide by it. */
  readonly code: string;
  /** What happened and what to do. */
  readonly detail: string;
  /** Id of the request, as in `X-Request-Id`. */
  readonly requestId?: string;
  /** Each fault with its place. */
  readonly errors?: readonly Breach[];
  /** True: there are more faults than `errors` lists. */
  readonly errorsTruncated?: boolean;
}

/** The error as a problem document. */
export function toProblem(error: PdfgenError): Problem {
  const { title } = errorTable[error.code];
  return {
    type: `urn:pdfgen:error:${error.code}`,
    title,
    status: error.status,
    code: error.code,
    detail: error.message,
    ...(error.errors && { errors: error.errors }),
    ...(error.errorsTruncated && { errorsTruncated: true }),
  };
}
