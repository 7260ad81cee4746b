// Elements of XML with their places.
import type { XmlElement } from './parse-xml.ts';

/** An element with its place in the XML. */
export interface Located {
  readonly element: XmlElement;
  /** An XPath. */
  readonly path: string;
}

/** The elements in an element, with their numbers among the elements of the same tag. */
export function locateChildren({ element, path }: Located): readonly (Located & { readonly number: number })[] {
  const total = countTags(element.children);
  const seen = new Map<string, number>();
  return element.children.map((child) => {
    const { tag } = child;
    const number = (seen.get(tag) ?? 0) + 1;
    seen.set(tag, number);
    return { element: child, path: `${path}/${tag}${total.get(tag)! > 1 ? `[${number}]` : ''}`, number };
  });
}

function countTags(elements: readonly XmlElement[]): ReadonlyMap<string, number> {
  const total = new Map<string, number>();
  for (const { tag } of elements) total.set(tag, (total.get(tag) ?? 0) + 1);
  return total;
}

/** The type of an element in the XML schema: parties and some others share theirs. */
export const typeOf = (tag: string): string => tag.replace(/^ram:\w+(TradeParty|ReferencedDocument)$/, '$1');
