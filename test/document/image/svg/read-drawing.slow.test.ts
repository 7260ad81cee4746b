// What becomes of an SVG: the parts of its drawing as text.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { PdfgenError } from '../../../../src/contract/errors.ts';
import type { DrawingPart, Fill } from '../../../../src/document/image/drawing.ts';
import { openImage } from '../../../../src/document/image/open-image.ts';
import type { PictureFonts } from '../../../../src/document/image/picture-reader.ts';
import { readerOf } from '../../../../src/document/image/picture-readers.ts';
import { openSvgReader } from '../../../../src/document/image/svg/svg-reader.ts';
import { withDemanded } from '../../../../src/document/on-demand.ts';
import type { Gradient } from '../../../../src/document/vector/gradient.ts';
import { libraryFile } from '../../../../src/files/program-files.ts';
import { toResource } from '../make-image.ts';
import { makeAvif, makeWebp, pixelsOf } from '../make-picture.ts';

const limits = { maxPixels: 10_000, maxBytes: 100_000 };

beforeAll(() => withDemanded({ libraryFile }, () => readerOf(Buffer.from('<svg/>'))));

test('drawings are read where another part of the process has started the library', async () => {
  const wasm = await libraryFile('@resvg/resvg-wasm/index_bg.wasm');
  await openSvgReader(wasm);
  expect((await openSvgReader(wasm)).name).toBe('SVG');
});

const svg = (content: string, head = 'width="100" height="100"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${head}>${content}</svg>`;

const open = (text: string, fonts?: PictureFonts) => openImage(toResource(Buffer.from(text)), limits, fonts);

/** The parts of a drawing of 100 × 100, in its own coordinates: ten times as large. */
const draw = (content: string): string[] => open(svg(content)).drawing!.parts.flatMap((part) => lines(part));

function lines(part: DrawingPart): string[] {
  if (part.kind === 'picture') return [`picture ${part.matrix.map(round).join(' ')}`];
  if (part.kind === 'path') {
    const { stroke } = part;
    const pen = stroke
      ? [
          ` stroke ${paintOf(stroke)} ${round(stroke.width)}`,
          stroke.dash.length > 0 ? ` dash ${stroke.dash.map(round).join(' ')} from ${round(stroke.dashOffset)}` : '',
          stroke.cap === 'butt' ? '' : ` ${stroke.cap}`,
          stroke.join === 'miter' ? '' : ` ${stroke.join}`,
        ].join('')
      : '';
    return [
      `${part.path.ops} ${part.path.points.map(round).join(' ')}${part.rule === 'evenodd' ? ' evenodd' : ''}${part.fill ? ` fill ${paintOf(part.fill)}` : ''}${pen}`,
    ];
  }
  const { matrix, clips, mask, opacity, blend, isIsolated, parts } = part;
  const inner = (list: readonly DrawingPart[]) => list.flatMap(lines).map((line) => `  ${line}`);
  return [
    [
      'group',
      ...(matrix ? [`at ${matrix.map(round).join(' ')}`] : []),
      ...clips.map(
        ({ path, rule }) => `clip ${path.ops} ${path.points.map(round).join(' ')}${rule === 'evenodd' ? ' evenodd' : ''}`,
      ),
      ...(opacity < 1 ? [`opacity ${opacity}`] : []),
      ...(blend ? [blend] : []),
      ...(isIsolated ? ['isolated'] : []),
    ].join(' '),
    ...(mask ? [` ${mask.kind} mask`, ...inner(mask.parts)] : []),
    ...inner(parts),
  ];
}

function paintOf({ paint, opacity }: Fill): string {
  const faded = opacity < 1 ? ` at ${round(opacity)}` : '';
  if (typeof paint === 'string') return paint + faded;
  if (paint.kind === 'tiling') return `tiles ${round(paint.width)} × ${round(paint.height)}${faded}`;
  const stops = paint.stops.map(({ at, color }) => `${round(at)} ${color}`).join(', ');
  const from = paint.from ? ` from ${paint.from.map(round).join(' ')}` : '';
  return `${paint.kind} [${paint.matrix.map(round).join(' ')}]${from} (${stops})${faded}`;
}

const round = (value: number): number => Math.round(value * 100) / 100 + 0;

function faultOf(text: string): string {
  try {
    open(text);
  } catch (error) {
    if (error instanceof PdfgenError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return '';
}

describe('shapes', () => {
  test('a rectangle is a path, in coordinates of a longer side of 1000', () => {
    expect(draw('<rect x="10" y="20" width="30" height="5" fill="red"/>')).toEqual([
      'MLLLZ 100 200 400 200 400 250 100 250 fill #ff0000',
    ]);
  });

  test('a stroke is as wide as its place is scaled, with its dashes', () => {
    const line =
      '<path d="M0 0H10" stroke="#00f" stroke-width="2" stroke-dasharray="3 1" stroke-dashoffset="2" stroke-linecap="round" stroke-linejoin="bevel" fill="none"/>';
    expect(draw(`<g transform="scale(2)">${line}</g>`)).toEqual([
      'ML 0 0 200 0 stroke #0000ff 40 dash 60 20 from 40 round bevel',
    ]);
  });

  test('dashes without length that have square ends get one, because PDF draws none', () => {
    const line = '<path d="M0 0H10" stroke="#00f" stroke-dasharray="0 3" stroke-linecap="square" fill="none"/>';
    expect(draw(line)).toEqual(['ML 0 0 100 0 stroke #0000ff 10 dash 0.02 30 from 0 square']);
  });

  test('a stroke that is stretched keeps its path and gets a matrix', () => {
    expect(draw('<path d="M0 0H10" stroke="#00f" transform="scale(4 1)" fill="none"/>')).toEqual([
      'group at 2 0 0 0.5 0 0',
      '  ML 0 0 200 0 stroke #0000ff 20',
    ]);
  });

  test('a fill and its stroke are one part, unless the stroke is painted first or half transparent', () => {
    const path = (more: string) => draw(`<path d="M0 0H1V1Z" fill="red" stroke="blue" ${more}/>`).length;
    expect([path(''), path('paint-order="stroke"'), path('stroke-opacity=".5"')]).toEqual([1, 2, 2]);
  });

  test('what is hidden is not drawn', () => {
    expect(draw('<rect width="5" height="5" visibility="hidden"/><rect width="5" height="5" visibility="collapse"/>')).toEqual(
      [],
    );
  });

  test('the size is that of the root, and a viewBox is fitted into it', () => {
    const { width, height, drawing } = open(svg('<rect width="4" height="2"/>', 'width="40" height="40" viewBox="0 0 4 2"'));
    expect([width, height, drawing!.parts.flatMap(lines)]).toEqual([
      40,
      40,
      ['MLLLZ 0 250 1000 250 1000 750 0 750 fill #000000'],
    ]);
  });
});

describe('groups', () => {
  test('an opacity holds for a group as a whole', () => {
    expect(draw('<g opacity=".5"><rect width="1" height="1"/><rect width="2" height="2"/></g>')).toEqual([
      'group opacity 0.5',
      '  MLLLZ 0 0 10 0 10 10 0 10 fill #000000',
      '  MLLLZ 0 0 20 0 20 20 0 20 fill #000000',
    ]);
  });

  test('a blend mode has its name of PDF', () => {
    expect(draw('<rect width="1" height="1" style="mix-blend-mode:color-dodge"/>')[0]).toBe('group ColorDodge');
    expect(draw('<g style="isolation:isolate"><rect width="1" height="1"/></g>')[0]).toBe('group isolated');
  });
});

describe('gradients', () => {
  const gradient = (attributes: string, stops = '<stop stop-color="red"/><stop offset="1" stop-color="blue"/>') =>
    draw(`<linearGradient id="a" ${attributes}>${stops}</linearGradient><rect x="10" width="20" height="10" fill="url(#a)"/>`);

  test('a gradient lies in the measure of its shape', () => {
    expect(gradient('')).toEqual(['MLLLZ 100 0 300 0 300 100 100 100 fill linear [200 0 0 100 100 0] (0 #ff0000, 1 #0000ff)']);
  });

  test('or in that of the drawing', () => {
    expect(gradient('gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="0" y2="5"')[0]).toContain('linear [0 50 -50 0 0 0]');
  });

  test('a gradient that repeats gets stops as far as it is seen', () => {
    const [line] = gradient('gradientUnits="userSpaceOnUse" x1="10" x2="20" spreadMethod="reflect"');
    expect(line).toContain(
      'linear [200 0 0 200 100 0] (0 #ff0000, 0 #ff0000, 0.5 #0000ff, 0.5 #0000ff, 0.5 #0000ff, 0.5 #0000ff, 1 #ff0000, 1 #ff0000)',
    );
  });

  test('more repeats than can be seen are refused', () => {
    const text = svg(
      '<linearGradient id="a" x2=".001" spreadMethod="repeat"><stop/><stop offset="1"/></linearGradient><rect width="9" height="9" fill="url(#a)"/>',
    );
    expect(faultOf(text)).toContain('repeats more than 500 times');
  });

  test('half transparent colours are a mask of grays', () => {
    expect(gradient('', '<stop stop-color="red" stop-opacity=".5"/><stop offset="1" stop-color="red"/>')).toEqual([
      'group',
      ' luminance mask',
      '  MLLLZ 100 0 300 0 300 100 100 100 fill linear [200 0 0 100 100 0] (0 #808080, 1 #ffffff)',
      '  MLLLZ 100 0 300 0 300 100 100 100 fill linear [200 0 0 100 100 0] (0 #ff0000, 1 #ff0000)',
    ]);
  });

  test('a radial gradient may begin beside its middle', () => {
    const text =
      '<radialGradient id="a" fx=".25"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></radialGradient><rect width="10" height="10" fill="url(#a)"/>';
    expect(draw(text)[0]).toContain('radial [50 0 0 50 50 50] from -0.5 0 0 (');
  });

  test('a plain colour stays one beside a gradient without a name', () => {
    const text =
      '<text fill="url(#a)" y="20">a</text><rect width="1" height="1" stroke="#123456" fill="none"/><linearGradient id="a"><stop/><stop offset="1" stop-color="red"/></linearGradient>';
    expect(draw(text).at(-1)).toContain('stroke #123456');
  });
});

describe('clips and masks', () => {
  const area = '<rect width="20" height="20" fill="red" clip-path="url(#c)"/>';
  const square = 'MLLLZ 0 0 200 0 200 200 0 200';

  test('one path is a clip, by its own rule', () => {
    expect(draw(`<clipPath id="c"><path d="M0 0H5V5Z" clip-rule="evenodd"/></clipPath>${area}`)).toEqual([
      'group clip MLLZ 0 0 50 0 50 50 evenodd',
      `  ${square} fill #ff0000`,
    ]);
  });

  test('paths beside each other are one clip', () => {
    const clip = '<clipPath id="c"><rect width="5" height="5"/><rect x="10" width="5" height="5"/></clipPath>';
    expect(draw(clip + area)[0]).toBe('group clip MLLLZMLLLZ 0 0 50 0 50 50 0 50 100 0 150 0 150 50 100 50');
  });

  test('paths over each other are a mask, because their areas add up', () => {
    const clip = '<clipPath id="c"><rect width="5" height="5"/><rect x="3" width="5" height="5" clip-rule="evenodd"/></clipPath>';
    expect(draw(clip + area)).toEqual([
      'group',
      ' alpha mask',
      '  MLLLZ 0 0 50 0 50 50 0 50 fill #ffffff',
      '  MLLLZ 30 0 80 0 80 50 30 50 evenodd fill #ffffff',
      `  ${square} fill #ff0000`,
    ]);
  });

  test('a clip of a clip, in the measure of the shape and moved', () => {
    const clip =
      '<clipPath id="c" clip-path="url(#d)" clipPathUnits="objectBoundingBox" transform="translate(1)"><rect width=".5" height=".5"/></clipPath><clipPath id="d"><rect width="9" height="9"/></clipPath>';
    expect(draw(clip + area)).toEqual([
      'group clip MLLLZ 10 0 110 0 110 100 10 100',
      '  group clip MLLLZ 0 0 90 0 90 90 0 90',
      `    ${square} fill #ff0000`,
    ]);
  });

  test('a clip without visible parts leaves nothing', () => {
    expect(draw(`<clipPath id="c"><rect width="5" height="5" visibility="hidden"/></clipPath>${area}`)).toEqual([]);
  });

  test('a mask has its own area, and its kind', () => {
    const mask = (more: string) =>
      draw(`<mask id="m" ${more}><rect width="5" height="5" fill="#fff"/></mask><rect width="20" height="20" mask="url(#m)"/>`);
    expect(mask('')).toEqual([
      'group',
      ' luminance mask',
      '  group clip MLLLZ -20 -20 220 -20 220 220 -20 220',
      '    MLLLZ 0 0 50 0 50 50 0 50 fill #ffffff',
      `  ${square} fill #000000`,
    ]);
    expect(mask('mask-type="alpha" maskUnits="userSpaceOnUse" x="1" y="2" width="3" height="4"').slice(1, 3)).toEqual([
      ' alpha mask',
      '  group clip MLLLZ 10 20 40 20 40 60 10 60',
    ]);
  });
});

describe('patterns', () => {
  const pattern = (size: number, more = '') =>
    `<pattern id="p" width="${size}" height="${size}" patternUnits="userSpaceOnUse" ${more}><rect width="${size / 2}" height="${size / 2}"/></pattern>`;

  test('a few tiles are drawn one by one', () => {
    expect(draw(`${pattern(10)}<rect x="5" width="20" height="10" fill="url(#p)"/>`)).toEqual([
      'group clip MLLLZ 50 0 250 0 250 100 50 100',
      ...[0, 100, 200].flatMap((x) => [`  group at 0.1 0 0 0.1 ${x} 0`, '    MLLLZ 0 0 500 0 500 500 0 500 fill #000000']),
    ]);
  });

  test('many are left to the viewer', () => {
    expect(draw(`${pattern(1)}<rect width="60" height="60" fill="url(#p)" fill-opacity=".5"/>`)[0]).toContain(
      'fill tiles 1000 × 1000 at 0.5',
    );
  });

  test('tiles within tiles count all their parts', () => {
    const inner = '<pattern id="q" width="10" height="10" patternUnits="userSpaceOnUse"><rect width="5" height="5"/></pattern>';
    const outer =
      '<pattern id="p" width="30" height="30" patternUnits="userSpaceOnUse"><rect width="30" height="30" fill="url(#q)"/></pattern>';
    const kinds = (side: number) =>
      draw(`${inner}${outer}<rect width="${side}" height="${side}" fill="url(#p)"/>`)[0]!.split(' ')[0];
    // 19 parts a tile: 100 tiles are fewer than 2000 parts, 121 are more.
    expect([kinds(300), kinds(330)]).toEqual(['group', 'MLLLZ']);
  });

  test('what reaches out of its tile is cut', () => {
    const wide = '<pattern id="p" width="10" height="10" patternUnits="userSpaceOnUse"><rect width="20" height="5"/></pattern>';
    expect(draw(`${wide}<rect width="10" height="10" fill="url(#p)"/>`)[1]).toBe(
      '  group at 0.1 0 0 0.1 0 0 clip MLLLZ 0 0 1000 0 1000 1000 0 1000',
    );
  });
});

describe('pictures within', () => {
  const png =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

  test('a picture of pixels lies over its place', () => {
    expect(draw(`<image x="10" width="20" height="10" href="${png}"/>`)).toEqual(['picture 100 0 0 100 150 0']);
    expect(draw(`<image width="20" height="10" preserveAspectRatio="xMinYMid slice" href="${png}"/>`)).toEqual([
      'group clip MLLLZ 0 0 200 0 200 100 0 100',
      '  picture 200 0 0 200 0 -50',
    ]);
  });

  test('a drawing in a drawing is drawn', () => {
    const inner = Buffer.from(svg('<rect width="50" height="100" fill="red"/>')).toString('base64');
    expect(draw(`<image width="20" height="20" href="data:image/svg+xml;base64,${inner}"/>`)).toEqual([
      'group at 0.2 0 0 0.2 0 0 clip MLLLZ 0 0 1000 0 1000 1000 0 1000',
      '  MLLLZ 0 0 500 0 500 1000 0 1000 fill #ff0000',
    ]);
  });

  test('drawings in drawings have a bound', () => {
    const nest = (depth: number): string =>
      depth === 0
        ? svg('<rect width="1" height="1"/>')
        : svg(
            `<image width="9" height="9" href="data:image/svg+xml;base64,${Buffer.from(nest(depth - 1)).toString('base64')}"/>`,
          );
    expect(open(nest(3)).doubts).toEqual([]);
    expect(open(nest(5)).drawing!.parts.flatMap(lines).join()).not.toContain('fill');
  });

  test('WebP and AVIF are drawn', async () => {
    const pixels = pixelsOf(4, 4);
    for (const [type, bytes] of [
      ['webp', await makeWebp(pixels)],
      ['avif', await makeAvif(pixels)],
    ] as const) {
      const text = svg(`<image width="9" height="9" href="data:image/${type};base64,${bytes.toString('base64')}"/>`);
      const { doubts, drawing } = await withDemanded({ libraryFile }, () => open(text));
      expect(doubts).toEqual([]);
      expect(drawing!.parts).toMatchObject([{ kind: 'picture' }]);
    }
  });

  test('a damaged picture is left out with a word', () => {
    expect(open(svg(`<image width="9" height="9" href="${png.slice(0, -30)}"/>`)).doubts).toEqual([
      'The drawing holds a picture that is no PNG, JPEG, GIF, WebP, AVIF or SVG or is damaged, or drawings within drawings more than 3 deep, which is left out.',
    ]);
  });
});

test('gradients of the same colours share their stops, and others do not', () => {
  const drawn = (id: string, way: string) =>
    `<linearGradient id="${id}" x2=".5" spreadMethod="${way}"><stop/><stop offset="1" stop-color="red"/></linearGradient><rect id="r${id}" width="9" height="9" fill="url(#${id})"/>`;
  const { parts } = open(svg(drawn('a', 'repeat') + drawn('b', 'repeat') + drawn('c', 'reflect'))).drawing!;
  const [first, same, other] = parts.map((part) => (part.kind === 'path' ? (part.fill!.paint as Gradient).stops : undefined));
  expect(first?.map(({ color }) => color)).toHaveLength(8);
  expect(same).toBe(first);
  expect(other).not.toEqual(first);
});

describe('filters', () => {
  const masked = (values: string) =>
    draw(
      `<filter id="f" filterUnits="userSpaceOnUse" x="10" y="0" width="20" height="30"><feColorMatrix type="matrix" values="${values}"/></filter>` +
        '<g filter="url(#f)"><rect width="50" height="50"/></g>',
    );

  test('one that keeps all colours, as Illustrator writes it, cuts to its area', () => {
    expect(masked('1 0 0 0 0  0 1 0 0 0  0 0 1 0 0  0 0 0 1 0')).toEqual([
      expect.stringMatching(/^group clip \S+ 100 0 300 0 300 300 100 300$/),
      expect.stringContaining('fill #000000'),
    ]);
  });

  test('one that changes colours is refused', () => {
    expect(() => masked('0 0 0 0 0  0 1 0 0 0  0 0 1 0 0  0 0 0 1 0')).toThrow('filters are no vectors');
  });
});

describe('what is told', () => {
  test.each([
    ['<script>alert(1)</script>', 'has scripts, which are left out'],
    ['<rect onclick="alert(1)" width="1" height="1"/>', 'has scripts, which are left out'],
    ['<a href="https://example.com"><rect width="1" height="1"/></a>', 'has links, which are left out'],
    ['<rect width="1" height="1"><animate attributeName="x" to="5"/></rect>', 'has animations, which are left out'],
    [
      '<image width="9" height="9" href="photo.png"/>',
      'names another file, "photo.png", which is left out: put it into the drawing',
    ],
    ['<use href="icons.svg#a"/>', 'names another file, "icons.svg#a", which is left out: put it into the drawing'],
    ['<rect width="1" height="1" style="fill:var(--brand)"/>', 'uses CSS variables or `calc()`, which are not worked out'],
    ['<style>@media print { rect { fill: red } }</style>', 'has CSS rules with `@`, which are left out'],
    [
      '<rect width="1" height="1" style="transform:rotate(5deg)"/>',
      'turns or moves parts by CSS, which is left out: write it as the attribute `transform`',
    ],
    [
      '<rect width="9" height="9" transform-origin="4 4" transform="rotate(45)"/>',
      'turns parts about a point of their own (`transform-origin`), which is left out: save it with plain matrices',
    ],
    [
      '<rect width="9" height="9" fill="oklch(0.6 0.1 200)"/>',
      'has colours written as `oklch(…)`, which are not read: write them as `#rrggbb`',
    ],
    [
      '<rect width="9" height="9" style="fill:rgb(0 128 128 / 50%)"/>',
      'has colours written as `rgb(…)`, which are not read: write them as `#rrggbb`',
    ],
    [
      '<marker id="m"><path d="M0 0H9V9z" fill="context-stroke"/></marker><path d="M0 0H9" marker-end="url(#m)"/>',
      'has marks in the colour of their lines (`context-stroke`), which are drawn black',
    ],
    [
      '<image width="9" height="9" href="data:image/png;base64,AAAA"/>',
      'holds a picture that is no PNG, JPEG, GIF, WebP, AVIF or SVG or is damaged, or drawings within drawings more than 3 deep, which is left out',
    ],
    [
      '<text y="9" style="font-variant-caps:small-caps">a</text>',
      'has small capitals by `font-variant-caps`, which has no effect: write `font-variant: small-caps`',
    ],
    [
      '<flowRoot><flowPara>Flowed</flowPara></flowRoot>',
      'has flowed text (`flowRoot`), which is left out: in Inkscape, choose Text, Convert to Text',
    ],
    ['<style>.a { fill: red !important }</style><path class="a" d="M0 0H9V9z"/>', 'uses `!important`, which is not heeded'],
    [
      '<path d="M0 0H9V9z" style="mix-blend-mode: plus-lighter"/>',
      'blends parts by `plus-lighter`, which are drawn without blending',
    ],
    ['<svg width="0mm" height="9"><path d="M0 0H9V9z"/></svg>', 'holds an `svg` of no size, which is drawn: leave it out'],
    [
      '<path vector-effect="non-scaling-stroke" d="M0 0"/>',
      'has lines that do not grow with it (`vector-effect`), which do here',
    ],
    [
      '<clipPath id="c"><text>a</text></clipPath>',
      'cuts by the shape of a text, of which parts may be lost: save the text as outlines',
    ],
  ])('%s', (content, doubt) => {
    expect(open(svg(content)).doubts).toEqual([`The drawing ${doubt}.`]);
  });

  test('nothing of colours and points that are read', () => {
    const read = ['rgb(0, 128, 128)', 'rgb(0 128 128)', 'rgba(0,128,128,.5)', 'hsl(180 50% 40%)', 'url(#color)'];
    const rects = read.map((fill) => `<rect width="9" height="9" fill="${fill}" transform-origin="4 4"/>`);
    expect(open(svg(rects.join(''))).doubts).toEqual([]);
  });

  test('characters that no font has', () => {
    const lacks = (text: string) => [...text].flatMap((letter) => (letter > '\u05d0' ? [letter.codePointAt(0)!] : []));
    const fonts = { key: 'b', files: () => [], fixedFamily: () => undefined, lacks };
    expect(open(svg('<title>ש</title><text y="9">a<tspan>שלש</tspan></text>'), fonts).doubts).toEqual([
      'The drawing has text with U+05E9 "ש", U+05DC "ל", which no font has: add one to "fonts".',
    ]);
  });

  test('fonts that the template lacks, and no others', () => {
    const files = () => [{ postscriptName: 'OpenSans-Regular', bytes: new Uint8Array() }];
    const fonts = { key: 'a', files, fixedFamily: (): string | undefined => undefined, lacks: () => [] };
    const text = (family: string) =>
      svg(`<text font-family="${family}" y="9">a</text><text style="font-family: '${family}', serif" y="9">a</text>`);
    expect(open(text('Open Sans'), fonts).doubts).toEqual([]);
    expect(open(text('sans-serif'), fonts).doubts).toEqual([]);
    expect(open(text('Futura'), fonts).doubts).toEqual([
      'The drawing has text in the font "Futura", which "fonts" does not name: it is drawn in Noto Sans.',
    ]);
    const inMono = svg('<text font-family="Futura, monospace" y="9">a</text><text font-family="monospace" y="9">a</text>');
    expect(open(inMono, fonts).doubts).toEqual([
      'The drawing has text in the font "Futura", which "fonts" does not name: it is drawn in Noto Sans.',
      'The drawing has text of fixed width, and no font of "fonts" has: it is drawn in Noto Sans.',
    ]);
    expect(open(inMono, { ...fonts, key: 'b', fixedFamily: () => 'Plex Mono' }).doubts).toEqual([
      'The drawing has text in the font "Futura", which "fonts" does not name: it is drawn in Plex Mono.',
    ]);
  });
});

test.each([
  ['24.4 10.6', 24.4, 10.6],
  ['0.4 0.3', 0.4, 0.3],
])('a drawing of %s units has this size', (size, width, height) => {
  const { drawing, ...picture } = open(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size}"><path d="M0 0H9V9"/></svg>`,
  );
  expect([picture.width, picture.height]).toEqual([width, height]);
  expect(drawing!.width / drawing!.height).toBeCloseTo(width / height);
});

test('what is no picture is told which files are', () => {
  expect(() => open('hello')).toThrow('is not a PNG, JPEG, GIF, WebP, AVIF or SVG file');
});

describe('what is refused', () => {
  const many = (count: number) => svg('<g/>'.repeat(count));
  const bomb = Array.from({ length: 12 }, (_, i) => `<g id="g${i + 1}">${`<use href="#g${i}"/>`.repeat(10)}</g>`).join('');
  const clips = Array.from({ length: 8 }, (_, i) => {
    const area = `<rect width="9" height="9" clip-path="url(#c${i})"/>`;
    return `<clipPath id="c${i + 1}">${area.repeat(10)}</clipPath>`;
  });
  const tooMuchWork = 'whose texts and styles take too much work';
  const clipBomb = `<clipPath id="c0"><rect width="9" height="9"/></clipPath>${clips.join('')}<rect width="9" height="9" clip-path="url(#c8)"/>`;
  test.each([
    [
      'a filter',
      svg('<filter id="soft"><feGaussianBlur/><feOffset/></filter><rect id="box" width="1" height="1" filter="url(#soft)"/>'),
      'uses the filter "soft" of the element "box" (feGaussianBlur, feOffset), and filters are no vectors',
    ],
    ['HTML', svg('<foreignObject width="1" height="1"/>'), 'holds HTML in a `foreignObject`'],
    ['no XML', '<svg xmlns="http://www.w3.org/2000/svg"><g></svg>', 'is a damaged SVG'],
    ['no size', svg('', 'width="0" height="0"'), 'cannot be read: SVG has an invalid size'],
    ['too many bytes', svg(' '.repeat(1_000_000)), 'more than 1000000 bytes'],
    ['too many elements', many(20_001), 'more than 20000 elements'],
    ['elements too deep', svg(`${'<g>'.repeat(70)}${'</g>'.repeat(70)}`), 'nest deeper than 64 levels'],
    ['uses that grow', svg(`<defs><g id="g0"><path d="M0 0"/></g>${bomb}</defs><use href="#g12"/>`), 'draws too much again'],
    [
      'a long path that is used often',
      svg(`<path id="p" d="M0 0${'H1'.repeat(100_000)}"/>${'<use href="#p"/>'.repeat(60)}`),
      'draws too much again',
    ],
    [
      'a long chain of uses',
      svg(`${Array.from({ length: 5000 }, (_, i) => `<g id="g${i}"><use href="#g${i + 1}"/></g>`).join('')}`),
      'more than 500 levels deep',
    ],
    ['clips of clips that grow', svg(clipBomb), 'draws too much again'],
    ['by a class, too', svg(`<style>.a{clip-path:url(#c8)}</style>${clips.join('')}<g class="a"/>`), 'draws too much again'],
    [
      'a gradient of many colours',
      svg(
        `<linearGradient id="a">${Array.from({ length: 1001 }, (_, i) => `<stop offset="${i / 1001}"/>`).join('')}</linearGradient><rect width="9" height="9" fill="url(#a)"/>`,
      ),
      'more than 1000 colours',
    ],
    [
      'many gradients that repeat',
      svg(
        `<linearGradient id="a" x2=".01" spreadMethod="repeat"><stop/><stop offset="1" stop-color="red"/></linearGradient>${'<rect width="9" height="9" fill="url(#a)"/>'.repeat(4000)}`,
      ),
      'draws more than 50000 parts',
    ],
    [
      'many rules for many elements',
      svg(`<style>${'.a{fill:red}'.repeat(4000)}</style>${'<g/>'.repeat(2500)}`),
      '4,000 selectors and declarations of CSS for 2,502 elements',
    ],
    ['more rules than that', svg(`<style>${'.a{fill:red}'.repeat(6000)}</style>`), 'more than 5000 selectors and declarations'],
    [
      'marks on each point of a long path',
      svg(`<marker id="m">${'<g/>'.repeat(99)}</marker><g style="marker-mid:url(#m)"><path d="M0 0${'L1 2'.repeat(99)}"/></g>`),
      'draws too much again',
    ],
    ['a long text', svg(`<text>${'x'.repeat(20_000)}</text>`), tooMuchWork],
    ['many short texts', svg('<text>twenty letters, all.</text>'.repeat(800)), tooMuchWork],
    ['a text of many spans', svg(`<text>${'<tspan dy="1">x</tspan>'.repeat(1000)}</text>`), tooMuchWork],
    ['kept spaces', svg(`<g xml:space="preserve"><text>${' '.repeat(20_000)}</text></g>`), tooMuchWork],
    ['a text that is used often', svg(`<text id="t">${'x'.repeat(99)}</text>${'<use href="#t"/>'.repeat(200)}`), tooMuchWork],
    [
      'letters along a long path',
      svg(`<path id="p" d="M0 0${'H1'.repeat(300_000)}"/><text><textPath href="#p">${'x'.repeat(3000)}</textPath></text>`),
      tooMuchWork,
    ],
    ['a style of many declarations', svg(`<g style="${'fill:red;'.repeat(9000)}"/>`), tooMuchWork],
    ['an element of many attributes', svg(`<g ${Array.from({ length: 15_000 }, (_, i) => `a${i}=""`).join(' ')}/>`), tooMuchWork],
    [
      'long values that many inherit',
      svg(`<g font-family="${'A,'.repeat(245)}"><g style="stroke-dasharray:${'1 '.repeat(245)}">${'<g/>'.repeat(3000)}</g></g>`),
      tooMuchWork,
    ],
    [
      'a list of fonts without end',
      svg(`<style>g{font-family:${'A,'.repeat(300)}}</style>`),
      'a value of more than 500 characters',
    ],
    ['a text from elsewhere', svg('<text id="t">x</text><text><tref href="#t"/></text>'), 'by `tref`'],
    [
      'entities that grow',
      `<!DOCTYPE svg [<!ENTITY a "${'x'.repeat(99)}"><!ENTITY b "&a;&a;">]>${svg('&b;')}`,
      'whose entity "b" holds others',
    ],
    [
      'what stops the library',
      svg(
        '<g id="g"><path d="M0 0H9V9Z"/></g><clipPath id="c"><use xlink:href="#g"/></clipPath><rect width="9" height="9" clip-path="url(#c)"/>',
      ),
      'that the reader cannot follow',
    ],
  ])('%s', (_, text, fault) => {
    expect(faultOf(text)).toMatch(/^ASSET_INVALID: The image /);
    expect(faultOf(text)).toContain(fault);
  });

  test.each([
    ['a map with ten thousand letters', svg('<text x="1" y="2">twenty letters, all.</text>'.repeat(500))],
    ['a text whose letters have places', svg(`<text>${'<tspan x="1">x</tspan>'.repeat(5000)}</text>`)],
    ['spaces between parts', svg(`<text>${' '.repeat(50_000)}<tspan>x</tspan></text>`)],
    ['a font in a style sheet', svg(`<style>@font-face{src:url(data:font/woff2;base64,${'A'.repeat(100_000)})}</style><g/>`)],
    [
      'marks at the ends of many paths',
      svg(`<marker id="m"><path d="M0 0"/></marker><g marker-end="url(#m)">${'<path d="M0 0L1 1H2"/>'.repeat(5000)}</g>`),
    ],
  ])('%s is drawn', (_, text) => {
    expect(open(text).drawing).toBeDefined();
  });

  test('after that, others are read', () => {
    expect(draw('<rect width="1" height="1"/>')).toHaveLength(1);
  });

  test('a switch draws what can be drawn in place of HTML, as drawing programs write it', () => {
    expect(
      draw('<switch><foreignObject requiredExtensions="http://example.com"/><g><rect width="1" height="1"/></g></switch>'),
    ).toHaveLength(1);
  });

  test('names that Illustrator declares are read', () => {
    const text = `<!DOCTYPE svg PUBLIC "a" "b" [<!ENTITY ns "http://www.w3.org/2000/svg">]><svg xmlns="&ns;" width="9" height="9"><rect width="1" height="1"/></svg>`;
    expect(open(text).drawing!.parts).toHaveLength(1);
  });
});

test('a drawing with text has the key of its fonts, and one without has none', () => {
  const keys = (text: string) =>
    ['a', 'b'].map((key) => open(svg(text), { key, files: () => [], fixedFamily: () => undefined, lacks: () => [] }).fontsKey);
  expect(keys('<text y="9">a</text>')).toEqual(['a', 'b']);
  expect(keys('<path d="M0 0h5v5z"/>')).toEqual([undefined, undefined]);
});

test('text of fixed width is drawn in the font of fixed width', () => {
  const bytes = (name: string) => readFileSync(fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)));
  const files = ['DejaVuSans', 'DejaVuSansMono'].map((name) => ({ postscriptName: name, bytes: bytes(name) }));
  const fonts = { key: 'mono', files: () => files, fixedFamily: () => 'DejaVu Sans Mono', lacks: () => [] };
  const drawn = (content: string) => JSON.stringify(open(svg(content), fonts).drawing);
  const text = (look: string) => `<text class="monospace" y="9" ${look}>iW</text>`;
  const fixed = drawn(text('font-family="DejaVu Sans Mono"'));
  expect(drawn(text('font-family="DejaVu Sans"'))).not.toBe(fixed);
  for (const family of ['monospace', "'Courier New', monospace"]) expect(drawn(text(`font-family="${family}"`))).toBe(fixed);
  expect(drawn(text('style="fill: black; font-family: Courier,monospace"'))).toBe(fixed);
  expect(drawn(`<style>.monospace { font-family: "Courier New", monospace }</style>${text('')}`)).toBe(fixed);
});

test('a symbol has its own size where its use has none', () => {
  const symbol = '<symbol id="s" viewBox="0 0 5 5" width="20" height="10px"><path d="M0 0H5V5H0z" fill="#ff0000"/></symbol>';
  const [own, both, one] = ['', 'width="20" height="10"', "width='40'"].map((size) =>
    draw(`${symbol}<use x="5" y="5" ${size} href="#s"/>`),
  );
  expect(own).toEqual(both);
  expect(one).not.toEqual(own);
  expect(own!.join()).toMatch(/100 50 200 50|50 50/);
});

test('a line has no area to fill', () => {
  const stroke = 'fill="#ff0000" stroke="#0000ff"';
  expect(draw(`<line x2="10" y2="10" ${stroke}/><path d="M0 0L9 9zM0 9L9 9" ${stroke}/>`).join()).not.toContain('fill');
  expect(draw(`<polyline points="0 0 9 9 9 0" ${stroke}/><path d="M0 0Q9 9 9 0" ${stroke}/>`).join().match(/fill/g)).toHaveLength(
    2,
  );
});
