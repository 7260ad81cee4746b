// Takes out of the content of another file what would do harm in a form: marks of the structure, which lead to elements that stay behind, and `Q`
// without a `q` before it. On a page viewers pass over it; in a form some of them undo the place of the form by it.
import { readContent } from '../../inspect/content/read-content.ts';
import type { FileRoom } from '../../pdf-file/file-room.ts';
import { Dict, Name, type Resolve, UnreadablePdf, type Value } from '../../pdf-file/objects.ts';

/** Graphics states inside of each other. PDF/A allows 28. */
const mostSaved = 500;

/**
 * Removes marked content that belongs to an element or is an artifact, and each `Q` without its `q`. Gives the same bytes if nothing is removed.
 * Keeps layers and `ActualText`. `hasId`: whether the property list of this name leads to an element. Raises UnreadablePdf.
 */
export function stripMarks(content: Uint8Array, hasId: (list: string) => boolean, resolve: Resolve, room: FileRoom): Uint8Array {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
  if (!bytes.includes('BMC') && !bytes.includes('BDC') && !mayRestoreTooMuch(bytes)) return content;
  const isKept = (tag: Value | undefined, list: Value | undefined): boolean => {
    const name = tag instanceof Name ? tag.name : '';
    if (name === 'OC' || name === 'Artifact') return name === 'OC';
    return !(list instanceof Name ? hasId(list.name) : list instanceof Dict && list.has('MCID'));
  };
  const kept: Buffer[] = [];
  const open: boolean[] = [];
  let saved = 0;
  let at = 0;
  const cut = (start: number, end: number): void => {
    kept.push(bytes.subarray(at, start));
    at = end;
  };
  for (const { operator, operands, start, end } of readContent(bytes, resolve, room)) {
    if (operator === 'BMC' || operator === 'BDC') {
      const stays = isKept(operands[0], operands[1]);
      open.push(stays);
      if (!stays) cut(start, end);
    } else if (operator === 'EMC' && open.pop() !== true) cut(start, end);
    else if (operator === 'q') {
      if (++saved > mostSaved) throw new UnreadablePdf(`nests q more than ${mostSaved} deep, which viewers cannot show`);
    } else if (operator === 'Q' && --saved < 0) {
      cut(start, end);
      saved = 0;
    }
  }
  if (at === 0) return content;
  const ends = open.filter(Boolean).map(() => '\nEMC');
  return Buffer.concat([...kept, bytes.subarray(at), Buffer.from(ends.join(''))]);
}

/** Looks at words alone, which is quick: few contents have to be taken apart for it. */
function mayRestoreTooMuch(bytes: Uint8Array): boolean {
  let saved = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if ((byte !== save && byte !== restore) || !isEnd(bytes[at - 1]) || !isEnd(bytes[at + 1])) continue;
    saved += byte === save ? 1 : -1;
    if (saved < 0 || saved > mostSaved) return true;
  }
  return false;
}

const save = 'q'.charCodeAt(0);
const restore = 'Q'.charCodeAt(0);
/** White space and delimiters, as far as they stand beside operators. */
const isEnd = (byte: number | undefined): boolean =>
  byte === undefined || byte <= 32 || '()<>[]/%'.includes(String.fromCharCode(byte));
