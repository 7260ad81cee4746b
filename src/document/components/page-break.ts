// The next component begins a page.
import { SpaceBox } from '../layout/box.ts';
import { defineComponent } from './component.ts';

export const pageBreak = defineComponent({
  type: 'pageBreak',
  group: 'layout',
  summary:
    'What follows begins on a new page. Before the first content and after the last it makes no page; two in a row leave one empty.',
  properties: {},
  required: [],
  example: { type: 'pageBreak' },
  compile() {
    return {
      build() {
        const box = new SpaceBox(0);
        box.breakAfter = true;
        return [box];
      },
      measure: () => ({ min: 0, max: 0 }),
    };
  },
});
