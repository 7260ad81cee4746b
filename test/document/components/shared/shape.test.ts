// Shapes: where they stand, what they are filled with, how they are told and tagged.
import { describe, expect, test } from 'vitest';
import type { PageItem, PathItem } from '../../../../src/document/layout/fragment.ts';
import type { Gradient } from '../../../../src/document/vector/gradient.ts';
import { transform } from '../../../../src/document/vector/matrix.ts';
import { createRandom } from '../../../support/random.ts';
import { contentOf, syntaxOf } from '../../../support/read-pdf.ts';
import { compile, defaultLimits, diagnose, layOut, pageLines } from '../../../support/render.ts';
import { listBreaches, renderPdf } from '../../../support/render-document.ts';

type Part = Record<string, unknown>;
const sheet = { size: [200, 200], margin: 0 };
const inPoints = { unit: 'pt' };
const linesOf = async (body: unknown, data: unknown = {}, more: Part = {}) =>
  pageLines(await layOut(body, data, sheet, { ...inPoints, ...more }))[0]!;
const itemsOf = async (body: unknown, data: unknown = {}): Promise<readonly PageItem[]> =>
  (await layOut(body, data, sheet, inPoints)).pages[0]!.items;
const faultsOf = (body: unknown, more: Part = {}) => diagnose({ ...inPoints, ...more, pages: [{ body: [body] }] });
/** Points such as `10,5 20,5`. */
const points = (text: string) => text.split(' ').map((point) => point.split(',').map(Number));

describe('the place of a shape', () => {
  test('its edge lies within its height and width', async () => {
    const stroke = { width: 4 };
    expect(await linesOf({ ellipse: 20, width: 30, stroke })).toEqual(['path 2,2 26x16 MCCCCZ stroke 4']);
    expect(await linesOf({ rect: 20, width: 30, stroke })).toEqual(['rect 2,2 26x16 stroke 4']);
  });

  test('an ellipse is as high as its cell', async () => {
    const columns = ['a\nb\nc', { body: { ellipse: '100%', fill: '#111111' }, width: 50 }];
    const [path] = (await linesOf({ table: [1], columns, width: 100 })).filter((line) => line.startsWith('path'));
    expect(path).toMatch(/^path 54,3 42x\d\d/);
    expect(Number(/x([\d.]+) M/.exec(path!)![1])).toBeGreaterThan(29);
  });

  test.each<Part>([{ rect: '100%' }, { ellipse: '100%' }])('%j is a link where it lies', async (shape) => {
    const link = { ...shape, fill: '#111111', link: 'https://example.com', alt: 'There' };
    const table = { table: [1], columns: [{ body: 'a' }, { body: link }] };
    expect(await linesOf(table)).toContainEqual(expect.stringContaining('https://example.com'));
  });

  test('a polygon and a path are as large as they reach from the top left', async () => {
    const polygon = { polygon: points('10,5 20,5 20,15'), fill: '#111111' };
    const path = { path: 'M5 5H40', stroke: { width: 1 } };
    expect(await linesOf([polygon, path, 'a'])).toEqual([
      'path 10,5 10x10 MLLZ #111111',
      'path 5,20 35x0 ML stroke 1',
      expect.stringMatching(/^text 0,28/),
    ]);
    expect(await linesOf([{ row: [{ ...polygon, width: 'auto' }, 'a'] }])).toContainEqual(expect.stringMatching(/^text 20,/));
  });

  test.each<[Part, string]>([
    [{}, 'path 0,0 200x100'],
    [{ width: 50 }, 'path 0,0 50x25'],
    [{ height: 50 }, 'path 0,0 100x50'],
    [{ width: 50, height: 50 }, 'path 0,12.5 50x25'],
    [{ width: 100, height: 10 }, 'path 40,0 20x10'],
    [{ width: '25%' }, 'path 0,0 50x25'],
  ])('a view box with %j is fitted into the middle', async (size, place) => {
    const shape = { path: 'M10 10H30V20H10Z', viewBox: [10, 10, 20, 10], fill: '#111111', ...size };
    expect(await linesOf([shape])).toEqual([`${place} MLLLZ #111111`]);
  });

  test('lengths are in the unit of the template, strokes in pt', async () => {
    const shape = { polygon: points('0,0 10,0'), stroke: { width: 2 } };
    expect(await linesOf([shape], {}, { unit: 'mm' })).toEqual(['path 0,0 28.3x0 MLZ stroke 2']);
  });

  test('what lies off the sheet is told', async () => {
    const { warnings } = await layOut([{ path: 'M0 0C900 50 -100 50 50 0', stroke: {} }], {}, sheet, inPoints);
    expect(warnings.map(({ code }) => code)).toEqual(['component-too-wide', 'off-sheet']);
    // The control points lie off the sheet, the curve does not.
    expect(
      (await layOut([{ path: 'M0 0C0 280 200 280 200 0', stroke: {} }], {}, { ...sheet, size: [200, 211] }, inPoints)).warnings,
    ).toEqual([]);
  });
});

describe('a fill', () => {
  const gradientOf = async (fill: Part, shape: Part = { rect: 40, width: 100 }, data: unknown = {}) => {
    const [item] = (await itemsOf([{ ...shape, fill }], data)) as readonly PathItem[];
    return item!.fill as Gradient;
  };
  const ends = ({ matrix }: Gradient) =>
    [transform(matrix, 0, 0), transform(matrix, 1, 0)].map((point) => point.map((one) => Math.round(one * 100) / 100 + 0));
  const colors = { from: '#000000', to: '#ffffff' };

  test.each([
    [0, '0,20 100,20'],
    [90, '50,0 50,40'],
    [180, '100,20 0,20'],
    [-90, '50,40 50,0'],
    // Its line is as long as it takes for the corners to have the outermost colours.
    [45, '15,-15 85,55'],
  ])('runs at an angle of %s', async (angle, expected) => {
    expect(ends(await gradientOf({ ...colors, angle }))).toEqual(points(expected));
  });

  test('runs from the middle to the corners', async () => {
    const { kind, matrix } = await gradientOf({ ...colors, shape: 'radial' });
    expect(kind).toBe('radial');
    expect(transform(matrix, Math.SQRT1_2, Math.SQRT1_2).map(Math.round)).toEqual([100, 40]);
    expect(transform(matrix, 0, 0)).toEqual([50, 20]);
  });

  test('covers the extent of a path', async () => {
    const shape = { polygon: points('20,10 60,10 60,30') };
    expect(ends(await gradientOf(colors, shape))).toEqual(points('20,20 60,20'));
  });

  test('has the colours of the template and of data', async () => {
    const fill = { from: 'accent', stops: [{ at: 0.3, color: '{{ tone }}' }], to: 'accent/50' };
    const laidOut = await layOut([{ rect: 10, fill }], { tone: '#abc' }, sheet, { colors: { accent: '#000000' } });
    const { stops } = (laidOut.pages[0]!.items[0] as PathItem).fill as Gradient;
    expect(stops.map(({ at, color }) => `${at} ${color}`)).toEqual(['0 #000000', '0.3 #aabbcc', '1 #808080']);
  });

  test('leaves out a colour that data do not have, and tells it', async () => {
    const { pages, warnings } = await layOut([{ rect: 10, fill: { ...colors, to: '{{ tone }}' } }], { tone: 'nonsense' }, sheet);
    expect(warnings.map(({ code, component }) => `${code} ${component}`)).toEqual(['wrong-color /pages/0/body/0/fill/to']);
    expect((pages[0]!.items[0] as PathItem).fill).toMatchObject({ stops: [{ at: 0, color: '#000000' }] });
  });
});

describe('what other programs call', () => {
  const [unknown, noType] = ['is not known here;', 'There is no component type'];
  const colors = { from: '#111', to: '#222' };
  const tell = async (component: unknown) =>
    (await compile({ pages: [{ body: [component] }] })).diagnostics.map(
      ({ pointer, message }) => `${pointer.replace('/pages/0/body/0', '')} ${message}`,
    );
  const path = { path: 'M0 0L9 9', stroke: {} };
  test.each<[Part, string]>([
    [{ d: 'M0 0L9 9', fill: '#111' }, `/d ${noType} "d"; did you mean "path"?`],
    [{ ...path, d: 'M0 0' }, `/d "d" ${unknown} did you mean "path"?`],
    [{ circle: { r: 5 }, fill: '#111' }, `/circle ${noType} "circle"; did you mean "ellipse"?`],
    [{ points: '0,0 9,0', fill: '#111' }, `/points ${noType} "points"; did you mean "polygon"?`],
    [{ star: 5, stroke: {} }, `/star ${noType} "star"; did you mean "polygon"?`],
    [{ polyline: [[0, 0]], stroke: {} }, `/polyline ${noType} "polyline": write { "path": `],
    [{ svg: '<path/>' }, `/svg ${noType} "svg": a file is an { "image": "….svg" }`],
    [{ linearGradient: {} }, `/linearGradient ${noType} "linearGradient": write it as the "fill"`],
    [{ ...path, 'fill-rule': 'evenodd' }, `/fill-rule "fill-rule" ${unknown} did you mean "rule"?`],
    [{ ...path, strokeWidth: 2 }, `/strokeWidth "strokeWidth" ${unknown} write "stroke": { "width": … }`],
    [{ ...path, 'stroke-dasharray': '1' }, `/stroke-dasharray "stroke-dasharray" ${unknown} write "stroke": { "dash": … }`],
    [{ ...path, 'stroke-linejoin': 'round' }, `/stroke-linejoin "stroke-linejoin" ${unknown} write "stroke": { "join": … }`],
    [{ ...path, stroke: { linecap: 'round' } }, `/stroke/linecap "linecap" ${unknown} did you mean "cap"?`],
    [{ ...path, stroke: { dashArray: [1] } }, `/stroke/dashArray "dashArray" ${unknown} did you mean "dash"?`],
    [{ line: true, dash: [1] }, `/dash "dash" ${unknown} write "line": { "dash": … }`],
    [{ line: true, stroke: {} }, `/stroke "stroke" ${unknown} write "line": { "width": …, "color": … }`],
    [{ line: true, arrowHead: 'end' }, `/arrowHead "arrowHead" ${unknown} did you mean "arrow"?`],
    [{ line: { arrow: 'end' } }, `/line/arrow "arrow" ${unknown} write "arrow" beside "line"`],
    [{ rect: 9, fill: '#111', rx: 3 }, `/rx "rx" ${unknown} did you mean "radius"?`],
    [{ rect: 9, fill: 'linear-gradient(red, blue)' }, '/fill "linear-gradient(red, blue)" is not a colour here: the "fill"'],
    [{ rect: 9, fill: { ...colors, direction: 90 } }, `/fill/direction "direction" ${unknown} did you mean "angle"?`],
    [{ rect: 9, fill: { ...colors, shape: 'circle' } }, `/fill/shape "circle" ${unknown} did you mean "radial"?`],
    [{ rect: 9, fill: { stops: [{ offset: 0, color: '#111' }] } }, `/fill/stops/0/offset "offset" ${unknown} did you mean "at"?`],
    [{ ...path, viewBox: '0 0 24 24' }, '/viewBox must be a list, got "0 0 24 24": write [0, 0, 24, 24]'],
    [{ polygon: '0,0 9,0', fill: '#111' }, '/polygon must be a list of corners such as [[0, 0], [10, 0], [5, 8]], got "0,0 9,0"'],
    [{ polygon: [0, 0, 9, 0], fill: '#111' }, '/polygon must be a list of corners such as'],
    [{ polygon: '{{ all }}', fill: '#111' }, 'got "{{ all }}". A { "path": "{{ … }}" } takes its shape from the data'],
    [{ ...path, path: '<path d="M0 0"/>' }, '/path The path data cannot be read: they must begin with "M"'],
  ])('%j', async (component, message) => {
    expect((await tell(component))[0]).toContain(message);
  });

  test.each<[Part, string]>([
    [{ rect: 9, color: '#f00', fill: '#111' }, '/color A graphic has no text, so its "color" has no effect. Write "fill"'],
    [{ line: true, color: '#f00' }, '/color A graphic has no text, so its "color" has no effect. Write "line": { "color": … }.'],
    [{ ellipse: 9, width: 9, fill: '#111', align: 'center' }, '/align A graphic has no text, so its "align" has no effect.'],
    [{ rect: 9 }, ' The shape has neither "fill" nor "stroke"'],
    [{ ...path, stroke: { width: 0 } }, ' The shape has neither "fill" nor "stroke"'],
    [{ path: 'M5 5H9', fill: '#111' }, '/fill The path is a straight line or a point'],
    [{ path: 'M5 5', fill: { from: '#111', to: '#222' } }, '/fill The path is a straight line or a point'],
  ])('%j has no effect', async (component, message) => {
    const { diagnostics } = await compile({ pages: [{ body: [component] }] });
    expect(diagnostics.map(({ severity, code }) => `${severity} ${code}`)).toEqual(['warning no-effect']);
    expect((await tell(component))[0]).toContain(message);
  });

  test('a faulty fill is told once', async () => {
    for (const faulty of [{ fill: 'red' }, { stroke: '#111' }, { fill: [] }])
      expect(await tell({ ellipse: 9, ...faulty })).toHaveLength(1);
    expect(await tell({ rect: 9, background: '#111' })).toEqual([]);
  });
});

describe('what no shape can be', () => {
  test.each<[Part, string]>([
    [{ ellipse: 10 }, 'warning no-effect '],
    [{ ellipse: 10, height: '100%', fill: '#111' }, 'error wrong-type /height'],
    [{ ellipse: -1, fill: '#111' }, 'error wrong-value /ellipse'],
    [{ rect: 5, fill: {} }, 'error wrong-value /fill'],
    [{ rect: 5, fill: { from: '#111' } }, 'error wrong-value /fill'],
    [{ rect: 5, fill: { from: '#111', to: '#222', angle: '45deg' } }, 'error wrong-type /fill/angle'],
    [{ rect: 5, fill: { from: '#111', to: '#222', type: 'linear' } }, 'error unknown-property /fill/type'],
    [{ rect: 5, fill: { from: '#111', to: '#222', shape: 'radial', angle: 3 } }, 'warning no-effect /fill/angle'],
    [{ rect: 5, fill: { stops: [1, 0].map((at) => ({ at, color: '#111' })) } }, 'error wrong-value /fill/stops'],
    [{ rect: 5, fill: { from: '#111', to: '#12' } }, 'error wrong-value /fill/to'],
    [{ rect: 5, fill: '#111', radius: [1, 2] }, 'error wrong-value /radius'],
    [{ rect: 5, stroke: { cap: 'flat' } }, 'error wrong-value /stroke/cap'],
    [{ stack: [], border: { cap: 'round' } }, 'error unknown-property /border/cap'],
    [{ path: 'hello', fill: '#111' }, 'error wrong-value /path'],
    [{ path: '', fill: '#111' }, 'error wrong-value /path'],
    [{ path: 'M0 0L1 1', fill: '#111', viewBox: [0, 0, 0, 5] }, 'error wrong-value /viewBox'],
    [{ path: 'M0 0L1 1', fill: '#111', viewBox: '0 0 5 5' }, 'error wrong-type /viewBox'],
    [{ polygon: [[1, 2]], fill: '#111' }, 'error wrong-value /polygon'],
    [{ polygon: [[1, 2, 3], ...points('1,2')], fill: '#111' }, 'error wrong-value /polygon/0'],
    [{ line: true, arrow: 'left' }, 'error wrong-value /arrow'],
    [{ line: { dash: [0] } }, 'error wrong-value /line/dash'],
    [{ line: { dash: [0, 0], cap: 'round' } }, 'error wrong-value /line/dash'],
    [{ line: { dash: [0, 3] } }, 'error wrong-value /line/dash'],
    [{ stack: [], border: { dash: [0, 3] } }, 'error wrong-value /border/dash'],
    [{ line: { join: 'round' } }, 'error unknown-property /line/join'],
  ])('%j', async (component, fault) => {
    const [kind, code, place = ''] = fault.split(' ');
    expect(await faultsOf(component)).toContain(`${kind} ${code} /pages/0/body/0${place}`);
  });

  test('path data that cannot be read are left out, with a warning at their data', async () => {
    const body = { repeat: 'all', as: 'one', body: { path: '{{ one }}', fill: '#111111' } };
    const { pages, warnings } = await layOut(body, { all: ['M0 0H9V9Z', 'M0 0 nonsense', ''] }, sheet);
    expect(pages[0]!.items).toHaveLength(1);
    expect(warnings.map(({ code, dataPath }) => `${code} ${dataPath}`)).toEqual(['wrong-path /all/1']);
  });
});

test('numbers in path data are plain, whatever the language, and other numbers of a shape may be bindings', async () => {
  const document = { lang: 'de-DE' };
  const shapes = [
    { path: 'M0 0H{{ n }}', stroke: { width: '{{ n }}' } },
    { rect: 10, radius: ['{{ n }}', 0, 0, 0], fill: { from: '#000000', stops: [{ at: '{{ n / 4 }}', color: '#ffffff' }] } },
  ];
  const { pages } = await layOut(shapes, { n: 1.5 }, sheet, { ...inPoints, document });
  expect(pages[0]!.items).toMatchObject([
    { path: { points: [0, 0, 1.5, 0] }, stroke: { width: 1.5 } },
    { radius: [1.5, 0, 0, 0], fill: { stops: [{ at: 0 }, { at: 0.375 }] } },
  ]);
});

test('a path counts by its length against the limit of boxes', async () => {
  const body = { repeat: 'all', as: 'one', body: { path: '{{ path }}', viewBox: [0, 0, 9, 9], height: 1, fill: '#111111' } };
  const path = `M0 0${'l1 1'.repeat(10_000)}`;
  const limits = { ...defaultLimits, maxBoxes: 10_000 };
  const laidOut = (count: number) => layOut(body, { path, all: Array.from({ length: count }, () => 1) }, sheet, {}, limits);
  expect((await laidOut(4)).pages[0]!.items).toHaveLength(4);
  await expect(laidOut(5)).rejects.toThrow('limit maxBoxes');
});

describe('an arrow', () => {
  const ofLine = (more: Part) => linesOf([{ line: { width: 1 }, width: 100, ...more }]);
  test('has heads at its ends, and the line ends within them', async () => {
    expect(await ofLine({ arrow: 'end' })).toEqual(['line 0,0.5 97,0.5', 'path 94,-1.5 6x4 MLLZ #000000']);
    expect(await ofLine({ arrow: 'start' })).toEqual(['line 3,0.5 100,0.5', 'path 0,-1.5 6x4 MLLZ #000000']);
    expect(await ofLine({ arrow: 'both' })).toEqual([
      'line 3,0.5 97,0.5',
      'path 0,-1.5 6x4 MLLZ #000000',
      'path 94,-1.5 6x4 MLLZ #000000',
    ]);
    expect(await ofLine({ arrow: 'none' })).toEqual(['line 0,0.5 100,0.5']);
  });

  test.each(['butt', 'square'] as const)('hides the %s end of its line, however wide it is', async (cap) => {
    for (const width of [0.5, 1, 4, 10, 40]) {
      const [line, head] = await itemsOf([{ line: { width, cap }, arrow: 'end', width: 180 }]);
      const { x2 } = line as { x2: number };
      const { x: tip, path } = head as PathItem;
      const end = x2 + (cap === 'square' ? width / 2 : 0);
      // The head widens by a third of the way from its tip, on both sides.
      expect((tip - end) / 3).toBeGreaterThanOrEqual(width / 2);
      expect(Math.abs(path.points[2]!)).toBeGreaterThan(tip - end);
    }
  });

  test('points along its line, and is no longer than it', async () => {
    expect(await ofLine({ arrow: 'end', direction: 'vertical', height: 50 })).toEqual([
      'line 0.5,0 0.5,47',
      'path -1.5,44 4x6 MLLZ #000000',
    ]);
    expect(await ofLine({ arrow: 'both', direction: 'vertical', height: 6 })).toEqual([
      'path -0.5,0 2x3 MLLZ #000000',
      'path -0.5,3 2x3 MLLZ #000000',
    ]);
  });
});

describe('in a PDF', () => {
  const body = (...components: readonly unknown[]) => ({ ...inPoints, pages: [{ ...sheet, body: components }] });

  test('a path is written with its curves, its rule and its stroke', async () => {
    const stroke = { width: 2, cap: 'round', join: 'bevel' };
    const shape = { path: 'M0 0C1 2 3 4 5 6L9 9Z', rule: 'evenodd', fill: '#ff0000', stroke };
    const content = contentOf(await renderPdf(body(shape)));
    expect(content).toContain('2 w\n1 J\n2 j\n0 200 m\n1 198 3 196 5 194 c\n9 191 l\nh B*\n');
  });

  test('the ends and corners of lines are taken back', async () => {
    const content = contentOf(await renderPdf(body({ line: { cap: 'round', dash: [0, 3] } }, { line: { dash: [2] } })));
    expect(content).toContain('1 J\n');
    expect(content).toContain('0 J\n');
  });

  test('dots are a little long, as PDFium would otherwise draw them apart from their pattern', async () => {
    const dotted = { line: { cap: 'round', dash: [0, 3] } };
    expect(contentOf(await renderPdf(body(dotted)))).toContain('[0.01 2.99] 0 d\n');
  });

  test('a gradient is a pattern where its shape lies, and the same one is written once', async () => {
    const stops = ['0 #ff0000', '0.5 #00ff00', '0.5 #0000ff'].map((stop) => ({
      at: Number.parseFloat(stop),
      color: stop.slice(-7),
    }));
    const shape = { rect: 10, width: 100, fill: { stops, from: '#000000', to: '#ffffff' } };
    const syntax = syntaxOf(await renderPdf(body(shape, shape, { frame: [{ ...shape, at: { x: 50, y: 50, rotate: 90 } }] })));
    expect(syntax.match(/\/ShadingType 2/g)).toHaveLength(1);
    expect(syntax.match(/\/PatternType 2/g)).toHaveLength(3);
    expect(syntax).toContain('/Matrix[100 0 0 -100 0 195]');
    expect(syntax).toContain('/Bounds[0.000001 0.5 0.500001]');
  });

  test.each<[string, Part]>([
    ['a rectangle without a width', { rect: 10, width: 0 }],
    ['a rectangle without a height', { rect: '{{ n }}' }],
    ['a round rectangle without a height', { rect: 0, radius: 4 }],
    ['an ellipse without a size', { ellipse: '{{ n }}', width: 0 }],
    ['a path that is a line', { path: '{{ path }}' }],
    ['a path of one point', { path: 'M5 5Z' }],
  ])('%s is not filled, where PDF would draw a thin line', async (_name, shape) => {
    for (const fill of ['#ff0000', { from: '#ff0000', to: '#00ff00', angle: 30 }]) {
      const pdf = await renderPdf(body({ ...shape, fill }, 'x'), { data: { n: 0, path: 'M0 5H90' } });
      expect(contentOf(pdf)).not.toMatch(/ f\*?\n|\nf\n|rg\n|scn\n/);
      expect(syntaxOf(pdf)).not.toContain('/PatternType');
    }
    const stroked = body({ ...shape, fill: '#ff0000', stroke: { width: 3, color: '#0000ff' } });
    expect(contentOf(await renderPdf(stroked, { data: { n: 0, path: 'M0 5H90' } }))).toMatch(/S\n/);
  });

  test('gradients of any stops are functions whose bounds increase', async () => {
    const random = createRandom(11);
    const places = [0, 0, 1e-7, 0.3, 0.3, 0.5, 1 - 1e-7, 1, 1];
    for (let i = 0; i < 60; i++) {
      const stops = Array.from({ length: 2 + Math.floor(random() * 8) }, (_, k) => ({
        at: `{{ at[${k}] }}`,
        color: '#00ff00',
      }));
      const at = stops.map(() => (random() < 0.5 ? random() : places[Math.floor(random() * places.length)]!));
      if (i % 2 === 0) at.sort((a, b) => a - b);
      const fill = { stops, ...(random() < 0.3 && { from: '#ff0000' }), ...(random() < 0.3 && { to: '#0000ff' }) };
      const syntax = syntaxOf(await renderPdf(body({ rect: 9, fill }), { data: { at } }));
      const bounds = (/\/Bounds\[([^\]]*)\]/.exec(syntax)?.[1] ?? '').split(' ').filter(Boolean).map(Number);
      expect(syntax.match(/\/FunctionType 2/g)).toHaveLength(bounds.length + 1);
      for (const [k, bound] of bounds.entries()) expect(bound, at.join()).toBeGreaterThan(k === 0 ? 0 : bounds[k - 1]!);
      expect(bounds.at(-1) ?? 0).toBeLessThan(1);
    }
  });

  test('a shape is a figure with its description, and decoration without', async () => {
    const standards = ['PDF/UA-1', 'PDF/A-1a'];
    const shapes = [
      { ellipse: 10, width: 10, fill: { from: '#000000', to: '#ffffff' }, alt: 'A ball' },
      { path: 'M0 0L9 9', stroke: {}, alt: 'A slash' },
      { polygon: points('0,0 9,9'), fill: '#111111' },
    ];
    const template = { document: { title: 'T', lang: 'en' }, ...body(...shapes) };
    expect(await listBreaches(template, { standard: standards })).toEqual([]);
    const syntax = syntaxOf(await renderPdf(template, { standard: standards }));
    expect(syntax.match(/\/S\/Figure/g)).toHaveLength(2);
    expect(syntax).toContain('(A ball)');
    // The slash with half of its stroke.
    expect(syntax).toContain('/BBox[-0.25 180.75 9.25 190.25]');
  });

  test.each<[Part, string]>([
    [{ line: { width: 4 } }, '[0 196 200 200]'],
    [{ line: { width: 4 }, direction: 'up', height: 20 }, '[-2 178 202 202]'],
    [{ rect: 20, width: 30, stroke: { width: 4 } }, '[0 180 30 200]'],
    [{ ellipse: 20, width: 30, fill: '#111111' }, '[0 180 30 200]'],
    [{ polygon: points('5,5 15,5 15,15'), stroke: { width: 2 } }, '[4 184 16 196]'],
  ])('the figure %j covers its stroke', async (shape, box) => {
    const template = { document: { title: 'T', lang: 'en' }, ...body({ ...shape, alt: 'A shape' }) };
    const [left, bottom, right, top] = /\/BBox\[([^\]]*)\]/
      .exec(syntaxOf(await renderPdf(template)))![1]!
      .split(' ')
      .map(Number);
    const [a, b, c, d] = JSON.parse(box.replaceAll(' ', ',')) as [number, number, number, number];
    expect(left).toBeLessThanOrEqual(a);
    expect(bottom).toBeLessThanOrEqual(b);
    expect(right).toBeGreaterThanOrEqual(c);
    expect(top).toBeGreaterThanOrEqual(d);
    expect(Math.max(a - left!, b - bottom!, right! - c, top! - d)).toBeLessThanOrEqual(2);
  });
});
