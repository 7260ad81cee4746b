// The component `spacer`: empty space in the flow.

import { SpaceBox } from '../../layout/box.ts';
import { size } from '../../template/property-schemas.ts';
import { defineComponent } from '../component.ts';
import { usualCondition } from '../shared/usual-properties.ts';

export const spacer = defineComponent({
  type: 'spacer',
  content: 'nothing',
  knownAs: ['space'],
  group: 'layout',
  usual: { content: ['spacer'], condition: usualCondition },
  summary: 'Empty space of a given height.',
  properties: { spacer: { ...size, description: 'Height, in the unit of the template.' } },
  required: [],
  hasText: false,
  example: { spacer: 5 },
  sizesItself: 'height',
  canPrint: () => false,
  compile(props, context) {
    const height = props.spacer * context.template.unit;
    return { build: () => [new SpaceBox(height)], measure: () => ({ min: 0, max: 0 }) };
  },
});
