// The style that a table gives to the rows of its elements.
import { describe, expect, test } from 'vitest';
import { compile, layOut, pageLines } from '../../../support/render.ts';

const base = { size: 8, lineHeight: 1.25 };
const styles = { base, alert: { color: '#ff0000', background: '#ffeeee' } };
const data = { lines: [{ name: 'a' }, { name: 'b', late: true }] };
const table = (more: object) => ({ table: 'lines', as: 'l', cellPadding: 0, columns: ['{{ l.name }}'], ...more });
const rendered = (more: object, own: object = styles) => layOut([table(more)], data, {}, { styles: own });
const drawn = async (more: object, own: object = styles) => pageLines(await rendered(more, own)).flat();

describe('the rows of an element', () => {
  const rowStyle = "{{ l.late ? 'alert' : '' }}";
  const colorsOf = async (more: object) =>
    (await rendered(more)).pages[0]!.items.flatMap((item) => (item.kind === 'text' ? [item.segment.style.color] : []));

  test('have the text properties and the background of the style that the data name', async () => {
    const rows = [{ cells: ['further'] }];
    expect(await colorsOf({ rowStyle, rows })).toEqual(['#000000', '#000000', '#ff0000', '#ff0000']);
    const painted = (await drawn({ rowStyle, rows, zebra: '#0000ff' })).filter((line) => line.startsWith('rect'));
    expect(painted).toEqual(['rect 10,30 180x10 #ffeeee', 'rect 10,40 180x10 #ffeeee']);
  });

  test('may have a cell without content that has a style alone', async () => {
    const rows = [{ cells: [{ style: 'alert' }, 'x'] }];
    const painted = (await drawn({ rows, columns: ['{{ l.name }}', 'y'] })).filter((line) => line.startsWith('rect'));
    expect(painted).toEqual(['rect 10,20 90x10 #ffeeee', 'rect 10,40 90x10 #ffeeee']);
  });

  test('look as the style says before their columns, and as their own row and cell say before that', async () => {
    const column = { body: '{{ l.name }}', color: '#0000ff', background: '#00ff00', header: 'H', footer: 'F' };
    const rows = [{ color: '#00ff00', cells: ['further'] }];
    const colors = ['#0000ff', '#0000ff', '#00ff00', '#ff0000', '#00ff00', '#0000ff'];
    expect(await colorsOf({ rowStyle, rows, columns: [column] })).toEqual(colors);
    const painted = (await drawn({ rowStyle, columns: [column] })).filter((line) => line.startsWith('rect'));
    expect(painted).toEqual(['rect 10,20 180x10 #00ff00', 'rect 10,30 180x10 #ffeeee']);
  });

  test('have one border around them, and the padding of the style beside that of a cell', async () => {
    const own = { base, box: { padding: 2, border: { width: 1 } } };
    const rows = [{ cells: [{ text: 'further', padding: 0 }] }, { when: 'l.late', cells: ['late'] }];
    const lines = await drawn(
      { rowStyle: ['box'], rows, columns: [{ body: '{{ l.name }}', padding: 5, border: { width: 3 } }] },
      own,
    );
    expect(lines).toEqual([
      'text 12,20.1 "a"',
      'line 10,10 190,10',
      'line 10,10 10,24',
      'line 190,10 190,24',
      'text 10,32.1 "further"',
      'line 10,34 190,34',
      'line 10,24 10,34',
      'line 190,24 190,34',
      'text 12,44.1 "b"',
      'line 10,34 190,34',
      'line 10,34 10,48',
      'line 190,34 190,48',
      'text 10,56.1 "further"',
      'line 10,48 10,58',
      'line 190,48 190,58',
      'text 12,68.1 "late"',
      'line 10,72 190,72',
      'line 10,58 10,72',
      'line 190,58 190,72',
    ]);
  });

  test('close their border where a sheet divides the first of them', async () => {
    const own = { base, box: { border: { width: 1 } } };
    const columns = [`{{ l.name }}${'\n.'.repeat(9)}`];
    const pages = pageLines(await rendered({ rowStyle: 'box', rowBreak: 'allow', columns, rows: [{ cells: ['further'] }] }, own));
    expect(pages.map((page) => page.filter((line) => line === 'line 10,90 190,90'))).toEqual([
      ['line 10,90 190,90'],
      ['line 10,90 190,90'],
      [],
    ]);
  });

  test('are measured with the padding of the style', async () => {
    const own = { base, wide: { padding: [0, 20] } };
    const columns = [{ width: 'auto', body: 'long text' }, 'x'];
    const xs = (lines: string[]) => lines.map((line) => Number(/ ([\d.]+),/.exec(line)![1]));
    const plain = xs(await drawn({ columns }, own));
    const styled = xs(await drawn({ columns, rowStyle: 'wide' }, own));
    expect(styled[0]! - plain[0]!).toBe(20);
    expect(styled[1]! - plain[1]!).toBeCloseTo(60);
    const rows = [{ cells: ['further text', 'x'] }];
    const [, , further] = xs(await drawn({ columns, rows }, own));
    expect(further).toBe(plain[0]);
    const [, wide] = xs(await drawn({ columns: [{ width: 'auto', body: 'a' }, 'x'], rows, rowStyle: 'wide' }, own));
    const [, narrow] = xs(await drawn({ columns: [{ width: 'auto', body: 'a' }, 'x'], rows }, own));
    expect(wide! - narrow!).toBeCloseTo(60);
  });

  test('keep their look, with a warning, if the data name an unknown style', async () => {
    const { warnings } = await rendered({ rowStyle: "{{ l.late ? 'alarm' : '' }}" });
    expect(warnings.map(({ code, dataPath, message }) => [code, dataPath, message])).toEqual([
      ['unknown-style', '/lines/1', 'There is no style "alarm"'],
    ]);
  });

  test('have only styles that the template has', async () => {
    const { diagnostics } = await compile({ styles, pages: [{ body: [table({ rowStyle: ['alert', 'alarm'] })] }] });
    const faults = diagnostics.filter(({ severity }) => severity === 'error');
    expect(faults.map(({ code, pointer }) => [code, pointer])).toEqual([['unknown-style', '/pages/0/body/0/rowStyle/1']]);
  });

  test('are striped by a colour of the data, whose faults have their place', async () => {
    const dataSchema = { type: 'object', properties: { lines: { type: 'array', items: {} } } };
    const body = [{ table: 'lines', zebra: '{{ nope }}', columns: ['b'] }];
    const { diagnostics } = await compile({ dataSchema, pages: [{ body }] });
    expect(diagnostics.map(({ code, pointer }) => [code, pointer])).toEqual([['unknown-path', '/pages/0/body/0/zebra']]);
  });

  test('have the place of each of their faults', async () => {
    const own = {
      bound: { color: '{{ nope.a }}' },
      filled: { background: '{{ nope.b }}' },
      boxed: { border: { width: 1, color: '{{ nope.c }}' } },
      sided: { border: { top: { width: 1, dash: [0] } } },
      plain: { margin: 2 },
    };
    const dataSchema = { type: 'object', properties: { lines: { type: 'array', items: {} } } };
    for (const part of ['rowStyle', 'headerStyle', 'footerStyle'])
      for (const style of Object.keys(own)) {
        const body = [{ table: 'lines', [part]: style, columns: [{ header: 'h', body: 'b', footer: 'f' }] }];
        const { diagnostics } = await compile({ styles: own, dataSchema, pages: [{ body }] });
        const places = new Set(diagnostics.map(({ pointer }) => pointer).filter((pointer) => !pointer.startsWith('/styles')));
        expect([part, style, ...places]).toEqual([part, style, `/pages/0/body/0/${part}`]);
      }
  });
});

test('a colour of a column that the element of a row gives is that of its cells alone, and an unknown style is told once', async () => {
  const columns = [{ header: 'H', footer: 'F', body: '{{ l.name }}', color: '{{ l.tone }}' }];
  const given = [table({ columns })];
  const { pages } = await layOut(given, { lines: [{ name: 'a', tone: '#00ff00' }] });
  const colors = pages[0]!.items.flatMap((item) => (item.kind === 'text' ? [item.segment.style.color] : []));
  expect(colors).toEqual(['#000000', '#00ff00', '#000000']);
  const text = { type: 'string' };
  const line = { type: 'object', properties: { name: text, tone: text }, required: ['name', 'tone'] };
  const dataSchema = { type: 'object', properties: { lines: { type: 'array', items: line } }, required: ['lines'] };
  expect((await compile({ pages: [{ body: given }], dataSchema })).diagnostics).toEqual([]);
  const body = [table({ columns: [{ header: 'H', body: 'x', style: 'nowhere' }] })];
  const { diagnostics } = await compile({ pages: [{ body }] });
  expect(diagnostics.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual(['unknown-style /pages/0/body/0/columns/0/style']);
});

test('a fault in the border of a column stands at that border', async () => {
  const body = [table({ columns: [{ body: 'a', border: { color: '{{ lins }}', width: 1 } }] })];
  const dataSchema = { type: 'object', required: ['lines'], properties: { lines: { type: 'array' } } };
  const { diagnostics } = await compile({ pages: [{ body }], dataSchema });
  expect(diagnostics.map(({ pointer, code }) => `${code} ${pointer}`)).toEqual([
    'unknown-path /pages/0/body/0/columns/0/border/color',
  ]);
});
