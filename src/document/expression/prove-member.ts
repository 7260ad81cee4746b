// Proves that the data schema knows a member of a value, and whether the member may be missing.

import type { Schema } from '../../json/schema-parts.ts';
import { advisePath } from './advise-path.ts';
import { hasElements, isOfParam, isResult, keyOf, stepKey } from './facts.ts';
import { passOn } from './missing-values.ts';
import { type CompiledPart, nothing, type ProofContext, type TreeOf } from './prove.ts';
import { isList, lackOf, leastItems, memberSchema, nullnessOf, typeWords, valueTypes, withoutNull } from './schema-walk.ts';
import { tiedMembers, tiesMembers } from './tied-members.ts';

/** A step of a path from a value to its member. */
interface Step {
  readonly step: TreeOf<'member'>;
  readonly key: string | number;
  /** The path up to it, for messages. */
  readonly path: string;
}

/** The schema of a member, and whether it may be missing in a value that is there. An unknown member is an error. */
export function proveMember(
  { schema, key: owner }: Pick<CompiledPart, 'schema' | 'key'>,
  { step, key, path }: Step,
  context: ProofContext,
): Pick<CompiledPart, 'schema' | 'mayBeMissing' | 'doubt'> {
  const { names, notes, facts, missing } = context;
  const member = memberSchema(schema, key, names.schema);
  const { offset } = step.key;
  // A literal list of the template has its own schema.
  const isWritten = typeof schema === 'object' && schema['x-written'] === true;
  if (member.state === 'unknown') {
    const before = ownerOf(step, context);
    const hint = advisePath(
      {
        key: String(key),
        schema,
        known: member.names,
        among: member.among,
        owner: before,
        goesOn: /^\s*[.[]/.test(context.source.slice(offset + String(key).length)),
      },
      names,
    );
    // An example may lack what the author treats as optional, but not what is nearly a name that it has.
    if (names.isInferred && missing !== 'lost' && !hint.includes('did you mean')) return { schema: true, mayBeMissing: true };
    const ofElement = names.element !== undefined && before === '' && !isWritten;
    const holder = ofElement ? 'By the data schema, the elements have' : `The ${isWritten ? 'list' : schemaName(owner)} has`;
    const isOfTable = before && names.locals.findLast(({ name }) => name === before.split('.')[0])?.isOfTable;
    const message = isOfTable ? `"${before}" has no "${key}"${hint}` : `${holder} no "${path}"${hint}`;
    notes.diagnostics.push({ severity: 'error', code: 'unknown-path', offset, message });
    return nothing;
  }
  const ownKey = owner === undefined ? undefined : stepKey(owner, key, isList(schema, names.schema));
  const isThere = facts.isNever || (ownKey !== undefined && facts.there.has(ownKey));
  if (member.state === 'open') {
    if (names.schema === true) notes.usesUnproved = true;
    if (names.schema !== true && schema !== true && !notes.diagnostics.some((one) => one.code === 'untyped')) {
      notes.diagnostics.push({
        severity: 'warning',
        code: 'untyped',
        offset,
        message: `The ${schemaName(owner)} says nothing about "${path}"; nothing is checked here.`,
      });
    }
    return { schema: true, mayBeMissing: !isThere };
  }
  if (isThere) {
    const isNull = typeof member.schema === 'object' && nullnessOf(member.schema, names.schema) === 'schema';
    return { schema: isNull ? withoutNull(member.schema, names.schema) : member.schema, mayBeMissing: false };
  }
  const isElement = typeof key === 'number' || key === 'first' || key === 'last';
  const isOfList = isElement && valueTypes(schema, names.schema)?.has('array') === true;
  const isLong = isOfList && owner !== undefined && hasElements(facts, owner, leastItems(key));
  const isRequired = member.required || isLong || isTied(schema, owner, String(key), context);
  const types = owner === '' ? undefined : valueTypes(schema, names.schema);
  const holder = schemaName(owner);
  const lack = lackOf(member.schema, names.schema);
  const holders = isOfList ? ['array'] : key === 'size' && types?.has('object') === false ? ['array', 'string'] : ['object'];
  const other = types && [...types].find((type) => !holders.includes(type));
  const nullness = nullnessOf(member.schema, names.schema);
  // A schema without types says nothing of values that cannot have the member.
  const isHeld = owner === '' || types !== undefined;
  if (isRequired && nullness === undefined && isHeld && !other) return { schema: member.schema, mayBeMissing: false };
  const doubt = (why: string, must?: string) => ({
    schema: member.schema,
    mayBeMissing: true,
    doubt: { offset, key: ownKey, ...(lack ? passOn(lack, path) : { why, must }) },
  });
  if (isRequired && other)
    return doubt(`By the ${holder}, there may be ${typeWords(new Set([other]))} here, so "${path}" may be missing`);
  if (isRequired && (nullness === 'unproved' || (nullness === undefined && !isHeld)))
    return { schema: member.schema, mayBeMissing: true };
  if (isRequired && nullness === 'elements') return doubt(`Elements of the list may lack it, so "${path}" may be missing`);
  const notNull = 'take "null" out of its type';
  if (isRequired) return doubt(`"${path}" may be null by the ${holder}`, notNull);
  const andNotNull = nullness === 'schema' ? ` and ${notNull}` : '';
  if (isOfList) {
    // No schema says how many elements a filter leaves.
    const must =
      owner === undefined || isResult(owner) ? undefined : `set "minItems": ${leastItems(key)} in the ${holder}${andNotNull}`;
    return doubt(`The list may be shorter, so "${path}" may be missing`, must);
  }
  if (isWritten) return doubt(`"${path}" is missing in some elements of the list`);
  return doubt(`"${path}" is not required by the ${holder} and may be missing`, `list it under "required"${andNotNull}`);
}

/** Whether the schema of an object ties a member to what is known of others. `owner`: the key of the object. */
function isTied(schema: Schema, owner: string | undefined, name: string, { facts, names }: ProofContext): boolean {
  if (owner === undefined || !tiesMembers(schema, names.schema)) return false;
  const within = keyOf(owner, '');
  const members = (keys: ReadonlySet<string>) =>
    new Set([...keys].filter((key) => key.startsWith(within)).map((key) => key.slice(within.length)));
  return tiedMembers(schema, names.schema, members(facts.there), members(facts.missing)).has(name);
}

/** What lists the members of the value with a key, for messages. */
const schemaName = (key: string | undefined): string => (isOfParam(key) ? 'schema of the params' : 'data schema');

/** The path before a step, as it was written. Empty: the step is the first name of its path. Undefined: it is an argument in quotes. */
function ownerOf(step: TreeOf<'member'>, { source }: ProofContext): string | undefined {
  if (step.of === step.key) return undefined;
  let first = step.of;
  while (first.kind === 'member') first = first.of;
  return first.kind === 'name' ? source.slice(first.offset, step.offset).trim() : undefined;
}
