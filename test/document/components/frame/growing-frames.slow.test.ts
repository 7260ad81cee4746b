// Frames that grow, at random.
import { describe, expect, test } from 'vitest';
import type { RenderWarning } from '../../../../src/contract/generate.ts';
import { defaultLimits, layOut } from '../../../support/render.ts';

const picture = { key: 'p', bytes: new Uint8Array(), format: 'png', width: 100, height: 50 } as const;

async function warningsOf(
  body: unknown,
  page: Record<string, unknown> = {},
  data: Record<string, unknown> = {},
): Promise<readonly RenderWarning[]> {
  return (await layOut(body, { picture: 'p', ...data }, page, {}, defaultLimits, () => picture)).warnings;
}

const codes = (warnings: readonly RenderWarning[]) => warnings.map(({ code, component }) => `${code} ${component}`);

describe('a child of a frame that grows', () => {
  const told = async (lines: number, y: number, at: Record<string, unknown>, frame: Record<string, unknown> = {}, x = 0) => {
    const text = Array.from({ length: lines }, () => 'words').join('\n');
    const children = [
      { text, id: 'above', at },
      { text: 'below', id: 'below', at: { x, y } },
    ];
    return codes(await warningsOf([{ frame: children, ...frame }], { size: [400, 400] }));
  };
  test('is told exactly when it reaches into the text of a child below', async () => {
    for (const lines of [1, 2, 3, 5]) {
      for (let y = 0; y < 60; y++) {
        // Lines of 10 pt; capitals are 5.7 pt high, and a point of overlap counts.
        const covers = Array.from({ length: lines }, (_, i) => Math.abs(10 * i - y)).some((apart) => apart < 4.7);
        const expected = (room: number) => (covers && y >= room ? ['box-overflow above'] : []);
        expect([lines, y, await told(lines, y, { h: 10 })]).toEqual([lines, y, expected(10)]);
        // Without an "h", the first line is what the place was meant for.
        expect([lines, y, await told(lines, y, {})]).toEqual([lines, y, expected(9)]);
      }
    }
  });
  test('is not told beside the other, or where the frame moves the other down', async () => {
    expect(await told(3, 12, { w: 50, h: 10 }, {}, 60)).toEqual([]);
    expect(await told(3, 12, { h: 10 }, { grow: 'push' })).toEqual([]);
    expect(await told(3, 12, {}, { grow: 'push' })).toEqual(['box-overflow above']);
  });
  test('is not told where a stamp or a code lies on several lines without an "h"', async () => {
    const above = (h?: number) => ({ text: 'a\nb\nc', id: 'above', at: { x: 0, ...(h && { h }) } });
    const on = async (below: Record<string, unknown>, h?: number) =>
      (await warningsOf([{ frame: [above(h), { ...below, at: { x: 0, y: 12 } }] }])).map(
        ({ code, message }) => `${code} ${message}`,
      );
    const image = { image: '{{ data.picture }}', width: 40 };
    const code = { barcode: 'x', symbology: 'qr', width: 30 };
    expect([await on(image), await on(code)]).toEqual([[], []]);
    expect([await on(image, 10), await on(code, 10)]).toEqual([[expect.any(String)], [expect.any(String)]]);
    const paid = { text: 'PAID', id: 'stamp' };
    expect(await on(paid)).toEqual([
      'box-overflow Its content is higher than the room above stamp and reaches into stamp. Give it more room, or an "h" in a frame with "grow": "push". If it lies there on purpose, set its "h" to the height of its content.',
    ]);
    expect(await on(paid, 30)).toEqual([]);
  });
  test('is told over a picture, and in an overlay with its own advice', async () => {
    const above = { text: 'a\nb\nc', id: 'above', at: { h: 10 } };
    const image = { image: '{{ data.picture }}', width: 40, at: { y: 15 } };
    const rect = { rect: 40, fill: '#eeeeee', at: { y: 0 } };
    expect(codes(await warningsOf([{ frame: [above, image] }]))).toEqual(['box-overflow above']);
    expect(codes(await warningsOf([{ frame: [rect, { ...above, at: {} }] }]))).toEqual([]);
    const [warning] = await warningsOf(['body'], { overlay: [above, { ...image, id: 'logo' }] });
    expect(warning!.message).toBe('Its content is higher than the room above logo and reaches into logo. Move one of them.');
  });
});
