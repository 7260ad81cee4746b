// The time zone and the language of documents.
import { describe, expect, test } from 'vitest';
import { records } from '../support/records.ts';
import { compile, diagnose, layOut, pageTexts } from '../support/render.ts';
import { listBreaches, renderPdf, warningsOf } from '../support/render-document.ts';

const t = '2026-01-01T00:30:00+01:00';
const template = (body: unknown, more: Record<string, unknown> = {}) => ({ pages: [{ size: 'A5', body }], ...more });
const dataSchema = { type: 'object', required: ['t'], properties: { t: { type: 'string', format: 'date-time' } } };
const codes = async (given: Record<string, unknown>, data: unknown = { t }) =>
  (await warningsOf(given, { data, date: '2026-01-31T00:00:00Z' })).map((one) => one.split(' ')[0]);

describe('a time without a time zone', () => {
  test.each<[string, unknown, string, Record<string, unknown>]>([
    ['in a text', ['{{ t | date }}'], '/pages/0/body/0', {}],
    [
      'in a definition',
      [{ use: 'd', with: { at: '{{ t }}' } }],
      '/define/d/body',
      { define: { d: { params: { at: { type: 'string', format: 'date-time' } }, body: '{{ at | date }}' } } },
    ],
    ['in a value of let', ['{{ day }}'], '/let/day', { let: { day: 't | day' } }],
    ['in a name of a file', ['x'], '/document/filename', { document: { filename: "{{ t | date: 'iso' }}" } }],
    ['of the document', ['{{ doc.date | date }}'], '/pages/0/body/0', {}],
  ])('%s is told by the schema, and not in each document', async (_where, body, place, more) => {
    expect(await diagnose({ ...template(body, more), dataSchema })).toEqual([`warning no-timezone ${place}`]);
    expect(await codes({ ...template(body, more), dataSchema })).toEqual([]);
    for (const timezone of ['written', 'Europe/Berlin'])
      expect(await diagnose({ ...template(body, more), dataSchema, timezone })).toEqual([]);
  });
  test.each<[string, unknown]>([
    ['a text', ['{{ t | date }}']],
    ['an axis', [{ chart: 'line', each: 'rows', as: 'r', x: '{{ r.t }}', value: 'r.n', height: 40, alt: 'x' }]],
    ['a field', [{ field: 'day', kind: 'date', value: '{{ t }}', height: 12, alt: 'x' }]],
  ])('of %s is told in the document where no schema tells it', async (_what, body) => {
    const data = {
      t,
      rows: records('t n', [t, 1], ['2026-01-02T00:30:00+01:00', 2]),
    };
    expect(await codes(template(body), data)).toEqual(['no-timezone']);
    for (const timezone of ['written', 'Europe/Berlin']) expect(await codes(template(body, { timezone }), data)).toEqual([]);
  });
});

describe('without a date and a title', () => {
  const saying = (text: string) => ({ ...template([`${text} x`]), timezone: 'UTC', dataSchema: { type: 'object' } });
  const told = (text: string) => warningsOf(saying(text));
  test.each(["doc.date < '2026-01-01T00:00:00Z' ? 'expired' : 'valid'", "'of ' & (doc.date | date)", '(doc.date | weekday) + 1'])(
    '%s tells that the date is missing',
    async (source) => {
      expect(await diagnose(saying(`{{ ${source} }}`))).toEqual([]);
      const [date, value] = await told(`{{ ${source} }}`);
      expect(date).toMatch(/^no-date /);
      expect(value).toMatch(/^no-value .*doc\.date/);
    },
  );
  test('a title tells that it is missing', async () => {
    expect(await told('{{ doc.title }}')).toEqual([expect.stringMatching(/^no-value .*doc\.title/)]);
    expect(await told("{{ doc.title ?? 'none' }}")).toEqual([]);
  });
  test.each([
    ["{{ doc.date ?? 'none' }}", 'none x'],
    ['{{ doc.date == null }}', 'true x'],
  ])('%s prints %s', async (text, printed) => {
    expect(pageTexts(await layOut([`${text} x`]))).toEqual([[printed]]);
  });
});

describe('a time zone of the data', () => {
  const bound = template(['{{ t | date }}'], { timezone: '{{ zone }}' });
  test('that is none, or missing, moves nothing', async () => {
    for (const zone of ['Mars/Olympus', '', undefined, 'local', '+02:00'])
      expect(await warningsOf(bound, { data: { t, zone } }), String(zone)).toEqual([
        expect.stringMatching(/^unknown-timezone .* is not a time zone.*imes print as they are written\.$/),
      ]);
  });
  test('may be any, or "written"', async () => {
    for (const zone of ['written', 'Asia/Tokyo']) expect(await codes(bound, { t, zone })).toEqual([]);
  });
});

test.each(['CEST', 'local', '+02:00', 'Writen', 'Europe/Berln', ''])(
  'the time zone "%s" of a template is an error',
  async (timezone) => {
    const { diagnostics } = await compile(template(['x'], { timezone }));
    expect(diagnostics).toEqual([expect.objectContaining({ severity: 'error', pointer: '/timezone' })]);
  },
);

describe('the language of a document', () => {
  const page = { pages: [{ size: 'A5', body: ['Hello'] }] };
  const languageOf = async (given: Record<string, unknown>, data: unknown = {}) =>
    /\/Lang ?\(([^)]*)\)/.exec((await renderPdf({ ...page, ...given }, { data, standard: 'PDF/A-1b' })).toString('latin1'))?.[1];
  test.each<[string, Record<string, unknown>, string | undefined]>([
    ['is its own', { locale: 'de-CH', document: { lang: 'fr' } }, 'fr'],
    ['is that of the locale', { locale: 'de-CH' }, 'de-CH'],
    ['is that of a locale of the data', { locale: '{{ l }}' }, 'pt-BR'],
    ['leaves digits and calendars out', { locale: 'ar-EG-u-nu-latn' }, 'ar-EG'],
    ['is that of the locale where the data give none', { locale: 'de', document: { lang: '{{ none }}' } }, 'de'],
    ['is not guessed', {}, undefined],
    ['is not that of an unknown locale', { locale: '{{ wrong }}' }, undefined],
  ])('%s', async (_name, given, lang) => {
    expect(await languageOf(given, { l: 'pt-BR', wrong: 'german' })).toBe(lang);
  });
  test('of the locale is enough for PDF/UA and for hyphenation', async () => {
    const told = { ...page, locale: 'de-CH', document: { title: 'Brief' }, styles: { base: { hyphenate: true } } };
    expect(await diagnose(told)).toEqual([]);
    expect(await listBreaches(told, { standard: 'PDF/UA-1' })).toEqual([]);
    const { locale: _locale, ...silent } = told;
    expect(await listBreaches(silent, { standard: 'PDF/UA-1' })).toEqual(['language /document/lang']);
    expect(await listBreaches({ ...told, locale: '{{ l }}' }, { standard: 'PDF/UA-1', data: { l: '' } })).toEqual([
      'language /document/lang',
    ]);
    expect(await listBreaches({ ...told, locale: 'es-419' }, { standard: 'PDF/A-1a' })).toEqual(['language-form /locale']);
  });
});
