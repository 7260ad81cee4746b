// The properties `where` and `sort` of a component that repeats: which elements it has, and in which order.
import { type FromSchema, type JsonSchema, objectOf } from '../../../../contract/schema.ts';
import { type CompiledExpression, compileExpression, usesName } from '../../../expression/index.ts';
import { namesOf, textKindOf, typeWords, valueTypes } from '../../../expression/schema-walk.ts';
import { type SortKey, sortPlaces } from '../../../expression/value-order.ts';
import type { BoundScope, LayoutSession } from '../../../layout/session.ts';
import { expression, letValues } from '../../../template/property-schemas.ts';
import type { CompileContext } from '../../component.ts';

/** An element of `sort` that says its direction. */
export const sortKey = objectOf(['by'], {
  by: { ...expression, description: 'What the elements are ordered by: numbers, texts or dates. A bare expression.' },
  descending: { type: 'boolean', default: false, description: 'Whether the largest comes first.' },
});

/** The properties of a repeating part about its elements, except their name. */
export const elementProperties = {
  where: {
    ...expression,
    description: 'Only elements for which this is true are repeated: `"line.quantity > 0"`. `loop` counts these.',
  },
  sort: {
    oneOf: [expression, sortKey, { type: 'array', minItems: 1, maxItems: 10, items: { oneOf: [expression, sortKey] } }],
    description:
      'What the elements are ordered by: `"line.name"`, `{ "by": "line.total", "descending": true }`, or a list of both, where the next one orders what is equal by the first. Numbers are ordered by size, texts as the locale sorts them; missing values come last.',
  },
  let: { ...letValues, description: `${letValues.description} \`where\` and \`sort\` see them too.` },
} as const satisfies Record<string, JsonSchema>;

/** The scope of the element of a list at the place `at`, with the values of `let`. */
type ScopeOf = (scope: BoundScope, list: readonly unknown[], at: number) => BoundScope;

/** Compiles `where` of the component at `pointer`. `own`: the name of the element, and those of `let`. */
export function compileWhere(
  where: string,
  own: readonly string[],
  context: CompileContext,
  pointer: string,
): CompiledExpression {
  const advice = 'For a condition of the whole component, write "when".';
  return compileOfElement(where, own, beforeLoop(context), `${pointer}/where`, advice);
}

/** Compiles an expression that must use the element. `own`: the names of the element, and of the values of `let` that use it. */
export function compileOfElement(
  source: string,
  own: readonly string[],
  context: CompileContext,
  place: string,
  advice = `Write "${own[0]}.…".`,
): CompiledExpression {
  const compiled = context.expression(source, place);
  if (compiled.diagnostics.length === 0 && !own.some((name) => usesName(source, name))) {
    const message = `"${source}" is the same for every element, because it does not use "${own[0]}". ${advice}`;
    context.template.report('error', 'wrong-value', place, message);
  }
  return compiled;
}

const beforeLoop = (context: CompileContext): CompileContext => ({ ...context, names: { ...context.names, precedesLoop: true } });

export interface SelectionProps {
  readonly where?: string | undefined;
  readonly sort?: FromSchema<(typeof elementProperties)['sort']> | undefined;
}

/** The elements of a list that are repeated. */
export interface ElementList {
  readonly length: number;
  readonly source: readonly unknown[];
  /** The places of the elements in `source`. Undefined: all of them, in their order. */
  readonly places?: readonly number[];
}

type Select = (source: readonly unknown[], scope: BoundScope, session: LayoutSession) => ElementList;

/** Elements between two looks at the clock. */
const checkEvery = 1024;

/** What decides which elements there are. */
interface Selection extends Pick<SelectionProps, 'sort'> {
  /** The condition `where`. */
  readonly holds: CompiledExpression | undefined;
  /** The name of the element, and those of `let`. */
  readonly own: readonly string[];
}

/** Compiles `sort`, which sees the elements that are left. Undefined: all elements are there, in their order. */
export function compileSelection(
  { holds, sort, own }: Selection,
  context: CompileContext,
  scopeOf: ScopeOf,
  pointer: string,
): Select | undefined {
  if (holds === undefined && sort === undefined) return undefined;
  const keys = compileKeys(sort, own, beforeLoop(context), pointer);
  return (source, scope, session) => {
    const scopeAt = (at: number) => {
      if (at % checkEvery === checkEvery - 1) session.checkTime();
      return scopeOf(scope, source, at);
    };
    const all = Array.from(source, (_, at) => at);
    const kept = holds ? all.filter((at) => holds.test(scopeAt(at))) : all;
    const ordered = keys.map((key): SortKey => ({ ...key, values: kept.map((at) => key.by.evaluate(scopeAt(at))) }));
    const places = ordered.length === 0 ? kept : sortPlaces(kept.length, ordered, scope).map((i) => kept[i]!);
    return { source, places, length: places.length };
  };
}

interface CompiledKey extends Omit<SortKey, 'values'> {
  readonly by: CompiledExpression;
}

/** `own`: the name of the element, and those of `let`. */
function compileKeys(
  sort: SelectionProps['sort'],
  own: readonly string[],
  context: CompileContext,
  pointer: string,
): readonly CompiledKey[] {
  if (sort === undefined) return [];
  const isList = Array.isArray(sort);
  return (isList ? (sort as readonly unknown[]) : [sort]).map((key, i): CompiledKey => {
    const at = isList ? `${pointer}/sort/${i}` : `${pointer}/sort`;
    const { by, descending = false } = typeof key === 'string' ? { by: key } : (key as FromSchema<typeof sortKey>);
    const place = typeof key === 'string' ? at : `${at}/by`;
    const compiled = compileKey(by, own, context, place);
    return {
      by: compiled,
      kind: textKindOf([compiled.schema], context.names.schema),
      isDescending: descending,
      tell: (scope, what) => scope.warn?.(place, `${what}.`, scope, by),
    };
  });
}

function compileKey(source: string, own: readonly string[], context: CompileContext, place: string): CompiledExpression {
  const { report } = context.template;
  const foreign = adviseForeignSort(source, own);
  if (foreign !== undefined) {
    report('error', 'syntax', place, `"${source}" is the order of another tool: write ${foreign}`);
    return context.expression('null', place);
  }
  const negative = /^-\s*([\p{L}_$][\p{L}\p{N}_$.]*)$/u.exec(source.trim())?.[1];
  const negated = negative && valueTypes(compileExpression(negative, context.names).schema, context.names.schema);
  if (negated && negated.size > 0 && !negated.has('number')) {
    const right = `For the largest first, write { "by": "${negative}", "descending": true }`;
    report('error', 'wrong-type', place, `"-" needs a number, but "${negative}" is ${typeWords(negated)}. ${right}`);
    return context.expression('null', place);
  }
  const compiled = compileOfElement(source, own, context, place);
  const types = valueTypes(compiled.schema, context.names.schema);
  if (types && types.size > 0 && !['number', 'string', 'boolean'].some((type) => types.has(type))) {
    const [member] = types.has('object') ? namesOf(compiled.schema, context.names.schema) : [];
    const hint = member === undefined ? '' : `; name a member, as in "${source}.${member}"`;
    report('error', 'wrong-type', place, `"sort" needs numbers or texts, but "${source}" is ${typeWords(types)}${hint}`);
  }
  return compiled;
}

const part = /^([-+])?\s*([\p{L}_$][\p{L}\p{N}_$.]*)(?:(?:\s+|\s*:\s*)(asc|desc)(?:ending)?)?$/iu;

/** What to write for `-total`, `total desc` or `name, total desc`. Undefined: an expression. `-line.total` is the negative number. */
function adviseForeignSort(source: string, own: readonly string[]): string | undefined {
  const parts = source.split(',').map((one) => part.exec(one.trim()));
  if (!parts.every((one) => one !== null)) return undefined;
  const isOfElement = (path: string) => own.some((name) => path === name || path.startsWith(`${name}.`));
  const isOurs = ([, sign, path, direction]: RegExpExecArray) =>
    direction === undefined && (sign === undefined || (sign === '-' && isOfElement(path!)));
  if (parts.length === 1 && isOurs(parts[0]!)) return undefined;
  const written = parts.map(([, sign, path, direction]) => {
    const by = isOfElement(path!) ? path! : `${own[0]}.${path}`;
    const isDescending = sign === '-' || direction?.toLowerCase() === 'desc';
    return isDescending ? `{ "by": "${by}", "descending": true }` : `"${by}"`;
  });
  return written.length === 1 ? written[0] : `[${written.join(', ')}]`;
}
