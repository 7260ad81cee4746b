import { expect, test } from 'vitest';
import { preparePassword } from '../../src/words/prepare-password.ts';

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
  expect(preparePassword(given)).toEqual({ password: prepared });
});

test.each([
  ['', 'is empty'],
  ['\u00ad\u200d', 'only characters that nobody sees'],
  ['secret\u0007', 'a control character'],
  ['secret\u202e', 'a control character'],
  ['secret\ue000', 'a control character'],
  ['secret\ud800', 'a control character'],
  ['secret\u0378', 'another character that passwords may not have'],
  ['secretא', 'mixes writing from the right'],
  ['א1', 'mixes writing from the right'],
])('%j has no such form, and the reason does not show it', (given, why) => {
  expect(preparePassword(given)).toEqual({ fault: expect.stringContaining(why) });
  expect(preparePassword(given)).not.toEqual({ fault: expect.stringContaining('secret') });
});
