// The first of several cases that holds.
import { components, expression } from '../template/property-schemas.ts';
import { defineComponent, type Node } from './component.ts';
import { withContext } from './context.ts';
import { compileChildren, stackNodes } from './stack.ts';

export const choose = defineComponent({
  type: 'choose',
  group: 'layout',
  summary: 'Shows the first case whose condition holds, or `else`.',
  properties: {
    cases: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['when', 'children'],
        additionalProperties: false,
        properties: { when: expression, children: components },
      },
    },
    else: components,
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
      const inside = withContext({ ...context, names: { ...context.names, holds: [...context.names.holds, one.when] } });
      return {
        when: context.expression(one.when, `${at}/when`),
        node: stackNodes(compileChildren(one.children, inside, `${at}/children`), 0),
      };
    });
    const otherwise =
      props.else === undefined ? undefined : stackNodes(compileChildren(props.else, context, `${pointer}/else`), 0);
    const chosen = (scope: Parameters<Node['build']>[0]) => cases.find((one) => one.when.test(scope))?.node ?? otherwise;
    return {
      build: (scope, width, session) => chosen(scope)?.build(scope, width, session) ?? [],
      measure: (scope, session) => chosen(scope)?.measure(scope, session) ?? { min: 0, max: 0 },
    };
  },
});
