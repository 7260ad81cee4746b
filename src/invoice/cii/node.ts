// The parts of which Cross Industry Invoice is put together. The writer and the reader walk the same parts.
import { type GroupId, groups, type Qualifier, type TermId, terms } from '../terms.ts';

/** The content of an attribute. `carries`: a term of its own. `equals`: the value of a term that stands elsewhere. */
export type AttributeSource =
  | { readonly kind: 'fixed'; readonly value: string }
  | { readonly kind: 'qualifier'; readonly name: Qualifier }
  | { readonly kind: 'carries' | 'equals'; readonly term: TermId };

export type Attributes = Readonly<Record<string, AttributeSource>>;

/** Which values of a term an element takes. */
export type TakenValues = 'all' | 'with scheme' | 'without scheme' | 'IBAN' | 'other account';

interface Repeats {
  /** The element stands only in the first of the repeated elements around it. */
  readonly isInFirst?: boolean;
  /** The element repeats the value of another element: it is written, but not read. */
  readonly isCopy?: boolean;
  /** The element is another form of an element: it is read, but not written. */
  readonly isOther?: boolean;
  /** The XML schema refuses the element around it without this element, and no rule of EN 16931 asks for it. */
  readonly isRequired?: boolean;
}

/** An element with the value of a term as its text. */
export interface ValueNode extends Repeats {
  readonly kind: 'value';
  readonly tag: string;
  readonly term: TermId;
  readonly attributes: Attributes;
  readonly takes: TakenValues;
  /** The text is this qualifier of the value, not the value itself. */
  readonly qualifier?: Qualifier;
}

/** An element whose text is always the same. */
export interface FixedNode extends Repeats {
  readonly kind: 'fixed';
  readonly tag: string;
  readonly value: string;
}

/** An element with elements. */
export interface ElementNode extends Repeats {
  readonly kind: 'element';
  readonly tag: string;
  readonly content: readonly XmlNode[];
  /** The group of which each such element is one. Undefined: the elements stand for the groups around them. */
  readonly group?: GroupId;
  /** Without a group the element stands once, for what belongs to the groups around it. */
  readonly standsWithoutGroup?: boolean;
  /** Each value in it has such an element of its own. */
  readonly holdsOne?: boolean;
  /** The element stands even if it is empty. */
  readonly isNeeded?: boolean;
  /** Elements of the same tag mean different things: the fixed parts tell which. */
  readonly isToldApart?: boolean;
}

export type XmlNode = ValueNode | FixedNode | ElementNode;

/** An element with elements. It is left out if it would be empty. */
export const element = (tag: string, ...content: readonly XmlNode[]): ElementNode => ({ kind: 'element', tag, content });

/** An element for each group of an id. */
export const each = (tag: string, group: GroupId, ...content: readonly XmlNode[]): ElementNode => ({
  kind: 'element',
  tag,
  group,
  content,
});

/** An element for each value of a term. */
export const value = (tag: string, term: TermId, attributes: Attributes = {}, takes: TakenValues = 'all'): ValueNode => ({
  kind: 'value',
  tag,
  term,
  attributes,
  takes,
});

/** An element for the qualifier of a term. */
export const qualifier = (tag: string, term: TermId, name: Qualifier): ValueNode => ({ ...value(tag, term), qualifier: name });

export const fixed = (tag: string, text: string): FixedNode => ({ kind: 'fixed', tag, value: text });

/** A day in an element of its own. */
export const day = (tag: string, term: TermId, type = 'udt:DateTimeString'): ElementNode =>
  element(tag, required(value(type, term)));

export const inFirst = <T extends XmlNode>(node: T): T => ({ ...node, isInFirst: true });
export const copy = <T extends XmlNode>(node: T): T => ({ ...node, isCopy: true });
export const required = <T extends XmlNode>(node: T): T => ({ ...node, isRequired: true });
export const other = <T extends XmlNode>(node: T): T => ({ ...node, isOther: true });
export const needed = (node: ElementNode): ElementNode => ({ ...node, isNeeded: true });
export const holdingOne = (node: ElementNode): ElementNode => ({ ...node, holdsOne: true });
export const toldApart = (node: ElementNode): ElementNode => ({ ...node, isToldApart: true });

export const scheme = { schemeID: { kind: 'qualifier', name: 'scheme' } } as const satisfies Attributes;
export const carries = (term: TermId) => ({ kind: 'carries', term }) as const;

/** An identifier: ISO 6523 gives some of them a scheme, which have an element of their own. */
export const identifiers = (term: TermId): readonly ValueNode[] => [
  value('ram:ID', term, {}, 'without scheme'),
  value('ram:GlobalID', term, scheme, 'with scheme'),
];

/** Where a term or group stands: in the group at `depth` of the groups around the element, or in groups below it that stand once. */
export interface TermLocation {
  readonly depth: number;
  readonly path: readonly GroupId[];
}

/** The spot of a term or group with this parent. `around`: the groups of the elements around, the invoice first. */
function spotOf(parent: GroupId | undefined, around: readonly (GroupId | undefined)[]): TermLocation {
  const path: GroupId[] = [];
  let id = parent;
  while (!around.includes(id)) {
    path.unshift(id!);
    id = groups.get(id!)!.parent;
  }
  return { depth: around.lastIndexOf(id), path };
}

/** A node with the spots of its terms and groups. */
export type PlacedXmlNode = PlacedValue | FixedNode | PlacedElement;
export type PlacedValue = ValueNode & {
  readonly spot: TermLocation;
  readonly spots: Readonly<Partial<Record<TermId, TermLocation>>>;
};
export type PlacedElement = Omit<ElementNode, 'content'> & {
  readonly content: readonly PlacedXmlNode[];
  /** Of the group. */
  readonly spot: TermLocation | undefined;
  /** All that the element holds is fixed. */
  readonly isFixed: boolean;
};

/** Finds the spots of a node and of all nodes in it. */
export function place(node: ElementNode, around: readonly (GroupId | undefined)[] = [undefined]): PlacedElement {
  const { group } = node;
  const inside = group === undefined ? around : [...around, group];
  const content = node.content.map((one) => placeOne(one, inside));
  return {
    ...node,
    content,
    spot: group && spotOf(groups.get(group)!.parent, around),
    isFixed: !node.isNeeded && content.every(isFixed),
  };
}

export const isFixed = (node: PlacedXmlNode): boolean => node.kind === 'fixed' || (node.kind === 'element' && node.isFixed);

function placeOne(node: XmlNode, around: readonly (GroupId | undefined)[]): PlacedXmlNode {
  if (node.kind === 'fixed') return node;
  if (node.kind === 'element') return place(node, around);
  const others = Object.values(node.attributes).flatMap((source) => ('term' in source ? [source.term] : []));
  return {
    ...node,
    spot: spotOf(terms.get(node.term)!.parent, around),
    spots: Object.fromEntries(others.map((term) => [term, spotOf(terms.get(term)!.parent, around)])),
  };
}
