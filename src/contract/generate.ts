// Operations that generate a document or check its data: schemas of bodies and answers.

import { renderOptions } from './document-options.ts';
import { encryptionOption } from './encryption.ts';
import * as example from './examples.ts';
import { dataErrors } from './find-breaches.ts';
import { profileNames } from './invoice-profiles.ts';
import type { OperationShape } from './operation-shape.ts';
import { type FromSchema, type JsonSchema, objectOf } from './schema.ts';
import { byUuid, callbackUrl, pair } from './shared-schemas.ts';

/** Options of a document that is made at once. */
export const singleOptions = {
  ...renderOptions,
  properties: { ...renderOptions.properties, encryption: encryptionOption },
} as const satisfies JsonSchema;

/** Priorities of jobs. */
export const priorities = { least: 0, most: 100 } as const;

export const jobOptions = {
  ...renderOptions,
  properties: {
    ...renderOptions.properties,
    priority: {
      type: 'integer',
      minimum: priorities.least,
      maximum: priorities.most,
      default: priorities.least,
      description:
        "Jobs with a higher priority go before the team's other jobs. At the same priority, single jobs go before items of batches.",
    },
  },
} as const satisfies JsonSchema;

export const generateBody = objectOf(['data'], {
  data: { type: 'object', description: "Values for the template's dynamic fields." },
  options: singleOptions,
  templateVersion: { type: 'integer', minimum: 1, description: 'Default: the latest.' },
});

/** The body of a call that creates a job. */
export const jobBody = {
  ...generateBody,
  properties: { ...generateBody.properties, options: jobOptions, callbackUrl },
} as const satisfies JsonSchema;

export const breach = {
  type: 'object',
  required: ['path', 'message', 'keyword', 'params', 'schemaPath'],
  properties: {
    path: { type: 'string', description: 'JSON Pointer into the request body.' },
    message: { type: 'string' },
    keyword: { type: 'string' },
    params: { type: 'object' },
    schemaPath: { type: 'string' },
    line: { type: 'integer', minimum: 1, description: 'Line of a body of JSON Lines. Other bodies have none.' },
    code: {
      type: 'string',
      description:
        'Of an item in BATCH_INVALID: the error of the item alone, such as `STANDARD_BREACH`. Left out for DATA_INVALID.',
    },
  },
} as const satisfies JsonSchema;

/** A doubt about the document that was made. */
export const renderWarning = {
  type: 'object',
  required: ['code', 'component', 'dataPath', 'page', 'message'],
  properties: {
    code: {
      type: 'string',
      description: '`text-cut`, `missing-glyph`, `off-sheet`, `table-too-wide` …; docs/reference/warnings.md lists all.',
    },
    component: {
      type: 'string',
      description: '`id` of the component, or the JSON Pointer to it. Empty: the warning is about the data alone.',
    },
    dataPath: {
      type: ['string', 'null'],
      description: 'JSON Pointer into the data, to the repeated element or to the value itself. Null: neither is known.',
    },
    page: { type: ['integer', 'null'], description: 'Page number, from 1. Null: the warning came before any page.' },
    message: { type: 'string' },
  },
} as const satisfies JsonSchema;

export const validation = {
  type: 'object',
  required: ['valid', 'errors'],
  properties: {
    valid: { type: 'boolean' },
    errors: { type: 'array', items: breach },
    errorsTruncated: { type: 'boolean' },
    warnings: { type: 'array', items: renderWarning, description: 'Warnings about the data. Missing: no warnings.' },
  },
} as const satisfies JsonSchema;

/** A doubt about a rendered document, with component, page and place in the data. */
export type RenderWarning = FromSchema<typeof renderWarning>;

/** A finished PDF. */
export interface Pdf {
  readonly contentType: 'application/pdf';
  /** Name of the file, without a folder. It ends in `.pdf`. */
  readonly filename: string;
  /** The parts of the file, in order. */
  readonly body: readonly Uint8Array[];
  /** Size of the PDF in bytes. */
  readonly bytes: number;
  /** SHA-256 of the PDF in hex. */
  readonly sha256: string;
  /** Number of pages. */
  readonly pages: number;
  /** Digest of the pages, by which a browser compares its own layout. Undefined: nobody has asked for it. */
  readonly pageDigest?: string | undefined;
  /** Null: the template's files are not recorded as a version. */
  readonly templateVersion: number | null;
  /** Revision of an embedded template. Null: the template is not embedded. */
  readonly templateRevision: number | null;
  /** Number of warnings. */
  readonly warningCount: number;
  /** The warnings that the engine knows. HTTP carries only their number. */
  readonly warnings: readonly RenderWarning[];
  /** Number of warnings that compiling the template gives, whatever the data. Undefined: the document comes from a server. */
  readonly templateWarnings?: number;
}

export const invoiceBody = {
  ...generateBody,
  properties: {
    ...generateBody.properties,
    options: objectOf([], {
      date: renderOptions.properties.date,
      profile: {
        enum: profileNames,
        description: 'The profile of the XML. Default: the profile that the template names, else EN 16931.',
      },
    }),
  },
} as const satisfies JsonSchema;

const invoiceXml = {
  type: 'object',
  required: ['xml', 'profile', 'filename', 'warnings', 'templateVersion'],
  properties: {
    xml: { type: 'string', description: 'The invoice as Cross Industry Invoice, in UTF-8.' },
    profile: { enum: profileNames, description: 'The profile of the XML.' },
    filename: { type: 'string', description: 'Name of the file, without a folder. It ends in `.xml`.' },
    warnings: { type: 'array', items: breach, description: 'Rules that the invoice should follow and does not.' },
    templateVersion: { type: ['integer', 'null'], description: "Null: the template's files are not recorded as a version." },
  },
} as const satisfies JsonSchema;

/** The XML of an electronic invoice, with warnings. */
export type InvoiceXml = FromSchema<typeof invoiceXml>;

/** Errors that the data of a document can cause. */
export const documentErrors = [
  ...dataErrors,
  'ASSET_INVALID',
  'ATTACHMENT_INVALID',
  'ENCRYPTION_INVALID',
  'NO_PAGES',
  'RENDER_LIMIT',
  'VALIDATION_TIMEOUT',
  'RENDER_TIMEOUT',
  'RENDER_FAILED',
] as const;

const generationErrors = [...documentErrors, 'TEMPLATE_INVALID', 'OVERLOADED'] as const;

export const generateOperations = {
  generateSingle: {
    method: 'POST',
    path: '/generate/single/:id',
    tag: 'Make a document',
    scope: 'render',
    summary: 'Render one document and return its PDF.',
    params: byUuid,
    wireNames: { uuid: 'id' },
    body: generateBody,
    lookUp: 'template',
    changesNothing: true,
    response: { status: 200, body: 'pdf' },
    examples: { body: example.generation },
    errors: ['TEMPLATE_NOT_FOUND', ...generationErrors],
  },
  generateEmbedded: {
    method: 'POST',
    path: '/generate/single/:baseTemplateUuid/:externalUuid',
    tag: 'Make a document',
    scope: 'render',
    summary: 'Render one document from an embedded template and return its PDF.',
    params: pair,
    body: generateBody,
    lookUp: 'pair',
    changesNothing: true,
    response: { status: 200, body: 'pdf' },
    examples: { body: example.generation },
    errors: ['EMBEDDED_TEMPLATE_NOT_FOUND', ...generationErrors],
  },
  generateInvoice: {
    method: 'POST',
    path: '/generate/invoice/:id',
    tag: 'Make a document',
    scope: 'render',
    summary: 'Write the XML of an electronic invoice.',
    description:
      'The template says under `invoice` which data is which business term of EN 16931. XRechnung is sent as this XML alone; Factur-X and ' +
      'ZUGFeRD carry the XML inside the PDF.',
    params: byUuid,
    wireNames: { uuid: 'id' },
    body: invoiceBody,
    lookUp: 'template',
    changesNothing: true,
    response: { status: 200, body: invoiceXml },
    examples: { body: example.generation, answer: example.invoiceXml },
    errors: [
      'TEMPLATE_NOT_FOUND',
      'DATA_INVALID',
      'INVOICE_INVALID',
      'TEMPLATE_INVALID',
      'RENDER_LIMIT',
      'VALIDATION_TIMEOUT',
      'RENDER_TIMEOUT',
      'RENDER_FAILED',
      'OVERLOADED',
    ],
  },
  validateTemplateData: {
    method: 'POST',
    path: '/templates/:uuid/validate',
    tag: 'Make a document',
    scope: 'render',
    summary:
      "Check data as generation does before it draws: the template's contract, the rules of its electronic invoice, and the title and language that its standard asks for.",
    params: byUuid,
    body: generateBody,
    lookUp: 'template',
    changesNothing: true,
    response: { status: 200, body: validation },
    examples: { body: example.generation, answer: example.valid },
    errors: ['TEMPLATE_NOT_FOUND', 'TEMPLATE_INVALID', 'VALIDATION_TIMEOUT'],
  },
  validateEmbeddedData: {
    method: 'POST',
    path: '/templates/:baseTemplateUuid/:externalUuid/validate',
    tag: 'Make a document',
    scope: 'render',
    summary: "Check data against an embedded template's contract, as generation does, without rendering.",
    params: pair,
    body: generateBody,
    lookUp: 'pair',
    changesNothing: true,
    response: { status: 200, body: validation },
    examples: { body: example.generation, answer: example.valid },
    errors: ['EMBEDDED_TEMPLATE_NOT_FOUND', 'TEMPLATE_INVALID', 'VALIDATION_TIMEOUT', 'OVERLOADED'],
  },
} as const satisfies Record<string, OperationShape>;
