// Lays out all sheets of a document for some data.

import { PdfgenError } from '../../contract/errors.ts';
import type { Page } from './fragment.ts';
import { openPage } from './open-page.ts';
import { BuiltPart } from './origin.ts';
import { walkLayouts } from './outline-walk.ts';
import type { Layouts, PageLayout } from './page-layout.ts';
import { paginate } from './paginate.ts';
import { placeCaptions } from './place-captions.ts';
import type { BoundScope, LayoutSession } from './session.ts';
import type { SheetSize } from './sheet-size.ts';
import { openElement } from './structure.ts';
import { Element } from './tag.ts';
import { Trace } from './trace.ts';

/**
 * Lays out the pages of a template and gives each sheet to `emit` as soon as it is done. Raises NO_PAGES.
 * The elements of the structure are added to the tag of `scope`.
 * If widths in a body depend on page numbers, a trial counts the sheets first, so the widths have room for the right number of digits.
 */
export function layOutPages(layouts: Layouts, scope: BoundScope, session: LayoutSession, emit: (page: Page) => void): void {
  session.outline.start(layouts.counters, (findings) => walkLayouts(layouts, scope, findings));
  if (layouts.countsPages) {
    const trial = session.startTrial();
    const tag = scope.tag && new Element('Document', undefined);
    layOutOnce(layouts, { ...scope, tag, session: trial, warn: trial.warnOfValue }, trial, () => {});
    session.figuresOfPages = String(trial.pageNumber).length;
    session.longestLabel = trial.labels.longest(trial.pageNumber);
  }
  layOutOnce(layouts, scope, session, emit);
  if (scope.tag?.kind === 'element') placeCaptions(scope.tag, session);
}

function layOutOnce({ pages, hasNotes }: Layouts, whole: BoundScope, session: LayoutSession, emit: (page: Page) => void): void {
  let before: SheetSize | undefined;
  const pass = (page: Page): void => {
    before = page;
    emit(page);
  };
  for (const layout of pages) {
    const { marks } = session;
    const binding = layout.binding ?? (whole.dir === 'ltr' ? 'left' : 'right');
    for (const part of layout.parts(whole)) {
      // Marks that one element sets do not hold for the next element.
      if (layout.isRepeated) session.marks = new Map();
      const scope = layout.isRepeated ? { ...part, tag: openElement(part.tag, 'Part') } : part;
      const sheet = layout.sheet(scope);
      const number = session.pageNumber + 1;
      const next = openPage(number, 0, binding, session.labels.labelOf(number));
      if (layout.start !== undefined && layout.start !== next.side) {
        session.beginPage(next);
        // The back of a sheet is as large as its front.
        const { width, height } = (next.number % 2 === 0 && before) || sheet;
        pass(emptyPage({ width, height }, layout, scope));
      }
      let labels = layout.labels?.(scope);
      if (labels) session.labels.begin(session.pageNumber + 1, labels);
      paginate({ ...layout, ...sheet, hasNotes, binding }, scope, session, (page) => {
        pass(labels ? { ...page, labels } : page);
        labels = undefined;
      });
    }
    if (layout.isRepeated) session.marks = marks;
  }
  if (session.pageNumber === 0) throw refuseNoPages(pages);
}

function emptyPage({ width, height }: SheetSize, { sites }: PageLayout, { place, session }: BoundScope): Page {
  const page = { width, height, items: [], late: undefined };
  if (!session.isTraced) return page;
  const trace = new Trace(false);
  const part = new BuiltPart(sites.page, 'page', place, width);
  trace.inPart(part, { left: 0, top: 0, right: width, bottom: height }, { items: [], late: [] }, () => {});
  return { ...page, origins: trace };
}

function refuseNoPages(pages: readonly PageLayout[]): PdfgenError {
  const places = pages.map(({ pointer }) => pointer).join(', ');
  const message = `No page layout makes a sheet with these data (${places}): a "when" does not hold, or the list of an "each" has no elements. Add a layout for this case, such as { "when": "not customers", "body": "There is nothing to show." }, or make no document of such data.`;
  const params = { component: '/pages', page: null };
  return new PdfgenError('NO_PAGES', message, { errors: [{ path: '', message, keyword: 'no-pages', params, schemaPath: '' }] });
}
