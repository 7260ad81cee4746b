// What the guide to pictures says, drawn.
import { describe, expect, test } from 'vitest';
import { findAssetFault } from '../../src/contract/asset-types.ts';
import { openImage } from '../../src/document/image/open-image.ts';
import type { ImageLookup } from '../../src/document/layout/session.ts';
import { makePng, toResource } from '../document/image/make-image.ts';
import { itemLines, layOut } from '../support/render.ts';
import { blocksOf, readPage } from './guide.ts';

const page = readPage('docs/guides/pictures.md');
const blocks = blocksOf(page);
const parts = blocks.filter(({ language }) => language === 'json').map(({ text }) => JSON.parse(text) as Record<string, unknown>);
const data = parts.find((part) => part.photo !== undefined)!;
const bridge = makePng({ width: 60, height: 40, bits: 8, colorType: 0, sample: (x) => x });
const limits = { maxPixels: 10_000, maxBytes: 100_000 };
const find: ImageLookup = (name) => {
  const bytes = name.startsWith('data:')
    ? Buffer.from(name.slice(name.indexOf(',') + 1), 'base64')
    : name === 'bridge.png'
      ? bridge
      : undefined;
  return bytes ? openImage(toResource(bytes), limits) : { problem: `There is no image ${name}.` };
};

/** What stands on a sheet of 100 mm, with the picture as an asset; its warnings. */
async function draw(part: Record<string, unknown>, given: unknown = {}) {
  // Names that stand in the template are looked up among assets, which this test does not have.
  const bound = part.image === 'bridge.png' ? { ...part, image: "{{ 'bridge.png' }}" } : part;
  const { pages, warnings } = await layOut([bound], given, { size: [100, 100], margin: 0 }, { unit: 'mm' }, undefined, find);
  return [...itemLines(pages[0]!.items), ...warnings.map(({ code }) => code)];
}

const drawn = [
  ['image 0,0 113.4x75.6'],
  ['group 0 clip', '  image -21.3,0 127.6x85'],
  ['group 0 clip', '  image 0,0 127.6x85'],
  undefined,
  ['image 0,0 113.4x113.4'],
  undefined,
  ['group 0 clip', '  image 0,-14.2 85x85'],
];

describe('pictures', () => {
  test.each(parts.map((part, i) => [JSON.stringify(part), part, drawn[i]] as const))('%s', async (_, part, lines) => {
    if (part === data) return;
    const found = await draw(part, data);
    if (lines) expect(found).toEqual(lines);
    expect(found.filter((line) => /^[a-z]+-[a-z]+$/.test(line))).toEqual([]);
  });

  test('a placeholder takes the place of a picture that the data do not have', async () => {
    expect(await draw(parts.at(-1)!, { name: 'Bridge' })).toEqual(['rect 0,0 85x56.7 #e6ebf0']);
  });

  test('each block is tried', () => {
    expect(parts).toHaveLength(drawn.length);
  });
});

test('the console prints what is said about HEIC', () => {
  const fault = findAssetFault(Buffer.from('\0\0\0\x18ftypheic', 'latin1'), 'photo.heic');
  expect(blocks.find(({ language }) => language === 'console')!.text).toContain(`error: photo.heic ${fault}.`);
});
