// The component `stack`: components one below the other.
import { components, size } from '../template/property-schemas.ts';
import { defineComponent } from './component.ts';
import { entriesOf } from './roles.ts';
import { stackParts, withStackParts } from './stack-edges.ts';
import { compileChildren, stackNodes } from './stack-nodes.ts';

export const stack = defineComponent({
  type: 'stack',
  content: 'children',
  knownAs: ['box', 'children', 'column', 'container', 'content', 'div'],
  group: 'layout',
  summary: 'Components one below the other. A list where a component may stand is a stack.',
  properties: { gap: { ...size, description: 'Space between the children.' }, ...stackParts, stack: components },
  required: [],
  example: { gap: 2, stack: ['First line', 'Second line'] },
  compile(props, context, pointer) {
    const children = entriesOf(compileChildren(props.stack, context, `${pointer}/stack`), props.role);
    const node = stackNodes(children, (props.gap ?? 0) * context.template.unit);
    return withStackParts(node, props, context, pointer);
  },
});
