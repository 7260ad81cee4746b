// The options of a document, in one table. Flags of `generate single`, `async` and `batch`, members of a request and of `runBatch`, settings, the
// record of a batch and the reference are derived from it. Encryption stands apart in encryption.ts: its passwords must not reach records and jobs.

import { type FromSchema, type JsonSchema, objectOf } from './schema.ts';
import { askedStandard } from './standards.ts';

/** The options as a program or a command line writes them. */
export interface GivenOptions {
  /** The date of the documents: a day such as `2026-01-31`, or a time with its zone. Default: when the run began. */
  readonly date?: string;
  /** Turns warnings into failures. */
  readonly strict?: boolean;
  /** The glyphs in a PDF. `document`: those that it uses. `template`: a larger set that documents share. */
  readonly fontSubset?: 'document' | 'template';
  /** The standard that the documents keep: `PDF/A-2b`, a list of two, or two with a comma between. `none`: no standard. Default: the template's. */
  readonly standard?: string | readonly string[];
}

export type OptionName = keyof GivenOptions;

/** A command that makes documents. */
export type MakingCommand = 'single' | 'async' | 'batch';

export interface DocumentOption {
  /** The member of a request. A `default` is filled in. */
  readonly schema: JsonSchema;
  readonly flag: string;
  /** Explains the flag. */
  readonly summary: string | Readonly<Record<MakingCommand, string>>;
  /** A flag given twice asks for both values, as with a comma between. */
  readonly isList?: true;
  /** It is also a setting: a variable, a member of pdfgen.json and of the user's own file. The text describes its values. */
  readonly setting?: { readonly summary: string; readonly expects: string };
  /** Completes "The documents of this run …" when a continued run asks for another value. Undefined: another value is allowed. */
  readonly fixed?: (was: string | undefined) => string;
  /** Why a batch with one merged PDF refuses the option. */
  readonly notMerged?: string;
}

const dateText = 'date of the document';

/** In the order in which requests have them. */
export const documentOptions = {
  date: {
    schema: {
      type: 'string',
      format: 'date-time',
      description: 'The date of the document, `doc.date` in templates and the PDF metadata.',
    },
    flag: '--date <date>',
    summary: {
      single: `${dateText}, such as 2026-01-31 (default: SOURCE_DATE_EPOCH, else none)`,
      async: `${dateText} (default: when the job was made)`,
      batch: 'date of the documents (default: when the run began)',
    },
    fixed: (was) => `have the date ${was}`,
  },
  strict: {
    schema: {
      type: 'boolean',
      default: false,
      description: 'A warning fails the call with RENDER_WARNINGS.',
    },
    flag: '--strict',
    summary: 'treat warnings as errors',
  },
  fontSubset: {
    schema: {
      enum: ['document', 'template'],
      default: 'document',
      description: 'document: exactly the glyphs used. template: a larger set that documents of one template share.',
    },
    flag: '--font-subset <kind>',
    summary: 'glyphs in the PDF: document (only the glyphs in use) or template (a larger set that documents share)',
    setting: { summary: 'which glyphs a PDF contains', expects: 'document or template' },
  },
  standard: {
    schema: askedStandard,
    flag: '--standard <name>',
    summary:
      "standard that the PDF keeps, such as PDF/A-2b, or two: PDF/A-2a,PDF/UA-1; none: no standard (default: the template's)",
    isList: true,
    fixed: (was) => `keep ${was ?? 'the standard of the template, if it has any'}`,
    notMerged: 'a merged PDF keeps no standard',
  },
} as const satisfies Readonly<Record<OptionName, DocumentOption>>;

type Table = typeof documentOptions;

export const optionNames = Object.keys(documentOptions) as readonly OptionName[];

export const optionTable: Readonly<Record<OptionName, DocumentOption>> = documentOptions;

/** The options that are settings too. */
export type SettingOption = { [Name in OptionName]: Table[Name] extends { readonly setting: object } ? Name : never }[OptionName];

/** The schema of the options in a request. */
export const renderOptions = objectOf(
  [],
  Object.fromEntries(optionNames.map((name) => [name, documentOptions[name].schema])) as {
    readonly [Name in OptionName]: Table[Name]['schema'];
  },
);

/** The options as a request has them. */
export type RequestOptions = FromSchema<typeof renderOptions>;

/** The options with the defaults filled in. */
export type CompleteOptions = RequestOptions & {
  readonly [Name in OptionName as Table[Name]['schema'] extends { readonly default: unknown } ? Name : never]: FromSchema<
    Table[Name]['schema']
  >;
};

export function completeOptions(options: RequestOptions): CompleteOptions {
  const values = optionNames.flatMap((name) => {
    const value = options[name] ?? optionTable[name].schema.default;
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(values) as CompleteOptions;
}

/** The options of a request, with the defaults. `date`: the date that was read, RFC 3339. */
export function toRequestOptions({ standard, ...others }: GivenOptions, date: string | undefined): CompleteOptions {
  return completeOptions({ ...others, date, ...(standard !== undefined && { standard: String(standard).split(',') }) });
}
