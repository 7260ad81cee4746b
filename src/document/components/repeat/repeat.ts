// The component `repeat`: its children once for each element of a list.

import { type Box, RowBox, type RowCell } from '../../layout/box.ts';
import { buildCell } from '../../layout/build-column.ts';
import type { ComponentNode } from '../../layout/component-node.ts';
import { component, components, elementList, size } from '../../template/property-schemas.ts';
import { type CompileContext, defineComponent } from '../component.ts';
import { enclosed } from '../shared/context.ts';
import { compileElements } from '../shared/lists/element-context.ts';
import { elementProperties } from '../shared/lists/select-elements.ts';
import { entryScope, hasEntries } from '../shared/roles.ts';
import { compileChildren, stackNodes } from '../shared/stack-nodes.ts';
import { usualElements, usualWritten } from '../shared/usual-properties.ts';

/** `auto` widths look at this many elements at most, so that long lists stay lazy. */
const measured = 200;

export const repeat = defineComponent({
  type: 'repeat',
  content: 'children',
  knownAs: ['each', 'for', 'foreach', 'loop'],
  group: 'layout',
  usual: { content: ['repeat', 'columns'], repetition: usualElements, ...usualWritten, spacing: ['gap', 'margin', 'padding'] },
  summary: 'Components once for each element of a list, below each other or in columns.',
  properties: {
    repeat: { ...elementList, description: `The list whose elements are printed. ${elementList.description}` },
    as: {
      type: 'string',
      minLength: 1,
      maxLength: 100,
      default: 'item',
      description: 'The name of the element in the body.',
    },
    ...elementProperties,
    body: { ...components, description: 'Printed for each element: a component, or a list of components.' },
    separator: { ...component, description: 'Printed between two elements.' },
    columns: { type: 'integer', minimum: 1, maximum: 50, description: 'Number of elements side by side. They go row by row.' },
    gap: { ...size, description: 'Space between elements, and between columns.' },
  },
  required: ['body'],
  looks: ['gap'],
  example: {
    repeat: 'notes',
    as: 'note',
    gap: 1,
    body: { row: [{ text: 'Note {{ loop.index }}', width: 20, bold: true }, '{{ note }}'] },
  },
  compile(props, context, pointer) {
    const elements = compileElements(props.repeat, props, context, pointer, 'repeat');
    const makesEntries = hasEntries(props.role);
    const scopeOf: typeof elements.scopeOf = (scope, list, index) => {
      const element = elements.scopeOf(scope, list, index);
      return makesEntries ? entryScope(element) : element;
    };
    const columns = props.columns ?? 1;
    const inside: CompileContext = props.columns === undefined ? elements.context : enclosed(elements.context, 'a row');
    const content = stackNodes(compileChildren(props.body, inside, `${pointer}/body`), 0);
    const { subject } = content;
    const separator =
      props.separator === undefined
        ? undefined
        : context.compile(props.separator, `${pointer}/separator`, {
            ...context,
            hasOrder: false,
            noNotes: 'a separator repeats',
          });
    const gap = (props.gap ?? 0) * context.template.unit;
    const measure: ComponentNode['measure'] = (scope, session) => {
      const list = elements.list(scope, session);
      let min = 0;
      let max = 0;
      for (let i = 0; i < Math.min(list.length, measured); i++) {
        const widths = content.measure(elements.scopeOf(scope, list, i), session);
        min = Math.max(min, widths.min);
        max = Math.max(max, widths.max);
      }
      return { min: min * columns + gap * (columns - 1), max: max * columns + gap * (columns - 1) };
    };
    const outline: ComponentNode['outline'] =
      content.outline &&
      ((scope, walk) => {
        const list = elements.list(scope, scope.session);
        for (let i = 0; i < list.length; i++) {
          scope.session.countBox();
          content.outline!(elements.scopeOf(scope, list, i), walk);
        }
      });
    if (columns === 1) {
      return {
        *build(scope, width, session): Iterable<Box> {
          const list = elements.list(scope, session);
          let any = false;
          for (let i = 0; i < list.length; i++) {
            session.countBox();
            const element = scopeOf(scope, list, i);
            // In a list, the separator is read with the item after it.
            if (separator && any) yield* separator.build({ ...scope, tag: element.tag }, width, session);
            let first = true;
            for (const box of content.build(element, width, session)) {
              if (first && any) box.before += gap;
              first = false;
              any = true;
              yield box;
            }
          }
        },
        measure,
        subject,
        ...(outline && { outline }),
      };
    }
    return {
      *build(scope, width, session): Iterable<Box> {
        const list = elements.list(scope, session);
        const each = Math.max(0, (width - gap * (columns - 1)) / columns);
        for (let i = 0; i < list.length; i += columns) {
          session.countBox();
          const start = scopeOf(scope, list, i);
          if (separator && i > 0) yield* separator.build({ ...scope, tag: start.tag }, width, session);
          const cells: RowCell[] = [];
          for (let c = 0; c < columns && i + c < list.length; c++) {
            cells.push({
              x: c * (each + gap),
              box: buildCell(content, c === 0 ? start : scopeOf(scope, list, i + c), each, session),
              valign: 'top',
            });
          }
          const row = new RowBox(cells);
          if (i > 0) row.before = gap;
          yield row;
        }
      },
      measure,
      subject,
      ...(outline && { outline }),
    };
  },
});
