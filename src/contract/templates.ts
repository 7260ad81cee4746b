// Templates, their versions and assets: schemas of bodies and answers, and the operations.

import * as example from './examples.ts';
import type { OperationShape } from './operation-shape.ts';
import { type JsonSchema, objectOf } from './schema.ts';
import { assetBySha256, byUuid, dateTime, ifMatch, listOf, page, sha256, uuid } from './shared-schemas.ts';

export const slug = {
  type: 'string',
  pattern: '^[a-z0-9]+(?:[._-][a-z0-9]+)*$',
  maxLength: 100,
  description: 'Name of the template within its team. In the filesystem store it is the name of the folder.',
} as const satisfies JsonSchema;

export const assetEntry = objectOf(['sha256', 'bytes', 'type'], {
  sha256,
  bytes: { type: 'integer', minimum: 0, description: 'Size of the file.' },
  type: { type: 'string', description: 'Media type found from the bytes.' },
});

/** The parts of a template that a client writes. The layout itself is described by the template schema, made from the components. */
const writable = {
  name: { type: 'string', minLength: 1, maxLength: 200, format: 'storable-text' },
  description: { type: 'string', maxLength: 2000, format: 'storable-text' },
  tags: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 100, format: 'storable-text' }, maxItems: 50 },
  // Limited, because every use of the template looks at each file.
  assets: { type: 'object', additionalProperties: assetEntry, maxProperties: 1000 },
  pages: { type: 'array', items: { type: 'object' } },
  dataSchema: { type: ['object', 'boolean'] },
  exampleData: { type: 'object' },
} as const satisfies Record<string, JsonSchema>;

/** The body of `POST` and `PUT`: the template document, with a slug and optionally a uuid. Members of the layout pass unchanged. */
export const templateInput = {
  type: 'object',
  required: ['slug', 'pages', 'dataSchema', 'exampleData'],
  properties: { uuid, slug, ...writable },
} as const satisfies JsonSchema;

export const templateSummary = {
  type: 'object',
  required: ['uuid', 'slug', 'name', 'description', 'tags', 'version', 'createdAt', 'updatedAt', 'pageCount'],
  properties: {
    uuid,
    slug,
    name: writable.name,
    description: writable.description,
    tags: writable.tags,
    version: {
      type: ['integer', 'null'],
      description: 'The recorded version with this content. Null: the content is not recorded as a version (filesystem store).',
    },
    createdAt: dateTime,
    updatedAt: dateTime,
    pageCount: { type: 'integer', description: 'Number of page layouts.' },
  },
} as const satisfies JsonSchema;

export const template = {
  type: 'object',
  required: [
    'uuid',
    'slug',
    'name',
    'description',
    'tags',
    'version',
    'createdAt',
    'updatedAt',
    'assets',
    'pages',
    'dataSchema',
    'exampleData',
  ],
  properties: {
    uuid,
    slug,
    ...writable,
    version: templateSummary.properties.version,
    createdAt: dateTime,
    updatedAt: dateTime,
  },
} as const satisfies JsonSchema;

export const templateVersion = {
  type: 'object',
  required: ['version', 'createdAt', 'digest'],
  properties: {
    version: { type: 'integer', minimum: 1 },
    createdAt: dateTime,
    digest: { ...sha256, description: 'SHA-256 of the canonical document and its assets.' },
  },
} as const satisfies JsonSchema;

export const templateOperations = {
  listTemplates: {
    method: 'GET',
    path: '/templates',
    tag: 'Templates and assets',
    scope: 'templates:read',
    summary: 'List templates, newest first.',
    query: objectOf([], {
      q: { type: 'string', description: 'Part of the name, slug or description.' },
      slug,
      tag: { type: 'string' },
      ...page,
    }),
    response: { status: 200, body: listOf(templateSummary) },
    examples: { answer: { items: [{ ...example.description, ...example.times, pageCount: 1 }], nextCursor: null } },
    errors: [],
  },
  createTemplate: {
    method: 'POST',
    path: '/templates',
    tag: 'Templates and assets',
    scope: 'templates:write',
    summary: 'Create a template; its content becomes version 1.',
    body: templateInput,
    bodyLimits: { values: 'maxTemplateValues' },
    response: { status: 201, body: template, location: '/templates/{uuid}', etag: 'version' },
    examples: { body: example.written, answer: { ...example.template, version: 1, updatedAt: example.createdAt } },
    errors: ['TEMPLATE_INVALID', 'TEMPLATE_EXISTS', 'SLUG_TAKEN', 'QUOTA_EXCEEDED'],
  },
  getTemplate: {
    method: 'GET',
    path: '/templates/:uuid',
    tag: 'Templates and assets',
    scope: 'templates:read',
    summary: 'Get the current template.',
    params: byUuid,
    response: { status: 200, body: template, etag: 'version' },
    examples: { answer: example.template },
    errors: ['TEMPLATE_NOT_FOUND'],
  },
  replaceTemplate: {
    method: 'PUT',
    path: '/templates/:uuid',
    tag: 'Templates and assets',
    scope: 'templates:write',
    summary: 'Replace a template. Changed content becomes the next version; equal content creates no version.',
    params: byUuid,
    headers: ifMatch,
    body: templateInput,
    bodyLimits: { values: 'maxTemplateValues' },
    lookUp: 'template',
    response: { status: 200, body: template, etag: 'version' },
    examples: { body: { ...example.written, description: 'A short letter to a customer.' }, answer: example.template },
    errors: ['TEMPLATE_NOT_FOUND', 'TEMPLATE_INVALID', 'SLUG_TAKEN', 'REVISION_CONFLICT', 'QUOTA_EXCEEDED'],
  },
  deleteTemplate: {
    method: 'DELETE',
    path: '/templates/:uuid',
    tag: 'Templates and assets',
    scope: 'templates:write',
    summary: 'Delete a template. A new template with the same uuid continues its version numbers.',
    params: byUuid,
    headers: ifMatch,
    response: { status: 204 },
    errors: ['TEMPLATE_NOT_FOUND', 'REVISION_CONFLICT'],
  },
  listTemplateVersions: {
    method: 'GET',
    path: '/templates/:uuid/versions',
    tag: 'Templates and assets',
    scope: 'templates:read',
    summary: 'List the recorded versions of a template, newest first.',
    params: byUuid,
    query: objectOf([], page),
    response: { status: 200, body: listOf(templateVersion) },
    examples: { answer: { items: [{ version: 3, createdAt: example.updatedAt, digest: example.sha256 }], nextCursor: null } },
    errors: ['TEMPLATE_NOT_FOUND'],
  },
  getTemplateVersion: {
    method: 'GET',
    path: '/templates/:uuid/versions/:version',
    tag: 'Templates and assets',
    scope: 'templates:read',
    summary: 'Get a recorded version of a template.',
    params: objectOf(['uuid', 'version'], { uuid, version: { type: 'integer', minimum: 1 } }),
    response: { status: 200, body: template, etag: 'version' },
    examples: { answer: example.template },
    errors: ['TEMPLATE_NOT_FOUND'],
  },
  putAsset: {
    method: 'PUT',
    path: '/assets/:sha256',
    tag: 'Templates and assets',
    scope: 'templates:write',
    summary: 'Store a font, image, colour profile or attachment under the SHA-256 of its bytes.',
    params: assetBySha256,
    body: 'binary',
    bodyLimits: { bytes: 'maxAssetBytes' },
    response: { status: 200, body: assetEntry },
    examples: { answer: { sha256: example.sha256, bytes: 5120, type: 'image/png' } },
    errors: ['ASSET_INVALID', 'PAYLOAD_TOO_LARGE', 'RENDER_LIMIT'],
  },
  getAsset: {
    method: 'GET',
    path: '/assets/:sha256',
    tag: 'Templates and assets',
    scope: 'templates:read',
    summary: 'Get the bytes of a stored file.',
    params: assetBySha256,
    response: { status: 200, body: 'binary' },
    errors: ['ASSET_NOT_FOUND'],
  },
} as const satisfies Record<string, OperationShape>;
