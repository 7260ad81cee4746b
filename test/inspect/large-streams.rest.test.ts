// Streams that unpack to hundreds of megabytes.
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { inspectPdf } from '../../src/inspect/inspect-pdf.ts';
import { deflateZeros } from '../support/deflate-zeros.ts';
import { type Edit, makePdf, packed } from './make-pdf.ts';

const inspect = (bytes: Uint8Array) => inspectPdf(bytes, { read: true, check: true });
const inspectChanged = (change: (edit: Edit) => unknown) => inspect(makePdf('plain', change));

const pack = (data: Uint8Array, times: number): Uint8Array => (times === 0 ? data : pack(deflateSync(data), times - 1));

/** RunLength: 128 zeros in two bytes. */
const runs = (megabytes: number) => Buffer.from('8100'.repeat((megabytes * 1_000_000) / 128), 'hex');

const hex = (bytes: Uint8Array) => Buffer.from(`${Buffer.from(bytes).toString('hex')}>`);

describe('each filter of a chain has a bound', () => {
  const flate = deflateZeros(300_000_000);
  test.each([
    ['Flate three times', '/FlateDecode/FlateDecode/FlateDecode', pack(flate, 2)],
    ['Flate before a filter that drops everything', '/FlateDecode/ASCIIHexDecode', flate],
    ['Flate in ASCIIHex', '/ASCIIHexDecode/FlateDecode', hex(flate)],
    ['RunLength in Flate', '/FlateDecode/RunLengthDecode', deflateSync(runs(300))],
    ['ASCII85 in Flate', '/FlateDecode/ASCII85Decode', deflateSync(Buffer.alloc(70_000_000, 'z'))],
  ])('%s', async (_, filters, data) => {
    await expect(inspectChanged(packed('content', filters, data))).rejects.toThrow(/unpacks to more than \d+ MB in all/);
  });
  test('an object stream, and a stream that claims to be a cross-reference', async () => {
    const chain = '/FlateDecode/FlateDecode';
    await expect(inspectChanged(packed('objects', chain, pack(flate, 1), '/Type/ObjStm/N 1/First 4'))).rejects.toThrow(
      /unpacks to more than \d+ MB in all/,
    );
    const claim = '/Type/XRef/Size 9000000000/Index[0 9000000000]/W[1 1 1]';
    expect((await inspectChanged(packed('claim', chain, pack(flate, 1), claim))).pages).toHaveLength(1);
  });
  test('many filters', async () => {
    await expect(inspectChanged(packed('content', '/ASCIIHexDecode'.repeat(9), Buffer.from('>')))).rejects.toThrow(
      'packs a stream with more than 8 filters',
    );
  });
});
