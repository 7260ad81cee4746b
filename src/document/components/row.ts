// Columns side by side.
import { type Box, type Cell, RowBox } from '../layout/box.ts';
import { parseColumnWidth, resolveWidths } from '../layout/resolve-widths.ts';
import type { BoundScope, Session } from '../layout/session.ts';
import { columnWidth, components, size, styleName, textProperties } from '../template/property-schemas.ts';
import type { StyleProperties } from '../template/styles.ts';
import { boundStyle, checkStyleNames, literalStyleNames } from './bound-style.ts';
import { buildCell } from './build-column.ts';
import { type CompileContext, defineComponent, type Node, nameOf } from './component.ts';
import { withContext } from './context.ts';
import { compileChildren, stackNodes } from './stack.ts';

const valign = { enum: ['top', 'middle', 'bottom'], default: 'top', description: 'Where lower columns stand.' } as const;

export const row = defineComponent({
  type: 'row',
  group: 'layout',
  summary: 'Columns side by side.',
  properties: {
    columns: {
      type: 'array',
      minItems: 1,
      maxItems: 50,
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
      const inside = styledContext(column, context, at);
      return {
        width: parseColumnWidth(column.width, unit),
        valign: column.valign ?? props.valign ?? 'top',
        node: stackNodes(compileChildren(column.children, inside, `${at}/children`), (column.gap ?? 0) * unit),
      };
    });
    const gaps = gap * (columns.length - 1);
    const widthsFor = (scope: BoundScope, width: number, session: Session) =>
      resolveWidths(
        columns.map((column) => column.width),
        width - gaps,
        (i) => columns[i]!.node.measure(scope, session),
      );
    return {
      build(scope, width, session): readonly Box[] {
        session.countBox();
        const widths = widthsFor(scope, width, session);
        const used = widths.reduce((sum, one) => sum + one, gaps);
        if (used > width + 0.1)
          session.warn(
            'row-too-wide',
            name,
            scope.place,
            `The columns need ${Math.round(used)} pt, ${Math.round(used - width)} pt more than there is.`,
          );
        let x = 0;
        const cells: Cell[] = columns.map((column, i) => {
          const cell = { x, box: buildCell(column.node, scope, widths[i]!, session), valign: column.valign };
          x += widths[i]! + gap;
          return cell;
        });
        return cells.every((cell) => cell.box.height === 0) ? [] : [new RowBox(cells)];
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
    } satisfies Node;
  },
});

/** The context inside a part of a component that has text properties of its own (a column, a cell). */
export function styledContext(
  part: StyleProperties & { readonly style?: unknown },
  context: CompileContext,
  pointer: string,
): CompileContext {
  checkStyleNames(part, pointer, context);
  warnOfBox(part, pointer, context);
  const style = context.template.styles.derive(context.style, literalStyleNames(part), part, boundStyle(part, pointer, context));
  return style === context.style ? context : withContext({ ...context, style });
}

/** A part of a component is no box: what a style says of one has no effect there. */
function warnOfBox(part: { readonly style?: unknown }, pointer: string, { template }: CompileContext): void {
  for (const name of literalStyleNames(part)) {
    const own = template.styles.styles[name] ?? {};
    const lost = (['margin', 'padding', 'border'] as const).filter((property) => own[property] !== undefined);
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
