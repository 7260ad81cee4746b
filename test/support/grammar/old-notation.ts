// Writes a template in the old notation, as far as it could say it: "type", "children", "cell", "content" and "cases".
import { definitionOf } from '../../../src/document/components/registry.ts';
import { textProperties } from '../../../src/document/text/text-properties.ts';
import { isObject } from '../../../src/json/is-object.ts';
import type { Dice } from './dice.ts';

type Part = Readonly<Record<string, unknown>>;

/** The old name of the main property of components that only have another one. */
const mains: Readonly<Record<string, string>> = {
  text: 'text',
  stack: 'children',
  row: 'columns',
  frame: 'children',
  group: 'children',
  repeat: 'each',
  choose: 'cases',
  spacer: 'height',
  table: 'each',
  image: 'src',
  line: 'stroke',
  rect: 'height',
  barcode: 'value',
  field: 'name',
};
const kept = ['markdown', 'pairs', 'watermark', 'use', 'slot'];

/** The template with its components in the old notation. `dice` says where the properties of a column or cell stand. */
export function writeOldNotation(template: Part, dice: Dice): Record<string, unknown> {
  const write = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(write);
    if (!isObject(value)) return value;
    const part: Part = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, write(member)]));
    const type = definitionOf(part)?.type;
    return type === undefined || kept.includes(type) ? part : writeComponent(type, part);
  };
  const writeComponent = (type: string, part: Part): Part => {
    if (type === 'pageBreak') return { type, ...without(part, 'pageBreak') };
    if (type === 'line' && part.line === true) return { type, ...without(part, 'line') };
    const { [type]: main, ...rest } = part;
    if (type === 'row') return { type, ...rest, columns: (main as readonly unknown[]).map(writeColumn) };
    if (type === 'choose') return { type, ...rest, ...writeCases(main as readonly unknown[]) };
    if (type === 'repeat') return { type, ...without(rest, 'body'), each: main, children: rest.body };
    if (type === 'table') return { type, ...rest, each: main, ...writeTable(rest) };
    // The old spacer and rectangle have one height.
    return { type, ...rest, [mains[type]!]: main };
  };
  /** Moves some text properties of a component to the part around it. */
  const around = (component: Part, asked: readonly string[]): { readonly outer: Part; readonly inner: Part } => {
    const isOuter = (name: string) => asked.includes(name) || (Object.hasOwn(textProperties, name) && dice.chance(0.5));
    const entries = Object.entries(component);
    return {
      outer: Object.fromEntries(entries.filter(([name]) => isOuter(name))),
      inner: Object.fromEntries(entries.filter(([name]) => !isOuter(name))),
    };
  };
  const writeColumn = (column: unknown): Part => {
    if (!isObject(column)) return { width: '*', children: column };
    const { outer, inner } = around(column, ['width', 'valign', ...(dice.chance(0.5) ? ['when'] : [])]);
    return { width: '*', ...outer, children: inner };
  };
  const writeCases = (children: readonly unknown[]): Part => {
    const firstElse = children.findIndex((one) => !isObject(one) || one.when === undefined);
    const cases = (firstElse < 0 ? children : children.slice(0, firstElse)) as readonly Part[];
    return {
      cases: cases.map(({ when, ...rest }) => ({ when, children: dice.chance(0.5) ? rest : [rest] })),
      ...(firstElse >= 0 && { else: children[firstElse] }),
    };
  };
  const writeTable = ({ columns, footer }: Part): Part => ({
    columns: (columns as readonly unknown[]).map((column) => {
      if (!isObject(column)) return { cell: column };
      const { body, ...rest } = column;
      return { ...rest, cell: body };
    }),
    ...(Array.isArray(footer) && {
      footer: (footer as readonly Part[]).map((row) => ({ ...row, cells: (row.cells as readonly unknown[]).map(writeCell) })),
    }),
  });
  const writeCell = (cell: unknown): unknown => {
    if (!isObject(cell) || cell.type === undefined) return cell;
    const { outer, inner } = around(cell, ['span', 'valign', 'padding', 'background', 'border']);
    return { ...outer, content: inner };
  };
  return { ...template, pages: write(template.pages), ...(template.define !== undefined && { define: write(template.define) }) };
}

const without = (part: Part, name: string): Part => Object.fromEntries(Object.entries(part).filter(([own]) => own !== name));
