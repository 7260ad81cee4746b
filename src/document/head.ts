// The head of a document, which is known before any page is laid out: metadata, conventions and the electronic invoice.

import { type Breach, PdfgenError } from '../contract/errors.ts';
import type { RenderWarning } from '../contract/generate.ts';
import { findStandardWith, type StandardName, type StandardRule } from '../contract/standards.ts';
import type { GivenXml, Group, InvoiceFault } from '../invoice/model.ts';
import { counted } from '../words/counts.ts';
import type { InvoiceMapping } from './compile/compile-invoice.ts';
import type { Program } from './compile/compile-template.ts';
import { isRightToLeft } from './expression/filters/intl.ts';
import {
  type CompiledText,
  findCurrencyFault,
  findLanguageFault,
  findLocaleFault,
  findZoneFault,
  languageOfLocale,
} from './expression/index.ts';
import { asWritten, type FormatSettings, type Scope } from './expression/scope.ts';
import { DataPaths } from './layout/data-place.ts';
import { directionsOf } from './layout/direction.ts';
import type { Metadata } from './layout/fragment.ts';
import { type BoundScope, LayoutSession, type RenderLimits } from './layout/session.ts';
import type { Tag } from './layout/tag.ts';

/** The parts of a program that a document needs before it is drawn. */
export type HeadProgram = Pick<
  Program,
  | 'document'
  | 'dir'
  | 'names'
  | 'bindLet'
  | 'bindMetadata'
  | 'pdfPages'
  | 'isTagged'
  | 'encryption'
  | 'locale'
  | 'timezone'
  | 'currency'
>;

export interface HeadInput {
  readonly program: HeadProgram;
  readonly data: unknown;
  /** `doc.date` and the date in the metadata, RFC 3339; undefined: no date. The clock is never read. */
  readonly date: string | undefined;
  readonly limits: RenderLimits;
  /** Called every few boxes; raises RENDER_TIMEOUT when time is up. */
  readonly checkTime: () => void;
}

/** The head of one document. */
export interface Head {
  readonly scope: BoundScope;
  readonly metadata: Metadata;
}

/** Reads the head of a document from its data. `tag`: the document in the structure. Raises METADATA_INVALID. */
export function bindHead({ program, data, date }: HeadInput, session: LayoutSession, tag: Tag | undefined): Head {
  const scope = { ...rootScope(program, data, date, session), tag };
  // Viewers show the title and other metadata, so control characters are removed.
  const clean = (text: string | undefined) => text?.replace(/\p{Cc}+/gu, ' ').trim() || undefined;
  const say = (text: CompiledText | undefined) => clean(text?.plain(scope));
  const { document } = program;
  const lang = say(document.lang) ?? languageOf(program, scope);
  const langFault = findFaultOf(lang, document.lang);
  if (langFault !== undefined)
    session.warn('unknown-lang', '/document/lang', undefined, withInstead(langFault, 'the document names it as it is'));
  const metadata: Metadata = {
    title: clean(document.title?.printed(scope)),
    author: say(document.author),
    subject: say(document.subject),
    creator: say(document.creator),
    lang,
    keywords: document.keywords.map((keyword) => keyword.plain(scope).trim()).filter(Boolean),
    date: date === undefined ? undefined : new Date(date),
    custom: program.bindMetadata(scope),
    invoice: undefined,
  };
  return { scope, metadata };
}

/** The language of the locale of a template. Undefined: it has none, or the data give an unknown one. */
function languageOf({ locale }: HeadProgram, scope: Scope): string | undefined {
  const given = locale?.plain(scope).trim();
  return given && findLocaleFault(given) === undefined ? languageOfLocale(given) : undefined;
}

/** The fault of a language that the data give. A literal language was checked when the template was compiled. */
const findFaultOf = (lang: string | undefined, text: CompiledText | undefined): string | undefined =>
  lang === undefined || text?.isLiteral !== false ? undefined : findLanguageFault(lang);

/** A rule of standards that the head breaks. `component`: the place in the template. */
export interface HeadFault {
  readonly rule: StandardRule;
  readonly component: string;
  readonly message: string;
}

const needsTitle: HeadFault = { rule: 'title', component: '/document/title', message: 'the document needs a title.' };
const needsLanguage: HeadFault = {
  rule: 'language',
  component: '/document/lang',
  message: 'the document needs a language. Write "lang" into "document", or give the template a "locale".',
};
const needsTags: HeadFault = {
  rule: 'tags',
  component: '/document/tagged',
  message: 'the document needs tags. Remove "tagged": false.',
};

/** The fault of an encrypted document. `asked`: the encryption that the template asks for. */
export const encryptionFault = (asked: HeadProgram['encryption']): HeadFault => ({
  rule: 'encryption',
  component: asked ? '/document/encryption' : '',
  message: `the document may not be encrypted. Leave out ${asked ? '"encryption"' : 'the passwords'}, or the standard.`,
});

/** The rules that every document of a template breaks, with any data. `hasPasswords`: the call encrypts the documents. */
export function findTemplateBreaches(
  { document, locale, isTagged, encryption }: HeadProgram,
  standards: readonly StandardName[],
  hasPasswords: boolean,
): readonly Breach[] {
  const faults = [
    ...(document.title ? [] : [needsTitle]),
    ...((document.lang ?? locale) ? [] : [needsLanguage]),
    ...(isTagged ? [] : [needsTags]),
    ...(encryption || hasPasswords ? [encryptionFault(encryption)] : []),
  ];
  return faults.flatMap(({ rule, component, message }) => {
    const standard = findStandardWith(rule, standards);
    const params = { component, page: null, standard };
    return standard === undefined
      ? []
      : [{ path: '', message: `${standard}: ${message}`, keyword: rule, params, schemaPath: '' }];
  });
}

/** Notes encryption that a standard forbids. */
export function checkEncryption(asked: HeadProgram['encryption'], session: LayoutSession): void {
  const { rule, component, message } = encryptionFault(asked);
  session.breach(rule, component, undefined, message, 0);
}

/** Notes the rules of standards that the head of a document breaks. */
export function checkHead(program: HeadProgram, { title, lang, custom }: Metadata, session: LayoutSession): void {
  const breach = ({ rule, component, message }: HeadFault) => session.breach(rule, component, undefined, message, 0);
  if (!program.isTagged) breach(needsTags);
  if (lang !== undefined) session.checkLanguage(lang, program.document.lang ? '/document/lang' : '/locale', undefined);
  if (title !== undefined) session.checkPrivate(title, '/document/title', undefined, 0);
  if (title === undefined) breach(needsTitle);
  if (lang === undefined) breach(needsLanguage);
  if (custom && custom.info.length > 0) {
    const names = custom.info.map(({ name }) => JSON.stringify(name)).join(', ');
    const message = `the file has no information dictionary for ${names}. Move ${custom.info.length === 1 ? 'the entry' : 'the entries'} to "xmp".`;
    breach({ rule: 'information', component: '/document/metadata/info', message });
  }
  const langFault = findFaultOf(lang, program.document.lang);
  if (langFault !== undefined)
    breach({ rule: 'language', component: '/document/lang', message: langFault.replace(/[.?]?$/, (end) => end || '.') });
}

/** STANDARD_BREACH with every breach. */
export function standardBreach(names: readonly StandardName[], breaches: readonly Breach[]): PdfgenError {
  const message = `The document breaks ${names.join(' and ')}: ${breachCount(breaches)}.`;
  return new PdfgenError('STANDARD_BREACH', message, { errors: breaches });
}

export const breachCount = ({ length }: readonly Breach[]): string => counted(length, 'breach', 'breaches');

/** Every rule of the standards that the head of a document breaks, except its encryption. Raises METADATA_INVALID. */
export function findHeadBreaches(input: HeadInput, standards: readonly StandardName[]): readonly Breach[] {
  const { program, limits, checkTime } = input;
  const session = new LayoutSession(limits, noImages, checkTime, standards, undefined, new DataPaths(input.data));
  checkHead(program, bindHead(input, session, undefined).metadata, session);
  return session.breaches;
}

/** The scope of texts that are written before there are pages, such as the name of the file. */
export function textScope({ program, data, date, limits, checkTime }: HeadInput): Scope {
  return rootScope(program, data, date, new LayoutSession(limits, noImages, checkTime, [], undefined, new DataPaths(data)));
}

/** An electronic invoice as the template maps it, or as the data hold its XML. */
export interface BoundInvoice {
  readonly invoice: Group | GivenXml;
  readonly faults: readonly InvoiceFault[];
  /** The value of `document.filename`. Empty: no name. */
  readonly filename: string;
  /** Doubts about `filename`. They are no matter of an invoice in a PDF. */
  readonly filenameDoubts: readonly InvoiceFault[];
}

const noImages = () => ({ problem: 'Nothing is drawn yet.' });

/** Reads the business terms of an invoice, or its XML, from the data. */
export function bindInvoice({
  mapping,
  program,
  data,
  date,
  limits,
  checkTime,
}: HeadInput & { readonly mapping: InvoiceMapping }): BoundInvoice {
  const session = new LayoutSession(limits, noImages, checkTime, [], undefined, new DataPaths(data));
  const scope = rootScope(program, data, date, session);
  const { invoice, faults } = mapping.bind(scope);
  // A value that prints nothing would leave a term out in silence.
  const doubts = session.warnings.map(toInvoiceFault);
  const filename = program.document.filename?.plain(scope).trim() ?? '';
  const filenameDoubts = session.warnings.slice(doubts.length).map(toInvoiceFault);
  return { invoice, faults: [...faults, ...doubts], filename, filenameDoubts };
}

const toInvoiceFault = ({ code, component, dataPath, message }: RenderWarning): InvoiceFault => ({
  rule: code,
  message,
  origin: dataPath === null ? { of: 'template', pointer: component } : { of: 'data', pointer: dataPath },
});

const conventions = [
  ['locale', findLocaleFault, 'used instead: en-US'],
  ['timezone', findZoneFault, 'times print as they are written'],
  ['currency', findCurrencyFault, 'amounts are printed with it as it is'],
] as const;

function rootScope(program: HeadProgram, data: unknown, date: string | undefined, session: LayoutSession): BoundScope {
  const bare: Scope = {
    data,
    locals: [],
    loop: undefined,
    page: { number: undefined, total: undefined },
    doc: { title: undefined, date },
    format: { locale: 'en-US', currency: undefined, timezone: undefined },
    pdfPages: program.pdfPages,
  };
  // The values of `let` may write numbers and dates, so they are bound anew when the conventions are known.
  const early = program.bindLet(bare);
  const asked: FormatSettings = {
    locale: program.locale?.plain(early) || 'en-US',
    currency: program.currency?.plain(early) || undefined,
    timezone: program.timezone?.plain(early),
  };
  // An unknown value from the data is a warning, not an error: data must not stop a document.
  let format = asked;
  for (const [member, findFault, instead] of conventions) {
    const value = asked[member];
    // Literal values were checked when the template was compiled.
    const fault = value === undefined || program[member]?.isLiteral !== false ? undefined : findFault(value);
    if (fault === undefined) continue;
    session.warn(`unknown-${member}`, `/${member}`, undefined, withInstead(fault, instead));
    if (member === 'timezone') format = { ...asked, timezone: asWritten };
  }
  const title = program.document.title?.printed(program.bindLet({ ...bare, format })) || undefined;
  const doc = { title, date };
  const { outline, warnOfValue: warn } = session;
  const lang = program.document.lang?.plain(early).trim() || format.locale;
  const directions = directionsOf(isRightToLeft(lang), program.dir);
  const around = { place: undefined, tag: undefined, session, warn };
  return program.bindLet({ ...bare, format, doc, outline: outline.view, ...directions, ...around });
}

/** A fault, followed by its consequence. Some faults end with a question. */
function withInstead(fault: string, instead: string): string {
  return fault.endsWith('?') ? `${fault} ${instead[0]!.toUpperCase()}${instead.slice(1)}.` : `${fault}; ${instead}.`;
}
