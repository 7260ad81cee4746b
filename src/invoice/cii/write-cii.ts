// Writes an invoice as Cross Industry Invoice of UN/CEFACT.
import { type Group, groupOf, groupsOf, type Term, termsOf, textOf } from '../model.ts';
import { terms } from '../terms.ts';
import {
  type AttributeSource,
  isFixed,
  type PlacedElement,
  type PlacedValue,
  type PlacedXmlNode,
  type TakenValues,
  type TermLocation,
} from './node.ts';
import { namespaces, structure } from './structure.ts';
import { type WrittenElement, writeXml } from './write-xml.ts';

/** The groups around an element, the invoice first. */
type Around = readonly (Group | undefined)[];

/** The XML of an invoice that is complete and holds only terms of the profile. */
export function writeCii(invoice: Group): string {
  const [root] = writeElement(structure, [invoice], true);
  const prefixes = Object.entries(namespaces).map(([prefix, uri]) => [`xmlns:${prefix}`, uri]);
  return writeXml({ ...root!, attributes: Object.fromEntries(prefixes) });
}

const groupAt = ({ depth, path }: TermLocation, around: Around): Group | undefined =>
  path.reduce((group, id) => groupOf(group, id), around[depth]);

/** The elements of a node. `isFirst`: they stand in the first of the repeated elements around them. */
function writeNode(node: PlacedXmlNode, around: Around, isFirst: boolean): readonly WrittenElement[] {
  if (node.isOther || (node.isInFirst && !isFirst)) return [];
  if (node.kind === 'fixed') return [{ tag: node.tag, attributes: {}, content: node.value }];
  return node.kind === 'value' ? writeValue(node, around) : writeElement(node, around, isFirst);
}

function writeElement(node: PlacedElement, around: Around, isFirst: boolean): readonly WrittenElement[] {
  const { group, spot } = node;
  if (group === undefined || spot === undefined) return writeContent(node, around, isFirst);
  const found: readonly (Group | undefined)[] = groupsOf(groupAt(spot, around), group);
  const all = found.length === 0 && node.standsWithoutGroup ? [undefined] : found;
  return all.flatMap((one, i) => writeContent(node, [...around, one], i === 0));
}

/** One element with the elements in it. Empty if it would hold only fixed text and copies. */
function writeContent(node: PlacedElement, around: Around, isFirst: boolean): readonly WrittenElement[] {
  const { tag, content, isNeeded, holdsOne } = node;
  const parts = content.map((one) => ({ one, elements: writeNode(one, around, isFirst) }));
  const isEmpty = !node.isFixed && parts.every(({ one, elements }) => isFixed(one) || one.isCopy || elements.length === 0);
  if (isEmpty) return isNeeded ? [{ tag, attributes: {}, content: [] }] : [];
  const made = (inside: readonly WrittenElement[]): WrittenElement => ({ tag, attributes: {}, content: inside });
  if (!holdsOne) return [made(parts.flatMap((part) => part.elements))];
  const count = Math.max(...parts.map((part) => part.elements.length));
  return Array.from({ length: count }, (_, i) => made(parts.flatMap((part) => part.elements[i] ?? [])));
}

function writeValue(
  { tag, term, attributes, takes, qualifier, spot, spots }: PlacedValue,
  around: Around,
): readonly WrittenElement[] {
  const group = groupAt(spot, around);
  if (group === undefined) return [];
  const { type } = terms.get(term)!;
  return termsOf(group, term).flatMap((one): readonly WrittenElement[] => {
    const text = qualifier === undefined ? one.value : one[qualifier];
    if (text === undefined || !isTaken(one, takes)) return [];
    const sourced = (source: AttributeSource): string | undefined => {
      if (source.kind === 'fixed') return source.value;
      return source.kind === 'qualifier' ? one[source.name] : textOf(groupAt(spots[source.term]!, around), source.term);
    };
    const named = Object.entries(attributes).map(([name, source]) => [name, sourced(source)]);
    // Format 102 of UNTDID 2379: `20260417`.
    if (type === 'date') return [{ tag, attributes: { format: '102' }, content: text.replaceAll('-', '') }];
    return [{ tag, attributes: Object.fromEntries(named), content: takes === 'IBAN' ? text.replaceAll(' ', '') : text }];
  });
}

/** ISO 13616: country, check digits, account. */
const isIban = (number: string): boolean => /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(number.replaceAll(' ', ''));

const taken: Readonly<Record<TakenValues, (term: Term) => boolean>> = {
  all: () => true,
  'with scheme': ({ scheme }) => scheme !== undefined,
  'without scheme': ({ scheme }) => scheme === undefined,
  IBAN: ({ value }) => isIban(value),
  'other account': ({ value }) => !isIban(value),
};

const isTaken = (term: Term, takes: TakenValues): boolean => taken[takes](term);
