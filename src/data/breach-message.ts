// Writes the message for a breach of the data schema: the rule, and the value that breaks it.
import type { ErrorObject } from 'ajv';
import { counted } from '../words/counts.ts';
import { suggest } from '../words/nearest.ts';
import { quoteText } from '../words/show-json.ts';
import { formatExamples } from './formats.ts';
import { showChoice, showValue } from './show-value.ts';

type Params = Readonly<Record<string, unknown>>;
type Writer = (error: ErrorObject, params: Params) => string;

/** The types of JSON Schema in messages. */
export const typeWords: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
  null: 'null',
};

/** A value that may be a secret, such as a password: no message shows it. */
const isHidden = ({ parentSchema }: ErrorObject): boolean => parentSchema?.writeOnly === true;
/** The value that breaks the rule, at the end of a message. */
export const got = (error: ErrorObject): string => (isHidden(error) ? '' : `, got ${showValue(error.data)}`);
/** Many programs write null for a member that is not there. An element of an array cannot be left out so. */
const nullHint = ({ data, instancePath }: ErrorObject): string =>
  data === null && !/\/\d+$/.test(instancePath) && instancePath !== '' ? '; leave an optional member out' : '';
/** RFC 3986, 2: a URI is ASCII without spaces. An address from a browser often is not. */
function escapeHint(error: ErrorObject): string {
  if (isHidden(error) || !/^uri(?:-reference)?$/.test(String(error.schema))) return '';
  const letter = /[^\x21-\x7e\p{C}]/u.exec(String(error.data))?.[0];
  return letter === undefined ? '' : `; write ${quoteText(letter)} as ${encodeURIComponent(letter)}`;
}
const comparisons: Readonly<Record<string, string>> = { '>=': 'at least', '>': 'more than', '<=': 'at most', '<': 'less than' };
const compare: Writer = (error, params) =>
  `must be ${comparisons[String(params.comparison)]} ${String(params.limit)}${got(error)}`;
const ownKeys = (value: unknown): string[] => (typeof value === 'object' && value !== null ? Object.keys(value) : []);

/** Names that the schema allows in the object of an error. */
const allowedNames = (error: ErrorObject): string[] => ownKeys(error.parentSchema?.properties);

const forbidMember: Writer = (error, params) => {
  const name = String(params.additionalProperty ?? params.unevaluatedProperty);
  const allowed = allowedNames(error);
  const hint =
    suggest(
      name,
      allowed.filter((other) => !Object.hasOwn(error.data as object, other)),
    ) || suggest(name, allowed);
  return `must not have ${quoteText(name)}${hint || (allowed.length > 0 && allowed.length <= 10 ? `; known members are ${showChoice(allowed, 'and')}` : '')}`;
};

const demandMember: Writer = (error, params) => {
  const name = String(params.missingProperty);
  const allowed = allowedNames(error);
  const strange = ownKeys(error.data).filter((key) => !allowed.includes(key));
  const found = suggest(name, strange).replace('; did you mean', '; is it').replace(/\?$/, '?');
  return `must have ${quoteText(name)}${found}`;
};

const demandWith: Writer = (_error, params) =>
  `must have ${quoteText(String(params.missingProperty))} because it has ${quoteText(String(params.property))}`;

const limitItems: Writer = (error, params) => `must have at most ${counted(params.limit as number, 'item')}${lengthOf(error)}`;

function lengthOf(error: ErrorObject): string {
  const { data } = error;
  if (Array.isArray(data)) return `, has ${data.length}`;
  if (typeof data === 'string') return `, has ${[...data].length}${isHidden(error) ? '' : `: ${quoteText(data)}`}`;
  return `, has ${ownKeys(data).length}`;
}

const writers: Readonly<Record<string, Writer>> = {
  type: (error, params) => {
    const types = [params.type].flat().map((type) => typeWords[String(type)] ?? String(type));
    return `must be ${types.length > 1 ? `${types.slice(0, -1).join(', ')} or ${types.at(-1)}` : types[0]}${got(error)}${nullHint(error)}`;
  },
  required: demandMember,
  additionalProperties: forbidMember,
  unevaluatedProperties: forbidMember,
  dependentRequired: demandWith,
  dependencies: demandWith,
  enum: (error) => {
    const values = error.schema as readonly unknown[];
    const texts = values.filter((value) => typeof value === 'string');
    const near = typeof error.data === 'string' ? suggest(error.data, texts) : '';
    return `must be ${values.length > 1 ? 'one of ' : ''}${showChoice(values)}${got(error)}${near}`;
  },
  const: (error) => `must be ${showValue(error.schema)}${got(error)}`,
  minimum: compare,
  maximum: compare,
  exclusiveMinimum: compare,
  exclusiveMaximum: compare,
  multipleOf: (error) => `must be a multiple of ${String(error.schema)}${got(error)}`,
  minLength: (error, params) => `must have at least ${counted(params.limit as number, 'character')}${got(error)}`,
  maxLength: (error, params) => `must have at most ${counted(params.limit as number, 'character')}${lengthOf(error)}`,
  pattern: (error) => `must match the pattern ${String(error.schema)}${got(error)}`,
  format: (error) => `must be ${formatExamples[String(error.schema)] ?? String(error.schema)}${got(error)}${escapeHint(error)}`,
  minItems: (error, params) => `must have at least ${counted(params.limit as number, 'item')}${lengthOf(error)}`,
  maxItems: limitItems,
  items: (_error, params) => `must have at most ${counted(params.limit as number, 'item')}`,
  additionalItems: (_error, params) => `must have at most ${counted(params.limit as number, 'item')}`,
  unevaluatedItems: (_error, params) => `must have at most ${counted(params.limit as number, 'item')}`,
  minProperties: (error, params) => `must have at least ${counted(params.limit as number, 'member')}${lengthOf(error)}`,
  maxProperties: (error, params) => `must have at most ${counted(params.limit as number, 'member')}${lengthOf(error)}`,
  uniqueItems: (_error, params) => {
    // Ajv's own check, which checks requests, calls the indexes i and j.
    const [later, earlier] = (params.equal ?? [params.i, params.j]) as readonly [number, number];
    return `must have no equal items; items ${earlier} and ${later} are equal`;
  },
  propertyNames: (_error, params) => `must not have a member named ${quoteText(String(params.propertyName))}`,
  not: (error) => `must not fit the schema in "not"${got(error)}`,
  anyOf: (error) => `must fit one of ${(error.schema as unknown[]).length} forms${got(error)}`,
  oneOf: (error, params) =>
    Array.isArray(params.passingSchemas)
      ? `must fit one form only, but fits forms ${params.passingSchemas.map((n) => Number(n) + 1).join(' and ')}`
      : `must fit one of ${(error.schema as unknown[]).length} forms${got(error)}`,
  'false schema': () => 'is not allowed here',
};

/** A sentence without its subject, such as `must be a number, got "two"`. The subject is the place. */
export function writeMessage(error: ErrorObject): string {
  const writer = Object.hasOwn(writers, error.keyword) ? writers[error.keyword] : undefined;
  const message = writer ? writer(error, error.params as Params) : `breaks the rule "${error.keyword}"${got(error)}`;
  return error.propertyName === undefined ? message : `has a member name that ${message}`;
}
