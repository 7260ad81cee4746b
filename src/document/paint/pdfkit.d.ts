// The members of PDFKit 0.20 that the sink uses; the package brings no types. Those with an underscore are not in its manual,
// so a test holds them against the installed version.
declare module '#pdfkit' {
  import type { Readable } from 'node:stream';

  export interface Reference {
    readonly id: number;
    data: object;
    compress: boolean;
    end(chunk?: Uint8Array): void;
    toString(): string;
  }

  interface Catalog extends Reference {
    data: Record<string, unknown> & { Pages: Reference; Names: Reference };
  }

  export default class PDFDocument extends Readable {
    constructor(options: {
      autoFirstPage: false;
      font: null;
      compress: false;
      pdfVersion: '1.4';
    });
    info: Record<string, object>;
    ref(data?: object): Reference;
    end(): void;
    endMetadata(): void;
    endAcroForm(): void;
    _root: Catalog;
    _id: Uint8Array;
    _offset: number;
    _write(data: string | Uint8Array): void;
  }
}
