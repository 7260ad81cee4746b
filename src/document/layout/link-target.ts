// Checks where a link leads.
import type { LinkItem, LinkSource } from './fragment.ts';
import { type LayoutSession, sourceOf } from './session.ts';
import type { Element } from './tag.ts';
import type { Owner } from './trace.ts';

/** An address of mail, or only its headers (RFC 6068). */
const mail = String.raw`mailto:(?:[^\s@?]+@[^\s@?]+(?:\?\S*)?|\?\S+)`;
/** A telephone number with at least one digit (RFC 3966). */
const telephone = String.raw`tel:[+().\-\s]*(?:\d[().\-\s]*)+(?:;\S+)?`;
const allowed = new RegExp(String.raw`^(?:https?:\/\/[^\s]+|${mail}|${telephone}|#[^\r\n]+)$`, 'i');

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
  const message = `${explainDropped(trimmed)}.`;
  session.warnOf('link-dropped', toSource(owner), message, page, message);
  return [];
}

/** Whether a link may lead there. */
export function isLinkTarget(target: string): boolean {
  return target.length <= 2000 && allowed.test(target);
}

/** Why a link is left out, and what to write, without a full stop. `target`: not empty, without spaces around it. */
export function explainDropped(target: string): string {
  const shown = target.length > 80 ? `${target.slice(0, 80)}…` : target;
  const known = /^mailto:/i.test(target)
    ? 'an address such as "mailto:ann@example.com"'
    : /^tel:/i.test(target)
      ? 'a number such as "tel:+41 44 123 45 67"'
      : undefined;
  return `The link "${shown}" is left out: write ${known ?? rightTarget(target) ?? 'an http, https, mailto or tel address, or "#" and the name of an anchor or "page=3"'}`;
}

/** A host with the ending of a country or one of the common endings, with or without a path. */
const host = /^(?:www\.[\w-]+|[\w-]+)(?:\.[\w-]+)*\.(?:com|org|net|info|example|[a-z]{2})(?::\d+)?(?:[/?#]\S*)?$/i;

/** The address that was probably meant, in quotes. */
function rightTarget(target: string): string | undefined {
  if (target.length > 80) return undefined;
  const right = [
    /^\/\/[^/\s]/.test(target) && `https:${target}`,
    (host.test(target) || /^www\.\S+$/i.test(target)) && `https://${target}`,
    /^[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+$/.test(target) && `mailto:${target}`,
    /^\+?\d[\d().\-\s]{4,}$/.test(target) && `tel:${target}`,
    /^https?:\/\//i.test(target) && target.replace(/\s/g, '%20'),
  ].find((one) => one !== false);
  return right && isLinkTarget(right) ? JSON.stringify(right) : undefined;
}

/** Notes that a link stands inside another one, whose annotation would cover it. */
export function warnOfInnerLink(target: string, owner: Owner, session: LayoutSession): void {
  const message = `The link "${target.slice(0, 80)}" stands in a component that is a link itself, and is left out.`;
  session.warnOf('link-dropped', toSource(owner), message, session.pageNumber, message);
}

/** The component that made a link or an anchor, for messages. */
export function toSource({ component, place }: Owner): LinkSource {
  return sourceOf(component, place);
}
