// Compiles a template document to a program: every expression compiled, every style and font resolved, every fault reported.

import { BreachRoom } from '../../contract/breach-room.ts';
import { type Diagnostic, reservedMarkCode } from '../../contract/diagnostic.ts';
import type { FromSchema, JsonSchema } from '../../contract/schema.ts';
import { readStandards, type StandardName } from '../../contract/standards.ts';
import { isObject } from '../../json/is-object.ts';
import { pointerStep } from '../../json/json-pointer.ts';
import { saysNothing } from '../../json/schema-parts.ts';
import { type ColorOf, compileColor } from '../components/bound-color.ts';
import { boundStyle, compileBackground } from '../components/bound-style.ts';
import { canPrint } from '../components/can-print.ts';
import { ColorBook } from '../components/color-book.ts';
import { compileComponent } from '../components/compile-component.ts';
import type { CompileContext, TemplateContext } from '../components/component.ts';
import { contextWhere, contextWithLet, withContext } from '../components/context.ts';
import { compileElements } from '../components/element-context.ts';
import { compilePlaced } from '../components/frame.ts';
import { readPages } from '../components/old-notation.ts';
import { definitionOf, typesOf } from '../components/registry.ts';
import { compileChildren, stackNodes } from '../components/stack.ts';
import { styledContext } from '../components/styled-context.ts';
import { findReservedMark, findUnreadMarks } from '../components/text/find-unread-marks.ts';
import {
  type CompiledLet,
  type CompiledText,
  compileExpression,
  compileText,
  type ExpressionDiagnostic,
  findCurrencyFault,
  findLanguageFault,
  findLocaleFault,
  findZoneFault,
} from '../expression/index.ts';
import type { Viewer } from '../layout/fragment.ts';
import type { BandVariant, Layouts, PageLayout, PlacedBand } from '../layout/page-layout.ts';
import { explainMissing, type Resources } from '../resources.ts';
import { checkValue } from '../template/check.ts';
import { checkAndMend } from '../template/check-and-mend.ts';
import { FontBook, type FontFamily } from '../template/fonts.ts';
import type { letValues } from '../template/property-schemas.ts';
import { StyleBook, type StyleProperties } from '../template/styles.ts';
import { type Unit, units } from '../template/units.ts';
import type { TextEngine } from '../text/index.ts';
import { isBound } from '../text/text-properties.ts';
import { type BindAttachments, compileAttachments } from './attachments.ts';
import { compileInvoice, type InvoiceMapping } from './compile-invoice.ts';
import { compileMargin, compileSheet } from './compile-sheet.ts';
import { type BindMetadata, compileMetadata } from './metadata.ts';
import {
  bandVariant,
  type documentSchema,
  type labelsSchema,
  type pageSchema,
  publishedPages,
  templateSchema,
} from './template-schema.ts';

type DocumentText = 'title' | 'author' | 'subject' | 'creator' | 'lang' | 'filename';

/** A compiled template. */
export interface Program extends Layouts {
  readonly document: { readonly [K in DocumentText]: CompiledText | undefined } & { readonly keywords: readonly CompiledText[] };
  readonly bindAttachments: BindAttachments;
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
  /** Warnings for a document that shows one of these faces, by their ids. */
  readonly colorFonts: FontBook['colorFonts'];
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

/** How expressions are proved. */
export interface ProofOptions {
  /** The file in which people write the data schema, for messages. */
  readonly schemaPlace?: string | undefined;
  /** The schema of the example data, if the template has no data schema. What it finds is a warning. */
  readonly inferred?: JsonSchema | undefined;
}

/** Compiles a template document with its files. Never throws for a faulty template: each fault is a diagnostic. */
export function compileTemplate(
  document: Readonly<Record<string, unknown>>,
  resources: Resources,
  engine: TextEngine,
  { schemaPlace, inferred }: ProofOptions = {},
): Compiled {
  const { placeOf, pages: readLayouts } = readPages(document.pages, publishedPages);
  const { diagnostics, report } = collectDiagnostics(placeOf);
  const fail: Fail = ({ code, pointer, message }) => report('error', code, pointer, message);
  const { pages: _pages, invoice, ...given } = document;
  const unitName = typeof given.unit === 'string' && Object.hasOwn(units, given.unit) ? (given.unit as Unit) : 'mm';
  // The page layouts are checked one by one where they are compiled.
  const shape = { ...templateSchema, required: [], properties: { ...templateSchema.properties, pages: {} } } as const;
  const colors = new ColorBook(namesOf(given.colors), report);
  const styled =
    given.styles === undefined
      ? given
      : { ...given, styles: colors.resolveAll(templateSchema.properties.styles, given.styles, '/styles') };
  const head: Readonly<Record<string, unknown>> =
    checkAndMend(shape, styled, { pointer: '', report: fail, unit: unitName }) ?? {};
  const pages = colors.resolveAll(publishedPages, readLayouts, '/pages');
  if (!Array.isArray(pages) || pages.length === 0)
    fail({
      code: 'missing-property',
      pointer: pages === undefined ? '' : '/pages',
      message: 'needs "pages", a list of page layouts',
    });

  const unit = units[unitName];
  const settings = (head.document ?? {}) as FromSchema<typeof documentSchema>;
  const lang = settings.lang?.includes('{{') ? undefined : settings.lang;
  const fonts = new FontBook(
    (head.fonts ?? {}) as Readonly<Record<string, FontFamily>>,
    resources,
    engine,
    ({ code, pointer, message }) => report(fontDoubts.has(code) ? 'warning' : 'error', code, pointer, message),
  );
  checkConventions(head, lang, fail);
  fonts.openAll();
  const named = (head.styles ?? {}) as Readonly<Record<string, StyleProperties>>;
  for (const [name, style] of Object.entries(named)) {
    if (style.font !== undefined) fonts.checkName(style.font, `/styles${pointerStep(name)}/font`);
  }
  const styles = new StyleBook(named, fonts, lang);
  for (const [name, style] of Object.entries(named))
    fonts.checkFeatures(style.features ?? {}, style.font, `/styles${pointerStep(name)}/features`);
  tellBaseBoxes(named.base, report);
  const standards = compileStandards(settings.standard, fail);
  const boundColors = new Map<string, ColorOf>();
  const atEnd: (() => void)[] = [];
  const template: TemplateContext = {
    report,
    usesDate: false,
    usesUnproved: false,
    countsPages: false,
    isTagged: settings.tagged ?? true,
    isAccessible: standards.some((name) => name.startsWith('PDF/UA')),
    outlinesHeadings: settings.bookmarks !== 'none',
    unit,
    styles,
    colors,
    boundColors,
    engine,
    checkFont(name, pointer) {
      fonts.checkName(name, pointer);
    },
    checkFeatures: (features, style, pointer) => fonts.checkFeatures(features, style.fixed?.properties.font, pointer),
    definitionOf,
    atEnd: (call) => atEnd.push(call),
    placeOf,
    checkImage(name) {
      if (name.startsWith('data:') || resources.names('image').includes(name) || resources.image(name)) return undefined;
      return explainMissing('image', name, resources);
    },
    check: (schema, value, pointer) => checkValue(schema, value, pointer, fail, unitName),
    checkAndMend: (schema, value, pointer, told = fail) => checkAndMend(schema, value, { pointer, report: told, unit: unitName }),
    bindContext: (context, at) => compilers(context, at),
  };
  const schema = saysNothing(head.dataSchema) ? true : (head.dataSchema as JsonSchema | boolean);
  const names = { schema, inferred, schemaPlace, lacksCurrency: head.currency === undefined, locals: [], holds: [] };
  const bare: Omit<CompileContext, 'expression' | 'text' | 'printed'> = {
    template,
    names,
    style: styles.base,
    band: undefined,
    printedPage: undefined,
    isDescribed: false,
    isPlaced: false,
    depth: 0,
    compile: compileComponent,
  };
  const { context: plain, bind: bindLet } = contextWithLet(head.let as LetProps, withContext(bare as CompileContext), '/let');
  for (const [name, source] of colors.bound) boundColors.set(name, compileColor(source, plain, `/colors${pointerStep(name)}`));
  const base = boundStyle({ color: named.base?.color }, '/styles/base', plain);
  const root = base ? withContext({ ...plain, style: styles.derive(plain.style, [], {}, base) }) : plain;
  const program: Omit<Program, 'usesDate' | 'countsPages'> = {
    document: compileSettings(settings, root),
    isTagged: template.isTagged,
    viewer: settings.viewer ?? {},
    encryption: settings.encryption,
    bindAttachments: compileAttachments(settings.attachments ?? [], root, resources),
    bindLet,
    bindMetadata: compileMetadata(settings.metadata ?? {}, root),
    standards,
    colorFonts: fonts.colorFonts,
    locale: compileOptional(head.locale, root, '/locale'),
    timezone: compileOptional(head.timezone, root, '/timezone'),
    currency: compileOptional(head.currency, root, '/currency'),
    pages: (Array.isArray(pages) ? pages : []).map((page, i) => compilePage(page, root, `/pages/${i}`)),
    invoice: compileInvoice(invoice, root),
  };
  for (const call of atEnd) call();
  const { usesDate, usesUnproved, countsPages } = template;
  const isFaulty = diagnostics.some((one) => one.severity === 'error');
  return { program: isFaulty ? undefined : { ...program, usesDate, countsPages }, usesUnproved, diagnostics: [...diagnostics] };
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
function collectDiagnostics(placeOf: (pointer: string) => string): {
  readonly diagnostics: readonly Diagnostic[];
  readonly report: Report;
} {
  const diagnostics: Diagnostic[] = [];
  const told = new Set<string>();
  // Each severity has room of its own: warnings never push out the error that refuses the template.
  const rooms = { error: new BreachRoom(), warning: new BreachRoom() };
  return {
    diagnostics,
    report(severity, code, place, message, offset) {
      const pointer = placeOf(place);
      const room = rooms[severity];
      if (room.isOver) return;
      // A column's style applies to its header, cells and footer, and is compiled with each of them.
      const key = `${severity} ${code} ${pointer} ${offset} ${message}`;
      if (told.has(key)) return;
      told.add(key);
      // The fault that does not fit stays, and shows that the list was cut.
      room.take({ path: pointer, message });
      diagnostics.push({ severity, code, pointer, message, ...(offset !== undefined && { offset }) });
    },
  };
}

/** Reports names of locales, zones, currencies and languages that do not exist. */
function checkConventions(head: Readonly<Record<string, unknown>>, lang: string | undefined, fail: Fail): void {
  for (const [member, findFault] of Object.entries(conventions)) {
    const value = head[member];
    const fault = typeof value === 'string' && !value.includes('{{') ? findFault(value) : undefined;
    if (fault !== undefined) fail({ code: `unknown-${member}`, pointer: `/${member}`, message: fault });
  }
  const fault = lang === undefined || lang === '' ? undefined : findLanguageFault(lang);
  if (fault !== undefined) fail({ code: 'unknown-lang', pointer: '/document/lang', message: fault });
}

/** Every component inherits `base`: a box in it would be drawn around each box inside each box. */
function tellBaseBoxes(base: StyleProperties | undefined, report: Report): void {
  for (const property of ['margin', 'padding', 'border', 'background'] as const) {
    if (base?.[property] === undefined) continue;
    const message = `The style "base" sets text properties only: its "${property}" has no effect. Put it into another style, and name that style where you want it.`;
    report('warning', 'no-effect', `/styles/base/${property}`, message);
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

interface Uses {
  readonly usesDate: boolean;
  readonly usesUnproved: boolean;
}

/** The compile functions of a context. They report faults at the place in the user's file. */
function compilers(
  context: CompileContext,
  at: (pointer: string) => string,
): Pick<CompileContext, 'expression' | 'text' | 'printed'> {
  const { report } = context.template;
  const namesAt = (pointer: string) => ({ ...context.names, place: at(pointer) });
  const reportAll = (found: readonly ExpressionDiagnostic[], pointer: string) => {
    for (const { severity, code, message, offset } of found) report(severity, code, at(pointer), message, offset);
  };
  const note = ({ usesDate, usesUnproved }: Uses) => {
    context.template.usesDate ||= usesDate;
    context.template.usesUnproved ||= usesUnproved;
  };
  const checkPage = (compiled: Uses & { readonly usesPage: boolean; readonly usesAllPages: boolean }, pointer: string) => {
    note(compiled);
    if (compiled.usesAllPages)
      report(
        'error',
        'too-early',
        at(pointer),
        '"page.total", "page.part.total" and the filter "page_number" are known only at the end. They can be printed, but not decide what is there.',
      );
    else if (compiled.usesPage && !context.band)
      report(
        'error',
        'too-early',
        at(pointer),
        '"page.number", "page.side" and "page.part.number" are known only when their page begins. Outside a header, footer, background or overlay they can be printed, but not decide what is there.',
      );
    else if (compiled.usesPage && context.band) context.band.usesPage = true;
  };
  return {
    expression(source, pointer) {
      const compiled = compileExpression(source, namesAt(pointer));
      reportAll(compiled.diagnostics, pointer);
      checkPage(compiled, pointer);
      return compiled;
    },
    text(source, pointer) {
      const compiled = compileText(source, namesAt(pointer));
      reportAll(compiled.diagnostics, pointer);
      checkPage(compiled, pointer);
      return compiled;
    },
    printed(source, pointer, isInline) {
      const compiled = compileText(source, namesAt(pointer));
      reportAll(compiled.diagnostics, pointer);
      for (const { message, offset } of findUnreadMarks(source, isInline))
        report('warning', 'unread-marks', at(pointer), message, offset);
      const reserved = isInline ? findReservedMark(source) : undefined;
      if (reserved) report('warning', reservedMarkCode, at(pointer), reserved.message, reserved.offset);
      note(compiled);
      if (context.band && compiled.usesData) context.band.printsData = true;
      for (let part = context.printedPage; part; part = part.outer) {
        part.usesPage ||= compiled.usesPage;
        part.usesAllPages ||= compiled.usesAllPages;
      }
      return compiled;
    },
  };
}

function compilePage(page: unknown, root: CompileContext, pointer: string): PageLayout {
  const { unit } = root.template;
  const shape = templateSchema.properties.pages.items;
  const { size: bound, ...others } = isObject(page) && isBound(page.size) ? page : { size: undefined };
  // The schema knows written sizes only.
  const written = bound === undefined ? page : others;
  const props = (root.template.checkAndMend(shape, written, pointer) ?? { body: [] }) as FromSchema<typeof pageSchema>;
  const { size = bound, ...text } = props;
  const { parts, isRepeated, context: inside } = compileParts(props, root, pointer);
  const context = styledContext(text as StyleProperties, inside, pointer, ['background']);
  const { margin, isMirrored } = compileMargin(props.margin, inside, `${pointer}/margin`);
  return {
    parts,
    isRepeated,
    sheet: compileSheet({ size, orientation: props.orientation, margin }, inside, pointer),
    margin,
    isMirrored,
    binding: props.binding ?? 'left',
    start: props.start,
    header: compileBand(props.header, context, `${pointer}/header`),
    footer: compileBand(props.footer, context, `${pointer}/footer`),
    body: stackNodes(compileChildren(props.body, context, `${pointer}/body`), (props.gap ?? 0) * unit),
    canPrint: canPrint(props.body),
    color: compileBackground({ style: props.style }, inside, pointer),
    labels: compileLabels(props.labels, inside, `${pointer}/labels`),
    background: compilePlacedBand(props.background, context, `${pointer}/background`),
    overlay: compilePlacedBand(props.overlay, context, `${pointer}/overlay`),
    pointer,
  };
}

/** Compiles which parts a layout makes: one, or one for each element; none if its condition does not hold. */
function compileParts(
  { when, each, ...elementProps }: FromSchema<typeof pageSchema>,
  root: CompileContext,
  pointer: string,
): Pick<PageLayout, 'parts' | 'isRepeated'> & { readonly context: CompileContext } {
  const condition = when === undefined ? undefined : root.expression(when, `${pointer}/when`);
  const outer = contextWhere(when, root);
  if (each === undefined) {
    for (const name of ['as', 'where', 'sort'] as const) {
      if (elementProps[name] === undefined) continue;
      const message = `"${name}" belongs to the elements of a list, so the layout needs "each" too`;
      root.template.report('error', 'missing-property', pointer, message);
    }
    const { context, bind } = contextWithLet(elementProps.let, outer, `${pointer}/let`);
    return {
      context,
      isRepeated: false,
      *parts(scope) {
        if (!condition || condition.test(scope)) yield bind(scope);
      },
    };
  }
  const elements = compileElements(each, elementProps, outer, pointer, 'each');
  return {
    context: elements.context,
    isRepeated: true,
    *parts(scope) {
      if (condition && !condition.test(scope)) return;
      const list = elements.list(scope, scope.session);
      for (let i = 0; i < list.length; i++) yield elements.scopeOf(scope, list, i);
    },
  };
}

function compileLabels(
  labels: FromSchema<typeof labelsSchema> | undefined,
  root: CompileContext,
  pointer: string,
): PageLayout['labels'] {
  if (!labels) return undefined;
  const { style = 'decimal', start = 1 } = labels;
  const prefix = compileOptional(labels.prefix, root, `${pointer}/prefix`);
  return (scope) => ({ style, start, prefix: prefix?.plain(scope) ?? '' });
}

function compileBand(band: unknown, context: CompileContext, pointer: string): readonly BandVariant[] {
  if (!Array.isArray(band) || band.length === 0) return [];
  // An entry without a type, `body` and `on` is a component without its type, not a variant.
  const isVariant = (entry: unknown) =>
    isObject(entry) && !('type' in entry) && typesOf(entry).length === 0 && ('body' in entry || 'on' in entry);
  const variants = band.some(isVariant) ? (band as readonly unknown[]) : [{ on: 'all', body: band as unknown }];
  const wrapped = variants.length === 1 && !band.some(isVariant);
  return variants.map((entry, i) => {
    const at = wrapped ? pointer : `${pointer}/${i}`;
    const isMixed = !wrapped && !isVariant(entry);
    if (isMixed) {
      const message = 'this list has variants { "on", "height", "body" }, so put this component into the "body" of a variant';
      context.template.report('error', 'wrong-type', at, message);
    }
    const good = !isMixed && context.template.check(bandVariant, entry, at);
    const {
      on = 'all',
      when,
      bleed = false,
      height,
      read,
      body,
    } = (good ? entry : { body: [] }) as FromSchema<typeof bandVariant>;
    const isRead = read === undefined ? on === 'first' || on === 'last' : read === 'once';
    const use = { usesPage: false, printsData: false, isRead, isSheet: false };
    const holds = when === undefined ? undefined : withContext({ ...context, band: { ...use } }).expression(when, `${at}/when`);
    const inside = contextWhere(when, withContext({ ...context, band: use }));
    const node = stackNodes(compileChildren(body, inside, wrapped ? at : `${at}/body`), 0);
    if (use.printsData && !isRead && read === undefined) {
      const advice = wrapped
        ? 'put it into a variant: [{ "read": "once", "body": [ … ] }]'
        : 'add "read": "once", or "never" if the data stands elsewhere too';
      warnOfUnread(`Screen readers do not read the data here, as it repeats on the pages: ${advice}.`, at, context);
    }
    return {
      on,
      when: holds && ((scope) => holds.test(scope)),
      bleed,
      height: height === undefined ? undefined : height * context.template.unit,
      node,
      usesPage: use.usesPage,
      isRead,
    };
  });
}

function compilePlacedBand(
  children: readonly unknown[] | undefined,
  context: CompileContext,
  pointer: string,
): PlacedBand | undefined {
  if (!children || children.length === 0) return undefined;
  const use = { usesPage: false, printsData: false, isRead: true, isSheet: true };
  const unread = { usesPage: false, printsData: false, isRead: false, isSheet: true };
  const inside = withContext({ ...context, band: use });
  const outside = withContext({ ...context, band: unread });
  const isChosen = (child: unknown) => typeof child === 'object' && child !== null && ('role' in child || 'alt' in child);
  const whole = children.map((child, i) =>
    isObject(child) && 'watermark' in child ? withoutPlace(child, `${pointer}/${i}`, context) : child,
  );
  const placed = compilePlaced(whole, context, pointer, (child) => (isChosen(child) ? inside : outside));
  if (unread.printsData) {
    const advice = 'give the component a "role" such as "paragraph", or "artifact" if the data stands elsewhere too';
    warnOfUnread(`Screen readers do not read the data here: ${advice}.`, pointer, context);
  }
  return { children: placed, usesPage: use.usesPage || unread.usesPage };
}

/** A watermark, which covers the sheet wherever it stands. */
function withoutPlace(child: object, pointer: string, { template }: CompileContext): object {
  const { at, ...others } = child as { readonly at?: unknown };
  if (at !== undefined)
    template.report(
      'warning',
      'no-effect',
      `${pointer}/at`,
      'A watermark covers the sheet: its "at" has no effect. Leave it out.',
    );
  return others;
}

function warnOfUnread(message: string, pointer: string, { template }: CompileContext): void {
  if (template.isTagged) template.report('warning', 'unread-data', pointer, message);
}
