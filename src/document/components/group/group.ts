// The component `group`: components that stay on one page.

import { keptTogether } from '../../layout/kept-box.ts';
import { components, size } from '../../template/property-schemas.ts';
import { defineComponent } from '../component.ts';
import { entriesOf } from '../shared/roles.ts';
import { compileChildren, stackNodes } from '../shared/stack-nodes.ts';
import { usualWritten } from '../shared/usual-properties.ts';

export const group = defineComponent({
  type: 'group',
  content: 'children',
  group: 'layout',
  usual: { ...usualWritten, spacing: ['gap', 'margin', 'padding'] },
  summary: 'Components one below the other, kept on one page.',
  properties: { gap: { ...size, description: 'Space between the children.' }, group: components },
  required: [],
  looks: ['gap'],
  example: { group: ['Total', '{{ total | money }}'] },
  compile(props, context, pointer) {
    const inside = { ...context, within: context.within ?? 'a group' };
    const children = entriesOf(compileChildren(props.group, inside, `${pointer}/group`), props.role);
    return keptTogether(stackNodes(children, (props.gap ?? 0) * context.template.unit));
  },
});
