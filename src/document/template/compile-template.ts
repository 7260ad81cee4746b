// A template document becomes a program: every expression compiled, every style and font resolved, every fault reported.

import type { Diagnostic } from '../../contract/diagnostic.ts';
import { findNearest } from '../../contract/nearest.ts';
import type { FromSchema, JsonSchema } from '../../contract/schema.ts';
import { compileComponent } from '../components/compile-component.ts';
import type { CompileContext, Node, TemplateContext } from '../components/component.ts';
import { withContext } from '../components/context.ts';
import { compilePlaced, type PlacedNode } from '../components/frame.ts';
import { sidesOf } from '../components/lengths.ts';
import { styledContext } from '../components/row.ts';
import { compileChildren, stackNodes } from '../components/stack.ts';
import {
  type CompiledText,
  compileExpression,
  compileText,
  type ExpressionDiagnostic,
  findCurrencyFault,
  findLocaleFault,
  findZoneFault,
} from '../expression/index.ts';
import type { Sides } from '../layout/decorated-box.ts';
import type { Resources } from '../resources.ts';
import type { TextEngine } from '../text/index.ts';
import { checkValue, escapePointer } from './check.ts';
import { checkAndMend } from './check-and-mend.ts';
import { FontBook, type FontFamily } from './fonts.ts';
import { pageSizes } from './page-sizes.ts';
import { StyleBook, type StyleProperties } from './styles.ts';
import { type bandNames, bandVariant, type documentSchema, type pageSchema, templateSchema } from './template-schema.ts';

/** A header or footer for some of the sheets. */
export interface BandVariant {
  readonly on: (typeof bandNames)[number];
  /** In pt; undefined: as high as its content. */
  readonly height: number | undefined;
  readonly node: Node;
  /** Whether the page's number decides what is there, so that it must be built for each page. */
  readonly usesPage: boolean;
}

/** A page layout; lengths in pt. */
export interface PageLayout {
  readonly width: number;
  readonly height: number;
  readonly margin: Sides;
  readonly header: readonly BandVariant[];
  readonly footer: readonly BandVariant[];
  readonly body: Node;
  readonly background: PlacedBand | undefined;
  readonly overlay: PlacedBand | undefined;
  readonly pointer: string;
}

export interface PlacedBand {
  readonly children: readonly PlacedNode[];
  readonly usesPage: boolean;
}

type DocumentText = Exclude<keyof (typeof documentSchema)['properties'], 'keywords'>;

/** A compiled template. */
export interface Program {
  readonly pages: readonly PageLayout[];
  readonly document: { readonly [K in DocumentText]: CompiledText | undefined } & { readonly keywords: readonly CompiledText[] };
  /** It prints or looks at `doc.date`. */
  readonly usesDate: boolean;
  readonly locale: CompiledText | undefined;
  readonly timezone: CompiledText | undefined;
  readonly currency: CompiledText | undefined;
}

export interface Compiled {
  /** Undefined when there are errors. */
  readonly program: Program | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Members that say how numbers and dates are written, and what may be wrong with them. */
const conventions = { locale: findLocaleFault, timezone: findZoneFault, currency: findCurrencyFault } as const;

/** ISO 32000-1, Annex C.2: what viewers can be relied on to show. */
const largestSheet = 14_400;

/** pt per unit. */
const units = { mm: 72 / 25.4, cm: 720 / 25.4, in: 72, pt: 1 } as const;

/** Compiles a template document with its files. Never throws for a faulty template: everything found is a diagnostic. */
export function compileTemplate(document: Readonly<Record<string, unknown>>, resources: Resources, engine: TextEngine): Compiled {
  const diagnostics: Diagnostic[] = [];
  const told = new Set<string>();
  const report: TemplateContext['report'] = (severity, code, pointer, message, offset) => {
    // A style of a column holds for its header, cells and footer, and is compiled with each.
    const key = `${severity} ${code} ${pointer} ${offset} ${message}`;
    if (diagnostics.length >= 1000 || told.has(key)) return;
    told.add(key);
    diagnostics.push({ severity, code, pointer, message, ...(offset !== undefined && { offset }) });
  };
  const fail = ({ code, pointer, message }: Omit<Diagnostic, 'severity'>) => report('error', code, pointer, message);
  const { pages, ...given } = document;
  // The page layouts are checked one by one where they are compiled.
  const shape = { ...templateSchema, required: [], properties: { ...templateSchema.properties, pages: {} } } as const;
  const head: Readonly<Record<string, unknown>> = checkAndMend(shape, given, '', fail) ?? {};
  if (!Array.isArray(pages) || pages.length === 0)
    fail({
      code: 'missing-property',
      pointer: pages === undefined ? '' : '/pages',
      message: 'needs "pages", a list of page layouts',
    });

  const unit = units[(head.unit as keyof typeof units | undefined) ?? 'mm'];
  const settings = (head.document ?? {}) as FromSchema<typeof documentSchema>;
  const lang = settings.lang?.includes('{{') ? undefined : settings.lang;
  const fonts = new FontBook(
    (head.fonts ?? {}) as Readonly<Record<string, FontFamily>>,
    resources,
    engine,
    ({ code, pointer, message }) => report(code === 'missing-font-style' ? 'warning' : 'error', code, pointer, message),
  );
  for (const [member, findFault] of Object.entries(conventions)) {
    const value = head[member as keyof typeof conventions];
    const fault = typeof value === 'string' && !value.includes('{{') ? findFault(value) : undefined;
    if (fault !== undefined) fail({ code: `unknown-${member}`, pointer: `/${member}`, message: fault });
  }
  fonts.openAll();
  const named = (head.styles ?? {}) as Readonly<Record<string, StyleProperties>>;
  for (const [name, style] of Object.entries(named)) {
    if (style.font !== undefined) fonts.checkName(style.font, `/styles/${escapePointer(name)}/font`);
  }
  const styles = new StyleBook(named, fonts, lang);
  const template: TemplateContext = {
    report,
    usesDate: false,
    unit,
    styles,
    engine,
    checkImage(name) {
      if (name.startsWith('data:') || resources.names('image').includes(name) || resources.image(name)) return undefined;
      const near = findNearest(name, resources.names('image'));
      return `There is no image "${name}" among the assets${near ? `; did you mean "${near}"?` : ''}`;
    },
    check: (schema, value, pointer) => checkValue(schema, value, pointer, fail, () => undefined),
    checkAndMend: (schema, value, pointer) => checkAndMend(schema, value, pointer, fail),
    bindContext: (context, at) => compilers(context, at),
  };
  const bare: Omit<CompileContext, 'expression' | 'text' | 'printed'> = {
    template,
    names: { schema: (head.dataSchema ?? true) as JsonSchema | boolean, locals: [], holds: [] },
    style: styles.base,
    band: undefined,
    depth: 0,
    compile: compileComponent,
  };
  const root = withContext(bare as CompileContext);
  const optional = (source: unknown, pointer: string) => (typeof source === 'string' ? root.text(source, pointer) : undefined);
  const program: Omit<Program, 'usesDate'> = {
    document: {
      title: optional(settings.title, '/document/title'),
      author: optional(settings.author, '/document/author'),
      subject: optional(settings.subject, '/document/subject'),
      creator: optional(settings.creator, '/document/creator'),
      lang: optional(settings.lang, '/document/lang'),
      filename: optional(settings.filename, '/document/filename'),
      keywords: (settings.keywords ?? []).map((keyword, i) => root.text(keyword, `/document/keywords/${i}`)),
    },
    locale: optional(head.locale, '/locale'),
    timezone: optional(head.timezone, '/timezone'),
    currency: optional(head.currency, '/currency'),
    pages: (Array.isArray(pages) ? pages : []).map((page, i) => compilePage(page, root, `/pages/${i}`)),
  };
  const usesDate = template.usesDate;
  return { program: diagnostics.some((one) => one.severity === 'error') ? undefined : { ...program, usesDate }, diagnostics };
}

/** The compile functions of a context: they report what they find at the place a person sees. */
function compilers(
  context: CompileContext,
  at: (pointer: string) => string,
): Pick<CompileContext, 'expression' | 'text' | 'printed'> {
  const { report } = context.template;
  const namesAt = (pointer: string) => ({ ...context.names, place: at(pointer) });
  const reportAll = (found: readonly ExpressionDiagnostic[], pointer: string) => {
    for (const { severity, code, message, offset } of found) report(severity, code, at(pointer), message, offset);
  };
  const checkPage = (
    compiled: { readonly usesPage: boolean; readonly usesTotal: boolean; readonly usesDate: boolean },
    pointer: string,
  ) => {
    if (compiled.usesTotal)
      report(
        'error',
        'page-total',
        at(pointer),
        'page.total is known only when everything is laid out; it can be printed as text, not decide what is there.',
      );
    else if (compiled.usesPage && !context.band)
      report(
        'error',
        'page-number',
        at(pointer),
        'page.number can decide what is there only in a header, footer, background or overlay; elsewhere it can be printed as text.',
      );
    else if (compiled.usesPage && context.band) context.band.usesPage = true;
    if (compiled.usesDate) context.template.usesDate = true;
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
    printed(source, pointer) {
      const compiled = compileText(source, namesAt(pointer));
      reportAll(compiled.diagnostics, pointer);
      if (compiled.usesDate) context.template.usesDate = true;
      return compiled;
    },
  };
}

function compilePage(page: unknown, root: CompileContext, pointer: string): PageLayout {
  const { unit } = root.template;
  const shape = templateSchema.properties.pages.items;
  const props = (root.template.checkAndMend(shape, page, pointer) ?? { body: [] }) as FromSchema<typeof pageSchema>;
  const { size: sheet, ...text } = props;
  const context = styledContext(text as StyleProperties, root, pointer);
  const [width, height] = sheetSize(sheet, props.orientation, unit);
  const margin = props.margin === undefined ? sidesOf(20, units.mm) : sidesOf(props.margin, unit);
  if (Math.max(width, height) > largestSheet) {
    root.template.report(
      'error',
      'sheet-too-large',
      `${pointer}/size`,
      `A sheet is at most ${largestSheet} pt (5.08 m) wide and high.`,
    );
  }
  if (margin.left + margin.right >= width || margin.top + margin.bottom >= height) {
    root.template.report('error', 'no-room', `${pointer}/margin`, 'The margins leave no room on the sheet.');
  }
  return {
    width,
    height,
    margin,
    header: compileBand(props.header, context, `${pointer}/header`),
    footer: compileBand(props.footer, context, `${pointer}/footer`),
    body: stackNodes(compileChildren(props.body, context, `${pointer}/body`), (props.gap ?? 0) * unit),
    background: compilePlacedBand(props.background, context, `${pointer}/background`),
    overlay: compilePlacedBand(props.overlay, context, `${pointer}/overlay`),
    pointer,
  };
}

function sheetSize(size: unknown, orientation: string | undefined, unit: number): readonly [number, number] {
  if (Array.isArray(size)) return [Number(size[0]) * unit, Number(size[1]) * unit];
  const [width, height] = pageSizes[(size as string | undefined) ?? 'A4']!;
  return orientation === 'landscape' ? [height, width] : [width, height];
}

function compileBand(band: unknown, context: CompileContext, pointer: string): readonly BandVariant[] {
  if (!Array.isArray(band) || band.length === 0) return [];
  const isVariant = (entry: unknown) =>
    typeof entry === 'object' && entry !== null && !Array.isArray(entry) && !('type' in entry);
  const variants = band.some(isVariant) ? (band as readonly unknown[]) : [{ on: 'all', body: band as unknown }];
  const wrapped = variants.length === 1 && !band.some(isVariant);
  return variants.map((entry, i) => {
    const at = wrapped ? pointer : `${pointer}/${i}`;
    const good = context.template.check(bandVariant, entry, at);
    const {
      on = 'all',
      height,
      body,
    } = (good ? entry : { body: [] }) as { on?: BandVariant['on']; height?: number; body: unknown };
    const use = { usesPage: false };
    const inside = withContext({ ...context, band: use });
    const node = stackNodes(compileChildren(body, inside, wrapped ? at : `${at}/body`), 0);
    return { on, height: height === undefined ? undefined : height * context.template.unit, node, usesPage: use.usesPage };
  });
}

function compilePlacedBand(
  children: readonly unknown[] | undefined,
  context: CompileContext,
  pointer: string,
): PlacedBand | undefined {
  if (!children || children.length === 0) return undefined;
  const use = { usesPage: false };
  return { children: compilePlaced(children, withContext({ ...context, band: use }), pointer), usesPage: use.usesPage };
}
