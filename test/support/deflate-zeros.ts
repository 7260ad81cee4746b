import { constants, deflateRawSync } from 'node:zlib';

const piece = 1_000_000;

/** So many zeros as zlib packs them (RFC 1950), without packing each of them: that takes seconds for files that are hostile. */
export function deflateZeros(count: number): Buffer {
  const whole = deflateRawSync(Buffer.alloc(piece), { finishFlush: constants.Z_FULL_FLUSH });
  const rest = deflateRawSync(Buffer.alloc(count % piece));
  const adler = Buffer.alloc(4);
  adler.writeUInt32BE((count % 65_521) * 65_536 + 1);
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array(Math.floor(count / piece)).fill(whole), rest, adler]);
}
