// Levels of characters of two units.
import { expect, test } from 'vitest';
import { Directions } from '../../../src/document/text/bidi.ts';
import { createRandom } from '../../support/random.ts';

const directions = new Directions();

test('levels do not tell a character of two units from one of the same class', () => {
  const random = createRandom(7);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const alike = [
    ['a', '𝒂'],
    ['א', '𐤀'],
    ['ع', '𞺀'],
    ['!', '😀'],
    ['0', '𝟎'],
    ['٠', '𐹠'],
    ['\u0300', '\u{1d167}'],
    ['\u00ad', '\u{e0001}'],
  ] as const;
  const rest = [' ', '(', ')', '\u2067', '\u2069', '\u202e', '\u202c', '+', ',', '%', '\n'];
  for (let round = 0; round < 3000; round++) {
    const characters = Array.from({ length: 1 + Math.floor(random() * 12) }, () =>
      random() < 0.4 ? ([pick(rest)] as const) : pick(alike),
    );
    const dir = pick(['auto', 'ltr', 'rtl'] as const);
    const plain = characters.map(([first]) => first).join('');
    const paired = characters.map(([first, second]) => second ?? first).join('');
    const expected = directions.resolve(plain, dir);
    const found = directions.resolve(paired, dir);
    let at = 0;
    const levels = characters.map(([first, second]) => {
      const level = found.levels[at]!;
      at += (second ?? first).length;
      return level;
    });
    expect(levels, JSON.stringify(paired)).toEqual([...expected.levels]);
  }
});
