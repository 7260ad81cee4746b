// The component `stack`: components one below the other.

import { isObject } from '../../../json/is-object.ts';
import { components, size } from '../../template/property-schemas.ts';
import { defineComponent, type ForeignNotation } from '../component.ts';
import { entriesOf } from '../shared/roles.ts';
import { compileChildren, stackNodes } from '../shared/stack-nodes.ts';
import { usualWritten } from '../shared/usual-properties.ts';
import { stackParts, withStackParts } from './stack-edges.ts';

export const stack = defineComponent({
  type: 'stack',
  content: 'children',
  knownAs: ['box', 'children', 'column', 'container', 'content', 'div'],
  group: 'layout',
  usual: { ...usualWritten, spacing: ['gap', 'margin', 'padding'] },
  summary: 'Components one below the other. A list where a component may stand is a stack.',
  properties: {
    gap: { ...size, description: 'Space between the children, and between them and the header and footer.' },
    ...stackParts,
    stack: components,
  },
  required: [],
  looks: ['gap'],
  example: { gap: 2, stack: ['First line', 'Second line'] },
  explain: explainParts,
  compile(props, context, pointer) {
    const children = entriesOf(compileChildren(props.stack, context, `${pointer}/stack`), props.role);
    const gap = (props.gap ?? 0) * context.template.unit;
    return withStackParts(stackNodes(children, gap), gap, props, context, pointer);
  },
});

/** A header or footer that is not a list of parts. */
function explainParts(given: Readonly<Record<string, unknown>>): ForeignNotation | undefined {
  for (const name of ['header', 'footer']) {
    const part = given[name];
    if (part === undefined || Array.isArray(part)) continue;
    const right = JSON.stringify([isObject(part) && part.body !== undefined ? part : { body: part }]);
    return { place: `/${name}`, message: `must be a list of parts: write ${right}` };
  }
  return undefined;
}
