import { describe, expect, test } from 'vitest';
import type { ImageLookup } from '../../../../src/document/layout/session.ts';
import { diagnose, itemLines, layOut } from '../../../support/render.ts';

const picture = { key: 'a', bytes: new Uint8Array(), width: 80, height: 40, dpi: 72 };
const find: ImageLookup = (name) => (name === 'there.png' ? picture : { problem: `There is no image ${name}.` });
const draw = (body: unknown, data: unknown = {}, more: Record<string, unknown> = {}) =>
  layOut(body, data, more, {}, undefined, find);

/** Where a picture lies in an area of 40 × 40 that it covers. */
async function placed(focus: unknown, fit = 'cover', area: object = { width: 40, height: 40 }, data: unknown = {}) {
  const { pages, warnings } = await draw(
    [{ image: "{{ 'there.png' }}", alt: 'x', fit, ...area, ...(focus !== undefined && { focus }) }],
    data,
  );
  const [item] = pages[0]!.items;
  const inner = item!.kind === 'group' ? item!.items[0]! : item!;
  if (inner.kind !== 'image') throw new Error('no picture');
  return { left: inner.x, top: inner.y, warnings: warnings.map(({ code }) => code) };
}

describe('focus', () => {
  test.each([
    [undefined, -20],
    [[0.5, 0.5], -20],
    [[0, 0], 0],
    [[0.3, 0], -4],
    [[1, 1], -40],
    [[0.75, 1], -40],
    [[0.6, 1], -28],
  ])('%j of a picture that is too wide begins at %s', async (focus, left) => {
    const found = await placed(focus);
    expect(found.left).toBeCloseTo(left);
    expect(found.top).toBeCloseTo(0);
  });

  test('goes by the height of a picture that is too high', async () => {
    const { left, top } = await placed([0, 0.4], 'cover', { width: 80, height: 20 });
    expect([left, top]).toEqual([0, -6]);
  });

  test('may be bound', async () => {
    const data = { at: { x: 0.3, y: 9 } };
    const found = await placed(['{{ at.x }}', '{{ at.y }}'], 'cover', { width: 40, height: 40 }, data);
    expect(found.left).toBeCloseTo(-4);
    expect(found.warnings).toEqual(['wrong-number']);
  });

  test('without "cover", a width and a height has no effect', async () => {
    const found = (more: object) =>
      diagnose({
        pages: [{ body: [{ image: '{{ x }}', alt: '', focus: [0, 0], ...more }] }],
        dataSchema: { properties: { x: { type: 'string' } }, required: ['x'] },
      });
    const warning = ['warning no-effect /pages/0/body/0/focus'];
    expect(await found({ width: 10, height: 10 })).toEqual(warning);
    expect(await found({ width: 10, height: 10, fit: 'contain' })).toEqual(warning);
    expect(await found({ width: 10, fit: 'cover' })).toEqual(warning);
    expect(await found({ width: 10, height: 10, fit: 'cover' })).toEqual([]);
    expect(await found({ width: 10, height: 10, fit: 'cover', focus: [2, 0] })).toEqual([
      'error wrong-value /pages/0/body/0/focus/0',
    ]);
    expect(await found({ width: 10, height: 10, fit: 'cover', focus: [0] })).toEqual([
      expect.stringMatching(/^error .* \/pages\/0\/body\/0\/focus$/),
    ]);
  });
});

describe('placeholder', () => {
  const lines = async (more: object, data: unknown = {}) => {
    const { pages, warnings } = await draw([{ image: '{{ photo }}', alt: 'x', width: 40, height: 20, ...more }, 'after'], data);
    return [...itemLines(pages[0]!.items), ...warnings.map(({ code, message }) => `${code}: ${message}`)];
  };

  test('fills the area of a picture that the data do not have', async () => {
    expect(await lines({ placeholder: '#eeeeee' }, { photo: '' })).toEqual(await lines({ placeholder: '#eeeeee' }));
    expect(await lines({ placeholder: '#eeeeee' })).toEqual([
      expect.stringMatching(/^rect 10,10 40x20 #eeeeee/),
      expect.stringContaining('after'),
    ]);
    expect(await lines({ placeholder: '#eeeeee', align: 'right' })).toEqual([
      expect.stringMatching(/^rect 150,10 40x20/),
      expect.stringContaining('after'),
    ]);
  });

  test('has the border, the background and the corners of a picture', async () => {
    const around = { width: 1, radius: 8 };
    const boxOf = async (body: object) => (await lines({ border: around, background: '#ffeeee', ...body }, {}))[0];
    expect(await boxOf({ placeholder: '#eeeeee', align: 'right' })).toBe(
      await boxOf({ image: "{{ 'there.png' }}", fit: 'fill', align: 'right' }),
    );
    expect(await boxOf({ placeholder: '#eeeeee' })).toBe(await boxOf({ image: "{{ 'there.png' }}", fit: 'fill' }));
  });

  test('tells a name that does not exist', async () => {
    expect((await lines({ placeholder: '#eeeeee' }, { photo: 'gone.png' })).at(-1)).toBe(
      'missing-image: There is no image gone.png.',
    );
    expect((await lines({}, { photo: '' })).at(-1)).toBe('missing-image: There is no image: its name is empty.');
    expect((await lines({ fallback: "{{ 'there.png' }}" }, { photo: 'gone.png' })).at(-1)).toBe(
      'missing-image: There is no image gone.png.',
    );
    expect((await lines({ fallback: "{{ 'there.png' }}" })).at(-1)).toContain('after');
  });

  test('comes after the fallback', async () => {
    const [first] = await lines({ placeholder: '#eeeeee', fallback: "{{ 'there.png' }}" });
    expect(first).toMatch(/^image /);
  });

  test('may be bound, and be a gradient', async () => {
    const [first] = await lines({ placeholder: '{{ tint }}' }, { tint: '#123456' });
    expect(first).toContain('#123456');
    const { pages } = await draw([
      { image: '{{ x }}', alt: '', width: 40, height: 20, placeholder: { from: '#ffffff', to: '#000000' } },
    ]);
    expect(pages[0]!.items[0]).toMatchObject({ kind: 'rect', fill: { kind: 'linear' } });
  });

  test('is as high as the row of a table', async () => {
    const table = {
      table: 'rows',
      as: 'row',
      columns: [
        { body: { image: '{{ row.photo }}', alt: 'x', height: '100%', width: 30, placeholder: '#eeeeee' }, width: 30 },
        { body: 'a\nb\nc' },
      ],
    };
    const { pages } = await draw([table], { rows: [{}] });
    expect(itemLines(pages[0]!.items).find((line) => line.includes('#eeeeee'))).toMatch(/ 30x30 /);
  });

  test('without an area has no effect', async () => {
    const found = (more: object) =>
      diagnose({ pages: [{ body: [{ image: '{{ x }}', alt: '', placeholder: '#eeeeee', ...more }] }] });
    expect(await found({ height: 10 })).toContain('warning no-effect /pages/0/body/0/placeholder');
    expect(await found({ width: 10 })).toContain('warning no-effect /pages/0/body/0/placeholder');
    expect(await found({ width: 10, height: 10, placeholder: 'nocolour' })).toContainEqual(
      expect.stringMatching(/^error .*placeholder$/),
    );
  });
});
