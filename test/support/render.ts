// Templates laid out in memory, and their pages as text.
import type { Diagnostic } from '../../src/contract/diagnostic.ts';
import type { RenderWarning } from '../../src/contract/generate.ts';
import type { StandardName } from '../../src/contract/standards.ts';
import { compileTemplate } from '../../src/document/compile/compile-template.ts';
import { isRightToLeft } from '../../src/document/expression/filters/intl.ts';
import type { Scope } from '../../src/document/expression/scope.ts';
import { DataPaths } from '../../src/document/layout/data-place.ts';
import { directionsOf } from '../../src/document/layout/direction.ts';
import type { AllPages, Page, PageItem } from '../../src/document/layout/fragment.ts';
import { layOutPages } from '../../src/document/layout/lay-out-pages.ts';
import { DocumentLabels } from '../../src/document/layout/page-labels.ts';
import { type ImageLookup, LayoutSession } from '../../src/document/layout/session.ts';
import { Element } from '../../src/document/layout/tag.ts';
import { withDemanded } from '../../src/document/on-demand.ts';
import type { Resources } from '../../src/document/resources.ts';
import { loadTextEngine } from '../../src/document/text/index.ts';
import type { Paint } from '../../src/document/vector/gradient.ts';
import { extentOfPath } from '../../src/document/vector/path.ts';
import { createFileResources } from '../../src/renderer/file-resources.ts';

/** With the fonts that ship. */
export const testResources: Resources = { ...createFileResources({}), names: () => [] };

export async function compile(document: Record<string, unknown>, resources = testResources) {
  const engine = await loadTextEngine();
  return withDemanded(resources, () => compileTemplate(document, resources, engine));
}

/** What compiling reports: `error unknown-path /pages/0/body/0`. */
export async function diagnose(document: Record<string, unknown>): Promise<string[]> {
  const { diagnostics } = await compile(document);
  return diagnostics.map(({ severity, code, pointer }: Diagnostic) => `${severity} ${code} ${pointer}`);
}

/** The same with the messages: `error unknown-path /pages/0/body/0 The data schema has no "nam"`. */
export async function explain(document: Record<string, unknown>, resources = testResources): Promise<string[]> {
  const { diagnostics } = await compile(document, resources);
  return diagnostics.map(({ severity, code, pointer, message }) => `${severity} ${code} ${pointer} ${message}`);
}

export interface LaidOut {
  readonly pages: readonly Page[];
  readonly warnings: readonly RenderWarning[];
  /** Undefined: the document has no tags. */
  readonly structure: Element | undefined;
}

export const defaultLimits = { maxPages: 1000, maxBoxes: 1_000_000, maxImagePixels: 1e6, maxImageBytes: 1e7 };

/** The template that `layOut` lays out. */
export const documentOf = (body: unknown, page: Record<string, unknown> = {}, more: Record<string, unknown> = {}) => ({
  unit: 'pt',
  styles: { base: { size: 8, lineHeight: 1.25 } },
  pages: [{ size: [200, 100], margin: 10, body, ...page }],
  ...more,
});

/** Lays a template out in pt on sheets of 200 × 100 with margins of 10, in lines of 10 pt, unless `page` says otherwise. */
export async function layOut(
  body: unknown,
  data: unknown = {},
  page: Record<string, unknown> = {},
  more: Record<string, unknown> = {},
  limits = defaultLimits,
  findImage: ImageLookup = () => ({ problem: 'Not found.' }),
  checkTime: () => void = () => {},
  format: Partial<Scope['format']> = {},
  standards: readonly StandardName[] = [],
): Promise<LaidOut> {
  const { program, diagnostics } = await compile(documentOf(body, page, more));
  if (!program) throw new Error(diagnostics.map(({ pointer, message }) => `${pointer} ${message}`).join('\n'));
  return withDemanded(testResources, () => {
    const session = new LayoutSession(limits, findImage, checkTime, standards, undefined, new DataPaths(data));
    const pages: Page[] = [];
    const structure = program.isTagged ? new Element('Document', undefined) : undefined;
    const scope = {
      data,
      locals: [],
      loop: undefined,
      page: { number: undefined, total: undefined },
      doc: { title: undefined, date: undefined },
      format: { locale: 'en-US', currency: undefined, timezone: 'UTC', ...format },
      place: undefined,
      ...directionsOf(isRightToLeft(format.locale ?? 'en-US'), program.dir),
      tag: structure,
      outline: session.outline.view,
      session,
      warn: session.warnOfValue,
    };
    layOutPages(program, program.bindLet(scope), session, (one) => pages.push(one));
    return { pages, warnings: session.warnings, structure };
  });
}

const r = (value: number) => Math.round(value * 10) / 10;

/** The words of a text item. */
export function wordsOf(item: Extract<PageItem, { kind: 'text' }>): string {
  const { face, words } = item.segment;
  return words
    .map(
      (word) =>
        word.actualText ??
        word.glyphs
          .map(
            (glyph, i) =>
              word.says?.[i] ?? face.unicodeOf(glyph) ?? (face.kind === 'standard' ? String.fromCharCode(glyph) : '?'),
          )
          .join(''),
    )
    .join('');
}

const paintOf = (paint: Paint) =>
  typeof paint === 'string' ? paint : `${paint.kind} ${paint.stops.map(({ at, color }) => `${at} ${color}`).join(', ')}`;

/** Items as lines of text, moved to the page's own coordinates: `text 10,18 "Hello"`. `looksOf`: what to add to the line of an item. */
export function itemLines(items: readonly PageItem[], dx = 0, dy = 0, looksOf: (item: PageItem) => string = () => ''): string[] {
  const describe = (item: PageItem): string[] => {
    switch (item.kind) {
      case 'text':
        return [`text ${r(item.x + item.segment.x + dx)},${r(item.y + dy)} "${wordsOf(item)}"`];
      case 'rect':
        return [
          `rect ${r(item.x + dx)},${r(item.y + dy)} ${r(item.width)}x${r(item.height)}${item.fill ? ` ${paintOf(item.fill)}` : ''}${item.stroke ? ` stroke ${item.stroke.width}` : ''}`,
        ];
      case 'path': {
        const { left, top, right, bottom } = extentOfPath(item.path)!;
        const look = `${item.fill ? ` ${paintOf(item.fill)}` : ''}${item.stroke ? ` stroke ${item.stroke.width}` : ''}`;
        return [
          `path ${r(item.x + left + dx)},${r(item.y + top + dy)} ${r(right - left)}x${r(bottom - top)} ${item.path.ops}${look}`,
        ];
      }
      case 'line':
        return [`line ${r(item.x1 + dx)},${r(item.y1 + dy)} ${r(item.x2 + dx)},${r(item.y2 + dy)}`];
      case 'image':
        return [`image ${r(item.x + dx)},${r(item.y + dy)} ${r(item.width)}x${r(item.height)}`];
      case 'modules':
        return [`modules ${r(item.x + dx)},${r(item.y + dy)}`];
      case 'link':
        return [`link ${r(item.x + dx)},${r(item.y + dy)} ${item.target}`];
      case 'field':
        return [`field ${r(item.x + dx)},${r(item.y + dy)} ${r(item.width)}x${r(item.height)} ${item.name}`];
      case 'annotation':
        return [`annotation ${r(item.x + dx)},${r(item.y + dy)} ${r(item.width)}x${r(item.height)} "${item.contents}"`];
      case 'anchor':
        return [`anchor ${item.name ?? ''} ${item.bookmark ? `${item.bookmark.level} "${item.bookmark.title}"` : ''}`.trim()];
      case 'group':
        return [
          `group ${item.rotate}${item.clip ? ' clip' : ''}`,
          ...itemLines(item.items, dx + item.x, dy + item.y, looksOf).map((line) => `  ${line}`),
        ];
    }
  };
  return items.flatMap((item) => {
    const [line, ...within] = describe(item);
    return [`${line}${looksOf(item)}`, ...within];
  });
}

/** What late items are told of a document: its number of pages, by default of these, and the first page of each anchor. */
export function allOf(pages: readonly Page[], total = pages.length): AllPages {
  const places = pages.flatMap(({ items }, index) => anchorsIn(items).map((name) => ({ name, page: index + 1 })));
  const labels = new DocumentLabels();
  for (const [i, page] of pages.entries()) if (page.labels) labels.begin(i + 1, page.labels);
  return {
    total,
    anchors: {
      find(name) {
        const [first, ...others] = places.filter((place) => place.name === name);
        return first && { page: first.page, label: labels.labelOf(first.page), isAmbiguous: others.length > 0 };
      },
      list: () => places.map(({ name }) => name),
    },
  };
}

function anchorsIn(items: readonly PageItem[]): string[] {
  return items.flatMap((item) =>
    item.kind === 'group' ? anchorsIn(item.items) : item.kind === 'anchor' && item.name !== undefined ? [item.name] : [],
  );
}

/** The items of each page, with its late items. */
export function pageItems({ pages }: Pick<LaidOut, 'pages'>): PageItem[][] {
  return pages.map((page) => [...page.items, ...(page.late?.(allOf(pages)) ?? [])]);
}

/** The items of a kind on all pages, without those in groups. */
export const itemsOf = <Kind extends PageItem['kind']>({ pages }: Pick<LaidOut, 'pages'>, kind: Kind) =>
  pages.flatMap(({ items }) => items.filter((item): item is Extract<PageItem, { kind: Kind }> => item.kind === kind));

/** Each page as lines, with its late items. */
export function pageLines(laidOut: Omit<LaidOut, 'structure'>): string[][] {
  return pageItems(laidOut).map((items) => itemLines(items));
}

/** The texts of each page, in the order they are painted, without the space at the end of a line. */
export function pageTexts(laidOut: Omit<LaidOut, 'structure'>): string[][] {
  return pageLines(laidOut).map((lines) => lines.flatMap((line) => /^text \S+ "(.*?) ?"$/.exec(line.trim())?.slice(1) ?? []));
}

/** The printed lines of each page, from above. Texts at the same height are one line. */
export function printedLines(laidOut: Omit<LaidOut, 'structure'>): string[][] {
  return pageLines(laidOut).map((lines) => {
    const byHeight = new Map<string, string>();
    for (const line of lines) {
      const [, y, text] = /^text [\d.-]+,([\d.-]+) "(.*)"$/.exec(line.trim()) ?? [];
      if (y !== undefined) byHeight.set(y, (byHeight.get(y) ?? '') + text!);
    }
    return [...byHeight].sort(([a], [b]) => Number(a) - Number(b)).map(([, text]) => text.trimEnd());
  });
}
