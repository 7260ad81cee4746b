// Templates of all components, nested at random: the same seed gives the same template.
import { componentTypes } from '../../src/document/components/registry.ts';
import { onePage, writePdf } from './foreign-pdf.ts';
import { createRandom } from './random.ts';

type Component = Record<string, unknown>;
type Make = (depth: number) => Component;

const words =
  'Lieferung Rechnung invoice of the mountain trail with larch posts and signs für Zürich fünf Äpfel office waffle'.split(' ');
const sentence = 'Thank you for your order, which we have delivered in the week of the eighteenth of April.';

/** A page of another PDF with tags of its own, as a URI. */
const foreignPage = `data:application/pdf;base64,${writePdf(onePage('/StructParents 0', { Content: ['', '/P <</MCID 0>> BDC 0 0 1 rg 5 5 90 40 re f EMC'] })).toString('base64')}`;

/** Components that are turned now and then: those that have a length of their own. */
const turned = ['text', 'stack', 'table', 'list', 'markdown', 'pairs', 'image', 'polygon', 'path'];

/** Data for every template: lists of several lengths, texts of several lines. */
export const randomData = {
  none: [],
  few: [1, 2, 3],
  size: [140, 200],
  many: Array.from({ length: 20 }, (_, i) => i),
  text: sentence,
  long: `${sentence} `.repeat(6),
};

/** The template of a seed. `makers` has one maker for each type of component. */
export function makeRandomTemplate(seed: number): Record<string, unknown> {
  const random = createRandom(seed);
  const upTo = (count: number) => Math.floor(random() * count);
  const pick = <T>(list: readonly T[]): T => list[upTo(list.length)]!;
  const maybe = (share: number, entries: Component): Component => (random() < share ? entries : {});
  const say = () => Array.from({ length: 1 + upTo(9) }, () => pick(words)).join(' ');
  let fields = 0;
  const makeText: Make = () => ({
    text: pick([say(), say(), sentence, '{{ long }}', 'Page {{ page.number }} of {{ page.total }}', [say(), '', say()]]),
    ...maybe(0.1, {
      text: `${say()}\t${say()}\t12.50`,
      tabs: [{ at: 30 }, { at: 50, align: pick(['left', 'right', 'center', 'decimal']), leader: '.' }],
    }),
    ...maybe(0.2, { underline: true }),
    ...maybe(0.2, { role: pick(['title', 'code', 'caption', 'note', 'quote', 'paragraph', 'label']) }),
    ...maybe(0.1, { lang: 'de' }),
    ...maybe(0.1, { align: 'justify' }),
    ...maybe(0.15, { link: 'https://example.com' }),
    ...maybe(0.2, { format: 'inline', text: `**${say()}** and [${say()}](https://example.com/a) *${say()}*` }),
    ...maybe(0.1, { maxLines: 1, overflow: 'ellipsis' }),
  });
  // Notes draw from numbers of their own, so that what stands around them stays the same.
  const hasNote = createRandom(seed + 1_000_003);
  let isInColumns = false;
  const inColumns = (makeAll: () => Component[]): Component[] => {
    isInColumns = true;
    const made = makeAll();
    isInColumns = false;
    return made;
  };
  const noted = (): Component => ({
    text: `${sentence}[^a] Delivery[^b] and again.[^a]`,
    format: 'inline',
    footnotes: { a: hasNote() < 0.2 ? '{{ long }}' : 'A **short** note.', b: '{{ text }}' },
  });
  const children = (depth: number): Component[] => Array.from({ length: 1 + upTo(3) }, () => make(depth + 1));
  const cell = (depth: number): unknown => (random() < 0.7 ? pick([say(), '', '{{ item }}']) : make(depth + 2));
  const makers: Readonly<Record<string, Make>> = {
    text: (depth) => {
      const plain = makeText(depth);
      return !isInColumns && hasNote() < 0.2 ? noted() : plain;
    },
    stack: (depth) => ({
      stack: children(depth),
      ...maybe(0.4, { role: pick(['section', 'section', 'list']) }),
      ...maybe(0.2, { background: '#eeeeee' }),
    }),
    row: (depth) => ({ row: Array.from({ length: 1 + upTo(3) }, () => ({ width: '*', stack: children(depth) })) }),
    flow: (depth) => ({
      flow: inColumns(() => Array.from({ length: 1 + upTo(4) }, () => make(Math.max(1, depth + 1)))),
      ...maybe(0.5, { columns: 2 + upTo(3), gap: upTo(8) }),
      ...maybe(0.3, { rule: { width: 0.5 } }),
      ...maybe(0.2, { balance: false }),
    }),
    frame: (depth) => ({
      frame: Array.from({ length: 1 + upTo(2) }, (_, i) => ({ ...makeText(depth), at: { x: 0, y: i * 25, w: 60 } })),
      height: 60,
    }),
    group: (depth) => ({ group: children(depth) }),
    repeat: (depth) => ({ repeat: pick(['none', 'few', 'many']), body: [makeText(depth)] }),
    choose: (depth) => ({ choose: [{ when: pick(['1 > 2', '2 > 1']), stack: children(depth) }, say()] }),
    spacer: () => ({ spacer: 3 }),
    pageBreak: () => ({ pageBreak: true }),
    table: (depth) => {
      const count = 1 + upTo(4);
      return {
        table: pick(['none', 'few', 'few', 'many']),
        columns: Array.from({ length: count }, (_, i) => ({
          ...(count > 0 && { header: `${say()} ${i}` }),
          body: cell(depth),
          ...(i === 0 && maybe(0.3, { rowHeader: true })),
        })),
        ...maybe(0.5, { footer: [{ cells: [{ span: count, text: say() }] }] }),
        ...maybe(0.3, { empty: 'nothing' }),
        ...maybe(0.2, { rowBreak: 'allow' }),
        ...maybe(0.2, { repeatHeader: false }),
        ...maybe(0.3, { rules: 'all', zebra: '#f0f0f0' }),
      };
    },
    use: (depth) => ({ use: 'card', with: { title: say() }, body: [makeText(depth)] }),
    pairs: () => ({
      pairs: [[say(), say()], { label: say(), value: '{{ text }}' }, { each: 'few', label: say(), value: '{{ item }}' }],
    }),
    list: (depth) =>
      random() < 0.6
        ? {
            list: Array.from({ length: 1 + upTo(3) }, () => (random() < 0.5 ? children(depth) : makeText(depth))),
            ...maybe(0.6, { marker: pick(['1.', '(a)', '☐', '']), gap: upTo(3) }),
          }
        : { list: pick(['none', 'few', 'many']), marker: pick(['1.', '{{ item }}', '–']), body: [makeText(depth)] },
    markdown: () => ({
      markdown: pick([`## {{ text }}\n\n${say()} **{{ text }}**`, `> ${say()}\n\n---\n\n1. ~~{{ text }}~~\n2. - [x] ${say()}`]),
      headings: 1,
    }),
    toc: () => ({ toc: 1 + upTo(3), ...maybe(0.5, { dots: false }) }),
    leader: () => ({ leader: pick(['.', ' .']) }),
    image: () => ({
      width: 10,
      ...pick([
        { image: 'dot.png' },
        { image: 'dot.png', height: 4, fit: 'cover', focus: [random(), random()] },
        { image: "{{ '' }}", height: 4, placeholder: '#eeeeee' },
      ]),
      ...pick([{ alt: say() }, { alt: '' }]),
    }),
    line: () => pick<Record<string, unknown>>([{ line: true }, { line: { width: 2 }, arrow: pick(['start', 'end', 'both']) }]),
    rect: () => ({ rect: 5, fill: '#dddddd' }),
    ellipse: () => ({
      ellipse: 8,
      width: 8,
      fill: { from: '#dddddd', to: '#ffffff', shape: 'radial' },
      ...maybe(0.3, { alt: say() }),
    }),
    polygon: () => ({
      polygon: [
        [0, 5],
        [5, 0],
        [10, 5],
      ],
      fill: { from: '#dddddd', to: '#888888' },
    }),
    path: () => ({ path: 'M0 5 Q5 -5 10 5 A2 2 0 0 0 14 5', stroke: { width: 1, cap: 'round' } }),
    chart: () => {
      const kind = pick(['bar', 'line', 'area', 'pie', 'donut', 'scatter', 'sparkline']);
      const isSingle = ['pie', 'donut', 'sparkline'].includes(kind);
      return {
        chart: kind,
        each: pick(['none', 'few', 'many']),
        as: 'v',
        x: '{{ v }} {{ loop.index }}',
        ...(isSingle || random() < 0.5
          ? { value: 'loop.index * 2 - 1' }
          : {
              series: [
                { name: say(), value: 'loop.index' },
                { name: say(), value: 'loop.count - loop.index * 3' },
              ],
            }),
        height: 30,
        ...pick([{ alt: say() }, { alt: '' }]),
        ...maybe(kind === 'sparkline' ? 0 : 0.5, { labels: true }),
      };
    },
    barcode: () => ({ barcode: 'https://example.com', symbology: 'qr', width: 15, alt: say() }),
    payment: () => ({
      payment: 'epc',
      account: 'BE72000000001616',
      creditor: say(),
      ...maybe(0.5, { amount: '{{ 2.5 * 2 }}' }),
      ...maybe(0.5, { width: 15 }),
    }),
    pdf: () => ({
      pdf: foreignPage,
      width: 12,
      ...maybe(0.5, { alt: say() }),
      ...maybe(0.3, { height: 12, fit: pick(['cover', 'fill', 'none']) }),
    }),
    annotation: () => ({
      annotation: say(),
      ...maybe(0.5, { author: say(), icon: pick(['comment', 'note', 'help']), width: 4 }),
    }),
    field: () => ({
      field: `${pick(['', 'group.'])}field${++fields}`,
      alt: say(),
      ...pick<object>([
        { kind: 'signature', height: 10 },
        { kind: 'text', ...maybe(0.5, { value: say() }), ...maybe(0.3, { lines: 3 }) },
        { kind: 'text', comb: true, max: 8, value: '12' },
        { kind: 'date', value: '2026-03-09' },
        { kind: 'check', value: pick([true, false]) },
        { kind: 'radio', option: 'a', value: pick(['a', 'b']) },
        { kind: 'choice', options: ['a', { value: 'b', label: say() }], value: 'b', ...maybe(0.5, { lines: 2 }) },
      ]),
    }),
  };
  const make: Make = (depth) => {
    const types = depth > 2 ? ['text', 'line', 'image'] : Object.keys(makers);
    const type = pick(types);
    // A page break stands only where nothing is side by side.
    const made = makers[depth > 0 && ['pageBreak', 'field', 'flow'].includes(type) ? 'text' : type]!(depth);
    const mayTurn = turned.includes(type) && !/"(?:flow|pageBreak|footnotes)"/.test(JSON.stringify(made));
    return {
      ...made,
      ...maybe(0.1, { opacity: pick([0, 0.5, 0.9]) }),
      ...maybe(mayTurn ? 0.05 : 0, { rotate: pick([90, 180, 270]), ...maybe(0.5, { minHeight: 15 }) }),
    };
  };
  const heading = (level: number) => ({ text: say(), role: `heading${level}` });
  const body = [heading(1), make(0), make(0), heading(2), make(0), ...maybeList(random() < 0.5, [heading(3), make(0)]), make(0)];
  return {
    document: { title: 'A title', lang: 'en' },
    ...(seed % 4 === 1 && { styles: { base: { hyphenate: true, align: 'justify' } } }),
    ...(seed % 8 === 3 && { styles: { base: { hyphenate: { inRow: 1 }, lines: 'balanced' } } }),
    define: { card: { params: { title: { type: 'string' } }, body: ['{{ title }}', { slot: 'body' }] } },
    pages: [
      {
        size: pick(['A4', 'A5', [105, 148], '{{ size }}']),
        margin: pick([10, 10, { top: 10, bottom: 10, inner: 20, outer: 8 }]),
        ...maybe(0.15, { each: 'few', as: 'part', ...maybe(0.5, { start: pick(['left', 'right']) }) }),
        ...maybe(0.5, { header: ['Page {{ page.number }}'] }),
        ...maybe(0.5, {
          footer: [
            { on: 'first', body: [makeText(0)] },
            { on: 'notFirst', ...maybe(0.3, { bleed: true }), body: [makeText(0)] },
          ],
        }),
        ...maybe(0.15, { overlay: [{ watermark: say(), ...maybe(0.6, { opacity: 0.3 }) }] }),
        ...maybe(0.2, { background: [{ rect: 20, fill: '#eeeeee', at: { x: 0, y: 0, w: 50 } }] }),
        body,
      },
    ],
  };
}

const maybeList = <T>(isThere: boolean, list: readonly T[]): readonly T[] => (isThere ? list : []);

/** Types that a template of the generator holds. */
export function typesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(typesOf);
  if (typeof value !== 'object' || value === null) return [];
  const own = componentTypes().filter((name) => name in value);
  return [...own, ...Object.values(value).flatMap(typesOf)];
}
