// Embedded templates: a base template cloned for an identifier of the host application, and the editor sessions on it.

import * as example from './examples.ts';
import { sessionMinutes } from './life-times.ts';
import type { OperationShape } from './operation-shape.ts';
import { type JsonSchema, objectOf } from './schema.ts';
import { dateTime, listOf, page, pair, uuid } from './shared-schemas.ts';

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
      description: 'Absolute URL with the capability in its fragment. Null: the server serves no editor.',
    },
    expiresAt: dateTime,
    createdAt: dateTime,
  },
} as const satisfies JsonSchema;

export const embeddedOperations = {
  openEditorSession: {
    method: 'POST',
    path: '/embedded-templates/:baseTemplateUuid/:externalUuid/session',
    tag: 'Embedded templates and the editor',
    scope: 'embed',
    summary:
      'Open an editor session on an embedded template. The first session creates the clone. A session that is still alive is returned again.',
    description:
      'The host application must authorize its user for this pair before this call: a session must not be created for a user who is not ' +
      'authorized, and pdfgen cannot check that. The external UUID is not a secret and proves nothing. Give `capability` and `editorUrl` ' +
      'only to this user.',
    params: pair,
    optionalBody: true,
    body: objectOf([], {
      expiresInMinutes: {
        type: 'integer',
        minimum: sessionMinutes.least,
        maximum: sessionMinutes.most,
        default: sessionMinutes.default,
      },
      hostOrigin: {
        type: 'string',
        maxLength: 255,
        description:
          "Origin of the page that frames the editor. It must be on the team's list. Without `hostOrigin` the editor cannot be framed.",
      },
    }),
    lookUp: 'pairOrBase',
    /** 200: the pair already has a live session. */
    response: { status: 201, repeatStatus: 200, body: editorSession },
    examples: {
      body: { expiresInMinutes: 60, hostOrigin: 'https://shop.example.com' },
      answer: {
        sessionUuid: example.sessionUuid,
        baseTemplateUuid: example.uuid,
        externalUuid: example.externalUuid,
        embeddedTemplateUuid: example.cloneUuid,
        baseTemplateVersion: 3,
        revision: 1,
        capability: 'eyJhbGciOiJkaXIi…',
        capabilityExpiresAt: '2026-01-05T10:30:00.000Z',
        editorUrl: 'https://pdf.example.com/editor#capability=eyJhbGciOiJkaXIi…',
        expiresAt: '2026-01-05T10:30:00.000Z',
        createdAt: example.createdAt,
      },
    },
    errors: ['TEMPLATE_NOT_FOUND', 'TEMPLATE_INVALID', 'OVERLOADED'],
  },
  endEditorSession: {
    method: 'DELETE',
    path: '/embedded-templates/:baseTemplateUuid/:externalUuid/session',
    tag: 'Embedded templates and the editor',
    scope: 'embed',
    summary: 'End the editor session of a pair at once, and with it every capability.',
    description: 'Call it when the user logs out or loses the right to the pair.',
    params: pair,
    response: { status: 204 },
    errors: ['EMBEDDED_TEMPLATE_NOT_FOUND'],
  },
  listEmbeddedTemplates: {
    method: 'GET',
    path: '/embedded-templates',
    tag: 'Embedded templates and the editor',
    scope: 'embed',
    summary: 'List embedded templates, newest first.',
    query: objectOf([], {
      baseTemplateUuid: uuid,
      outdated: { type: 'boolean', description: 'Only embedded templates whose base template has a later version.' },
      ...page,
    }),
    response: { status: 200, body: listOf(embeddedTemplateSummary) },
    examples: { answer: { items: [example.embeddedSummary], nextCursor: null } },
    errors: [],
  },
  getEmbeddedTemplate: {
    method: 'GET',
    path: '/embedded-templates/:baseTemplateUuid/:externalUuid',
    tag: 'Embedded templates and the editor',
    scope: 'embed',
    summary: 'Get the current embedded template.',
    params: pair,
    response: { status: 200, body: embeddedTemplate, etag: 'revision' },
    examples: { answer: example.embedded },
    errors: ['EMBEDDED_TEMPLATE_NOT_FOUND'],
  },
  deleteEmbeddedTemplate: {
    method: 'DELETE',
    path: '/embedded-templates/:baseTemplateUuid/:externalUuid',
    tag: 'Embedded templates and the editor',
    scope: 'embed',
    summary: 'Delete an embedded template and end its session.',
    params: pair,
    response: { status: 204 },
    errors: ['EMBEDDED_TEMPLATE_NOT_FOUND'],
  },
  resetEmbeddedTemplate: {
    method: 'POST',
    path: '/embedded-templates/:baseTemplateUuid/:externalUuid/reset',
    tag: 'Embedded templates and the editor',
    scope: 'embed',
    summary: "Replace the content with the base template's latest version. `keepPages` keeps the pages.",
    params: pair,
    optionalBody: true,
    body: objectOf([], { keepPages: { type: 'boolean', default: false } }),
    lookUp: 'pair',
    response: { status: 200, body: embeddedTemplate, etag: 'revision' },
    examples: { body: { keepPages: true }, answer: { ...example.embedded, baseTemplateVersion: 4, revision: 3 } },
    errors: ['EMBEDDED_TEMPLATE_NOT_FOUND', 'TEMPLATE_INVALID', 'OVERLOADED'],
  },
} as const satisfies Record<string, OperationShape>;
