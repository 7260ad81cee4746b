// Examples of the bodies and answers of operations. Tests check each answer against its schema and send each body to a server.
import { resultPath } from './api-prefix.ts';

export const uuid = '0190a0a0-0000-7000-8000-000000000001';
export const externalUuid = '7b1f6c1e-52a1-4a55-9f0b-3c1d2e4f5a60';
const jobUuid = '0190a0a0-0000-7000-8000-000000000002';
const batchUuid = '0190a0a0-0000-7000-8000-000000000003';
export const cloneUuid = '0190a0a0-0000-7000-8000-000000000004';
export const sessionUuid = '0190a0a0-0000-7000-8000-000000000005';
export const createdAt = '2026-01-05T09:30:00.000Z';
export const updatedAt = '2026-01-06T14:00:00.000Z';
export const sha256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

export const content = {
  pages: [{ body: ['Dear {{ name }}'] }],
  dataSchema: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
  exampleData: { name: 'Ada' },
};

export const description = { uuid, slug: 'note', name: 'Note', description: 'A short letter.', tags: ['letters'], version: 3 };
export const times = { createdAt, updatedAt };
export const template = { ...description, ...times, assets: {}, ...content };

export const queued = {
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
  retriedAs: null,
};

const result = { url: resultPath(jobUuid), bytes: 18_204, pages: 1, sha256 };
export const completed = {
  ...queued,
  state: 'completed',
  attempts: 1,
  startedAt: '2026-01-05T09:30:00.120Z',
  finishedAt: '2026-01-05T09:30:00.480Z',
  expiresAt: '2026-01-06T09:30:00.480Z',
  result,
};
export const canceled = { ...queued, state: 'canceled', finishedAt: '2026-01-05T09:30:00.300Z' };
export const ofPair = { embedded: { baseTemplateUuid: uuid, externalUuid, revision: 2 } };

export const invoiceXml = {
  xml: '<?xml version="1.0" encoding="UTF-8"?>\n<rsm:CrossIndustryInvoice>…</rsm:CrossIndustryInvoice>\n',
  profile: 'EN 16931',
  filename: 'invoice-2026-0417.xml',
  warnings: [],
  templateVersion: 3,
};

const noItems = { total: 1, queued: 0, processing: 0, completed: 0, failed: 0, canceled: 0, expired: 0 };
const waitingItem = {
  index: 0,
  reference: 'order-1',
  jobUuid,
  state: 'queued',
  error: null,
  warningCount: 0,
  warnings: [],
  result: null,
};
const batch = { batchUuid, templateUuid: uuid, templateVersion: 3, createdAt };
const queuedSummary = { ...batch, state: 'queued', counts: { ...noItems, queued: 1 }, finishedAt: null };
export const doneSummary = {
  ...batch,
  state: 'completed',
  counts: { ...noItems, completed: 1 },
  finishedAt: '2026-01-05T09:30:00.480Z',
};
export const queuedBatch = { ...queuedSummary, items: [waitingItem], nextCursor: null };
export const doneBatch = { ...doneSummary, items: [{ ...waitingItem, state: 'completed', result }], nextCursor: null };
export const canceledBatch = {
  ...batch,
  state: 'canceled',
  counts: { ...noItems, canceled: 1 },
  finishedAt: '2026-01-05T09:30:00.300Z',
  items: [{ ...waitingItem, state: 'canceled' }],
  nextCursor: null,
};

export const embeddedSummary = {
  embeddedTemplateUuid: cloneUuid,
  baseTemplateUuid: uuid,
  externalUuid,
  baseTemplateVersion: 3,
  latestBaseTemplateVersion: 4,
  revision: 2,
  createdAt,
  updatedAt,
};
export const embedded = { ...embeddedSummary, ...content };
export const valid = { valid: true, errors: [] };
export const editorTemplate = {
  embeddedTemplateUuid: cloneUuid,
  name: 'Note',
  ...content,
  revision: 2,
  fonts: ['Noto Sans'],
  assets: {},
  document: { slug: 'note', name: 'Note', ...content },
  files: {
    assets: {},
    fonts: { 'NotoSans-Regular.ttf': { key: 'shipped/NotoSans-Regular.ttf', path: '../files/NotoSans-Regular-AbCdEfGh.ttf' } },
    patterns: {},
  },
  limits: { maxPages: 1000, maxBoxes: 1_000_000, maxImagePixels: 100_000_000, maxImageBytes: 268_435_456 },
  maxAssetBytes: 33_554_432,
};

export const draft = { draft: 7, revision: 1, savedAt: updatedAt, pages: '[{ "body": ["Dear {{ name }}"] }]' };
export const revision = {
  revision: 2,
  savedAt: updatedAt,
  sessionUuid,
  baseTemplateVersion: 3,
  bytes: 310,
};

export const previewReport = {
  pages: 1,
  pageDigest: `1:${sha256}`,
  warnings: [],
  filename: 'note.pdf',
  pdf: 'JVBERi0xLjcK…',
};

export const written = { slug: 'note', name: 'Note', description: 'A short letter.', tags: ['letters'], ...content };
export const generation = { data: { name: 'Ada' } };
export const items = { items: [{ data: { name: 'Ada' }, reference: 'order-1' }] };

const webhookUuid = '0190a0a0-0000-7000-8000-000000000007';
export const deliveryUuid = '0190a0a0-0000-7000-8000-000000000008';
export const webhookSecret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
export const webhook = {
  uuid: webhookUuid,
  url: 'https://shop.example/pdfgen',
  events: ['job.completed', 'job.failed', 'batch.finished'],
  enabled: true,
  disabledAt: null,
  disabledReason: null,
  failingSince: null,
  createdAt,
};
export const delivery = {
  uuid: deliveryUuid,
  webhookUuid,
  url: webhook.url,
  event: 'job.completed',
  subjectUuid: jobUuid,
  state: 'delivered',
  attempts: 1,
  createdAt: completed.finishedAt,
  lastAttemptAt: '2026-01-05T09:30:00.510Z',
  nextAttemptAt: null,
  status: 204,
  error: null,
};
export const deliveredEvent = { type: 'job.completed', timestamp: completed.finishedAt, data: completed };
