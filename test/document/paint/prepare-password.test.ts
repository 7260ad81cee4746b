import { describe, expect, test } from 'vitest';
import { preparePassword } from '../../../src/document/paint/prepare-password.ts';

const prepare = (given: string): string => preparePassword(given, 'user password').toString('utf8');

// The examples of RFC 4013, section 3, and what keyboards of different systems write.
test.each([
  ['I\u00adX', 'IX'],
  ['user', 'user'],
  ['USER', 'USER'],
  ['\u00aa', 'a'],
  ['\u2168', 'IX'],
  ['u\u0308ber', 'über'],
  ['a\u00a0b\u3000c', 'a b c'],
  ['סוד 1א', 'סוד 1א'],
  ['🔑 key', '🔑 key'],
  ['ä'.repeat(63), 'ä'.repeat(63)],
])('%j is taken as %j', (given, prepared) => {
  expect(prepare(given)).toBe(prepared);
});

describe('is refused, and never shown:', () => {
  test.each([
    ['', 'is empty'],
    ['\u00ad\u200d', 'only characters that nobody sees'],
    ['secret\u0007', 'a control character'],
    ['secret\u202e', 'a control character'],
    ['secret\ue000', 'a control character'],
    ['secret\ud800', 'a control character'],
    ['secretא', 'mixes writing from the right'],
    ['א1', 'mixes writing from the right'],
    ['ä'.repeat(64), 'has 128 bytes in UTF-8, and PDF takes 127'],
  ])('%j', (given, why) => {
    expect(() => prepare(given)).toThrow(expect.objectContaining({ code: 'ENCRYPTION_INVALID' }));
    expect(() => prepare(given)).toThrow(why);
    expect(() => prepare(given)).not.toThrow('secret');
  });
});
