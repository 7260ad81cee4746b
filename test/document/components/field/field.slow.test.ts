import { describe, expect, test, vi } from 'vitest';
import type { FieldItem, PageItem } from '../../../../src/document/layout/fragment.ts';
import { loadTextEngine } from '../../../../src/document/text/index.ts';
import { records } from '../../../support/records.ts';
import { explain, itemLines, layOut } from '../../../support/render.ts';
import { listBreaches } from '../../../support/render-document.ts';

const fieldsIn = (items: readonly PageItem[]): FieldItem[] =>
  items.flatMap((item) => (item.kind === 'field' ? item : item.kind === 'group' ? fieldsIn(item.items) : []));

/** The fields of a body, and the warnings, as `code: message`. */
async function fill(body: readonly unknown[], data: unknown = {}, more: Record<string, unknown> = {}, locale = 'en-US') {
  const { pages, warnings } = await layOut(body, data, {}, more, undefined, undefined, undefined, { locale });
  return {
    fields: pages.flatMap(({ items }) => fieldsIn(items)),
    warnings: warnings.map(({ code, message }) => `${code}: ${message}`),
  };
}

const messages = (component: object, more: object = {}) => explain({ pages: [{ body: [component] }], ...more });

const looks = ({ form }: FieldItem): string[] => itemLines(form.look).map((line) => line.replace(/^text [\d.,]+ /, ''));

describe('text', () => {
  test('has its value, and its tooltip, in a box as high as its lines', async () => {
    const { fields, warnings } = await fill(
      [
        { field: 'city', kind: 'text', value: '{{ city }}', max: 10, required: true, alt: 'City of {{ name }}' },
        { field: 'note', kind: 'text', value: 'one\ntwo', lines: 3, readOnly: true },
      ],
      { city: 'Graz', name: 'Ada' },
    );
    expect(fields).toMatchObject([
      {
        name: 'city',
        description: 'City of Ada',
        height: 14,
        form: { type: 'Tx', flags: ['required'], value: 'Graz', maxLength: 10 },
      },
      { name: 'note', description: 'note', height: 34, form: { flags: ['readOnly', 'multiline'], value: 'one\ntwo' } },
    ]);
    expect(fields.map(looks)).toEqual([['"Graz"'], ['"one "', '"two"']]);
    expect(warnings).toEqual([]);
  });

  test('its border is drawn beside it, and may be another or none', async () => {
    const borders = async (border: object) => {
      const { pages } = await layOut([{ field: 'a', kind: 'text', ...border }]);
      return itemLines(pages[0]!.items).filter((line) => !line.startsWith('field')).length;
    };
    expect(await borders({})).toBeGreaterThan(0);
    expect(await borders({ border: { width: 0 } })).toBe(0);
    expect(await borders({ kind: 'signature' })).toBe(0);
  });

  test('doubts about the value of the data', async () => {
    const { warnings } = await fill(
      [
        { field: 'a', kind: 'text', value: '{{ long }}', max: 3 },
        { field: 'b', kind: 'text', value: '{{ long }}', width: 20 },
        { field: 'c', kind: 'text', value: '{{ rows }}', lines: 2 },
        { field: 'd', kind: 'text', value: '{{ rows }}' },
        { field: 'e', kind: 'text', value: '\u{10ffff}' },
      ],
      { long: 'much too long', rows: 'a\nb\nc' },
    );
    expect(warnings).toEqual([
      'field-value: The value has 13 characters, and "max" allows 3.',
      'text-too-wide: "much too long" needs 55 pt, but its field has 16 pt and shows a part of it. Make the field wider, or give it "lines".',
      'text-cut: The value has 3 lines, and its field shows a part of them. Give it more "lines", or a larger "height".',
      'field-value: The value has several lines, and the field has one: give it "lines". They are joined.',
      'missing-glyph: No font has U+10FFFF "\u{10ffff}"; add one to the family\'s "fallback".',
    ]);
  });

  test('line breaks of all kinds are joined in a field of one line, so that it shows its whole value', async () => {
    const { fields, warnings } = await fill(
      [
        { field: 'a', kind: 'text', value: '{{ rows }}' },
        { field: 'b', kind: 'date', value: '{{ rows }}' },
        { field: 'c', kind: 'choice', value: '{{ rows }}', options: ['{{ rows }}', 'x'] },
      ],
      { rows: 'a\vb\u2028c\x85d' },
    );
    expect(fields.map(({ form }) => form.value)).toEqual(['a b c d', 'a b c d', 'a\vb\u2028c\x85d']);
    expect(fields[2]!.form.options![0]!.label).toBe('a b c d');
    expect(warnings).toEqual([
      'field-value: The value has several lines, and the field has one: give it "lines". They are joined.',
      'field-value: "a b c d" is not a date such as 2026-03-09. It stands in the field as it is.',
    ]);
  });

  test('a value has what its look shows: no control characters, and one kind of line break', async () => {
    const { fields } = await fill([{ field: 'a', kind: 'text', lines: 3, value: '{{ rows }}' }], { rows: 'a\0b\u2028c\vd' });
    expect(fields[0]!.form.value).toBe('ab\nc\nd');
  });

  test('a comb gives each character a place', async () => {
    const { fields } = await fill([{ field: 'a', kind: 'text', comb: true, max: 4, value: 'ab', width: 40 }]);
    expect(fields[0]!.form.flags).toEqual(['comb', 'doNotScroll']);
    const centres = fields[0]!.form.look.map((item) => (item.kind === 'text' ? item.x + item.segment.width / 2 : 0));
    expect(centres.map(Math.round)).toEqual([5, 15]);
  });

  test('people can type all letters of the language, and are told of a font that lacks some', async () => {
    const { fields } = await fill([{ field: 'a', kind: 'text' }], {}, { document: { lang: 'ru' } });
    const { face, font } = fields[0]!.form.typing!;
    expect(font!.glyphs.map((glyph) => face.unicodeOf(glyph)).join('')).toMatch(/a.*ß.*я/);
    const ofFont = (font: string, lang: string) => messages({ field: 'a', kind: 'text', font }, { document: { lang } });
    expect(await ofFont('helvetica', 'de')).toEqual([]);
    expect(await ofFont('helvetica', 'pl')).toEqual([
      expect.stringMatching(/^warning field-font .* People cannot type all letters of "pl" here: the font Helvetica lacks ą/),
    ]);
  });
});

describe('date', () => {
  test.each([
    ['de-DE', 'de', '09.03.2026', 'Geburtstag (TT.MM.JJJJ)'],
    ['en-US', 'en', '03/09/2026', 'Geburtstag (MM/DD/YYYY)'],
    ['fr-FR', 'fr', '09/03/2026', 'Geburtstag (JJ/MM/AAAA)'],
    ['ja-JP', 'ja', '2026/03/09', 'Geburtstag (YYYY/MM/DD)'],
  ])('is written as in %s, and the tooltip says how', async (locale, lang, text, description) => {
    const { fields } = await fill(
      [{ field: 'd', kind: 'date', value: '{{ d }}', alt: 'Geburtstag' }],
      { d: '2026-03-09' },
      { document: { lang } },
      locale,
    );
    expect(fields).toMatchObject([{ description, form: { type: 'Tx', value: text } }]);
  });

  test('a pattern, and a value that is no date', async () => {
    const { fields, warnings } = await fill(
      [
        { field: 'd', kind: 'date', format: 'd. MMMM y', value: '2026-03-09' },
        { field: 'e', kind: 'date', value: '{{ d }}' },
      ],
      { d: 'soon' },
    );
    expect(fields.map(({ description, form }) => [description, form.value])).toEqual([
      ['d (DD. MMMM YYYY)', '9. March 2026'],
      ['e (MM/DD/YYYY)', 'soon'],
    ]);
    expect(warnings).toEqual(['field-value: "soon" is not a date such as 2026-03-09. It stands in the field as it is.']);
  });
});

describe('check and radio', () => {
  test('a box is ticked by true, written or of the data', async () => {
    const { fields, warnings } = await fill(
      [true, false, '{{ yes }}', '{{ no }}', '{{ none }}', '{{ other }}'].map((value, i) => ({
        field: `f${i}`,
        kind: 'check',
        value,
      })),
      { yes: true, no: false, none: null, other: 'maybe' },
    );
    expect(fields.map(({ form }) => form.value)).toEqual(['Yes', undefined, 'Yes', undefined, undefined, undefined]);
    expect(warnings).toEqual([
      'field-value: A box is ticked or not, but its value is "maybe": give true or false. The box is not ticked.',
    ]);
  });

  test('a box whose value cannot be computed is told', async () => {
    const box = (value: string) => ({ field: 'large', kind: 'check', value });
    const data_schema = { type: 'object', properties: { a: { type: 'number' }, agreed: { type: 'boolean' } } };
    const lint = (value: string) => messages(box(value), { dataSchema: data_schema });
    const told = async (value: string) => (await fill([box(value)], {})).warnings;
    expect(await lint('{{ a > 1000 }}')).toEqual([
      expect.stringContaining(
        '/pages/0/body/0/value "a" is not required by the data schema and may be missing: write (a > 1000) ?? false, or',
      ),
    ]);
    expect(await told('{{ a > 1000 }}')).toEqual([expect.stringMatching(/^no-value: /)]);
    for (const value of ['{{ (a > 1000) ?? false }}', '{{ agreed }}', '{{ agreed == true }}', '{{ not agreed }}'])
      expect([...(await lint(value)), ...(await told(value))], value).toEqual([]);
  });

  test('a button stands 4 mm wide, or as its width says, and its mark is a path', async () => {
    const { fields } = await fill([
      { field: 'a', kind: 'check' },
      { field: 'b', kind: 'radio', option: 'x', value: 'x', width: 20 },
    ]);
    expect(fields.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual([
      [11, 11],
      [20, 20],
    ]);
    expect(fields.map(({ form }) => form.look.map(({ kind }) => kind))).toEqual([['path'], ['path']]);
  });
});

describe('choice', () => {
  const options = ['Austria', { value: 'DE', label: 'Germany' }];

  test('options are written, or made of a list; the label of the chosen one is seen', async () => {
    const { fields } = await fill(
      [
        { field: 'a', kind: 'choice', options, value: 'DE' },
        {
          field: 'b',
          kind: 'choice',
          options: { each: 'countries', as: 'c', where: 'c.code != "FR"', value: '{{ c.code }}', label: '{{ c.name }}' },
          value: '{{ code }}',
          lines: 2,
        },
      ],
      {
        code: 'IT',
        countries: records('code name', ['FR', 'France'], ['CH', 'Switzerland'], ['ES', 'Spain'], ['IT', 'Italy']),
      },
    );
    expect(fields).toMatchObject([
      {
        form: {
          type: 'Ch',
          flags: ['combo'],
          value: 'DE',
          options: records('value label', ['Austria', 'Austria'], ['DE', 'Germany']),
        },
      },
      { form: { flags: [], value: 'IT', firstOption: 1 } },
    ]);
    expect(looks(fields[0]!)).toEqual(['"Germany"']);
    expect(looks(fields[1]!).filter((line) => line.startsWith('"'))).toEqual(['"Spain"', '"Italy"']);
  });

  test('a value that is no option, and no options', async () => {
    const { warnings } = await fill(
      [
        { field: 'a', kind: 'choice', options, value: '{{ x }}' },
        { field: 'b', kind: 'choice', options: { each: 'none', value: '{{ item }}' } },
      ],
      { x: 'Italy', none: [] },
    );
    expect(warnings).toEqual([
      'field-value: "Italy" is not one of the options. Nothing is chosen.',
      'field-value: The list of options is empty, so nothing can be chosen.',
    ]);
  });
});

test.each<[object, string]>([
  [{ kind: 'checkbox' }, 'error wrong-value /pages/0/body/0/kind "checkbox" is not known here; did you mean "check"?'],
  [{ kind: 'textfield' }, 'did you mean "text"?'],
  [{ kind: 'textarea' }, 'did you mean "text"?'],
  [{ kind: 'dropdown' }, 'did you mean "choice"?'],
  [{ kind: 'select' }, 'did you mean "choice"?'],
  [{ kind: 'combobox' }, 'did you mean "choice"?'],
  [{ kind: 'listbox' }, 'did you mean "choice"?'],
  [{ kind: 'radiobutton' }, 'did you mean "radio"?'],
  [{ multiline: true }, 'did you mean "lines"?'],
  [{ rows: 3 }, 'did you mean "lines"?'],
  [{ maxLength: 3 }, 'did you mean "max"?'],
  [{ readonly: true }, 'did you mean "readOnly"?'],
  [{ default: 'x' }, 'did you mean "value"?'],
  [{ checked: true }, 'did you mean "value"?'],
  [{ tooltip: 'x' }, 'did you mean "alt"?'],
  [{ choices: ['a'] }, 'did you mean "options"?'],
  [{ items: ['a'] }, 'did you mean "options"?'],
  [{ placeholder: 'x' }, 'error unknown-property /pages/0/body/0/placeholder Fields of PDF have no placeholder'],
  [{ name: 'x' }, 'error unknown-property /pages/0/body/0/name "name" is not known here: the name of a field is its "field"'],
  [{ kind: 'radio' }, 'error missing-property /pages/0/body/0 a field of the kind "radio" needs "option"'],
  [{ kind: 'choice' }, 'error missing-property /pages/0/body/0 a field of the kind "choice" needs "options"'],
  [{ comb: true }, 'error wrong-value /pages/0/body/0/comb "comb" gives each character a place'],
  [{ value: 'abcd', max: 3 }, 'error wrong-value /pages/0/body/0/value the value has 4 characters, and "max" allows 3'],
  [{ kind: 'choice', options: ['a'], value: 'b' }, 'error wrong-value /pages/0/body/0/value "b" is not one of the options: a'],
  [
    { kind: 'date', value: '9.3.2026' },
    'error wrong-value /pages/0/body/0/value "9.3.2026" is not a date: write it as 2026-03-09',
  ],
  [{ kind: 'date', format: 'short' }, 'error wrong-value /pages/0/body/0/format "short" is a style'],
  [{ kind: 'date', format: 'DD.MM.YYYY' }, "write 'dd.MM.yyyy'"],
  [{ kind: 'check', value: 'yes' }, 'error wrong-value /pages/0/body/0/value a "check" is ticked or not'],
  [{ value: true }, 'error wrong-value /pages/0/body/0/value must be text: true and false are for a "check"'],
  [{ kind: 'check', lines: 2 }, 'warning no-effect /pages/0/body/0/lines "lines" has no effect on a field of the kind "check"'],
  [{ opacity: 0.5 }, 'warning no-effect /pages/0/body/0/opacity'],
  [{ field: `${'a.'.repeat(20)}b` }, 'error wrong-value /pages/0/body/0/field full stops join at most 20 names'],
  [{ field: 'a.' }, 'error wrong-value /pages/0/body/0/field full stops join the names of groups and fields'],
])('%j is told', async (props, message) => {
  expect(await messages({ field: 'f', kind: 'text', ...props })).toEqual([expect.stringContaining(message)]);
});

test('under PDF/UA a field without "alt" is told', async () => {
  const document = { title: 'T', lang: 'en', standard: ['PDF/UA-1'] };
  expect(await messages({ field: 'a', kind: 'text' }, { document })).toEqual([expect.stringContaining('missing-alt')]);
  expect(await messages({ field: 'a', kind: 'text', alt: 'City' }, { document })).toEqual([]);
  const breaches = (body: object) => listBreaches({ document, pages: [{ header: [body], body: ['a'] }] });
  expect(await breaches({ field: 'a', kind: 'check' })).toEqual(['alternative-text /pages/0/header/0']);
  expect(await breaches({ field: 'a', kind: 'check', alt: 'Newsletter' })).toEqual([]);
});

// The engine caches text by the identity of its options: with new ones for each text, a document takes time as the square of its fields, and the cache of a
// server grows with each document.
test('many fields and codes of one style set their texts with the same options', async () => {
  const prepare = vi.spyOn(await loadTextEngine(), 'prepare');
  const numbers = Array.from({ length: 40 }, (_, i) => i);
  await layOut(
    [
      {
        repeat: 'numbers',
        as: 'n',
        body: [
          { field: 'a{{ n }}', kind: 'text', value: '{{ n }}' },
          { field: 'b{{ n }}', kind: 'choice', options: ['x', 'y'], value: 'x', align: 'right' },
          { barcode: 'A{{ n }}', symbology: 'code128', showText: true, width: 100, height: 20 },
        ],
      },
    ],
    { numbers },
  );
  const options = new Set(prepare.mock.calls.map(([, given]) => given));
  prepare.mockRestore();
  expect(options.size).toBeLessThan(10);
});
