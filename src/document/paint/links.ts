// The links of pages: one annotation for the neighbouring segments of a link on a line.
import type { LinkItem } from '../layout/fragment.ts';
import { isSameSource } from '../layout/named-link.ts';
import type { PageArea } from './marked-content.ts';
import type { Navigation, StructuredPlace } from './navigation.ts';
import { formatLength } from './number.ts';
import type { PdfSink } from './pdf-sink.ts';
import type { Structure } from './structure.ts';
import { formatTextString } from './text-string.ts';

/** An annotation that is not yet written. */
export interface Link {
  readonly item: LinkItem;
  readonly area: PageArea;
}

/** Adds a link to those of its page, and joins it to the one before if it goes on. */
export function addLink(links: Link[], item: LinkItem, area: PageArea): void {
  const last = links.at(-1);
  const joined = last && isSame(last.item, item) ? joinAreas(last.area, area) : undefined;
  if (joined) links[links.length - 1] = { item, area: joined };
  else links.push({ item, area });
}

function isSame(one: LinkItem, other: LinkItem): boolean {
  return one.target === other.target && one.tag === other.tag && isSameSource(one.source, other.source);
}

/** In pt. */
const tolerance = 0.02;

/** The area of both, if they stand side by side on one line. */
function joinAreas(one: PageArea, other: PageArea): PageArea | undefined {
  const isNear = (a: number, b: number): boolean => Math.abs(a - b) < tolerance;
  if (!isNear(one[1], other[1]) || !isNear(one[3], other[3])) return undefined;
  if (!isNear(one[2], other[0]) && !isNear(other[2], one[0])) return undefined;
  return [Math.min(one[0], other[0]), one[1], Math.max(one[2], other[2]), one[3]];
}

/** The ports through which annotations of links are written. */
interface LinkPorts {
  readonly sink: PdfSink;
  readonly navigation: Navigation;
  readonly structure: Structure | undefined;
}

/** Writes the annotation of a link on a page from 0. Undefined: the link leads to a name without a place. */
export function writeLink({ item, area }: Link, page: number, { sink, navigation, structure }: LinkPorts): number | undefined {
  const target = navigation.resolve(item);
  if (target === undefined) return undefined;
  const id = sink.reserve();
  const inStructure = structure ? formatStructure(structure, item, { page, object: id, place: navigation.placeOf(item) }) : '';
  // Printed (F 4, which PDF/A asks for), without a frame.
  const rect = area.map(formatLength).join(' ');
  sink.writeObject(id, `<</Type/Annot/Subtype/Link/F 4/Border[0 0 0]/Rect[${rect}]${target}${inStructure}>>`);
  return id;
}

/** ISO 14289-1, 7.18.5: a link stands in a Link element, even if its text is an artifact, and says in words where it leads. */
function formatStructure(
  structure: Structure,
  item: LinkItem,
  { page, object, place }: { readonly page: number; readonly object: number; readonly place: StructuredPlace | undefined },
): string {
  const element = item.tag ?? structure.root.append('Link');
  const key = structure.addAnnotation(element, page, object);
  if (place) structure.lead(element, place);
  return `/Contents${formatTextString(item.contents)}/StructParent ${key}`;
}
