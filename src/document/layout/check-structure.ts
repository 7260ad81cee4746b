// Checks the elements that layout made against the standards that the document is to keep, after the last page.
import type { LayoutSession } from './session.ts';
import type { Element } from './tag.ts';

/** Notes figures without a text that stands for them, such texts that nobody can read out, and headings of a wrong level. */
export function checkStructure(root: Element, session: LayoutSession): void {
  if (!(['alternative-text', 'heading-level', 'private-character'] as const).some((rule) => session.keeps(rule))) return;
  let last = 0;
  const visit = (element: Element): void => {
    const level = Number(/^H([1-6])$/.exec(element.type ?? '')?.[1] ?? 0);
    if (level > last + 1) session.breachOfElement('heading-level', element, explainLevel(level, last));
    if (level > 0) last = level;
    if (element.type === 'Figure' && !element.facts.alt)
      session.breachOfElement(
        'alternative-text',
        element,
        'the figure has no "alt". Describe it with "alt"; "" makes it decoration.',
      );
    if (element.facts.alt) session.checkPrivateOfElement(element, element.facts.alt);
    for (const kid of element.kids) if (kid.kind === 'element') visit(kid);
  };
  visit(root);
}

function explainLevel(level: number, last: number): string {
  if (last === 0) return `the first heading has level ${level}. Give it the role "heading1".`;
  return `a heading of level ${level} follows one of level ${last}. Give it the role "heading${last + 1}".`;
}

/** Notes tables of contents with entries that lead nowhere. `leading`: links that lead to a place in the document. */
export function checkEntries(root: Element, leading: ReadonlySet<Element>, session: LayoutSession): void {
  const isLost = (element: Element): boolean => !some(element, (one) => leading.has(one)) && some(element, hasOwnContent);
  const visit = (element: Element, contents: Element | undefined): void => {
    if (element.type === 'TOCI' && isLost(element))
      session.breachOfElement(
        'toc-target',
        contents ?? element,
        'an entry does not lead to its place. Give its text a "link" to an anchor, such as "#terms".',
      );
    for (const kid of element.kids) if (kid.kind === 'element') visit(kid, element.type === 'TOC' ? element : contents);
  };
  visit(root, undefined);
}

/** Whether something holds for an element, or for one in it. */
const some = (element: Element, holds: (element: Element) => boolean): boolean =>
  holds(element) || element.kids.some((kid) => kid.kind === 'element' && some(kid, holds));

const hasOwnContent = ({ kids }: Element): boolean => kids.some(({ kind }) => kind !== 'element');
