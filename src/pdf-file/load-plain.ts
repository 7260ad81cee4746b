// Loads a PDF that is not encrypted at once, for callers that cannot wait. It reads what `loadPdf` reads.
import { PDFContext, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import type { FileRoom } from './file-room.ts';
import { holdToTable, keepLive } from './live-objects.ts';
import { toWholeFile } from './load-pdf.ts';
import { ObjectReader } from './object-reader.ts';
import { UnreadablePdf } from './objects.ts';

/** The file is encrypted. */
export class LockedPdf extends UnreadablePdf {}

/** `maxObjects`: most indirect objects. Raises UnreadablePdf; LockedPdf for an encrypted file. */
export function loadPlain(bytes: Uint8Array, room: FileRoom, maxObjects: number): PDFContext {
  const live = keepLive(toWholeFile(bytes), room, maxObjects);
  if (live.table.trailer.get(PDFName.of('Encrypt'))) throw new LockedPdf('is encrypted');
  const context = PDFContext.create();
  // Strings of a decrypted file have no escapes.
  context.isDecrypted = false;
  const reader = new ObjectReader(live.bytes, context);
  while (!reader.skipWord('trailer')) {
    const ref = reader.readHead();
    if (reader.isDict()) {
      const { dict, data } = reader.readDictOrStream(() => undefined);
      if (data) reader.skipWord('endstream');
      context.assign(ref, data ? PDFRawStream.of(dict, data) : dict);
    } else context.assign(ref, reader.readValue());
    reader.skipWord('endobj');
  }
  holdToTable(context, live, room);
  return context;
}
