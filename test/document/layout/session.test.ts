// Places in the data, and warnings and breaches that are told once.
import { describe, expect, test } from 'vitest';
import type { StandardName } from '../../../src/contract/standards.ts';
import { DataPaths, type DataPlace } from '../../../src/document/layout/data-place.ts';
import { openPage } from '../../../src/document/layout/open-page.ts';
import { type BoundScope, elementScope, LayoutSession } from '../../../src/document/layout/session.ts';
import { Element } from '../../../src/document/layout/tag.ts';
import { defaultLimits } from '../../support/render.ts';

const open = (...standards: StandardName[]) =>
  new LayoutSession(
    defaultLimits,
    () => ({ problem: 'none' }),
    () => {},
    standards,
  );
const rows = Array.from({ length: 10 }, (_, i) => ({ i }));
const paths = new DataPaths({ rows });
const place = (index: number): DataPlace => ({ parent: undefined, each: 'rows', list: rows, index, paths });

test('a trial layout has the numbers of its document', () => {
  const session = open();
  expect(session.startTrial().outline).toBe(session.outline);
});

test('an element of a list knows its place among the others', () => {
  const scope = { locals: ['outer'], place: undefined, session: open() } as unknown as BoundScope;
  const loops = (count: number) =>
    Array.from({ length: count }, (_, i) => elementScope(scope, 'rows', rows, i, count)).map(({ loop }) => loop);
  expect(loops(1)).toEqual([{ index: 1, index0: 0, first: true, last: true, count: 1 }]);
  expect(loops(3)).toEqual([
    { index: 1, index0: 0, first: true, last: false, count: 3 },
    { index: 2, index0: 1, first: false, last: false, count: 3 },
    { index: 3, index0: 2, first: false, last: true, count: 3 },
  ]);
  expect(elementScope(scope, 'rows', rows, 4, 9)).toMatchObject({
    locals: ['outer', { i: 4 }],
    place: { parent: undefined, each: 'rows', list: rows, index: 4 },
  });
});

describe('a warning', () => {
  test('is told once for each code, component, use and place in the data, with the page', () => {
    const session = open();
    session.warn('box-overflow', 'a', undefined, 'before the first page');
    session.beginPage(openPage(session.pageNumber + 1, 1));
    session.warn('box-overflow', 'a', undefined, 'again');
    session.warn('box-overflow', 'b', undefined, 'other component');
    session.warn('no-value', 'a', undefined, 'other code');
    session.warn('no-value', 'a', place(1), 'other place');
    session.warn('no-value', 'a', place(1), 'again');
    session.warn('no-value', 'a', place(2), 'on another page', 7);
    session.warn('no-value', 'a', { parent: place(2), use: '/pages/0/body/1' }, 'for a use', 7);
    expect(session.warnings.map(({ message, page, dataPath }) => [message, page, dataPath])).toEqual([
      ['before the first page', null, null],
      ['other component', 1, null],
      ['other code', 1, null],
      ['other place', 1, '/rows/1'],
      ['on another page', 7, '/rows/2'],
      ['for a use (in the "use" at /pages/0/body/1)', 7, '/rows/2'],
    ]);
  });

  test('is told once for each cause where a component may have several', () => {
    const session = open();
    for (const cause of ['a', 'b', 'a']) session.warnOfValue('c', cause, {} as BoundScope, cause);
    expect(session.warnings.map(({ message }) => message)).toEqual(['a', 'b']);
  });

  test('is not told while boxes are only measured, also not after an error there', () => {
    const session = open('PDF/UA-1');
    const warn = (message: string) => {
      session.warn('no-value', message, undefined, message);
      session.breach('title', message, undefined, message);
    };
    session.measure(() => {
      session.measure(() => warn('inner'));
      warn('outer');
      expect(session.isMeasuring).toBe(true);
    });
    expect(() =>
      session.measure(() => {
        throw new Error('stop');
      }),
    ).toThrow('stop');
    expect(session.isMeasuring).toBe(false);
    warn('told');
    expect(session.warnings.map(({ message }) => message)).toEqual(['told']);
    expect(session.breaches.map(({ message }) => message)).toEqual(['PDF/UA-1: told']);
  });
});

describe('a breach', () => {
  test('is told once for each rule, component and place in the data', () => {
    const session = open('PDF/A-2a', 'PDF/UA-1');
    session.beginPage(openPage(session.pageNumber + 1, 1));
    const breach = (rule: 'title' | 'language', component: string, at?: DataPlace) =>
      session.breach(rule, component, at, 'it is missing.');
    for (let round = 0; round < 2; round++) {
      breach('title', 'a');
      breach('language', 'a');
      breach('title', 'b');
      breach('title', 'a', place(0));
      breach('title', 'a', place(1));
      breach('title', 'a', { parent: place(1), use: '/pages/0/body/1' });
    }
    expect(session.breaches.map(({ keyword, path, params }) => [keyword, path, params.component])).toEqual([
      ['title', '', 'a'],
      ['language', '', 'a'],
      ['title', '', 'b'],
      ['title', '/data/rows/0', 'a'],
      ['title', '/data/rows/1', 'a'],
      ['title', '/data/rows/1', 'a'],
    ]);
    expect(session.breaches[0]).toMatchObject({
      message: 'PDF/UA-1: it is missing.',
      params: { page: 1, standard: 'PDF/UA-1' },
      schemaPath: '',
    });
  });

  test('of a rule that no standard of the document has is none', () => {
    const session = open('PDF/A-2b');
    session.breach('title', 'a', undefined, 'it is missing.');
    session.checkPrivate('\ue000', 'a', undefined);
    expect(session.breaches).toEqual([]);
  });

  test('names the component of the element, of the first element in it, or of the nearest one around it', () => {
    const session = open('PDF/UA-2');
    const root = new Element('Document', undefined);
    const outer = new Element('Sect', root);
    const figure = new Element('Figure', outer);
    const inner = new Element('P', figure);
    const alone = new Element('P', outer);
    session.checkPrivateOfElement(figure, '\ue000');
    session.beginPage(openPage(session.pageNumber + 1, 1));
    session.nameElement(outer, 'outer', place(1));
    session.checkPrivateOfElement(alone, 'none');
    session.checkPrivateOfElement(alone, 'A \ue000, \ue001, \ue000');
    session.beginPage(openPage(session.pageNumber + 1, 1));
    session.nameElement(inner, 'inner', undefined);
    session.nameElement({ kind: 'artifact', type: 'Layout' }, 'artifact', undefined);
    session.checkPrivateOfElement(figure, '\ue002');
    session.warnOfElement('misplaced-role', root, 'Of the first in it.');
    session.warnOfElement('misplaced-role', figure, 'Of the one in it.');
    expect(session.breaches.map(({ path, params: { component, page } }) => [path, component, page])).toEqual([
      ['', '', null],
      ['/data/rows/1', 'outer', 1],
      ['', 'inner', 2],
    ]);
    expect(session.breaches[1]!.message).toBe('PDF/UA-2: U+E000, U+E001 means nothing outside of its font. Say it in words.');
    expect(session.warnings).toMatchObject([
      { component: 'outer', dataPath: '/rows/1', page: 1 },
      { component: 'inner', dataPath: null, page: 2 },
    ]);
  });

  test('of a language is told if a part of it has digits', () => {
    const session = open('PDF/A-1a');
    session.checkLanguage('es', 'a', undefined);
    expect(session.breaches).toEqual([]);
    session.checkLanguage('es-419', 'a', undefined);
    expect(session.breaches).toMatchObject([
      { keyword: 'language-form', message: expect.stringContaining('"es-419" has digits') },
    ]);
  });
});

describe('limits', () => {
  test('on pages and boxes let through what they say, and name themselves', () => {
    const session = new LayoutSession(
      { ...defaultLimits, maxPages: 2, maxBoxes: 3 },
      () => ({ problem: 'none' }),
      () => {},
    );
    session.beginPage(openPage(session.pageNumber + 1, 1));
    session.beginPage(openPage(session.pageNumber + 1, 1));
    expect(() => session.beginPage(openPage(session.pageNumber + 1, 1))).toThrow(
      'The document needs more than 2 pages (limit maxPages).',
    );
    for (let i = 0; i < 3; i++) session.countBox();
    expect(() => session.countBox()).toThrow('The document needs more than 3 boxes (limit maxBoxes).');
    expect(() => session.startTrial().countBox()).not.toThrow();
  });

  test('on time are looked at every 64 boxes', () => {
    let looks = 0;
    const session = new LayoutSession(
      defaultLimits,
      () => ({ problem: 'none' }),
      () => looks++,
    );
    for (let i = 0; i < 640; i++) session.countBox();
    expect(looks).toBe(10);
  });
});

test('stand-ins for page numbers are as wide as the widest number of their length', () => {
  const session = open();
  expect(session.plausiblePages).toMatchObject({ number: 888, total: 888 });
  session.figuresOfPages = 5;
  const { number, anchors } = session.plausiblePages;
  expect([number, anchors.find('any'), anchors.list()]).toEqual([
    88_888,
    { page: 88_888, label: '88888', isAmbiguous: false },
    [],
  ]);
});

test('a warning or breach of an element that no component built has no component and no page', () => {
  const session = open('PDF/UA-1');
  session.beginPage(openPage(1, 1));
  const element = new Element('P', new Element('Document', undefined));
  session.warnOfElement('misplaced-role', element, 'message');
  session.breachOfElement('heading-level', element, 'message');
  expect(session.warnings).toMatchObject([{ component: '', dataPath: null, page: null }]);
  expect(session.breaches).toMatchObject([{ path: '', params: { component: '', page: null } }]);
});
