// The canonical form of a template means the same as what its author wrote.
import { expect, test } from 'vitest';
import { canonicalForm } from '../../../src/document/compile/canonical-form.ts';
import { createRandom } from '../../support/random.ts';
import { renderPdf } from '../../support/render-document.ts';
import { trialSeeds } from '../../support/trials.ts';

const bodyOf = (body: unknown, page: object = {}) => {
  const { pages } = canonicalForm({ pages: [{ ...page, body }] }) as { pages: { body: unknown }[] };
  return pages[0]!.body;
};

test('a stack that is the only child stays one child', () => {
  const stack = { stack: ['a', 'b'] };
  expect(bodyOf(stack, { gap: 10 })).toEqual(stack);
  for (const parent of [
    { gap: 3, group: stack },
    { gap: 3, stack },
    { role: 'list', stack },
    { repeat: 'list', role: 'list', body: stack },
    { use: 'd', role: 'list', body: stack },
  ])
    expect(bodyOf([parent])).toEqual([parent]);
  const define = { d: { body: stack, page: { gap: 3, body: stack } } };
  expect(canonicalForm({ define, pages: [] })).toEqual({ define, pages: [] });
});

test('a stack among other children is a list', () => {
  expect(bodyOf([{ stack: ['a', { stack: ['b', 'c'] }] }, { gap: 3, group: [{ stack: ['a'] }] }])).toEqual([
    ['a', ['b', 'c']],
    { gap: 3, group: [['a']] },
  ]);
});

test('the width "*" stays where a component without it has a width of its own', () => {
  const row = [
    { barcode: 'a', symbology: 'qr', width: '*' },
    { image: 'a.png', width: '*' },
    { field: 'a', kind: 'signature', width: '*' },
  ];
  expect(bodyOf([{ row }])).toEqual([{ row }]);
  expect(bodyOf([{ row: [{ text: 'a', width: '*' }] }])).toEqual([{ row: ['a'] }]);
});

/** A component with all that the canonical form shortens or sorts. */
function makeComponent(random: () => number): unknown {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const maybe = (entries: object) => (random() < 0.4 ? entries : {});
  const some = (depth: number, more: () => object = () => ({})): unknown[] =>
    Array.from({ length: 1 + Math.floor(random() * 2) }, () => widen(make(depth + 1), more()));
  const widen = (child: unknown, more: object): unknown => {
    if (Object.keys(more).length === 0) return child;
    return typeof child === 'string'
      ? { text: child, ...more }
      : Array.isArray(child)
        ? { stack: child, ...more }
        : { ...(child as object), ...more };
  };
  const content = (depth: number): unknown => pick([() => some(depth), () => make(depth + 1)])();
  const makers: readonly ((depth: number) => unknown)[] = [
    () => 'a text',
    () => ({ text: pick(['a', ['a', 'b']]), ...maybe({ bold: true }) }),
    (depth) => ({ stack: content(depth), ...maybe({ gap: 3 }), ...maybe({ role: pick(['list', 'section']) }) }),
    (depth) => some(depth),
    (depth) => ({ group: content(depth), ...maybe({ gap: 3 }), ...maybe({ background: '#eeeeee' }) }),
    (depth) => ({ row: some(depth, () => maybe({ width: pick(['*', '2*', 'auto', 30]) })), ...maybe({ gap: 2 }) }),
    (depth) => ({ repeat: pick(['few', ['x', { stack: ['y'] }]]), as: 'e', body: content(depth), ...maybe({ role: 'list' }) }),
    (depth) => ({ list: some(depth, () => maybe({ when: pick(['few', 'none']) })), ...maybe({ marker: '1.' }) }),
    (depth) => ({ list: 'few', as: 'e', marker: '{{ e }}', body: content(depth) }),
    (depth) => ({ choose: some(depth, () => maybe({ when: pick(['few', 'none']) })) }),
    (depth) => ({
      table: 'few',
      columns: [
        { body: content(depth), ...maybe({ header: make(depth + 1) }), ...maybe({ width: pick(['*', 40]) }) },
        pick(['b', { body: 'b' }]),
      ],
      ...maybe({ footer: [{ cells: some(depth, () => ({ span: 2 })).slice(0, 1) }] }),
    }),
    (depth) => ({ pairs: [[make(depth + 1), 'b'], { label: 'c', value: content(depth) }], ...maybe({ labels: { width: '*' } }) }),
    (depth) => ({ use: 'card', with: { title: { stack: ['x'] } }, body: content(depth), ...maybe({ role: 'list' }) }),
    () => ({ barcode: 'x', symbology: 'qr', alt: 'x', ...maybe({ width: 9 }) }),
  ];
  const make = (depth: number): unknown => (depth > 3 ? 'end' : pick(makers)(depth));
  return content(0);
}

test('random templates give the same document in their canonical form', async () => {
  for (const seed of trialSeeds('canonical-meaning.slow')) {
    const random = createRandom(seed);
    const define = { card: { params: { title: {} }, body: ['{{ title | json }}', { slot: 'body' }] } };
    const given = {
      document: { title: 'A', lang: 'en' },
      define,
      pages: [{ ...(random() < 0.5 && { gap: 4 }), header: [makeComponent(random)].flat(), body: makeComponent(random) }],
    };
    const form = canonicalForm(given) as typeof given;
    const data = { few: [1, 2], none: [] };
    expect([seed, (await renderPdf(form, { data })).equals(await renderPdf(given, { data }))]).toEqual([seed, true]);
    expect(canonicalForm(form)).toEqual(form);
  }
});
