// The thread that fills one form. A hostile file can do no more than end it.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { type ErrorCode, PdfgenError } from '../contract/errors.ts';
import type { Resource } from '../document/resources.ts';
import { pickFont } from '../document/text/font/collection.ts';
import { libraryFile, listShippedFonts } from '../files/program-files.ts';
import { toUnreadable, type Unreadable } from '../inspect/run-on-pdf.ts';
import { type FilledPdf, type FillOptions, fillPdf, type WrongValues } from './fill-pdf.ts';

/** The form, its values, and fonts for characters that its own fonts lack. */
export interface FillOrder extends FillOptions {
  readonly pdf: Uint8Array<ArrayBuffer>;
  /** `member`: the font of a collection. `shown`: the file in messages. */
  readonly fonts: readonly { readonly bytes: Uint8Array; readonly member: string | undefined; readonly shown: string }[];
}

export type FromFillThread =
  | { readonly filled: FilledPdf }
  | WrongValues
  | { readonly code: ErrorCode; readonly message: string };

const send = (message: FromFillThread | Unreadable): void => parentPort!.postMessage(message);

async function answer({ pdf, fonts, ...options }: FillOrder): Promise<void> {
  try {
    const given = fonts.map(({ bytes, member }) => pickFont(toResource(bytes), member));
    const readShipped = async (name: string) => toResource(await readFile(listShippedFonts().get(name)!));
    const file = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length);
    const made = await fillPdf(file, options, { given, readShipped, libraryFile });
    send('breaches' in made ? made : { filled: made });
  } catch (error) {
    const unreadable = toUnreadable(error);
    if (unreadable) send(unreadable);
    // A cloned Error would lose its code.
    else if (error instanceof PdfgenError) send({ code: error.code, message: error.message });
    else throw error;
  }
}

const toResource = (bytes: Uint8Array): Resource => ({ key: createHash('sha256').update(bytes).digest('hex'), bytes });

// Not awaited: chunks of the bundle import from this module, and would wait for its end.
void answer(workerData as FillOrder);
