// Opens a PDF with pdf-lib and gives its objects as plain values.
import type { PDFDict as LibDict, PDFDocument as LibDocument, PDFObject } from '@cantoo/pdf-lib';
import { preparePassword } from '../words/prepare-password.ts';
import { loadPdf, WrongPassword } from './load-pdf.ts';
import { asDict, Dict, Name, Ref, type Resolve, Stream, Text, toDocEncoding, UnreadablePdf, type Value } from './objects.ts';
import { UnpackRoom } from './unpack-room.ts';

export interface PdfFile {
  readonly bytes: Uint8Array;
  readonly catalog: Dict;
  /** The entries of the trailer that pdf-lib keeps: Root, Info, ID, Encrypt. */
  readonly trailer: Dict;
  /** The encryption dictionary; undefined: the file is not encrypted. */
  readonly encryption: Dict | undefined;
  readonly resolve: Resolve;
  /** All indirect objects by their keys. */
  objects(): Iterable<readonly [ref: Ref, value: Value]>;
}

/** `password`: of the user or the owner. Raises UnreadablePdf. */
export async function openPdf(bytes: Uint8Array, password?: string): Promise<PdfFile> {
  const [lib, { decodeStream }] = await Promise.all([import('@cantoo/pdf-lib'), import('./decode-stream.ts')]);
  const room = new UnpackRoom();
  const { context } = await openWithLib(bytes, password, room);
  const known = new Map<string, Exclude<Value, Ref>>();
  const resolve: Resolve = (value) => {
    let at = value ?? null;
    // A reference may lead to a reference; a loop of references leads nowhere.
    for (let steps = 0; at instanceof Ref; steps++) {
      if (steps > 32) return null;
      const ref = at;
      if (!known.has(ref.key)) {
        const object = context.lookup(lib.PDFRef.of(ref.id, Number(ref.key.split(' ')[1])));
        const found = object === undefined ? null : fromLib(object);
        if (found instanceof Ref) {
          at = found;
          continue;
        }
        known.set(ref.key, found);
      }
      at = known.get(ref.key)!;
    }
    return at;
  };
  const dictFromLib = (dict: LibDict): Dict => {
    const entries = new Map<string, Value>();
    for (const [name, value] of dict.entries()) entries.set(name.decodeText(), fromLib(value));
    return new Dict(entries, resolve);
  };
  const fromLib = (object: PDFObject): Value => {
    if (object instanceof lib.PDFName) return new Name(object.decodeText());
    if (object instanceof lib.PDFNumber) return object.asNumber();
    if (object instanceof lib.PDFBool) return object.asBoolean();
    // pdf-lib gives a decrypted string as it is, but would undo escapes in it once more.
    if (object instanceof lib.PDFString)
      return new Text(context.isDecrypted ? Buffer.from(object.asString(), 'latin1') : Uint8Array.from(object.asBytes()), false);
    if (object instanceof lib.PDFHexString) return new Text(object.asBytes(), true);
    if (object instanceof lib.PDFRef) return new Ref(object.objectNumber, object.generationNumber);
    if (object instanceof lib.PDFArray) return object.asArray().map(fromLib);
    if (object instanceof lib.PDFRawStream) return new Stream(dictFromLib(object.dict), () => decodeStream(object, room));
    if (object instanceof lib.PDFStream) return new Stream(dictFromLib(object.dict), () => object.getContents());
    if (object instanceof lib.PDFDict) return dictFromLib(object);
    return null;
  };
  const trailer = new Map<string, Value>();
  for (const [name, value] of Object.entries(context.trailerInfo)) if (value) trailer.set(name, fromLib(value));
  const root = new Dict(trailer, resolve);
  const catalog = root.dict('Root');
  if (!catalog?.dict('Pages')) throw new UnreadablePdf('is damaged: its list of pages is missing');
  const file: Omit<PdfFile, 'encryption'> = {
    bytes,
    catalog,
    trailer: root,
    resolve,
    *objects() {
      for (const [ref] of context.enumerateIndirectObjects()) {
        const own = new Ref(ref.objectNumber, ref.generationNumber);
        yield [own, resolve(own)];
      }
    },
  };
  return { ...file, encryption: context.isDecrypted ? findEncryption(file.objects()) : undefined };
}

/** pdf-lib forgets the trailer's entry Encrypt of a file that it has decrypted. */
function findEncryption(objects: Iterable<readonly [Ref, Value]>): Dict | undefined {
  for (const [, value] of objects)
    if (value instanceof Dict && value.name('Filter') === 'Standard' && value.number('P') !== undefined) return value;
  return undefined;
}

/** A file without a user password opens with the empty one. */
async function openWithLib(bytes: Uint8Array, given: string | undefined, room: UnpackRoom): Promise<LibDocument> {
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
