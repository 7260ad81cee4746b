// Lays out all sheets of a document for some data.
import type { Page } from './fragment.ts';
import type { Layouts } from './page-layout.ts';
import { paginate } from './paginate.ts';
import { placeCaptions } from './place-captions.ts';
import type { BoundScope, LayoutSession } from './session.ts';
import { Element } from './tag.ts';

/**
 * Lays out the pages of a template and gives each sheet to `emit` as soon as it is done.
 * The elements of the structure are added to the tag of `scope`.
 * If widths in a body depend on page numbers, a trial counts the sheets first, so the widths have room for the right number of digits.
 */
export function layOutPages(layouts: Layouts, scope: BoundScope, session: LayoutSession, emit: (page: Page) => void): void {
  if (layouts.countsPages) {
    const trial = session.startTrial();
    const tag = scope.tag && new Element('Document', undefined);
    layOutOnce(layouts, { ...scope, tag, session: trial, warn: trial.warnOfValue }, trial, () => {});
    session.figuresOfPages = String(trial.pageNumber).length;
  }
  layOutOnce(layouts, scope, session, emit);
  if (scope.tag?.kind === 'element') placeCaptions(scope.tag, session);
}

function layOutOnce({ pages }: Layouts, scope: BoundScope, session: LayoutSession, emit: (page: Page) => void): void {
  for (const layout of pages) {
    let labels = layout.labels?.(scope);
    paginate(layout, scope, session, (page) => {
      emit(labels ? { ...page, labels } : page);
      labels = undefined;
    });
  }
}
