import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RenderWarning } from '../../src/contract/generate.ts';
import type { ShownFault, ShownPages } from '../../src/contract/shown-pages.ts';
import { type CheckedDocument, type PageSource, SourceError } from '../../src/live-pages/page-source.ts';
import { type Checked, PagesModel, pixelsOfPoint } from '../../src/live-pages/pages-model.ts';
import type { PaintedSheet, ShownPart, ShowRequest, WorkerAnswer, WorkerRequest } from '../../src/live-pages/protocol.ts';
import { createLatch } from '../support/latch.ts';
import { listOf, objectOf } from '../support/schemas.ts';

beforeEach(() => void vi.stubGlobal('devicePixelRatio', 1));
afterEach(() => void vi.unstubAllGlobals());

/** Pixels that know whether they were freed. */
class Bitmap {
  isClosed = false;
  close(): void {
    this.isClosed = true;
  }
}

const painted = (sheet: number, bitmap = new Bitmap()): PaintedSheet => ({
  sheet,
  bitmap: bitmap as unknown as ImageBitmap,
  parts: [],
  text: { type: 'Document', kids: [] } as never,
  standIns: [],
});
const shownAnswer = (more: Partial<Extract<WorkerAnswer, { kind: 'shown' }>> = {}): WorkerAnswer => ({
  kind: 'shown',
  sheets: [{ width: 100, height: 100 }],
  painted: [],
  warnings: [],
  doubts: [],
  ...more,
});

const document = {
  pages: [{ body: ['{{ name }}'] }],
  dataSchema: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
  exampleData: { name: 'Ada' },
};
const shownPages: ShownPages = {
  revision: 1,
  isWatched: false,
  name: 'note',
  template: { document, files: { assets: {}, fonts: {}, patterns: {} }, limits: {} as never },
  data: document.exampleData,
  faults: [],
  texts: [],
  choices: [],
};

function open(source: Partial<PageSource> = {}) {
  const asked: WorkerRequest[] = [];
  const worker = { postMessage: (request: WorkerRequest) => asked.push(request), terminate() {} } as unknown as Worker;
  const whole = { base: {}, read: async () => shownPages, validate: async () => [], ...source } as PageSource;
  const model = new PagesModel(whole, () => worker);
  return {
    model,
    asked,
    /** Asks for pages, and waits until the worker is asked for them. */
    async show(pages: Partial<ShownPages> = {}) {
      void model.show({ ...shownPages, ...pages });
      await settle();
    },
    async answers(data: WorkerAnswer) {
      worker.onmessage!({ data } as MessageEvent);
      await settle();
    },
  };
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
const state = ({ model }: ReturnType<typeof open>) => ({
  isStale: model.isStale.value,
  isBusy: model.isBusy.value,
  faults: model.faults.value.map(({ message }) => message),
});

describe('pixels', () => {
  test('of a layout that a newer one has replaced are freed, and its sheets are not shown', async () => {
    const opened = open();
    const { model, answers, show } = opened;
    await show();
    await show();
    const bitmap = new Bitmap();
    await answers(shownAnswer({ sheets: [{ width: 1, height: 1 }], painted: [painted(0, bitmap)] }));
    expect({ isClosed: bitmap.isClosed, sheets: model.sheets.value.length, edition: model.edition.value }).toEqual({
      isClosed: true,
      sheets: 0,
      edition: 0,
    });
    await answers(shownAnswer());
    expect({ sheets: model.sheets.value.length, edition: model.edition.value, ...state(opened) }).toEqual({
      sheets: 1,
      edition: 1,
      isStale: false,
      isBusy: false,
      faults: [],
    });
  });

  test('of a sheet that is gone are freed, and those of one that is there are not', async () => {
    const { model, answers, asked, show } = open();
    await show();
    const seen: PaintedSheet[] = [];
    model.attach(0, (one) => seen.push(one));
    const [there, gone] = [new Bitmap(), new Bitmap()];
    const size = { width: 100, height: 100 };
    await answers(shownAnswer({ sheets: [size, size], painted: [painted(0, there), painted(1, gone)] }));
    expect([there.isClosed, gone.isClosed, seen.map(({ sheet }) => sheet)]).toEqual([false, true, [0]]);
    // The one that is gone counts as unpainted when it comes back.
    model.attach(1, (one) => seen.push(one));
    model.setInView(0, true);
    model.setInView(1, true);
    await settle();
    expect(asked.slice(1)).toEqual([{ kind: 'paint', view: { scale: expect.any(Number), sheets: [1] } }]);
  });
});

test('a sheet in view is painted once for each edition and scale, and again when it was detached', async () => {
  const { model, answers, asked, show } = open();
  await show();
  const detach = model.attach(0, () => {});
  model.setInView(0, true);
  expect(asked.length).toBe(1);
  await answers(shownAnswer({ painted: [painted(0)] }));
  await model.paint();
  expect(asked.length).toBe(1);
  model.zoom.value = 200;
  void model.paint();
  await settle();
  expect(asked.at(-1)).toEqual({ kind: 'paint', view: { scale: (2 * 96) / 72, sheets: [0] } });
  await answers({ kind: 'painted', painted: [painted(0)] });
  detach();
  model.attach(0, () => {});
  model.setInView(0, true);
  await settle();
  expect(asked.length).toBe(3);
});

test('sheets are painted of the document that is shown, not of a later one whose answer came too late', async () => {
  const { model, answers, asked, show } = open();
  await show();
  await answers(shownAnswer());
  const [first] = asked;
  await show({ name: 'later' });
  await model.show({ ...shownPages, template: undefined });
  await answers(shownAnswer({ sheets: [] }));
  model.attach(0, () => {});
  model.setInView(0, true);
  await settle();
  expect(asked.at(-1)).toBe(first);
  await answers(shownAnswer());
  expect(asked.at(-1)).toMatchObject({ kind: 'paint', view: { sheets: [0] } });
});

test('a sheet that the document does not have is not asked for', async () => {
  const { model, answers, asked, show } = open();
  await show();
  model.attach(1, () => {});
  model.setInView(1, true);
  await answers(shownAnswer());
  await settle();
  expect(asked.length).toBe(1);
});

test('a new layout forgets what was chosen and told of the one before', async () => {
  const { model, answers, show } = open();
  await show();
  model.attach(0, () => {});
  const part = { kind: 'component', pointer: '/pages/0', uses: [] } as unknown as ShownPart;
  const standIns = [{ kind: 'font', name: 'Helvetica' }] as const;
  await answers(shownAnswer({ painted: [{ ...painted(0), parts: [part], standIns }] }));
  model.select(0, part);
  model.checked.value = {} as Checked;
  const told = () => ({
    selected: model.selected.value?.part.pointer,
    standIns: model.standIns.value,
    parts: model.partsOf.value.get(0),
    checked: model.checked.value,
  });
  expect(told()).toEqual({
    selected: '/pages/0',
    standIns: [expect.stringMatching(/^Helvetica is a font/)],
    parts: [part],
    checked: {},
  });
  await show();
  expect(model.checked.value).toBeUndefined();
  await answers(shownAnswer());
  expect(told()).toEqual({ selected: undefined, standIns: [], parts: undefined, checked: undefined });
});

test('sheets fill the width, up to 400 %, or have the chosen zoom', async () => {
  const { model, answers, show } = open();
  expect(model.scale.value).toBe(4 * pixelsOfPoint);
  await show();
  await answers(shownAnswer({ sheets: [100, 400, 200].map((width) => ({ width, height: 10 })) }));
  model.room.value = 600;
  expect(model.scale.value).toBe(1.5);
  model.room.value = 100_000;
  expect(model.scale.value).toBe(4 * pixelsOfPoint);
  model.zoom.value = 50;
  expect(model.scale.value).toBe(pixelsOfPoint / 2);
});

test('parts are found and counted, unless the pages are those of an earlier state', async () => {
  const { model, answers, show } = open();
  await show();
  await answers(shownAnswer());
  const place = { sheet: 0, left: 1, top: 2, width: 3, height: 4 };
  const counted = model.countParts('/pages/0');
  const found = model.findPart('/pages/0');
  // Both are one request.
  await answers({ kind: 'found', times: 1, places: [place, place] });
  expect([await counted, (await found)?.places]).toEqual([1, [place, place]]);
  const other = model.findPart('/pages/1');
  await answers({ kind: 'found', times: 0, places: [] });
  expect((await other)?.places).toEqual([]);
  await model.show({ ...shownPages, template: undefined });
  expect(await model.countParts('/pages/1')).toBeUndefined();
});

test('faults have the lines of their pointers, and pages', async () => {
  const { model, answers, show } = open();
  const given = { file: 'data.json', line: 7, column: 7 };
  const error = { severity: 'error' as const, message: 'own' };
  await show({
    texts: [{ pointer: '', file: 'template.json', text: '{\n"a": 1,\n"pages": [\n{}] }' }],
    faults: [error, { ...error, pointer: '/a' }, { ...error, pointer: '/a', place: given }],
  });
  const doubt = { severity: 'warning' as const, code: 'x', pointer: '/pages/0', message: 'doubt' };
  const warning = { code: 'y', component: '/pages', message: 'warned', page: 2 } as unknown as RenderWarning;
  await answers(shownAnswer({ doubts: [doubt], warnings: [warning] }));
  const place = (line: number, column: number) => ({ file: 'template.json', line, column });
  expect(model.faults.value.map(({ message, place, page }) => ({ message, place, page }))).toEqual([
    { message: 'own' },
    { message: 'own', place: place(2, 6) },
    { message: 'own', place: given },
    { message: 'doubt', place: place(4, 1) },
    { message: 'warned', place: place(3, 10), page: 2 },
  ]);
});

test('a component that is named by its id has a line, too', async () => {
  const { model, answers, show } = open();
  const pages = [{ body: [{ id: 'total', text: 'x' }] }];
  await show({
    template: { ...shownPages.template!, document: { pages } },
    texts: [{ pointer: '/pages', file: 'pages.json', text: JSON.stringify(pages, undefined, 1) }],
  });
  const warning = { code: 'y', component: 'total', message: 'warned', page: 1 } as unknown as RenderWarning;
  await answers(shownAnswer({ warnings: [warning] }));
  expect(model.faults.value[0]).toMatchObject({ pointer: '/pages/0/body/0', place: { file: 'pages.json', line: 4 } });
});

test('of several states that wait the newest is laid out', async () => {
  const { model, answers, asked, show } = open();
  await show();
  const second = model.show({ ...shownPages, data: { name: 'second' } });
  await settle();
  void model.show({ ...shownPages, data: { name: 'third' } });
  await second;
  await answers(shownAnswer());
  expect(asked.map((request) => (request as ShowRequest).data)).toEqual([{ name: 'Ada' }, { name: 'third' }]);
});

test('what cannot be shown leaves the last sheets, as stale, with the errors of the worker', async () => {
  const opened = open();
  const { model, answers, show } = opened;
  await show();
  await answers({ kind: 'refused', faults: [], message: 'It cannot.' });
  expect(state(opened)).toEqual({ isStale: false, isBusy: false, faults: ['It cannot.'] });
  await show();
  await answers(shownAnswer());
  await show({ faults: [{ severity: 'warning', message: 'own' }] });
  expect(state(opened)).toMatchObject({ isBusy: true });
  await answers({ kind: 'refused', faults: [{ severity: 'error', code: 'x', pointer: '', message: 'why' }], message: '' });
  expect(state(opened)).toEqual({ isStale: true, isBusy: false, faults: ['own', 'why'] });
  expect(model.sheets.value.length).toBe(1);
});

test.each([
  ['data', { data: undefined }],
  ['a template', { template: undefined }],
])('without %s no worker is asked', async (_, without) => {
  const opened = open();
  await opened.model.show({ ...shownPages, ...without, faults: [{ severity: 'error', message: 'missing' }] });
  expect(opened.asked).toEqual([]);
  expect(state(opened)).toEqual({ isStale: false, isBusy: false, faults: ['missing'] });
});

describe('a sample', () => {
  const fault = { severity: 'error' as const, message: 'does not fit' };

  test('takes the place of the data, and of their errors, not of warnings', async () => {
    const opened = open();
    opened.model.choice.value = 'short';
    const faults = [fault, { severity: 'warning' as const, message: 'doubt' }];
    await opened.show({ data: undefined, faults });
    expect(opened.asked[0]).toMatchObject({ kind: 'show', data: { name: 'Ada' } });
    await opened.answers(shownAnswer());
    expect(state(opened).faults).toEqual(['doubt']);
  });

  test('that the schema refuses with new names is made with those of the example', async () => {
    const checked: unknown[] = [];
    const answers = [[fault], []];
    const { model, asked, show } = open({
      async validate(data) {
        checked.push(data);
        return answers.shift()!;
      },
    });
    const schema = objectOf({ a: listOf({ properties: { id: { type: 'string', pattern: 'x' } } }) }, '');
    const template = { ...shownPages.template!, document: { dataSchema: schema, exampleData: { a: [{ id: 'x' }] } } };
    model.choice.value = 'long';
    await show({ template });
    const idsOf = (data: unknown) =>
      (data as { readonly a: readonly { readonly id: string }[] }).a.slice(0, 2).map(({ id }) => id);
    expect(checked.map(idsOf)).toEqual([
      ['x', 'x-2'],
      ['x', 'x'],
    ]);
    expect(idsOf((asked[0] as { readonly data: unknown }).data)).toEqual(['x', 'x']);
  });

  test('that is checked for long does not take the place of newer pages', async () => {
    const { opened, open: end } = createLatch<readonly ShownFault[]>();
    const { model, asked, show } = open({ validate: () => opened });
    model.choice.value = 'short';
    await show({ name: 'sample' });
    model.choice.value = '';
    await show();
    end([]);
    await settle();
    expect([asked.length, model.name.value]).toEqual([1, 'note']);
  });

  test('that the schema refuses is not shown', async () => {
    const opened = open({ validate: async () => [fault] });
    opened.model.choice.value = 'empty';
    await opened.model.show(shownPages);
    expect(opened.asked).toEqual([]);
    expect(state(opened).faults).toEqual(['does not fit']);
  });
});

describe('a check', () => {
  const made: CheckedDocument = { pdf: new Blob(), pages: 1, warnings: [], digest: '1:a' };
  const openShown = async (check: PageSource['check']) => {
    const opened = open({ check });
    await opened.show();
    await opened.answers(shownAnswer());
    return opened;
  };

  test.each([
    ['1:a', true],
    ['1:b', false],
    [undefined, undefined],
  ])('compares the digest %s of the browser', async (digest, isSame) => {
    const { model, answers } = await openShown(async () => made);
    const checking = model.check();
    await settle();
    expect(model.isChecking.value).toBe(true);
    await answers({ kind: 'digest', digest });
    await checking;
    expect(model.checked.value).toEqual({ ...made, isSame, ofTemplate: 0 });
    expect(model.isChecking.value).toBe(false);
  });

  test('of pages that the browser cannot lay out asks for no digest', async () => {
    const { model, answers, asked, show } = await openShown(async () => made);
    await show();
    await answers({ kind: 'refused', faults: [], message: 'It cannot.' });
    await model.check();
    expect(asked.map(({ kind }) => kind)).toEqual(['show', 'show']);
    expect(model.checked.value).toEqual({ ...made, isSame: undefined, ofTemplate: 0 });
  });

  test('waits until the pages of the same text are shown, and is made once at a time', async () => {
    const calls: unknown[] = [];
    const { model, answers } = await openShown(async (data) => {
      calls.push(data);
      return made;
    });
    void model.show({ ...shownPages, data: { name: 'Grace' } });
    const checking = model.check();
    void model.check();
    await settle();
    expect(calls).toEqual([]);
    await answers(shownAnswer());
    await answers({ kind: 'digest', digest: '1:a' });
    await checking;
    expect(calls).toEqual([{ name: 'Grace' }]);
  });

  test('that fails without faults leaves those that are shown', async () => {
    const { model, answers } = await openShown(async () => {
      throw new SourceError('Not reached.');
    });
    model.tellFaults([{ severity: 'warning', message: 'shown' }]);
    const checking = model.check();
    await settle();
    await answers({ kind: 'digest', digest: '1:a' });
    await checking;
    expect([model.message.value, model.faults.value.map(({ message }) => message)]).toEqual(['Not reached.', ['shown']]);
  });

  test('that fails is told until the next one', async () => {
    let fails = true;
    const { model, answers } = await openShown(async () => {
      if (fails) throw new SourceError('Not reached.', [{ severity: 'error', message: 'why' }]);
      return made;
    });
    const first = model.check();
    await settle();
    await answers({ kind: 'digest', digest: '1:a' });
    await first;
    expect([model.message.value, model.faults.value.map(({ message }) => message)]).toEqual(['Not reached.', ['why']]);
    fails = false;
    const second = model.check();
    expect(model.message.value).toBe('');
    await settle();
    await answers({ kind: 'digest', digest: '1:a' });
    await second;
    expect(model.checked.value?.isSame).toBe(true);
  });
});

describe('a source', () => {
  test('that is watched is read after each revision, until another choice is made', async () => {
    const reads: unknown[] = [];
    const { model, answers } = open({
      async read(choice, after) {
        reads.push([choice, after]);
        return { ...shownPages, revision: reads.length, isWatched: reads.length < 3 };
      },
    });
    void model.follow('other.json');
    for (let i = 0; i < 3; i++) {
      await settle();
      await answers(shownAnswer());
    }
    expect(reads).toEqual([
      ['other.json', undefined],
      ['other.json', 1],
      ['other.json', 2],
    ]);
    void model.follow('long');
    await settle();
    expect(reads.at(-1)).toEqual(['', undefined]);
  });

  test('is not waited for after another choice', async () => {
    const reads: AbortSignal[] = [];
    const { model } = open({
      read: (_choice, _after, signal) =>
        new Promise((_, fail) => {
          reads.push(signal);
          signal.addEventListener('abort', () => fail(new SourceError('It was ended.')));
        }),
    });
    const first = model.follow('');
    void model.follow('other.json');
    await first;
    expect(reads.map(({ aborted }) => aborted)).toEqual([true, false]);
    expect(model.message.value).toBe('');
  });

  test('that fails is told and read again', async () => {
    vi.useFakeTimers();
    let count = 0;
    const { model } = open({
      async read() {
        if (count++ === 0) throw new SourceError('It has ended.');
        return shownPages;
      },
    });
    void model.follow('');
    await vi.advanceTimersByTimeAsync(999);
    expect([count, model.message.value]).toEqual([1, 'It has ended.']);
    await vi.advanceTimersByTimeAsync(1);
    expect([count, model.message.value]).toEqual([2, '']);
    vi.useRealTimers();
  });
});
