import { describe, expect, test } from 'vitest';
import type { ImageSource } from '../../../src/document/image/image-source.ts';
import type { PageItem } from '../../../src/document/layout/fragment.ts';
import type { Element } from '../../../src/document/layout/tag.ts';
import { defaultLimits, layOut } from '../../support/render.ts';

const picture = (name: string | undefined, width: number, height: number): ImageSource => ({
  key: `${name}`,
  bytes: new Uint8Array(),
  ...(name !== undefined && { name }),
  width,
  height,
  dpi: 72,
});

const pictures: Readonly<Record<string, ImageSource>> = {
  'tall.png': picture('tall.png', 10, 300),
  'taller.png': picture('taller.png', 10, 400),
  'flat.png': picture('flat.png', 100, 20),
  data: picture(undefined, 10, 300),
};

const layOutPictures = (body: unknown, data: unknown = {}, page: Record<string, unknown> = {}) =>
  layOut(body, data, page, {}, defaultLimits, (name) => pictures[name] ?? { problem: 'Not found.' });

const warningsOf = async (body: unknown, data?: unknown) =>
  (await layOutPictures(body, data)).warnings.map(({ code, component, dataPath, message }) => ({
    code,
    component,
    dataPath,
    message,
  }));

const tall = { image: "{{ 'tall.png' }}", alt: '' };
const told = (room: number) =>
  `The image "tall.png" is 300 pt high, but its place has room for ${room} pt: it is made smaller. Give it a smaller "width" or "height".`;

describe('an image that is higher than its place is made smaller, and named with its own component', () => {
  test.each([
    ['alone', tall, '/pages/0/body/0', 80],
    ['with an id', { ...tall, id: 'photo' }, 'photo', 80],
    ['with a padding', { ...tall, padding: 2 }, '/pages/0/body/0', 78],
    ['with a padding in a border', { ...tall, padding: 2, border: { width: 1 } }, '/pages/0/body/0', 76],
    ['with a link', { ...tall, link: 'https://example.com' }, '/pages/0/body/0', 80],
    ['below a text in a stack', { stack: ['x', tall], padding: 2 }, '/pages/0/body/0/stack/1', 80],
    ['below a text in a group', { group: ['x', tall] }, '/pages/0/body/0/group/1', 80],
    ['in a row', { row: ['x', tall] }, '/pages/0/body/0/row/1', 80],
    ['in a frame', { frame: [tall], grow: 'box' }, '/pages/0/body/0/frame/0', 80],
    ['turned', { ...tall, width: 10, height: 300, rotate: 180 }, '/pages/0/body/0', 80],
  ])('%s', async (_, component, pointer, room) => {
    expect(await warningsOf([component])).toContainEqual({
      code: 'unit-too-tall',
      component: pointer,
      dataPath: null,
      message: told(room),
    });
  });

  test('in the cell of a table, with the place in the data', async () => {
    const table = { table: 'rows', columns: [{ body: { ...tall, image: '{{ item }}' } }] };
    expect(await warningsOf([table], { rows: ['flat.png', 'tall.png'] })).toMatchObject([
      { component: '/pages/0/body/0/columns/0/body', dataPath: '/rows/1', message: told(74) },
    ]);
  });

  test('each of several', async () => {
    const row = { row: [tall, { ...tall, image: "{{ 'taller.png' }}" }] };
    const taller = { message: expect.stringContaining('"taller.png" is 400 pt high') };
    expect(await warningsOf([row])).toMatchObject([{ message: told(80) }, taller]);
  });

  test('a data: URI is not quoted', async () => {
    expect(await warningsOf([{ ...tall, image: "{{ 'data' }}" }])).toMatchObject([
      { message: expect.stringMatching(/^The image of a data: URI is 300 pt high/) },
    ]);
  });

  test('no image is blamed for other content', async () => {
    const group = { group: [{ ...tall, image: "{{ 'flat.png' }}" }, { spacer: 200 }] };
    expect(await warningsOf([group])).toEqual([
      {
        code: 'unit-too-tall',
        component: '/pages/0/body/0',
        dataPath: null,
        message: 'Content that should stay on one page is 220 pt high, but the page has room for 80 pt: it is divided.',
      },
    ]);
  });
});

describe('bands that leave no room for the body', () => {
  const fault = (header: unknown) => layOutPictures(['x'], {}, { header }).catch((error: unknown) => error);

  test('name the image that fills them', async () => {
    const component = '/pages/0/header/1';
    expect(await fault(['x', tall])).toMatchObject({
      code: 'RENDER_LIMIT',
      message: `The header and footer of /pages/0 leave no room for its body: The image "tall.png" is 300 pt high (${component}). Give it a smaller "width" or "height".`,
      errors: [{ params: { component } }],
    });
  });

  test('name the image of the variant that is too high, though the last sheet has another one', async () => {
    const header = [
      { on: 'last', body: 'x' },
      { on: 'all', body: tall },
    ];
    expect(await fault(header)).toMatchObject({
      errors: [{ params: { component: expect.stringMatching(/^.pages.0.header.1/) } }],
    });
  });

  test('name the page if no image does', async () => {
    expect(await fault([{ spacer: 200 }, { ...tall, image: "{{ 'flat.png' }}" }])).toMatchObject({
      message: 'The header and footer of /pages/0 leave no room for its body.',
      errors: [{ params: { component: '/pages/0' } }],
    });
  });
});

test('an image beyond a limit is named, with its component and its place in the data', async () => {
  const { PdfgenError } = await import('../../../src/contract/errors.ts');
  const body = [{ repeat: 'files', body: { ...tall, image: '{{ item }}' } }];
  const made = layOut(body, { files: ['huge.png'] }, {}, {}, defaultLimits, () => {
    throw new PdfgenError('RENDER_LIMIT', 'The image has too many pixels.');
  });
  const component = '/pages/0/body/0/body';
  await expect(made).rejects.toMatchObject({
    code: 'RENDER_LIMIT',
    message: `"huge.png" in ${component}: The image has too many pixels.`,
    errors: [{ path: '/data/files/0', params: { component } }],
  });
});

/** The codes that a page shows: their left and top edges, and their widths. Fails for a code that is cut. */
function codesOn(items: readonly PageItem[], scale = 1, dx = 0, dy = 0, shown = [10, 90]): readonly (readonly number[])[] {
  return items.flatMap((item) => {
    if (item.kind === 'group') {
      const [x, y] = [dx + scale * item.x, dy + scale * item.y];
      const inside = item.clip ? [y + item.clip.y, y + item.clip.y + item.clip.height] : shown;
      return codesOn(item.items, scale * (item.scale ?? 1), x, y, inside);
    }
    if (item.kind !== 'modules') return [];
    const [left, top, width] = [dx + scale * item.x, dy + scale * item.y, scale * item.scaleX * 21];
    const [from, to] = shown as [number, number];
    if (top >= to || top + width <= from) return [];
    expect(top).toBeGreaterThanOrEqual(from - 0.01);
    expect(top + width).toBeLessThanOrEqual(to + 0.01);
    return [[left, top, width].map((one) => Math.round(one * 10) / 10)];
  });
}

/** The types of elements with content. */
const typesIn = ({ type, kids }: Element): readonly unknown[] => [
  ...(type ? [type] : []),
  ...kids.flatMap((kid) => (kid.kind === 'element' ? typesIn(kid) : [])),
];

const code = { barcode: 'abc', symbology: 'qr', width: 100, alt: 'A code' };

describe('a code that is higher than its place', () => {
  const codesOf = async (body: unknown, data: unknown = {}) =>
    (await layOut(body, data)).pages.map(({ items }) => codesOn(items));

  test.each([
    ['left', 10],
    ['center', 60],
    ['right', 110],
  ])('stays at the %s', async (align, left) => {
    expect(await codesOf([{ ...code, align }])).toEqual([[[left, 10, 80]]]);
  });

  test('leaves room for the padding around it, and no sheet for the rest', async () => {
    expect(await codesOf([{ ...code, padding: 10, background: '#eeeeee' }, 'after'])).toEqual([[[20, 20, 60]], []]);
    expect(await codesOf([{ ...code, width: 75, padding: [0, 0, 10, 0] }])).toEqual([[[10, 10, 75]]]);
  });

  test('fills a cell, beside other cells, and the table ends on its sheet', async () => {
    const table = { table: 'rows', columns: [{ width: 20, body: '{{ item }}' }, { body: code }] };
    expect(await codesOf([table], { rows: [1, 2] })).toEqual([[[34, 13, 74]], [[34, 13, 74]]]);
  });

  test('begins on the next sheet if less than half of a sheet is left', async () => {
    const long = Array.from({ length: 9 }, (_, i) => `line ${i}`).join('\n');
    expect(await codesOf([{ group: [{ spacer: 50 }, code] }])).toEqual([[], [[10, 10, 80]]]);
    expect(await codesOf([{ group: [{ spacer: 10 }, { row: [long, code] }] }])).toEqual([[], [[90, 10, 80]], []]);
  });

  test('is not cut beside the sum of its sheet', async () => {
    const sum = { cells: [{ text: '{{ sums.n.page }}' }, code] };
    const table = { table: [1, 2], columns: [{ width: 30, body: '{{ item }}' }, 'x'], sums: { n: 'item' }, footer: [sum] };
    const { pages, warnings } = await layOut([table]);
    const [[left, top, size]] = pages.flatMap(({ items }) => codesOn(items)) as [[number, number, number]];
    expect([left > 10, top >= 10, size > 60, top + size <= 90]).toEqual([true, true, true, true]);
    expect(warnings.map((one) => one.code)).toEqual(['unit-too-tall']);
  });

  test('is not cut by the "h" of its place in a frame', async () => {
    const frame = { frame: [{ ...code, at: { x: 0, y: 0, w: 100, h: 40 } }], height: 60, grow: 'none' };
    expect(await codesOf([frame])).toEqual([[[10, 10, 40]]]);
  });

  test.each([
    ['a box', [{ height: 60, stack: ['above', code] }]],
    ['a box with padding', [{ height: 66, padding: 3, stack: ['above', { padding: 0, opacity: 1, stack: [code] }] }]],
    ['a row', [{ height: 60, stack: ['above', { row: [{ ...code, width: 160 }, 'x'] }] }]],
    ['a frame', [{ frame: [{ stack: ['above', code], at: { x: 0, y: 0, h: 60 } }], height: 60, grow: 'none' }]],
  ])('shrinks to the rest of %s of a fixed height, below other content', async (_, body) => {
    const { pages, warnings } = await layOut(body);
    const [[left, top, size]] = pages.flatMap(({ items }) => codesOn(items)) as [[number, number, number]];
    expect(left).toBeGreaterThanOrEqual(10);
    expect(top).toBeGreaterThan(19);
    expect(size).toBeGreaterThan(45);
    expect(top + size).toBeLessThan(80);
    expect(warnings.map((one) => one.code)).toContain('unit-too-tall');
  });

  test('in a header of a fixed height shrinks, and is named where nothing is left of its room', async () => {
    const header = [{ height: 50, body: ['above', { ...code, width: 70 }] }];
    const { pages, warnings } = await layOut(['x'], {}, { header, size: [200, 200] });
    expect(pages.flatMap(({ items }) => codesOn(items))).toHaveLength(1);
    expect(warnings.map((one) => one.code)).toEqual(['unit-too-tall']);
    const below = await layOut([{ height: 10, stack: ['above', 'over', code] }], {});
    expect(below.warnings).toMatchObject([
      { code: 'box-overflow', message: expect.stringMatching(/grows\. The QR code is left out\.$/) },
    ]);
  });

  test('moves to the next sheet with a part of its frame', async () => {
    const frame = {
      frame: [
        { ...code, width: 45, at: { x: 0, y: 0 } },
        { ...code, width: 60, at: { x: 0, y: 50 } },
      ],
      height: 110,
    };
    expect(await codesOf([frame])).toEqual([[[10, 10, 45]], [[10, 10, 60]]]);
  });

  test('is left out where scanners could not read it', async () => {
    const small = { ...code, width: 16 };
    const made = await layOut(['x', small, 'y'], {}, { size: [100, 12], margin: 0 }, { unit: 'pt' });
    expect(made.pages.flatMap(({ items }) => codesOn(items))).toEqual([]);
    expect(made.warnings).toMatchObject([
      {
        code: 'code-too-small',
        component: '/pages/0/body/1',
        message:
          'The QR code is 16 pt high, but its place has room for 12 pt: it is left out. Scanners need at least 15 pt. Make its place higher.',
      },
    ]);
    expect(typesIn(made.structure!)).toEqual(['Document', 'P', 'P']);
  });
});

test('a chart that is higher than its place is made smaller', async () => {
  const chart = { chart: 'bar', each: [1, 2], x: '{{ item }}', value: 'item', height: 200, alt: 'c' };
  const { pages, warnings } = await layOut([chart]);
  expect(pages).toHaveLength(1);
  expect(pages[0]!.items).toMatchObject([{ kind: 'group', scale: 0.4 }]);
  expect(warnings).toMatchObject([
    { message: expect.stringMatching(/^The chart is 200 pt high, but .* 80 pt: it is made smaller/) },
  ]);
});
