// Generating one document.
import type { JsonSchema } from './schema.ts';
import { uuid } from './templates.ts';

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

/** Something in the output that may not be as its author wants it. */
export interface RenderWarning {
  /** `text-cut`, `missing-glyph`, `missing-image`, `table-too-wide`, `unit-too-tall` … */
  readonly code: string;
  /** `id` of the component, or the JSON Pointer to it. */
  readonly component: string;
  /** JSON Pointer into the data of the element being repeated; null: not inside one. */
  readonly dataPath: string | null;
  /** From 1; null: before any page. */
  readonly page: number | null;
  readonly message: string;
}

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
  readonly templateVersion: number | null;
  readonly warnings: readonly RenderWarning[];
}

export const generateOperations = {
  generateSingle: {
    method: 'POST',
    path: '/generate/single/:id',
    scope: 'render',
    summary: 'Render one document and answer its PDF.',
    params: { type: 'object', required: ['id'], additionalProperties: false, properties: { id: uuid } },
    body: generateBody,
    response: { status: 200, body: 'pdf' },
    errors: [
      'TEMPLATE_NOT_FOUND',
      'TEMPLATE_INVALID',
      'DATA_INVALID',
      'ASSET_INVALID',
      'RENDER_LIMIT',
      'RENDER_WARNINGS',
      'VALIDATION_TIMEOUT',
      'RENDER_TIMEOUT',
      'RENDER_FAILED',
    ],
  },
} as const;
