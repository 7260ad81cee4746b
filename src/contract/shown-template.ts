// What a browser needs to lay out documents of a template: the document, where its files are, and the limits.
import type { FromSchema, JsonSchema } from './schema.ts';

const shownFile = {
  type: 'object',
  required: ['key', 'path'],
  properties: {
    key: { type: 'string', description: 'Distinct for distinct bytes, and the same in the server and in the browser.' },
    path: { type: 'string', description: 'Where to load the file, relative to the address of this answer.' },
  },
} as const satisfies JsonSchema;

const filesOfKind = (description: string) =>
  ({ type: 'object', additionalProperties: shownFile, description }) as const satisfies JsonSchema;

export const shownFiles = {
  type: 'object',
  required: ['assets', 'fonts', 'patterns'],
  properties: {
    assets: filesOfKind('Pictures, PDF files and attachments, by the names that templates give them.'),
    fonts: filesOfKind('Font files, also those that ship with pdfgen, as TrueType or OpenType.'),
    patterns: filesOfKind('Packed patterns of hyphenation, by language in lower case.'),
  },
} as const satisfies JsonSchema;

export const layoutLimits = {
  type: 'object',
  required: ['maxPages', 'maxBoxes', 'maxImagePixels', 'maxImageBytes'],
  properties: {
    maxPages: { type: 'integer' },
    maxBoxes: { type: 'integer' },
    maxImagePixels: { type: 'integer' },
    maxImageBytes: { type: 'integer' },
  },
} as const satisfies JsonSchema;

/** A file that pages may use. */
export type ShownFile = FromSchema<typeof shownFile>;
export type ShownFiles = FromSchema<typeof shownFiles>;

export interface ShownTemplate {
  /** The template document with its data schema and its example data. */
  readonly document: Readonly<Record<string, unknown>>;
  /** Stands in for a missing data schema: made from the example data. */
  readonly inferred?: JsonSchema | undefined;
  readonly files: ShownFiles;
  readonly limits: FromSchema<typeof layoutLimits>;
}
