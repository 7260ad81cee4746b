// Opens a PDF and gives its objects as plain values.
import type { PDFDocument as LibDocument } from '@cantoo/pdf-lib';
import { preparePassword } from '../words/prepare-password.ts';
import { FileRoom } from './file-room.ts';
import { loadPdf, WrongPassword } from './load-pdf.ts';
import { asDict, type Dict, toDocEncoding, UnreadablePdf, type Value } from './objects.ts';
import type { PdfFile } from './plain-file.ts';

export type { PdfFile } from './plain-file.ts';

/** `password`: of the user or the owner. Raises UnreadablePdf. */
export async function openPdf(bytes: Uint8Array, password?: string): Promise<PdfFile> {
  const { toPdfFile } = await import('./plain-file.ts');
  const room = new FileRoom(bytes.length);
  const { context } = await openWithLib(bytes, password, room);
  return toPdfFile(bytes, context, room);
}

/** A file without a user password opens with the empty one. */
async function openWithLib(bytes: Uint8Array, given: string | undefined, room: FileRoom): Promise<LibDocument> {
  const sealed = await loadPdf(bytes, undefined, room);
  if (!sealed.isEncrypted) return sealed;
  for (const password of formsOf(given)) {
    try {
      return await loadPdf(bytes, password, room);
    } catch (error) {
      if (!(error instanceof WrongPassword)) throw error;
    }
  }
  if (given === undefined)
    throw new UnreadablePdf('is encrypted: write its password into a file, and name that file with --password-file');
  const prepared = preparePassword(given);
  const doubt = 'fault' in prepared ? `: the password ${prepared.fault}` : '';
  throw new UnreadablePdf(`is encrypted, and the password does not open it${doubt}`);
}

/**
 * The forms in which programs seal with a password: the normal form (ISO 32000-2, 7.6.4.3.3), and the password as it is typed. For revision 6, pdf-lib
 * takes the first 127 bytes of its UTF-8. For earlier revisions, pdf-lib takes each character as a byte. So each form is also given as bytes: in UTF-8 for
 * revision 5, in PDFDocEncoding for older ones.
 */
function formsOf(given = ''): ReadonlySet<string> {
  const prepared = preparePassword(given);
  const forms = ['password' in prepared ? prepared.password : given, given];
  const bytes = forms.flatMap((form) => [Buffer.from(form, 'utf8').toString('latin1'), toDocEncoding(form)]);
  return new Set([...forms, ...bytes]);
}

/** Walks a name tree or number tree (ISO 32000-2, 7.9.6, 7.9.7) in its order. `leaves`: Names or Nums. */
export function* walkTree(root: Dict | undefined, leaves: 'Names' | 'Nums'): Generator<readonly [key: Value, value: Value]> {
  const seen = new Set<Dict>();
  const openNodes = root ? [root] : [];
  for (let node = openNodes.pop(); node; node = openNodes.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    const pairs = node.get(leaves);
    if (Array.isArray(pairs)) for (let i = 0; i + 1 < pairs.length; i += 2) yield [node.resolve(pairs[i]), pairs[i + 1]!];
    const kids = node.list('Kids').flatMap((kid) => asDict(kid) ?? []);
    openNodes.push(...kids.toReversed());
  }
}
