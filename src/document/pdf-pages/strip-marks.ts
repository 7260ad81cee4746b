// Takes marks of the structure out of content that comes from another file: there they lead to elements, which stay behind.
import { readContent } from '../../inspect/content/read-content.ts';
import { Dict, Name, type Resolve, type Value } from '../../pdf-file/objects.ts';

/**
 * Content without marks that lead to elements or call it an artifact: the same bytes if there are none. Layers stay, and texts that stand for the
 * content. `hasId`: whether the property list of this name leads to an element.
 */
export function stripMarks(content: Uint8Array, hasId: (list: string) => boolean, resolve: Resolve): Uint8Array {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
  if (!bytes.includes('BMC') && !bytes.includes('BDC')) return content;
  const isKept = (tag: Value | undefined, list: Value | undefined): boolean => {
    const name = tag instanceof Name ? tag.name : '';
    if (name === 'OC' || name === 'Artifact') return name === 'OC';
    return !(list instanceof Name ? hasId(list.name) : list instanceof Dict && list.has('MCID'));
  };
  const kept: Buffer[] = [];
  const open: boolean[] = [];
  let at = 0;
  const cut = (start: number, end: number): void => {
    kept.push(bytes.subarray(at, start));
    at = end;
  };
  for (const { operator, operands, start, end } of readContent(bytes, resolve)) {
    if (operator === 'BMC' || operator === 'BDC') {
      const stays = isKept(operands[0], operands[1]);
      open.push(stays);
      if (!stays) cut(start, end);
    } else if (operator === 'EMC' && open.pop() !== true) cut(start, end);
  }
  if (at === 0) return content;
  const ends = open.filter(Boolean).map(() => '\nEMC');
  return Buffer.concat([...kept, bytes.subarray(at), Buffer.from(ends.join(''))]);
}
