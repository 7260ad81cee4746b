import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFNumber, PDFStream } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { inspectPdf } from '../../../src/inspect/inspect-pdf.ts';
import { renderPdf, warningsOf } from '../../support/render-document.ts';

const fieldsOf = [
  { field: 'person.name', kind: 'text', value: 'Jürgen', max: 20, required: true, alt: 'Name' },
  { field: 'person.born', kind: 'date', value: '1990-03-09', alt: 'Date of birth' },
  { field: 'note', kind: 'text', lines: 2, value: 'a\nb', align: 'center', color: '#ff0000', size: 12, alt: 'Note' },
  { field: 'news', kind: 'check', value: true, alt: 'News' },
  { field: 'terms', kind: 'check', option: 'ja, klar', alt: 'Terms' },
  ...['card', 'bank'].map((option) => ({ field: 'pay', kind: 'radio', option, value: 'bank', alt: 'Payment' })),
  { field: 'country', kind: 'choice', options: [{ value: 'AT', label: 'Österreich' }, 'DE'], value: 'AT', alt: 'Country' },
  { field: 'course', kind: 'choice', lines: 2, options: ['a', 'b', 'c'], value: 'c', alt: 'Course' },
  { field: 'buyer', kind: 'signature', alt: 'Signature' },
];
const template = (body: readonly unknown[], page: object = {}) => ({
  document: { title: 'T', lang: 'de' },
  pages: [{ body, ...page }],
});

const open = async (body: readonly unknown[], page: object = {}, options: Parameters<typeof renderPdf>[1] = {}) =>
  PDFDocument.load(await renderPdf(template(body, page), options));

/** The widgets of a page in the order of its annotations. */
const widgetsOf = (document: PDFDocument, page = 0): PDFDict[] => {
  const listed = document.getPage(page).node.lookupMaybe(PDFName.of('Annots'), PDFArray);
  return listed ? listed.asArray().map((ref) => document.context.lookup(ref, PDFDict)) : [];
};
const text = (dict: PDFDict, name: string) => String(dict.lookup(PDFName.of(name)));
const areaOf = (widget: PDFDict): number[] =>
  widget
    .lookup(PDFName.of('Rect'), PDFArray)
    .asArray()
    .map((one) => Math.round((one as PDFNumber).asNumber()));

describe('another program reads', () => {
  test('the fields of a form with their values', async () => {
    const form = (await open(fieldsOf)).getForm();
    const name = form.getTextField('person.name');
    expect([name.getText(), name.getMaxLength(), name.isRequired(), name.isReadOnly()]).toEqual(['Jürgen', 20, true, false]);
    expect(form.getTextField('person.born').getText()).toBe('03/09/1990');
    expect(form.getTextField('note').isMultiline()).toBe(true);
    expect(form.getCheckBox('news').isChecked()).toBe(true);
    expect(form.getCheckBox('terms').isChecked()).toBe(false);
    expect(form.getRadioGroup('pay').getSelected()).toBe('bank');
    expect(form.getRadioGroup('pay').getOptions()).toEqual(['card', 'bank']);
    expect(form.getDropdown('country').getSelected()).toEqual(['AT']);
    expect(form.getOptionList('course').getSelected()).toEqual(['c']);
  });

  test('no script, no action, and no wish that viewers draw the fields', async () => {
    const document = await open(fieldsOf);
    expect(document.getForm().acroForm.dict.keys().map(String).sort()).toEqual(['/DR', '/Fields']);
    for (const widget of widgetsOf(document)) {
      expect(widget.keys().map(String)).not.toEqual(expect.arrayContaining(['/A']));
      expect(widget.has(PDFName.of('AA'))).toBe(false);
      expect(widget.lookup(PDFName.of('AP'), PDFDict).keys().map(String)).toEqual(['/N']);
    }
  });

  test('what people type is written with: font, size, colour, alignment', async () => {
    const document = await open(fieldsOf);
    const [, , note] = widgetsOf(document);
    const [, font] = /^\/(\w+) 12 Tf 1 0 0 rg$/.exec(document.getForm().getTextField('note').acroField.getDefaultAppearance()!)!;
    expect(text(note!, 'Q')).toBe('1');
    const resources = document.getForm().acroForm.dict.lookup(PDFName.of('DR'), PDFDict).lookup(PDFName.of('Font'), PDFDict);
    const composite = resources.lookup(PDFName.of(font!), PDFDict);
    const cid = composite.lookup(PDFName.of('DescendantFonts'), PDFArray).lookup(0, PDFDict);
    expect(text(cid, 'CIDToGIDMap')).toBe('/Identity');
    const program = cid.lookup(PDFName.of('FontDescriptor'), PDFDict).lookup(PDFName.of('FontFile2'), PDFStream);
    expect(program).toBeDefined();
  });

  test('a standard font by its name', async () => {
    const form = (await open([{ field: 'a', kind: 'text', font: 'helvetica', value: 'x' }])).getForm();
    expect(form.getTextField('a').acroField.getDefaultAppearance()).toMatch(/^\/Helvetica 10 Tf/);
  });
});

test.each(['PDF/A-1a', 'PDF/A-1b', 'PDF/A-2a', 'PDF/A-3b', 'PDF/A-4', 'PDF/UA-1', 'PDF/UA-2'])(
  'all kinds keep %s',
  async (standard) => {
    const { check } = await inspectPdf(await renderPdf(template(fieldsOf), { standard }), { check: true });
    expect(check!.findings).toEqual([]);
  },
);

test('a field in the header is the same field on each sheet', async () => {
  const header = [{ field: 'file', kind: 'text', value: 'A-17', alt: 'File' }];
  const document = await open(['one', { break: { before: 'page' }, text: 'two' }], { header });
  expect(document.getForm().getFields()).toHaveLength(1);
  expect(document.getForm().getTextField('file').acroField.getWidgets()).toHaveLength(2);
  expect(widgetsOf(document, 1)).toHaveLength(1);
  for (const standard of ['PDF/UA-1', 'PDF/UA-2']) {
    const pdf = await renderPdf(template(['one', { break: { before: 'page' }, text: 'two' }], { header }), { standard });
    expect((await inspectPdf(pdf, { check: true })).check!.findings).toEqual([]);
  }
});

test('two components with the same name, kind and value are one field', async () => {
  const twice = [1, 2].map(() => ({ field: 'a', kind: 'text', value: 'x' }));
  expect(await warningsOf(template(twice))).toEqual([]);
  expect((await open(twice)).getForm().getTextField('a').acroField.getWidgets()).toHaveLength(2);
});

const named = (field: string, kind: string, more: object = {}) => ({ field, kind, ...more });

test.each<[readonly unknown[], string]>([
  [
    [named('a', 'text', { value: 'x' }), named('a', 'text')],
    'Another field is called "a", with another kind, value or settings.',
  ],
  [[named('a', 'text'), named('a', 'check')], 'Another field is called "a", with another kind, value or settings.'],
  [[named('a', 'signature'), named('a', 'signature')], 'Another field is called "a" already.'],
  [
    [{ repeat: [1, 2], body: named('a', 'text') }],
    'Its component repeats, and all of its fields would be called "a". Use a binding in the name, such as "a{{ loop.index }}".',
  ],
  [[named('a', 'radio', { option: 'x' }), named('a', 'radio', { option: 'x' })], 'Another button of "a" has the option "x".'],
  [[named('a.b', 'text'), named('a', 'text')], '"a" is a group of fields already.'],
  [[named('a', 'text'), named('a.b.c', 'text')], '"a" is a field already, so it cannot be a group.'],
  [
    [{ frame: [{ field: 'a', kind: 'text', at: { x: 20, y: 10, w: 20, rotate: 30 } }], height: 40 }],
    'It is turned by 30 degrees, and viewers write in fields that are turned by 90, 180 or 270 degrees only.',
  ],
])('a field of %j is left out: %s', async (body, message) => {
  expect(await warningsOf(template(body))).toEqual([`field-dropped ${message} This one is left out.`]);
});

describe('the value of a radio group', () => {
  const button = (option: string, more: object = {}) => ({ field: 'pay', kind: 'radio', option, ...more });
  test('stands at one of its buttons, or at each', async () => {
    const document = await open([button('a'), button('b', { value: 'a' })]);
    expect(document.getForm().getRadioGroup('pay').getSelected()).toBe('a');
  });
  test('that no button has is told, and so are two values', async () => {
    expect(await warningsOf(template([button('a', { value: 'c' }), button('b', { value: 'c' })]))).toEqual([
      'field-value No button of "pay" has the option "c", which is its value: no button is on.',
    ]);
    expect(await warningsOf(template([button('a', { value: 'a' }), button('b', { value: 'b' })]))).toEqual([
      'field-dropped Another button of "pay" says that the value is "a", and this one "b". This one is left out.',
    ]);
  });
});

test('a message shows a part of a long value', async () => {
  const [message, ...others] = await warningsOf(
    template([{ field: 'a', kind: 'radio', option: 'x', value: 'c'.repeat(100_000) }]),
  );
  expect(message!.length).toBeLessThan(300);
  expect(others).toEqual([]);
});

test('fields in rows, lists, tables and their repeated headers keep PDF/UA', async () => {
  const cell = (name: string) => ({ field: name, kind: 'text', alt: name });
  const body = [
    { row: ['A', cell('inRow')] },
    { list: [cell('inItem')] },
    {
      table: Array.from({ length: 60 }, (_, i) => ({ i })),
      as: 'l',
      columns: [
        { header: { stack: ['Part', cell('inHeader')] }, body: '{{ l.i }}' },
        { header: 'Note', body: { field: 'note{{ loop.index }}', kind: 'text', alt: 'Note {{ loop.index }}' } },
      ],
    },
  ];
  const pdf = await renderPdf(template(body), { standard: 'PDF/UA-1' });
  expect((await inspectPdf(pdf, { check: true })).check!.findings).toEqual([]);
  const form = (await PDFDocument.load(pdf)).getForm();
  expect(form.getFields()).toHaveLength(63);
  expect(form.getTextField('inHeader').acroField.getWidgets().length).toBeGreaterThan(1);
});

test('a repeated radio button makes the buttons of one group', async () => {
  const document = await open([
    { repeat: ['a', 'b'], as: 'o', body: { field: 'pay', kind: 'radio', option: '{{ o }}', value: 'b' } },
  ]);
  expect(document.getForm().getRadioGroup('pay').getOptions()).toEqual(['a', 'b']);
});

test('a field that is turned by a quarter says so, and its appearance is turned', async () => {
  const [widget] = widgetsOf(await open([{ field: 'a', kind: 'text', value: 'x', rotate: 90, width: 10, height: 30 }]));
  expect(text(widget!.lookup(PDFName.of('MK'), PDFDict), 'R')).toBe('270');
  const [left, bottom, right, top] = areaOf(widget!);
  expect([right! - left!, top! - bottom!]).toEqual([28, 85]);
  const look = widget!.lookup(PDFName.of('AP'), PDFDict).lookup(PDFName.of('N'), PDFStream).dict;
  expect(text(look, 'Matrix')).toBe('[ 0 -1 1 0 0 0 ]');
});

test('annotations are listed in the order in which they are read', async () => {
  const at = (order: number, y: number) => ({ x: 0, y, w: 30, order });
  const children = [
    { field: 'second', kind: 'text', alt: 's', at: at(2, 0) },
    { field: 'first', kind: 'text', alt: 'f', at: at(1, 10) },
  ];
  const document = await open([{ frame: children, height: 40 }]);
  expect(widgetsOf(document).map((widget) => text(widget, 'T'))).toEqual(['(first)', '(second)']);
});

test('options that not all viewers read as names stand in Opt', async () => {
  const [widget] = widgetsOf(await open([{ field: 'a', kind: 'check', option: 'ja, natürlich', value: true }]));
  expect([text(widget!, 'V'), text(widget!, 'AS')]).toEqual(['/0', '/0']);
  expect(widget!.lookup(PDFName.of('Opt'), PDFArray).size()).toBe(1);
});

test('a field outside of what is seen of its box is none', async () => {
  const body = [{ stack: ['one', 'two', { field: 'a', kind: 'text' }], height: 5 }];
  expect((await open(body)).catalog.has(PDFName.of('AcroForm'))).toBe(false);
});

test('a document without fields has no form', async () => {
  expect((await open(['x'])).catalog.has(PDFName.of('AcroForm'))).toBe(false);
});
