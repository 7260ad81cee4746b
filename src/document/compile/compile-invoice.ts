// Compiles the `invoice` of a template: which data is which business term, or XML as it is. Unknown terms, wrong places and formatted numbers are
// diagnostics.

import { findMeantProfile } from '../../contract/invoice-profiles.ts';
import { xrechnungRule } from '../../invoice/demands.ts';
import { type GivenXml, type Group, type InvoiceFault, type Origin, type Term, xmlBreaches } from '../../invoice/model.ts';
import { hasTermsOf, isLineless } from '../../invoice/profiles.ts';
import {
  type GroupDefinition,
  type GroupId,
  groups,
  type ProfileName,
  profileNames,
  type Qualifier,
  type TermDefinition,
  type TermId,
  terms,
} from '../../invoice/terms.ts';
import { isObject } from '../../json/is-object.ts';
import { pointerStep } from '../../json/json-pointer.ts';
import { findNearest, suggest } from '../../words/nearest.ts';
import { showJson } from '../../words/show-json.ts';
import type { CompileContext } from '../components/component.ts';
import { contextWhere } from '../components/shared/context.ts';
import { compileElements } from '../components/shared/lists/element-context.ts';
import type { CompiledExpression } from '../expression/index.ts';
import type { BoundScope } from '../layout/session.ts';
import {
  groupMembers,
  type InvoiceRelationship,
  invoiceRelationships,
  isRepeated,
  isTerm,
  membersOf,
  termSchema,
} from './invoice-schema.ts';
import { type Binding, compileValue, type InvoiceValue, placeOf, placeOfText } from './invoice-value.ts';

/** The compiled `invoice` of a template. */
export interface InvoiceMapping {
  /** Undefined: the XML in the data names the profile. */
  readonly profile: ProfileName | undefined;
  /** How the XML relates to the document that carries it. Undefined: as the profile says. */
  readonly relationship: InvoiceRelationship | undefined;
  /** The terms and groups that the data gives, or the XML. `faults`: values that are not the number or date that a term needs. */
  bind(scope: BoundScope): { readonly invoice: Group | GivenXml; readonly faults: readonly InvoiceFault[] };
}

type Bound<T> = (binding: Binding) => readonly T[];

/** Terms that pdfgen writes itself: the mapping need not have them. */
const computed: ReadonlySet<string> = new Set([
  ...['BG-2', 'BT-24', 'BG-22', 'BT-106', 'BT-109', 'BT-112', 'BT-115', 'BG-23', 'BT-116', 'BT-117'],
]);

/** Compiles `invoice`. Undefined: the template has none, or its form is wrong. */
export function compileInvoice(given: unknown, context: CompileContext): InvoiceMapping | undefined {
  if (given === undefined) return undefined;
  const pointer = '/invoice';
  if (!isObject(given)) {
    context.template.report('error', 'wrong-type', pointer, `must be an object of business terms, got ${showJson(given)}`);
    return undefined;
  }
  const { profile: named = 'EN 16931', relationship: wanted, xml, breaches, ...members } = given;
  const relationship = readMember('relationship', wanted, invoiceRelationships, context);
  if (xml !== undefined) return compileXml(xml, given, relationship, context);
  if (breaches !== undefined)
    context.template.report('error', 'no-effect', `${pointer}/breaches`, '"breaches" stands beside "xml" only: leave it out');
  const profile = readMember('profile', named, profileNames, context) ?? 'EN 16931';
  if (relationship !== undefined && relationship !== 'Data' && isLineless(profile)) {
    const message = `the XML of ${profile} is "Data", because it has no lines: leave "relationship" out`;
    context.template.report('error', 'wrong-value', `${pointer}/relationship`, message);
  }
  const root = compileMembers(undefined, members, context, pointer, profile);
  return {
    profile,
    relationship,
    bind(scope) {
      const binding: Binding = { scope, places: new Map(), faults: [] };
      const origin: Origin = { of: 'template', pointer };
      return { invoice: root(binding, origin) ?? { terms: {}, groups: {}, origin }, faults: binding.faults };
    },
  };
}

/** Reads a member whose value is a name, and reports a value that is not one of the names. */
function readMember<T extends string>(
  member: 'profile' | 'relationship' | 'breaches',
  given: unknown,
  names: readonly T[],
  { template }: CompileContext,
): T | undefined {
  if (given === undefined) return undefined;
  const found = names.find((name) => name === given);
  if (found !== undefined) return found;
  const meant = member === 'profile' && typeof given === 'string' ? findMeantProfile(given) : undefined;
  const near = typeof given === 'string' ? suggest(meant ?? given, names) : '';
  template.report(
    'error',
    'wrong-value',
    `/invoice/${member}`,
    `${showJson(given)} is not a ${member}${near || `; there are: ${names.join(', ')}`}`,
  );
  return undefined;
}

const membersBesideXml: readonly string[] = ['xml', 'relationship', 'breaches'];

/** Compiles `xml`: the whole invoice, as it is. */
function compileXml(
  source: unknown,
  given: Readonly<Record<string, unknown>>,
  relationship: InvoiceRelationship | undefined,
  context: CompileContext,
): InvoiceMapping | undefined {
  const pointer = '/invoice/xml';
  const { report } = context.template;
  const breaches = readMember('breaches', given.breaches, xmlBreaches, context) ?? 'refuse';
  for (const id of Object.keys(given).filter((name) => !membersBesideXml.includes(name))) {
    const message =
      id === 'profile' || membersOf(undefined).some((one) => one.id === id)
        ? `"xml" is the whole invoice, and names its profile: leave ${JSON.stringify(id)} out`
        : explainUnknown(id, undefined, membersOf(undefined));
    report('error', 'no-effect', `/invoice${pointerStep(id)}`, message);
  }
  if (typeof source !== 'string') {
    report('error', 'wrong-type', pointer, `must be text, such as "{{ ciiXml }}", got ${showJson(source)}`);
    return undefined;
  }
  const text = context.text(source, pointer);
  const place = placeOfText(source, pointer);
  return {
    profile: undefined,
    relationship,
    bind(scope) {
      const origin = place({ scope, places: new Map(), faults: [] });
      return { invoice: { xml: text.plain(scope), origin, breaches }, faults: [] };
    },
  };
}

const titleOf = ({ id, name }: { readonly id: string; readonly name: string }): string => `${id} (${name})`;

/** Compiles the terms and groups of a group. The result gives undefined for a group without any value. */
function compileMembers(
  group: GroupDefinition | undefined,
  members: Readonly<Record<string, unknown>>,
  context: CompileContext,
  pointer: string,
  profile: ProfileName,
): (binding: Binding, origin: Origin) => Group | undefined {
  const here = membersOf(group?.id);
  const ofTerms: [TermId, Bound<Term>][] = [];
  const ofGroups: [GroupId, Bound<Group>][] = [];
  const ofPlaces = new Map<string, ReturnType<typeof placesIn>>();
  for (const [id, member] of Object.entries(members)) {
    const at = pointer + pointerStep(id);
    ofPlaces.set(id, placesIn(id, member, at));
    const known = here.find((one) => one.id === id);
    if (known === undefined) context.template.report('error', 'unknown-property', at, explainUnknown(id, group, here));
    else if (id === 'BT-24')
      context.template.report('error', 'no-effect', at, 'BT-24 (Specification identifier) follows from "profile": leave it out');
    else if (isTerm(known)) ofTerms.push([known.id, compileTerm(known, member, context, at)]);
    else ofGroups.push([known.id, compileGroup(known, member, context, at, profile)]);
  }
  reportMissing(group, here, members, context, pointer, profile);
  return (binding, origin) => {
    const boundTerms = ofTerms.map(([id, bind]) => [id, bind(binding)] as const).filter(([, list]) => list.length > 0);
    const boundGroups = ofGroups.map(([id, bind]) => [id, bind(binding)] as const).filter(([, list]) => list.length > 0);
    if (boundTerms.length + boundGroups.length === 0) return undefined;
    const [terms, groups] = [Object.fromEntries(boundTerms), Object.fromEntries(boundGroups)];
    const lacking = [...ofPlaces].filter(([id]) => !Object.hasOwn(terms, id) && !Object.hasOwn(groups, id));
    const absent = Object.fromEntries(lacking.flatMap(([, places]) => places.map(([id, place]) => [id, place(binding)])));
    return { terms, groups, origin, absent };
  };
}

type Place = (binding: Binding) => Origin;

/** Where the value of a term would come from: the data that its text names. Of a group: the list of `each`, else the values of its terms. */
function placesIn(id: string, member: unknown, pointer: string): readonly (readonly [id: string, place: Place])[] {
  const value = isObject(member) ? member.value : member;
  if (typeof value === 'string') return [[id, placeOfText(value, pointer)]];
  if (!isObject(member)) return [];
  const { each, as: _as, when: _when, ...parts } = member;
  if (typeof each !== 'string')
    return Object.entries(parts).flatMap(([one, part]) => placesIn(one, part, pointer + pointerStep(one)));
  const ofList: Place = ({ places }) => {
    const list = placeOf(each, places);
    return list === undefined ? { of: 'template', pointer } : { of: 'data', pointer: list };
  };
  return [[id, ofList]];
}

/** The fault of a name that no term or group of this group has, with the right name or place. */
function explainUnknown(
  given: string,
  group: GroupDefinition | undefined,
  here: readonly (TermDefinition | GroupDefinition)[],
): string {
  const [, kind, own, number] = /^\s*(b[tg])\s*[-_. ]?\s*(?:(x|dex)\s*[-_. ]?\s*)?0*(\d+)\s*$/i.exec(given) ?? [];
  const id =
    [kind, own, number]
      .filter((part) => part !== undefined)
      .join('-')
      .toUpperCase() || given;
  const known = terms.get(id) ?? groups.get(id);
  if (known !== undefined && known.parent === group?.id) return `"${given}" is not known here; did you mean "${id}"?`;
  if (known !== undefined) {
    const where = known.parent === undefined ? 'directly in "invoice"' : `in ${titleOf(groups.get(known.parent)!)}`;
    return `${titleOf(known)} does not stand ${group === undefined ? 'directly in "invoice"' : `in ${titleOf(group)}`}; it stands ${where}`;
  }
  if (own !== undefined) {
    const whose = own.toUpperCase() === 'X' ? 'EXTENDED' : 'the extension of XRechnung';
    return `"${given}" is not known: pdfgen has no such term of ${whose}. docs/reference/invoices.md lists the terms that it has`;
  }
  const named = [...terms.values(), ...groups.values()].find(({ name }) => name === findNearest(given, [...namesOf(here)]));
  if (named !== undefined) return `"${given}" is not known here; did you mean "${named.id}" (${named.name})?`;
  const extra = group === undefined ? ['profile', ...membersBesideXml] : Object.keys(groupMembers(group.cardinality));
  const near = kind === undefined ? suggest(given, extra) : '';
  return `"${given}" is not a business term of EN 16931${near || `; here are: ${here.map((one) => one.id).join(', ')}`}`;
}

const namesOf = (here: readonly { readonly name: string }[]): readonly string[] => here.map(({ name }) => name);

/** Reports terms and groups that EN 16931 or XRechnung demands and the mapping does not have. */
function reportMissing(
  group: GroupDefinition | undefined,
  here: readonly (TermDefinition | GroupDefinition)[],
  members: Readonly<Record<string, unknown>>,
  context: CompileContext,
  pointer: string,
  profile: ProfileName,
): void {
  for (const one of here) {
    if (computed.has(one.id) || Object.hasOwn(members, one.id)) continue;
    const isNeeded = one.cardinality.startsWith('1') && hasTermsOf(profile, one.profile);
    const rule = isNeeded || profile !== 'XRECHNUNG' ? undefined : xrechnungRule(one.id);
    if (!isNeeded && rule === undefined) continue;
    const owner = group === undefined ? '"invoice"' : titleOf(group);
    const why = rule === undefined ? '' : `; XRECHNUNG demands it (${rule})`;
    context.template.report('error', 'missing-property', pointer, `${owner} needs ${titleOf(one)}${why}`);
  }
}

/** Compiles one group, a list of groups, or a group for each element of a list. */
function compileGroup(
  group: GroupDefinition,
  given: unknown,
  context: CompileContext,
  pointer: string,
  profile: ProfileName,
): Bound<Group> {
  return compileForms(group, given, context, pointer, (one, inside, at) => {
    const { each: _each, as: _as, when: _when, ...members } = one;
    return compileMembers(group, members, inside, at, profile);
  });
}

/** Compiles one term, a list of terms, or a term for each element of a list. */
function compileTerm(term: TermDefinition, given: unknown, context: CompileContext, pointer: string): Bound<Term> {
  const qualifiers = Object.keys(term.qualifiers) as Qualifier[];
  const needed = qualifiers.filter((name) => term.qualifiers[name] === 'needed');
  return compileForms(term, given, context, pointer, (one, inside, at, isPlain) => {
    if (isPlain && needed.length > 0) {
      const form = `{ "value": ${JSON.stringify(one.value)}, ${needed.map((name) => `"${name}": "…"`).join(', ')} }`;
      inside.template.report(
        'error',
        'missing-property',
        at,
        `${titleOf(term)} needs "${needed.join('" and "')}": write ${form}`,
      );
      return () => undefined;
    }
    if (!isPlain && !inside.template.check(termSchema(term), one, at)) return () => undefined;
    const value = compileValue(term, one.value as string, inside, isPlain ? at : `${at}/value`);
    const named = qualifiers
      .filter((name) => one[name] !== undefined)
      .map((name) => [name, compileValue({ ...term, type: 'text' }, one[name] as string, inside, `${at}/${name}`)] as const);
    return (binding) => bindTerm(value, named, binding);
  });
}

function bindTerm(
  value: InvoiceValue,
  qualifiers: readonly (readonly [Qualifier, InvoiceValue])[],
  binding: Binding,
): Term | undefined {
  const main = value(binding);
  if (main === undefined) return undefined;
  const more = qualifiers.map(([name, bind]) => [name, bind(binding)?.value] as const).filter(([, text]) => text !== undefined);
  return { ...main, ...Object.fromEntries(more) };
}

type BoundForm<T> = (binding: Binding, origin: Origin) => T | undefined;

/** Compiles one form of a term or group. `isPlain`: the template writes the value alone, as text. */
type CompileForm<T> = (
  one: Readonly<Record<string, unknown>>,
  context: CompileContext,
  pointer: string,
  isPlain: boolean,
) => BoundForm<T>;

/** Compiles an object, or a list of objects, each with `when`, and `each` where the standard allows several. */
function compileForms<T>(
  what: TermDefinition | GroupDefinition,
  given: unknown,
  context: CompileContext,
  pointer: string,
  compile: CompileForm<T>,
): Bound<T> {
  const report = (at: string, message: string) => context.template.report('error', 'wrong-type', at, message);
  const mayRepeat = isRepeated(what.cardinality);
  if (Array.isArray(given) && mayRepeat) {
    const all = given.map((one, i) => compileOne(what, one, context, `${pointer}/${i}`, compile));
    return (binding) => all.flatMap((bind) => bind(binding));
  }
  if (Array.isArray(given)) {
    report(pointer, `${titleOf(what)} stands once, so it cannot be a list`);
    return () => [];
  }
  return compileOne(what, given, context, pointer, compile);
}

function compileOne<T>(
  what: TermDefinition | GroupDefinition,
  given: unknown,
  context: CompileContext,
  pointer: string,
  compile: CompileForm<T>,
): Bound<T> {
  const { report } = context.template;
  if (typeof given === 'string' && isTerm(what)) {
    const form = compile({ value: given }, context, pointer, true);
    return (binding) => bindOne(form, undefined, binding, { of: 'template', pointer });
  }
  if (!isObject(given)) {
    const number = typeof given === 'number' && isTerm(what) ? `: write "${given}"` : '';
    const form = isTerm(what) ? 'text, or { "value": … }' : 'an object of business terms';
    report('error', 'wrong-type', pointer, `${titleOf(what)} must be ${form}, got ${showJson(given)}${number}`);
    return () => [];
  }
  const each = expressionOf(given, 'each', context, pointer);
  const whenSource = expressionOf(given, 'when', context, pointer);
  if (each !== undefined && !isRepeated(what.cardinality)) {
    report('error', 'unknown-property', `${pointer}/each`, `${titleOf(what)} stands once, so it has no "each"`);
    return () => [];
  }
  if (each === undefined && given.as !== undefined) {
    report('error', 'no-effect', `${pointer}/as`, '"as" names the elements of "each", which is missing');
  }
  if (each === undefined) {
    const when = whenSource === undefined ? undefined : context.expression(whenSource, `${pointer}/when`);
    const form = compile(given, contextWhere(when, context), pointer, false);
    return (binding) => bindOne(form, when, binding, { of: 'template', pointer });
  }
  const as = typeof given.as === 'string' ? given.as : 'item';
  const elements = compileElements(each, { as }, context, pointer, 'each');
  const when = whenSource === undefined ? undefined : elements.context.expression(whenSource, `${pointer}/when`);
  const form = compile(given, contextWhere(when, elements.context), pointer, false);
  return (binding) => {
    const list = elements.list(binding.scope, binding.scope.session);
    const listPlace = placeOf(each, binding.places);
    return Array.from({ length: list.length }).flatMap((_, i) => {
      binding.scope.session.countBox();
      const place = listPlace === undefined ? undefined : `${listPlace}/${i}`;
      const inside = {
        ...binding,
        places: new Map(binding.places).set(as, place),
        scope: elements.scopeOf(binding.scope, list, i),
      };
      return bindOne(form, when, inside, place === undefined ? { of: 'template', pointer } : { of: 'data', pointer: place });
    });
  };
}

/** The text of `each` or `when`. */
function expressionOf(
  given: Readonly<Record<string, unknown>>,
  name: 'each' | 'when',
  context: CompileContext,
  pointer: string,
): string | undefined {
  const value = given[name];
  if (value === undefined || typeof value === 'string') return value;
  context.template.report('error', 'wrong-type', `${pointer}/${name}`, `must be an expression, got ${showJson(value)}`);
  return undefined;
}

function bindOne<T>(form: BoundForm<T>, when: CompiledExpression | undefined, binding: Binding, origin: Origin): readonly T[] {
  if (when !== undefined && !when.test(binding.scope)) return [];
  const bound = form(binding, origin);
  return bound === undefined ? [] : [bound];
}
