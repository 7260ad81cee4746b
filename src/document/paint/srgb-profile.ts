// The colour profile of sRGB (IEC 61966-2-1), as a display profile of ICC.1:2001-04 (version 2), which every part of PDF/A takes.
import { Buffer } from 'node:buffer';

/** The primaries in XYZ, adapted from D65 to D50 by Bradford's matrix, in 1/65536. Together they are the white of D50. */
const primaries = {
  rXYZ: [28_576, 14_581, 912],
  gXYZ: [25_239, 46_983, 6_361],
  bXYZ: [9_375, 3_972, 46_788],
} as const;

/** White of the profile connection space (ICC.1, 6.1.9). */
const d50 = [63_190, 65_536, 54_061] as const;

/** Samples of the tone curve. Between them a straight line differs from the curve by less than a step of 16 bits. */
const curveSamples = 256;

export const profileName = 'sRGB IEC61966-2.1';

/** The bytes of the profile. */
export function makeSrgbProfile(): Buffer {
  const curve = makeCurve();
  const tags: readonly (readonly [string, Buffer])[] = [
    ['desc', makeDescription(profileName)],
    ['cprt', withType('text', Buffer.from('No copyright, use freely.\0', 'latin1'))],
    ['wtpt', makeXyz(d50)],
    ...Object.entries(primaries).map(([name, value]): [string, Buffer] => [name, makeXyz(value)]),
    // The three channels share a curve.
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ];
  const table = Buffer.alloc(4 + tags.length * 12);
  table.writeUInt32BE(tags.length, 0);
  const parts: Buffer[] = [];
  const places = new Map<Buffer, number>();
  let end = 128 + table.length;
  for (const [i, [name, data]] of tags.entries()) {
    const at = places.get(data) ?? end;
    if (at === end) {
      places.set(data, at);
      const padded = Buffer.concat([data, Buffer.alloc(-data.length & 3)]);
      parts.push(padded);
      end += padded.length;
    }
    table.write(name, 4 + i * 12, 'latin1');
    table.writeUInt32BE(at, 8 + i * 12);
    table.writeUInt32BE(data.length, 12 + i * 12);
  }
  return Buffer.concat([makeHeader(end), table, ...parts]);
}

/** ICC.1, 6.1 */
function makeHeader(size: number): Buffer {
  const header = Buffer.alloc(128);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(0x02_10_00_00, 8);
  header.write('mntrRGB XYZ ', 12, 'latin1');
  for (const [i, part] of [2000, 1, 1].entries()) header.writeUInt16BE(part, 24 + i * 2);
  header.write('acsp', 36, 'latin1');
  for (const [i, part] of d50.entries()) header.writeInt32BE(part, 68 + i * 4);
  return header;
}

function withType(type: string, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${type}\0\0\0\0`, 'latin1'), content]);
}

function makeXyz(values: readonly number[]): Buffer {
  const content = Buffer.alloc(12);
  for (const [i, value] of values.entries()) content.writeInt32BE(value, i * 4);
  return withType('XYZ ', content);
}

/** ICC.1, 6.5.17: the name in ASCII, and no names in Unicode (4 + 4 bytes) and Macintosh script (2 + 1 + 67 bytes). */
function makeDescription(name: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(name.length + 1, 0);
  return withType('desc', Buffer.concat([length, Buffer.from(`${name}\0`, 'latin1'), Buffer.alloc(4 + 4 + 2 + 1 + 67)]));
}

function makeCurve(): Buffer {
  const content = Buffer.alloc(4 + curveSamples * 2);
  content.writeUInt32BE(curveSamples, 0);
  for (let i = 0; i < curveSamples; i++) {
    const value = i / (curveSamples - 1);
    const linear = value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    content.writeUInt16BE(Math.round(linear * 65_535), 4 + i * 2);
  }
  return withType('curv', content);
}
