// Filters of places in the document and of what runs through its pages: page_number, mark.
import { findNearest, listNames, suggest } from '../../../words/nearest.ts';
import { toText } from '../values.ts';
import { oneOf, showOperand } from './arguments.ts';
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
  defineFilter({
    name: 'mark',
    input: 'text',
    arity: [0, 1],
    args: () => [oneOf(['last', 'first', 'start'])],
    output: 'text',
    time: 'close',
    liquid: false,
    signature: "mark: 'last'",
    summary:
      "The text of the mark of this name, which components set (`mark`): what holds when the sheet ends. `'first'`: the first one set on the sheet, else what holds when it begins. `'start'`: what holds when it begins. It can only be printed as text, in a header, footer, background or overlay.",
    example: "'section' | mark: 'first'",
    result: 'Cakes',
    check(name, _args, { marks }) {
      if (typeof name !== 'string') return '"mark" takes a written name in quotes, as in \'section\' | mark.';
      const names = marks?.();
      if (names === undefined || names.includes(name)) return undefined;
      const hint =
        suggest(name, names) ||
        (names.length > 0 ? `; there are: ${listNames(names)}` : `; give one "mark": { ${JSON.stringify(name)}: "…" }`);
      return { code: 'unknown-mark', message: `No component sets the mark ${JSON.stringify(name)}${hint}` };
    },
    // A text that is read before its page ends prints nothing, as with page numbers.
    run: (name, [when = 'last'], { page }) => page.marks?.textOf(name as string, when as 'start' | 'first' | 'last') ?? '',
  }),
];
