// What the guide to shapes says, drawn.
import { expect, test } from 'vitest';
import { layOut, pageLines } from '../support/render.ts';
import { blocksOf, readPage } from './guide.ts';

const blocks = blocksOf(readPage('docs/guides/shapes.md'));

/** What stands on a sheet of 100 mm, in the order of the guide. */
const drawn = [
  ['rect 0.5,0.5 112.4x33 #eef3f8 stroke 1'],
  ['path 0,0 34x34 MCCCCZ #10528c'],
  undefined,
  ['rect 0,0 283.5x22.7 linear 0 #10528c, 1 #cfe0ee'],
  ['rect 0,0 283.5x22.7 linear 0 #2f7d3b, 0.5 #e0b400, 1 #b3261e'],
  ['path 0,0 56.7x56.7 MCCCCZ radial 0 #ffffff, 1 #10528c'],
  ['path 0,0 34x22.7 MLLZ #e0b400'],
  ['path 2.8,2.8 28.3x25.5 MLLZMLLLZMLLLZ #b3261e'],
  ['path 5.7,8.5 22.7x15.6 MLL stroke 3'],
  ['line 0,1 283.5,1'],
  ['line 0,0.5 280.5,0.5', 'path 277.5,-1.5 6x4 MLLZ #000000'],
  ['line 0,0 54,27', 'path 50.4,23.9 6.3x4.5 MLLZ #000000'],
  undefined,
  undefined,
];

test.each(blocks.map(({ text }, i) => [text, drawn[i]] as const))('%s', async (body, lines) => {
  const laidOut = await layOut(JSON.parse(body), {}, { size: [100, 140], margin: 0 }, { unit: 'mm' });
  expect(laidOut.warnings).toEqual([]);
  if (lines) expect(pageLines(laidOut)[0]).toEqual(lines);
});

test('each block is tried', () => {
  expect(blocks).toHaveLength(drawn.length);
});
