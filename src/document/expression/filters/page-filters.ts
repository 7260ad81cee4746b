// Filters of places in the document and of what runs through its pages: their pages, numbers, titles, counters and marks.
import { findNearest, listNames, suggest } from '../../../words/nearest.ts';
import type { OutlineView, Scope } from '../scope.ts';
import { toText } from '../values.ts';
import { oneOf, showOperand } from './arguments.ts';
import { defineFilter, type Filter, type NoteUnusable } from './filter.ts';

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
    check: (value) => anchorFault('page_number', value),
    run: (value, _args, scope, tell) => findPage(value, scope, (what) => tell(scope, what), 'page number')?.page ?? '',
  }),
  defineFilter({
    name: 'page_label',
    input: 'text',
    arity: [0, 0],
    output: 'text',
    time: 'end',
    liquid: false,
    signature: 'page_label',
    summary:
      'The label of the page with the anchor of this name: what viewers call the page, by the `labels` of its page layout. It can only be printed as text.',
    example: "'terms' | page_label",
    result: 'iv',
    check: (value) => anchorFault('page_label', value),
    run: (value, _args, scope, tell) => findPage(value, scope, (what) => tell(scope, what), 'page label')?.label ?? '',
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
      "The text of the mark of this name, which components set (`mark`): what holds when the sheet ends. `'first'`: the first one set on the sheet, else what the sheet before ends with. `'start'`: what the first content of the sheet sets, else what the sheet before ends with. It can only be printed as text, in a header, footer, background or overlay.",
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
  defineFilter({
    name: 'number_of',
    input: 'text',
    arity: [0, 1],
    args: () => [oneOf(['full'])],
    output: 'text',
    asks: 'anchor',
    liquid: false,
    signature: "number_of: 'full'",
    summary:
      "The number of what has the anchor of this name: of a heading, a clause, a counted component or an item of a list, as it stands there: `(a)`. `'full'`: after the numbers around it that it does not show itself: `4.2 (a)`.",
    example: "'terms' | number_of",
    result: '2.1',
    check: (value) => anchorFault('number_of', value),
    run(value, [form], scope, tell) {
      const found = findPlace(value, scope, tell, 'number');
      if (found?.number === '')
        tell(scope, `What has the anchor ${showOperand(toText(value))} has no number, and nothing is printed`, 'no-number');
      return (form === 'full' ? found?.fullNumber : found?.number) ?? '';
    },
  }),
  defineFilter({
    name: 'title_of',
    input: 'text',
    arity: [0, 0],
    output: 'text',
    asks: 'anchor',
    liquid: false,
    signature: 'title_of',
    summary: 'The title of the bookmark with the anchor of this name. A heading has its text, if its bookmark has no title.',
    example: "'terms' | title_of",
    result: 'Terms',
    check: (value) => anchorFault('title_of', value),
    run(value, _args, scope, tell) {
      const found = findPlace(value, scope, tell, 'title');
      if (found && found.title === undefined)
        tell(scope, `What has the anchor ${showOperand(toText(value))} has no title: give its "bookmark" a "title"`);
      return found?.title ?? '';
    },
  }),
  defineFilter({
    name: 'counter',
    input: 'text',
    arity: [0, 0],
    output: 'number',
    asks: 'counter',
    liquid: false,
    signature: 'counter',
    summary:
      'The value of a counter: inside of a component with this `count` its own number, elsewhere the number of the last one before.',
    example: "'figure' | counter",
    result: '3',
    run(value, _args, scope, tell) {
      const name = toText(value);
      if (name === '' || !scope.outline?.isKnown) return '';
      const count = scope.outline.count(name);
      if (count === undefined) tell(scope, `Nothing counts ${showOperand(name)} here, and its counter prints nothing`);
      return count ?? '';
    },
  }),
  defineFilter({
    name: 'pdf_pages',
    input: 'text',
    arity: [0, 0],
    output: 'pages',
    liquid: false,
    signature: 'pdf_pages',
    summary:
      'The pages of a PDF: an asset by its name, or a `data:application/pdf;base64,` URI of the data. Each page has its `number` from 1, its `width` and `height` in the unit of the template, both as `size`, and `pdf`, the text before the filter. The component `pdf` draws it.',
    example: "'terms.pdf' | pdf_pages | size",
    result: '2',
    check(value, _args, { pdfPages }) {
      const found = typeof value === 'string' && value !== '' ? pdfPages?.(value) : undefined;
      return found && 'problem' in found ? { code: found.code, message: found.problem } : undefined;
    },
    run(value, _args, scope, tell) {
      const name = toText(value);
      const found = name === '' ? undefined : scope.pdfPages?.(name);
      if (!found) return [];
      if (!('problem' in found)) return found;
      tell(scope, `${found.problem.replace(/\.$/, '')}, and there are no pages of it`, found.code);
      return [];
    },
  }),
];

const anchorFault = (filter: string, value: unknown): string | undefined =>
  typeof value === 'string' && value.startsWith('#')
    ? `"${filter}" takes the name of an anchor without "#": write ${showOperand(value.slice(1))}.`
    : undefined;

/** The page with an anchor. `what`: the fact about the page that is printed, for messages. Undefined: it is not known, or nothing has the anchor. */
function findPage(value: unknown, { page }: Scope, tell: (what: string) => void, what: string) {
  const { anchors } = page;
  const name = toText(value);
  // A text that is read before its pages are known prints neither number nor label, as with page.total.
  if (name === '' || anchors === undefined) return undefined;
  const place = anchors.find(name);
  if (place === undefined) {
    const near = findNearest(name, anchors.list());
    const hint = near === undefined ? '' : ` (there is ${showOperand(near)})`;
    tell(`Nothing in the document has the anchor ${showOperand(name)}${hint}, and its ${what} prints nothing`);
  } else if (place.isAmbiguous) tell(`Several places have the anchor ${showOperand(name)}; the ${what} is that of the first`);
  return place;
}

/** The place with an anchor. `what`: the fact about the place that is printed, for messages. */
function findPlace(value: unknown, scope: Scope, tell: NoteUnusable, what: string): ReturnType<OutlineView['find']> {
  const { outline } = scope;
  const name = toText(value);
  if (name === '' || !outline?.isKnown) return undefined;
  const found = outline.find(name);
  if (!found) {
    const near = findNearest(name, outline.anchors());
    const hint = near === undefined ? '' : ` (there is ${showOperand(near)})`;
    const remedy = near === undefined ? '; give a "bookmark" this "anchor"' : '';
    const message = `Nothing in a body has the anchor ${showOperand(name)}${hint}, and its ${what} prints nothing${remedy}`;
    tell(scope, message, 'unknown-anchor');
  } else if (found.isAmbiguous)
    tell(scope, `Several places have the anchor ${showOperand(name)}; the ${what} is that of the first`, 'anchor-twice');
  return found;
}
