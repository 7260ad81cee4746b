// Data filled in at the terminal, field by field, as the schema asks for it.
import type { JsonSchema } from '../../../contract/schema.ts';
import { type CommandContext, promptContext } from '../../context.ts';
import { UsageError } from '../../usage-error.ts';

type Prompts = NonNullable<Awaited<ReturnType<CommandContext['openPrompts']>>>;

/** Asks for everything that `schema` describes; the example's values are offered. Raises UsageError away from a terminal. */
export async function askData(schema: unknown, example: unknown, context: CommandContext): Promise<unknown> {
  const prompts = await context.openPrompts();
  if (!prompts) throw new UsageError('--ask needs a terminal; give the data with -d FILE');
  if (typeof schema !== 'object' || schema === null) throw new UsageError('The template has no data schema to ask by; give the data with -d FILE');
  return ask({ prompts, root: schema as JsonSchema, context }, schema as JsonSchema, '', example, true);
}

interface Asking {
  readonly prompts: Prompts;
  readonly root: JsonSchema;
  readonly context: CommandContext;
}

/** Follows `$ref`s inside the schema. */
function resolveRef(schema: JsonSchema, root: JsonSchema): JsonSchema {
  let at = schema;
  for (let i = 0; i < 20 && typeof at.$ref === 'string' && at.$ref.startsWith('#/'); i++) {
    let target: unknown = root;
    for (const step of at.$ref.slice(2).split('/')) target = (target as Record<string, unknown> | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')];
    at = (target ?? {}) as JsonSchema;
  }
  return at;
}

function typeOf(schema: JsonSchema, example: unknown): string {
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  const type = types.find((one) => one !== 'null');
  if (type) return type;
  if (schema.properties) return 'object';
  if (schema.items) return 'array';
  return Array.isArray(example) ? 'array' : example === null || example === undefined ? 'string' : typeof example;
}

async function ask(asking: Asking, given: JsonSchema, path: string, example: unknown, isRequired: boolean): Promise<unknown> {
  const schema = resolveRef(given, asking.root);
  const type = typeOf(schema, example);
  if (schema.const !== undefined) return schema.const;
  if (type === 'object') return askObject(asking, schema, path, example);
  if (type === 'array') return askList(asking, schema, path, example);
  return askValue(asking, schema, type, path, example, isRequired);
}

async function askObject(asking: Asking, schema: JsonSchema, path: string, example: unknown): Promise<Record<string, unknown>> {
  const result: Record<string, unknown> = {};
  const known = (typeof example === 'object' && example !== null ? example : {}) as Record<string, unknown>;
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const isRequired = schema.required?.includes(name) ?? false;
    const resolved = resolveRef(member, asking.root);
    const place = path === '' ? name : `${path}.${name}`;
    const isLarge = ['object', 'array'].includes(typeOf(resolved, known[name]));
    if (!isRequired && isLarge && !(await asking.prompts.confirm({ message: `Fill in ${place}?`, default: false }, promptContext(asking.context)))) continue;
    const value = await ask(asking, member, place, known[name], isRequired);
    if (value !== undefined) result[name] = value;
  }
  return result;
}

async function askList(asking: Asking, schema: JsonSchema, path: string, example: unknown): Promise<unknown[]> {
  const list: unknown[] = [];
  const least = typeof schema.minItems === 'number' ? schema.minItems : 0;
  const examples = Array.isArray(example) ? example : [];
  while (list.length < 1000) {
    const message = list.length === 0 ? `Add an entry to ${path}?` : `Add another entry to ${path}?`;
    if (list.length >= least && !(await asking.prompts.confirm({ message, default: list.length === 0 }, promptContext(asking.context)))) break;
    list.push(await ask(asking, schema.items ?? {}, `${path}[${list.length}]`, examples[list.length] ?? examples[0], true));
  }
  return list;
}

async function askValue(asking: Asking, schema: JsonSchema, type: string, path: string, example: unknown, isRequired: boolean): Promise<unknown> {
  const { prompts, context } = asking;
  const message = schema.title ? `${schema.title} (${path})` : path;
  if (schema.enum) {
    const none = { value: undefined, name: '(leave out)' };
    const choices = [...(isRequired ? [] : [none]), ...schema.enum.map((value) => ({ value, name: String(value) }))];
    return prompts.select<unknown>({ message, choices, default: example }, promptContext(context));
  }
  if (type === 'boolean') return prompts.confirm({ message, default: example === true }, promptContext(context));
  const answer = await prompts.input(
    {
      message: isRequired ? message : `${message} (optional)`,
      ...(example !== undefined && example !== null && { default: String(example) }),
      validate: (text) => checkAnswer(text, schema, type, isRequired),
    },
    promptContext(context),
  );
  if (answer === '' && !isRequired) return undefined;
  return type === 'number' || type === 'integer' ? Number(answer) : answer;
}

const formats: Readonly<Record<string, readonly [RegExp, string]>> = {
  date: [/^\d{4}-\d{2}-\d{2}$/, 'a date as 2026-01-31'],
  'date-time': [/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/i, 'a time as 2026-01-31T09:30:00Z'],
  email: [/^[^\s@]+@[^\s@]+$/, 'an e-mail address'],
};

function checkAnswer(text: string, schema: JsonSchema, type: string, isRequired: boolean): true | string {
  if (text === '') return isRequired && (type !== 'string' || Number(schema.minLength ?? 0) > 0) ? 'This is needed.' : true;
  if (type === 'integer' && !/^-?\d+$/.test(text)) return 'A whole number, please.';
  if (type === 'number' && !/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) return 'A number, please, with a decimal point.';
  if (type === 'number' || type === 'integer') {
    const number = Number(text);
    if (typeof schema.minimum === 'number' && number < schema.minimum) return `At least ${schema.minimum}, please.`;
    if (typeof schema.maximum === 'number' && number > schema.maximum) return `At most ${schema.maximum}, please.`;
    return true;
  }
  const [pattern, words] = formats[String(schema.format)] ?? [/^/, ''];
  if (!pattern.test(text)) return `This must be ${words}.`;
  if (typeof schema.minLength === 'number' && text.length < schema.minLength) return `At least ${schema.minLength} characters, please.`;
  if (typeof schema.maxLength === 'number' && text.length > schema.maxLength) return `At most ${schema.maxLength} characters, please.`;
  return true;
}
