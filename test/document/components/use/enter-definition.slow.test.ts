// Templates whose definitions would make endless work.
import { expect, test } from 'vitest';
import { diagnose } from '../../../support/render.ts';

/** The kinds of faults of a template with this body. */
const codes = async (body: unknown, define: unknown) =>
  (await diagnose({ define, pages: [{ body }] })).map((one) => one.split(' ')[1]);

test('definitions that each use the next twice end in an error, not in endless work', async () => {
  const doubling = Object.fromEntries(
    Array.from({ length: 60 }, (_, i) => [
      `d${i}`,
      { body: i === 59 ? 'x' : { row: [{ use: `d${i + 1}` }, { use: `d${i + 1}` }] } },
    ]),
  );
  expect(await codes([{ use: 'd0' }], doubling)).toContain('too-many-components');
  let content: unknown = 'x';
  for (let i = 0; i < 30; i++) content = { use: 's', body: content };
  expect(await codes([content], { s: { body: [{ slot: 'body' }, { slot: 'body' }] } })).toEqual(['too-many-components']);
});

test('definitions that use others too often are refused before the first is compiled in place', async () => {
  const uses = (next: string) => ({ body: Array.from({ length: 8 }, () => ({ use: next })) });
  const define = {
    ...Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`d${i}`, uses(`d${i + 1}`)])),
    d12: { body: '{{ no }}' },
  };
  // The fault of d12 is told once, where it is written, and not by each copy.
  const found = await diagnose({ define, pages: [{ body: [{ use: 'd0' }, { use: 'd0' }] }] });
  const full = found.filter((one) => one.startsWith('error too-many-components'));
  expect(full.map((one) => one.split(' ')[2])).toEqual(['/pages/0/body/0']);
  expect(found.length).toBeLessThan(4);
  // 8 and 64 and 512 and 4,096 are not too many.
  expect(await codes([{ use: 'd8' }], define)).not.toContain('too-many-components');
});

test('what stands in many slots counts too', async () => {
  const define = { s: { body: Array.from({ length: 200 }, () => ({ slot: 'body' })) } };
  expect(await codes([{ use: 's', body: Array.from({ length: 200 }, () => 'x') }], define)).toEqual(['too-many-components']);
});

test('large values in a definition count by their characters', async () => {
  const large = { p: Array.from({ length: 1000 }, () => 'a'.repeat(200)) };
  const define = { outer: { body: { use: 'inner', with: large } }, inner: { body: 'x' }, frame: { body: { slot: 'body' } } };
  const many = (use: unknown) => Array.from({ length: 200 }, () => use);
  expect(await codes(many({ use: 'outer' }), define)).toContain('too-many-components');
  const content = { body: { use: 'inner', with: large } };
  const twice = { ...define, frame: { body: many({ slot: 'body' }) } };
  expect(await codes([{ use: 'frame', ...content }], twice)).toContain('too-many-components');
});

test('10,000 definitions and a value of 1 MB take little time', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, i) => [
      `d${i}`,
      { params: { p: { type: 'array', items: { type: 'number' } } }, body: ['{{ p.size }}'] },
    ]),
  );
  const found = await codes([{ use: 'd5', with: { p: Array.from({ length: 300_000 }, (_, i) => i % 10) } }], many);
  expect(found.every((one) => one === 'unused-definition')).toBe(true);
  expect(found.length).toBeGreaterThan(100);
});
