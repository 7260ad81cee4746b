// What the editor asks, with the capability of its session instead of an API token. A contract of its own beside the API's.
import { assetBySha256, ifMatch } from './common.ts';
import { renderOptions, validation } from './generate.ts';
import type { JsonSchema } from './schema.ts';
import { assetEntry } from './templates.ts';

export const editorTemplate = {
  type: 'object',
  required: ['name', 'pages', 'dataSchema', 'exampleData', 'revision', 'fonts', 'assets'],
  properties: {
    name: { type: 'string' },
    pages: { type: 'array', items: { type: 'object' } },
    dataSchema: { type: ['object', 'boolean'] },
    exampleData: { type: 'object' },
    revision: { type: 'integer', minimum: 1 },
    fonts: { type: 'array', items: { type: 'string' }, description: 'Families that text may name.' },
    assets: {
      type: 'object',
      additionalProperties: assetEntry,
      description: "Files that the pages may name: the clone's own, and the uploads of the pair as `asset:SHA256`.",
    },
  },
} as const satisfies JsonSchema;

export const editorOperations = {
  getEditorTemplate: {
    method: 'GET',
    path: '/template',
    summary: 'Get the embedded template of the session.',
    response: { status: 200, body: editorTemplate, etag: 'revision' },
    errors: ['EMBEDDED_TEMPLATE_NOT_FOUND', 'OVERLOADED'],
  },
  saveEditorTemplate: {
    method: 'PUT',
    path: '/template',
    summary: 'Save the pages. The data contract may come along unchanged; changed it is refused, and nothing is saved.',
    headers: ifMatch,
    body: {
      type: 'object',
      required: ['pages'],
      additionalProperties: false,
      properties: { pages: { type: 'array', items: { type: 'object' } }, dataSchema: {}, exampleData: {} },
    },
    response: { status: 200, body: editorTemplate, etag: 'revision' },
    errors: [
      'EMBEDDED_TEMPLATE_NOT_FOUND',
      'EMBEDDED_DATA_CONTRACT_READ_ONLY',
      'PRECONDITION_REQUIRED',
      'REVISION_CONFLICT',
      'TEMPLATE_INVALID',
      'OVERLOADED',
    ],
  },
  previewEditorTemplate: {
    method: 'POST',
    path: '/preview',
    summary: 'Render these pages, with the example data unless other data is given. One at a time a session.',
    body: {
      type: 'object',
      required: ['pages'],
      additionalProperties: false,
      properties: {
        pages: { type: 'array', items: { type: 'object' } },
        data: { type: 'object' },
        options: renderOptions,
      },
    },
    response: { status: 200, body: 'pdf' },
    errors: [
      'EMBEDDED_TEMPLATE_NOT_FOUND',
      'TEMPLATE_INVALID',
      'DATA_INVALID',
      'ASSET_INVALID',
      'RENDER_LIMIT',
      'RENDER_WARNINGS',
      'VALIDATION_TIMEOUT',
      'RENDER_TIMEOUT',
      'RENDER_FAILED',
      'RATE_LIMITED',
      'OVERLOADED',
    ],
  },
  validateEditorData: {
    method: 'POST',
    path: '/validate',
    summary: "Check data against the embedded template's contract.",
    body: { type: 'object', required: ['data'], additionalProperties: false, properties: { data: { type: 'object' } } },
    response: { status: 200, body: validation },
    errors: ['EMBEDDED_TEMPLATE_NOT_FOUND', 'TEMPLATE_INVALID', 'VALIDATION_TIMEOUT', 'OVERLOADED'],
  },
  addEditorAsset: {
    method: 'POST',
    path: '/assets',
    summary: 'Upload an image or font for the pages of this pair.',
    body: 'binary',
    response: {
      status: 201,
      body: {
        type: 'object',
        required: ['src', 'bytes', 'type', 'width', 'height'],
        properties: {
          src: { type: 'string', description: '`asset:SHA256`, as the pages name it.' },
          bytes: { type: 'integer' },
          type: { type: 'string' },
          width: { type: ['integer', 'null'], description: 'In pixels; null: neither PNG nor JPEG.' },
          height: { type: ['integer', 'null'] },
        },
      },
    },
    errors: ['EMBEDDED_TEMPLATE_NOT_FOUND', 'ASSET_INVALID', 'PAYLOAD_TOO_LARGE', 'OVERLOADED'],
  },
  getEditorAsset: {
    method: 'GET',
    path: '/assets/:sha256',
    summary: 'Get the bytes of a file that the embedded template names.',
    params: assetBySha256,
    response: { status: 200, body: 'binary' },
    errors: ['EMBEDDED_TEMPLATE_NOT_FOUND', 'ASSET_NOT_FOUND'],
  },
} as const;
