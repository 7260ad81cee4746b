// The component `use`: the content of a definition.

import { useProperties } from '../../template/definition-schema.ts';
import { components } from '../../template/property-schemas.ts';
import { defineComponent, nothing } from '../component.ts';
import { entriesOf } from '../shared/roles.ts';
import { compileChildren, stackNodes } from '../shared/stack-nodes.ts';
import { usualWritten } from '../shared/usual-properties.ts';
import { enterDefinition, inScope } from './enter-definition.ts';

export const use = defineComponent({
  type: 'use',
  content: 'children',
  knownAs: ['call', 'component', 'include', 'insert', 'macro', 'partial', 'render', 'template'],
  group: 'layout',
  usual: { content: ['use', 'with'], ...usualWritten },
  summary: 'The content of a [definition](#definitions), as a stack. The content inherits the properties.',
  properties: { ...useProperties, body: { ...components, description: 'Content for the `slot` of the definition.' } },
  required: [],
  example: { use: 'address', with: { who: '{{ customer }}' }, size: 10.5 },
  // A definition prints something, unless its author left it empty.
  canPrint: () => true,
  compile(props, context, pointer) {
    const entered = enterDefinition(props, 'body', context, pointer);
    if (!entered) {
      if (props.body !== undefined) compileChildren(props.body, context, `${pointer}/body`);
      return nothing;
    }
    const { body, pointer: place } = entered.definition;
    const children = entriesOf(compileChildren(body, entered.context, `${place}/body`), props.role);
    return inScope(stackNodes(children, 0), entered.scopeOf);
  },
});
