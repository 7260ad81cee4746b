// The component `slot`: the place in a definition for content that the `use` gives.

import { defineComponent, nothing } from '../component.ts';
import { entriesOf } from '../shared/roles.ts';
import { compileChildren, stackNodes } from '../shared/stack-nodes.ts';
import { usualWritten } from '../shared/usual-properties.ts';
import { inScope, slotContext, slotScope } from '../use/enter-definition.ts';

export const slot = defineComponent({
  type: 'slot',
  content: 'children',
  knownAs: ['outlet', 'yield'],
  group: 'layout',
  usual: { ...usualWritten },
  summary: 'Stands in a definition for the `body` of its `use`.',
  properties: { slot: { enum: ['body'], description: 'Which content stands here: the `body` of the `use`.' } },
  required: [],
  example: { slot: 'body' },
  canPrint: () => true,
  compile(props, context, pointer) {
    const { use } = context;
    if (!use || use.part === 'column') {
      const message = use
        ? 'A column has no slot: its "use" has no "body" for one. Give the content with a param, or let the "use" say the "body" of the column.'
        : 'A slot stands in a definition ("define"), and only there. Write the content itself here.';
      context.template.report('error', 'slot-misplaced', pointer, message);
      return nothing;
    }
    if (!context.template.fillsUses) use.definition.slots.add(use.part);
    if (use.body === undefined || !context.template.definitions.takeContent(use.body, pointer)) return nothing;
    const children = compileChildren(use.body, slotContext(context, pointer), `${use.pointer}/body`);
    return inScope(stackNodes(entriesOf(children, props.role), 0), slotScope);
  },
});
