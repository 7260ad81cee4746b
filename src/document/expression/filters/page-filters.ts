// Filters of places in the document: page_number.
import { findNearest } from '../../../words/nearest.ts';
import { toText } from '../values.ts';
import { showOperand } from './arguments.ts';
import { defineFilter, type Filter } from './filter.ts';

export const pageFilters: readonly Filter[] = [
  defineFilter({
    name: 'page_number',
    input: 'text',
    arity: [0, 0],
    output: 'number',
    time: 'end',
    liquid: false,
    signature: 'page_number',
    summary: 'The number of the page with the anchor of this name, for contents and references. It can only be printed as text.',
    example: "'terms' | page_number",
    result: '4',
    check: (value) =>
      typeof value === 'string' && value.startsWith('#')
        ? `"page_number" takes the name of an anchor without "#": write ${showOperand(value.slice(1))}.`
        : undefined,
    run(value, _args, scope, tell) {
      const { anchors } = scope.page;
      const name = toText(value);
      // A text that is read before its pages are known prints no page number, as with page.total.
      if (name === '' || anchors === undefined) return '';
      const place = anchors.find(name);
      if (place === undefined) {
        const near = findNearest(name, anchors.list());
        const hint = near === undefined ? '' : ` (there is ${showOperand(near)})`;
        tell(scope, `Nothing in the document has the anchor ${showOperand(name)}${hint}, and its page number prints nothing`);
        return '';
      }
      if (place.isAmbiguous)
        tell(scope, `Several places have the anchor ${showOperand(name)}; the page number is that of the first`);
      return place.page;
    },
  }),
];
