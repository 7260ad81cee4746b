// Bytes that unpack to more than there may be, on both platforms.
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import * as browser from '../../src/platform/browser.ts';
import * as node from '../../src/platform/index.ts';

describe.each([
  ['Node', node],
  ['a browser', browser],
])('the platform of %s', (_, platform) => {
  test('gives nothing for more bytes than there may be, however many there would be', () => {
    const packed = new Uint8Array(deflateSync(new Uint8Array(50_000_000)));
    expect(platform.inflate(packed, 49_999_999)).toBeUndefined();
    expect(platform.inflate(packed, 50_000_000)).toHaveLength(50_000_000);
    expect(platform.inflate(packed, 10)).toBeUndefined();
  });
});
