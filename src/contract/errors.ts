// The one table of errors: what every code means, its HTTP status and the CLI's exit code. Everything that raises, prints or
// documents an error derives from it.

interface ErrorRow {
  /** HTTP status of the answer. */
  readonly status: number;
  /** Exit code of the CLI. */
  readonly exit: number;
  /** `title` of the problem document (RFC 9457, 3.1.3). */
  readonly title: string;
  /** When it happens and what to do, for the reference page. */
  readonly help: string;
}

export const errorTable = {
  INVALID_REQUEST: {
    status: 400,
    exit: 2,
    title: 'Invalid request',
    help: 'The request or command line is malformed: a missing, unknown or wrongly typed member. The detail names it.',
  },
  INVALID_UUID: { status: 400, exit: 2, title: 'Invalid UUID', help: 'A path parameter that must be a UUID is not one.' },
  TEMPLATE_NOT_FOUND: {
    status: 404,
    exit: 5,
    title: 'Template not found',
    help: 'No template, or no such version of it, is known by this name. `pdfgen templates list` shows what there is.',
  },
  ASSET_NOT_FOUND: { status: 404, exit: 5, title: 'Asset not found', help: 'No stored file has this SHA-256.' },
  TEMPLATE_EXISTS: { status: 409, exit: 1, title: 'Template exists', help: 'A template with this UUID is already in the store.' },
  SLUG_TAKEN: { status: 409, exit: 1, title: 'Slug taken', help: 'Another template already has this slug.' },
  REVISION_CONFLICT: {
    status: 412,
    exit: 1,
    title: 'Revision conflict',
    help: 'The template changed since it was read; read it again and repeat the change.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    exit: 2,
    title: 'Payload too large',
    help: 'The input is over its size limit; the detail names the limit.',
  },
  DATA_INVALID: {
    status: 422,
    exit: 3,
    title: 'Data invalid',
    help: "The data breaks the template's dataSchema; `errors` lists every breach.",
  },
  TEMPLATE_INVALID: {
    status: 422,
    exit: 3,
    title: 'Template invalid',
    help: 'The template does not compile; `errors` lists every fault with its place.',
  },
  ASSET_INVALID: {
    status: 422,
    exit: 3,
    title: 'Asset invalid',
    help: 'A font, image or colour profile is damaged or of an unsupported kind.',
  },
  RENDER_LIMIT: {
    status: 422,
    exit: 3,
    title: 'Render limit',
    help: 'The document is over a limit on pages, boxes, pixels or bytes; the detail names it.',
  },
  RENDER_WARNINGS: {
    status: 422,
    exit: 3,
    title: 'Render warnings',
    help: 'Strict rendering was asked for and there were warnings; `errors` lists them.',
  },
  VALIDATION_TIMEOUT: {
    status: 422,
    exit: 3,
    title: 'Validation timeout',
    help: 'Checking the data against the schema took longer than allowed.',
  },
  RENDER_FAILED: {
    status: 500,
    exit: 1,
    title: 'Render failed',
    help: 'The renderer met a fault of its own. Please report it with the template.',
  },
  INTERNAL: { status: 500, exit: 1, title: 'Internal error', help: 'An unexpected fault. Please report it.' },
  RENDER_TIMEOUT: { status: 504, exit: 1, title: 'Render timeout', help: 'Rendering took longer than allowed and was stopped.' },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof errorTable;

/** One fault at one place. `path` is a JSON Pointer (RFC 6901) into the request body. */
export interface Breach {
  readonly path: string;
  readonly message: string;
  /** The rule that was broken: a JSON Schema keyword, or a code of the template linter. */
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** JSON Pointer (as URI fragment) to the rule. */
  readonly schemaPath: string;
}

/** At most this many breaches are listed; `errorsTruncated` says that there were more. */
export const maxBreaches = 1000;

/** The error of every layer: thrown where the fault is known, caught by the CLI, the server and the worker loop. */
export class PdfgenError extends Error {
  override readonly name = 'PdfgenError';
  readonly code: ErrorCode;
  readonly errors: readonly Breach[] | undefined;
  readonly errorsTruncated: boolean;

  constructor(code: ErrorCode, detail: string, more: { errors?: readonly Breach[]; cause?: unknown } = {}) {
    super(detail, more.cause === undefined ? undefined : { cause: more.cause });
    this.code = code;
    this.errors = more.errors?.slice(0, maxBreaches);
    this.errorsTruncated = (more.errors?.length ?? 0) > maxBreaches;
  }
}

/** An RFC 9457 problem document, as the API answers it and `--json` prints it. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly requestId?: string;
  readonly errors?: readonly Breach[];
  readonly errorsTruncated?: boolean;
}

export function toProblem(error: PdfgenError): Problem {
  const { status, title } = errorTable[error.code];
  return {
    type: `urn:pdfgen:error:${error.code}`,
    title,
    status,
    code: error.code,
    detail: error.message,
    ...(error.errors && { errors: error.errors }),
    ...(error.errorsTruncated && { errorsTruncated: true }),
  };
}
