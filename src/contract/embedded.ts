// Embedded templates: a base template cloned for an identifier of the host application, and the editor sessions on it.
import { dateTime, listOf, page, pair, uuid } from './common.ts';
import type { JsonSchema } from './schema.ts';

export const embeddedTemplate = {
  type: 'object',
  required: [
    'embeddedTemplateUuid',
    'baseTemplateUuid',
    'externalUuid',
    'baseTemplateVersion',
    'latestBaseTemplateVersion',
    'revision',
    'createdAt',
    'updatedAt',
    'pages',
    'dataSchema',
    'exampleData',
  ],
  properties: {
    embeddedTemplateUuid: uuid,
    baseTemplateUuid: uuid,
    externalUuid: uuid,
    baseTemplateVersion: { type: 'integer', description: 'The version that was cloned.' },
    latestBaseTemplateVersion: {
      type: ['integer', 'null'],
      description: 'Null: the base template was deleted, or its working files cannot be read (filesystem store).',
    },
    revision: { type: 'integer', minimum: 1, description: 'Counts the changes of the clone.' },
    createdAt: dateTime,
    updatedAt: dateTime,
    pages: { type: 'array', items: { type: 'object' } },
    dataSchema: { type: ['object', 'boolean'] },
    exampleData: { type: 'object' },
  },
} as const satisfies JsonSchema;

const { pages: _pages, dataSchema: _schema, exampleData: _example, ...summaryMembers } = embeddedTemplate.properties;

export const embeddedTemplateSummary = {
  type: 'object',
  required: [
    'embeddedTemplateUuid',
    'baseTemplateUuid',
    'externalUuid',
    'baseTemplateVersion',
    'latestBaseTemplateVersion',
    'revision',
    'createdAt',
    'updatedAt',
  ],
  properties: summaryMembers,
} as const satisfies JsonSchema;

export const editorSession = {
  type: 'object',
  required: [
    'sessionUuid',
    'baseTemplateUuid',
    'externalUuid',
    'embeddedTemplateUuid',
    'baseTemplateVersion',
    'revision',
    'capability',
    'capabilityExpiresAt',
    'editorUrl',
    'expiresAt',
    'createdAt',
  ],
  properties: {
    sessionUuid: uuid,
    baseTemplateUuid: uuid,
    externalUuid: uuid,
    embeddedTemplateUuid: uuid,
    baseTemplateVersion: { type: 'integer' },
    revision: { type: 'integer' },
    capability: { type: 'string', description: 'A JWE that opens the editor for this pair and nothing else. Keep it secret.' },
    capabilityExpiresAt: dateTime,
    editorUrl: {
      type: ['string', 'null'],
      description: 'Absolute, with the capability in its fragment. Null: no editor is served.',
    },
    expiresAt: dateTime,
    createdAt: dateTime,
  },
} as const satisfies JsonSchema;

export const embeddedOperations = {
  openEditorSession: {
    method: 'POST',
    path: '/embedded-templates/:baseTemplateUuid/:externalUuid/session',
    scope: 'embed',
    summary:
      'Open an editor session on an embedded template; the first makes the clone. While one is alive, the same comes back.',
    params: pair,
    optionalBody: true,
    body: {
      type: 'object',
      additionalProperties: false,
      properties: {
        expiresInMinutes: { type: 'integer', minimum: 5, maximum: 1440, default: 60 },
        hostOrigin: {
          type: 'string',
          maxLength: 255,
          description: "Origin of the page that frames the editor; on the team's list. Without it the editor cannot be framed.",
        },
      },
    },
    /** 200 when a live session of the pair stands. */
    response: { status: 201, repeatStatus: 200, body: editorSession },
    errors: ['TEMPLATE_NOT_FOUND', 'TEMPLATE_INVALID', 'OVERLOADED'],
  },
  endEditorSession: {
    method: 'DELETE',
    path: '/embedded-templates/:baseTemplateUuid/:externalUuid/session',
    scope: 'embed',
    summary: 'End the editor session of a pair, and with it every capability, at once.',
    params: pair,
    response: { status: 204 },
    errors: ['EMBEDDED_TEMPLATE_NOT_FOUND'],
  },
  listEmbeddedTemplates: {
    method: 'GET',
    path: '/embedded-templates',
    scope: 'embed',
    summary: 'List embedded templates, newest first.',
    query: {
      type: 'object',
      additionalProperties: false,
      properties: {
        baseTemplateUuid: uuid,
        outdated: { type: 'boolean', description: 'Only those whose base template has a later version.' },
        ...page,
      },
    },
    response: { status: 200, body: listOf(embeddedTemplateSummary) },
    errors: [],
  },
  getEmbeddedTemplate: {
    method: 'GET',
    path: '/embedded-templates/:baseTemplateUuid/:externalUuid',
    scope: 'embed',
    summary: 'Get an embedded template as it stands.',
    params: pair,
    response: { status: 200, body: embeddedTemplate, etag: 'revision' },
    errors: ['EMBEDDED_TEMPLATE_NOT_FOUND'],
  },
  deleteEmbeddedTemplate: {
    method: 'DELETE',
    path: '/embedded-templates/:baseTemplateUuid/:externalUuid',
    scope: 'embed',
    summary: 'Delete an embedded template and end its session.',
    params: pair,
    response: { status: 204 },
    errors: ['EMBEDDED_TEMPLATE_NOT_FOUND'],
  },
  resetEmbeddedTemplate: {
    method: 'POST',
    path: '/embedded-templates/:baseTemplateUuid/:externalUuid/reset',
    scope: 'embed',
    summary: "Take over the base template's latest version, all of it or all but the pages.",
    params: pair,
    optionalBody: true,
    body: { type: 'object', additionalProperties: false, properties: { keepPages: { type: 'boolean', default: false } } },
    response: { status: 200, body: embeddedTemplate, etag: 'revision' },
    errors: ['EMBEDDED_TEMPLATE_NOT_FOUND', 'TEMPLATE_INVALID', 'OVERLOADED'],
  },
} as const;
