// The syntax of the file: header, trailer, streams and the limits of objects.

import { asDict, Dict, Name, Stream, Text, type Value } from '../../pdf-file/objects.ts';
import { counted } from '../../words/counts.ts';
import type { OpenedPdf } from '../opened-pdf.ts';
import { a2and3, type Broken, brokenIf, type Rule } from './rule.ts';

const latin1 = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, Math.max(0, Math.min(to, bytes.length) - from)).toString('latin1');

const headOf = ({ file: { bytes } }: OpenedPdf): string => latin1(bytes, 0, 32);

const headerRule = (clauses: Rule['clauses'], form: RegExp, shown: string): Rule => ({
  clauses,
  says: `The file begins with ${shown} and the end of a line.`,
  find: (opened) => brokenIf(!form.test(headOf(opened)), `The file begins with ${JSON.stringify(headOf(opened).slice(0, 8))}`),
});

/** All values of the file, also values inside of values. Each object comes once. */
function* eachValue({ file }: OpenedPdf): Generator<Value> {
  const open: Value[] = [];
  for (const [, object] of file.objects()) {
    open.push(object);
    for (let value = open.pop(); value !== undefined; value = open.pop()) {
      yield value;
      if (Array.isArray(value)) for (const one of value as readonly Value[]) open.push(one);
      const dict = asDict(value);
      if (dict) for (const one of dict.entries.values()) open.push(one);
    }
  }
}

const ofValues = (test: (value: Value) => string | undefined) =>
  function* find(opened: OpenedPdf): Iterable<Broken> {
    for (const value of eachValue(opened)) {
      const message = test(value);
      if (message !== undefined) yield { message };
    }
  };

const ofStreams = (test: (stream: Stream) => string | undefined) =>
  ofValues((value) => (value instanceof Stream ? test(value) : undefined));

const filtersOf = ({ dict }: Stream): string[] =>
  dict.rawItems('Filter').flatMap((one) => {
    const name = dict.resolve(one);
    return name instanceof Name ? [name.name] : [];
  });

const standardFilters = new Set(
  'ASCIIHexDecode ASCII85Decode FlateDecode RunLengthDecode CCITTFaxDecode JBIG2Decode DCTDecode JPXDecode Crypt'.split(' '),
);

/** Values of the file and operands of its content. */
const ofAll = (test: (value: Value) => string | undefined) =>
  function* find(opened: OpenedPdf): Iterable<Broken> {
    yield* ofValues(test)(opened);
    for (const { operand, page } of opened.log.largeOperands) {
      const message = test(operand);
      if (message !== undefined) yield { message, page };
    }
  };

const stringLimit = (most: number) =>
  ofAll((value) =>
    value instanceof Text && value.bytes.length > most
      ? `A string has ${value.bytes.length} bytes, at most ${most} are allowed`
      : undefined,
  );

/** Rules about the values of the file, wherever they stand. */
export const valueRules: readonly Rule[] = [
  {
    clauses: { 'A-1': '6.1.7-3', ...a2and3('6.1.7.1-3'), 'A-4': '6.1.6.1-2' },
    says: 'No stream lies in another file.',
    find: ofStreams(({ dict }) =>
      ['F', 'FFilter', 'FDecodeParms'].some((name) => dict.has(name)) ? 'A stream lies in another file' : undefined,
    ),
  },
  {
    clauses: { 'A-1': '6.1.10-1' },
    says: 'No stream is packed by LZW.',
    find: ofStreams((stream) => (filtersOf(stream).includes('LZWDecode') ? 'A stream is packed by LZWDecode' : undefined)),
  },
  {
    clauses: { ...a2and3('6.1.7.2-1'), 'A-4': '6.1.6.2-1' },
    says: 'Streams use standard filters other than LZW.',
    find: ofStreams((stream) => {
      const strange = filtersOf(stream).find((name) => !standardFilters.has(name));
      return strange && `A stream uses the filter ${strange}`;
    }),
  },
  {
    clauses: { 'A-1': '6.1.12-1', ...a2and3('6.1.13-1') },
    says: 'Integers fit into 32 bits.',
    find: ofValues((value) =>
      typeof value === 'number' && Number.isInteger(value) && (value > 2_147_483_647 || value < -2_147_483_648)
        ? `The integer ${value} does not fit into 32 bits`
        : undefined,
    ),
  },
  {
    clauses: { 'A-1': '6.1.12-2' },
    says: 'Real numbers are at most 32767.',
    find: ofAll((value) =>
      typeof value === 'number' && !Number.isInteger(value) && Math.abs(value) > 32_767
        ? `The real number ${value} is too large`
        : undefined,
    ),
  },
  { clauses: { 'A-1': '6.1.12-3' }, says: 'Strings have at most 65,535 bytes.', find: stringLimit(65_535) },
  { clauses: a2and3('6.1.13-3'), says: 'Strings have at most 32,767 bytes.', find: stringLimit(32_767) },
  {
    clauses: { 'A-1': '6.1.12-4', ...a2and3('6.1.13-4') },
    says: 'Names have at most 127 bytes.',
    find: ofValues((value) =>
      value instanceof Name && Buffer.byteLength(value.name) > 127
        ? `A name has more than 127 bytes: ${value.name.slice(0, 20)}…`
        : undefined,
    ),
  },
  {
    clauses: { 'A-1': '6.1.12-5' },
    says: 'Arrays have at most 8,191 elements.',
    find: ofValues((value) =>
      Array.isArray(value) && value.length > 8191
        ? `An array has ${counted(value.length, 'element')}, at most 8191 are allowed`
        : undefined,
    ),
  },
  {
    clauses: { 'A-1': '6.1.12-6' },
    says: 'Dictionaries have at most 4,095 entries.',
    find: ofValues((value) =>
      value instanceof Dict && value.entries.size > 4095
        ? `A dictionary has ${counted(value.entries.size, 'entry', 'entries')}`
        : undefined,
    ),
  },
];

export const fileRules: readonly Rule[] = [
  headerRule({ 'UA-1': '6.1-1', ...a2and3('6.1.2-1') }, /^%PDF-1\.[0-7][\r\n]/, '%PDF-1.0 to %PDF-1.7'),
  headerRule({ 'A-1': '6.1.2-1' }, /^%PDF-\d\.\d/, '%PDF-n.n'),
  headerRule({ 'A-4': '6.1.2-1' }, /^%PDF-2\.\d[\r\n]/, '%PDF-2.n'),
  {
    clauses: { 'A-1': '6.1.2-2', ...a2and3('6.1.2-2'), 'A-4': '6.1.2-2' },
    says: 'A comment of four bytes above 127 follows the header.',
    find: (opened) => brokenIf(!/^%PDF-\d\.\d\r?\n?%[\x80-\xff]{4}/.test(headOf(opened)), 'No binary comment follows the header'),
  },
  {
    clauses: { 'A-1': '6.1.3-1', ...a2and3('6.1.3-1'), 'A-4': '6.1.3-1' },
    says: 'The trailer has an ID.',
    find: ({ file }) => brokenIf(file.trailer.list('ID').length !== 2, 'The trailer has no ID'),
  },
  {
    clauses: { 'A-1': '6.1.3-2', ...a2and3('6.1.3-2'), 'A-4': '6.1.3-2' },
    says: 'The file is not encrypted.',
    find: ({ file }) => brokenIf(file.encryption !== undefined, 'The file is encrypted'),
  },
  {
    clauses: { 'A-1': '6.1.3-3', ...a2and3('6.1.3-3'), 'A-4': '6.1.3-3' },
    says: 'Nothing follows the last %%EOF but the end of a line.',
    find: ({ file: { bytes } }) =>
      brokenIf(
        !/%%EOF(?:\r\n|\r|\n)?$/.test(latin1(bytes, Math.max(0, bytes.length - 8), bytes.length)),
        'Data follows the last %%EOF',
      ),
  },
  {
    clauses: { 'A-4': '6.1.3-4' },
    says: 'The trailer has no Info unless the catalog has PieceInfo.',
    find: ({ file }) => brokenIf(file.trailer.has('Info') && !file.catalog.has('PieceInfo'), 'The trailer has the entry Info'),
  },
  {
    clauses: { 'A-1': '6.1.4-3' },
    says: 'The file has no cross-reference streams and no object streams.',
    find: ofStreams(({ dict }) =>
      ['XRef', 'ObjStm'].includes(dict.name('Type') ?? '') ? `The file has a stream of Type ${dict.name('Type')}` : undefined,
    ),
  },
  ...valueRules,
  {
    clauses: { 'UA-1': '7.16-1' },
    matterhorn: '26-002',
    says: 'An encrypted file lets screen readers have its text.',
    ofTags: true,
    find: ({ file: { encryption } }) =>
      brokenIf(
        encryption !== undefined && ((encryption.number('P') ?? 0) & 512) === 0,
        'The encryption refuses text to screen readers',
      ),
  },
  {
    clauses: { 'A-1': '6.1.13-1' },
    says: 'The file has no optional content.',
    find: ({ file }) => brokenIf(file.catalog.has('OCProperties'), 'The catalog has OCProperties'),
  },
  {
    clauses: { 'A-4': '6.1.12-1' },
    says: 'A version in the catalog is 2.n.',
    find: ({ file }) => {
      const version = file.catalog.name('Version');
      return brokenIf(version !== undefined && !/^2\.\d$/.test(version), `The catalog has the version ${version}`);
    },
  },
];
