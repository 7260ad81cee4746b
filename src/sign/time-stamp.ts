// Asks a time stamp server (RFC 3161) for the time of a signature.
import { createHash, randomBytes } from 'node:crypto';
import { Integer, OctetString } from 'asn1js';
import { AlgorithmIdentifier, MessageImprint, SignedData, TimeStampReq, TimeStampResp, TSTInfo } from 'pkijs';
import { PdfgenError } from '../contract/errors.ts';
import { throughProxy } from '../remote/proxy.ts';
import { createRequester, type HttpResponse } from '../remote/request.ts';
import type { TimeStamper } from './make-cms.ts';

/** Largest answer that is read. A token with its certificates has 4 to 10 kB. */
const mostBytes = 100_000;
const timeoutMs = 10_000;

/** Raises REMOTE_UNREACHABLE for a server that does not answer, REMOTE_UNSUPPORTED for an answer that is not a time stamp of this signature. */
export function createTimeStamper(url: string): TimeStamper {
  return async (signature) => {
    const digest = createHash('sha256').update(signature).digest();
    const nonce = randomBytes(8);
    nonce[0] = (nonce[0]! & 0x7f) | 0x40; // positive, and of eight bytes
    const imprint = new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: sha256 }),
      hashedMessage: new OctetString({ valueHex: digest }),
    });
    const request = new TimeStampReq({
      version: 1,
      messageImprint: imprint,
      nonce: new Integer({ valueHex: nonce }),
      certReq: true,
    });
    const answer = await ask(url, new Uint8Array(request.toSchema().toBER()));
    return readToken(answer, { url, digest, nonce });
  };
}

const sha256 = '2.16.840.1.101.3.4.2.1';

async function ask(url: string, request: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const server = url + throughProxy(new URL(url));
  const unreachable = (what: string, cause?: unknown) =>
    new PdfgenError('REMOTE_UNREACHABLE', `The time stamp server ${server} ${what} Nothing was signed.`, { cause });
  const within = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await createRequester()(new URL(url), {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query' },
      body: request,
      timeoutMs,
      signal: within,
    });
    if (answer.status >= 300) answer.cancel();
    if (answer.status >= 300 && answer.status < 400) {
      const to = answer.headers.get('location') ?? '';
      const shown = URL.canParse(to, url) ? new URL(to, url).href : 'another address';
      throw unreachable(`sends requests on to ${shown}. Name that address, if you trust it.`);
    }
    if (answer.status >= 300) throw unreachable(`answered with status ${answer.status}. Check its address, or try again later.`);
    return await readAtMost(answer, mostBytes);
  } catch (error) {
    if (error instanceof PdfgenError) throw error;
    if (error instanceof TooLong) throw unreachable(`sent more than ${mostBytes / 1000} kB, which no time stamp has.`, error);
    if (within.aborted)
      throw unreachable(`did not answer within ${timeoutMs / 1000} s. Try again, or name another server.`, error);
    const { code = '' } = error as { readonly code?: string };
    throw unreachable(`cannot be reached${code && ` (${code})`}. Check its address and the network.`, error);
  }
}

class TooLong extends Error {}

async function readAtMost(answer: HttpResponse, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body) {
    size += chunk.length;
    if (size > most) throw new TooLong();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

interface TimeStampRequest {
  readonly url: string;
  readonly digest: Uint8Array;
  readonly nonce: Uint8Array;
}

function readToken(answer: Uint8Array<ArrayBuffer>, { url, digest, nonce }: TimeStampRequest): Uint8Array {
  const wrong = (what: string, cause?: unknown) =>
    new PdfgenError('REMOTE_UNSUPPORTED', `The time stamp server ${url} ${what}. Nothing was signed. Name another server.`, {
      cause,
    });
  let response: TimeStampResp;
  let info: TSTInfo | undefined;
  try {
    response = TimeStampResp.fromBER(answer);
    const content =
      response.timeStampToken && new SignedData({ schema: response.timeStampToken.content }).encapContentInfo.eContent;
    info = content && TSTInfo.fromBER(content.getValue());
  } catch (error) {
    throw wrong('gave an answer that is no time stamp (RFC 3161)', error);
  }
  // 0: granted. 1: granted with changes.
  if (response.status.status > 1 || !info || !response.timeStampToken) throw wrong('refused the request');
  const { messageImprint } = info;
  const isOurs = Buffer.from(messageImprint.hashedMessage.getValue()).equals(digest) && hasNonce(info, nonce);
  if (!isOurs) throw wrong('gave the time stamp of something else');
  return new Uint8Array(response.timeStampToken.toSchema().toBER());
}

const hasNonce = ({ nonce }: TSTInfo, asked: Uint8Array): boolean =>
  nonce !== undefined && Buffer.from(nonce.valueBlock.valueHexView).equals(asked);
