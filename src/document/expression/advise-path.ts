// What was probably meant by a path that the data schema does not have.

import type { Schema } from '../../json/schema-parts.ts';
import { findNearest, listNames } from '../../words/nearest.ts';
import { adviseFunction, filterOfName } from '../other-names/filters.ts';
import { findFilter } from './filters/index.ts';
import { findPart, formatOf, itemSchema, memberSchema, namesOf, typeWords, valueTypes } from './schema-walk.ts';
import { exampleOf, isElement, localsOf, reservedNames, type StaticScope, signatureOf, type TableRow } from './scope.ts';

/** A member that the data schema does not have. */
export interface UnknownMember {
  readonly key: string;
  /** The schema of the value that was to have the member. */
  readonly schema: Schema;
  /** The members that the schema has. */
  readonly known: readonly string[];
  /** The schema to whose `properties` the member would be added. */
  readonly among: Schema | undefined;
  /** The path before the member, as it was written. Empty: the member is the first name of its path. Undefined: it is not written as a path. */
  readonly owner: string | undefined;
  /** A further member follows. */
  readonly goesOn: boolean;
}

/** The end of a sentence about the member: what to write instead, else which members there are. */
export function advisePath(unknown: UnknownMember, names: StaticScope): string {
  const { key, schema, known, among, owner } = unknown;
  if (names.element !== undefined && owner === '' && has(names.schema, key, names))
    return `; for "${key}" of the data, write data.${key}`;
  const own = owner === '' ? names.filters?.findLast(({ name }) => name === key) : undefined;
  if (own) return `; "${key}" is a filter of this template: write ${exampleOf(own)}`;
  if (among === undefined) return adviseMemberless(unknown, names);
  const inside = owner === '' ? findInScope(key, names) : undefined;
  const deeper = inside ?? findDeeper(key, schema, names);
  if (deeper !== undefined) return `; did you mean "${owner ? `${owner}.` : ''}${deeper}"?`;
  const locals =
    owner === ''
      ? [
          ...localsOf(names)
            .map(({ name }) => name)
            .filter(Boolean),
          ...reservedNames,
        ]
      : [];
  const near = findNearest(key, [...known, ...locals]);
  if (owner === '' && key === names.row?.name) return `; "${key}" is the element of a row, and only the cells of rows know it`;
  const value = owner === '' && names.row?.let && Object.hasOwn(names.row.let, key) ? names.row.let[key]! : undefined;
  if (value !== undefined)
    return `; "${key}" is a value of each row, and only the cells of rows know it. For its sum, write ${sumOf(names.row!, value)}`;
  if (owner === '' && (key === 'sums' || key === 'group'))
    return `; "${key}" belongs to a table with "${key === 'group' ? 'groups' : key}", and only its own rows know it`;
  if (owner === '' && key === 'value' && names.row)
    return '; "value" is the number of a column: only the cells of a column with "value", and its sums in "total" and the like, know it';
  if (near !== undefined) return elementMeant(unknown, near, names) ?? `; did you mean "${near}"?`;
  const list = owner === '' ? findList(key, schema, names) : undefined;
  if (list !== undefined)
    return `; the elements of "${list}" have it: put this into a component with "repeat" or "table": "${list}", and write item.${key}`;
  // An expression with members of its names most likely means an element.
  if (owner === '' && unknown.goesOn && names.within) return `. ${adviseParameter(key, names)!.slice(0, -1)}`;
  if (owner === '' && names.params)
    return `; a definition sees the data and its own params, and no names around its "use": to give it "${key}", add it to "params" and "with"`;
  const place = placeOf(among, '/properties', names);
  if (names.isInferred) return `${listKnown(known, '')}. To use ${JSON.stringify(key)}, add it to the example data`;
  return listKnown(known, place && ` at ${place}`) + (place && `. To use ${JSON.stringify(key)}, add it at ${place}`);
}

/** The advice for a name that a filter of the template does not see. Undefined: the expression belongs to no such filter. */
export function adviseParameter(name: string, { within }: StaticScope): string | undefined {
  if (within === undefined) return undefined;
  const [param, value] = name === 'loop' ? ['i', 'loop.index'] : [name, name];
  const wider = { name: within.name, params: [...within.params, param] };
  const use = `${exampleOf(within)}${within.params.length > 1 ? ',' : ':'} ${value}`;
  return `"${signatureOf(within)}" does not see "${name}": make it a parameter, "${signatureOf(wider)}", and write ${use}.`;
}

/** `lines | sum: 'quantity * price'` for the value `l.quantity * l.price` of each row. */
function sumOf({ name, list = '…' }: TableRow, value: string): string {
  const ofElement = value.replaceAll(
    new RegExp(`(?<![\\p{L}\\p{N}_$.])${name.replaceAll('$', '\\$')}\\.(?=[\\p{L}_$])`, 'gu'),
    '',
  );
  return `${list} | sum: ${ofElement.includes("'") ? `"${ofElement}"` : `'${ofElement}'`}`;
}

function listKnown(known: readonly string[], where: string): string {
  return known.length > 0 ? `; there are: ${listNames(known, where)}` : '';
}

/** Advice for a member of a list, a text or a number, which have no members: `rows.length`, `name.toUpperCase`, `rows.amount`. */
function adviseMemberless({ key, schema, known, owner }: UnknownMember, names: StaticScope): string {
  // The sums of a group have no parts, as those of the table have.
  if (owner && /^(?:all|sofar|page|before)$/.test(key) && /\bgroup(?:\.parent)*\.sums\.[^.]+$/.test(owner))
    return `; it is the sum: write ${owner}`;
  const filter = key !== 'size' && findFilter(key) ? key : filterOfName(key);
  if (owner && filter) return filter === 'size' ? `; write ${owner}.size` : `; write ${owner} | ${filter}`;
  const ofDay = owner && formatOf(schema, names.schema)?.startsWith('date') ? adviseFunction(key) : undefined;
  if (owner && ofDay !== undefined) return `; ${ofDay.replace(/\ba(?= \|)/, owner)}`;
  const types = valueTypes(schema, names.schema);
  if (!types || types.size === 0 || types.has('object') || typeof schema === 'boolean') return listKnown(known, '');
  const place = placeOf(schema, '', names);
  if (names.element !== undefined && owner === '')
    return `: they are ${typeWords(types)}, and have no name here. A "repeat" prints each of them; a filter behind "join" works on all: | join: ', ' | upcase`;
  const there = place && `; there is ${typeWords(types)} at ${place}`;
  const ofElements = types.has('array') && has(itemSchema(schema, names.schema), key, names);
  return owner && ofElements
    ? `; the elements of the list have it: write ${owner} | map: '${key}', or ${owner} | sum: '${key}'`
    : there + listKnown(known, '');
}

/** `item.name`, if an element around has the member. */
function findInScope(key: string, names: StaticScope): string | undefined {
  const local = localsOf(names).findLast(({ schema }) => has(schema, key, names));
  return local && `${local.name}.${key}`;
}

/** `customer.name`, if an object among the members has the member. */
function findDeeper(key: string, schema: Schema, names: StaticScope): string | undefined {
  const holder = findMember(schema, names, (member) => has(member, key, names));
  return holder && `${holder}.${key}`;
}

/** The list whose elements have the member. */
function findList(key: string, schema: Schema, names: StaticScope): string | undefined {
  const isList = (member: Schema) => valueTypes(member, names.schema)?.has('array') === true;
  return findMember(schema, names, (member) => isList(member) && has(itemSchema(member, names.schema), key, names));
}

function findMember(schema: Schema, names: StaticScope, fits: (member: Schema) => boolean): string | undefined {
  return namesOf(schema, names.schema).find((name) => {
    const member = memberSchema(schema, name, names.schema);
    return member.state === 'known' && fits(member.schema);
  });
}

/** Whether the schema lists the member. (Every object may have members that a schema does not list.) */
const has = (schema: Schema, key: string, { schema: root }: StaticScope): boolean => namesOf(schema, root).includes(key);

/** Advice for `line.name` inside of a repeat without `as`: `lines` has a similar name, but the author means its element. */
function elementMeant({ key, owner, schema, goesOn }: UnknownMember, near: string, names: StaticScope): string | undefined {
  const element = names.locals.findLast(isElement);
  if (owner !== '' || element === undefined || !goesOn) return undefined;
  const member = memberSchema(schema, near, names.schema);
  const types = member.state === 'known' ? valueTypes(member.schema, names.schema) : undefined;
  if (types?.size !== 1 || !types.has('array')) return undefined;
  return `; the element is called "${element.name}" here; to call it "${key}", write "as": "${key}" beside the list`;
}

/** The place of a part in the data schema, for messages. Empty: the schema does not contain the part. */
function placeOf(part: Schema, member: string, { schema, schemaPlace = 'schema.json', isInferred }: StaticScope): string {
  if (isInferred) return ''; // nobody can read this schema
  const at = typeof part === 'object' ? findPart(schema, part) : undefined;
  return at === undefined ? '' : `${at + member || '/'} of the data schema (${schemaPlace})`;
}
