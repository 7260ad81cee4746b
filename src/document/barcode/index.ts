// Barcodes as vector modules.
export type { QrErrorCorrection } from './encode-qr.ts';
export type { Code, CodeDigits, Modules, Unencodable } from './modules.ts';
export { type CodeOptions, encodeCode, type Symbology, type SymbologyName, symbologies, symbologyNames } from './symbologies.ts';
