// Reads XML that is an electronic invoice already: its profile, its business terms, and its elements that have no place in the profile.
import { isDay } from '../../words/calendar.ts';
import type { Group, InvoiceFinding, Origin, Term } from '../model.ts';
import { hasTermsOf, profiles } from '../profiles.ts';
import {
  type GroupId,
  groups,
  type ProfileName,
  profileNames,
  type Qualifier,
  type TermDefinition,
  type TermId,
  type TermType,
  terms,
} from '../terms.ts';
import { findFormFaults } from './form-rules.ts';
import { type Located, locateChildren, typeOf } from './located.ts';
import {
  type AttributeSource,
  isFixed,
  type PlacedElement,
  type PlacedValue,
  type PlacedXmlNode,
  type TermLocation,
} from './node.ts';
import { parseXml, type XmlElement, type XmlFault } from './parse-xml.ts';
import { type RepeatRule, repeatRule, repeatRuleApart } from './repeat-rules.ts';
import { structure } from './structure.ts';

/** XML as an invoice. */
export interface ReadInvoice {
  readonly profile: ProfileName;
  /** With the terms of the profile. */
  readonly invoice: Group;
  /** Faults of the XML besides broken rules. */
  readonly faults: readonly InvoiceFinding[];
}

/** The invoice in a Cross Industry Invoice, or the fault of the XML. `origin`: where the XML stands in the data. */
export function readCii(xml: string, origin: Origin, checkTime: () => void): ReadInvoice | XmlFault {
  const root = parseXml(xml, checkTime);
  if ('rule' in root) return root;
  const missing = structure.content.filter(({ tag }) => !root.children.some((child) => child.tag === tag));
  if (missing.length > 0) {
    return { rule: 'not-cii', message: `Line 1: the XML has no ${missing.map(({ tag }) => localName(tag)).join(', ')}.` };
  }
  const profile = readProfile(root);
  if (typeof profile !== 'string') return profile;
  const located = { element: root, path: `/${root.tag}` };
  const reading: CiiReading = { profile, origin, faults: [], unknown: new Set(), refused: new Set() };
  for (const { rule, message, located: place, isRefused } of findFormFaults(located, profile)) {
    reportError(rule, message, place, reading);
    if (isRefused) reading.refused.add(place.element);
  }
  const invoice = draftAt(located, reading);
  readContent(structure, located, [invoice], reading);
  return { profile, invoice, faults: reading.faults };
}

const localName = (tag: string): string => tag.replace(/^.*:/, '');

const guidelinePath = ['rsm:ExchangedDocumentContext', 'ram:GuidelineSpecifiedDocumentContextParameter', 'ram:ID'];

function readProfile(root: XmlElement): ProfileName | XmlFault {
  const path = ['rsm:CrossIndustryInvoice', ...guidelinePath];
  const [guideline, second] = guidelinePath.reduce<readonly XmlElement[]>(
    (found, tag) => found.flatMap(({ children }) => children.filter((child) => child.tag === tag)),
    [root],
  );
  const fault = (line: number, what: string): XmlFault => ({ rule: 'guideline', message: `Line ${line}: ${what}.` });
  if (guideline === undefined) return fault(1, `the XML names no profile: ${path.map(localName).join('/')} is missing`);
  if (second !== undefined) return fault(second.line, 'the XML names a second profile');
  const given = guideline.text.trim();
  const known = profileNames.map((name) => `${profiles[name].specification} (${name})`).join(', ');
  return (
    profileNames.find((name) => profiles[name].specification === given) ??
    fault(guideline.line, `${JSON.stringify(given.slice(0, 200))} is no known profile. There are: ${known}`)
  );
}

/** A group while it is read. */
interface Draft {
  readonly terms: Partial<Record<TermId, Term[]>>;
  readonly groups: Partial<Record<GroupId, Draft[]>>;
  readonly origin: Origin;
}

const isEmpty = (draft: Draft): boolean => Object.keys(draft.terms).length + Object.keys(draft.groups).length === 0;

/** The state of reading: what is given, and what was found. */
interface CiiReading {
  readonly profile: ProfileName;
  /** Where the XML stands in the data. */
  readonly origin: Origin;
  readonly faults: InvoiceFinding[];
  /** Elements without a term, which are reported once for all lines. */
  readonly unknown: Set<string>;
  /** Elements that a rule of form refuses. They are not read. */
  readonly refused: Set<XmlElement>;
}

const originOf = ({ element: { line }, path }: Located, { origin }: CiiReading): Origin => ({ ...origin, xml: { line, path } });

const draftAt = (located: Located, reading: CiiReading): Draft => ({ terms: {}, groups: {}, origin: originOf(located, reading) });

function reportError(rule: string, message: string, located: Located, reading: CiiReading): void {
  reading.faults.push({ rule, message, origin: originOf(located, reading), severity: 'error' });
}

/** Reports an element for which the profile has no term. EXTENDED has more elements than the structure here, so nothing is known of them. */
function reportUnknown(parent: XmlElement | undefined, located: Located, reading: CiiReading): void {
  const { profile, unknown } = reading;
  const key = located.path.replace(/\[\d+\]/g, '');
  if (profile === 'EXTENDED' || unknown.has(key)) return;
  unknown.add(key);
  const severity = isAllowed(profile, parent?.tag, located.element.tag) ? 'warning' : 'error';
  const message = `${profile} has no term for <${located.element.tag}> here.`;
  reading.faults.push({ rule: 'cii-unknown', message, origin: originOf(located, reading), severity });
}

/**
 * Whether the XML schema of a profile takes such an element in such a parent: it does where another party or document of the profile may hold it.
 * XRECHNUNG has no schema of its own, and its official check only warns.
 */
function isAllowed(profile: ProfileName, parent: string | undefined, tag: string): boolean {
  if (profile === 'XRECHNUNG' || parent === undefined) return true;
  const known = allowedByProfile.get(profile) ?? collectAllowed(structure, profile, new Set());
  allowedByProfile.set(profile, known);
  return known.has(`${typeOf(parent)}/${tag}`);
}

const allowedByProfile = new Map<ProfileName, Set<string>>();

function collectAllowed(node: PlacedElement, profile: ProfileName, into: Set<string>): Set<string> {
  for (const one of node.content) {
    if (holdsTerm(one, profile)) into.add(`${typeOf(node.tag)}/${one.tag}`);
    if (one.kind === 'element') collectAllowed(one, profile, into);
  }
  return into;
}

const holdsTerm = (node: PlacedXmlNode, profile: ProfileName): boolean => {
  if (node.kind === 'element') return node.content.some((one) => holdsTerm(one, profile));
  return node.kind === 'value' && hasTermsOf(profile, terms.get(node.term)!.profile);
};

/** Reads the elements in an element. `around`: the groups around it, the invoice first. */
function readContent(node: PlacedElement, parent: Located, around: readonly Draft[], reading: CiiReading): void {
  const read = new Set<PlacedXmlNode>();
  let last = 0;
  for (const located of locateChildren(parent)) {
    const { element } = located;
    const candidates = node.content.filter((one) => one.tag === element.tag);
    const position = node.content.indexOf(candidates[0]!);
    if (candidates.length > 0 && position < last)
      reportError('cii-order', `<${element.tag}> must stand before <${node.content[last]!.tag}>.`, located, reading);
    last = Math.max(last, position);
    if (reading.refused.has(element)) continue;
    const found = candidates.find((one) => means(one, element, around));
    if (found === undefined) reportUnknown(parent.element, located, reading);
    else if (read.has(found) && standsOnce(found, node)) reportRepeated(found, repeatRule(located.path), located, reading);
    else readNode(found, parent.element, located, around, reading);
    if (found !== undefined) read.add(found);
  }
  reportMissing(node, parent, reading);
}

/** Reports the elements that the XML schema demands. A day may be written in another form, which is reported as unknown. */
function reportMissing(node: PlacedElement, parent: Located, reading: CiiReading): void {
  const { tag, children } = parent.element;
  if (node.content.length === 1 && children.length > 0) return;
  for (const one of node.content) {
    if (one.isRequired && !children.some((child) => child.tag === one.tag))
      reportError('cii-missing', `<${tag}> must have <${one.tag}>.`, parent, reading);
  }
}

/** Whether an element has one place only in the element around it. */
function standsOnce(node: PlacedXmlNode, parent: PlacedElement): boolean {
  if (node.kind === 'fixed') return true;
  if (node.kind === 'value') return parent.holdsOne || !isRepeated(node);
  const isList = node.group !== undefined && groups.get(node.group)!.cardinality.endsWith('n');
  return !isList && !node.isToldApart && !node.standsWithoutGroup && !node.holdsOne;
}

/** Whether the structure means this element, among the elements of the same tag. */
function means(node: PlacedXmlNode, element: XmlElement, around: readonly Draft[]): boolean {
  if (node.kind === 'fixed') return true;
  if (node.kind === 'element') return !node.isToldApart || hasFixedParts(node, element);
  return Object.entries(node.attributes).every(
    ([name, source]) =>
      source.kind !== 'equals' ||
      element.attributes[name]?.trim() === draftOf(node.spots[source.term]!, around)?.terms[source.term]?.[0]?.value,
  );
}

const hasFixedParts = ({ content }: PlacedElement, { children }: XmlElement): boolean =>
  content.every((part) => {
    const found = children.filter(({ tag }) => tag === part.tag);
    if (part.kind === 'fixed') return found.some(({ text }) => text.trim() === part.value);
    if (part.kind === 'element') return !part.isFixed || found.some((one) => hasFixedParts(part, one));
    return Object.entries(part.attributes).every(
      ([name, source]) => source.kind !== 'fixed' || found.some(({ attributes }) => attributes[name]?.trim() === source.value),
    );
  });

function readNode(
  node: PlacedXmlNode,
  parent: XmlElement,
  located: Located,
  around: readonly Draft[],
  reading: CiiReading,
): void {
  if (node.kind === 'element' && node.isFixed) readContent(node, located, around, reading);
  if (node.isCopy || isFixed(node)) {
    if (node.kind === 'value' && node.qualifier === undefined) parseReported(node, located, reading);
    return;
  }
  if (node.kind === 'value') readValue(node, parent, located, around, reading);
  else if (node.kind === 'element') readElement(node, parent, located, around, reading);
}

function readElement(
  node: PlacedElement,
  parent: XmlElement,
  located: Located,
  around: readonly Draft[],
  reading: CiiReading,
): void {
  const { group, spot } = node;
  if (group === undefined || spot === undefined) {
    // An element without elements is a group without terms, for the rules about its terms.
    const first = located.element.children.length === 0 && !node.isNeeded ? firstValue(node) : undefined;
    if (first !== undefined && hasTermsOf(reading.profile, terms.get(first.term)!.profile))
      ensureDraft(first.spot, around, located, reading);
    readContent(node, located, around, reading);
    return;
  }
  if (!node.standsWithoutGroup && !hasTermsOf(reading.profile, groups.get(group)!.profile)) {
    reportUnknown(parent, located, reading);
    return;
  }
  const draft = draftAt(located, reading);
  readContent(node, located, [...around, draft], reading);
  if (node.standsWithoutGroup && isEmpty(draft)) return;
  const owner = ensureDraft(spot, around, located, reading);
  owner.groups[group] ??= [];
  owner.groups[group].push(draft);
}

/** The first value in an element. */
function firstValue(node: PlacedElement): PlacedValue | undefined {
  const [first] = node.content.filter((one) => one.kind === 'value' || (one.kind === 'element' && one.group === undefined));
  return first?.kind === 'element' ? firstValue(first) : (first as PlacedValue | undefined);
}

const draftOf = ({ depth, path }: TermLocation, around: readonly Draft[]): Draft | undefined =>
  path.reduce<Draft | undefined>((draft, id) => draft?.groups[id]?.[0], around[depth]);

/** The group at a spot, made if it is not there yet. */
function ensureDraft({ depth, path }: TermLocation, around: readonly Draft[], located: Located, reading: CiiReading): Draft {
  return path.reduce<Draft>((draft, id) => {
    const known = draft.groups[id]?.[0];
    if (known !== undefined) return known;
    const made = draftAt(located, reading);
    draft.groups[id] = [made];
    return made;
  }, around[depth]!);
}

function readValue(node: PlacedValue, parent: XmlElement, located: Located, around: readonly Draft[], reading: CiiReading): void {
  const definition = terms.get(node.term)!;
  if (!hasTermsOf(reading.profile, definition.profile)) reportUnknown(parent, located, reading);
  else if (node.qualifier !== undefined) readQualifier(node, node.qualifier, located, around, reading);
  else {
    const qualifiers = readAttributes(node, located, around, reading);
    const value = parseReported(node, located, reading);
    if (!value) return;
    const owner = ensureDraft(node.spot, around, located, reading);
    addTerm(node, { value, ...qualifiers, origin: originOf(located, reading) }, owner, located, reading);
  }
}

/** The qualifiers of a value. An attribute that carries a term of its own gives this term. */
function readAttributes(
  { attributes, spots, term }: PlacedValue,
  located: Located,
  around: readonly Draft[],
  reading: CiiReading,
): Partial<Record<Qualifier, string>> {
  const qualifiers: Partial<Record<Qualifier, string>> = {};
  for (const [name, source] of Object.entries(attributes)) {
    const text = located.element.attributes[name]?.trim();
    if (text === '' && isCode(source, term)) reportEmpty(`The attribute ${name} of <${located.element.tag}>`, located, reading);
    if (!text) continue;
    if (source.kind === 'qualifier') qualifiers[source.name] = text;
    if (source.kind !== 'carries') continue;
    const owner = ensureDraft(spots[source.term]!, around, located, reading);
    owner.terms[source.term] = [{ value: text, origin: originOf(located, reading) }];
  }
  return qualifiers;
}

/** Whether an attribute is a code that no rule asks for: a rule reports a code that must stand. */
const isCode = (source: AttributeSource, term: TermId): boolean =>
  source.kind === 'carries' ||
  (source.kind === 'qualifier' &&
    (source.name === 'mime' || (source.name === 'scheme' && terms.get(term)!.qualifiers.scheme === 'optional')));

const reportEmpty = (title: string, located: Located, reading: CiiReading): void =>
  reportError('cii-empty', `${title} is empty. Leave it out.`, located, reading);

/** A qualifier that has an element of its own, behind the value. */
function readQualifier(
  { term, spot }: PlacedValue,
  qualifier: Qualifier,
  located: Located,
  around: readonly Draft[],
  reading: CiiReading,
): void {
  const list = draftOf(spot, around)?.terms[term];
  const text = located.element.text.trim();
  if (text === '') reportEmpty(`<${located.element.tag}>`, located, reading);
  if (list !== undefined && text !== '') list.push({ ...list.pop()!, [qualifier]: text });
}

const isRepeated = ({ term }: PlacedValue): boolean => terms.get(term)!.cardinality.endsWith('n');

/** EXTENDED lets more terms repeat. */
function reportRepeated(node: PlacedXmlNode, { rule, isDoubt }: RepeatRule, located: Located, reading: CiiReading): void {
  if (reading.profile === 'EXTENDED') return;
  const { element } = located;
  const severity = reading.profile === 'XRECHNUNG' && isDoubt ? 'warning' : 'error';
  const term = node.kind === 'value' ? terms.get(node.term)! : undefined;
  const title = term === undefined ? `<${element.tag}>` : `${term.name} (${term.id})`;
  const found = element.children.length === 0 ? `: ${JSON.stringify(element.text.trim())}` : '';
  const message = `${title} stands once. Found again${found}.`;
  reading.faults.push({ rule, message, origin: originOf(located, reading), severity });
}

function addTerm(node: PlacedValue, term: Term, { terms: held }: Draft, located: Located, reading: CiiReading): void {
  held[node.term] ??= [];
  const list = held[node.term]!;
  if (list.length === 0 || isRepeated(node)) list.push(term);
  else if (list[0]!.value !== term.value || node.isInFirst) reportRepeated(node, repeatRuleApart(located.path), located, reading);
}

/** The value of an element. Reports a fault, and an empty value. */
function parseReported(node: PlacedValue, located: Located, reading: CiiReading): string | undefined {
  const definition = terms.get(node.term)!;
  const value = parseValue(definition, located, reading);
  if (value === '') reportEmptyValue(node, definition, located, reading);
  return value;
}

/** Empty numbers, days and codes are invalid; empty texts say nothing. The rules report terms that must stand. */
function reportEmptyValue({ attributes }: PlacedValue, definition: TermDefinition, located: Located, reading: CiiReading): void {
  const { id, name, type, cardinality } = definition;
  const isVatId = attributes.schemeID?.kind === 'fixed' && attributes.schemeID.value === 'VA';
  if (cardinality.startsWith('0') && (numbers.includes(type) || type === 'date' || type === 'code' || isVatId))
    reportEmpty(`${name} (${id})`, located, reading);
}

const numbers: readonly TermType[] = ['amount', 'unit price amount', 'quantity', 'percentage'];

/** The value of an element as the model has it, or an empty text. Undefined: it is a fault. */
function parseValue({ id, name, type }: TermDefinition, located: Located, reading: CiiReading): string | undefined {
  const { text: raw, attributes } = located.element;
  const text = raw.trim();
  if (text === '') return '';
  const refuse = (what: string): undefined => {
    reportError('wrong-type', `${name} (${id}) must be ${what}, got ${JSON.stringify(text.slice(0, 100))}.`, located, reading);
  };
  if (type === 'date') {
    const day = /^(\d{4})(\d\d)(\d\d)$/.exec(text)?.slice(1).join('-');
    if (attributes.format?.trim() !== '102' || day === undefined || !isDay(day))
      return refuse('a day in format 102, such as 20260417');
    return day;
  }
  if (numbers.includes(type)) {
    const [, sign, whole, decimals] = /^\+?(-?)(\d*)(?:\.(\d*))?$/.exec(text) ?? [];
    if (!whole && !decimals) return refuse('a number such as 1211.00');
    return `${sign}${whole || '0'}${decimals ? `.${decimals}` : ''}`;
  }
  if (type === 'binary object' && !isBase64(text)) return refuse('a file in base64');
  return type === 'text' ? raw : text;
}

function isBase64(text: string): boolean {
  const plain = text.replace(/\s+/g, '');
  return plain.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(plain);
}
