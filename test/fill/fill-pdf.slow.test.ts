// Forms that are filled: what stands in the fields afterwards, what is seen, and what is refused.
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { inspectPdf } from '../../src/inspect/inspect-pdf.ts';
import { type Base, type Edit, makePdf } from '../inspect/make-pdf.ts';
import { faults, fill, filled } from '../support/fill-form.ts';
import { formObjects, makeForm } from '../support/foreign-form.ts';
import type { Objects } from '../support/foreign-pdf.ts';

const thai = fileURLToPath(
  new URL('../../node_modules/@fontsource/noto-sans-thai/files/noto-sans-thai-thai-400-normal.woff', import.meta.url),
);

/** The form with a part of these objects replaced. */
function changedForm(
  changes: Readonly<Record<string, readonly [from: string | RegExp, to: string]>>,
  more: Objects = {},
): Buffer {
  const all = formObjects();
  const changed = Object.entries(changes).map(([name, [from, to]]) => [name, String(all[name]).replace(from, to)]);
  return makeForm('', { ...Object.fromEntries(changed), ...more });
}

/** A PDF that keeps its rules, with the field `a`. `acroForm`: more entries of the form. */
const oneField = (base: Base, field: string, acroForm = '', change: (edit: Edit) => Edit = (edit) => edit): Uint8Array =>
  makePdf(base, (edit) =>
    change(edit)
      .body('catalog', '/Lang', `/AcroForm<</Fields[@field]${acroForm}>>/Lang`)
      .body('page', '/Annots[', '/Annots[@field ')
      .add('field', `<</Type/Annot/Subtype/Widget/T(a)/F 4${field}>>`),
  );

/** Puts the field into the structure of the document. */
const tagged = (edit: Edit) =>
  edit
    .body('doc', '/K[', '/K[@form ')
    .body('parents', /\]>>$/, ' 90 @form]>>')
    .add('form', '<</Type/StructElem/S/Form/P @doc/Pg @page/K<</Type/OBJR/Obj @field/Pg @page>>/NS @ns>>');

const valuesOf = async (file: Uint8Array) =>
  Object.fromEntries((await inspectPdf(file)).fields.map(({ name, value }) => [name, value]));

/** The streams that an update has added, unpacked. */
const addedStreams = (before: Uint8Array, after: Uint8Array): string =>
  [
    ...Buffer.from(after.subarray(before.length))
      .toString('latin1')
      .matchAll(/stream\n([\s\S]*?)\nendstream/g),
  ]
    .flatMap(([, data]) => {
      try {
        return [inflateSync(Buffer.from(data!, 'latin1')).toString('latin1')];
      } catch {
        return [];
      }
    })
    .join('\n');

const data = {
  member: { name: 'Grüße', code: 'AB12', born: '1990-02-28' },
  newsletter: true,
  plan: 'full',
  country: 'Greece',
  days: ['Mon', 'Fri'],
  notes: 'First line\nSecond line',
};

test('inspect lists the fields with what they inherit, their options and their pages', async () => {
  const { fields } = await inspectPdf(makeForm());
  expect(fields).toMatchObject([
    { name: 'member.name', kind: 'text', label: 'Name of the member', value: null, required: true, pages: [1, 2] },
    { name: 'member.code', kind: 'text', maxLength: 6, required: false },
    { name: 'member.born', kind: 'text', required: false },
    { name: 'newsletter', kind: 'checkbox', value: false, options: [{ value: 'Ja' }] },
    { name: 'plan', kind: 'radio', value: null, options: [{ value: 'basic' }, { value: 'full' }], pages: [1] },
    {
      name: 'country',
      kind: 'dropdown',
      value: 'DE',
      options: [{ value: 'DE', label: 'Germany' }, { value: 'GR', label: 'Greece' }, { value: 'France' }],
    },
    { name: 'days', kind: 'list', value: [] },
    { name: 'notes', kind: 'text', multiline: true },
    { name: 'number', readOnly: true, value: 'M-17' },
    { name: 'reset', kind: 'button', value: null },
    { name: 'signature', kind: 'signature', value: null },
  ]);
});

test('every kind of field takes its value, and nothing before the update changes', async () => {
  const form = makeForm();
  const { bytes, filled: count, fields, warnings, removed } = await filled(form, data);
  expect(Buffer.from(bytes.subarray(0, form.length)).equals(form)).toBe(true);
  expect({ count, fields, warnings, removed }).toEqual({ count: 8, fields: 11, warnings: [], removed: [] });
  expect(await valuesOf(bytes)).toMatchObject({
    'member.name': 'Grüße',
    'member.code': 'AB12',
    'member.born': '1990-02-28',
    newsletter: true,
    plan: 'full',
    country: 'GR',
    days: ['Mon', 'Fri'],
    notes: 'First line\nSecond line',
    number: 'M-17',
  });
});

test('names may be flat or nested, numbers are text, null empties a field, and a filled form can be filled again', async () => {
  const first = await filled(makeForm(), {
    'member.name': 'Ada',
    member: { code: 12 },
    plan: '1',
    days: 'Tue',
    newsletter: 'Ja',
  });
  expect(await valuesOf(first.bytes)).toMatchObject({
    'member.name': 'Ada',
    'member.code': '12',
    plan: 'full',
    days: ['Tue'],
    newsletter: true,
  });
  const second = await filled(first.bytes, { 'member.name': 'Grace', plan: null, days: [], newsletter: false, country: null });
  expect(await valuesOf(second.bytes)).toMatchObject({
    'member.name': 'Grace',
    'member.code': '12',
    plan: null,
    days: [],
    newsletter: false,
    country: null,
  });
});

test('text has the font of the form as far as that has its characters, and otherwise an embedded font', async () => {
  const form = makeForm();
  const own = await filled(form, { notes: 'Grüße' });
  expect(addedStreams(form, own.bytes)).toContain('(Gr\xfc\xdfe)');
  expect(Buffer.from(own.bytes).toString('latin1')).not.toContain('/FontFile2');
  const greek = await filled(form, { notes: 'Γειά σου' });
  expect(Buffer.from(greek.bytes).toString('latin1')).toContain('+NotoSans-Regular');
  const [breach] = await faults({ notes: 'สวัสดี' });
  expect(breach).toMatch(/^\/data\/notes has characters that neither .*ส \(U\+0E2A\).*--font NotoSansThai-Regular\.ttf$/);
  const given = await filled(form, { notes: 'สวัสดี' }, { fonts: [thai] });
  expect(Buffer.from(given.bytes).toString('latin1')).toContain('+NotoSansThai-Regular');
});

test('signs, backgrounds, turns and cells are drawn', async () => {
  const form = makeForm('', {
    News: '<</Type/Annot/Subtype/Widget/Rect[20 200 34 214]/T(newsletter)/FT/Btn/MK<</BC[1 0 0]/CA(8)>>>>',
  });
  const { bytes } = await filled(form, data);
  const added = Buffer.from(bytes.subarray(form.length)).toString('latin1');
  const streams = addedStreams(form, bytes);
  expect(added).toContain('/Matrix[0 1 -1 0 20 0]');
  expect(streams).toContain('0.9 0.9 1 rg');
  expect(streams).toContain('1 0 0 RG');
  expect(streams).toContain('/Tx BMC');
  expect(streams).toContain('0.2 0 0.6 rg');
  // Six cells of 30 pt: the characters of the code stand in the middle of the first four.
  const cells = [...streams.matchAll(/([\d.]+) ([\d.-]+) Td\n\[\((\w)\)\]TJ/g)];
  expect(cells.map(([, , , letter]) => letter)).toEqual(['A', 'B', '1', '2']);
});

test('values that a field does not take are told together, with their places and the remedy', async () => {
  expect(
    await faults({
      membr: { name: 'x' },
      member: { name: true, code: '1234567', born: 'a\nb' },
      newsletter: 'Yes',
      plan: true,
      country: 'Grece',
      days: ['Mon', 'Sun'],
      number: 'x',
      reset: 'x',
      signature: 'x',
      notes: ['a'],
    }),
  ).toEqual([
    '/data/membr/name is no field of the form; did you mean "member.name"?',
    '/data/member/name takes text, got boolean. Write "true" to fill in this word',
    '/data/member/code takes at most 6 characters, got 7. Shorten the value',
    '/data/member/born has one line, got text with a line break. Write a space or a comma in its place',
    '/data/newsletter takes true, false or "Ja", got "Yes"',
    '/data/plan is a group of radio buttons: name the one that is on. It has "basic", "full"',
    '/data/country has no option "Grece"; did you mean "Greece"?',
    '/data/days has no option "Sun". It has "Mon", "Tue", "Wed", "Thu", "Fri"',
    '/data/number is read-only: the form computes it or has it fixed. Leave it out',
    '/data/reset is a push button, which has no value. Leave it out',
    '/data/signature is a signature field. Leave it out, and sign the filled file with pdfgen sign',
    '/data/notes takes text, got a list',
  ]);
  expect(await faults({ member: 'x', 'member.name': 'a', plan: ['full', 'basic'] })).toEqual([
    '/data/member is a group of fields: member.name, member.code, member.born. Write an object',
    '/data/plan takes an export value, got a list',
  ]);
  expect(await faults({ 'member.name': 'a', member: { name: 'b' } })).toEqual([
    '/data/member/name gives the field a second value. Write each field once, flat or nested',
  ]);
});

test('a text that no field can show, and thousands of unknown names, are refused at once', async () => {
  expect(await faults({ notes: 'a'.repeat(100_001) })).toEqual([
    '/data/notes is longer than 100,000 characters, got 100001. Shorten the value',
  ]);
  const unknown = await faults(Object.fromEntries(Array.from({ length: 102 }, (_, i) => [`member${i}`, 'x'])));
  expect(unknown[99]).toMatch(/^\/data\/member99 is no field of the form\. It has member/);
  expect(unknown.slice(100)).toEqual(['/data/member100 is no field of the form', '/data/member101 is no field of the form']);
});

test('characters that end a line or that nobody sees are not lost in silence', async () => {
  const line = 'has one line, got text with a line break. Write a space or a comma in its place';
  for (const one of ['\v', '\f', '\x85', '\u2028', '\u2029'])
    expect(await faults({ 'member.name': `a${one}b` })).toEqual([`/data/member.name ${line}`]);
  expect(await faults({ notes: 'a\0b' })).toEqual([
    '/data/notes has the control character U+0000, which nobody sees. Leave it out',
  ]);
  const { bytes } = await filled(makeForm(), { notes: 'a\u2028b\tc' });
  expect(await valuesOf(bytes)).toMatchObject({ notes: 'a\nb\tc' });
  const editable = { Country: '<</Type/Annot/Subtype/Widget/F 4/P @Page/Rect[120 196 260 216]/T(country)/FT/Ch/Ff 393216>>' };
  expect(await faults({ country: 'a\nb' }, makeForm('', editable))).toEqual([`/data/country ${line}`]);
});

test('a warning tells of a value with several lines that the form has in a field of one line', async () => {
  const number = '<</Type/Annot/Subtype/Widget/F 4/P @Page/Rect[20 90 120 110]/T(number)/FT/Tx/V(first\\nsecond)>>';
  const { warnings } = await filled(makeForm('/NeedAppearances true', { Number: number }), { 'member.name': 'x' });
  expect(warnings).toEqual([{ field: 'number', message: 'is longer than its place, so that its end is not seen' }]);
});

test('a warning tells of values that flattening loses, as their fields are seen nowhere', async () => {
  const field = (name: string, more: string) => `<</Type/Annot/Subtype/Widget/P @Page/T(${name})/FT/Tx${more}>>`;
  const form = makeForm('', {
    Number: field('number', '/F 2/Rect[20 90 120 110]'),
    Notes: field('notes', '/F 4/Rect[0 0 0 0]'),
  });
  const values = { 'member.name': 'x', number: '5', notes: 'y', newsletter: false };
  expect((await filled(form, values)).warnings).toEqual([]);
  const message = 'is hidden or on no page, so that flattening loses its value';
  expect((await filled(form, values, { flatten: true })).warnings).toEqual([
    { field: 'notes', message },
    { field: 'number', message },
  ]);
});

test('warnings tell of required fields, text that is cut, and scripts', async () => {
  const { warnings } = await filled(makeForm('/CO[@Number]'), { 'member.born': 'a date that is much longer than its place' });
  expect(warnings).toEqual([
    { field: 'member.born', message: 'is longer than its place, so that its end is not seen' },
    { field: 'member.name', message: 'is required and empty' },
    {
      message: 'the form calculates 1 field by scripts, which pdfgen does not run: number. Give their values in the data',
    },
  ]);
});

test('with NeedAppearances, all fields get appearances, and viewers need not make them', async () => {
  const form = makeForm('/NeedAppearances true');
  const { bytes } = await filled(form, { notes: 'x' });
  expect(addedStreams(form, bytes)).toContain('(M-17)');
  expect(addedStreams(form, bytes)).toContain('(Reset)');
  const update = Buffer.from(bytes.subarray(form.length)).toString('latin1');
  expect(update).toContain('/AcroForm');
  expect(update).not.toContain('NeedAppearances');
});

test('XFA beside the fields is removed', async () => {
  const { bytes, removed } = await filled(makeForm('/XFA @Content'), { notes: 'x' });
  expect(removed).toEqual(['the XFA form, which repeats the fields and would show the old values']);
  expect((await inspectPdf(bytes)).fields).toHaveLength(11);
  expect(Buffer.from(bytes.subarray(makeForm('/XFA @Content').length)).toString('latin1')).not.toContain('XFA');
});

test('flattened fields are content of their pages, and links and empty signature fields stay', async () => {
  const form = makeForm();
  const { bytes } = await filled(form, data, { flatten: true });
  const facts = await inspectPdf(bytes, { read: true });
  expect(facts.fields.map(({ name }) => name)).toEqual(['signature']);
  const text = facts.reading!.join('\n');
  for (const seen of ['Registration', 'Grüße', 'Greece', 'First line', 'M-17']) expect(text).toContain(seen);
  const update = Buffer.from(bytes.subarray(form.length)).toString('latin1');
  expect(update.match(/\/Annots \[[^\]]*\]/g)).toEqual([expect.stringMatching(/^\/Annots \[(?: ?\d+ 0 R){2} ?\]$/)]);
  // A push button that is printed is content.
  expect(text).toContain('Reset');
});

test('a flattened field stays on its layer', async () => {
  const form = changedForm({ Name: [/>>$/, '/OC @Layer>>'] }, { Layer: '<</Type/OCG/Name(Names)>>' });
  const { bytes } = await filled(form, data, { flatten: true });
  expect(addedStreams(form, bytes).match(/\/OC \/FlatLayer\S* BDC/g)).toHaveLength(1);
});

test.each([
  ['UA-1 A-2a', false],
  ['UA-1 A-2a', true],
  ['UA-2 A-4f', false],
  ['UA-2 A-4f', true],
] as const)('a tagged, archivable form stays so: %s, flattened: %s', async (base, flatten) => {
  const field = '/FT/Tx/TU(Field)/Contents(Field)/Rect[10 10 60 25]/StructParent 90/AP<</N @look>>';
  const form = oneField(base, field, '/DA(/Helv 10 Tf 0 g)', (edit) =>
    tagged(edit).add('look', '/Type/XObject/Subtype/Form/BBox[0 0 50 15]', ''),
  );
  expect((await inspectPdf(form, { check: true })).check!.findings).toEqual([]);
  const { bytes } = await filled(form, { a: 'Ada' }, { flatten });
  const facts = await inspectPdf(bytes, { check: true, read: true });
  expect(facts.check!.findings).toEqual([]);
  expect(facts.fields).toHaveLength(flatten ? 0 : 1);
  if (flatten) expect(facts.reading!.join('\n')).toContain('Ada');
});

test.each([
  [true, 'field: Agree, on'],
  [false, 'field: Agree, off'],
])('a screen reader hears a flattened check box with its description and state: %s', async (value, said) => {
  const field = '/FT/Btn/TU(Agree)/Rect[10 10 20 20]/StructParent 90/AS/Off/AP<</N<</On @look/Off @look>>>>';
  const form = oneField('UA-1 A-2a', field, '', (edit) =>
    tagged(edit).add('look', '/Type/XObject/Subtype/Form/BBox[0 0 10 10]', '0 0 10 10 re f'),
  );
  const { bytes } = await filled(form, { a: value }, { flatten: true });
  const { reading, check } = await inspectPdf(bytes, { read: true, check: true });
  expect(check!.findings).toEqual([]);
  expect(reading!.join('\n')).toContain(said);
});

test('a composite font of the form counts as far as its ToUnicode map goes', async () => {
  const form = oneField('UA-1 A-2a', '/FT/Tx/TU(A)/Rect[10 10 60 25]', '/DA(/F1 10 Tf 0 g)/DR<</Font<</F1 @font>>>>');
  const own = await filled(form, { a: 'AB' });
  expect(addedStreams(form, own.bytes)).toContain('(\0\x01\0\x02)');
  expect(Buffer.from(own.bytes.subarray(form.length)).toString('latin1')).not.toContain('/FontFile2');
  const other = await filled(form, { a: 'ABC' });
  expect(Buffer.from(other.bytes.subarray(form.length)).toString('latin1')).toContain('+NotoSans-Regular');
});

const signed = (reference = '', catalog: Objects = {}) =>
  makeForm('', {
    Sign: '<</Type/Annot/Subtype/Widget/Rect[0 0 0 0]/T(signature)/FT/Sig/V @Signature>>',
    Signature: `<</Type/Sig/SubFilter/x/Contents<00>/ByteRange[0 1 2 3]${reference}>>`,
    ...catalog,
  });
const certified = (level: number) =>
  signed(`/Reference[<</TransformMethod/DocMDP/TransformParams<</P ${level}>>>>]`, {
    Catalog: `<</Type/Catalog/Pages @Pages/AcroForm<</Fields[@Sign @Notes]>>/Perms<</DocMDP @Signature>>>>`,
  });
const xfaAlone = { Catalog: '<</Type/Catalog/Pages @Pages/AcroForm<</Fields[]/XFA @Content>>>>' };

test.each([
  ['no form', makePdf('plain'), false, /^has no form fields$/],
  ['XFA alone', makeForm('/XFA @Content', xfaAlone), false, /^is a form in XFA alone/],
  ['signed', signed(), false, /^is signed, and a change would break its signatures/],
  ['certified for no change', certified(1), false, /^is certified, and its certification allows no change$/],
  ['certified for filling', certified(2), false, undefined],
  ['certified for filling, to be flattened', certified(2), true, /^is signed, and flattening/],
] as const)('a form that cannot be filled is refused with the reason: %s', async (_, file, flatten, reason) => {
  const made = fill(file, {}, { flatten });
  if (reason) await expect(made).rejects.toThrow(reason);
  else expect(await made).toHaveProperty('bytes');
});

const dateField = (asks: string, lang = 'en') =>
  changedForm({ Catalog: ['/Type/Catalog', `/Type/Catalog/Lang(${lang})`], Born: ['/T(born)', `/T(born)${asks}`] });

test.each([
  ['a script', dateField('/AA<</F<</S/JavaScript/JS(AFDate_FormatEx("dd.mm.yy");)>>>>'), '28.02.90'],
  ['a tooltip', dateField('/TU(Born \\(MM/DD/YYYY\\))'), '02/28/1990'],
  ['a tooltip in German', dateField('/TU(Geboren \\(TT.MM.JJJJ\\))', 'de-AT'), '28.02.1990'],
  ['no figures', dateField('/AA<</F<</S/JavaScript/JS(AFDate_FormatEx("d-mmm-yyyy");)>>>>'), '1990-02-28'],
  ['nothing', dateField('/TU(Born \\(in the registry\\))'), '1990-02-28'],
])('a date of the data is written as the form asks for it: by %s', async (_, form, written) => {
  const { bytes, warnings } = await filled(form, { member: { born: '1990-02-28' } });
  expect(await valuesOf(bytes)).toMatchObject({ 'member.born': written });
  expect(warnings.map(({ field }) => field)).not.toContain('member.born');
});

test('a text that is no date of the form that its field asks for is told', async () => {
  const form = dateField('/TU(Born \\(DD/MM/YYYY\\))');
  for (const born of ['1990-02-30', 'in spring', '1/2/90']) {
    const { bytes, warnings } = await filled(form, { member: { born } });
    expect(await valuesOf(bytes)).toMatchObject({ 'member.born': born });
    expect(warnings).toContainEqual({
      field: 'member.born',
      message: 'asks for a date as DD/MM/YYYY. Write such a date, or one such as 2026-03-09',
    });
  }
  expect((await filled(form, { member: { born: '1/2/1990' } })).warnings.map(({ field }) => field)).not.toContain('member.born');
});

test('fields are listed in the order of the pages, whatever their groups are', async () => {
  const form = changedForm({ Page: [/\[@Name @Code @Born(.*)@Reset @Sign/, '[@Sign @Born @Name @Code$1@Reset'] });
  const { fields } = await inspectPdf(form);
  expect(fields.slice(0, 4).map(({ name }) => name)).toEqual(['signature', 'member.born', 'member.name', 'member.code']);
});

test('the rows of a list stay where its appearance has them', async () => {
  const rows = '/Tx BMC q BT /Helv 9 Tf 5 52 Td (Mon) Tj ET BT 5 37 Td (Tue) Tj 0 -15 Td (Wed) Tj ET Q EMC';
  const form = changedForm(
    { Days: ['/T(days)', '/T(days)/AP<</N @Rows>>'] },
    { Rows: ['/Type/XObject/Subtype/Form/BBox[0 0 100 70]', rows] },
  );
  const drawn = addedStreams(form, (await filled(form, { days: ['Tue'] })).bytes);
  const places = [...drawn.matchAll(/([\d.]+) ([-\d.]+) Td/g)].map(([, x, y]) => `${x} ${Math.round(Number(y))}`);
  expect(places).toContain('5 52');
  expect(drawn).toContain('0 -15 Td');
});

test('a field whose place is damaged is told', async () => {
  const form = changedForm({ Notes: ['/Rect[140 120', '/Rect[(a) 0'], Number: ['/Rect[20 90', '/Rect[(b) 0'] });
  const { warnings } = await filled(form, { notes: 'x' });
  expect(warnings.filter(({ message }) => message.includes('Rect'))).toEqual([
    { field: 'notes', message: 'has a damaged place (Rect) in the form, where nothing of its value is seen' },
  ]);
});
