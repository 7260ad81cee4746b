// Tables of contents, and the dots in them.
import { describe, expect, test } from 'vitest';
import type { PageItem } from '../../../../src/document/layout/fragment.ts';
import type { Element } from '../../../../src/document/layout/tag.ts';
import { compile, diagnose, layOut, pageLines, pageTexts, wordsOf } from '../../../support/render.ts';

const heading = (text: string, level: number, more: Record<string, unknown> = {}) => ({ text, role: `heading${level}`, ...more });
const newPage = { pageBreak: true };
const body = [
  { toc: 2 },
  newPage,
  heading('One', 1, { number: '1' }),
  heading('Inner', 2, { number: '1.1' }),
  newPage,
  heading('Two', 1, { number: '1', bookmark: { title: 'Second', anchor: 'two' } }),
  heading('Deep', 3),
];

describe('a table of contents', () => {
  test('has an entry for each heading down to its level: number, title and page', async () => {
    const laidOut = await layOut(body);
    expect(pageTexts(laidOut)[0]!.filter((text) => !/^\.+$/.test(text))).toEqual(['1 One', '2', '1.1 Inner', '2', '2 Two', '3']);
    expect(laidOut.warnings).toEqual([]);
    const levels = (toc: number) => layOut([{ toc }, ...body.slice(2)]).then(({ structure }) => count(structure!, 'TOCI'));
    expect([await levels(1), await levels(2), await levels(3)]).toEqual([2, 3, 4]);
  });

  test('leads to the headings, by a link for each entry, and keeps their own anchors', async () => {
    const laidOut = await layOut([...body, { text: 'back', link: '#two' }]);
    const [first] = pageLines(laidOut);
    const links = first!.flatMap((line) => /^link .* (#.*)$/.exec(line)?.[1] ?? []);
    expect(new Set(links).size).toBe(3);
    const anchors = pageLines(laidOut)
      .flat()
      .filter((line) => line.startsWith('anchor'));
    for (const link of links) expect(anchors).toContain(`anchor ${link.slice(1)}`);
    expect(anchors).toContain('anchor two 1 "2 Second"');
  });

  test('lists what a repeat makes, also before the table, and what a condition leaves in', async () => {
    const laidOut = await layOut(
      [
        { repeat: 'list', body: heading('{{ item }}', 1) },
        { when: 'false', ...heading('Never', 1) },
        newPage,
        { toc: 1, dots: false },
      ],
      { list: ['A', 'B'] },
    );
    expect(pageTexts(laidOut)[1]).toEqual(['A', '1', 'B', '1']);
  });

  test('is read as contents', async () => {
    const { structure } = await layOut(body);
    const toc = find(structure!, 'TOC')!;
    expect(toc.kids.map((kid) => kid.kind === 'element' && kid.type)).toEqual(['TOCI', 'TOCI', 'TOCI']);
    expect(count(toc, 'Link')).toBe(3);
  });

  test('warns when there is nothing to list', async () => {
    const { warnings } = await layOut([{ toc: 2 }, 'text']);
    expect(warnings.map(({ code }) => code)).toContain('toc-empty');
  });

  test('takes styles named after its levels, and indents the lower ones', async () => {
    const styles = { base: { size: 8, lineHeight: 1.25 }, toc1: { size: 12 } };
    const laidOut = await layOut([{ toc: 2 }, newPage, heading('One', 1), heading('In', 2)], {}, {}, { styles });
    const titles = pageLines(laidOut)[0]!.filter((line) => /"(?:One|In) ?"/.test(line));
    // The baseline of 12 pt, and that of 8 pt in the second line, which is indented.
    expect(titles).toEqual(['text 10,22.2 "One "', 'text 24.2,33.1 "In "']);
  });

  test('lists what a counter counts, by the titles of its bookmarks', async () => {
    const figure = (title: string) => ({ count: 'figure', bookmark: title, stack: [{ text: title.toUpperCase() }] });
    const laidOut = await layOut([
      { toc: 'figure', dots: false },
      { toc: 1, dots: false },
      newPage,
      heading('One', 1),
      figure('Hall'),
      newPage,
      { count: 'table', bookmark: 'Not listed', text: 'x' },
      figure('Kitchen'),
      { count: 'figure', text: 'untitled' },
    ]);
    expect(pageTexts(laidOut)[0]).toEqual(['1 Hall', '2', '2 Kitchen', '3', 'One', '2']);
    expect(pageLines(laidOut)[0]!.filter((line) => line.startsWith('link'))).toHaveLength(3);
    const styles = { base: { size: 8, lineHeight: 1.25 }, toc1: { size: 12 }, 'toc-figure': { size: 10 } };
    const styled = await layOut([{ toc: 'figure' }, { toc: 1 }, heading('One', 1), figure('Hall')], {}, {}, { styles });
    // The baselines of 10 pt, and of 12 pt below it.
    expect(pageLines(styled)[0]).toEqual(expect.arrayContaining(['text 10,20.1 "1 Hall "', 'text 10,34.7 "One "']));
    const bare = await layOut([{ toc: 'figure', dots: false, numbers: false }, figure('Hall')]);
    expect(pageTexts(bare)[0]).toEqual(['HALL', 'Hall', '1']);
  });

  test('tells of a counter that nothing counts, and of what has no title', async () => {
    const of = (...body: unknown[]) => diagnose({ pages: [{ body }] });
    expect(await of({ toc: 'figur' }, { count: 'figure', bookmark: 'x', text: 'x' })).toContain(
      'error unknown-counter /pages/0/body/0/toc',
    );
    expect(await of({ toc: 'figure' }, { count: 'figure', text: 'x' })).toContain('warning not-listed /pages/0/body/1/count');
  });

  test('refuses titles that only sheets know', async () => {
    const of = (...body: unknown[]) => diagnose({ pages: [{ body }] });
    for (const late of ['{{ page.number }}', 'of {{ page.total }}', "{{ 'x' | page_number }}"]) {
      const named = { bookmark: { title: 'x', anchor: 'x' }, text: 'x' };
      expect(await of({ toc: 1 }, heading(late, 1), named)).toContain('error too-early /pages/0/body/1/text');
      expect(await of(heading(late, 1), named)).toEqual([]);
      const figure = { count: 'figure', bookmark: late, text: 'x' };
      expect(await of({ toc: 'figure' }, figure, named)).toEqual(['error too-early /pages/0/body/1/bookmark']);
    }
    expect(await of({ toc: 1 }, heading('One', 1))).toEqual([]);
  });

  test('warns of a heading that is no text', async () => {
    const stacked = { role: 'heading1', stack: ['Title'] };
    expect(await diagnose({ pages: [{ body: [{ toc: 1 }, stacked] }] })).toContain('warning not-listed /pages/0/body/1/role');
    expect(await diagnose({ pages: [{ body: [stacked] }] })).not.toContain('warning not-listed /pages/0/body/0/role');
  });

  test.each([
    [{ toc: 0 }, '/toc'],
    [{ toc: 7 }, '/toc'],
    [{ toc: true }, '/toc'],
    [{ contents: 2 }, ''],
    [{ toc: 2, level: 1 }, '/level'],
    [{ leader: '' }, '/leader'],
    [{ leader: '{{ x }}' }, '/leader'],
    [{ leader: '\t' }, '/leader'],
    [{ leader: '\u200b' }, '/leader'],
    [{ leader: '.\u00ad' }, '/leader'],
    [{ toc: '{{ x }}' }, '/toc'],
    [{ toc: '2' }, '/toc'],
  ])('is refused when it is wrong: %j', async (component, place) => {
    const found = await diagnose({ pages: [{ body: [component] }] });
    expect(found.filter((one) => one.startsWith('error'))).toEqual([expect.stringContaining(`/pages/0/body/0${place}`)]);
  });

  test.each([
    [{ toc: 0 }, 'must be at least 1, got 0'],
    [{ toc: 9 }, 'must be at most 6, got 9'],
    [{ toc: true }, /^true does not fit here\. This takes: What is listed\./],
    [{ toc: '2' }, 'A level of headings is a number: write 2.'],
    [{ toc: 'h1' }, 'A level of headings is a number: write 1.'],
    [{ toc: 'heading3' }, 'A level of headings is a number: write 3.'],
    [{ leader: 'dots' }, '"dots" would be printed as it stands: write ".".'],
    [{ leader: 'solid' }, '"solid" would be printed as it stands: write "_".'],
    [{ leader: 'line' }, '"line" would be printed as it stands: write "_".'],
  ])('says what to write: %j', async (component, message) => {
    const { diagnostics } = await compile({ pages: [{ body: [component] }] });
    expect(diagnostics.filter(({ severity }) => severity === 'error').map((one) => one.message)).toEqual([
      typeof message === 'string' ? message : expect.stringMatching(message),
    ]);
  });
});

test('a leader that no font has is told', async () => {
  const { warnings } = await layOut([{ leader: '😀' }]);
  expect(warnings).toMatchObject([
    { code: 'missing-glyph', component: '/pages/0/body/0', message: expect.stringContaining('U+1F600') },
  ]);
});

test('the dots of leaders stand below each other, and are no content', async () => {
  const row = (text: string) => ({ row: [{ text, width: 'auto' }, { leader: '.' }] });
  const { pages } = await layOut([row('a'), row('some more')]);
  const dots = textItems(pages[0]!.items).filter((item) => /^\.+$/.test(wordsOf(item)));
  expect(dots.map(({ tag }) => tag?.kind)).toEqual(['artifact', 'artifact']);
  const [one, other] = dots;
  const steps = (other!.x - one!.x) / (one!.segment.width / wordsOf(one!).length);
  expect(steps).toBeGreaterThan(2);
  expect(Math.abs(steps - Math.round(steps))).toBeLessThan(0.01);
});

function textItems(items: readonly PageItem[]): Extract<PageItem, { kind: 'text' }>[] {
  return items.flatMap((item) => (item.kind === 'text' ? [item] : item.kind === 'group' ? textItems(item.items) : []));
}

function find(element: Element, type: string): Element | undefined {
  if (element.type === type) return element;
  for (const kid of element.kids) {
    const found = kid.kind === 'element' ? find(kid, type) : undefined;
    if (found) return found;
  }
  return undefined;
}

function count(element: Element, type: string): number {
  return (
    (element.type === type ? 1 : 0) + element.kids.reduce((sum, kid) => sum + (kid.kind === 'element' ? count(kid, type) : 0), 0)
  );
}
