// The operations of the editor. It calls them with the capability of its session instead of an API token. They are not part of the API.

import { renderOptions } from './document-options.ts';
import { draftNumber, editorDraftOperations } from './editor-drafts.ts';
import * as example from './examples.ts';
import { documentErrors, renderWarning, validation } from './generate.ts';
import type { OperationShape } from './operation-shape.ts';
import { type JsonSchema, objectOf } from './schema.ts';
import { assetBySha256, ifMatch, uuid } from './shared-schemas.ts';
import { layoutLimits, shownFiles } from './shown-template.ts';
import { assetEntry } from './templates.ts';

export const editorTemplate = {
  type: 'object',
  required: [
    'embeddedTemplateUuid',
    'name',
    'pages',
    'dataSchema',
    'exampleData',
    'revision',
    'fonts',
    'assets',
    'document',
    'files',
    'limits',
    'maxAssetBytes',
  ],
  properties: {
    embeddedTemplateUuid: uuid,
    name: { type: 'string' },
    pages: { type: 'array', items: { type: 'object' } },
    dataSchema: { type: ['object', 'boolean'] },
    exampleData: { type: 'object' },
    revision: { type: 'integer', minimum: 1 },
    draft: { ...draftNumber, description: 'Number of the draft. Missing: the template has no draft.' },
    fonts: { type: 'array', items: { type: 'string' }, description: 'Font families that texts may use.' },
    assets: {
      type: 'object',
      additionalProperties: assetEntry,
      description: "Files that the pages may use: the clone's own, and the uploads of the pair as `asset:SHA256`.",
    },
    document: {
      type: 'object',
      description:
        'The whole template: pages, data schema and example data, and also styles, fonts, definitions, unit and locale.',
    },
    inferred: {
      type: 'object',
      description:
        'The schema made from the example data, by which a template without a data schema is checked. Missing: it has one.',
    },
    files: { ...shownFiles, description: 'The files that layout needs, and where a browser loads them.' },
    limits: { ...layoutLimits, description: 'The limits of a document.' },
    maxAssetBytes: { type: 'integer', description: 'Most bytes of an uploaded file.' },
  },
} as const satisfies JsonSchema;

/** A preview as JSON. */
export const previewReport = {
  type: 'object',
  required: ['pages', 'pageDigest', 'warnings', 'filename', 'pdf'],
  properties: {
    pages: { type: 'integer', description: 'Number of pages.' },
    pageDigest: {
      type: 'string',
      description: 'Digest of the finished pages: two layouts with the same digest look the same.',
    },
    warnings: { type: 'array', items: renderWarning },
    filename: { type: 'string' },
    pdf: { type: 'string', contentEncoding: 'base64', contentMediaType: 'application/pdf' },
  },
} as const satisfies JsonSchema;

export const editorOperations = {
  getEditorTemplate: {
    method: 'GET',
    path: '/template',
    tag: 'Embedded templates and the editor',
    summary: 'Get the embedded template of the session.',
    response: { status: 200, body: editorTemplate, etag: 'revision', tagged: 'bytes' },
    examples: { answer: example.editorTemplate },
    errors: ['EMBEDDED_TEMPLATE_NOT_FOUND', 'OVERLOADED'],
  },
  saveEditorTemplate: {
    method: 'PUT',
    path: '/template',
    tag: 'Embedded templates and the editor',
    summary: 'Save the pages. The data contract may be sent too, but unchanged: a changed one is refused, and nothing is saved.',
    headers: ifMatch,
    body: objectOf(['pages'], {
      pages: { type: 'array', items: { type: 'object' } },
      dataSchema: {},
      exampleData: {},
      draft: {
        ...draftNumber,
        description: 'Number of the draft that these pages come from. The save ends it, unless it has been written again since.',
      },
    }),
    bodyLimits: { values: 'maxTemplateValues' },
    response: { status: 200, body: editorTemplate, etag: 'revision', tagged: 'bytes' },
    examples: { body: { pages: example.content.pages }, answer: { ...example.editorTemplate, revision: 3 } },
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
    tag: 'Embedded templates and the editor',
    summary: 'Render the given pages. Default data: the example data. A session renders one preview at a time.',
    description:
      'The answer is the PDF. With `Accept: application/json` it is JSON, with the warnings and the digest of the pages beside the PDF. ' +
      'A preview of a session waits until the one before has ended, up to ten seconds. With the same `tab` it takes the place of the one before, ' +
      'which ends with PREVIEW_REPLACED.',
    body: objectOf(['pages'], {
      pages: { type: 'array', items: { type: 'object' } },
      data: { type: 'object' },
      options: renderOptions,
      tab: {
        type: 'string',
        pattern: '^[\\w-]{8,64}$',
        description: 'Random name of the page that asks, such as a tab of a browser. Its newer preview replaces the one before.',
      },
    }),
    bodyLimits: { values: 'maxTemplateValues' },
    response: { status: 200, body: 'pdf', report: previewReport },
    examples: { body: { pages: example.content.pages, ...example.generation }, report: example.previewReport },
    errors: [
      'EMBEDDED_TEMPLATE_NOT_FOUND',
      'PREVIEW_REPLACED',
      'TEMPLATE_INVALID',
      ...documentErrors,
      'RATE_LIMITED',
      'OVERLOADED',
    ],
  },
  validateEditorData: {
    method: 'POST',
    path: '/validate',
    tag: 'Embedded templates and the editor',
    summary: "Check data against the embedded template's contract.",
    body: objectOf(['data'], { data: { type: 'object' } }),
    response: { status: 200, body: validation },
    examples: { body: example.generation, answer: example.valid },
    errors: ['EMBEDDED_TEMPLATE_NOT_FOUND', 'TEMPLATE_INVALID', 'VALIDATION_TIMEOUT', 'OVERLOADED'],
  },
  addEditorAsset: {
    method: 'POST',
    path: '/assets',
    tag: 'Embedded templates and the editor',
    summary: 'Upload an image, a font or a PDF for the pages of this pair.',
    body: 'binary',
    bodyLimits: { bytes: 'maxAssetBytes' },
    response: {
      status: 201,
      body: {
        type: 'object',
        required: ['src', 'bytes', 'type', 'width', 'height'],
        properties: {
          src: { type: 'string', description: '`asset:SHA256`: the name of the file in the pages.' },
          bytes: { type: 'integer' },
          type: { type: 'string' },
          width: { type: ['integer', 'null'], description: 'In pixels. Null: the file is no image.' },
          height: { type: ['integer', 'null'] },
        },
      },
    },
    examples: { answer: { src: `asset:${example.sha256}`, bytes: 5120, type: 'image/png', width: 400, height: 120 } },
    errors: ['EMBEDDED_TEMPLATE_NOT_FOUND', 'ASSET_INVALID', 'PAYLOAD_TOO_LARGE', 'RENDER_LIMIT', 'QUOTA_EXCEEDED', 'OVERLOADED'],
  },
  getEditorAsset: {
    method: 'GET',
    path: '/assets/:sha256',
    tag: 'Embedded templates and the editor',
    summary: 'Get the bytes of a file that the embedded template names.',
    params: assetBySha256,
    response: { status: 200, body: 'binary', isImmutable: true },
    errors: ['EMBEDDED_TEMPLATE_NOT_FOUND', 'ASSET_NOT_FOUND'],
  },
  getEditorFile: {
    method: 'GET',
    path: '/files/:kind/:sha256',
    tag: 'Embedded templates and the editor',
    summary: 'Get a font or hyphenation patterns of the embedded template, in the form that layout takes.',
    description: 'Fonts come as TrueType or OpenType, and patterns packed. `files` of the template says which there are.',
    params: {
      ...assetBySha256,
      required: ['kind', ...assetBySha256.required],
      properties: { kind: { enum: ['fonts', 'patterns'] }, ...assetBySha256.properties },
    },
    response: { status: 200, body: 'binary', isImmutable: true },
    errors: ['EMBEDDED_TEMPLATE_NOT_FOUND', 'ASSET_NOT_FOUND', 'ASSET_INVALID'],
  },
  ...editorDraftOperations,
} as const satisfies Record<string, OperationShape>;
