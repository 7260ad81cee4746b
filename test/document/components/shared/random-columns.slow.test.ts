// Widths of random columns.
import { expect, test } from 'vitest';
import { createRandom } from '../../../support/random.ts';
import { layOut, pageLines } from '../../../support/render.ts';

const wide = 'DE89370400440532013000';

const said = async (body: unknown, data: unknown = {}, more: Record<string, unknown> = {}, height = 400) => {
  const { pages, warnings } = await layOut(body, data, { size: [200, height] }, more);
  return { lines: pageLines({ pages, warnings }).flat(), warnings };
};

test('columns that are not fixed are always as wide as their longest runs', async () => {
  const random = createRandom(21);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const words = [
    ...'a some 12,345.67 2026-01-31 AB-1234'.split(' '),
    '€ 5',
    '“x ”',
    ...'long-hyphened-word шесть e\u0301'.split(' '),
    wide.slice(0, 9),
  ];
  const textOf = () =>
    Array.from({ length: 1 + Math.floor(random() * 5) }, () => pick(words)).join(pick([' ', ' ', '/', '-', '']));
  let told = 0;
  for (let round = 0; round < 120; round++) {
    const isTable = random() < 0.6;
    const columns = Array.from({ length: 1 + Math.floor(random() * 5) }, (_, i) => {
      const content = pick<unknown>([`{{ r.c${i} }}`, [`{{ r.c${i} }}`, 'x'], { text: `{{ r.c${i} }}`, margin: [0, 3] }]);
      return { width: pick(['*', '2*', 'auto', '0.5*']), [isTable ? 'body' : 'stack']: content };
    });
    const rows = Array.from({ length: 1 + Math.floor(random() * 4) }, () =>
      Object.fromEntries(columns.map((_, i) => [`c${i}`, textOf()])),
    );
    const body = isTable ? [{ table: 'rows', as: 'r', columns }] : [{ repeat: 'rows', as: 'r', body: { row: columns, gap: 2 } }];
    const { warnings } = await said(body, { rows }, {}, 2000);
    const codes = new Set(warnings.map(({ code }) => code));
    expect([...codes], JSON.stringify([columns, rows])).not.toContain('text-too-wide');
    if (codes.size > 0) told++;
  }
  expect(told).toBeGreaterThan(10);
  expect(told).toBeLessThan(110);
});
