import { expect, test } from 'vitest';
import { contentDisposition } from '../../src/server/content-disposition.ts';

test.each([
  ['note.pdf', 'inline; filename="note.pdf"'],
  ['Rechnung für Zoë.pdf', `inline; filename="Rechnung fur Zoe.pdf"; filename*=UTF-8''Rechnung%20f%C3%BCr%20Zo%C3%AB.pdf`],
  ['請求書.pdf', `inline; filename="___.pdf"; filename*=UTF-8''%E8%AB%8B%E6%B1%82%E6%9B%B8.pdf`],
  ['a"b\\c.pdf', `inline; filename="a_b_c.pdf"; filename*=UTF-8''a%22b%5Cc.pdf`],
  ["it's (1)*.pdf", `inline; filename="it's (1)*.pdf"`],
  ["ü'(*).pdf", `inline; filename="u'(*).pdf"; filename*=UTF-8''%C3%BC%27%28%2A%29.pdf`],
  ['a\r\nSet-Cookie: x.pdf', `inline; filename="a__Set-Cookie: x.pdf"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20x.pdf`],
  ['half\ud83d.pdf', `inline; filename="half_.pdf"; filename*=UTF-8''half_.pdf`],
])('%j', (name, header) => {
  expect(contentDisposition('inline', name)).toBe(header);
});
