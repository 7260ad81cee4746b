import { expect, test } from 'vitest';
import { toFilename } from '../../src/contract/filename.ts';
import { contentDisposition } from '../../src/server/content-disposition.ts';
import { createRandom } from '../support/random.ts';

test.each([
  ['note.pdf', 'inline; filename="note.pdf"'],
  ['Rechnung für Zoë.pdf', `inline; filename="Rechnung fur Zoe.pdf"; filename*=UTF-8''Rechnung%20f%C3%BCr%20Zo%C3%AB.pdf`],
  ['請求書.pdf', `inline; filename="___.pdf"; filename*=UTF-8''%E8%AB%8B%E6%B1%82%E6%9B%B8.pdf`],
  ['a"b\\c.pdf', `inline; filename="a_b_c.pdf"; filename*=UTF-8''a%22b%5Cc.pdf`],
  ["it's (1).pdf", `inline; filename="it's (1).pdf"`],
  ["ü'(*).pdf", `inline; filename="u'(-).pdf"; filename*=UTF-8''%C3%BC%27%28%2A%29.pdf`],
  ['a\r\nSet-Cookie: x.pdf', `inline; filename="a__Set-Cookie- x.pdf"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20x.pdf`],
  ['half\ud83d.pdf', `inline; filename="half_.pdf"; filename*=UTF-8''half_.pdf`],
  ['．．／etc／passwd.pdf', `inline; filename="etc-passwd.pdf"; filename*=UTF-8''${encodeURIComponent('．．／etc／passwd.pdf')}`],
  ['‥／.pdf', `inline; filename="file.pdf"; filename*=UTF-8''${encodeURIComponent('‥／.pdf')}`],
  [
    `${'㍿'.repeat(60)}.pdf`,
    `inline; filename="${'_'.repeat(200)}.pdf"; filename*=UTF-8''${encodeURIComponent('㍿'.repeat(60))}.pdf`,
  ],
  ['ＣＯＮ.pdf', `inline; filename="file-CON.pdf"; filename*=UTF-8''${encodeURIComponent('ＣＯＮ.pdf')}`],
])('%j', (name, header) => {
  expect(contentDisposition('inline', name)).toBe(header);
});

test('whatever a template names its file, the name in ASCII means nothing else than a name', () => {
  const random = createRandom(3);
  const wrong: string[] = [];
  for (let round = 0; round < 20_000; round++) {
    const points = Array.from({ length: 1 + Math.floor(random() * 6) }, () => {
      // Also from where compatibility characters stand: letters in circles, half and full width, small forms.
      const [from, to] = [
        [0x20, 0x17f],
        [0x2000, 0x214f],
        [0x2460, 0x24ff],
        [0xfe10, 0xfe6f],
        [0xff00, 0xffef],
      ][Math.floor(random() * 5)]!;
      return from! + Math.floor(random() * (to! - from!));
    });
    const header = contentDisposition('inline', toFilename(String.fromCodePoint(...points)));
    const [, ascii] = /^inline; filename="([\x20-\x7e]+)"(?:; filename\*=UTF-8''[\w%.!~-]+)?$/.exec(header) ?? [];
    const isName = ascii !== undefined && /.\.pdf$/.test(ascii);
    if (!isName || /[<>:"/\\|?*]|^[.\s]|^(?:con|prn|aux|nul|com\d|lpt\d)\./i.test(ascii)) wrong.push(header);
  }
  expect(wrong.slice(0, 5)).toEqual([]);
});
