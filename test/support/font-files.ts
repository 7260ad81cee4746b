// Font files of the packages for tests, and files made of them.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openSfnt } from '../../src/document/text/font/sfnt.ts';

export const readPackage = (name: string): Buffer => readFileSync(fileURLToPath(import.meta.resolve(name)));

/** Jost, a family with static files and a variable one with the axis wght, 100 to 900. */
export const jost = {
  woff: (weight: number) => readPackage(`@fontsource/jost/files/jost-latin-${weight}-normal.woff`),
  woff2: (weight: number) => readPackage(`@fontsource/jost/files/jost-latin-${weight}-normal.woff2`),
  variable: () => readPackage('@fontsource-variable/jost/files/jost-latin-wght-normal.woff2'),
  variableItalic: () => readPackage('@fontsource-variable/jost/files/jost-latin-wght-italic.woff2'),
};

/** Roboto Flex, with the axes wght, wdth, opsz, slnt, GRAD and others. */
export const robotoFlex = (): Buffer => readPackage('@fontsource-variable/roboto-flex/files/roboto-flex-latin-full-normal.woff2');

/** A collection (OpenType, "TTC header") of the fonts of plain or WOFF files, one behind the other. */
export function makeCollection(files: readonly Uint8Array[]): Buffer {
  const fonts = files.map((file) => Buffer.from(openSfnt(file).bytes));
  const header = Buffer.alloc(12 + 4 * fonts.length);
  header.write('ttcf', 'latin1');
  header.writeUInt16BE(1, 4);
  header.writeUInt32BE(fonts.length, 8);
  let at = header.length;
  for (const [i, font] of fonts.entries()) {
    header.writeUInt32BE(at, 12 + 4 * i);
    // Offsets of tables count from the beginning of the collection.
    for (let table = 0; table < font.readUInt16BE(4); table++) {
      const place = 12 + table * 16 + 8;
      font.writeUInt32BE(font.readUInt32BE(place) + at, place);
    }
    at += font.length;
  }
  return Buffer.concat([header, ...fonts]);
}
