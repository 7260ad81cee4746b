// The component `row`: columns side by side.

import type { FromSchema, JsonSchema } from '../../../contract/schema.ts';
import { isObject } from '../../../json/is-object.ts';
import { latest } from '../../expression/index.ts';
import { type Box, RowBox, type RowCell } from '../../layout/box.ts';
import { buildCell } from '../../layout/build-column.ts';
import type { ComponentNode } from '../../layout/component-node.ts';
import { leftIn } from '../../layout/direction.ts';
import { unseen } from '../../layout/off-sheet.ts';
import { BuiltPart } from '../../layout/origin.ts';
import type { BoundScope } from '../../layout/session.ts';
import type { Turn } from '../../layout/turned-box.ts';
import { columnWidth, expression, size } from '../../template/property-schemas.ts';
import { type CompileContext, defineComponent, nameOf, siteOf } from '../component.ts';
import { styledWidth } from '../shared/bound-values/bound-style.ts';
import { isQuarter } from '../shared/box/turned.ts';
import { contextWhere, enclosed } from '../shared/context.ts';
import { notingPageNumbers, numbered } from '../shared/numbered.ts';
import { parseColumnWidth, resolveWidths } from '../shared/resolve-widths.ts';
import { firstSubject } from '../shared/stack-nodes.ts';
import { takenAround } from '../shared/styled-behaviour.ts';
import { columnsTooWide } from '../shared/too-wide.ts';
import { usualWritten } from '../shared/usual-properties.ts';
import { misplaced } from '../text/compile-footnotes.ts';

const valign = {
  enum: ['top', 'middle', 'bottom'],
  default: 'top',
  description: 'Vertical position of columns that are lower than the tallest one.',
} as const;

type Valign = (typeof valign.enum)[number];

/** What a column says beside its component. */
export const columnProperties = { width: columnWidth, valign } as const;

const widthsOfPages = 'widths in this row depend on page numbers. Give its "auto" columns a fixed width';

export const row = defineComponent({
  type: 'row',
  content: 'children',
  knownAs: ['columns', 'flex', 'grid'],
  group: 'layout',
  usual: { content: ['valign'], ...usualWritten, spacing: ['gap', 'margin', 'padding'] },
  summary: 'Components side by side. Each is a column.',
  properties: {
    row: {
      type: 'array',
      minItems: 1,
      maxItems: 50,
      items: { $ref: '#/$defs/column' },
      description:
        'The columns, from left to right, or from right to left with `"dir": "rtl"`: components, which may say their `width` and `valign`. A picture, barcode or field fills the width that is given. A column whose `when` does not hold is left out with its gap.',
    },
    gap: { ...size, description: 'Space between columns.' },
    valign,
  },
  required: [],
  looks: ['gap', 'valign'],
  example: { gap: 5, row: ['Left', { text: 'Right', width: 40, align: 'right' }] },
  compile(props, context, pointer) {
    const { unit } = context.template;
    const gap = (props.gap ?? 0) * unit;
    const name = nameOf(props, pointer);
    const notesBefore = context.template.outline.noteTexts;
    const all = (props.row as readonly unknown[]).map((child, i) =>
      compileColumn(child, `${pointer}/row/${i}`, props.valign, context),
    );
    const shown = (scope: BoundScope) =>
      all.every(({ when }) => !when) ? all : all.filter(({ when }) => !when || when.test(scope));
    const gapsOf = (columns: readonly unknown[]) => gap * Math.max(0, columns.length - 1);
    const node: ComponentNode = {
      subject: firstSubject(all.map((column) => column.node)),
      build(scope, width, session): readonly Box[] {
        session.countBox();
        const columns = shown(scope);
        if (columns.length === 0) return [];
        const given = columns.map((column) => column.width);
        const gaps = gapsOf(columns);
        const widths = resolveWidths(given, width - gaps, (i) => columns[i]!.node.measure(scope, session));
        const used = widths.reduce((sum, one) => sum + one, gaps);
        const isTooWide = used > width + unseen;
        if (isTooWide) session.warn('row-too-wide', name, scope.place, columnsTooWide(given, widths, gaps, width));
        let from = 0;
        const cells: RowCell[] = columns.map((column, i) => {
          const cell = {
            x: leftIn(scope, from, widths[i]!, width),
            box: buildCell(column.node, scope, widths[i]!, session),
            valign: column.valign,
            part: session.isTraced && column.site ? new BuiltPart(column.site, 'column', scope.place, widths[i]!) : undefined,
          };
          from += widths[i]! + gap;
          return cell;
        });
        if (cells.every(({ box }) => box.isEmpty)) return [];
        const box = new RowBox(cells);
        // A row that ends with a heading stays with what the heading heads.
        box.keepWithNext =
          cells.find((cell) => cell.box.keepWithNext && cell.box.height === box.height)?.box.keepWithNext ?? false;
        box.owner = { component: name, place: scope.place, isTooWide };
        return [box];
      },
      measure(scope, session) {
        const columns = shown(scope);
        let min = gapsOf(columns);
        let max = min;
        for (const column of columns) {
          const own =
            column.width.kind === 'fixed'
              ? { min: column.width.width, max: column.width.width }
              : column.node.measure(scope, session);
          min += own.min;
          max += own.max;
        }
        return { min, max };
      },
      ...(all.some((column) => column.node.outline) && {
        outline(scope, walk) {
          for (const column of shown(scope)) column.node.outline?.(scope, walk);
        },
      }),
    };
    const autos = all.filter(({ width, printedPage }) => width.kind === 'auto' && printedPage.time !== 'data');
    if (autos.length === 0) return node;
    if (context.template.outline.noteTexts > notesBefore)
      context.template.report('error', 'note-misplaced', pointer, misplaced(widthsOfPages));
    // In the flow, pages may divide the row. All its pieces have the same widths.
    if (!context.band) context.template.countsPages = true;
    return numbered(node, latest(all.map(({ printedPage }) => printedPage)), name);
  },
});

/** Compiles a column: separates what it asks of its row from the component. */
function compileColumn(child: unknown, place: string, rowValign: Valign | undefined, outer: CompileContext) {
  const { template } = outer;
  const {
    width: given,
    valign: ownAlign,
    when: condition,
    ...rest
  }: Readonly<Record<string, unknown>> = isObject(child) ? child : {};
  const isGood = (schema: JsonSchema, value: unknown, property: string) =>
    value === undefined || template.check(schema, value, `${place}/${property}`);
  const own = isGood(columnProperties.width, given, 'width') ? (given as FromSchema<typeof columnWidth> | undefined) : undefined;
  const width = styledWidth({ style: rest.style, width: own }, template.styles);
  const valign = isGood(columnProperties.valign, ownAlign, 'valign') ? (ownAlign as Valign | undefined) : undefined;
  const hasCondition = condition !== undefined && isGood(expression, condition, 'when');
  const when = hasCondition ? outer.expression(condition as string, `${place}/when`) : undefined;
  const inside = notingPageNumbers(enclosed(contextWhere(when, outer), 'a row'));
  const isFilled = width !== undefined && width !== 'auto' && template.definitionOf(rest)?.sizesItself === true;
  // A turned component knows the length of its lines before its column has a width.
  const fill = isQuarter(rest.rotate as Turn | undefined) ? typeof width === 'number' && { width } : { width: '100%' };
  const component = isObject(child) ? { ...rest, ...(isFilled && fill), [takenAround]: ['width'] } : child;
  return {
    printedPage: inside.printedPage,
    width: parseColumnWidth(width, template.unit),
    valign: valign ?? rowValign ?? 'top',
    when,
    node: inside.compile(component, place, inside),
    site: siteOf(inside, place),
  };
}
