// The component `flow`: content that runs through columns.

import { outlineOf } from '../../layout/component-node.ts';
import { flowBox } from '../../layout/regions.ts';
import { openSlot } from '../../layout/structure.ts';
import { components, size, stroke } from '../../template/property-schemas.ts';
import { type CompileContext, defineComponent, nameOf, nothing } from '../component.ts';
import { compileStroke } from '../shared/bound-values/bound-stroke.ts';
import { entriesOf } from '../shared/roles.ts';
import { compileChildren, stackNodes } from '../shared/stack-nodes.ts';
import { usualWritten } from '../shared/usual-properties.ts';

/** Width of the gap between columns, in pt. */
const defaultGap = 12;

export const flow = defineComponent({
  type: 'flow',
  content: 'children',
  knownAs: ['columncontent', 'multicol', 'multicols', 'multicolumn', 'newspaper', 'twocolumn'],
  group: 'layout',
  usual: { content: ['columns', 'rule', 'balance'], ...usualWritten, spacing: ['gap', 'margin', 'padding'] },
  summary:
    'Components that run through columns: from the foot of a column they go on at the head of the next, over as many sheets as they take. What follows stands below all columns.',
  properties: {
    columns: { type: 'integer', minimum: 1, maximum: 20, default: 2, description: 'Number of columns.' },
    gap: { ...size, description: 'Space between columns. Default: 12 pt.' },
    rule: { ...stroke, description: 'A line between two columns that both have content.' },
    balance: {
      type: 'boolean',
      default: true,
      description:
        'Whether the columns are about equally high where the content ends, and before a page break. `false`: a column is filled before the next one begins.',
    },
    flow: components,
  },
  required: [],
  looks: ['columns', 'gap', 'rule', 'balance'],
  example: {
    columns: 2,
    gap: 6,
    rule: { width: 0.3 },
    flow: [{ text: 'Opening hours', bold: true }, 'Monday to Friday, 8 to 18', 'Saturday, 9 to 13', 'Closed on Sunday'],
  },
  // Elsewhere in CSS, `column-count` is the number of columns. Here, "count" names a counter.
  explain: ({ count }) =>
    typeof count === 'number' ? { place: '/count', message: `is the name of a counter: write "columns": ${count}` } : undefined,
  compile(props, context, pointer) {
    const { template, flowPlace } = context;
    if (flowPlace !== 'free') {
      const place = flowPlace === 'columns' ? 'the columns of a flow' : flowPlace;
      const message = `A flow runs over sheets, so it cannot stand in ${place}. Put it into the body, or into a stack, group or repeat there.`;
      template.report('error', 'flow-misplaced', pointer, message);
      return nothing;
    }
    const name = nameOf(props, pointer);
    const noNotes = context.noNotes ?? 'the columns of a flow have no foot of their own';
    const inside: CompileContext = { ...context, noNotes, flowPlace: 'columns' };
    const children = compileChildren(props.flow, inside, `${pointer}/flow`);
    const content = stackNodes(entriesOf(children, props.role), 0);
    const { columns: count = 2, balance = true } = props;
    if (count === 1) {
      const message = 'The content of one column runs as it does without a flow: write "stack", or more "columns".';
      template.report('warning', 'no-effect', `${pointer}/columns`, message);
    }
    const gap = props.gap === undefined ? defaultGap : props.gap * template.unit;
    const gaps = gap * (count - 1);
    const strokeOf = props.rule && compileStroke(props.rule, context, `${pointer}/rule`);
    return {
      *build(scope, width, session) {
        session.countBox();
        const each = Math.max(0, (width - gaps) / count);
        const { tag, place } = scope;
        if (each === 0)
          session.warn(
            'row-too-wide',
            name,
            place,
            `The gaps between the columns take ${Math.round(gaps)} pt, but the flow is ${Math.round(width)} pt wide.`,
          );
        const rule = strokeOf?.(scope);
        if (rule && rule.width > gap && count > 1) {
          const message = `The rule is ${rule.width} pt wide and covers content beside it, because the gap is ${Math.round(gap * 100) / 100} pt wide. Widths of lines are in pt: make the rule narrower, or the "gap" wider.`;
          session.warn('text-covered', name, place, message);
        }
        // Content that must stay with the flow is built before the content of later sheets, but read aloud after it.
        const slot = openSlot(tag);
        const box = flowBox(content.build({ ...scope, tag: slot }, each, session), scope, {
          count,
          width: each,
          gap,
          rule,
          balance,
          tag,
          session,
        });
        if (box) yield box;
      },
      measure(scope, session) {
        const { min, max } = content.measure(scope, session);
        return { min: min * count + gaps, max: max * count + gaps };
      },
      ...outlineOf(content),
    };
  },
});
