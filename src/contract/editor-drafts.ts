// The editor's operations on the draft of an embedded template, and on its earlier revisions.

import * as example from './examples.ts';
import { lifeOf } from './life-times.ts';
import type { OperationShape } from './operation-shape.ts';
import { type JsonSchema, objectOf } from './schema.ts';
import { dateTime, ifMatch, nullableUuid } from './shared-schemas.ts';

const tag = 'Embedded templates and the editor';

export const draftNumber = {
  type: 'integer',
  minimum: 1,
  description:
    'Number of the draft, and its entity tag. Each write of a draft takes the next number, and no later draft of the embedded template has it again.',
} as const satisfies JsonSchema;

const baseRevision = {
  type: 'integer',
  minimum: 1,
  description: 'The revision of the embedded template that the draft is based on.',
} as const satisfies JsonSchema;

const draftPages = {
  type: 'string',
  format: 'storable-text',
  description:
    'The pages as text. It is kept as it was written, with the order and the digits that the author gave it: ' +
    'it need not compile, and need not even be valid JSON.',
} as const satisfies JsonSchema;

const writtenDraft = {
  type: 'object',
  required: ['draft', 'revision', 'savedAt'],
  properties: { draft: draftNumber, revision: baseRevision, savedAt: dateTime },
} as const satisfies JsonSchema;

const draft = {
  type: 'object',
  required: [...writtenDraft.required, 'pages'],
  properties: { ...writtenDraft.properties, pages: draftPages },
} as const satisfies JsonSchema;

const draftPreconditions = {
  type: 'object',
  properties: {
    'if-match': { ...ifMatch.properties['if-match'], description: 'Entity tag of the draft to overwrite, such as `"7"`.' },
    'if-none-match': { const: '*', description: 'There must be no draft yet.' },
  },
} as const satisfies JsonSchema;

const revision = {
  type: 'object',
  required: ['revision', 'savedAt', 'sessionUuid', 'baseTemplateVersion', 'bytes'],
  properties: {
    revision: { type: 'integer', minimum: 1 },
    savedAt: dateTime,
    sessionUuid: {
      ...nullableUuid,
      description: 'The editor session that saved it. Null: the first revision, a reset, or a revision of an earlier pdfgen.',
    },
    baseTemplateVersion: { type: 'integer', description: 'The version of the base template whose data contract it has.' },
    bytes: { type: 'integer', description: 'Size of the stored document, without its files.' },
  },
} as const satisfies JsonSchema;

export const editorDraftOperations = {
  getEditorDraft: {
    method: 'GET',
    path: '/draft',
    tag,
    summary: 'Get the draft: work that is not saved yet.',
    response: { status: 200, body: draft, etag: 'draft', tagged: 'member' },
    examples: { answer: example.draft },
    errors: ['EMBEDDED_TEMPLATE_NOT_FOUND', 'DRAFT_NOT_FOUND'],
  },
  saveEditorDraft: {
    method: 'PUT',
    path: '/draft',
    tag,
    summary: 'Keep the work of the editor. No document is made of a draft until it is saved.',
    description:
      'An embedded template has one draft, which everybody who edits it shares. The first one needs `If-None-Match: *`, and each later one ' +
      '`If-Match` with the number that it overwrites. Files that the draft names are kept as long as it. A draft that nobody has written for ' +
      `${lifeOf('draft')} is removed. A reset ends drafts of earlier revisions: then the answer is DRAFT_ENDED. With \`keepPages\` it keeps them. ` +
      'The deletion of the embedded template ends its draft: then the answer of each call is EMBEDDED_TEMPLATE_NOT_FOUND.',
    headers: draftPreconditions,
    body: objectOf(['pages', 'revision'], { pages: draftPages, revision: baseRevision }),
    bodyLimits: { bytes: 'maxDraftBytes' },
    response: { status: 200, body: writtenDraft, etag: 'draft' },
    examples: {
      body: { pages: example.draft.pages, revision: example.draft.revision },
      answer: { draft: example.draft.draft, revision: example.draft.revision, savedAt: example.draft.savedAt },
    },
    errors: ['EMBEDDED_TEMPLATE_NOT_FOUND', 'DRAFT_ENDED', 'REVISION_CONFLICT', 'PRECONDITION_REQUIRED', 'OVERLOADED'],
  },
  deleteEditorDraft: {
    method: 'DELETE',
    path: '/draft',
    tag,
    summary: 'Drop the draft.',
    headers: ifMatch,
    response: { status: 204 },
    errors: ['EMBEDDED_TEMPLATE_NOT_FOUND', 'DRAFT_NOT_FOUND', 'REVISION_CONFLICT', 'PRECONDITION_REQUIRED'],
  },
  listEditorRevisions: {
    method: 'GET',
    path: '/revisions',
    tag,
    summary: 'List the current revision and the earlier ones that are kept, newest first.',
    description:
      'Each listed revision can be read. A server keeps the last 20, or as many as `--kept-revisions` says, and fewer when ' +
      '`--max-upload-bytes` has no room for them.',
    response: {
      status: 200,
      body: { type: 'object', required: ['items'], properties: { items: { type: 'array', items: revision } } },
      tagged: 'bytes',
    },
    examples: { answer: { items: [example.revision] } },
    errors: ['EMBEDDED_TEMPLATE_NOT_FOUND'],
  },
  getEditorRevision: {
    method: 'GET',
    path: '/revisions/:revision',
    tag,
    summary: 'Get the pages of a revision. To take them back, save them.',
    params: objectOf(['revision'], { revision: revision.properties.revision }),
    response: {
      status: 200,
      body: {
        type: 'object',
        required: [...revision.required, 'pages'],
        properties: { ...revision.properties, pages: { type: 'array', items: { type: 'object' } } },
      },
      tagged: 'bytes',
    },
    examples: { answer: { ...example.revision, pages: example.content.pages } },
    errors: ['EMBEDDED_TEMPLATE_NOT_FOUND', 'REVISION_NOT_FOUND'],
  },
} as const satisfies Record<string, OperationShape>;
