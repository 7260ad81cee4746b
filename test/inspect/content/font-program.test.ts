import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readFontProgram } from '../../../src/inspect/content/font-program.ts';
import { tableOf } from '../../support/color-fonts.ts';

test('the widths that CFF outlines say are those of the font around them', () => {
  const font = readFileSync(fileURLToPath(import.meta.resolve('font-awesome/fonts/FontAwesome.otf')));
  const [head, hhea, hmtx] = ['head', 'hhea', 'hmtx'].map((tag) => Buffer.from(tableOf(font, tag))) as [Buffer, Buffer, Buffer];
  const advances = Array.from({ length: hhea.readUInt16BE(34) }, (_, i) => hmtx.readUInt16BE(4 * i));
  const program = readFontProgram(font)!;
  const scale = head.readUInt16BE(18) / 1000;
  expect(advances.length).toBeGreaterThan(600);
  expect(advances.map((_, glyph) => Math.round(program.widthOf(glyph)! * scale))).toEqual(advances);
});
