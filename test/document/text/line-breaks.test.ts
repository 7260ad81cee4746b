import { expect, test } from 'vitest';
import { BreakFinder } from '../../../src/document/text/line-breaks.ts';

const finder = new BreakFinder();

/** The text with ÷ wherever a line may begin, as the data files of the standard write it. */
function mark(text: string): string {
  const breaks = finder.find(text);
  return [...text.split('').entries()].map(([index, unit]) => (index > 0 && breaks[index] === 1 ? `÷${unit}` : unit)).join('');
}

const rules: Readonly<Record<string, readonly string[]>> = {
  'LB7: none before a space or U+200B': ['a ÷b', 'a  ÷b', 'a\u200b÷b'],
  'LB8: after U+200B and spaces behind it': ['a\u200b ÷b', '(\u200b÷a'],
  'LB8a: none after a joiner': ['字\u200d字', '👨‍👩‍👧÷b'],
  'LB9: marks stay with their base': ['e\u0301a ÷b\u0301', '字\u0301÷字'],
  'LB11: none around U+2060': ['字\u2060字', 'a\u2060字'],
  'LB12: none around a no-break space or hyphen': ['字\u00a0字', '字\u2011字', '50\u00a0%'],
  'LB12a: but after spaces and hyphens': ['字 ÷\u00a0字', 'a-÷\u00a0b'],
  'LB13: none before closing signs, even after spaces': ['字)÷字', '字 )÷字', 'a !÷b', '字、÷字', '字!÷字', 'a ?'],
  'LB14: none after an opening bracket, even after spaces': ['( a', '[ 字', '字÷「字'],
  'LB15a: none after an opening quotation mark': ['« a', '“ a', 'a ÷« b', '(“ a”)'],
  'LB15b: none before a closing one': ['a »', 'a », ÷b', 'a ÷« b » ÷c', 'a ÷»b« ÷c'],
  'LB15 of old is gone: a bracket after a quotation': ['a” ÷(b)', '"a" ÷(b)'],
  'LB16: none between a closing bracket and what may not begin a line': ['」 々'],
  'LB17: none between long dashes': ['——', '— —', 'a÷——÷b'],
  'LB18: after spaces': ['a ÷— ÷b', 'a ÷“b” ÷c'],
  'LB19: none around straight and curly quotes': ['字“字”字', 'don’t', "it's"],
  'LB20: around an embedded object': ['a÷\ufffc÷b'],
  'LB20a: none after a hyphen that begins a word': ['-ness', 'a ÷-ness', '\u2010ness', 'a ÷\u2010ness'],
  'LB21: after hyphens and dashes, not before': ['well-÷known', 'a\u2010÷b', 'a–÷b', 'a-÷字', 'a\u00ad÷b', '´a', '字÷´a'],
  'LB21a: none after a hyphen in Hebrew': ['א-ב', 'שלום-עולם'],
  'LB21b: none between a solidus and Hebrew': ['א/ב'],
  'LB22: none before leaders': ['a…', '字…', 'he… ÷no'],
  'LB23: none between letters and digits': ['A4', '4A', '字÷4'],
  'LB23a and LB24: none between a sign of money and what it belongs to': ['字÷$字', '字%÷字', '$a', 'a%'],
  'LB25: numbers stay whole': [
    ...[
      '$(12.35)',
      '2,1234',
      '(¢)',
      '12.35',
      '3.5 ÷4',
      '-5 ÷-6',
      '(5)',
      '€5',
      '€(5)',
      '5€',
      '100%',
      '100 ÷%',
      '1/2',
      '-.5',
      '3-4',
    ],
  ],
  'LB26 and LB27: a Korean syllable is whole': ['\u1100\u1161\u11a8', '한÷국÷어', '한%'],
  'LB28: none between letters': ['abc', 'aא', 'éà'],
  'LB29: none between a stop and a letter': ['e.g. ÷x', 'a:b', 'a,b'],
  'LB30: none between brackets and letters or digits': ['f(x)', 'ab(c)d', '(s)he', '5(6)7', '字÷(a)'],
  'LB30a: flags are pairs': ['🇩🇪÷🇫🇷', '🇩🇪÷🇫🇷÷🇪🇸'],
  'LB30b: none before the tone of a skin': ['👍🏽 ÷a', '👍🏽÷👍'],
  'LB31: anywhere else': ['字÷字', '「字」÷字', 'http://÷example.com/÷a/÷b', 'and/÷or', 'a÷字÷a'],
};

const rows = Object.entries(rules).flatMap(([rule, texts]) => texts.map((text) => [rule, text] as const));

test.each(rows)('UAX #14, %s: %s', (_, marked) => {
  expect(mark(marked.replaceAll('÷', ''))).toBe(marked);
});

test('Thai, Lao, Khmer and Myanmar break between words', () => {
  expect(mark('ภาษาไทยยากมาก').split('÷').length).toBeGreaterThan(2);
  expect(mark('ສະບາຍດີເພື່ອນ').split('÷').length).toBeGreaterThan(1);
  for (const part of mark('น้ำกำลังไหล').split('÷')) expect(part).not.toMatch(/^[\u0e31-\u0e3a\u0e45-\u0e4e]/);
});

test('no text gives a break before its marks, before a space, at its start or inside a surrogate pair', () => {
  let seed = 11;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const alphabet = [...'aé5 \u0301-–—‐“”«»\'"()[]!?.,:;/%$€字。「」🇩👍א\u00a0\u200b\u2060\u200d ภา'];
  for (let round = 0; round < 20_000; round++) {
    const text = Array.from({ length: 1 + random(10) }, () => alphabet[random(alphabet.length)]).join('');
    const breaks = finder.find(text);
    expect(breaks[0]).toBe(0);
    for (let at = 1; at < text.length; at++) {
      if (breaks[at] !== 1) continue;
      const marked = JSON.stringify(`${text.slice(0, at)}÷${text.slice(at)}`);
      expect(text[at], marked).not.toMatch(/[ \u200b]/);
      // LB8 comes before LB11.
      if (text[at] === '\u2060') expect(text.slice(0, at), marked).toMatch(/\u200b *$/);
      expect(text[at], marked).not.toMatch(/[\udc00-\udfff]/);
      expect(text[at - 1], marked).not.toMatch(/[\u2060\u200d]/);
      if (text[at] === '\u0301') expect(text[at - 1], marked).toMatch(/[ \u200b]/);
    }
  }
});
