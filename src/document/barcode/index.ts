// Barcodes as vector modules.
export { encodeCode128 } from './encode-code128.ts';
export { encodeQr, type QrErrorCorrection } from './encode-qr.ts';
export type { Modules, Unencodable } from './modules.ts';
