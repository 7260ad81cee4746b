// Random values of every kind of code: each is refused, or a scanner reads it again letter for letter.
import { beforeAll, expect, test } from 'vitest';
import type { ReadInputBarcodeFormat } from 'zxing-wasm/reader';
import type { Code } from '../../../src/document/barcode/modules.ts';
import { encodeCode, type SymbologyName, symbologies, symbologyNames } from '../../../src/document/barcode/symbologies.ts';
import { withDemanded } from '../../../src/document/on-demand.ts';
import { createRandom } from '../../support/random.ts';
import { readPixelBarcodes } from '../../support/read-barcodes.ts';
import { testResources } from '../../support/render.ts';
import { trialSeeds } from '../../support/trials.ts';

interface Kind {
  readonly format: ReadInputBarcodeFormat;
  /** What values are made of, and the most of it in one value. */
  readonly pieces: readonly string[];
  readonly most: number;
  /** Digits before a computed check digit: most values have so many. */
  readonly digits?: number;
  /** What a scanner says of a value, if it says something else. */
  says?(value: string): string;
}

const digits = [...'0123456789'];
const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
/** What encoders and readers take for escapes, identifiers of GS1 or FNC1. */
const marks = ['^', '^^', '^065', '^FNC1', '^ECI000003', '\\', '\\F', ']C1', '(01)', '\x1d', '{GS}', '%1D', '~1'];
const foreign = ['ä', 'é', 'ñ', '€', 'ж', 'א', '日', '😀', '\u00a0', '\ufeff', '\u0080'];
const inAscii = [...digits, ...digits, '00', '  ', ...ascii, ...marks, 'ñ'];
const anyText = [...inAscii, ...foreign];
const elements = [
  ...['(01)09521234543213', '(10)AB', '(10)', '(21)', '(17)261231', '(240)', '(3103)001750'],
  ...['(', ')', 'x', 'a-1', '%', '/', '00', '7', '^', ' ', '_', '"'],
];
/** The identifiers without their brackets, and no separators. */
const plainElements = (value: string): string => value.replace(/\((\d+)\)/g, '$1');

const kinds: Readonly<Record<SymbologyName, Kind>> = {
  qr: { format: 'QRCode', pieces: anyText, most: 60 },
  microqr: { format: 'MicroQRCode', pieces: [...digits, ...digits, ...inAscii], most: 20 },
  datamatrix: { format: 'DataMatrix', pieces: anyText, most: 60 },
  'gs1-datamatrix': { format: 'DataMatrix', pieces: elements, most: 6, says: plainElements },
  aztec: { format: 'Aztec', pieces: anyText, most: 60 },
  pdf417: { format: 'PDF417', pieces: anyText, most: 60 },
  code128: { format: 'Code128', pieces: inAscii, most: 30 },
  // Without pairs such as $A, which the reader takes for Full ASCII.
  code39: { format: 'Code39', pieces: [...digits, ...'ABCXYZ-. ', '$-', '/1', 'a', 'ñ'], most: 20 },
  // Readers pass over shorter codes.
  codabar: { format: 'Codabar', pieces: [...digits, ...'-$:/.+', 'x', 'ñ'].map((piece) => piece.repeat(3)), most: 8 },
  ean13: { format: 'EAN13', pieces: digits, most: 13, digits: 12 },
  ean8: { format: 'EAN8', pieces: digits, most: 13, digits: 7 },
  upca: { format: 'UPCA', pieces: digits, most: 13, digits: 11, says: (value) => `0${value}` },
  upce: { format: 'UPCE', pieces: digits, most: 13, digits: 7, says: expandUpce },
  itf14: { format: 'ITF', pieces: digits, most: 14, digits: 13 },
  'gs1-128': { format: 'Code128', pieces: elements, most: 6, says: plainElements },
};

beforeAll(() => withDemanded(testResources, () => void encodeCode('aztec', 'x', { checkDigit: undefined, ec: undefined })));

test.each(symbologyNames)('random values of %s are refused, or read again', async (name) => {
  const { format, says = (value) => value, digits } = kinds[name];
  const { form } = symbologies[name];
  const faults: string[] = [];
  for (const seed of trialSeeds('random-codes.slow')) {
    const value = randomValue(name, createRandom(seed));
    const code = encodeCode(name, value, { checkDigit: digits === undefined ? undefined : 'computed', ec: undefined });
    if ('error' in code) continue;
    const [found] = await readPixelBarcodes(paint(code, form === 'bars'), { formats: [format], tryRotate: false });
    // Bytes, as the reader cuts a byte order mark off the text, and guesses what the bytes of a QR code are.
    const read = found && Buffer.from(found.bytes).toString();
    const own = name.startsWith('gs1') ? read?.replaceAll('\x1d', '') : read;
    if (own !== says(code.printed ?? value)) faults.push(`${seed}: ${JSON.stringify(value)} is read as ${JSON.stringify(read)}`);
  }
  expect(faults).toEqual([]);
});

function randomValue(name: SymbologyName, random: () => number): string {
  const { pieces, most, digits: exact } = kinds[name];
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const isUsual = random() < 0.8;
  const count = exact !== undefined && isUsual ? exact : 1 + Math.floor(random() * most);
  const from = exact !== undefined && !isUsual ? anyText : pieces;
  const value = Array.from({ length: count }, () => pick(from)).join('');
  if (name === 'upce') return `${pick(['0', '1'])}${value.slice(1)}`;
  return name === 'codabar' ? `${pick([...'ABCD'])}${value}${pick([...'ABCD'])}` : value;
}

/** As pixels, three for a module. */
function paint({ width, height, rects }: Code, isBars: boolean) {
  const scale = 3;
  const quiet = 12;
  const barHeight = 30;
  const wide = (width + 2 * quiet) * scale;
  const high = ((isBars ? barHeight : height) + 2 * quiet) * scale;
  const data = new Uint8ClampedArray(wide * high * 4).fill(255);
  for (let i = 0; i < rects.length; i += 4) {
    const [x, y, across, down] = rects.slice(i, i + 4) as [number, number, number, number];
    for (let row = (y + quiet) * scale; row < (y + quiet + (isBars ? barHeight : down)) * scale; row++)
      for (let at = (x + quiet) * scale; at < (x + quiet + across) * scale; at++)
        data.fill(0, (row * wide + at) * 4, (row * wide + at) * 4 + 3);
  }
  return { data, width: wide, height: high };
}

/** The EAN-13 that a UPC-E stands for (ISO/IEC 15420, 4.2.4). */
function expandUpce(value: string): string {
  const [system, a, b, c, d, e, last, check] = value as unknown as readonly string[];
  const inner =
    Number(last) <= 2
      ? `${a}${b}${last}0000${c}${d}${e}`
      : last === '3'
        ? `${a}${b}${c}00000${d}${e}`
        : last === '4'
          ? `${a}${b}${c}${d}00000${e}`
          : `${a}${b}${c}${d}${e}0000${last}`;
  return `0${system}${inner}${check}`;
}
