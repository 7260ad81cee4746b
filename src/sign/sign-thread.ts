// The thread of one signature. A hostile file can do no more than end it.
import { parentPort, workerData } from 'node:worker_threads';
import { type ErrorCode, PdfgenError } from '../contract/errors.ts';
import { toUnreadable, type Unreadable } from '../inspect/run-on-pdf.ts';
import { UsageError } from '../words/usage-error.ts';
import { misfitOf } from './key-usage.ts';
import { openP12 } from './open-p12.ts';
import { type SignatureFacts, type SignedPdf, signPdf } from './sign-pdf.ts';
import { createTimeStamper } from './time-stamp.ts';

/** The file to sign, and the key and facts of the signature. */
export interface SignOrder {
  readonly pdf: Uint8Array<ArrayBuffer>;
  /** `shown`: the name of the key file, for messages. */
  readonly p12: { readonly bytes: Uint8Array; readonly password: string; readonly shown: string };
  readonly facts: SignatureFacts;
  /** Address of the time stamp server. */
  readonly stampServer: string | undefined;
}

export interface Signed extends SignedPdf {
  /** When readers trust the certificate. */
  readonly validFrom: Date;
  readonly validTo: Date;
  /** Why readers do not accept the certificate for signatures, as the end of a sentence. */
  readonly misfit: string | undefined;
}

export type FromSignThread =
  | { readonly signed: Signed }
  | { readonly usage: string }
  | { readonly code: ErrorCode; readonly message: string };

const send = (message: FromSignThread | Unreadable): void => parentPort!.postMessage(message);

async function answer({ pdf, p12, facts, stampServer }: SignOrder): Promise<void> {
  try {
    const identity = openP12(p12.bytes, p12.password, p12.shown);
    const stamp = stampServer === undefined ? undefined : createTimeStamper(stampServer);
    const signed = await signPdf(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length), identity, facts, stamp);
    const { certificate } = identity;
    const { validFrom, validTo } = certificate;
    send({ signed: { ...signed, validFrom: new Date(validFrom), validTo: new Date(validTo), misfit: misfitOf(certificate) } });
  } catch (error) {
    const unreadable = toUnreadable(error);
    if (unreadable) send(unreadable);
    else if (error instanceof UsageError) send({ usage: error.message });
    // A cloned Error would lose its code.
    else if (error instanceof PdfgenError) send({ code: error.code, message: error.message });
    else throw error;
  }
}

// Not awaited: chunks of the bundle import from this module, and would wait for its end.
void answer(workerData as SignOrder);
