// Texts that are written as HTML or Markdown, and would be printed with their tags and stars.
import { describe, expect, test } from 'vitest';
import { findUnreadMarks } from '../../../../src/document/components/text/find-unread-marks.ts';
import { compile } from '../../../support/render.ts';

async function tell(component: unknown): Promise<string[]> {
  const { diagnostics } = await compile({ pages: [{ body: [component] }] });
  return diagnostics.map(
    ({ severity, code, pointer, message, offset }) =>
      `${severity} ${code} ${pointer.replace(/^\/pages\/0\/body\/0\/?/, '')}@${offset}: ${message}`,
  );
}

const html = 'is printed as it is, because texts are not HTML';
const marks = 'is printed as it is, because the text has no "format": "inline"';

describe('what a text does not read is told with its place', () => {
  test.each([
    ['A <b>bold</b> word', `2: "<b>" ${html}: write **…** with "format": "inline", or "bold": true`],
    ['<b>Total', `0: "<b>" ${html}: write **…** with "format": "inline", or "bold": true`],
    ['<STRONG>Total</STRONG>', `0: "<STRONG>" ${html}: write **…** with "format": "inline", or "bold": true`],
    ['an <em>a</em>', `3: "<em>" ${html}: write *…* with "format": "inline", or "italic": true`],
    ['a<br>b', `1: "<br>" ${html}: write "\\n", or a list of lines`],
    ['a<br />b<br/>c', `1: "<br />" ${html}: write "\\n", or a list of lines`],
    ['<u>a</u>', `0: "<u>" ${html}: write [text]{.style} with "format": "inline" and a style with "underline": true`],
    ['<s>a</s>', `0: "<s>" ${html}: write [text]{.style} with "format": "inline" and a style with "strike": true`],
    ['m<sup>2</sup>', `1: "<sup>" ${html}: write ~…~ or ^…^ with "format": "inline"`],
    ['<p>a</p>', `0: "<p>" ${html}: write a component for each part`],
    [
      '<a href="https://x.example">a</a>',
      `0: "<a href=\\"https://x.example\\">" ${html}: write [text](address) with "format": "inline", or "link": "address"`,
    ],
    [
      '<span style="color:red">{{ a }}</span>',
      `0: "<span style=\\"color:red\\">" ${html}: write [text]{.style} with "format": "inline", or properties such as "size" and "color"`,
    ],
    [
      'x<font size=2> y',
      `1: "<font size=2>" ${html}: write [text]{.style} with "format": "inline", or properties such as "size" and "color"`,
    ],
    ['end</b>', `3: "</b>" ${html}: write **…** with "format": "inline", or "bold": true`],
    ['Smith &amp; Sons', `6: "&amp;" ${html}: write "&"`],
    ['5&nbsp;kg', `1: "&nbsp;" ${html}: write "\\u00a0"`],
    ['M&uuml;ller', `1: "&uuml;" ${html}: write "ü"`],
    ['a &#8364; b', `2: "&#8364;" ${html}: write "€"`],
    ['a &#x20AC; b', `2: "&#x20AC;" ${html}: write "€"`],
    ['Dear **{{ customer.name }}**,', `5: "**{{ customer.name }}**" ${marks}`],
    ['a **b c**.', `2: "**b c**" ${marks}`],
    ['see [us](https://x.example/a)', `4: "[us](https://x.example/a)" ${marks}`],
    ['see [{{ a }}]({{ b }})', `4: "[{{ a }}]({{ b }})" ${marks}`],
  ])('%s', async (text, fault) => {
    const sign = text.slice(Number.parseInt(fault, 10)).startsWith('**') ? '**' : text[Number.parseInt(fault, 10)];
    const message = `${fault}. To print "${sign}" write {{ '${sign}' }}.`;
    expect(await tell(text)).toEqual([`warning unread-marks @${message}`]);
    expect(await tell({ text })).toEqual([`warning unread-marks text@${message}`]);
    expect(await tell({ text: ['x', text], format: 'plain' })).toEqual([`warning unread-marks text/1@${message}`]);
    const told = fault.endsWith(marks) ? [] : [`warning unread-marks text@${message}`];
    expect(await tell({ text, format: 'inline' })).toEqual(told);
  });

  test('each kind once', async () => {
    const told = await tell('<b>a</b> <b>b</b> **c** **d** x &amp; y &amp; z');
    expect(told.map((one) => /@\d+/.exec(one)![0])).toEqual(['@0', '@32', '@18']);
  });
});

test('the advice for printing a mark holds', async () => {
  for (const text of ["{{ '<' }}b>a{{ '<' }}/b>", "a {{ '&' }}amp; b", "{{ '**' }}a{{ '**' }}", "{{ '[' }}a](https://x.example)"])
    expect(await tell(text)).toEqual([]);
});

test('a long text is searched in one go', async () => {
  const long = 200_000;
  const texts = ['{{', '<b ', 'x<b> ', '<a a=', '**a', '[a](', '&a', '*a '].map((part) => part.repeat(long / part.length));
  for (const text of texts) expect(findUnreadMarks(text, false).length).toBeLessThan(2);
});

test.each([
  ...['a < b', 'a < b and c > d', 'a<b>c', 'if a <b> c', 'x <y@z.example>', '<https://x.example>'],
  ...['Jane <jane@b.example>', 'Enter <name>', 'Enter <code>, then <i>', '<<b>>', '<<br>>', '-> a <- b <--', 'A&B;'],
  ...['AT&T', 'AT&T; R&D', 'https://x.example/?a=1&copy=2&lt', '&{{ a }};', '&#9999999999;', '&#0;', '2 ** 3'],
  ...['2 ** 3 ** 4', '2**3**4', 'Price**', 'Price** and fee**', 'Price** (see **)', '** incl. VAT, ** excl. VAT'],
  ...['**) incl. VAT **) excl. VAT', '(**) and (**)', '** a **', '****', '**** **** 1234', '*** Important ***'],
  ...['* a *b* c', '[1] (2) [3](4) [x](y)', "{{ '<b>a</b>' }}", "{{ a | default: '**b**' }} &"],
])('%s gives no warning', async (text) => {
  expect((await tell(text)).filter((one) => one.includes('unread-marks'))).toEqual([]);
});

test('a cell and a header of a table are texts', async () => {
  const table = { table: 'a', columns: [{ header: '<b>a</b>', body: '**{{ item }}**' }] };
  expect((await tell(table)).map((one) => one.split('@')[0])).toEqual([
    'warning unread-marks columns/0/header',
    'warning unread-marks columns/0/body',
  ]);
});
