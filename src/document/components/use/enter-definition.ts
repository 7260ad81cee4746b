// Compiles the values that a `use` passes to the params of its definition, and the scopes inside the definition and its slots.
import type { JsonSchema } from '../../../contract/schema.ts';
import { pointerStep } from '../../../json/json-pointer.ts';
import { type Schema, typesOf } from '../../../json/schema-parts.ts';
import { findNearest, listNames } from '../../../words/nearest.ts';
import {
  type CompiledText,
  describeType,
  findMisfit,
  literalSchema,
  type MissingText,
  widenLiteral,
} from '../../expression/index.ts';
import type { Scope, StaticParams } from '../../expression/scope.ts';
import { type ComponentNode, outlineOf } from '../../layout/component-node.ts';
import type { BoundScope } from '../../layout/session.ts';
import { type Definition, type DefinitionPart, paramsSchema } from '../../template/definitions.ts';
import type { StyleAt } from '../../template/styles.ts';
import type { CompileContext } from '../component.ts';
import { contextWithLet } from '../shared/context.ts';
import { boundMade, boundText } from '../shared/made-values.ts';

/** The body of a definition of a layout that leaves it to the one that uses it. */
export const passedOn = { slot: 'body' };

/** What a `use` says, wherever it stands. */
export interface UseProps {
  readonly use: string;
  readonly with?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
}

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
  const values = compileValues(props.with ?? {}, definition, context, `${pointer}/with`);
  if (!definition) return undefined;
  if (!from || !template.fillsUses)
    template.definitions.note({ from, to: { definition, part }, pointer, givesBody: props.body !== undefined });
  if (!template.fillsUses || !template.definitions.isFinite) return undefined;
  if (!template.definitions.takesUses({ definition, part }, pointer)) return undefined;
  if (!template.definitions.takeContent(definition[part], pointer)) return undefined;
  const { context: inside, bind } = definitionContext(definition, part, values.params, enteringAt(pointer, context));
  const use = { definition, part, body: props.body, pointer, context: { names, use: from } };
  return {
    definition,
    context: { ...inside, use },
    scopeOf: (scope) =>
      bind({
        ...scope,
        data: values.bind(scope),
        locals: [],
        loop: undefined,
        place: { parent: scope.place, use: pointer },
        caller: scope,
        around: scope,
      }),
  };
}

/** The context of the parts of a definition, and the scopes with the values of its `let`. Its `use` gives nothing to the slots. */
export function definitionContext(
  definition: Definition,
  part: DefinitionPart,
  params: StaticParams,
  context: CompileContext,
): Pick<ReturnType<typeof contextWithLet>, 'context' | 'bind'> {
  const { schema, schemaPlace, lacksCurrency, lacksTimezone, marks, noteAsked, filters = [] } = context.names;
  const inside = {
    ...context,
    names: {
      schema,
      params,
      ...(schemaPlace !== undefined && { schemaPlace }),
      ...(lacksCurrency !== undefined && { lacksCurrency }),
      ...(lacksTimezone !== undefined && { lacksTimezone }),
      ...(marks !== undefined && { marks }),
      noteAsked,
      filters: filters.filter(({ isOfTemplate }) => isOfTemplate),
      locals: [],
    },
    style: aroundStyle(context.style),
    base: aroundStyle(context.base),
    use: { definition, part, body: undefined, pointer: definition.pointer, context },
    isCopy: true,
  };
  const hasBoth = definition.body !== undefined && definition.page !== undefined;
  return contextWithLet(definition.let, inside, `${definition.pointer}/let`, hasBoth);
}

/** The context of what a component takes from elsewhere. */
const enteringAt = (pointer: string, context: CompileContext): CompileContext => ({
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
  const { data, locals, loop, place, caller } = scope.caller as BoundScope;
  return { ...scope, data, locals, loop, place, caller, around: scope };
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

interface Values {
  readonly params: StaticParams;
  bind(scope: BoundScope): Readonly<Record<string, unknown>>;
}

/** Compiles and proves the values of `with`. Without a definition, only their own faults are found. */
function compileValues(
  given: Readonly<Record<string, unknown>>,
  definition: Definition | undefined,
  context: CompileContext,
  pointer: string,
): Values {
  const { report } = context.template;
  const declared = definition?.params;
  const known = Object.keys(declared ?? {});
  const misnamed = new Set<string>();
  const values = new Map<string, Value>();
  for (const [name, value] of Object.entries(given)) {
    const at = pointer + pointerStep(name);
    const schema = declared && Object.hasOwn(declared, name) ? declared[name]! : undefined;
    const compiled = compileValue(value, context, at, takesMissing(schema, context) ? 'asked' : 'lost');
    values.set(name, compiled);
    if (!declared) continue;
    if (schema === undefined) {
      const near = findNearest(name, known);
      if (near !== undefined) misnamed.add(near);
      const all = known.length > 0 ? `it has: ${listNames(known)}` : 'it has none';
      const hint = `; ${near === undefined ? all : `did you mean "${near}"?`}`;
      report('error', 'wrong-param', at, `The definition "${definition.name}" has no param "${name}"${hint}`);
    } else checkFit(name, compiled, schema, context, at);
  }
  for (const name of known) {
    if (values.has(name) || misnamed.has(name) || defaultOf(declared![name]) !== undefined) continue;
    const type = describeType(declared![name]!, context.names.schema);
    const message = `The definition "${definition!.name}" needs the param "${name}" (${type}): write it into "with".`;
    report('error', 'wrong-param', pointer.slice(0, -'/with'.length), message);
  }
  const schemas = declared ?? Object.fromEntries([...values].map(([name, { schema }]) => [name, widenLiteral(schema)]));
  const bound = Object.keys(schemas).map((name) => {
    const fallback = defaultOf(schemas[name]);
    const value = values.get(name);
    return [name, (scope: BoundScope) => value?.evaluate(scope) ?? fallback] as const;
  });
  return {
    params: {
      definition: definition?.name ?? '',
      ...(!declared && { use: pointer.slice(0, -'/with'.length) }),
      schema: paramsSchema(schemas),
      ofOutline: new Set([...values].flatMap(([name, { usesOutline }]) => (usesOutline ? [name] : []))),
      written: new Set([...known, ...values.keys()].filter((name) => values.get(name)?.isWritten ?? true)),
    },
    bind: (scope) => Object.fromEntries(bound.map(([name, evaluate]) => [name, evaluate(scope)])),
  };
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
