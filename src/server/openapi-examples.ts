// Examples of the OpenAPI document, by operation. A test holds each answer to its schema, another sends each body to a server.
const uuid = '0190a0a0-0000-7000-8000-000000000001';
const externalUuid = '7b1f6c1e-52a1-4a55-9f0b-3c1d2e4f5a60';
const jobUuid = '0190a0a0-0000-7000-8000-000000000002';
const batchUuid = '0190a0a0-0000-7000-8000-000000000003';
const cloneUuid = '0190a0a0-0000-7000-8000-000000000004';
const createdAt = '2026-01-05T09:30:00.000Z';
const updatedAt = '2026-01-06T14:00:00.000Z';
const sha256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

const content = {
  pages: [{ body: [{ type: 'text', text: 'Dear {{ name }}' }] }],
  dataSchema: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
  exampleData: { name: 'Ada' },
};

const description = { uuid, slug: 'note', name: 'Note', description: 'A short letter.', tags: ['letters'], version: 3 };
const times = { createdAt, updatedAt };
const template = { ...description, ...times, assets: {}, ...content };

const queued = {
  uuid: jobUuid,
  templateUuid: uuid,
  templateVersion: 3,
  embedded: null,
  batchUuid: null,
  itemIndex: null,
  state: 'queued',
  attempts: 0,
  createdAt,
  startedAt: null,
  finishedAt: null,
  expiresAt: null,
  error: null,
  warnings: [],
  result: null,
};

const result = { url: `/api/v1/render-jobs/${jobUuid}/result`, bytes: 18_204, pages: 1, sha256 };
const completed = {
  ...queued,
  state: 'completed',
  attempts: 1,
  startedAt: '2026-01-05T09:30:00.120Z',
  finishedAt: '2026-01-05T09:30:00.480Z',
  expiresAt: '2026-01-06T09:30:00.480Z',
  result,
};
const canceled = { ...queued, state: 'canceled', finishedAt: '2026-01-05T09:30:00.300Z' };
const ofPair = { embedded: { baseTemplateUuid: uuid, externalUuid, revision: 2 } };

const noItems = { total: 1, queued: 0, processing: 0, completed: 0, failed: 0, canceled: 0, expired: 0 };
const waitingItem = { index: 0, reference: 'order-1', jobUuid, state: 'queued', error: null, result: null };
const batch = { batchUuid, templateUuid: uuid, templateVersion: 3, createdAt };
const queuedSummary = { ...batch, state: 'queued', counts: { ...noItems, queued: 1 }, finishedAt: null };
const doneSummary = {
  ...batch,
  state: 'completed',
  counts: { ...noItems, completed: 1 },
  finishedAt: '2026-01-05T09:30:00.480Z',
};
const queuedBatch = { ...queuedSummary, items: [waitingItem], nextCursor: null };
const doneBatch = { ...doneSummary, items: [{ ...waitingItem, state: 'completed', result }], nextCursor: null };
const canceledBatch = {
  ...batch,
  state: 'canceled',
  counts: { ...noItems, canceled: 1 },
  finishedAt: '2026-01-05T09:30:00.300Z',
  items: [{ ...waitingItem, state: 'canceled' }],
  nextCursor: null,
};

const embeddedSummary = {
  embeddedTemplateUuid: cloneUuid,
  baseTemplateUuid: uuid,
  externalUuid,
  baseTemplateVersion: 3,
  latestBaseTemplateVersion: 4,
  revision: 2,
  createdAt,
  updatedAt,
};
const embedded = { ...embeddedSummary, ...content };
const valid = { valid: true, errors: [] };
const editorTemplate = { name: 'Note', ...content, revision: 2, fonts: ['Noto Sans'], assets: {} };

const written = { slug: 'note', name: 'Note', description: 'A short letter.', tags: ['letters'], ...content };
const generation = { data: { name: 'Ada' } };
const items = { items: [{ data: { name: 'Ada' }, reference: 'order-1' }] };

/** What an operation may be sent, where that is JSON. */
export const exampleBodies: Readonly<Record<string, unknown>> = {
  createTemplate: written,
  replaceTemplate: { ...written, description: 'A short letter to a customer.' },
  validateTemplateData: generation,
  generateSingle: generation,
  generateEmbedded: generation,
  validateEmbeddedData: generation,
  createRenderJob: generation,
  createEmbeddedRenderJob: generation,
  createRenderBatch: items,
  createEmbeddedRenderBatch: items,
  openEditorSession: { expiresInMinutes: 60, hostOrigin: 'https://shop.example.com' },
  resetEmbeddedTemplate: { keepPages: true },
  saveEditorTemplate: { pages: content.pages },
  previewEditorTemplate: { pages: content.pages, ...generation },
  validateEditorData: generation,
};

/** What an operation may answer, where that is JSON. */
export const exampleAnswers: Readonly<Record<string, unknown>> = {
  listTemplates: { items: [{ ...description, ...times, pageCount: 1 }], nextCursor: null },
  createTemplate: { ...template, version: 1, updatedAt: createdAt },
  getTemplate: template,
  replaceTemplate: template,
  listTemplateVersions: { items: [{ version: 3, createdAt: updatedAt, digest: sha256 }], nextCursor: null },
  getTemplateVersion: template,
  validateTemplateData: valid,
  putAsset: { sha256, bytes: 5120, type: 'image/png' },
  validateEmbeddedData: valid,
  createRenderJob: queued,
  createEmbeddedRenderJob: { ...queued, ...ofPair },
  listRenderJobs: { items: [completed], nextCursor: null },
  getRenderJob: completed,
  cancelRenderJob: canceled,
  createRenderBatch: queuedBatch,
  createEmbeddedRenderBatch: queuedBatch,
  listRenderBatches: { items: [doneSummary], nextCursor: null },
  getRenderBatch: doneBatch,
  cancelRenderBatch: canceledBatch,
  retryRenderBatch: queuedBatch,
  openEditorSession: {
    sessionUuid: '0190a0a0-0000-7000-8000-000000000005',
    baseTemplateUuid: uuid,
    externalUuid,
    embeddedTemplateUuid: cloneUuid,
    baseTemplateVersion: 3,
    revision: 1,
    capability: 'eyJhbGciOiJkaXIi…',
    capabilityExpiresAt: '2026-01-05T10:30:00.000Z',
    editorUrl: 'https://pdf.example.com/editor#capability=eyJhbGciOiJkaXIi…',
    expiresAt: '2026-01-05T10:30:00.000Z',
    createdAt,
  },
  listEmbeddedTemplates: { items: [embeddedSummary], nextCursor: null },
  getEmbeddedTemplate: embedded,
  resetEmbeddedTemplate: { ...embedded, baseTemplateVersion: 4, revision: 3 },
  whoami: {
    team: 'default',
    token: {
      id: '0190a0a0-0000-7000-8000-000000000006',
      name: 'shop',
      scopes: ['templates:read', 'render'],
      expiresAt: null,
    },
    server: { name: 'pdfgen', version: '0.1.0' },
  },
  getEditorTemplate: editorTemplate,
  saveEditorTemplate: { ...editorTemplate, revision: 3 },
  validateEditorData: valid,
  addEditorAsset: { src: `asset:${sha256}`, bytes: 5120, type: 'image/png', width: 400, height: 120 },
};
