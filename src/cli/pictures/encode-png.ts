// Writes pixels as a PNG file (ISO/IEC 15948).
import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of each pixel, row after row from the top. */
  readonly rgb: Uint8Array;
}

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** A PNG with 8 bits a sample, without alpha. `dpi`: pixels per inch. */
export async function encodePng({ width, height, rgb }: Pixels, dpi: number): Promise<Uint8Array> {
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, width);
  header.setUint32(4, height);
  header.setUint8(8, 8);
  header.setUint8(9, 2); // truecolour
  const density = new DataView(new ArrayBuffer(9));
  const perMetre = Math.round(dpi / 0.0254);
  density.setUint32(0, perMetre);
  density.setUint32(4, perMetre);
  density.setUint8(8, 1);
  const data = await promisify(deflate)(filterRows(rgb, width * 3, height));
  return Buffer.concat([signature, chunk('IHDR', header), chunk('pHYs', density), chunk('IDAT', data), chunk('IEND')]);
}

/** Rows with filter 0 (9.2): pages are flat colours, which the other filters make larger. */
function filterRows(rgb: Uint8Array, rowBytes: number, height: number): Uint8Array {
  const rows = new Uint8Array((rowBytes + 1) * height);
  for (let y = 0; y < height; y++) rows.set(rgb.subarray(y * rowBytes, (y + 1) * rowBytes), y * (rowBytes + 1) + 1);
  return rows;
}

function chunk(type: string, { buffer, byteOffset, byteLength }: ArrayBufferView = new Uint8Array()): Uint8Array {
  const bytes = Buffer.alloc(byteLength + 12);
  bytes.writeUInt32BE(byteLength);
  bytes.write(type, 4, 'latin1');
  bytes.set(new Uint8Array(buffer, byteOffset, byteLength), 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), byteLength + 8);
  return bytes;
}
