// The component `row`: columns side by side.
import { type Box, RowBox, type RowCell } from '../layout/box.ts';
import { buildCell } from '../layout/build-column.ts';
import type { ComponentNode } from '../layout/component-node.ts';
import { unseen } from '../layout/off-sheet.ts';
import type { BoundScope, LayoutSession } from '../layout/session.ts';
import { columnWidth, components, size, styleName } from '../template/property-schemas.ts';
import type { StyleProperties } from '../template/styles.ts';
import { textProperties } from '../text/text-properties.ts';
import { boundStyle, checkStyleNames, literalStyleNames } from './bound-style.ts';
import { type CompileContext, defineComponent, nameOf } from './component.ts';
import { withContext } from './context.ts';
import { notingPageNumbers, numbered } from './numbered.ts';
import { parseColumnWidth, resolveWidths } from './resolve-widths.ts';
import { compileChildren, stackNodes } from './stack.ts';
import { columnsTooWide } from './too-wide.ts';

const valign = {
  enum: ['top', 'middle', 'bottom'],
  default: 'top',
  description: 'Vertical position of columns that are lower than the tallest one.',
} as const;

export const row = defineComponent({
  type: 'row',
  content: 'children',
  knownAs: ['columns', 'flex', 'grid'],
  group: 'layout',
  summary: 'Columns side by side.',
  properties: {
    columns: {
      type: 'array',
      minItems: 1,
      maxItems: 50,
      description: 'The columns, from left to right.',
      items: {
        type: 'object',
        required: ['children'],
        additionalProperties: false,
        properties: {
          width: columnWidth,
          valign,
          style: styleName,
          ...textProperties,
          gap: { ...size, description: 'Space between the children.' },
          children: components,
        },
      },
    },
    gap: { ...size, description: 'Space between columns.' },
    valign,
  },
  required: ['columns'],
  example: {
    type: 'row',
    gap: 5,
    columns: [
      { width: '*', children: 'Left' },
      { width: 40, align: 'right', children: 'Right' },
    ],
  },
  compile(props, context, pointer) {
    const { unit } = context.template;
    const gap = (props.gap ?? 0) * unit;
    const name = nameOf(props, pointer);
    const columns = props.columns.map((column, i) => {
      const at = `${pointer}/columns/${i}`;
      const inside = notingPageNumbers(styledContext(column, context, at));
      return {
        printedPage: inside.printedPage,
        width: parseColumnWidth(column.width, unit),
        valign: column.valign ?? props.valign ?? 'top',
        node: stackNodes(compileChildren(column.children, inside, `${at}/children`), (column.gap ?? 0) * unit),
      };
    });
    const gaps = gap * (columns.length - 1);
    const widthsFor = (scope: BoundScope, width: number, session: LayoutSession) =>
      resolveWidths(
        columns.map((column) => column.width),
        width - gaps,
        (i) => columns[i]!.node.measure(scope, session),
      );
    const node: ComponentNode = {
      build(scope, width, session): readonly Box[] {
        session.countBox();
        const widths = widthsFor(scope, width, session);
        const used = widths.reduce((sum, one) => sum + one, gaps);
        const isTooWide = used > width + unseen;
        if (isTooWide)
          session.warn(
            'row-too-wide',
            name,
            scope.place,
            columnsTooWide(
              columns.map((column) => column.width),
              widths,
              gaps,
              width,
            ),
          );
        let x = 0;
        const cells: RowCell[] = columns.map((column, i) => {
          const cell = { x, box: buildCell(column.node, scope, widths[i]!, session), valign: column.valign };
          x += widths[i]! + gap;
          return cell;
        });
        if (cells.every(({ box }) => box.isEmpty)) return [];
        const box = new RowBox(cells);
        box.owner = { component: name, place: scope.place, isTooWide };
        return [box];
      },
      measure(scope, session) {
        let min = gaps;
        let max = gaps;
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
    };
    const autos = columns.filter(({ width, printedPage }) => width.kind === 'auto' && printedPage.usesPage);
    if (autos.length === 0) return node;
    // In the flow, pages may divide the row. All its pieces have the same widths.
    if (!context.band) context.template.countsPages = true;
    return numbered(
      node,
      columns.some(({ printedPage }) => printedPage.usesAllPages),
      name,
    );
  },
});

/** The context inside a part of a component with its own text properties (a column, a cell), and perhaps a background. */
export function styledContext(
  part: StyleProperties & { readonly style?: unknown },
  context: CompileContext,
  pointer: string,
  hasBackground = false,
): CompileContext {
  checkStyleNames(part, pointer, context);
  warnOfBox(part, pointer, context, hasBackground);
  const style = context.template.styles.derive(context.style, literalStyleNames(part), part, boundStyle(part, pointer, context));
  if (part.features !== undefined) context.template.checkFeatures(part.features, style, `${pointer}/features`);
  return style === context.style ? context : withContext({ ...context, style });
}

/** A part of a component is not a box, so the box properties of a style have no effect there. */
function warnOfBox(
  part: { readonly style?: unknown },
  pointer: string,
  { template }: CompileContext,
  hasBackground: boolean,
): void {
  const without = ['margin', 'padding', 'border', ...(hasBackground ? [] : (['background'] as const))] as const;
  for (const name of literalStyleNames(part)) {
    const own = template.styles.styles[name] ?? {};
    const lost = without.filter((property) => own[property] !== undefined);
    if (lost.length === 0) continue;
    const what = lost.map((property) => `"${property}"`).join(', ');
    template.report(
      'warning',
      'no-effect',
      `${pointer}/style`,
      `${what} of the style "${name}" has no effect here; set it on a component inside.`,
    );
  }
}
