// Which objects are read of a file that holds several with one number, or lists them wrongly.
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { inspectPdf } from '../../src/inspect/inspect-pdf.ts';

const titleOf = async (file: Buffer): Promise<string | null> => (await inspectPdf(file)).title;

const catalog = '<</Type/Catalog/Pages 2 0 R>>';
const pages = '<</Type/Pages/Kids[3 0 R]/Count 1>>';
const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>';
const info = (title: string) => `<</Title(${title})>>`;

/** A file that is written piece by piece. */
class Draft {
  text = '%PDF-1.7\n';
  readonly at = new Map<string, number>();

  add(id: string, body: string, name = id): this {
    this.at.set(name, this.text.length);
    this.text += `${id} 0 obj\n${body}\nendobj\n`;
    return this;
  }

  base(title = 'shown'): this {
    return this.add('1', catalog).add('2', pages).add('3', page).add('4', info(title));
  }

  /** `rows`: the places of the objects; a number is free. */
  table(name: string, rows: Record<string, string | number>, trailer = ''): this {
    this.at.set(name, this.text.length);
    const entries = Object.entries(rows).map(([id, to]) =>
      typeof to === 'number'
        ? `${id} 1\n0000000000 65535 f \n`
        : `${id} 1\n${String(this.at.get(to) ?? to).padStart(10, '0')} 00000 n \n`,
    );
    this.text += `xref\n${entries.join('')}trailer\n<</Size 20/Root 1 0 R/Info 4 0 R${trailer}>>\n`;
    return this;
  }

  /** `rows`: type, second and third field of each object. */
  stream(id: string, rows: Record<string, readonly [number, number | string, number]>, trailer = '/Root 1 0 R/Info 4 0 R'): this {
    const at = this.text.length;
    this.at.set(id, at);
    const all = { ...rows, [id]: [1, id, 0] as const };
    const data = Object.values(all).flatMap(([type, to, third]) => {
      const second = typeof to === 'string' ? this.at.get(to)! : to;
      return [type, second >> 8, second & 255, third];
    });
    const index = Object.keys(all)
      .map((number) => `${number} 1`)
      .join(' ');
    return this.add(
      id,
      `<</Type/XRef/Size 20/W[1 2 1]/Index[${index}]${trailer}/Length ${data.length}>>\nstream\n${String.fromCharCode(...data)}\nendstream`,
    );
  }

  pack(id: string, objects: readonly (readonly [string, string])[]): this {
    const heads = objects.map(([number], i) => `${number} ${offset(objects, i)}`).join(' ');
    const data = `${heads} ${objects.map(([, body]) => body).join(' ')}`;
    return this.add(
      id,
      `<</Type/ObjStm/N ${objects.length}/First ${heads.length + 1}/Length ${data.length}>>\nstream\n${data}\nendstream`,
    );
  }

  end(section: string, after = ''): Buffer {
    return Buffer.from(`${this.text}startxref\n${this.at.get(section)}\n%%EOF\n${after}`, 'latin1');
  }
}

const offset = (objects: readonly (readonly [string, string])[], i: number): number =>
  objects.slice(0, i).reduce((sum, [, body]) => sum + body.length + 1, 0);

const all = { 0: 0, 1: '1', 2: '2', 3: '3', 4: '4' };

test('an object that no section names is not read, wherever it stands', async () => {
  const stale = `4 0 obj\n${info('hidden')}\nendobj\n`;
  expect(await titleOf(new Draft().base().table('x', all).end('x', stale))).toBe('shown');
  expect(await titleOf(new Draft().base().add('4', info('hidden'), 'hidden').table('x', all).end('x'))).toBe('shown');
  expect(await titleOf(new Draft().add('4', info('hidden'), 'hidden').base().table('x', all).end('x'))).toBe('shown');
  const trailer = `trailer\n<</Root 1 0 R/Info 9 0 R>>\n9 0 obj\n${info('hidden')}\nendobj\n`;
  expect(await titleOf(new Draft().base().table('x', all).end('x', trailer))).toBe('shown');
});

test('a section that stands first in the file may hold last', async () => {
  const draft = new Draft().add('4', info('shown'), 'new');
  const before = draft.text.length;
  // The older section stands at the end, so its place is known only after the newer one is written.
  const write = (prev: number) => {
    draft.text = draft.text.slice(0, before);
    return draft
      .table('new x', { 4: 'new' }, `/Prev ${String(prev).padStart(6, '0')}`)
      .base('hidden')
      .table('x', all)
      .end('new x');
  };
  write(0);
  expect(await titleOf(write(draft.at.get('x')!))).toBe('shown');
});

test('a deleted object is gone', async () => {
  const draft = new Draft().base('hidden').table('x', all);
  expect(await titleOf(draft.table('y', { 4: 0 }, `/Prev ${draft.at.get('x')}`).end('y'))).toBeNull();
});

test('an object stream gives the objects that the section takes from it', async () => {
  const rows = { 1: [1, '1', 0], 2: [1, '2', 0], 3: [1, '3', 0] } as const;
  const base = () => new Draft().add('1', catalog).add('2', pages).add('3', page);
  const packed = base()
    .pack('6', [['4', info('shown')]])
    .stream('7', { ...rows, 4: [2, 6, 0], 6: [1, '6', 0] });
  expect(await titleOf(packed.end('7'))).toBe('shown');
  const besides = base()
    .add('4', info('shown'))
    .pack('6', [['4', info('hidden')]]);
  expect(await titleOf(besides.stream('7', { ...rows, 4: [1, '4', 0], 6: [1, '6', 0] }).end('7'))).toBe('shown');
  const free = base()
    .pack('6', [['4', info('hidden')]])
    .stream('7', { ...rows, 4: [0, 0, 0], 6: [1, '6', 0] });
  expect(await titleOf(free.end('7'))).toBeNull();
  const unlisted = base()
    .pack('6', [['4', info('shown')]])
    .pack('8', [['4', info('hidden')]]);
  expect(await titleOf(unlisted.stream('7', { ...rows, 4: [2, 6, 0], 6: [1, '6', 0] }).end('7'))).toBe('shown');
});

test('an update replaces an object of an older object stream', async () => {
  const rows = { 1: [1, '1', 0], 2: [1, '2', 0], 3: [1, '3', 0], 4: [2, 6, 0], 6: [1, '6', 0] } as const;
  const draft = new Draft()
    .add('1', catalog)
    .add('2', pages)
    .add('3', page)
    .pack('8', [['4', info('shown')]]);
  draft.pack('6', [['4', info('old')]]).stream('7', rows);
  const updated = draft.stream('9', { 4: [2, 8, 0], 8: [1, '8', 0] }, `/Root 1 0 R/Info 4 0 R/Prev ${draft.at.get('7')}`);
  expect(await titleOf(updated.end('9'))).toBe('shown');
});

test('object streams that disagree are refused', async () => {
  const draft = new Draft().add('1', catalog).add('2', pages).add('3', page);
  draft.pack('6', [['4', info('one')]]).pack('8', [['4', info('two')]]);
  const rows = { 1: [1, '1', 0], 2: [1, '2', 0], 3: [1, '3', 0], 4: [2, 6, 0], 6: [1, '6', 0], 8: [1, '8', 0] } as const;
  await expect(titleOf(draft.stream('7', rows).end('7'))).rejects.toThrow('holds object 4 more than once');
});

test('a file for old readers too gives the objects that its table hides', async () => {
  const draft = new Draft()
    .add('1', catalog)
    .add('2', pages)
    .add('3', page)
    .pack('6', [['4', info('shown')]]);
  draft.stream('7', { 4: [2, 6, 0], 6: [1, '6', 0] });
  expect(await titleOf(draft.table('x', { ...all, 4: 0 }, `/XRefStm ${draft.at.get('7')}`).end('x'))).toBe('shown');
});

test('a cross-reference stream is unpacked as its predictor says', async () => {
  const draft = new Draft().base();
  const at = draft.text.length;
  const rows = [...['1', '2', '3', '4'].map((id) => draft.at.get(id)!), at].map((second) => [1, second >> 8, second & 255, 0]);
  const up = rows.flatMap((row, i) => [2, ...row.map((byte, column) => (byte - (rows[i - 1]?.[column] ?? 0)) & 255)]);
  const data = deflateSync(Buffer.from(up)).toString('latin1');
  const dict = '/Type/XRef/Size 6/W[1 2 1]/Index[1 5]/Root 1 0 R/Info 4 0 R/Filter/FlateDecode';
  draft.add('5', `<<${dict}/DecodeParms<</Predictor 12/Columns 4>>/Length ${data.length}>>\nstream\n${data}\nendstream`);
  draft.text += `4 0 obj\n${info('hidden')}\nendobj\n`;
  expect(await titleOf(draft.end('5'))).toBe('shown');
});

test('a stream is as long as its length says, also where the length stands elsewhere', async () => {
  const hidden = `x\nendstream\nendobj\n4 0 obj\n${info('hidden')}\nendobj\n`;
  const withData = () => new Draft().base().add('5', `<</Length 6 0 R>>\nstream\n${hidden}\nendstream`);
  const plain = withData()
    .add('6', String(hidden.length))
    .table('x', { ...all, 5: '5', 6: '6' });
  expect(await titleOf(plain.end('x'))).toBe('shown');
});

const lineEnds = ['\n', '\r\n', '\r'];

test.each(lineEnds.flatMap((end) => [0, end.length].map((more) => [end, more] as const)))(
  'the line end %j before the end of a stream may count to its length or not (%i)',
  async (end, more) => {
    const stream = `<</Length ${3 + more}>>\nstream\nabc${end}endstream`;
    const draft = new Draft().base().add('5', stream);
    expect(await titleOf(draft.table('x', { ...all, 5: '5' }).end('x'))).toBe('shown');
  },
);

test.each([0, 2, 5, 40, 1.5, -20, 99_999_999])('a stream with a wrong length of %d is refused', async (length) => {
  const draft = new Draft().base().add('5', `<</Length ${length}>>\nstream\nabc\nendstream`);
  await expect(titleOf(draft.table('x', { ...all, 5: '5' }).end('x'))).rejects.toThrow('the /Length of a stream is wrong');
});

test.each([
  [
    'an entry that leads nowhere',
    { ...all, 4: '900' },
    /^has a damaged cross-reference table: its entry for object 4 leads nowhere\. Mend/,
  ],
  ['an entry that leads to another object', { ...all, 4: '3' }, /its entry for object 4 leads to another object/],
])('%s is refused', async (_, rows, message) => {
  await expect(titleOf(new Draft().base().table('x', rows).end('x'))).rejects.toThrow(message);
});

test('a table that does not stand where the end says, or leads in a circle, is refused', async () => {
  const draft = new Draft().base().table('x', all);
  draft.at.set('wrong', 12);
  await expect(titleOf(draft.end('wrong'))).rejects.toThrow('it is not where the end of the file says');
  const circle = new Draft().base();
  await expect(titleOf(circle.table('x', all, `/Prev ${circle.text.length}`).end('x'))).rejects.toThrow('lead in a circle');
});

test('offsets count from the header where other bytes stand before it', async () => {
  const file = new Draft().base().table('x', all).end('x');
  expect(await titleOf(Buffer.concat([Buffer.from('From a mail\n'), file]))).toBe('shown');
});

test('a trailer that names no catalog is refused, though the file has one', async () => {
  const file = new Draft().base().table('x', all).end('x').toString('latin1').replace('/Root 1 0 R', '/Root 3 0 R');
  await expect(titleOf(Buffer.from(file, 'latin1'))).rejects.toThrow('is damaged: its trailer names no catalog');
});

test.each([
  ['the data of a stream', '<</Length 30>>\nstream\n% 99 0 obj null endobj\n       \nendstream'],
  ['a string', '<</S/JavaScript/JS(% 99 0 obj null endobj)>>'],
  ['a comment', '<<>> % 99 0 obj null endobj'],
])('an entry that points into %s of another object is refused', async (_, body) => {
  const draft = new Draft().base().add('5', body);
  draft.at.set('inside', draft.text.indexOf('99 0 obj'));
  const file = draft.table('x', { ...all, 5: '5', 99: 'inside' }).end('x');
  await expect(titleOf(file)).rejects.toThrow('is damaged: objects 5 and 99 overlap');
});

test.each([
  ['a dictionary that is cut off', '<</S/JavaScript'],
  ['a stream without an end', '<</Length 3>>\nstream\nabc'],
  ['a number after the value', '12 34'],
])('%s is refused', async (_, body) => {
  const file = new Draft()
    .base()
    .add('5', body)
    .table('x', { ...all, 5: '5' })
    .end('x');
  await expect(titleOf(file)).rejects.toThrow('is damaged: object 5 cannot be read');
});

test('an object without a value is null', async () => {
  const file = new Draft()
    .add('5', '')
    .base()
    .table('x', { ...all, 5: '5' })
    .end('x');
  expect(await titleOf(file)).toBe('shown');
});

test('an object may end without endobj', async () => {
  const file = new Draft()
    .add('5', '12')
    .base()
    .table('x', { ...all, 5: '5' })
    .end('x')
    .toString('latin1');
  expect(await titleOf(Buffer.from(file.replaceAll('\nendobj', '       '), 'latin1'))).toBe('shown');
});

test('a type that stands elsewhere is refused', async () => {
  const file = new Draft().base().add('5', '<</Type 6 0 R/Length 1>>\nstream\nx\nendstream').add('6', '/ObjStm');
  await expect(titleOf(file.table('x', { ...all, 5: '5', 6: '6' }).end('x'))).rejects.toThrow(
    'is damaged: stream 5 names its type by a reference; write the type into its dictionary',
  );
});

test('an entry that leads nowhere is left out when nothing refers to its object', async () => {
  const draft = () => new Draft().base().add('6', '<</Kids[[5 0 R]]>>');
  const rows = { ...all, 5: '900', 7: '3' };
  expect(await titleOf(new Draft().base().table('x', rows).end('x'))).toBe('shown');
  const message = 'its entry for object 5 leads nowhere';
  await expect(
    titleOf(
      draft()
        .table('x', { ...rows, 6: '6' })
        .end('x'),
    ),
  ).rejects.toThrow(message);
  const stale = draft()
    .add('4', info('hidden'), 'hidden')
    .table('x', { ...rows, 6: '6' });
  await expect(titleOf(stale.end('x'))).rejects.toThrow('holds object 4 more than once');
  await expect(titleOf(new Draft().base().table('x', rows, '/ID[5 0 R]').end('x'))).rejects.toThrow(message);
});

test('a table that counts from 1 but begins with the entry of object 0 is read as if it counted from 0', async () => {
  const file = new Draft().base().table('x', all).end('x').toString('latin1');
  const shifted = file.replace(/xref\n0 1\n/, 'xref\n1 5\n').replaceAll(/ \n\d 1\n/g, ' \n');
  expect(shifted).toContain('xref\n1 5\n0000000000 65535 f \n0000000009 00000 n \n');
  expect(await titleOf(Buffer.from(shifted, 'latin1'))).toBe('shown');
  const updated = new Draft().base('old').table('x', all);
  updated.text = updated.text.replace(/xref\n0 1\n/, 'xref\n1 5\n').replaceAll(/ \n\d 1\n/g, ' \n');
  updated.add('4', info('shown'), 'new').table('y', { 4: 'new' }, `/Prev ${updated.at.get('x')}`);
  expect(await titleOf(updated.end('y'))).toBe('shown');
  const stale = Buffer.from(`${shifted}4 0 obj\n${info('hidden')}\nendobj\n`, 'latin1');
  await expect(titleOf(stale)).rejects.toThrow('holds object 4 more than once');
  const second = Buffer.from(`${shifted}trailer\n<</Root 3 0 R>>\n`, 'latin1');
  await expect(titleOf(second)).rejects.toThrow('a part of it counts from 1, where 0 should be');
  const draft = new Draft().base().table('x', all);
  draft.table('y', { 1: 0 }, `/Prev ${draft.at.get('x')}`);
  await expect(titleOf(draft.end('y'))).rejects.toThrow('its list of free objects begins with object 1');
});

test.each(['null', '[null]'])('a cross-reference stream may have the decoding parameters %s', async (parameters) => {
  const draft = new Draft().base();
  const rows = [...['1', '2', '3', '4'].map((id) => draft.at.get(id)!), draft.text.length];
  const data = deflateSync(Buffer.from(rows.flatMap((second) => [1, second >> 8, second & 255, 0]))).toString('latin1');
  const dict = '/Type/XRef/Size 6/W[1 2 1]/Index[1 5]/Root 1 0 R/Info 4 0 R/Filter/FlateDecode';
  draft.add('5', `<<${dict}/DecodeParms ${parameters}/Length ${data.length}>>\nstream\n${data}\nendstream`);
  expect(await titleOf(draft.end('5'))).toBe('shown');
});

test('a hidden section that is no cross-reference stream is refused', async () => {
  const draft = new Draft().base().add('5', '<</Length 1>>\nstream\nx\nendstream');
  const at = draft.at.get('5');
  await expect(titleOf(draft.table('x', all, `/XRefStm ${at}`).end('x'))).rejects.toThrow(
    `there is no cross-reference stream at byte ${at}`,
  );
});

test('a file with line ends of Windows, or with bytes after its end, is read', async () => {
  const draft = new Draft().base().table('x', all);
  expect(await titleOf(draft.end('x', '\n\0\0\0\n'))).toBe('shown');
  draft.text = draft.text.replaceAll(' \n', '\r\n');
  expect(await titleOf(draft.end('x'))).toBe('shown');
});
