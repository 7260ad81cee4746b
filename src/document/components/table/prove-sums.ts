// Finds bodies of columns that print another number where the value is missing, which the sum of the column does not count.
import { bindingsOf, compileExpression } from '../../expression/index.ts';
import { valueName } from '../../expression/local-name.ts';
import { valueTypes } from '../../expression/schema-walk.ts';
import type { StaticScope } from '../../expression/scope.ts';
import { parseTree, SyntaxFault, type Tree, writeWhole } from '../../expression/syntax.ts';
import type { CompileContext } from '../component.ts';
import type { ColumnProps } from './compile-rows.ts';

/** Reports such bindings of a text that is the body of a column. `inside`: the context of the text. */
export function proveSum({ sum, value }: ColumnProps, text: string, { names, template }: CompileContext, at: string): void {
  if (sum === undefined || value === undefined) return;
  // The sum up to a row is never missing.
  if (!names.locals.findLast(({ name }) => name === valueName)?.let?.isOptional) return;
  for (const { from, binding } of bindingsOf(text)) {
    const other = othersIn(binding).find((one) => mayBeNumber(one, names));
    if (other === undefined) continue;
    const message = `Where the value of the column is missing, its body prints another number, which the sum does not count: ${adviseOther(value, other)}.`;
    template.report('warning', 'sum-differs', at, message, from);
  }
}

/** Where a template says what stands for a missing value, so that the sum counts it too. */
export const adviseOther = (value: string, other: string): string =>
  `write "value": "${writeWhole(value.trim(), parseTree(value))} ?? ${other}" in the column, and not in its body`;

/** The sources of what a binding prints where the column has no value. */
function othersIn(binding: string): readonly string[] {
  try {
    return othersOf(parseTree(binding), binding);
  } catch (error) {
    // The fault is reported when the text is compiled.
    if (error instanceof SyntaxFault) return [];
    throw error;
  }
}

/** Tests and arguments of filters do not print what stands for the value. */
function othersOf(tree: Tree, source: string): readonly string[] {
  switch (tree.kind) {
    case 'unary':
      return othersOf(tree.operand, source);
    case 'conditional':
      return [...othersOf(tree.then, source), ...othersOf(tree.otherwise, source)];
    case 'filter': {
      const [span] = tree.name === 'default' && isValue(tree.input) ? tree.spans : [];
      return span ? [source.slice(...span)] : othersOf(tree.input, source);
    }
    case 'binary': {
      const { left, right, operator, end } = tree;
      const from = endOfValue(tree);
      if (from !== undefined) return [source.slice(from, end).trim()];
      return carriesValue.has(operator) ? [...othersOf(left, source), ...othersOf(right, source)] : [];
    }
    default:
      return [];
  }
}

const isValue = (tree: Tree): boolean => tree.kind === 'name' && tree.name === valueName;

/** The operators whose result has what they are given. */
const carriesValue: ReadonlySet<string> = new Set(['??', '&', '+', '-', '*', '/']);

/** Where the other values begin in `value ?? a ?? b`. Undefined: the tree has another form. */
function endOfValue(tree: Tree): number | undefined {
  if (tree.kind !== 'binary' || tree.operator !== '??') return undefined;
  return isValue(tree.left) ? tree.offset + tree.operator.length : endOfValue(tree.left);
}

/** Whether the data schema lets an expression give a number. A 0 adds as little as a missing value. */
function mayBeNumber(source: string, names: StaticScope): boolean {
  const { schema } = compileExpression(source, { ...names, noteAsked: undefined });
  return valueTypes(schema, names.schema)?.has('number') === true && !/^[0.]+$/.test(source);
}
