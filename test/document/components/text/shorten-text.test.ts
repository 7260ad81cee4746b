import { expect, test } from 'vitest';
import { defaultLimits, layOut, pageLines, pageTexts } from '../../../support/render.ts';

const shrunk = (text: string, more: Record<string, unknown> = {}, checkTime = () => {}) => {
  const body = [{ text: '{{ t }}', size: 20, maxLines: 1, overflow: 'shrink', ...more }];
  return layOut(body, { t: text }, {}, {}, defaultLimits, undefined, checkTime);
};

test.each([10, 24, 30])('a text of %d letters shrinks to the largest half point that fits', async (length) => {
  const text = 'm'.repeat(length);
  const { pages, warnings } = await shrunk(text);
  let size = 20;
  let plain = await layOut([{ text, size, wrap: 'anywhere' }]);
  while (pageLines(plain)[0]!.length > 1) {
    size -= 0.5;
    plain = await layOut([{ text, size, wrap: 'anywhere' }]);
  }
  expect(pageLines({ pages, warnings })).toEqual(pageLines(plain));
  expect(warnings).toEqual([]);
});

test('a text that fits in no size is cut in the smallest', async () => {
  const { warnings, pages } = await shrunk('word '.repeat(200), { minSize: 8 });
  expect(warnings).toMatchObject([{ code: 'text-cut' }]);
  expect(pageLines({ pages, warnings })[0]).toHaveLength(1);
});

test('shrinking takes a dozen tries at most, and each looks at the time', async () => {
  const countLooks = async (overflow: string) => {
    let looks = 0;
    await shrunk('word '.repeat(2_000), { size: 1000, minSize: 1, overflow }, () => {
      looks++;
    });
    return looks;
  };
  // Those of the text in its own size are of its lines.
  const looks = (await countLooks('shrink')) - (await countLooks('clip'));
  // Twelve for two thousand half points, then as many for the place of the cut as its length has bits.
  expect(looks).toBeGreaterThan(12);
  expect(looks).toBeLessThan(30);
  const stop = () => {
    throw new Error('time is up');
  };
  await expect(shrunk('word '.repeat(200), { minSize: 8 }, stop)).rejects.toThrow('time is up');
});

test('a single word that is too wide is cut with an ellipsis, but not where not even one letter fits', async () => {
  const cut = async (text: string, more: object) => {
    const { pages, warnings } = await layOut([{ text, maxLines: 1, ...more }, 'x'], {}, { size: [80, 100] });
    return [pageTexts({ pages, warnings })[0]![0], ...warnings.map(({ code }) => code)];
  };
  const word = 'Donaudampfschifffahrtsgesellschaft';
  expect(await cut(word, {})).toEqual([expect.stringMatching(/^Donaudampf.*…$/), 'text-cut']);
  expect(await cut(`a ${word}`, { maxLines: 2 })).toEqual(['a', 'text-cut']);
  expect(await cut(word, { overflow: 'clip' })).toEqual([word, 'text-too-wide', 'off-sheet']);
  expect(await cut('W', { size: 80 })).not.toContain('text-cut');
});
