// Compiles a template document to a program: every expression compiled, every style and font resolved, every fault reported.

import { findDrawingFault, findMediaType, findPictureInUri, pictureUriFault } from '../../contract/asset-types.ts';
import { BreachRoom } from '../../contract/breach-room.ts';
import type { Diagnostic } from '../../contract/diagnostic.ts';
import { PdfgenError } from '../../contract/errors.ts';
import type { FromSchema, JsonSchema } from '../../contract/schema.ts';
import { readStandards, type StandardName } from '../../contract/standards.ts';
import { isObject } from '../../json/is-object.ts';
import { pointerStep } from '../../json/json-pointer.ts';
import { saysNothing } from '../../json/schema-parts.ts';
import { compileAs, compileComponent } from '../components/compile-component.ts';
import type { CompileContext, NoteText, TemplateContext } from '../components/component.ts';
import { definitionOf } from '../components/registry.ts';
import { type ColorOf, findNextColor, givenColor } from '../components/shared/bound-values/bound-color.ts';
import { boundStyle } from '../components/shared/bound-values/bound-style.ts';
import { ColorBook } from '../components/shared/bound-values/color-book.ts';
import { warnOfBold } from '../components/shared/check-font-look.ts';
import { contextWithLet } from '../components/shared/context.ts';
import { checkNumberPattern } from '../components/shared/heading-number.ts';
import { OutlineBook } from '../components/shared/outline-book.ts';
import { codeStyle } from '../components/text/inline-marks.ts';
import {
  type CompiledLet,
  type CompiledText,
  findCurrencyFault,
  findLanguageFault,
  findLocaleFault,
  findZoneFault,
  languageOfLocale,
} from '../expression/index.ts';
import type { PdfPages, StaticScope } from '../expression/scope.ts';
import { openImage } from '../image/open-image.ts';
import type { PictureFonts } from '../image/picture-reader.ts';
import type { GivenDirection } from '../layout/direction.ts';
import type { Viewer } from '../layout/fragment.ts';
import type { Layouts } from '../layout/page-layout.ts';
import { createPdfFinder, listPdfPages } from '../pdf-pages/find-pdf.ts';
import { explainMissing, type Resource, type Resources } from '../resources.ts';
import { buildStyles } from '../template/build-styles.ts';
import { checkValue } from '../template/check.ts';
import { checkAndMend } from '../template/check-and-mend.ts';
import { definitionSchema } from '../template/definition-schema.ts';
import { DefinitionBook } from '../template/definitions.ts';
import type { FontFamily } from '../template/font-families.ts';
import { FontBook } from '../template/fonts.ts';
import { HyphenationBook } from '../template/hyphenation.ts';
import type { letValues } from '../template/property-schemas.ts';
import { StyleBook, type StyleProperties } from '../template/styles.ts';
import { type Unit, units } from '../template/units.ts';
import type { TextEngine } from '../text/index.ts';
import { shippedFamily, textProperties } from '../text/text-properties.ts';
import { type BindAttachments, compileAttachments } from './attachments.ts';
import { compileInvoice, type InvoiceMapping } from './compile-invoice.ts';
import { compilePage } from './compile-page.ts';
import { collectMarks, continuesLists, propertiesOf } from './look-ahead.ts';
import { type BindMetadata, compileMetadata } from './metadata.ts';
import { proveDefinitions } from './prove-definitions.ts';
import { sourceCompilers } from './source-compilers.ts';
import { componentMembers, type documentSchema, templateMembers, templateSchema } from './template-schema.ts';
import { checkBuilt, withoutForeign } from './type-styles.ts';

type DocumentText = 'title' | 'author' | 'subject' | 'creator' | 'lang' | 'filename';

/** A compiled template. */
export interface Program extends Layouts {
  readonly document: { readonly [K in DocumentText]: CompiledText | undefined } & { readonly keywords: readonly CompiledText[] };
  readonly bindAttachments: BindAttachments;
  /** The names that all of the template sees: the data, and those of its `let`. */
  readonly names: StaticScope;
  /** A scope with the values of the template's `let`. */
  readonly bindLet: CompiledLet['bind'];
  readonly bindMetadata: BindMetadata;
  readonly viewer: Viewer;
  /** The standards that the template asks for. */
  readonly standards: readonly StandardName[];
  /** Undefined: the document need not be encrypted. */
  readonly encryption: FromSchema<(typeof documentSchema)['properties']['encryption']> | undefined;
  /** The template prints or uses `doc.date`. */
  readonly usesDate: boolean;
  readonly pictureFonts: PictureFonts;
  readonly pdfPages: PdfPages | undefined;
  /** Warnings for a document that shows one of these faces, by their ids. */
  readonly colorFonts: FontBook['colorFonts'];
  readonly fontsOfPictures: FontBook['pictureFonts'];
  /** Undefined: its documents have the direction of their languages. */
  readonly dir: GivenDirection | undefined;
  readonly locale: CompiledText | undefined;
  readonly timezone: CompiledText | undefined;
  readonly currency: CompiledText | undefined;
  /** Undefined: the template maps no electronic invoice. */
  readonly invoice: InvoiceMapping | undefined;
}

export interface Compiled {
  /** Undefined when there are errors. */
  readonly program: Program | undefined;
  /** An expression uses data, but the template has no data schema for a proof. */
  readonly usesUnproved: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/** The settings for writing numbers and dates, each with its check. */
const conventions = { locale: findLocaleFault, timezone: findZoneFault, currency: findCurrencyFault } as const;

/** Codes of the font book that are warnings: the document is still rendered. */
const fontDoubts: ReadonlySet<string> = new Set(['missing-font-style', 'color-font', 'variable-font', 'no-effect']);

/** How a template is proved. */
export interface CompileOptions {
  /** The file in which people write the data schema, for messages. */
  readonly schemaPlace?: string | undefined;
  /** The schema of the example data, if the template has no data schema. What it finds is a warning. */
  readonly inferred?: JsonSchema | undefined;
  /** False: the template is compiled without its files, so `pdf_pages` is not proved and gives no pages. Default: true. */
  readonly hasFiles?: boolean | undefined;
  /** Called with each text of the template. */
  readonly noteText?: NoteText | undefined;
}

/** Compiles a template document with its files. Never throws for a faulty template: each fault is a diagnostic. Call it by `withDemanded`. */
export function compileTemplate(
  document: Readonly<Record<string, unknown>>,
  resources: Resources,
  engine: TextEngine,
  { schemaPlace, inferred, hasFiles = true, noteText }: CompileOptions = {},
): Compiled {
  const { diagnostics, report } = collectDiagnostics();
  const fail: Fail = ({ code, pointer, message }) => report('error', code, pointer, message);
  const { pages: readLayouts, invoice, ...given } = document;
  const unitName = typeof given.unit === 'string' && Object.hasOwn(units, given.unit) ? (given.unit as Unit) : 'mm';
  // Page layouts, also in definitions, are checked one by one when they are compiled.
  const shape = {
    ...templateSchema,
    required: [],
    properties: {
      ...templateMembers,
      define: { type: 'object', additionalProperties: definitionSchema({ type: 'object' }, { type: 'object' }) },
      pages: {},
    },
  } as const;
  const colors = new ColorBook(namesOf(given.colors), report);
  const colored = { styles: templateMembers.styles, define: componentMembers.define };
  const known: typeof given = 'styles' in given ? { ...given, styles: withoutForeign(given.styles, fail) } : given;
  const resolved = Object.entries(colored).flatMap(([name, schema]) =>
    known[name] === undefined ? [] : [[name, colors.resolveAll(schema, known[name], `/${name}`)] as const],
  );
  const styled = { ...known, ...Object.fromEntries(resolved) };
  const head: Readonly<Record<string, unknown>> =
    checkAndMend(shape, styled, { pointer: '', report: fail, unit: unitName }) ?? {};
  const pages = colors.resolveAll(componentMembers.pages, readLayouts, '/pages');
  if (!Array.isArray(pages) || pages.length === 0)
    fail({
      code: 'missing-property',
      pointer: pages === undefined ? '' : '/pages',
      message: 'needs "pages", a list of page layouts',
    });

  const unit = units[unitName];
  const settings = (head.document ?? {}) as FromSchema<typeof documentSchema>;
  const literal = (text: unknown) => (typeof text === 'string' && !text.includes('{{') ? text : undefined);
  const lang = settings.lang ? literal(settings.lang) : languageOfLocale(literal(head.locale) ?? '');
  const fonts = new FontBook(
    (head.fonts ?? {}) as Readonly<Record<string, FontFamily>>,
    resources,
    engine,
    ({ code, pointer, message }) => report(fontDoubts.has(code) ? 'warning' : 'error', code, pointer, message),
  );
  checkConventions(head, settings.lang, fail);
  fonts.openAll();
  const pictureFonts = fonts.forPictures();
  const written = (head.styles ?? {}) as Readonly<Record<string, StyleProperties>>;
  const named = buildStyles(written, fail);
  checkBuilt(written, named, fail);
  for (const [name, style] of Object.entries(written)) {
    if (style.font !== undefined) fonts.checkName(style.font, `/styles${pointerStep(name)}/font`);
    const at = (property: string, tag?: string) =>
      `/styles${pointerStep(name)}/${property}${tag === undefined ? '' : pointerStep(tag)}`;
    const { font = name === 'base' ? shippedFamily : undefined } = named[name]!;
    fonts.checkLook(style.font === undefined ? style : named[name]!, font, (property, tag) =>
      Object.hasOwn(style, property) ? at(property, tag) : at('style'),
    );
    warnOfBold(style, at('bold'), report);
    if (style.number !== undefined)
      checkNumberPattern(style.number, (code, message) => report('error', code, `/styles${pointerStep(name)}/number`, message));
  }
  let isCompiled = false;
  const hyphenation = new HyphenationBook(resources, engine, (error) => {
    // A style that data choose meets its language only now.
    if (isCompiled) throw error;
    report('error', 'broken-asset', '/assets', error.message);
  });
  const standards = compileStandards(settings.standard, fail);
  // All standards ask for embedded fonts.
  const embedsFonts = standards.length > 0;
  const shipped = {
    annotation: { color: '#ffd54f' },
    chart: { size: 8 },
    ...(!embedsFonts && { [codeStyle]: { font: 'courier' } }),
  };
  const styles = new StyleBook(named, fonts, hyphenation, lang, unit, shipped);
  tellBaseLosses(written.base ?? {}, named.base ?? {}, report);
  const boundColors = new Map<string, ColorOf>();
  const pdfs = createPdfFinder(resources);
  const pdfPages = hasFiles ? listPdfPages(pdfs, unit) : undefined;
  const atEnd: (() => void)[] = [];
  const definitions = new DefinitionBook((head.define ?? {}) as Readonly<Record<string, unknown>>, report);
  const template: TemplateContext = {
    report,
    usesDate: false,
    usesUnproved: false,
    countsPages: false,
    isTagged: settings.tagged ?? true,
    isAccessible: standards.some((name) => name.startsWith('PDF/UA')),
    embedsFonts,
    get names() {
      return plain.names;
    },
    outlinesHeadings: settings.bookmarks !== 'none',
    unit,
    currency: typeof head.currency === 'string' ? head.currency : undefined,
    styles,
    colors,
    boundColors,
    definitions,
    outline: new OutlineBook(
      propertiesOf('toc', document.pages, document.define),
      continuesLists(document.pages, document.define),
    ),
    fillsUses: true,
    engine,
    checkFontName(name, pointer) {
      fonts.checkName(name, pointer);
    },
    checkFont: (look, family, placeOf) => fonts.checkLook(look, family, placeOf),
    definitionOf,
    pdfs,
    noteText,
    atEnd: (call) => atEnd.push(call),
    checkImage(name, pointer, severity) {
      if (name.startsWith('data:')) {
        if (findPictureInUri(name) === undefined) report(severity, 'broken-asset', pointer, pictureUriFault);
        return;
      }
      const isListed = resources.names('image').includes(name);
      // Other files are not read before they are drawn.
      const drawing = isListed && !/\.svg$/i.test(name) ? undefined : resources.image(name);
      const fault = drawing && !isListed ? findDrawingFault(drawing.bytes) : undefined;
      if (fault !== undefined) report(severity, 'broken-asset', pointer, `${name} ${fault}.`);
      else if (drawing)
        checkDrawing(drawing, pictureFonts, (...told) => report(told[0], told[1], pointer, `${name}: ${told[2]}`));
      else if (!isListed) report(severity, 'missing-asset', pointer, explainMissing('image', name, resources));
    },
    check: (schema, value, pointer) => checkValue(schema, value, pointer, fail, unitName),
    checkAndMend: (schema, value, pointer, told = fail) => checkAndMend(schema, value, { pointer, report: told, unit: unitName }),
  };
  const schema = saysNothing(head.dataSchema) ? true : (head.dataSchema as JsonSchema | boolean);
  let knownMarks: readonly string[] | undefined;
  const marks = () => {
    knownMarks ??= collectMarks(document.pages, document.define);
    return knownMarks;
  };
  // All members, because parts make a copy with other values. Node 20 takes long for a copy with members that the original lacks.
  const names: StaticScope = {
    schema,
    params: undefined,
    inferred,
    isInferred: undefined,
    schemaPlace,
    locals: [],
    filters: undefined,
    within: undefined,
    facts: undefined,
    asked: undefined,
    element: undefined,
    otherwise: undefined,
    saysNone: undefined,
    saysEmpty: undefined,
    precedesLoop: undefined,
    row: undefined,
    lacksCurrency: head.currency === undefined,
    lacksTimezone: head.timezone === undefined,
    marks,
    pdfPages,
    textOf: undefined,
    place: undefined,
    noteAsked: template.outline.ask,
  };
  const bare: CompileContext = {
    template,
    names,
    style: styles.base,
    base: styles.base,
    band: undefined,
    printedPage: undefined,
    isDescribed: false,
    isPlaced: false,
    within: undefined,
    fillsRow: false,
    numbers: undefined,
    flowPlace: 'free',
    dropsEmpty: false,
    depth: 0,
    lists: { depth: 0, counting: 0, isNumbered: false },
    use: undefined,
    isCopy: false,
    way: '',
    uses: [],
    isMade: false,
    hasOrder: true,
    noNotes: undefined,
    isOutside: false,
    compile: compileComponent,
    compileAs,
    at: (pointer) => pointer,
    ...sourceCompilers,
  };
  const { context: plain, bind: bindLet } = contextWithLet(head.let as LetProps, bare, '/let');
  const nextColors = new Map<string, string>();
  for (const [name, source] of colors.bound) {
    const place = `/colors${pointerStep(name)}`;
    boundColors.set(name, givenColor(plain.text(source, place), place, template));
    const next = findNextColor(source, template);
    if (next !== undefined) nextColors.set(name, next);
  }
  colors.reportCircles(nextColors);
  const base = boundStyle({ color: named.base?.color }, '/styles/base', plain);
  const { said: _said, ...look } = styles.derive(plain.style, [], {}, base);
  const root = base ? { ...plain, style: look, base: look } : plain;
  proveDefinitions(root);
  const outside = { ...root, isOutside: true };
  const program: Omit<Program, 'usesDate' | 'countsPages' | 'hasNotes'> = {
    document: compileSettings(settings, outside),
    isTagged: template.isTagged,
    counters: template.outline.counters,
    viewer: settings.viewer ?? {},
    encryption: settings.encryption,
    bindAttachments: settings.attachments ? compileAttachments(settings.attachments, outside, resources) : () => [],
    names: plain.names,
    bindLet,
    bindMetadata: settings.metadata ? compileMetadata(settings.metadata, outside) : () => ({ info: [], schemas: [] }),
    standards,
    colorFonts: fonts.colorFonts,
    fontsOfPictures: fonts.pictureFonts,
    pictureFonts,
    pdfPages,
    dir: head.dir as GivenDirection | undefined,
    locale: compileOptional(head.locale, outside, '/locale'),
    timezone: compileOptional(head.timezone, outside, '/timezone'),
    currency: compileOptional(head.currency, outside, '/currency'),
    pages: (Array.isArray(pages) ? pages : []).map((page, i) => compilePage(page, root, `/pages/${i}`)),
    invoice: compileInvoice(invoice, outside),
  };
  for (const call of atEnd) call();
  isCompiled = true;
  fonts.endCompiling();
  template.outline.report(report);
  definitions.reportUses();
  const { usesDate, usesUnproved, countsPages } = template;
  const hasNotes = template.outline.noteTexts > 0;
  const isFaulty = diagnostics.some((one) => one.severity === 'error');
  return {
    program: isFaulty ? undefined : { ...program, usesDate, countsPages, hasNotes },
    usesUnproved,
    diagnostics: withoutMoot(diagnostics),
  };
}

/** Opens a drawing. It is part of the template, so its faults are reported when the template is checked. */
function checkDrawing(
  file: Resource,
  fonts: PictureFonts,
  report: (severity: Diagnostic['severity'], code: string, message: string) => void,
): void {
  if (findMediaType(file.bytes) !== 'image/svg+xml') return;
  try {
    const { doubts = [] } = openImage(file, { maxPixels: 25_000_000, maxBytes: 100_000_000 }, fonts);
    if (doubts.length > 0) report('warning', 'svg-part', doubts.join(' '));
  } catch (error) {
    if (!(error instanceof PdfgenError)) throw error;
    // Rendering has limits of its own for pictures in a drawing.
    if (error.code === 'ASSET_INVALID') report('error', 'broken-asset', error.message);
  }
}

type LetProps = FromSchema<typeof letValues> | undefined;

/** The colours that are texts. The check of the document reports others. */
const namesOf = (colors: unknown): Readonly<Record<string, string>> =>
  isObject(colors)
    ? (Object.fromEntries(Object.entries(colors).filter(([, one]) => typeof one === 'string')) as Record<string, string>)
    : {};

type Report = TemplateContext['report'];
type Fail = (fault: Omit<Diagnostic, 'severity'>) => void;

/** Diagnostics in the order of their reports, each once. */
function collectDiagnostics(): {
  readonly diagnostics: readonly Diagnostic[];
  readonly report: Report;
} {
  const diagnostics: Diagnostic[] = [];
  const told = new Set<string>();
  // Each severity has room of its own: warnings never push out the error that refuses the template.
  const rooms = { error: new BreachRoom(), warning: new BreachRoom() };
  return {
    diagnostics,
    report(severity, code, pointer, message, offset, answer) {
      const room = rooms[severity];
      if (room.isOver) return;
      // A column's style applies to its header, cells and footer, and is compiled with each of them.
      const key = `${severity} ${code} ${pointer} ${offset} ${message}`;
      if (told.has(key)) return;
      told.add(key);
      // The fault that does not fit stays, and shows that the list was cut.
      room.take({ path: pointer, message });
      diagnostics.push({ severity, code, pointer, message, ...(offset !== undefined && { offset }), ...answer });
    },
  };
}

/** Without warnings of no effect that may come of an error inside: the faulty part was left out. */
function withoutMoot(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  return diagnostics.filter(
    ({ severity, code, pointer }) =>
      severity === 'error' || code !== 'no-effect' || !errors.some((one) => one.pointer.startsWith(`${pointer}/`)),
  );
}

/** Reports names of locales, zones, currencies and languages that do not exist. */
function checkConventions(head: Readonly<Record<string, unknown>>, lang: string | undefined, fail: Fail): void {
  for (const [member, findFault] of Object.entries(conventions)) {
    const value = head[member];
    const fault = typeof value === 'string' && !value.includes('{{') ? findFault(value) : undefined;
    if (fault !== undefined) fail({ code: `unknown-${member}`, pointer: `/${member}`, message: fault });
  }
  const fault = !lang || lang.includes('{{') ? undefined : findLanguageFault(lang);
  if (fault !== undefined) fail({ code: 'unknown-lang', pointer: '/document/lang', message: fault });
}

/** Every component inherits `base`: a box in it would be drawn around each box inside each box. */
function tellBaseLosses(written: StyleProperties, base: StyleProperties, report: Report): void {
  for (const property of Object.keys(base)) {
    if (Object.hasOwn(textProperties, property)) continue;
    const place = Object.hasOwn(written, property) ? property : 'style';
    const message = `The style "base" sets text properties only: its "${property}" has no effect. Put it into another style, and name that style where you want it.`;
    report('warning', 'no-effect', `/styles/base/${place}`, message);
  }
}

function compileSettings(settings: FromSchema<typeof documentSchema>, root: CompileContext): Program['document'] {
  const compile = (name: DocumentText) => compileOptional(settings[name], root, `/document/${name}`);
  return {
    title: compile('title'),
    author: compile('author'),
    subject: compile('subject'),
    creator: compile('creator'),
    lang: compile('lang'),
    filename: compile('filename'),
    keywords: (settings.keywords ?? []).map((keyword, i) => root.text(keyword, `/document/keywords/${i}`)),
  };
}

function compileStandards(given: unknown, fail: Fail): readonly StandardName[] {
  if (given === undefined) return [];
  const read = readStandards(given);
  if ('names' in read) return read.names;
  fail({ code: 'unknown-standard', pointer: '/document/standard', message: read.fault });
  return [];
}

const compileOptional = (source: unknown, root: CompileContext, pointer: string) =>
  typeof source === 'string' ? root.text(source, pointer) : undefined;
