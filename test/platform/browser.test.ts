import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import * as browser from '../../src/platform/browser.ts';
import * as node from '../../src/platform/index.ts';
import { createRandom } from '../support/random.ts';

const fonts = ['Courier', 'Courier-Bold', 'Courier-Oblique', 'Courier-BoldOblique', 'Helvetica', 'Helvetica-Bold'];
fonts.push('Helvetica-Oblique', 'Helvetica-BoldOblique', 'Times-Roman', 'Times-Bold', 'Times-Italic', 'Times-BoldItalic');

test('the platforms have the same functions', () => {
  expect(Object.keys(browser).sort()).toEqual(Object.keys(node).sort());
});

describe.each([
  ['Node', node],
  ['a browser', browser],
])('the platform of %s', (_, platform) => {
  const bytesOf = (length: number, seed: number) => {
    const random = createRandom(seed);
    return Uint8Array.from({ length }, () => Math.floor(random() * 4));
  };

  test.each([0, 1, 100, 200_000])('unpacks what is packed: %i bytes', (length) => {
    const bytes = bytesOf(length, length);
    const packed = platform.deflate(bytes);
    expect(Buffer.from(platform.inflate(packed, length + 1)!).equals(bytes)).toBe(true);
    expect(Buffer.from(platform.inflate(new Uint8Array(deflateSync(bytes)), length + 1, length)!).equals(bytes)).toBe(true);
  });

  test.each([
    ['cut', (bytes: Uint8Array) => bytes.subarray(0, -6)],
    ['of another format', () => Uint8Array.from([1, 2, 3, 4, 5, 6])],
    ['empty', () => new Uint8Array()],
  ])('raises an error for data that is %s', (__, spoil) => {
    expect(() => platform.inflate(spoil(new Uint8Array(deflateSync(bytesOf(1000, 1)))), 2000)).toThrow();
  });

  test('computes checksums and digests', () => {
    expect(platform.crc32(Buffer.from('123456789'))).toBe(0xcbf43926);
    expect(platform.crc32(new Uint8Array())).toBe(0);
    const known = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    expect([platform.sha256('abc'), platform.sha256(Buffer.from('abc'))]).toEqual([known, known]);
    expect(platform.sha256('é€😀\ud800')).toBe(node.sha256('é€😀\ud800'));
  });

  test.each(['', 'aGk=', 'aGk', 'a', 'aGkx', ' a\nGk = ', 'aGk=aGk', '-_-_', '%%%', 'aGk=\u00e9'])('reads base64: %j', (text) => {
    expect(Buffer.from(platform.fromBase64(text)).toString('hex')).toBe(Buffer.from(text, 'base64').toString('hex'));
  });

  test.each(fonts)('has the metrics of %s', (name) => {
    expect(platform.standardMetrics(name)).toEqual(node.standardMetrics(name));
    expect(platform.standardMetrics(name)).toMatchObject({ name, glyphWidths: expect.arrayContaining([expect.any(Number)]) });
  });
});
