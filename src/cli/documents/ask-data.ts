// Asks for data at the terminal, field by field, in the order of the schema.
import type { JsonSchema } from '../../contract/schema.ts';
import { isObject } from '../../json/is-object.ts';
import { conjuncts } from '../../json/schema-parts.ts';
import { toLine } from '../../words/to-line.ts';
import { UsageError } from '../../words/usage-error.ts';
import { type CommandContext, promptContext } from '../context.ts';
import { checkAnswer } from './check-answer.ts';

type Prompts = NonNullable<Awaited<ReturnType<CommandContext['openPrompts']>>>;

/** Asks for every value in `schema`, and offers the values of the example. Raises UsageError without a terminal. */
export async function askData(schema: unknown, example: unknown, context: CommandContext): Promise<unknown> {
  const prompts = await context.openPrompts();
  if (!prompts) throw new UsageError('--ask needs a terminal; give the data with -d FILE');
  const asking = { prompts, root: isObject(schema) ? (schema as JsonSchema) : {}, on: promptContext(context) };
  const root = describeField(asking.root, '', example, true, asking);
  if (root.type !== 'object' || Object.keys(membersOf(root)).length === 0)
    throw new UsageError(
      'The data schema of this template has no properties, so --ask has nothing to ask for; give the data with -d FILE',
    );
  return askField(root, asking);
}

interface Asking {
  readonly prompts: Prompts;
  readonly root: JsonSchema;
  readonly on: ReturnType<typeof promptContext>;
}

/** A place in the data to fill in. */
interface AskedField {
  readonly schema: JsonSchema;
  readonly type: string;
  /** For people: `lines[0].qty`. */
  readonly path: string;
  readonly example: unknown;
  readonly isRequired: boolean;
}

function describeField(given: JsonSchema, path: string, example: unknown, isRequired: boolean, { root }: Asking): AskedField {
  const schema = mergeParts(given, root);
  return { schema, type: typeOf(schema, example), path, example, isRequired };
}

/** A schema as one with its references and `allOf`. Its own keywords come last, and prevail. */
function mergeParts(given: JsonSchema, root: JsonSchema): JsonSchema {
  const [own = {}, ...parts] = conjuncts(given, root);
  return [...parts, own].reduce<JsonSchema>((all, { $ref: _ref, allOf: _allOf, ...part }) => addSchema(all, part), {});
}

function addSchema(a: JsonSchema, b: JsonSchema): JsonSchema {
  const properties = { ...a.properties, ...b.properties };
  const required = [...(a.required ?? []), ...(b.required ?? [])];
  return { ...a, ...b, ...(a.properties && { properties }), ...(a.required && { required }) };
}

function typeOf(schema: JsonSchema, example: unknown): string {
  const types = [schema.type ?? []].flat();
  const type = types.find((one) => one !== 'null');
  if (type !== undefined) return type;
  if (schema.properties) return 'object';
  if (schema.items) return 'array';
  if (Array.isArray(example)) return 'array';
  return example === null || example === undefined ? 'string' : typeof example;
}

function askField(field: AskedField, asking: Asking): Promise<unknown> {
  if (field.schema.const !== undefined) return Promise.resolve(field.schema.const);
  if (field.schema.enum) return askChoice(field, field.schema.enum, asking);
  if (field.type === 'object') return askObject(field, asking);
  if (field.type === 'array') return askList(field, asking);
  if (field.type === 'boolean') return askYesNo(field, asking);
  return askText(field, asking);
}

async function askObject(field: AskedField, asking: Asking): Promise<unknown> {
  const { prompts, on } = asking;
  const known = isObject(field.example) ? field.example : {};
  const entries: [string, unknown][] = [];
  for (const [name, schema] of Object.entries(membersOf(field))) {
    const path = field.path === '' ? name : `${field.path}.${name}`;
    const example = Object.hasOwn(known, name) ? known[name] : undefined;
    const member = describeField(schema, path, example, field.schema.required?.includes(name) ?? false, asking);
    const isLarge = member.type === 'object' || member.type === 'array';
    if (isLarge && !member.isRequired && !(await prompts.confirm({ message: `Fill in ${labelOf(member)}?`, default: false }, on)))
      continue;
    const value = await askField(member, asking);
    if (value !== undefined) entries.push([name, value]);
  }
  return Object.fromEntries(entries);
}

const membersOf = ({ schema }: AskedField): Readonly<Record<string, JsonSchema>> => schema.properties ?? {};

async function askList({ schema, path, example }: AskedField, asking: Asking): Promise<unknown> {
  const list: unknown[] = [];
  const least = typeof schema.minItems === 'number' ? schema.minItems : 0;
  const most = typeof schema.maxItems === 'number' ? schema.maxItems : 10_000;
  const examples: readonly unknown[] = Array.isArray(example) ? example : [];
  while (list.length < most) {
    const message = list.length === 0 ? `Add an entry to ${toLine(path)}?` : `Add another entry to ${toLine(path)}?`;
    if (list.length >= least && !(await asking.prompts.confirm({ message, default: list.length === 0 }, asking.on))) break;
    const item = describeField(schema.items ?? {}, `${path}[${list.length}]`, examples[list.length] ?? examples[0], true, asking);
    list.push(await askField(item, asking));
  }
  return list;
}

function askChoice(field: AskedField, values: readonly unknown[], { prompts, on }: Asking): Promise<unknown> {
  const leaveOut = field.isRequired ? [] : [{ value: undefined, name: '(leave out)' }];
  const choices = [...leaveOut, ...values.map((value) => ({ value, name: toLine(String(value)) }))];
  const start = field.isRequired ? { default: field.example } : {};
  return prompts.select<unknown>({ message: labelOf(field), choices, ...start }, on);
}

async function askYesNo(field: AskedField, { prompts, on }: Asking): Promise<unknown> {
  if (field.isRequired) return prompts.confirm({ message: labelOf(field), default: field.example === true }, on);
  const choices = [
    { value: undefined, name: '(leave out)' },
    { value: true, name: 'yes' },
    { value: false, name: 'no' },
  ];
  return prompts.select<unknown>({ message: labelOf(field), choices }, on);
}

/** A required field offers the example's value. An optional field shows it as a hint; an empty answer leaves the field out. */
async function askText(field: AskedField, { prompts, on }: Asking): Promise<unknown> {
  const { example, isRequired, type } = field;
  const hint = typeof example === 'string' || typeof example === 'number' ? toLine(String(example)) : undefined;
  const shown = hint !== undefined && hint.length > 30 ? `${hint.slice(0, 30)}…` : hint;
  const aside = isRequired ? '' : ` (optional${shown === undefined ? '' : `, such as ${shown}`})`;
  const answer = await prompts.input(
    {
      message: `${labelOf(field)}${aside}`,
      ...(isRequired && hint !== undefined && { default: hint }),
      validate: (text) => checkAnswer(text, field.schema, type, isRequired),
    },
    on,
  );
  // The offered value is the example's own, with its line feeds.
  if (isRequired && answer === hint) return example;
  if (answer === '' && !isRequired) return undefined;
  return type === 'number' || type === 'integer' ? Number(answer) : answer;
}

function labelOf({ schema, path }: AskedField): string {
  return toLine(schema.title ? `${schema.title} (${path})` : path);
}
