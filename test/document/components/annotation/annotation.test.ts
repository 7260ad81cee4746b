import { describe, expect, test } from 'vitest';
import type { AnnotationItem, PageItem } from '../../../../src/document/layout/fragment.ts';
import { explain, layOut, pageLines } from '../../../support/render.ts';

const notesIn = (items: readonly PageItem[]): AnnotationItem[] =>
  items.flatMap((item) => (item.kind === 'annotation' ? item : item.kind === 'group' ? notesIn(item.items) : []));

/** The annotations of a body, and the warnings, as `code: message`. */
async function note(body: readonly unknown[], data: unknown = {}, more: Record<string, unknown> = {}) {
  const { pages, warnings } = await layOut(body, data, {}, more);
  return {
    notes: pages.flatMap(({ items }) => notesIn(items)),
    warnings: warnings.map(({ code, message }) => `${code}: ${message}`),
  };
}

const messages = (component: object) => explain({ pages: [{ body: [component] }] });

describe('the text', () => {
  test('has bindings and lines, and its author one line', async () => {
    const { notes, warnings } = await note(
      [{ annotation: ' Price {{ price }}\r\nof {{ name }}\u2028\0', author: '{{ name }}\nGraz', icon: 'help', open: true }],
      { price: 12.5, name: 'Ada' },
    );
    expect(notes).toMatchObject([{ contents: 'Price 12.5\nof Ada', author: 'Ada Graz', icon: 'Help', isOpen: true }]);
    expect(warnings).toEqual([]);
  });

  test('of any length and direction stays as it is', async () => {
    const long = 'x'.repeat(100_000);
    const { notes, warnings } = await note([{ annotation: '{{ long }}' }, { annotation: 'شكرا' }, { annotation: '👍🏽' }], {
      long,
    });
    expect(notes.map(({ contents }) => contents)).toEqual([long, 'شكرا', '👍🏽']);
    expect(warnings).toEqual([]);
  });

  test.each(['{{ name }}', ' ', '{{ none }}'])(
    '%j that says nothing: no annotation, no room, and a warning',
    async (annotation) => {
      const laidOut = await layOut([{ id: 'it', annotation }, 'x'], { name: ' ', none: null });
      expect(pageLines(laidOut)).toEqual(pageLines(await layOut(['x'])));
      expect(laidOut.warnings).toMatchObject([{ code: 'empty-annotation', component: 'it' }]);
    },
  );

  test('no author is written for a name without letters', async () => {
    const { notes } = await note([{ annotation: 'x', author: ' {{ name }} ' }, { annotation: 'y' }], { name: '' });
    expect(notes.map(({ author }) => author)).toEqual([undefined, undefined]);
  });
});

describe('the icon', () => {
  const places = async (component: object) =>
    (await note([{ annotation: 'x', ...component }])).notes.map(({ x, y, width, height }) => [x, y, width, height]);

  test.each([0, '0%', 0.4])('that nobody sees is left out with its annotation, and a warning: width %j', async (width) => {
    const { notes, warnings } = await note([{ annotation: 'x', width }, 'y']);
    expect([notes, warnings]).toEqual([[], ['empty-annotation: The icon of the annotation has no width, and is left out.']]);
    expect((await note([{ annotation: 'x', width: 0.6 }])).warnings).toEqual([]);
  });

  test('is a square of 6 mm, or of its width, at the left, in the middle or at the right', async () => {
    const usual = (6 * 72) / 25.4;
    expect(await places({})).toEqual([[10, 10, usual, usual]]);
    expect(await places({ width: 12, align: 'right' })).toEqual([[178, 10, 12, 12]]);
    expect(await places({ width: '10%', align: 'center' })).toEqual([[91, 10, 18, 18]]);
    // Turned by a quarter, a component has its width as the height of its lines.
    expect((await places({ width: 12, rotate: 90 })).map(([, , ...size]) => size)).toEqual([[12, 12]]);
  });

  test('beside a text takes its own width, or that of its column', async () => {
    const { notes } = await note([
      { row: ['a', { annotation: 'x', width: 9 }] },
      { row: ['a', { width: 'auto', stack: [{ annotation: 'y', width: 7 }] }] },
    ]);
    expect(notes.map(({ x, width }) => [x, width])).toEqual([
      [181, 9],
      [183, 7],
    ]);
  });

  test('is yellow, or as its own colour or its style says, and not as the text around it', async () => {
    const { notes } = await note(
      [
        { stack: [{ annotation: 'x' }], color: '#ff0000' },
        { annotation: 'x', color: '#0000ff' },
        { annotation: 'x', color: '{{ tone }}' },
        { annotation: 'x', style: 'urgent' },
        { annotation: 'x', style: '{{ look }}' },
      ],
      { tone: '#00ff00', look: 'urgent' },
      { styles: { urgent: { color: '#aa0000' } } },
    );
    expect(notes.map(({ color }) => color)).toEqual(['#ffd54f', '#0000ff', '#00ff00', '#aa0000', '#aa0000']);
    const [first] = (await note([{ annotation: 'x' }], {}, { styles: { annotation: { color: '#123456' } } })).notes;
    expect(first!.color).toBe('#123456');
  });

  test('has lines that are seen on its colour, and an edge that is seen on the page', async () => {
    const inks = async (icon: string, color: string) =>
      (await note([{ annotation: 'x', icon, color }])).notes[0]!.look.map((item) =>
        item.kind === 'path' ? (item.stroke?.color ?? item.fill) : item.kind,
      );
    expect(await inks('comment', '#ffffff')).toEqual(['#374151', '#000000']);
    expect(await inks('note', '#000080')).toEqual(['#374151', '#ffffff']);
    expect(await inks('help', '#000080')).toEqual(['#374151', '#ffffff', '#ffffff']);
  });

  test('off the sheet, and out of its frame, is told', async () => {
    const { warnings } = await note([{ frame: [{ annotation: 'x', width: 10, at: { x: 187, y: 0 } }] }]);
    expect(warnings).toEqual([
      'outside-frame: It reaches out of its frame, 17 pt beyond the right edge.',
      'off-sheet: A part of it lies off the sheet, 7 pt beyond the right edge, and is not printed.',
    ]);
  });
});

test('properties without an effect are told, and have none', async () => {
  const component = {
    annotation: 'x',
    height: 3,
    rotate: 90,
    opacity: 0.5,
    link: 'https://example.com',
    alt: 'y',
    size: 12,
    bold: true,
  };
  expect(await messages(component)).toEqual(
    [
      'height "height" has no effect here. The icon is a square: its "width" is its height too.',
      'rotate "rotate" has no effect here. Viewers keep the icon upright.',
      'opacity "opacity" has no effect here. Choose a lighter "color".',
      'link "link" has no effect here. A click on the icon opens the text: put the link beside it.',
      'alt "alt" has no effect here. Screen readers read the text of the annotation.',
      'size "size" has no effect here. The icon is as large as its "width".',
      'bold A graphic has no text, so its "bold" has no effect. Leave it out.',
    ].map((line) => `warning no-effect /pages/0/body/0/${line}`),
  );
  const lines = pageLines(await layOut([{ annotation: 'x', opacity: 0.5, link: 'https://example.com' }]));
  expect(lines).toEqual([[expect.stringMatching(/^annotation 10,10 /)]]);
});

test.each([
  [{ note: 'Check' }, '/note There is no component type "note": write { "annotation": "…" } for'],
  [{ note: 'Check', width: 6 }, '/note There is no component type "note": write'],
  [{ note: 'A remark', txt: 'Check' }, '/txt There is no component type "txt"; did you mean "text"?'],
  [{ comment: 'Check' }, '/comment There is no component type "comment": write { "annotation": "…" } for'],
  [{ type: 'note', text: 'Check' }, '/type There is no component type "note": write'],
  [{ type: 'annotation', text: 'Check' }, '/type leave "type" out: the key "annotation" says what the component is'],
  [{ stickyNote: 'Check', author: 'Ada' }, '/stickyNote There is no component type "stickyNote"; did you mean "annotation"?'],
  [{ text: 'a', comment: 'Check' }, '/comment "comment" is not known here; did you mean "note"?'],
  [{ annotation: 'a', title: 'Ada' }, '/title "title" is not known here; did you mean "author"?'],
  [{ annotation: 'a', contents: 'b' }, '/contents "contents" is not known here; did you mean "annotation"?'],
  [{ annotation: 'a', icon: 'Key' }, '/icon must be one of "comment", "note", "help", got "Key"'],
  [{ annotation: 'a', color: 'yellow' }, '/color "yellow" is not a colour here: write "#ffff00"'],
  [{ annotation: '' }, '/annotation must not be empty'],
  [{ annotation: 5 }, '/annotation must be text, got 5: write "5"'],
])('what strangers write: %j', async (component, expected) => {
  const [first, ...others] = await messages(component);
  expect(first).toContain(expected);
  expect(first).toMatch(/^error /);
  expect(others).toEqual([]);
});
