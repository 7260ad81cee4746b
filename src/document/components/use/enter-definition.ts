// Compiles the values that a `use` passes to the params of its definition, and the scopes inside the definition and its slots.
import type { JsonSchema } from '../../../contract/schema.ts';
import { pointerStep } from '../../../json/json-pointer.ts';
import { type Schema, typesOf } from '../../../json/schema-parts.ts';
import { counted } from '../../../words/counts.ts';
import { findNearest, listNames } from '../../../words/nearest.ts';
import { paramKey } from '../../expression/facts.ts';
import {
  type CompiledText,
  describeType,
  findMisfit,
  literalSchema,
  type MissingText,
  widenLiteral,
} from '../../expression/index.ts';
import type { Scope, StaticParam } from '../../expression/scope.ts';
import { type ComponentNode, outlineOf } from '../../layout/component-node.ts';
import type { BoundScope } from '../../layout/session.ts';
import type { Definition, DefinitionPart } from '../../template/definitions.ts';
import type { StyleAt } from '../../template/styles.ts';
import type { CompileContext } from '../component.ts';
import { contextWithLet } from '../shared/context.ts';
import { boundMade, boundText } from '../shared/made-values.ts';

/** The body of a definition of a layout that leaves it to the one that uses it. */
export const passedOn = { slot: 'body' };

/** What a `use` says, wherever it stands. */
export interface UseProps {
  readonly use: string;
  readonly with?: GivenValues | undefined;
  readonly body?: unknown;
}

/** By the names of the params, or in their order. */
export type GivenValues = Readonly<Record<string, unknown>> | readonly unknown[];

/** The inside of a definition at one `use`. */
export interface Entered {
  readonly definition: Definition;
  readonly context: CompileContext;
  /** The scope inside of the definition. */
  scopeOf(scope: BoundScope): BoundScope;
}

/** Finds the definition of a `use` and compiles the values that it gives. Undefined: no such definition, or it is not compiled here. */
export function enterDefinition(
  props: UseProps,
  part: DefinitionPart,
  context: CompileContext,
  pointer: string,
): Entered | undefined {
  const { template, names, use: from } = context;
  const definition = template.definitions.find(props.use, part, `${pointer}/use`);
  const values = compileValues(props.with ?? [], definition, context, pointer);
  if (!definition) return undefined;
  if (!from || !template.fillsUses)
    template.definitions.note({ from, to: { definition, part }, pointer, givesBody: props.body !== undefined });
  if (!template.fillsUses || !template.definitions.isFinite) return undefined;
  if (!template.definitions.takesUses({ definition, part }, pointer)) return undefined;
  if (!template.definitions.takeContent(definition[part], pointer)) return undefined;
  const { context: inside, bind } = definitionContext(definition, part, values.params, enteringAt(pointer, context), pointer);
  const evaluate = Object.entries(values.evaluate);
  const use = { definition, part, body: props.body, pointer, context: { names, use: from } };
  return {
    definition,
    context: { ...inside, use },
    scopeOf: (scope) =>
      bind({
        ...scope,
        params: Object.fromEntries(evaluate.map(([name, run]) => [name, run(scope)])),
        locals: scope.locals.slice(0, template.names.locals.length),
        loop: undefined,
        place: { parent: scope.place, use: pointer },
        caller: scope,
        around: scope,
      }),
  };
}

/**
 * The context of the parts of a definition, and the scopes with the values of its `let`. Its `use` gives nothing to the slots. `use`: where it stands.
 * Undefined: the definition is proved for all uses.
 */
export function definitionContext(
  definition: Definition,
  part: DefinitionPart,
  params: readonly StaticParam[],
  context: CompileContext,
  use?: string,
): Pick<ReturnType<typeof contextWithLet>, 'context' | 'bind'> {
  const { names } = context.template;
  const inside = {
    ...context,
    names: { ...names, params: { list: params, outside: names.locals.length, use: definition.isTyped ? undefined : use } },
    style: aroundStyle(context.style),
    base: aroundStyle(context.base),
    use: { definition, part, body: undefined, pointer: definition.pointer, context },
    isCopy: true,
  };
  const hasBoth = definition.body !== undefined && definition.page !== undefined;
  return contextWithLet(definition.let, inside, `${definition.pointer}/let`, hasBoth);
}

/** The context of what a component takes from elsewhere. */
export const enteringAt = (pointer: string, context: CompileContext): CompileContext => ({
  ...context,
  way: `${context.way}${pointer}>`,
  uses: context.isMade ? context.uses : [...context.uses, pointer],
});

/** The context of the content of a slot: it sees what the `use` sees, and looks as the place of the slot. */
export function slotContext(context: CompileContext, pointer: string): CompileContext {
  const { names, use } = context.use!.context;
  const isMade = context.use!.body === passedOn;
  const looks = { style: aroundStyle(context.style), base: aroundStyle(context.base) };
  return { ...enteringAt(pointer, context), names, use, ...looks, isCopy: true, isMade };
}

/** The scope of the content of a slot, from the scope of the definition. */
export function slotScope(scope: BoundScope): BoundScope {
  const { params, locals, loop, place, caller } = scope.caller as BoundScope;
  return { ...scope, params, locals, loop, place, caller, around: scope };
}

/** A node that is built in another scope. */
export function inScope(node: ComponentNode, scopeOf: (scope: BoundScope) => BoundScope): ComponentNode {
  return {
    build: (scope, width, session) => node.build(scopeOf(scope), width, session),
    measure: (scope, session) => node.measure(scopeOf(scope), session),
    ...outlineOf(node, scopeOf),
    subject: node.subject,
  };
}

/** The style of the component around a definition or slot, which sees the scope outside. */
export function aroundStyle(style: StyleAt): StyleAt {
  return style.fixed ? style : { fixed: undefined, resolve: (scope) => style.resolve(scope.around!) };
}

export interface Values {
  readonly params: readonly StaticParam[];
  /** By the names of the params. */
  readonly evaluate: Readonly<Record<string, (scope: Scope) => unknown>>;
  /** A value uses `loop`. */
  readonly usesLoop: boolean;
}

/** Compiles and proves the values that the `use` at `pointer` gives. Without a definition, only their own faults are found. */
export function compileValues(
  given: GivenValues,
  definition: Definition | undefined,
  context: CompileContext,
  pointer: string,
): Values {
  const { report } = context.template;
  const params = definition?.params ?? [];
  const misnamed = new Set<string>();
  const values = new Map<string, Value>();
  for (const [key, value] of Object.entries(given)) {
    const at = `${pointer}/with${pointerStep(key)}`;
    const param = params.find(({ name }, i) => (Array.isArray(given) ? i === Number(key) : name === key));
    const compiled = compileValue(value, context, at, takesMissing(param?.schema, context) ? 'asked' : 'lost');
    if (param?.schema !== undefined) checkFit(param.name, compiled, param.schema, context, at);
    if (param) values.set(param.name, compiled);
    else if (definition) report('error', 'wrong-param', at, explainExtra(key, given, definition, misnamed));
  }
  for (const { name, schema } of params) {
    if (values.has(name) || misnamed.has(name) || defaultOf(schema) !== undefined) continue;
    const type = schema === undefined ? '' : ` (${describeType(schema, context.names.schema)})`;
    const message = `The definition "${definition!.name}" needs the param "${name}"${type}: write it into "with".`;
    report('error', 'wrong-param', pointer, message);
  }
  const evaluate = params.map(({ name, schema }) => {
    const fallback = defaultOf(schema);
    const value = values.get(name);
    return [name, (scope: Scope) => value?.evaluate(scope) ?? fallback] as const;
  });
  return {
    params: params.map(({ name, schema }) => paramOf(name, definition!, schema, values.get(name))),
    evaluate: Object.fromEntries(evaluate),
    usesLoop: [...values.values()].some((value) => value.usesLoop),
  };
}

/** A param inside of its definition. */
export function paramOf(name: string, definition: Definition, schema: Schema | undefined, value?: Value): StaticParam {
  return {
    name,
    key: paramKey(definition.name, name),
    schema: (schema ?? (value ? widenLiteral(value.schema) : true)) as StaticParam['schema'],
    isWritten: value?.isWritten ?? true,
    usesOutline: value?.usesOutline,
    run: ({ params }) => params![name],
  };
}

/** Why the definition does not take a value. `misnamed`: gets the param that was meant. */
function explainExtra(key: string, given: GivenValues, { name, params }: Definition, misnamed: Set<string>): string {
  const known = params.map((param) => param.name);
  const all = known.length > 0 ? `it has: ${listNames(known)}` : 'it has none';
  if (Array.isArray(given))
    return `The definition "${name}" takes ${counted(known.length, 'value')}, and this is one more; ${all}`;
  const near = findNearest(key, known);
  if (near !== undefined) misnamed.add(near);
  const add = known.length > 0 ? '' : `: write "params": ["${key}"] in it if it needs this`;
  return `The definition "${name}" has no param "${key}"; ${near === undefined ? all + add : `did you mean "${near}"?`}`;
}

const defaultOf = (schema: Schema | undefined): unknown => (typeof schema === 'object' ? schema.default : undefined);

/** Whether a param has a default, or may be null. */
const takesMissing = (schema: Schema | undefined, { names }: CompileContext): boolean =>
  defaultOf(schema) !== undefined || (schema !== undefined && typesOf(schema, names.schema)?.has('null') === true);

const nonNull = ['string', 'number', 'integer', 'boolean', 'array', 'object'];

function checkFit(name: string, value: Value, wanted: Schema, context: CompileContext, pointer: string): void {
  // The default takes the place of null. Of a value without a type, nothing is known with a default either.
  const mayBeNull = defaultOf(wanted) !== undefined && typesOf(value.schema, context.names.schema) !== undefined;
  const given = mayBeNull ? { type: nonNull, allOf: [value.schema as JsonSchema] } : value.schema;
  const misfit = findMisfit(given, wanted, context.names.schema);
  if (!misfit) return;
  const path = [name, ...misfit.path].join('.');
  const message =
    misfit.given === undefined
      ? `The param "${path}" must be there (${misfit.wanted}), but ${value.source} may lack it.`
      : `The param "${path}" takes ${misfit.wanted}, but ${value.source} ${misfit.path.length > 0 ? 'has' : 'is'} ${misfit.given}${misfit.path.length > 0 ? ' there' : ''}.`;
  context.template.report('error', 'wrong-param', pointer, message);
}

/** A value of `with`. */
interface Value {
  readonly schema: Schema;
  /** For messages. */
  readonly source: string;
  /** It has no bindings. */
  readonly isWritten: boolean;
  readonly usesOutline: boolean;
  readonly usesLoop: boolean;
  evaluate(scope: Scope): unknown;
}

function compileValue(value: unknown, context: CompileContext, pointer: string, missing: MissingText): Value {
  const texts = new Map<string, CompiledText>();
  const schema = literalSchema(value, (text, path) => {
    if (!text.includes('{')) return { type: 'string', const: text };
    const at = path.map(pointerStep).join('');
    const compiled = context.value(text, pointer + at, missing);
    texts.set(at, compiled);
    const only = onlyBinding(compiled);
    return only ? only.schema : { type: 'string' };
  });
  const isWritten = [...texts.values()].every(({ isLiteral }) => isLiteral);
  const only = texts.get('') && onlyBinding(texts.get('')!);
  const source = only
    ? (value as string)
    : isWritten && (typeof value !== 'object' || value === null)
      ? 'the written value'
      : 'this';
  return {
    schema,
    source,
    isWritten,
    usesOutline: [...texts.values()].some(({ usesOutline }) => usesOutline),
    usesLoop: [...texts.values()].some(({ usesLoop }) => usesLoop),
    evaluate: texts.size === 0 ? () => value : evaluator(value, texts, '', pointer),
  };
}

const onlyBinding = ({ parts }: CompiledText) => (parts.length === 1 && typeof parts[0] === 'object' ? parts[0] : undefined);

/** Builds a written value with the values of its bindings, from inside out once. `at`: its place in the value, which stands at `place`. */
function evaluator(
  value: unknown,
  texts: ReadonlyMap<string, CompiledText>,
  at: string,
  place: string,
): (scope: Scope) => unknown {
  const teller = (scope: Scope) => (message: string) => scope.warn?.(place + at, message, scope, at);
  if (typeof value === 'string') {
    const text = texts.get(at);
    if (!text) return () => value;
    const only = onlyBinding(text);
    return only ? (scope) => only.evaluate(scope) : (scope) => boundText(text.printed(scope), teller(scope));
  }
  if (typeof value !== 'object' || value === null) return () => value;
  const members = Object.entries(value).map(
    ([name, member]) => [name, evaluator(member, texts, at + pointerStep(name), place)] as const,
  );
  return Array.isArray(value)
    ? (scope) =>
        boundMade(
          members.map(([, evaluate]) => evaluate(scope)),
          teller(scope),
        )
    : (scope) => boundMade(Object.fromEntries(members.map(([name, evaluate]) => [name, evaluate(scope)])), teller(scope));
}
