// Faults that authors make in good faith: each message says what to write instead.
import { describe, expect, test } from 'vitest';
import { compile } from '../../support/render.ts';
import { objectOf } from '../../support/schemas.ts';

/** Code, pointer within the first component, and message of what compiling reports. */
async function tell(component: unknown, more: Record<string, unknown> = {}): Promise<string[]> {
  const { diagnostics } = await compile({ pages: [{ body: [component] }], ...more });
  return diagnostics.map(({ code, pointer, message }) => `${code} ${pointer.replace(/^\/pages\/0\/body\/0\/?/, '')}: ${message}`);
}

const text = { text: 'a' };
const sides = 'write a length for all sides, [vertical, horizontal] or [top, right, bottom, left]';
const only = 'nly the components directly in a "frame", "background" or "overlay" have';
const multiple = 'a multiple of the font size, such as 1.4';
const noTransparency = 'a colour has no transparency';
const addFont = (family: string, regular: string) =>
  `put its file into the assets and write in "fonts": "${family}": { "regular": "${regular}" }`;

describe('the message says what to write for what other programs have', () => {
  const bars = { chart: 'bar', each: [1], x: '{{ item }}', value: 'item', alt: 'One value' };
  const numbered = /: write \{ "list": \[…\], "marker": "1\." \}$/;
  test.each<[unknown, RegExp]>([
    [{ ul: ['a'] }, /did you mean "list"\?$/],
    [{ ol: ['a'] }, numbered],
    [{ type: 'ol', items: ['a'] }, numbered],
    [{ numberedList: ['a'] }, numbered],
    [{ enum: ['a'] }, numbered],
    [{ tableOfContents: true }, /did you mean "toc"\?$/],
    [{ outline: 2 }, /did you mean "toc"\?$/],
    [{ pie: 'sales' }, /did you mean "chart"\?$/],
    [{ chart: 'doughnut', each: [1], x: '{{ item }}', value: 'item', alt: 'One value' }, /did you mean "donut"\?$/],
    [{ chart: 'bar', each: [1], x: '{{ item }}', value: 'item', alt: 'One value', palette: [] }, /did you mean "colors"\?$/],
    [{ ...bars, title: 'Sales' }, /"title" is not known here: write it as a text above the chart$/],
    [{ ...bars, source: 'Own data' }, /: write it as a text below the chart$/],
    [{ ...bars, smooth: true }, /: lines are straight, from value to value$/],
    [{ ...bars, gridLines: true }, /: the grid belongs to the axis/],
    [{ ...bars, axis: { ticks: 5 } }, /^unknown-property axis\/ticks: .*: as many round numbers have a tick as have room$/],
    [{ ...bars, axis: { numberFormat: '0.0' } }, /; write "label": "\{\{ value \| number: 1 \}\} %"/],
    [{ ...bars, axis: { beginAtZero: true } }, /; write "min": 0$/],
    [{ ...bars, legend: false }, /^wrong-value legend: false is not known here; did you mean "none"\?$/],
    [{ ...bars, stacked: 'yes' }, /must be true, false or "percent", got "yes"$/],
    [{ ...bars, chart: 'stackedBar' }, /did you mean "bar"\?$/],
    [{ ...bars, labels: 'value' }, /^wrong-value labels: All values have the same label, "value"\. Write a binding/],
    [{ ...bars, wobble: 1 }, /; known: chart, each, as, where, sort, /],
    [{ image: 'a.png', alt: '', 'object-fit': 'cover' }, /did you mean "fit"\?$/],
    [{ image: 'a.png', alt: '', objectPosition: 'top' }, /did you mean "focus"\?$/],
    [{ image: 'a.png', alt: '', focus: 'top' }, /^wrong-type focus: must be \[from the left, from the top\], got "top"$/],
    [{ image: 'a.png', alt: '', fit: 'scale-down' }, /did you mean "contain"\?$/],
    [{ line: true, direction: 'vertical', height: 'auto' }, /must be a number or "100%", got "auto"$/],
    [{ text: 'a', 'text-transform': 'uppercase' }, /; write a filter: "\{\{ name \| upper \}\}"$/],
    [{ text: 'a', format: 'verbatim' }, /did you mean "code"\?$/],
    [{ text: 'a', tabSize: 4 }, /did you mean "tabs"\?$/],
    [{ text: 'a', textIndent: 4 }, /; first lines are not indented here: set paragraphs apart by "margin"$/],
    [{ markdown: 'a', level: 2 }, /did you mean "headings"\?$/],
    [{ columns: ['a', 'b'] }, /did you mean "row"\?$/],
    [{ columns: [{ text: 'a' }] }, /did you mean "row"\?$/],
    [{ columns: [{ header: 'a', width: 3 }] }, /did you mean "table"\?$/],
    [{ stack: ['a'], unbreakable: true }, /; write "break": \{ "inside": "avoid" \}, or put it into a "group"$/],
    [{ leader: true }, /^wrong-type leader: must be text, got true$/],
    [{ code: 'a' }, /: write \{ "text": "…", "format": "code" \}$/],
    [{ pre: 'a' }, /: write \{ "text": "…", "format": "code" \}$/],
    [{ text: 'a', hyphenate: 'auto' }, /must be true or false, or settings such as `\{ "before": 3 \}`, got "auto"$/],
    [{ text: 'a', textWrap: 'balance' }, /did you mean "lines"\?$/],
    [{ watermark: 'a', rotate: 45 }, /: a watermark covers the sheet, along its diagonal$/],
  ])('%j', async (component, message) => {
    expect((await tell(component))[0]).toMatch(message);
  });
  test.each<[string, string, string]>([
    ['pageSize', 'did you mean "size"?', 'write "size": …'],
    ['pageMargins', 'did you mean "margin"?', 'write "margin": …'],
    ['pageOrientation', 'did you mean "orientation"?', 'write "orientation": …'],
    ['content', 'did you mean "body"?', 'write "body": …'],
    ['landscape', 'write "orientation": "landscape"', 'write "orientation": "landscape"'],
    [
      'pageNumbers',
      'write "footer": ["{{ page.number }} / {{ page.total }}"]',
      'write "footer": ["{{ page.number }} / {{ page.total }}"]',
    ],
    ['columnCount', 'write "body": [{ "columns": 2, "flow": [ … ] }]', 'write "body": [{ "columns": 2, "flow": [ … ] }]'],
    ['watermark', 'write "background": [{ "watermark": … }], or "overlay" to', 'write "background": [{ "watermark": … }]'],
  ])('%s on a page layout, and beside the layouts', async (name, onPage, beside) => {
    const { diagnostics } = await compile({ pages: [{ body: 'x', [name]: 'x' }], [name]: 'x' });
    const messages = diagnostics.map(({ pointer, message }) => `${pointer} ${message}`);
    expect(messages).toContainEqual(expect.stringContaining(`/pages/0/${name} "${name}" is not known here; ${onPage}`));
    expect(messages.filter((one) => one.endsWith(' in an entry of "pages"'))).toEqual([
      expect.stringContaining(`/${name} "${name}" is not known here; it belongs to a page layout: ${beside}`),
    ]);
  });
  test.each(['each', 'as'])('%s on a definition, and on its page layout', async (name) => {
    const define = { outer: { [name]: 'lines', body: 'x' }, inner: { page: { [name]: 'lines', body: 'x' } } };
    const { diagnostics } = await compile({ define, pages: [{ use: 'inner', body: { use: 'outer' } }] });
    const told = diagnostics.filter(({ code }) => code === 'unknown-property');
    expect(told.map(({ pointer }) => pointer)).toEqual([`/define/outer/${name}`, `/define/inner/page/${name}`]);
    for (const { message } of told) expect(message).toContain('write "each" and "as" beside its "use"');
  });
  test('of margins without room in the unit of the template', async () => {
    const { diagnostics } = await compile({ unit: 'cm', pages: [{ margin: [15, 18], body: 'x' }] });
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'The margins leave no room on the sheet: left and right take 36 cm of 21 cm, top and bottom take 30 cm of 29.7 cm.',
    ]);
  });
});

describe('the message says what to write', () => {
  test.each<[unknown, string]>([
    [{ ...text, margin: [10, 20, 10] }, `wrong-value margin: must not have 3 entries: ${sides}`],
    [{ ...text, padding: [1, 2, 3] }, `wrong-value padding: must not have 3 entries: ${sides}`],
    [{ ...text, margin: [10] }, `wrong-value margin: must not have 1 entry: ${sides}`],
    [{ ...text, margin: [1, '2mm'] }, 'wrong-type margin/1: must be a number, got "2mm": write 2 (the unit is mm)'],
    [{ ...text, at: { x: 1, y: 2 } }, `unknown-property at: "at" is not known here: o${only} it`],
    [{ ...text, x: 1 }, `unknown-property x: "x" is not known here; write "at": { "x": … }. O${only} "at"`],
    [
      { ...text, rotate: 45 },
      'wrong-value rotate: must be one of 90, 180, 270, got 45: it counts clockwise, so 270 stands for -90. For other angles, write "at": { "rotate": … } in a "frame"',
    ],
    [{ ...text, rotation: 90 }, 'unknown-property rotation: "rotation" is not known here; did you mean "rotate"?'],
    [
      { ...text, transform: 'rotate(90deg)' },
      `unknown-property transform: "transform" is not known here; write "rotate": 90, 180 or 270, or "at": { "rotate": … } for other angles: o${only} "at"`,
    ],
    [{ ...text, alpha: 0.5 }, 'unknown-property alpha: "alpha" is not known here; did you mean "opacity"?'],
    [
      { rect: 5, stroke: { opacity: 0.5 } },
      'unknown-property stroke/opacity: "opacity" is not known here: only components have "opacity"',
    ],
    [{ ...text, text: 5 }, 'wrong-type text: must be text, got 5: write "5"'],
    [{ ...text, text: ['a', 5] }, 'wrong-type text/1: must be text, got 5: write "5"'],
    [5, 'wrong-type : must be a component, a text or a list of components, got 5: write "5"'],
    [{ ...text, when: true }, 'wrong-type when: must be text, got true: write "true"'],
    [{ ...text, bookmark: 5 }, 'wrong-type bookmark: must be text, got 5: write "5"'],
    [
      { table: 'a', columns: [{ body: 5 }] },
      'wrong-type columns/0/body: must be a component, a text or a list of components, got 5: write "5"',
    ],
    [{ ...text, align: 'middle' }, 'wrong-value align: "middle" is not known here; did you mean "center"?'],
    [{ ...text, align: 'flex-end' }, 'wrong-value align: "flex-end" is not known here; did you mean "end"?'],
    [{ ...text, align: 'begin' }, 'wrong-value align: "begin" is not known here; did you mean "start"?'],
    [
      { barcode: 'x', symbology: 'qr', alt: 'x', align: 'justify-start' },
      'wrong-value align: "justify-start" is not known here; did you mean "start"?',
    ],
    [
      { ...text, tabs: [{ at: 9, align: 'flex-start' }] },
      'wrong-value tabs/0/align: "flex-start" is not known here; did you mean "start"?',
    ],
    [{ row: ['a'], valign: 'center' }, 'wrong-value valign: "center" is not known here; did you mean "middle"?'],
    [{ ...text, lineHeight: '14pt' }, `wrong-value lineHeight: must be ${multiple}, or one of "auto", "normal", got "14pt"`],
    [
      { ...text, lineHeight: '140%' },
      `wrong-value lineHeight: must be ${multiple}, or one of "auto", "normal", got "140%": write 1.4`,
    ],
    [
      { ...text, lineHeight: '1.4' },
      `wrong-value lineHeight: must be ${multiple}, or one of "auto", "normal", got "1.4": write 1.4`,
    ],
    [{ ...text, lineHeight: 14 }, `wrong-value lineHeight: must be at most 10, got 14: it is ${multiple}`],
    [{ ...text, lineHeight: 0.1 }, `wrong-value lineHeight: must be at least 0.5, got 0.1: it is ${multiple}`],
    [{ ...text, lineHeight: [1] }, 'wrong-type lineHeight: [1] does not fit here. This takes: Height of a line.'],
    [
      { ...text, color: '#11223380' },
      `wrong-value color: "#11223380" is not a colour here: ${noTransparency}. Write "#112233" or a lighter colour, or set "opacity" on the component`,
    ],
    [
      { ...text, color: '#1238' },
      `wrong-value color: "#1238" is not a colour here: ${noTransparency}. Write "#123" or a lighter colour, or set "opacity" on the component`,
    ],
    [
      { ...text, color: 'rgba(1, 2, 3, .5)' },
      `wrong-value color: "rgba(1, 2, 3, .5)" is not a colour here: ${noTransparency}. Write "#010203" or a lighter colour, or set "opacity" on the component`,
    ],
    [{ ...text, color: '#112233FF' }, 'wrong-value color: "#112233FF" is not a colour here: write "#112233"'],
    [{ ...text, color: 'rgba(1, 2, 3, 1)' }, 'wrong-value color: "rgba(1, 2, 3, 1)" is not a colour here: write "#010203"'],
    [{ ...text, background: 'transparent' }, 'wrong-value background: "transparent" is not a colour here: leave it out'],
    [
      { ...text, font: 'Arial' },
      `unknown-font font: There is no font family "Arial": ${addFont('Arial', 'Arial.ttf')}, or write "helvetica", a standard font that looks alike`,
    ],
    [
      { ...text, font: 'Times New Roman' },
      `unknown-font font: There is no font family "Times New Roman": ${addFont('Times New Roman', 'TimesNewRoman.ttf')}, or write "times", a standard font that looks alike`,
    ],
    [
      { ...text, font: 'Open Sans' },
      `unknown-font font: There is no font family "Open Sans": ${addFont('Open Sans', 'OpenSans.ttf')}, or write one of: noto-sans, liberation-sans, helvetica, times, courier, symbol, zapfdingbats`,
    ],
    [{ ...text, font: 'Helvetca' }, 'unknown-font font: There is no font family "Helvetca"; did you mean "helvetica"?'],
    [
      { ...text, link: 'www.example.com/a' },
      'wrong-link link: The link "www.example.com/a" is left out: write "https://www.example.com/a"',
    ],
    [
      { ...text, link: 'www.city.museum' },
      'wrong-link link: The link "www.city.museum" is left out: write "https://www.city.museum"',
    ],
    [{ ...text, link: 'a@example.com' }, 'wrong-link link: The link "a@example.com" is left out: write "mailto:a@example.com"'],
    [{ ...text, link: '+49 30 1234567' }, 'wrong-link link: The link "+49 30 1234567" is left out: write "tel:+49 30 1234567"'],
    [
      { ...text, link: 'javascript:alert(1)' },
      'wrong-link link: The link "javascript:alert(1)" is left out: write an http, https, mailto or tel address, or "#" and the name of an anchor or "page=3"',
    ],
    [
      { ...text, text: 'See [us](www.example.com)', format: 'inline' },
      'wrong-link text: The link "www.example.com" is left out: write "https://www.example.com"',
    ],
    [{ row: [] }, 'wrong-value row: must have at least 1 entry, has 0'],
  ])('%j: %s', async (component, message) => {
    const told = await tell(component);
    expect(told.map((one) => (message.endsWith('Height of a line.') ? one.slice(0, message.length) : one))).toEqual([message]);
  });

  test.each([
    [
      '{{ page.carried }}',
      '"page" is not data and has no "carried"; it has: number, label, side, part, total; a table carries sums from page to page: see its "sums"',
    ],
    [
      '{{ page.totl }}',
      '"page" is not data and has no "totl"; it has: number, label, side, part, total; did you mean "page.total"?',
    ],
    ['{{ doc.author }}', '"doc" is not data and has no "author"; it has: title, date'],
    ["{{ page['count'] }}", '"page" is not data and has no "count"; it has: number, label, side, part, total'],
  ])('%s', async (given, message) => {
    for (const more of [{}, { dataSchema: { type: 'object', properties: { a: {} } } }])
      expect(await tell(given, more)).toEqual([`unknown-path : ${message}`]);
  });

  test('a page of the data is reached through "data"', async () => {
    const dataSchema = objectOf({ page: objectOf({ carried: { type: 'number' } }) });
    const message =
      '"page" is not data and has no "carried"; it has: number, label, side, part, total; for "page" of the data, write data.page.carried';
    expect(await tell('{{ page.carried }}', { dataSchema })).toEqual([`unknown-path : ${message}`]);
    expect(await tell('{{ data.page.carried }}', { dataSchema })).toEqual([]);
  });

  test('a member of the loop', async () => {
    const repeat = { repeat: 'a', body: '{{ loop.indx }}' };
    const message = '"loop" is not data and has no "indx"; it has: index, index0, first, last, count; did you mean "loop.index"?';
    expect(await tell(repeat)).toEqual([`unknown-path body: ${message}`]);
  });

  test('a member of a member of the page', async () => {
    expect(await tell('{{ page.number.x }}')).toEqual(['unknown-path : "page.number" has no "x"']);
  });

  test.each([
    ['{{ a | foo1 | bar1 }}', ['foo1', 'bar1']],
    ['{{ a | foo1 | upcase | bar1 | baz1 }}', ['foo1', 'bar1', 'baz1']],
    ['{{ a | foo1: (b | bar1) }}', ['bar1', 'foo1']],
    ['{{ a | foo1: EUR }}', ['foo1']],
    ['{{ (a | foo1) + (b | bar1) }}', ['foo1', 'bar1']],
  ])('every unknown filter of %s is reported', async (given, names) => {
    const told = await tell(given, { dataSchema: { type: 'object', required: ['a', 'b'], properties: { a: {}, b: {} } } });
    expect(told.map((one) => /There is no filter "(\w+)"/.exec(one)?.[1])).toEqual(names);
  });
});
