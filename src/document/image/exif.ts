// Reads which way up a camera held a picture.

/** The orientation in a block of Exif, 1 to 8 (tag 0x0112 of its first directory, Exif 2.32, 4.6.4). Undefined: it says none. */
export function exifOrientation(block: Uint8Array): number | undefined {
  if (block.length < 8) return undefined;
  const tiff = new DataView(block.buffer, block.byteOffset, block.byteLength);
  const order = tiff.getUint16(0);
  if (order !== 0x4949 && order !== 0x4d4d) return undefined;
  const isLittle = order === 0x4949;
  const directory = tiff.getUint32(4, isLittle);
  if (directory + 2 > tiff.byteLength) return undefined;
  const count = tiff.getUint16(directory, isLittle);
  for (let i = 0; i < count; i++) {
    const entry = directory + 2 + i * 12;
    if (entry + 12 > tiff.byteLength) return undefined;
    if (tiff.getUint16(entry, isLittle) !== 0x0112) continue;
    const value = tiff.getUint16(entry + 8, isLittle);
    return value >= 1 && value <= 8 ? value : undefined;
  }
  return undefined;
}

/** Orientations from 5 on exchange rows and columns. */
export function turnedSize({ width, height }: { readonly width: number; readonly height: number }, orientation: number) {
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}
