// Character maps: codes to CIDs, and codes to Unicode (ISO 32000-2, 9.7.5, 9.10.3).
import { Text, UnreadablePdf } from '../../pdf-file/objects.ts';
import { readContent } from './read-content.ts';

export interface CMap {
  /** Lengths of codes in bytes that occur, smallest first; with the ranges that have them. */
  readonly spaces: readonly { readonly length: number; readonly low: number; readonly high: number }[];
  readonly cids: ReadonlyMap<number, number>;
  readonly texts: ReadonlyMap<number, string>;
}

/** Most codes in the character maps and widths of a file; a range of a few bytes may claim billions. */
const maxCodes = 4_000_000;

/** Counts the codes of the fonts of a file. */
export class CodeRoom {
  #left = maxCodes;

  /** Raises UnreadablePdf. */
  take(codes: number): void {
    this.#left -= Math.max(0, codes);
    if (!(this.#left >= 0)) throw new UnreadablePdf(`has fonts that list more than ${maxCodes / 1e6} million codes`);
  }
}

/** The largest code of 4 bytes. */
const maxCode = 0xffff_ffff;

const utf16 = new TextDecoder('utf-16be', { ignoreBOM: true });

/** Raises UnreadablePdf for more codes than there is room. */
export function readCMap(bytes: Uint8Array, room: CodeRoom): CMap {
  const spaces: CMap['spaces'][number][] = [];
  const cids = new Map<number, number>();
  const texts = new Map<number, string>();
  const eachCode = (low: number, high: number, give: (code: number, offset: number) => void) => {
    if (high > maxCode) return;
    room.take(high - low + 1);
    for (let code = low; code <= high; code++) give(code, code - low);
  };
  const putText = (code: number, text: string) => {
    room.take(text.length);
    texts.set(code, text);
  };
  for (const { operator, operands } of readContent(bytes, (value) => value as never)) {
    if (operator === 'endcodespacerange')
      for (const [low, high] of groups(operands, 2))
        if (low instanceof Text && high instanceof Text)
          spaces.push({ length: low.bytes.length, low: toNumber(low), high: toNumber(high) });
    if (operator === 'endcidchar')
      for (const [code, cid] of groups(operands, 2))
        if (code instanceof Text && typeof cid === 'number') cids.set(toNumber(code), cid);
    if (operator === 'endcidrange')
      for (const [low, high, cid] of groups(operands, 3))
        if (low instanceof Text && high instanceof Text && typeof cid === 'number')
          eachCode(toNumber(low), toNumber(high), (code, offset) => cids.set(code, cid + offset));
    if (operator === 'endbfchar')
      for (const [code, text] of groups(operands, 2))
        if (code instanceof Text && text instanceof Text) putText(toNumber(code), utf16.decode(text.bytes));
    if (operator === 'endbfrange')
      for (const [low, high, text] of groups(operands, 3)) {
        if (!(low instanceof Text) || !(high instanceof Text)) continue;
        eachCode(toNumber(low), toNumber(high), (code, offset) => {
          if (Array.isArray(text)) {
            const one: unknown = text[offset];
            if (one instanceof Text) putText(code, utf16.decode(one.bytes));
          } else if (text instanceof Text) putText(code, later(utf16.decode(text.bytes), offset));
        });
      }
  }
  return { spaces, cids, texts };
}

const toNumber = ({ bytes }: Text): number => bytes.reduce((sum, byte) => sum * 256 + byte, 0);

/** The text whose last character is `offset` later. */
function later(text: string, offset: number): string {
  const characters = [...text];
  const last = characters.pop()?.codePointAt(0);
  if (last === undefined || last + offset > 0x10ffff) return text;
  return characters.join('') + String.fromCodePoint(last + offset);
}

function* groups<T>(list: readonly T[], size: number): Generator<readonly T[]> {
  for (let i = 0; i + size <= list.length; i += size) yield list.slice(i, i + size);
}
