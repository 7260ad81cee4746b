// A column that uses a definition. Each of its properties comes from its own place or from the definition, and sees the names of that place. Both are
// evaluated in the scope of the table, from which the params are computed.

import type { FromSchema } from '../../../contract/schema.ts';
import { pointerStep } from '../../../json/json-pointer.ts';
import { valueName } from '../../expression/local-name.ts';
import type { StaticLocal } from '../../expression/scope.ts';
import type { Definition } from '../../template/definitions.ts';
import type { CompileContext } from '../component.ts';
import { type BoundComponent, separateNumbers } from '../shared/bound-values/bound-numbers.ts';
import type { CompiledElements } from '../shared/lists/element-context.ts';
import { compileValues, enteringAt, type Values } from '../use/enter-definition.ts';
import type { ColumnProps } from './compile-rows.ts';
import { definedColumn, type tableColumn } from './table-schema.ts';

/** Where a property is compiled. `row`: in the rows of elements. `sum`: for the sums. `fixed`: the property, which is the same in all rows. */
export type ColumnPlace = 'row' | 'sum' | { readonly fixed: string };

/** The properties that a column has from one place: its own, or its definition. */
export interface ColumnLayer {
  readonly props: Partial<ColumnProps>;
  readonly pointer: string;
  /** Its bound numbers, if they are not those of the table. */
  readonly numbers?: BoundComponent | undefined;
  /** The context in which its properties are compiled, from that of the table. */
  view(context: CompileContext, place: ColumnPlace): CompileContext;
  /** The names that differ from row to row. Undefined: those of the table. */
  readonly own?: ReadonlySet<string>;
  /** The column is a text, which is its body. */
  readonly isText?: boolean;
}

/** A column with a `use`. */
export interface DefinedColumn {
  /** Undefined: there is no such definition, or it is not compiled here. */
  readonly layer: ColumnLayer | undefined;
  /** Finds the params whose values differ from row to row, also by sums and groups. `rows`: the context of the rows. */
  findOwn(rows: CompileContext): void;
  /** Reports the faults of the values that the column gives. */
  prove(rows: CompileContext): void;
}

/** The columns of a template: where their properties stand, and the lists for whose elements they repeat. */
export interface ReadColumns {
  /** From the definition on, if the column uses one. */
  readonly layers: readonly (readonly ColumnLayer[])[];
  readonly repeats: readonly (CompiledElements | undefined)[];
  /** Those with a `use`. */
  readonly defined: readonly (DefinedColumn | undefined)[];
}

/** The columns with all their properties, wherever these stand. */
export interface WholeColumns extends ReadColumns {
  readonly given: readonly ColumnProps[];
  readonly areDecimal: readonly boolean[];
}

type Written = FromSchema<typeof tableColumn>;

interface AroundColumn {
  readonly outside: CompileContext;
  /** The context of the elements. */
  readonly elements: CompileContext;
  /** The list for whose elements the column repeats. */
  readonly each: CompiledElements | undefined;
  /** The column. */
  readonly pointer: string;
}

/** Finds the definition of a column, and what its properties see. */
export function enterColumn(
  column: Written & { readonly use: string },
  { outside, elements, each, pointer }: AroundColumn,
): DefinedColumn {
  const { use, with: given = [] } = column;
  const { template, use: from } = outside;
  const { definitions, fillsUses } = template;
  const definition = definitions.find(use, 'column', `${pointer}/use`);
  const prove = (rows: CompileContext) => void compileValues(given, definition, rows, pointer);
  const missing = { layer: undefined, findOwn: () => undefined, prove };
  if (!definition) return missing;
  const to = { definition, part: 'column' } as const;
  if (!from || !fillsUses) definitions.note({ from, to, pointer, givesBody: false });
  // A table is proved with what the definitions of its columns say. A definition around its own use is a circle.
  if (!fillsUses && isInside(definition, outside)) return missing;
  if (!definitions.isFinite || !definitions.takesUses(to, pointer)) return missing;
  if (!definitions.takeContent(definition.column, pointer)) return missing;
  const own = new Set<string>();
  const first = outside.names.locals.length;
  const placeOf = (name: string) => {
    const i = definition.params.findIndex((param) => param.name === name);
    return `${pointer}/with${pointerStep(Array.isArray(given) ? i : name)}`;
  };
  const paramsAt: ParamsAt = (context, place) => {
    const { values, faults } = compileQuietly(given, definition, context, pointer);
    return values.params.map((param) => ({
      ...param,
      run: values.evaluate[param.name]!,
      read() {
        const at = placeOf(param.name);
        if (typeof place === 'object' && own.has(param.name))
          template.report('error', 'column-depends-on-row', at, dependsOnRow(param.name, definition, place.fixed));
        else if (place !== 'row')
          for (const fault of faults) if (fault[2] === at || fault[2].startsWith(`${at}/`)) template.report(...fault);
        return undefined;
      },
    }));
  };
  const findOwn = (rows: CompileContext) => {
    const end = rows.names.locals.length - (each ? 1 : 0);
    let reads = false;
    const watched = rows.names.locals.map((local, i): StaticLocal => {
      if (i < first || i >= end) return local;
      const read = (members: readonly string[]) => {
        reads = true;
        return local.read?.(members);
      };
      return { ...local, read };
    });
    const context = { ...rows, names: { ...rows.names, locals: watched } };
    for (const [key, value] of Object.entries(given)) {
      reads = false;
      const only = Array.isArray(given) ? definition.params[Number(key)]?.name : key;
      if (only === undefined) continue;
      const { values } = compileQuietly({ [only]: value }, definition, context, pointer);
      // The loop of a column that repeats is that of its own list, but not the loops around it.
      const readsLoop = values.usesLoop && (!each || JSON.stringify(value).includes('parent'));
      if (reads || readsLoop) own.add(only);
    }
  };
  findOwn(each?.enter(elements) ?? elements);
  const layer = definedLayer(definition, { paramsAt, first, pointer, over: column, outside });
  return { layer: layer && { ...layer, own }, findOwn, prove };
}

/** The properties that stand in the table itself. */
export const ownLayer = (props: object, pointer: string, isText: boolean): ColumnLayer => ({
  props,
  pointer,
  isText,
  view: (context) => context,
});

/** The layer of a property: the column itself, else its definition, else the column. */
export const layerWith = (layers: readonly ColumnLayer[], property: keyof ColumnProps): ColumnLayer =>
  layers.findLast(({ props }) => props[property] !== undefined) ?? layers.at(-1)!;

function isInside(definition: Definition, { use }: Pick<CompileContext, 'use'>): boolean {
  return use !== undefined && ((use.part === 'column' && use.definition === definition) || isInside(definition, use.context));
}

type ParamsAt = (context: CompileContext, place: ColumnPlace) => readonly Values['params'][number][];

const dependsOnRow = (name: string, definition: Definition, property: string): string =>
  `The definition "${definition.name}" uses the param "${name}" in "${property}", which is the same for all rows, so the value cannot use the element of a row. Give a value that stands outside of the rows.`;

type Fault = Parameters<CompileContext['template']['report']>;

/** Compiles the values without telling of their faults. */
function compileQuietly(
  given: Parameters<typeof compileValues>[0],
  definition: Definition,
  context: CompileContext,
  pointer: string,
): { readonly values: Values; readonly faults: readonly Fault[] } {
  const faults: Fault[] = [];
  const template = { ...context.template, report: (...fault: Fault) => void faults.push(fault) };
  return { values: compileValues(given, definition, { ...context, template }, pointer), faults };
}

/** The properties of a definition. `first`: how many names stand around the table. `over`: the column that replaces some. Undefined: they are faulty. */
export function definedLayer(
  definition: Definition,
  {
    paramsAt,
    first,
    pointer,
    over,
    outside,
  }: {
    readonly paramsAt: ParamsAt;
    readonly first: number;
    readonly pointer: string;
    readonly over: Partial<Written>;
    readonly outside: CompileContext;
  },
): ColumnLayer | undefined {
  const { template } = outside;
  const isValued = over.value !== undefined || (definition.column as Partial<Written>).value !== undefined;
  const at = `${definition.pointer}/column`;
  const view: ColumnLayer['view'] = (context, place) => {
    const { names } = context;
    const last = names.locals.at(-1);
    const hasValue = isValued && names.locals.length > first && last?.name === valueName;
    const end = names.locals.length - (hasValue ? 1 : 0);
    const around = names.locals.slice(0, end);
    const hidden = around.map((local, i) => (i < template.names.locals.length ? local : hiddenLocal));
    const list = paramsAt({ ...context, names: { ...names, locals: [...around, ...(hasValue ? [hiddenLocal] : [])] } }, place);
    return {
      ...enteringAt(pointer, context),
      names: {
        ...template.names,
        facts: names.facts,
        locals: [...hidden, ...(hasValue ? [last!] : [])],
        params: { list, outside: end, use: definition.isTyped || pointer === definition.pointer ? undefined : pointer },
      },
      use: { definition, part: 'column', body: undefined, pointer: definition.pointer, context },
      isCopy: true,
    };
  };
  const left = Object.entries(definition.column ?? {}).filter(([name]) => !Object.hasOwn(over, name));
  const written = Object.fromEntries(left);
  const misplaced = Object.keys(ofUse).find((name) => Object.hasOwn(definition.column ?? {}, name));
  if (misplaced !== undefined) {
    template.report('error', 'unknown-property', `${at}/${misplaced}`, ofUse[misplaced]!);
    return undefined;
  }
  const numbers = separateNumbers(definedColumn, written, at, view(outside, { fixed: 'width' }));
  const props = template.checkAndMend(definedColumn, numbers?.props ?? written, at);
  return props && { props: props as ColumnLayer['props'], pointer: at, numbers, view };
}

const repeats =
  'A column of a definition repeats where it is used: write "each" and "as" beside the "use" there, and give the element by "with".';
const buildsOn = 'The column of a definition uses no other definition: write here what that one says.';

/** What stands at the `use` of a column alone, with the reason. */
const ofUse: Readonly<Record<string, string>> = { each: repeats, as: repeats, use: buildsOn, with: buildsOn };

/** Takes the place of a name that a definition does not see. */
const hiddenLocal: StaticLocal = { name: '', schema: true, isOfTable: true };
