// The component `choose`: the first of several cases whose condition holds.

import type { ComponentNode } from '../layout/component-node.ts';
import { components, expression } from '../template/property-schemas.ts';
import { defineComponent } from './component.ts';
import { contextWhere } from './context.ts';
import { compileChildren, stackNodes } from './stack.ts';

export const choose = defineComponent({
  type: 'choose',
  content: 'children',
  knownAs: ['condition', 'if', 'switch'],
  group: 'layout',
  summary: 'Shows the first case whose condition holds, or `else`.',
  properties: {
    cases: {
      type: 'array',
      minItems: 1,
      description: 'The cases, in order.',
      items: {
        type: 'object',
        required: ['when', 'children'],
        additionalProperties: false,
        properties: { when: { ...expression, description: 'The case is shown when this is true.' }, children: components },
      },
    },
    else: { ...components, description: 'Shown when no case holds.' },
  },
  required: ['cases'],
  example: {
    type: 'choose',
    cases: [{ when: 'total > 0', children: 'Please pay {{ total | money }}.' }],
    else: 'Nothing is due.',
  },
  compile(props, context, pointer) {
    const cases = props.cases.map((one, i) => {
      const at = `${pointer}/cases/${i}`;
      const inside = contextWhere(one.when, context);
      return {
        when: context.expression(one.when, `${at}/when`),
        node: stackNodes(compileChildren(one.children, inside, `${at}/children`), 0),
      };
    });
    const otherwise =
      props.else === undefined ? undefined : stackNodes(compileChildren(props.else, context, `${pointer}/else`), 0);
    const chosen = (scope: Parameters<ComponentNode['build']>[0]) => cases.find((one) => one.when.test(scope))?.node ?? otherwise;
    return {
      build: (scope, width, session) => chosen(scope)?.build(scope, width, session) ?? [],
      measure: (scope, session) => chosen(scope)?.measure(scope, session) ?? { min: 0, max: 0 },
    };
  },
});
