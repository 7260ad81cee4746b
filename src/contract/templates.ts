// Templates, their versions and assets: the shapes that cross the wire and the operations on them.
import { assetBySha256, byUuid, dateTime, ifMatch, listOf, page, sha256, uuid } from './common.ts';
import { generateBody, validation } from './generate.ts';
import type { JsonSchema } from './schema.ts';

export const slug = {
  type: 'string',
  pattern: '^[a-z0-9]+(?:[._-][a-z0-9]+)*$',
  maxLength: 100,
  description: 'The name of a template within its team; in the filesystem store the name of its folder.',
} as const satisfies JsonSchema;

export const assetEntry = {
  type: 'object',
  required: ['sha256', 'bytes', 'type'],
  additionalProperties: false,
  properties: {
    sha256,
    bytes: { type: 'integer', minimum: 0 },
    type: { type: 'string', description: 'Media type found from the bytes.' },
  },
} as const satisfies JsonSchema;

/** The parts of a template that a client writes. The layout itself is described by the template schema, made from the components. */
const writable = {
  name: { type: 'string', minLength: 1, maxLength: 200 },
  description: { type: 'string', maxLength: 2000 },
  tags: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 100 }, maxItems: 50 },
  assets: { type: 'object', additionalProperties: assetEntry },
  pages: { type: 'array', items: { type: 'object' } },
  dataSchema: { type: ['object', 'boolean'] },
  exampleData: { type: 'object' },
} as const satisfies Record<string, JsonSchema>;

/** What `POST` and `PUT` take: the template document, with a slug and, if wanted, a uuid. Members of the layout pass as they are. */
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
      description: 'The recorded version that this content is; null: none is recorded (filesystem store).',
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
    digest: { ...sha256, description: 'Of the canonical document and its assets.' },
  },
} as const satisfies JsonSchema;

export const templateOperations = {
  listTemplates: {
    method: 'GET',
    path: '/templates',
    scope: 'templates:read',
    summary: 'List templates, newest first.',
    query: {
      type: 'object',
      additionalProperties: false,
      properties: {
        q: { type: 'string', description: 'Part of the name, slug or description.' },
        slug,
        tag: { type: 'string' },
        ...page,
      },
    },
    response: { status: 200, body: listOf(templateSummary) },
    errors: [],
  },
  createTemplate: {
    method: 'POST',
    path: '/templates',
    scope: 'templates:write',
    summary: 'Create a template; its content becomes version 1.',
    body: templateInput,
    response: { status: 201, body: template, location: '/templates/{uuid}', etag: 'version' },
    errors: ['TEMPLATE_INVALID', 'TEMPLATE_EXISTS', 'SLUG_TAKEN'],
  },
  getTemplate: {
    method: 'GET',
    path: '/templates/:uuid',
    scope: 'templates:read',
    summary: 'Get a template as it stands.',
    params: byUuid,
    response: { status: 200, body: template, etag: 'version' },
    errors: ['TEMPLATE_NOT_FOUND'],
  },
  replaceTemplate: {
    method: 'PUT',
    path: '/templates/:uuid',
    scope: 'templates:write',
    summary: 'Replace a template; content that differs makes the next version, equal content none.',
    params: byUuid,
    headers: ifMatch,
    body: templateInput,
    response: { status: 200, body: template, etag: 'version' },
    errors: ['TEMPLATE_NOT_FOUND', 'TEMPLATE_INVALID', 'SLUG_TAKEN', 'REVISION_CONFLICT'],
  },
  deleteTemplate: {
    method: 'DELETE',
    path: '/templates/:uuid',
    scope: 'templates:write',
    summary: 'Delete a template. A uuid made again continues its version numbers.',
    params: byUuid,
    headers: ifMatch,
    response: { status: 204 },
    errors: ['TEMPLATE_NOT_FOUND', 'REVISION_CONFLICT'],
  },
  listTemplateVersions: {
    method: 'GET',
    path: '/templates/:uuid/versions',
    scope: 'templates:read',
    summary: 'List the recorded versions of a template, newest first.',
    params: byUuid,
    query: { type: 'object', additionalProperties: false, properties: page },
    response: { status: 200, body: listOf(templateVersion) },
    errors: ['TEMPLATE_NOT_FOUND'],
  },
  getTemplateVersion: {
    method: 'GET',
    path: '/templates/:uuid/versions/:version',
    scope: 'templates:read',
    summary: 'Get a template as a recorded version has it.',
    params: {
      type: 'object',
      required: ['uuid', 'version'],
      additionalProperties: false,
      properties: { uuid, version: { type: 'integer', minimum: 1 } },
    },
    response: { status: 200, body: template, etag: 'version' },
    errors: ['TEMPLATE_NOT_FOUND'],
  },
  validateTemplateData: {
    method: 'POST',
    path: '/templates/:uuid/validate',
    scope: 'render',
    summary: "Check data against the template's contract, as generation does, without rendering.",
    params: byUuid,
    body: generateBody,
    response: { status: 200, body: validation },
    errors: ['TEMPLATE_NOT_FOUND', 'TEMPLATE_INVALID', 'VALIDATION_TIMEOUT'],
  },
  putAsset: {
    method: 'PUT',
    path: '/assets/:sha256',
    scope: 'templates:write',
    summary: 'Store a font, image or colour profile under the SHA-256 of its bytes.',
    params: assetBySha256,
    body: 'binary',
    response: { status: 200, body: assetEntry },
    errors: ['ASSET_INVALID', 'PAYLOAD_TOO_LARGE'],
  },
  getAsset: {
    method: 'GET',
    path: '/assets/:sha256',
    scope: 'templates:read',
    summary: 'Get the bytes of a stored file.',
    params: assetBySha256,
    response: { status: 200, body: 'binary' },
    errors: ['ASSET_NOT_FOUND'],
  },
} as const;
