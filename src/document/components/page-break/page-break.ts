// The component `page-break`: the next component begins a page.

import { SpaceBox } from '../../layout/box.ts';
import { defineComponent } from '../component.ts';
import { warnOfLostBreak } from '../shared/box/with-breaks.ts';
import { usualCondition } from '../shared/usual-properties.ts';

export const pageBreak = defineComponent({
  type: 'pageBreak',
  content: 'nothing',
  knownAs: ['newpage'],
  group: 'layout',
  usual: { condition: usualCondition },
  summary:
    'The next component begins on a new page. Before the first and after the last content a page break has no effect. Two in a row leave an empty page.',
  properties: { pageBreak: { const: true, description: 'Always `true`.' } },
  required: [],
  hasText: false,
  example: { pageBreak: true },
  canPrint: () => false,
  compile(_props, context, pointer) {
    warnOfLostBreak(context, pointer);
    return {
      build() {
        const box = new SpaceBox(0);
        box.breakAfter = 'page';
        return [box];
      },
      measure: () => ({ min: 0, max: 0 }),
    };
  },
});
