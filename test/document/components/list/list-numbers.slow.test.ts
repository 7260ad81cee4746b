// The numbers of lists are those of a plain counter that walks through the template, wherever sheets divide the lists.
import { expect, test } from 'vitest';
import { inspectPdf } from '../../../../src/inspect/inspect-pdf.ts';
import { createRandom } from '../../../support/random.ts';
import { compile, layOut, pageTexts } from '../../../support/render.ts';
import { renderPdf } from '../../../support/render-document.ts';
import { textsInOrder } from '../../../support/structure.ts';
import { trialSeeds } from '../../../support/trials.ts';

type Part = Readonly<Record<string, unknown>>;

/** What the counter says beside a template that has just been made. */
interface Counter {
  /** The numbers of the items around, of lists that count. */
  readonly around: readonly number[];
  readonly depth: number;
}

const signs = {
  '1.': (n: number) => `${n}.`,
  'a)': (n: number) => `${'abcdefghijklmnopqrstuvwxyz'[n - 1]})`,
  '(I)': (n: number) =>
    `(${['', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII', 'XIII', 'XIV', 'XV', 'XVI', 'XVII', 'XVIII', 'XIX', 'XX', 'XXI', 'XXII', 'XXIII'][n]})`,
} as const;

/** A template of nested lists, and what it prints in order. */
function makeLists(seed: number): { readonly body: unknown; readonly data: Part; readonly printed: readonly string[] } {
  const random = createRandom(seed);
  const upTo = (count: number) => Math.floor(random() * count);
  const pick = <T>(list: readonly T[]): T => list[upTo(list.length)]!;
  const printed: string[] = [];
  const last: number[] = [];
  const data: Record<string, unknown> = {};
  let made = 0;

  const word = () => `w${++made}`;
  const say = (): string => {
    const text = Array.from({ length: pick([1, 1, 3, 25]) }, word).join(' ');
    printed.push(...text.split(' '));
    return text;
  };
  const spread = (kind: string, content: unknown): unknown =>
    kind === 'group' ? { group: content } : kind === 'stack' ? { stack: content, padding: 2, background: '#eeeeee' } : content;

  function makeList({ around, depth }: Counter): Part {
    const marker = pick(['1.', '1.', 'a)', '(I)', '•', '☐', undefined, ...(around.length > 0 ? ['1.1', '1.1'] : [])]);
    const counts = marker === '1.1' || (marker !== undefined && marker in signs);
    const goesOn = counts && random() < 0.4 && (last[depth] ?? 0) < 15;
    const start = counts && !goesOn && random() < 0.3 ? 1 + upTo(5) : undefined;
    const fromData = random() < 0.3;
    const count = upTo(5);
    let next = goesOn ? (last[depth] ?? 0) + 1 : (start ?? 1);
    const mark = (own: number) =>
      printed.push(
        marker === '1.1'
          ? `${around.at(-1)}.${own}`
          : marker !== undefined && marker in signs
            ? signs[marker as keyof typeof signs](own)
            : (marker ?? ['•', '–', '‣'][Math.min(depth, 2)]!),
      );
    const inner = () => ({ around: counts ? [...around, next] : around, depth: depth + 1 });
    let list: unknown;
    let body: unknown;
    if (fromData) {
      const elements = Array.from({ length: count }, (_, i) => ({ id: `d${i}`, shown: random() < 0.7 }));
      list = `list${++made}`;
      data[list as string] = elements;
      body = ['{{ item.id }}'];
      for (const { id, shown } of elements) {
        if (!shown) continue;
        mark(next);
        printed.push(id);
        next++;
      }
    } else {
      list = Array.from({ length: count }, () => {
        if (random() < 0.15) return pick<unknown>([{ text: 'hidden', when: '1 > 2' }, "{{ '' }}", ["{{ '' }}"]]);
        mark(next);
        const text = say();
        const more = depth < 4 && random() < 0.5 ? [makeList(inner()), ...(random() < 0.3 ? [say()] : [])] : [];
        next++;
        return spread(pick(['plain', 'plain', 'plain', 'group', 'stack']), [text, ...more]);
      });
    }
    const first = goesOn ? (last[depth] ?? 0) + 1 : (start ?? 1);
    if (counts && next > first) last[depth] = next - 1;
    return {
      list,
      ...(body !== undefined && { body, where: 'item.shown' }),
      ...(marker !== undefined && { marker }),
      ...(start !== undefined && { start: random() < 0.5 ? start : `{{ ${start} }}` }),
      ...(goesOn && { continue: true }),
      ...(random() < 0.3 && { gap: pick([2, '{{ 1 + 1 }}']) }),
      ...(random() < 0.2 && { markerWidth: 20 }),
    };
  }

  const body = Array.from({ length: 3 }, () => [
    say(),
    makeList({ around: [], depth: 0 }),
    ...(random() < 0.3 ? [{ row: [makeList({ around: [], depth: 0 })] }] : []),
  ]);
  return { body, data, printed };
}

test('the numbers of random lists are those of a plain counter, across sheets', async () => {
  let sheets = 0;
  let markers = 0;
  const seeds = trialSeeds('list-numbers.slow');
  for (const seed of seeds) {
    const { body, data, printed } = makeLists(seed);
    const laidOut = await layOut(body, data, { size: [300, 90 + (seed % 5) * 40] });
    const words = (texts: readonly string[]) => texts.flatMap((text) => text.trim().split(/ +/));
    expect(words(pageTexts(laidOut).flat()), `seed ${seed}`).toEqual(printed);
    expect(words(textsInOrder(laidOut)), `read, seed ${seed}`).toEqual(printed);
    expect(laidOut.warnings.filter(({ code }) => code !== 'unit-too-tall' && code !== 'text-too-wide')).toEqual([]);
    sheets += laidOut.pages.length;
    markers += printed.filter((one) => !/^[wd]\d/.test(one)).length;
  }
  expect(sheets).toBeGreaterThan(2 * seeds.length);
  expect(markers).toBeGreaterThan(10 * seeds.length);
});

test.each(['PDF/UA-1', ['PDF/A-1a', 'PDF/UA-1'], ['PDF/A-2a', 'PDF/UA-1'], 'PDF/UA-2', ['PDF/A-4', 'PDF/UA-2']])(
  'lists break no rule of %s',
  async (standard) => {
    const body = [
      { text: 'T', role: 'heading1' },
      { list: ['a', ['b', { list: ['c'], marker: '1.1' }, 'd'], { text: 'H', role: 'heading2' }], marker: '1.' },
      { list: ['a', ['x', { list: ['b'], marker: '' }], { repeat: [], body: 'x' }] },
      { list: 'l', marker: "{{ item == 1 ? '☑' : '☐' }}", body: '{{ item }}' },
    ];
    const pdf = await renderPdf(
      { document: { title: 'T', lang: 'en' }, pages: [{ size: 'A4', margin: 10, body }] },
      { standard, data: { l: [1, 2] } },
    );
    const { check } = await inspectPdf(pdf, { check: true });
    expect(check!.findings).toEqual([]);
  },
);

test('20,000 items are built one after the other', async () => {
  const tasks = Array.from({ length: 20_000 }, (_, i) => i);
  const { program } = await compile({
    pages: [{ size: 'A4', margin: 10, body: { list: 'tasks', marker: '1.', body: '{{ item }}' } }],
  });
  expect(program).toBeDefined();
  let checks = 0;
  await expect(
    layOut({ list: 'tasks', marker: '1.', body: 'x' }, { tasks }, {}, {}, undefined, undefined, () => {
      checks++;
      if (checks === 50) throw new Error('out of time');
    }),
  ).rejects.toThrow('out of time');
  const { pages } = await layOut({ list: 'tasks', marker: '1.', body: 'x' }, { tasks }, { size: [200, 2_020] });
  expect(pages).toHaveLength(100);
  expect(pageTexts({ pages: pages.slice(-1), warnings: [] })[0]!.slice(-2)).toEqual(['20000.', 'x']);
}, 60_000);
