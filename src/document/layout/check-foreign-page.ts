// Checks a page of another PDF against the standards of the document.
import { quoteText } from '../../words/show-json.ts';
import type { ForeignPage } from '../pdf-pages/foreign-page.ts';
import type { BoundScope, LayoutSession } from './session.ts';

/** Notes what the standards of the document refuse in a page, and which annotations are lost. `source`: the name of the asset. */
export function checkForeignPage(
  page: ForeignPage,
  source: string | undefined,
  component: string,
  { place }: BoundScope,
  session: LayoutSession,
): void {
  const { standard } = session;
  const where = `${page.number} of ${source === undefined ? 'the PDF' : quoteText(source)}`;
  if (standard.names.length > 0)
    for (const { rule, message } of page.findBreaches(standard))
      session.breach(rule, component, place, `page ${where}: ${message}.`);
  if (page.losses !== undefined)
    session.warnOfPicture('pdf-annotations', page.key, component, place, `Page ${where}: ${page.losses}.`);
}
