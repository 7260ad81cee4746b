// Checks where a link leads.
import type { LinkItem, LinkSource } from './fragment.ts';
import { type LayoutSession, pointerOf } from './session.ts';
import type { Element } from './tag.ts';
import type { Owner } from './trace.ts';

const allowed = /^(?:https?:\/\/[^\s]+|mailto:[^\s]+|tel:[+\d().\-\s]+|#[^\r\n]+)$/i;

/**
 * The item of a link on a page. `text`: read aloud; empty: the target is. A link must lead to an http, https, mailto or tel address or to an anchor; any other link is left out with a warning.
 * The check is here because the page is known here: a box built for one page may move to the next.
 */
export function linkItems(
  { target, text, tag }: { readonly target: string; readonly text: string; readonly tag: Element | undefined },
  rect: Pick<LinkItem, 'x' | 'y' | 'width' | 'height'>,
  owner: Owner,
  session: LayoutSession,
  page: number,
): readonly LinkItem[] {
  const trimmed = target.trim();
  if (trimmed === '') return [];
  if (isLinkTarget(trimmed))
    return [{ kind: 'link', ...rect, target: trimmed, source: toSource(owner), tag, contents: text.trim() || trimmed }];
  const message = `The link "${trimmed.slice(0, 80)}" is not a http, https, mailto or tel address nor an #anchor and is left out.`;
  session.warn('link-dropped', owner.component, owner.place, message, page);
  return [];
}

/** Whether a link may lead there. */
export function isLinkTarget(target: string): boolean {
  return target.length <= 2000 && allowed.test(target);
}

/** Notes that a link stands inside another one, whose annotation would cover it. */
export function warnOfInnerLink(target: string, owner: Owner, session: LayoutSession): void {
  const message = `The link "${target.slice(0, 80)}" stands in a component that is a link itself, and is left out.`;
  session.warn('link-dropped', owner.component, owner.place, message);
}

/** The component that made a link or an anchor, for messages. */
export function toSource({ component, place }: Owner): LinkSource {
  return { component, dataPath: place ? pointerOf(place) : null };
}
