import { expect, test } from 'vitest';
import { decorationLines } from '../../../../src/document/text/line/decoration-lines.ts';
import { layOut } from '../../../support/render.ts';

const styles = {
  big: { size: 30 },
  bold: { bold: true },
  u: { underline: true },
  s: { strike: true },
  code: { font: 'courier' },
};

/** The upper edge and the height of each line of a text, without repetitions. */
async function linesOf(component: object): Promise<readonly string[]> {
  const { pages } = await layOut([component], {}, { size: [500, 200] }, { styles: { ...styles, base: { size: 10 } } });
  const lines = pages[0]!.items.flatMap((item) => (item.kind === 'text' ? decorationLines(item.segment, 0, item.y) : []));
  return [...new Set(lines.map(({ y, height }) => `${y.toFixed(3)} ${height.toFixed(3)}`))];
}

test.each(['underline', 'strike'])('one %s goes along all sizes and fonts of its text', async (property) => {
  for (const text of [
    'a [big [bold]{.bold}]{.big} `code`',
    property === 'strike' ? 'a [b [c]{.s}]{.big}' : 'a [b [c]{.u}]{.big}',
  ])
    expect(await linesOf({ text, format: 'inline', [property]: true })).toHaveLength(1);
});

test('a line that a mark sets has the size of the mark, also around others', async () => {
  const [own] = await linesOf({ text: '[x]{.u .big}', format: 'inline' });
  const [around] = await linesOf({ text: '[x [big]{.big}]{.u}', format: 'inline' });
  expect(Number(own!.split(' ')[1])).toBeCloseTo(3 * Number(around!.split(' ')[1]));
  expect(await linesOf({ text: '[x [big [x]{.u}]{.big} `c`]{.u}', format: 'inline' })).toHaveLength(1);
  expect(await linesOf({ markdown: '~~a **b** `c`~~ d' })).toHaveLength(1);
});

test('characters above the line keep the underline of the text, and their own strike', async () => {
  expect(await linesOf({ text: 'm^2^', format: 'inline', underline: true })).toHaveLength(1);
  expect(await linesOf({ text: 'm^2^', format: 'inline', strike: true })).toHaveLength(2);
});
