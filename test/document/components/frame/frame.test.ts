// What lies outside its frame or off the sheet.
import { describe, expect, test } from 'vitest';
import type { RenderWarning } from '../../../../src/contract/generate.ts';
import { createRandom } from '../../../support/random.ts';
import { allOf, defaultLimits, layOut, pageLines } from '../../../support/render.ts';

const picture = { key: 'p', bytes: new Uint8Array(), format: 'png', width: 100, height: 50 } as const;

async function warningsOf(
  body: unknown,
  page: Record<string, unknown> = {},
  data: Record<string, unknown> = {},
): Promise<readonly RenderWarning[]> {
  return (await layOut(body, { picture: 'p', ...data }, page, {}, defaultLimits, () => picture)).warnings;
}
const cellsOf = (warnings: readonly RenderWarning[]) =>
  warnings.map(({ component }) => component).filter((component) => component.startsWith('/pages/0/body/0/columns/'));
const codes = (warnings: readonly RenderWarning[]) => warnings.map(({ code, component }) => `${code} ${component}`);
const table = { table: 'rows', rules: 'all', columns: ['{{ item }}', { width: 'auto', body: 'x' }] };

/** Each kind of component, 40 pt wide and some 20 pt high. */
const kinds: readonly Record<string, unknown>[] = [
  { text: 'some words here' },
  { rect: 20, fill: '#ff0000' },
  { rect: 20, stroke: { width: 1 } },
  { line: true, direction: 'down', height: 20 },
  { line: true },
  { image: '{{ data.picture }}', width: 40, fit: 'fill', height: 20 },
  { image: '{{ data.picture }}', width: 40, fit: 'cover', height: 20 },
  { barcode: 'x', symbology: 'qr', width: 40 },
  { barcode: 'x', symbology: 'code128', width: 40, height: 20, showText: true },
  table,
  { stack: ['words'], background: '#eeeeee', padding: 2 },
  { stack: [{ spacer: 20 }], border: { width: 1, radius: 3 } },
  { row: ['left', 'right'] },
  { repeat: 'rows', columns: 2, body: '{{ item }}' },
  { frame: [{ rect: 20, fill: '#00ff00', at: { w: 40 } }], height: 20 },
  { text: 'Page {{ page.number }} of {{ page.total }}' },
];
const data = { rows: ['one', 'two'], picture: 'p' };

describe.each(kinds)('outside its frame: %j', (kind) => {
  const inFrame = async (at: Record<string, unknown>) => {
    const body = [{ frame: [{ ...kind, id: 'child', at: { w: 40, ...at } }], height: 60 }];
    const { pages, warnings } = await layOut(body, data, { size: [400, 400], margin: 100 }, {}, defaultLimits, () => picture);
    for (const page of pages) page.late?.(allOf(pages));
    return codes(warnings);
  };
  test('is told at each side, upright and turned', async () => {
    expect(await inFrame({ x: 5, y: 5 })).toEqual([]);
    expect(await inFrame({ x: -8, y: 5 })).toEqual(['outside-frame child']);
    expect(await inFrame({ x: 199, y: 5 })).toEqual(['outside-frame child']);
    expect(await inFrame({ x: 5, y: -9 })).toEqual(['outside-frame child']);
    expect(await inFrame({ x: 60, y: 5, rotate: 90 })).toEqual([]);
    expect(await inFrame({ x: 60, y: 40, rotate: 90 })).toEqual(['outside-frame child']);
    expect(await inFrame({ x: 60, y: 10, rotate: 270 })).toEqual(['outside-frame child']);
    expect(await inFrame({ x: 10, y: 30, rotate: 180 })).toEqual(['outside-frame child']);
  });
});

describe('a frame without a height', () => {
  const heightOf = async (children: unknown, frame: Record<string, unknown> = {}) => {
    const lines = pageLines(await layOut([{ frame: children, ...frame }, 'after'], {}, { size: [400, 400] }))[0]!;
    return Number(/,([\d.]+)/.exec(lines.find((line) => line.includes('"after"'))!)![1]) - 18.1;
  };
  const rect = (at: Record<string, unknown>) => [{ rect: 10, fill: '#ff0000', at }];
  test('holds a turned text that has no width of its own', async () => {
    const [line] = pageLines(await layOut(['aside']))[0]!;
    expect(line).toContain('aside');
    const high = await heightOf([{ text: 'aside', at: { x: 50, rotate: 90 } }]);
    expect(high).toBeGreaterThan(10);
    expect(high).toBeLessThan(40);
  });
  test('with a height it stays as it is, and what is outside is told', async () => {
    expect(await heightOf(rect({ x: 50, w: 40, rotate: 90 }), { height: 20 })).toBeCloseTo(20, 1);
    const frame = { frame: rect({ x: 50, w: 40, rotate: 90 }), height: 20 };
    expect(codes(await warningsOf([frame]))).toEqual(['outside-frame /pages/0/body/0/frame/0']);
  });
});

/** Turned boxes in and around an area, and how far the farthest corner of each lies outside it. */
function randomBoxes(seed: number, width: number, height: number) {
  const random = createRandom(seed);
  const between = (least: number, most: number) => least + (most - least) * random();
  return Array.from({ length: 400 }, (_, i) => {
    const [x, y, w, h] = [between(-20, width), between(-20, height), between(1, 90), between(1, 90)];
    const rotate = i % 5 === 0 ? (i % 9) * 90 - 360 : Math.round(between(-360, 360));
    const angle = (rotate / 180) * Math.PI;
    const over = [
      [0, 0],
      [w, 0],
      [w, h],
      [0, h],
    ].map(([a, b]) => {
      const cx = x + a! * Math.cos(angle) - b! * Math.sin(angle);
      const cy = y + a! * Math.sin(angle) + b! * Math.cos(angle);
      return Math.max(-cx, cx - width, -cy, cy - height);
    });
    const child = { rect: h, fill: '#ff0000', id: `${i}`, at: { x, y, w, rotate } };
    return { child, over: Math.max(...over), isUpright: rotate % 360 === 0, bottom: y + h };
  });
}

test('any turned box in a frame is told exactly when one of its corners lies outside', async () => {
  const [width, height] = [200, 150];
  const boxes = randomBoxes(21, width, height);
  const frame = { frame: boxes.map(({ child }) => child), grow: 'none', height };
  const warnings = await warningsOf([frame], { size: [600, 600], margin: 200 });
  const told = new Set(warnings.filter(({ code }) => code === 'outside-frame').map(({ component }) => component));
  for (const { child, over, isUpright, bottom } of boxes) {
    // An upright box that reaches below a frame that does not grow has its own warning, at the frame.
    if ((isUpright && bottom > height) || Math.abs(over - 0.5) < 1e-6) continue;
    expect([child, told.has(child.id)]).toEqual([child, over > 0.5]);
  }
});

test('any turned box in an overlay is told exactly when one of its corners lies beyond the bleed', async () => {
  const [width, height] = [200, 150];
  const boxes = randomBoxes(22, width, height);
  const warnings = await warningsOf('x', { size: [width, height], overlay: boxes.map(({ child }) => child) });
  const told = new Set(warnings.map(({ code, component }) => `${code} ${component}`));
  for (const { child, over } of boxes) {
    if (Math.abs(over - 9.5) > 1e-6) expect([child, told.has(`off-sheet ${child.id}`)]).toEqual([child, over > 9.5]);
  }
});

describe('off the sheet', () => {
  const beyond = { text: { text: 'words' }, qr: { barcode: 'x', symbology: 'qr', width: 30 } };
  test.each(['background', 'overlay'])('text and barcodes in the %s lie on it whole', async (band) => {
    for (const one of [beyond.text, beyond.qr]) {
      expect(codes(await warningsOf('body', { [band]: [{ ...one, at: { x: 20, y: 20 } }] }))).toEqual([]);
      const off = await warningsOf('body', { [band]: [{ ...one, id: 'o', at: { x: 180, y: 20, w: 30 } }] });
      expect(off).toMatchObject([{ code: 'off-sheet', component: 'o', page: 1, dataPath: null }]);
      expect(off[0]!.message).toMatch(/^A part of it lies off the sheet, \d+ pt beyond the right edge, and is not printed\.$/);
    }
  });
  test.each(['header', 'body', 'footer'])('what a negative margin moves off is told in the %s', async (band) => {
    const moved = { text: 'words', margin: [0, 0, 0, -30] };
    const off = await warningsOf(band === 'body' ? [moved] : 'x', band === 'body' ? {} : { [band]: [moved] });
    expect(codes(off)).toEqual([`off-sheet /pages/0/${band}/0`]);
    const fits = { ...moved, margin: [0, 0, 0, -8] };
    expect(codes(await warningsOf(band === 'body' ? [fits] : 'x', band === 'body' ? {} : { [band]: [fits] }))).toEqual([]);
  });
  test.each([
    ['top', { x: 60, y: 10, rotate: -90 }],
    ['left', { x: 20, y: 50, rotate: 180 }],
    ['bottom', { x: 60, y: 85, rotate: 90 }],
    ['right', { x: 185, y: 50, rotate: 20 }],
  ])('a turn over the %s edge is told', async (side, at) => {
    const off = await warningsOf('body', { overlay: [{ text: 'turned text', at: { ...at, w: 60 } }] });
    expect(off).toMatchObject([{ code: 'off-sheet', component: '/pages/0/overlay/0' }]);
    expect(off[0]!.message).toContain(`the ${side} edge`);
  });
  test('colour and pictures may bleed, in the background as far as their middle', async () => {
    const rect = (x: number, w: number) => ({ rect: 30, fill: '#eeeeee', at: { x, y: -9, w } });
    const image = (x: number) => ({ image: '{{ data.picture }}', width: 60, at: { x, y: 20 } });
    expect(codes(await warningsOf('b', { background: [rect(-9, 218)] }))).toEqual([]);
    expect(codes(await warningsOf('b', { overlay: [rect(-9, 218)] }))).toEqual([]);
    expect(codes(await warningsOf('b', { overlay: [rect(-12, 100)] }))).toEqual(['off-sheet /pages/0/overlay/0']);
    expect(codes(await warningsOf('b', { overlay: [image(160)] }))).toEqual(['off-sheet /pages/0/overlay/0']);
    expect(codes(await warningsOf('b', { background: [image(160)] }))).toEqual([]);
    expect(codes(await warningsOf('b', { background: [image(180)] }))).toEqual(['off-sheet /pages/0/background/0']);
    expect(codes(await warningsOf('b', { background: [rect(-300, 100)] }))).toEqual(['off-sheet /pages/0/background/0']);
  });
  test('the data path and the page of a repeated thing are told', async () => {
    const image = {
      image: '{{ data.picture }}',
      width: 90,
      margin: [0, 0, 0, -60],
      break: { before: 'page' },
      when: 'item.wide',
    };
    const off = await warningsOf([{ repeat: 'rows', body: ['x', image] }], {}, { rows: [{}, { wide: true }] });
    expect(off).toMatchObject([{ code: 'off-sheet', dataPath: '/rows/1', page: 2, component: '/pages/0/body/0/body/1' }]);
  });
  test('the total of pages counts with its real width, and names its page', async () => {
    const overlay = [{ text: 'of {{ page.total }}', at: { x: 170, y: 40, w: 60, rotate: 0 } }];
    const laidOut = await layOut(['a', { pageBreak: true }, 'b'], {}, { overlay });
    laidOut.pages[1]!.late!(allOf(laidOut.pages));
    expect(laidOut.warnings).toEqual([]);
    laidOut.pages[1]!.late!(allOf(laidOut.pages, 123_456_789));
    expect(laidOut.warnings).toMatchObject([{ code: 'off-sheet', component: '/pages/0/overlay/0', page: 2 }]);
  });
  test('what a row fills is its own, whatever lines of the table are moved above it', async () => {
    const rows = ['a', 'b', 'c', 'd'];
    const striped = { table: 'rows', zebra: '#eeeeee', rules: 'all', columns: [{ header: 'h', body: '{{ item }}' }] };
    const off = await warningsOf([{ ...striped, margin: [0, 0, 0, -300] }], {}, { rows });
    expect(new Set(off.map(({ component }) => component))).toEqual(new Set(['/pages/0/body/0', ...cellsOf(off)]));
    const tooWide = { ...striped, columns: [{ width: 900, header: 'h', body: '{{ item }}', align: 'right' }] };
    expect(codes(await warningsOf([tooWide], {}, { rows }))).toEqual([
      'table-too-wide /pages/0/body/0',
      'off-sheet /pages/0/body/0',
    ]);
  });
  test('a table, row or barcode that is too wide says so once, and once that a part is not printed', async () => {
    const wide = {
      table: 'rows',
      columns: [
        { width: 150, body: 'a' },
        { width: 35, body: '{{ item }}' },
      ],
    };
    expect(codes(await warningsOf([wide], {}, data))).toEqual(['table-too-wide /pages/0/body/0']);
    wide.columns[0]!.width = 190;
    const off = await warningsOf([wide], {}, data);
    expect(codes(off)).toEqual(['table-too-wide /pages/0/body/0', 'off-sheet /pages/0/body/0']);
    expect(off[1]!.dataPath).toBe(null);
    const row = {
      row: [
        { width: 190, text: 'a' },
        { width: 90, text: 'b' },
      ],
    };
    const both = await warningsOf([row]);
    expect(codes(both)).toEqual(['row-too-wide /pages/0/body/0', 'off-sheet /pages/0/body/0']);
    expect(both[1]!.message).toMatch(/^A part of it lies off the sheet, \d+ pt beyond the right edge, and is not printed\.$/);
    const qr = { barcode: 'x', symbology: 'code128', width: 300 };
    expect(codes(await warningsOf([qr]))).toEqual(['barcode-too-wide /pages/0/body/0', 'off-sheet /pages/0/body/0']);
  });
});

describe('what is too tall names its component and its place in the data', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, i) => `line ${i}`);
  test.each([
    ['group', { group: lines(20), id: 'g' }, 'g'],
    ['frame', { frame: [], height: 200 }, '/pages/0/body/1'],
    ['rect', { rect: 200, fill: '#000' }, '/pages/0/body/1'],
    ['kept stack', { stack: lines(20), break: { inside: 'avoid' }, margin: [0, 3] }, '/pages/0/body/1'],
  ])('a %s', async (_, component, name) => {
    expect(await warningsOf(['x', component])).toMatchObject([
      { code: 'unit-too-tall', component: name, dataPath: null, page: 2 },
    ]);
  });
  test('a row of a table', async () => {
    const off = await warningsOf([{ ...table, id: 't' }], {}, { rows: ['a', lines(20).join('\n'), 'c'] });
    expect(off).toMatchObject([{ code: 'unit-too-tall', component: 't', dataPath: '/rows/1', page: 2 }]);
  });
  test('a group in a repeat, also what is left of it on the next page', async () => {
    const repeat = { repeat: 'rows', body: [{ group: ['{{ item }}', ...lines(20)] }] };
    const off = await warningsOf([repeat], {}, data);
    expect(off.map(({ code, component, dataPath }) => [code, component, dataPath])).toEqual([
      ['unit-too-tall', '/pages/0/body/0/body/0', '/rows/0'],
      ['unit-too-tall', '/pages/0/body/0/body/0', '/rows/1'],
    ]);
  });
});

describe('round corners', () => {
  const words = 'some words that are wider than the sheet '.repeat(3).trim();
  test.each([
    { text: words, width: '200%' },
    { text: words.replaceAll(' ', '') },
    { text: words, margin: [-6, 0, 0, -15] },
    { row: [words, words], width: '150%' },
    { image: '{{ picture }}', width: '150%', height: 10 },
    { frame: [{ text: words, at: { x: 150, y: 5, w: 150, rotate: 10 } }], height: 20 },
  ])('hide nothing of what reaches out, and say what the same box without them says: %j', async (child) => {
    const inBox = (radius: number) => warningsOf([{ stack: [child], border: { width: 1, radius } }]);
    const square = await inBox(0);
    expect(square).not.toEqual([]);
    expect(await inBox(4)).toEqual(square);
  });
  test('cut no text, and keep what is above above', async () => {
    const children = [
      { rect: 20, fill: '#dddddd', at: { w: 60 } },
      { text: 'corner', at: { w: 60 } },
      { rect: 2, fill: '#ff0000', at: { y: 4, w: 60 } },
    ];
    const box = { stack: [{ frame: children, height: 20 }], width: 60, border: { radius: 10 } };
    const lines = pageLines(await layOut([box]))[0]!;
    expect(lines).toEqual([
      'group 0 clip',
      '  rect 10,10 60x20 #dddddd',
      expect.stringMatching(/^text .* "corner"$/),
      'group 0 clip',
      '  rect 10,14 60x2 #ff0000',
      'rect 10.3,10.3 59.5x19.5 stroke 0.5',
    ]);
  });
});
