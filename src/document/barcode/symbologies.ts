// The kinds of barcodes, with the sizes that their standards name.
import { counted, grouped } from '../../words/counts.ts';
import { drawAnyText, drawChecked, drawWithEncoder } from './draw-with-encoder.ts';
import { encodeCode128 } from './encode-code128.ts';
import { encodeElements } from './encode-elements.ts';
import { encodeQr, type QrErrorCorrection } from './encode-qr.ts';
import { encodeRetail, retailCodes } from './encode-retail.ts';
import type { Code, Unencodable } from './modules.ts';

export interface CodeOptions {
  /** `given`: the text ends with its check digit, which is checked; `computed`: it is computed and added. Undefined: the default of the kind. */
  readonly checkDigit: 'given' | 'computed' | undefined;
  readonly ec: QrErrorCorrection | undefined;
}

export interface Symbology {
  /** As people call it: `EAN-13`. */
  readonly title: string;
  /** Bars can have any height; the modules of a matrix are squares. */
  readonly form: 'bars' | 'matrix';
  /** Modules that stay free at the left and right of bars, and around a matrix. */
  readonly quietZone: readonly [left: number, right: number];
  /** Default width of a module in mm. Undefined: the code is 25 mm wide. */
  readonly module?: number;
  /** The narrowest module that common scanners and phones read, in mm. */
  readonly leastModule: number;
  /** Default height of bars in mm. */
  readonly barHeight?: number;
  /** The value is printed below, unless the template says otherwise. */
  readonly printsText: boolean;
  /** The code can have a check digit. */
  readonly hasCheckDigit?: true;
  /** Most characters of a text: more never fit, or would take too long. Undefined: the encoder refuses long texts itself. */
  readonly maxLength?: number;
  encode(text: string, options: CodeOptions): Code | Unencodable;
}

/** Codes on goods (ISO/IEC 15420): the sizes are those of the nominal magnification, and the least one is 80 % of it. */
const retail = {
  form: 'bars',
  module: 0.33,
  leastModule: 0.264,
  barHeight: 22.85,
  printsText: true,
  hasCheckDigit: true,
} as const;
/** Bars of any text. `maxLength` allows more than scanners read. */
const smallBars = {
  maxLength: 512,
  form: 'bars',
  quietZone: [10, 10],
  module: 0.25,
  leastModule: 0.19,
  barHeight: 15,
  printsText: false,
} as const;
const matrix = { form: 'matrix', module: 0.5, leastModule: 0.25, printsText: false } as const;

export const symbologies = {
  qr: {
    title: 'QR code',
    form: 'matrix',
    quietZone: [4, 4],
    leastModule: 0.25,
    printsText: false,
    encode: (text, { ec = 'medium' }) => encodeQr(text, { ecc: ec }),
  },
  microqr: { title: 'Micro QR code', ...matrix, quietZone: [2, 2], encode: encodeMicroQr },
  datamatrix: {
    title: 'Data Matrix',
    ...matrix,
    quietZone: [1, 1],
    encode: (text) => drawAnyText('datamatrix', text),
    maxLength: 2335,
  },
  'gs1-datamatrix': {
    title: 'GS1 DataMatrix',
    ...matrix,
    quietZone: [1, 1],
    encode: (text) => encodeElements('gs1-datamatrix', text),
  },
  aztec: { title: 'Aztec code', ...matrix, quietZone: [0, 0], encode: (text) => drawAnyText('aztec', text), maxLength: 2000 },
  pdf417: {
    title: 'PDF417',
    ...matrix,
    quietZone: [2, 2],
    module: 0.25,
    leastModule: 0.19,
    maxLength: 1850,
    encode: (text) => drawAnyText('pdf417', text),
  },
  code128: { title: 'Code 128', ...smallBars, encode: (text) => encodeCode128(text) },
  code39: {
    title: 'Code 39',
    ...smallBars,
    hasCheckDigit: true,
    encode: (text, { checkDigit }) => drawChecked('code39', text, checkDigit),
  },
  codabar: {
    title: 'Codabar',
    ...smallBars,
    hasCheckDigit: true,
    encode: (text, { checkDigit }) => drawChecked('codabar', text, checkDigit),
  },
  ean13: {
    title: retailCodes.ean13.title,
    ...retail,
    quietZone: [11, 7],
    encode: (text, { checkDigit }) => encodeRetail('ean13', text, checkDigit),
  },
  ean8: {
    title: retailCodes.ean8.title,
    ...retail,
    quietZone: [7, 7],
    barHeight: 18.23,
    encode: (text, { checkDigit }) => encodeRetail('ean8', text, checkDigit),
  },
  upca: {
    title: retailCodes.upca.title,
    ...retail,
    quietZone: [9, 9],
    encode: (text, { checkDigit }) => encodeRetail('upca', text, checkDigit),
  },
  upce: {
    title: retailCodes.upce.title,
    ...retail,
    quietZone: [9, 7],
    encode: (text, { checkDigit }) => encodeRetail('upce', text, checkDigit),
  },
  itf14: {
    title: retailCodes.itf14.title,
    ...retail,
    quietZone: [10, 10],
    module: 0.5,
    leastModule: 0.25,
    barHeight: 31.75,
    encode: (text, { checkDigit }) => encodeRetail('itf14', text, checkDigit),
  },
  'gs1-128': {
    title: 'GS1-128',
    form: 'bars',
    quietZone: [10, 10],
    module: 0.5,
    leastModule: 0.25,
    barHeight: 31.75,
    printsText: true,
    encode: (text) => encodeElements('gs1-128', text),
  },
} as const satisfies Readonly<Record<string, Symbology>>;

export type SymbologyName = keyof typeof symbologies;

export const symbologyNames = Object.keys(symbologies) as readonly SymbologyName[];

export function encodeCode(name: SymbologyName, text: string, options: CodeOptions): Code | Unencodable {
  const { title, maxLength, encode }: Symbology = symbologies[name];
  if (maxLength !== undefined && text.length > maxLength)
    return { error: `The text has ${counted(text.length, 'character')}; ${title} takes up to ${grouped(maxLength)}.` };
  return encode(text, options);
}

/** A Micro QR code cannot say in which encoding other characters are (ISO/IEC 18004, 7.4.3: there is no ECI). */
function encodeMicroQr(text: string): Code | Unencodable {
  const foreign = /[^\x00-\x7f]/u.exec(text)?.[0];
  return foreign
    ? { error: `A Micro QR code has no character "${foreign}". Use "symbology": "qr".` }
    : drawWithEncoder('microqr', text);
}
