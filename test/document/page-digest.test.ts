import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Page, PageItem } from '../../src/document/layout/fragment.ts';
import { Element } from '../../src/document/layout/tag.ts';
import { createPageDigest, createPageWriter } from '../../src/document/page-digest.ts';
import { createFileResources } from '../../src/renderer/file-resources.ts';
import { layOutPlain } from '../support/plain-pages.ts';

const sheet: Page = { width: 100, height: 50, items: [], late: undefined };

/** One piece of text with everything that text can have. */
const face = { id: 'f00d' };
const segment = {
  x: 1,
  width: 20,
  style: {
    size: 10,
    color: '#000000',
    letterSpacing: 0,
    underline: false,
    strike: false,
    raised: { by: 2, fullSize: 12 },
    faces: [{ id: 'beef' }],
    underlineOf: { size: 14, face: { id: 'beef' } },
    strikeOf: { size: 15, face: { id: 'beef' } },
  },
  face,
  words: [
    {
      widthEm: 500,
      tj: '<0001>',
      glyphs: [1, 2],
      says: ['a', 'b'],
      actualText: 'ab',
      pieces: [
        { tj: '<0001>', riseEm: 0, stretch: 1.5 },
        { actualText: 'b', pieces: [{ tj: '<0002>', riseEm: 10 }] },
      ],
      drawn: { glyphs: [3], pieces: [{ tj: '<0003>', riseEm: 0 }] },
      pictured: [{ glyph: 4, xEm: 1, riseEm: 2 }],
      isSpace: true,
    },
  ],
  wordSpacing: 0.5,
  spreads: new Set([0]),
  link: { target: '#a', text: 'ab', anchor: 'b', note: 1 },
  isLabel: true,
  isLeader: true,
  marks: [{ kind: 'style', decoration: 'Underline' }],
  reading: { text: 'ab', place: 1 },
};
const stroke = { width: 1, color: '#111111', dash: [2, 1], cap: 'round', join: 'bevel' };
const gradient = { kind: 'radial', matrix: [1, 0, 0, 1, 0, 0], from: [0, 0, 0.5], stops: [{ at: 0, color: '#222222' }] };
const area = { x: 1, y: 2, width: 3, height: 4 };
const artifact = { kind: 'artifact', type: 'Pagination', subtype: 'Header' };
const rect = { kind: 'rect', ...area, fill: '#333333', stroke, radius: [1, 2, 3, 4], tag: artifact };

/** An item of each kind with all of its members. The type asks for new kinds. */
const full: { readonly [K in PageItem['kind']]: object } = {
  text: { kind: 'text', x: 1, y: 2, segment, tag: artifact, isHidden: true },
  rect,
  path: {
    kind: 'path',
    x: 1,
    y: 2,
    path: { ops: 'ML', points: [0, 0, 5, 5] },
    fill: gradient,
    rule: 'evenodd',
    stroke,
    tag: artifact,
  },
  line: { kind: 'line', x1: 1, y1: 2, x2: 3, y2: 4, stroke, tag: artifact },
  modules: { kind: 'modules', x: 1, y: 2, scaleX: 3, scaleY: 4, rects: [0, 0, 1, 1], fill: '#444444', tag: artifact },
  image: { kind: 'image', ...area, image: { key: 'cafe', fontsKey: 'f', width: 5, height: 6, orientation: 1 }, tag: artifact },
  link: { kind: 'link', ...area, target: 'https://example.com', tag: undefined, contents: 'Example' },
  anchor: { kind: 'anchor', ...area, name: 'a', bookmark: { title: 'A', level: 1, fromHeading: true } },
  field: {
    kind: 'field',
    ...area,
    name: 'a.b',
    description: 'B',
    form: {
      type: 'list',
      flags: ['required'],
      value: 'x',
      maxLength: 9,
      options: [{ value: 'x', label: 'X' }],
      firstOption: 0,
      typing: { face, font: { face, glyphs: [1, 2] }, size: 9, color: '#555555', align: 'left' },
      button: { option: 'on', label: 'On' },
      look: [rect],
    },
    isRepeated: false,
    tag: undefined,
  },
  annotation: {
    kind: 'annotation',
    ...area,
    contents: 'Why?',
    author: 'M',
    icon: 'Note',
    color: '#666666',
    isOpen: false,
    look: [rect],
    tag: undefined,
  },
  group: { kind: 'group', x: 1, y: 2, rotate: 90, clip: { ...area, radius: 2 }, opacity: 0.5, items: [rect] },
};

function digestOf(items: readonly unknown[], page = sheet): string {
  const digest = createPageDigest();
  digest.addPage({ ...page, items: items as readonly PageItem[] });
  return digest.end();
}

/** A value that is not the given one, of its own type. */
function change(value: unknown): unknown {
  if (typeof value === 'number') return value + 0.001;
  if (typeof value === 'string') return `${value}x`;
  if (typeof value === 'boolean') return !value;
  return new Set([7]);
}

/** Every copy of a value in which one thing differs: a changed member, a missing one, or an entry that is left out. */
function* changesOf(value: unknown, path: string): Generator<readonly [path: string, changed: unknown]> {
  if (typeof value !== 'object' || value === null || value instanceof Set) {
    if (value !== undefined) yield [path, change(value)];
    return;
  }
  if (Array.isArray(value)) {
    if (!path.endsWith('/faces')) yield [`${path} without its last`, value.slice(0, -1)];
    for (const [i, one] of value.entries())
      for (const [where, changed] of changesOf(one, `${path}/${i}`)) yield [where, value.with(i, changed)];
    return;
  }
  for (const [name, member] of Object.entries(value))
    for (const [where, changed] of changesOf(member, `${path}/${name}`)) yield [where, { ...value, [name]: changed }];
}

/** Another kind would be another item. */
const kindOfItem = /(?:^|\/tag|\/(?:look|items)\/0)\/kind$/;

test.each(Object.entries(full))('every member of a %s is in the digest', (kind, item) => {
  const plain = digestOf([item]);
  expect(digestOf([structuredClone(item)])).toBe(plain);
  const changes = [...changesOf(item, '')].filter(([path]) => !kindOfItem.test(path));
  expect(changes.length).toBeGreaterThan(5);
  const unseen = changes.filter(([, changed]) => digestOf([changed]) === plain);
  expect(unseen.map(([path]) => `${kind}${path}`)).toEqual([]);
});

test('sheets, their order, late items and labels are in the digest', () => {
  const [a, b] = [{ ...sheet, width: 1 }, sheet];
  const digests = [
    [a, b],
    [b, a],
    [a],
    [{ ...a, labels: { style: 'decimal', prefix: 'A-', start: 1 } } as const, b],
    [{ ...a, labels: { style: 'decimal', prefix: 'B-', start: 1 } } as const, b],
  ].map((pages) => {
    const digest = createPageDigest();
    for (const page of pages) digest.addPage(page);
    return digest.end();
  });
  const late = [0, 1].map((page) => {
    const digest = createPageDigest();
    for (const one of [a, b]) digest.addPage(one);
    digest.addLate(page, [full.rect as PageItem]);
    return digest.end();
  });
  const inside = createPageDigest();
  for (const page of [{ ...a, items: [full.rect as PageItem] }, b]) inside.addPage(page);
  expect(new Set([...digests, ...late, inside.end()]).size).toBe(8);
});

const withElement = (tag: Element) => digestOf([{ ...full.rect, tag }]);

test('elements count by what they are and where they stand, not by what paint adds', () => {
  const root = () => new Element('Document', undefined);
  const plain = withElement(new Element('P', root()));
  const painted = new Element('P', root());
  painted.addContent({ kind: 'marked', page: 0, id: 1 });
  expect(withElement(painted)).toBe(plain);
  expect(withElement(new Element('P', root(), {}, { inline: true }))).toBe(plain);
  const header = new Element('TH', root());
  const others = [
    new Element('H1', root()),
    new Element('P', undefined),
    new Element('P', new Element('Sect', root())),
    new Element('P', root(), { alt: 'a' }),
    new Element('P', root(), { lang: 'de' }),
    new Element('P', root(), { list: { numbering: 'Disc' } }),
    new Element('P', root(), { colSpan: 2 }),
    new Element('P', root(), { headers: [header] }),
    new Element('P', root(), { note: header }),
  ].map(withElement);
  expect(new Set([plain, ...others]).size).toBe(others.length + 1);
});

test('items of one element differ from items of two like ones', () => {
  const pair = (a: Element, b: Element) =>
    digestOf([
      { ...full.rect, tag: a },
      { ...full.rect, tag: b },
    ]);
  const [one, like] = [new Element('P', undefined), new Element('P', undefined)];
  expect(pair(one, one)).not.toBe(pair(one, like));
});

test('the type of an element counts as it is at the end', () => {
  const digest = createPageDigest();
  const element = new Element('P', undefined);
  digest.addPage({ ...sheet, items: [{ ...full.rect, tag: element } as PageItem] });
  element.become('Caption');
  expect(digest.end()).toBe(withElement(new Element('Caption', undefined)));
});

test('the digest is SHA-256 of the canonical form, with its version before it', () => {
  const pieces: string[] = [];
  const writer = createPageWriter((piece) => void pieces.push(piece));
  writer.addPage({ ...sheet, items: [full.line as PageItem] });
  writer.addLate(0, [full.modules as PageItem]);
  writer.end();
  const form = pieces.join('');
  expect(form.split('\n')).toEqual([
    '["pages",2]',
    '["page",100,50]',
    '["line",1,2,3,4,[1,"#111111",[2,1],"round","bevel"],["artifact","Pagination","Header"]]',
    '["late",0]',
    '["modules",1,2,3,4,[0,0,1,1],"#444444",["artifact","Pagination","Header"]]',
    '',
  ]);
  const digest = createPageDigest();
  digest.addPage({ ...sheet, items: [full.line as PageItem] });
  digest.addLate(0, [full.modules as PageItem]);
  expect(digest.end()).toBe(`2:${createHash('sha256').update(form).digest('hex')}`);
});

async function layOutDigest(body: unknown): Promise<string> {
  const document = { document: { title: 'A', lang: 'en' }, pages: [{ body }] };
  return (await layOutPlain({ document, data: {}, date: '2026-03-01' }, createFileResources({}))).digest;
}

test('a component by another name in messages leaves the digest as it is', async () => {
  const body = (id: string) => [
    { id, text: '[a](#b) c', format: 'inline' },
    { text: 'b', bookmark: { title: 'b', anchor: 'b' } },
  ];
  const digest = await layOutDigest(body('one'));
  expect(digest).toMatch(/^2:[\da-f]{64}$/);
  expect(await layOutDigest(body('two'))).toBe(digest);
  expect(await layOutDigest([...body('one'), 'more'])).not.toBe(digest);
});
