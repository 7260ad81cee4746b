// Writes ToUnicode maps (ISO 32000-2, 9.10.3), from codes to text. Codes of two bytes are glyph ids; codes of one byte belong to a standard font.
import { utf16Hex } from './text-string.ts';

const head = (last: string) => `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def
/CMapName/Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<${'0'.repeat(last.length)}><${last}>
endcodespacerange
`;
const tail = `endcmap
CMapName currentdict /CMap defineresource pop
end
end
`;

/** The map of `glyphs`, which are ascending. Glyphs without text are left out. */
export function makeToUnicode(
  glyphs: readonly number[],
  textOf: (glyph: number) => string | undefined,
  bytesPerCode: 1 | 2 = 2,
): string {
  const hex = (code: number) => code.toString(16).padStart(bytesPerCode * 2, '0');
  const chars: string[] = [];
  const ranges: string[] = [];
  for (let i = 0; i < glyphs.length; ) {
    const first = glyphs[i]!;
    const text = textOf(first);
    i++;
    if (text === undefined || text === '') continue;
    const length = text.length === 1 ? runLength(glyphs, i - 1, text.charCodeAt(0), textOf) : 1;
    if (length === 1) {
      chars.push(`<${hex(first)}><${utf16Hex(text)}>`);
    } else {
      ranges.push(`<${hex(first)}><${hex(first + length - 1)}><${utf16Hex(text)}>`);
      i += length - 1;
    }
  }
  return head('ff'.repeat(bytesPerCode)) + inBlocks('bfchar', chars) + inBlocks('bfrange', ranges) + tail;
}

/** How many glyphs from `at` on follow each other in id and in code. Within a range, the last byte of neither may overflow. */
function runLength(glyphs: readonly number[], at: number, code: number, textOf: (glyph: number) => string | undefined): number {
  const first = glyphs[at]!;
  const most = 256 - Math.max(first & 255, code & 255);
  let length = 1;
  while (length < most && glyphs[at + length] === first + length) {
    const text = textOf(first + length);
    if (text?.length !== 1 || text.charCodeAt(0) !== code + length) break;
    length++;
  }
  return length;
}

/** At most 100 entries may stand in one block. */
function inBlocks(operator: string, entries: readonly string[]): string {
  let out = '';
  for (let at = 0; at < entries.length; at += 100) {
    const block = entries.slice(at, at + 100);
    out += `${block.length} begin${operator}\n${block.join('\n')}\nend${operator}\n`;
  }
  return out;
}
