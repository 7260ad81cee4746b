// The objects that pdf-lib has read as plain values.
import {
  PDFArray,
  PDFBool,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib';
import { decodeStream } from './decode-stream.ts';
import type { FileRoom } from './file-room.ts';
import { Dict, Name, Ref, type Resolve, Stream, Text, UnreadablePdf, type Value } from './objects.ts';

export interface PdfFile {
  readonly bytes: Uint8Array;
  readonly catalog: Dict;
  /** The entries of the trailer that pdf-lib keeps: Root, Info, ID, Encrypt. */
  readonly trailer: Dict;
  /** The encryption dictionary; undefined: the file is not encrypted. */
  readonly encryption: Dict | undefined;
  readonly resolve: Resolve;
  readonly room: FileRoom;
  /** All indirect objects by their keys. */
  objects(): Iterable<readonly [ref: Ref, value: Value]>;
}

/** Raises UnreadablePdf. */
export function toPdfFile(bytes: Uint8Array, context: PDFContext, room: FileRoom): PdfFile {
  const known = new Map<string, Exclude<Value, Ref>>();
  const resolve: Resolve = (value) => {
    let at = value ?? null;
    // A reference may lead to a reference; a loop of references leads nowhere.
    for (let steps = 0; at instanceof Ref; steps++) {
      if (steps > 32) return null;
      const ref = at;
      if (!known.has(ref.key)) {
        const object = context.lookup(PDFRef.of(ref.id, Number(ref.key.split(' ')[1])));
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
  const dictFromLib = (dict: PDFDict): Dict => {
    const entries = new Map<string, Value>();
    for (const [name, value] of dict.entries()) entries.set(name.decodeText(), fromLib(value));
    return new Dict(entries, resolve);
  };
  const fromLib = (object: PDFObject): Value => {
    if (object instanceof PDFName) return new Name(object.decodeText());
    if (object instanceof PDFNumber) return object.asNumber();
    if (object instanceof PDFBool) return object.asBoolean();
    // pdf-lib gives a decrypted string as it is, but would undo escapes in it once more.
    if (object instanceof PDFString)
      return new Text(context.isDecrypted ? Buffer.from(object.asString(), 'latin1') : Uint8Array.from(object.asBytes()), false);
    if (object instanceof PDFHexString) return new Text(object.asBytes(), true);
    if (object instanceof PDFRef) return new Ref(object.objectNumber, object.generationNumber);
    if (object instanceof PDFArray) return object.asArray().map(fromLib);
    if (object instanceof PDFRawStream) return new Stream(dictFromLib(object.dict), () => decodeStream(object, room));
    if (object instanceof PDFStream) return new Stream(dictFromLib(object.dict), () => object.getContents());
    if (object instanceof PDFDict) return dictFromLib(object);
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
    room,
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
