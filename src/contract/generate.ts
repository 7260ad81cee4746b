// Generating one document, and checking the data of one.
import { pair, uuid } from './common.ts';
import type { FromSchema, JsonSchema } from './schema.ts';

export const renderOptions = {
  type: 'object',
  additionalProperties: false,
  properties: {
    date: {
      type: 'string',
      format: 'date-time',
      description: 'The date of the document, `doc.date` in templates and the PDF metadata.',
    },
    strict: { type: 'boolean', default: false, description: 'Warnings fail the call with RENDER_WARNINGS.' },
    fontSubset: {
      enum: ['document', 'template'],
      default: 'document',
      description: 'document: exactly the glyphs used. template: a larger set that documents of one template share.',
    },
  },
} as const satisfies JsonSchema;

export const generateBody = {
  type: 'object',
  required: ['data'],
  additionalProperties: false,
  properties: {
    data: { type: 'object', description: "Values for the template's dynamic fields." },
    options: renderOptions,
    templateVersion: { type: 'integer', minimum: 1, description: 'Default: the latest.' },
  },
} as const satisfies JsonSchema;

export const breach = {
  type: 'object',
  required: ['path', 'message', 'keyword', 'params', 'schemaPath'],
  properties: {
    path: { type: 'string', description: 'JSON Pointer into the request body.' },
    message: { type: 'string' },
    keyword: { type: 'string' },
    params: { type: 'object' },
    schemaPath: { type: 'string' },
  },
} as const satisfies JsonSchema;

export const validation = {
  type: 'object',
  required: ['valid', 'errors'],
  properties: { valid: { type: 'boolean' }, errors: { type: 'array', items: breach }, errorsTruncated: { type: 'boolean' } },
} as const satisfies JsonSchema;

/** Something in the output that may not be as its author wants it. */
export const renderWarning = {
  type: 'object',
  required: ['code', 'component', 'dataPath', 'page', 'message'],
  properties: {
    code: {
      type: 'string',
      description: '`text-cut`, `missing-glyph`, `missing-image`, `table-too-wide`, `unit-too-tall` …',
    },
    component: { type: 'string', description: '`id` of the component, or the JSON Pointer to it.' },
    dataPath: {
      type: ['string', 'null'],
      description: 'JSON Pointer into the data of the element being repeated; null: not inside one.',
    },
    page: { type: ['integer', 'null'], description: 'From 1; null: before any page.' },
    message: { type: 'string' },
  },
} as const satisfies JsonSchema;

export type RenderWarning = FromSchema<typeof renderWarning>;

/** A finished PDF. */
export interface Pdf {
  readonly contentType: 'application/pdf';
  /** Without a folder, ending in `.pdf`. */
  readonly filename: string;
  /** In order; together the file. */
  readonly body: readonly Uint8Array[];
  readonly bytes: number;
  readonly sha256: string;
  readonly pages: number;
  /** Null: working files of which no version is recorded. */
  readonly templateVersion: number | null;
  /** Of an embedded template; null: of any other. */
  readonly templateRevision: number | null;
  readonly warningCount: number;
  /** What an engine knows of them; over HTTP only their number comes along. */
  readonly warnings: readonly RenderWarning[];
}

const generationErrors = [
  'TEMPLATE_INVALID',
  'DATA_INVALID',
  'ASSET_INVALID',
  'RENDER_LIMIT',
  'RENDER_WARNINGS',
  'VALIDATION_TIMEOUT',
  'RENDER_TIMEOUT',
  'RENDER_FAILED',
  'OVERLOADED',
] as const;

export const generateOperations = {
  generateSingle: {
    method: 'POST',
    path: '/generate/single/:id',
    scope: 'render',
    summary: 'Render one document and answer its PDF.',
    params: { type: 'object', required: ['id'], additionalProperties: false, properties: { id: uuid } },
    body: generateBody,
    response: { status: 200, body: 'pdf' },
    errors: ['TEMPLATE_NOT_FOUND', ...generationErrors],
  },
  generateEmbedded: {
    method: 'POST',
    path: '/generate/single/:baseTemplateUuid/:externalUuid',
    scope: 'render',
    summary: 'Render one document from an embedded template and answer its PDF.',
    params: pair,
    body: generateBody,
    response: { status: 200, body: 'pdf' },
    errors: ['EMBEDDED_TEMPLATE_NOT_FOUND', ...generationErrors],
  },
  validateEmbeddedData: {
    method: 'POST',
    path: '/templates/:baseTemplateUuid/:externalUuid/validate',
    scope: 'render',
    summary: "Check data against an embedded template's contract, as generation does, without rendering.",
    params: pair,
    body: generateBody,
    response: { status: 200, body: validation },
    errors: ['EMBEDDED_TEMPLATE_NOT_FOUND', 'TEMPLATE_INVALID', 'VALIDATION_TIMEOUT', 'OVERLOADED'],
  },
} as const;
