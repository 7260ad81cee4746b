import type { RecordedCases } from '../../../support/recorded.ts';
import { lines, picture, tagged } from './lines.ts';

const caption = (text: string) => ({ text, role: 'caption' });
const figure = (alt: string) => ({ rect: 8, fill: '#cccccc', alt });
const high = { size: [200, 300] };

export const structure: RecordedCases = {
  'captions above and below figures, tables and lists': {
    body: [
      caption('Above the table'),
      { table: [1], columns: [{ header: 'Head', body: 'a' }] },
      'Text',
      figure('One'),
      caption('Below the figure'),
      caption('Above the list'),
      { list: ['a', 'b'] },
      caption('Below no list'),
      { stack: [figure('Two'), caption('In a section')], role: 'section' },
      { stack: [caption('First'), 'a', { row: [figure('Three'), caption('Beside')] }, caption('Last')], role: 'section' },
      { stack: [caption('Of the list'), 'entry'], role: 'list' },
      { toc: 1 },
      caption('Below the contents'),
      { stack: ['Paragraph', { text: 'Link', link: 'https://example.com/' }], role: 'caption' },
    ],
    page: high,
    more: tagged,
  },
  'captions in two languages, in groups, and two for one figure': {
    body: [
      { stack: [figure('One'), { ...caption('Deutsch'), lang: 'de' }], lang: 'fr' },
      { table: [1], columns: ['a'], lang: 'de' },
      caption('English'),
      { group: [caption('One'), figure('Two'), caption('Two'), figure('Three'), caption('Three')] },
      { group: [figure('Four'), figure('Five'), caption('Four')] },
      { role: 'figure', alt: 'All', stack: ['In it', caption('Of it')] },
    ],
    page: high,
    more: tagged,
  },
  'links, marks and notes in headings, lists, cells and code': {
    body: [
      {
        text: 'A [link](https://example.com/) in a *heading*[^a]',
        format: 'inline',
        role: 'heading1',
        footnotes: { a: 'Of the heading' },
      },
      { text: '**Bold** ~low~ ^high^ `code` [styled]{.alert}', format: 'inline' },
      {
        list: [
          { text: 'a [link](https://example.com/)', format: 'inline' },
          { stack: ['b', { text: 'Code', role: 'code', link: '#top' }] },
        ],
        marker: '(a)',
      },
      {
        table: [1],
        columns: [
          {
            header: { text: 'H **b**', format: 'inline' },
            rowHeader: true,
            body: { text: '*x* [y](https://example.com/)', format: 'inline' },
          },
          { body: ['p', { text: 'q', role: 'quote' }] },
        ],
      },
      { text: 'Code[^b]', format: 'inline', role: 'code', footnotes: { b: 'Of the code' } },
      {
        stack: ['Inside', { text: 'Label', role: 'label' }, { text: 'Title', role: 'title' }],
        link: 'https://example.com/',
        bookmark: { title: 'Top', anchor: 'top' },
      },
      { image: picture(9, 9), width: 9, alt: 'Square', link: 'https://example.com/' },
      { text: 'A heading', role: 'heading2', lang: 'de', number: '1.1' },
    ],
    page: high,
    more: { ...tagged, styles: { base: { size: 8, lineHeight: 1.25 }, alert: { color: '#ff0000', underline: true } } },
  },
  'roles in roles: lists with labels, quotes, notes, contents': {
    body: [
      {
        role: 'list',
        lang: 'de',
        stack: [
          { row: [{ text: '1.', role: 'label', width: 10 }, 'a'] },
          { row: [{ text: 'b)', role: 'label', width: 10, lang: 'en' }, { stack: ['b', { role: 'list', stack: ['c'] }] }] },
          { text: 'alone', lang: 'fr' },
        ],
      },
      { role: 'toc', stack: [{ text: 'Entry', link: '#there' }, { stack: ['p', 'q'] }] },
      { role: 'quote', stack: ['a', { role: 'note', text: 'A note' }, { text: 'b', role: 'paragraph', lang: 'de' }] },
      {
        role: 'heading1',
        stack: ['Heading', { text: 'of two', lang: 'de' }, { rect: 5, fill: '#cccccc' }],
        bookmark: { title: 'There', anchor: 'there' },
      },
      { text: 'Heading', role: 'heading3', alt: 'Spoken' },
      { role: 'artifact', stack: ['Not read', { text: 'but linked', link: 'https://example.com/' }] },
      { text: 'שלום (abc) 12', role: 'paragraph' },
      { role: 'label', text: 'A label alone' },
    ],
    page: high,
    more: tagged,
  },
  'tables whose cells name their headers': {
    body: [
      {
        table: [1, 2],
        as: 'l',
        header: [
          {
            cells: [
              { span: 2, text: 'Both' },
              { rowSpan: 2, text: 'High' },
            ],
          },
        ],
        columns: [{ header: 'A', rowHeader: true, rowSpan: 2, body: 'a' }, { header: 'B', body: 'b' }, { body: 'c' }],
        rows: [{ cells: [{ span: 2, text: 'further' }] }],
        footer: [{ cells: ['x', { span: 2, text: 'y' }] }],
      },
      {
        table: [1, 2, 3],
        as: 'l',
        groups: [
          {
            by: 'l > 1',
            header: [{ cells: ['Group', ''] }, { on: 'notFirst', cells: ['again', ''] }],
            footer: [{ cells: ['Sum', '1'] }],
          },
        ],
        columns: ['{{ l }}', { body: ['p', { stack: [{ text: 'q', lang: 'de' }] }] }],
      },
      {
        alt: 'What it shows',
        table: [1],
        columns: [{ rowHeader: true, body: { text: 'h', lang: 'de' } }, { body: { stack: [{ list: ['i'] }] } }],
        footer: [{ cells: ['f', 'g'] }],
      },
      { role: 'figure', alt: 'A figure', stack: [{ table: [1, 2], as: 'l', columns: [{ merge: 'l > 0', body: 'm' }] }] },
    ],
    page: high,
    more: tagged,
  },
  'content that is cut on two sheets is read once': {
    body: [
      { text: lines('a', 2), size: 70, alt: 'Large' },
      { list: [{ text: lines('b', 12) }], marker: '–' },
      { table: [1], columns: [{ header: 'H', body: lines('c', 12) }] },
    ],
    more: tagged,
  },
  'what the rules of PDF/UA find in headings, pictures and contents': {
    body: [
      { text: 'Deep', role: 'heading3' },
      { text: 'Deeper', role: 'heading5' },
      { rect: 5, fill: '#cccccc', role: 'figure', alt: "{{ '' }}" },
      { role: 'toc', stack: [{ text: 'Entry', link: '#nowhere' }] },
    ],
    more: tagged,
    standards: ['PDF/UA-1'],
  },
  'figures with links and fields, captions first in contents and lists, languages without hyphens': {
    body: [
      {
        role: 'figure',
        alt: 'All',
        stack: [
          'a',
          { text: 'b', link: 'https://example.com/' },
          { field: 'sign', kind: 'signature', height: 10, alt: 'Sign' },
          caption('Of it'),
        ],
      },
      { role: 'toc', stack: [caption('Contents'), { text: 'Entry', link: '#there' }] },
      { role: 'list', stack: [{ text: 'Entry' }, caption('Late')] },
      { role: 'section', stack: ['a', caption('In the middle'), 'b'] },
      { text: 'There', bookmark: { title: 'There', anchor: 'there' }, lang: 'ko', hyphenate: true },
      { text: 'Again', lang: 'ko', hyphenate: true },
      { stack: [{ text: 'a [link](https://example.com/inner) in a link', format: 'inline' }], link: 'https://example.com/' },
      { text: 'שלום [abc](https://example.com/) **12** שלום', format: 'inline' },
      { role: 'caption', stack: [{ stack: ['a', 'b'] }] },
    ],
    page: high,
    more: tagged,
  },
  'the same without tags, and hyphens in no language': {
    body: [
      {
        text: 'A [link](https://example.com/) and *mark*[^a]',
        format: 'inline',
        role: 'heading1',
        number: '1',
        footnotes: { a: 'note' },
      },
      { list: [{ text: 'a', role: 'label' }], marker: '1.' },
      { text: 'Plain', hyphenate: true },
      { text: 'שלום (abc)', link: 'https://example.com/' },
      {
        frame: [
          { at: { x: 0, y: 10, order: 2 }, text: 'b' },
          { at: { x: 0, y: 0, order: 1 }, text: 'a' },
        ],
      },
      { role: 'figure', alt: 'All', stack: [caption('c')] },
    ],
    page: { ...high, header: ['h'], background: [{ at: { x: 0, y: 0 }, text: 'b' }] },
  },
};
