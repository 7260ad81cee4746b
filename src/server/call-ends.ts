// Tells how each call ended, once: with its answer, because its client left, or because the server cut it off.
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface CallEnd {
  /** `left`: the client left before the end of the answer. `cut`: the server closed the connection before the end of the answer. */
  readonly kind: 'answered' | 'left' | 'cut';
  /** The status of the answer. Without the end of an answer, a status that says why. */
  readonly status: number;
  readonly ms: number;
}

/** nginx writes 499 for a client that left. No client gets it. */
export const leftStatus = 499;
/** The error of Node for a client that closes its connection in the middle of its body. */
const endedInBody = 'HPE_INVALID_EOF_STATE';
/** The error with which the server closes the connection of a client that neither sends nor reads. */
export const stalledCode = 'PDFGEN_STALLED';

/** Call this at the beginning of a call. `isStopping`: the server cuts off what still runs. */
export function onCallEnd(
  { raw: { socket } }: FastifyRequest,
  reply: FastifyReply,
  isStopping: () => boolean,
  tell: (end: CallEnd) => void,
): void {
  const beganMs = performance.now();
  // Each step of a call listens for its end, a few more than the ten of which Node warns.
  reply.raw.setMaxListeners(20);
  reply.raw.once('close', () => {
    const ms = performance.now() - beganMs;
    if (reply.raw.writableFinished) return tell({ kind: 'answered', status: reply.statusCode, ms });
    tell({ ...reasonOf(socket, isStopping), ms });
  });
}

function reasonOf(socket: Socket, isStopping: () => boolean): Pick<CallEnd, 'kind' | 'status'> {
  const { code = '' } = (socket.errored ?? {}) as NodeJS.ErrnoException;
  if (code === stalledCode) return { kind: 'cut', status: 408 };
  if (code === endedInBody) return { kind: 'left', status: leftStatus };
  // A body that is not HTTP, or too late. The connection itself has got the answer: see create-http-server.ts.
  if (code.startsWith('HPE_') || code === 'ERR_HTTP_REQUEST_TIMEOUT') return { kind: 'cut', status: 400 };
  if (socket.readableEnded || code !== '') return { kind: 'left', status: leftStatus };
  return { kind: 'cut', status: isStopping() ? 503 : 500 };
}
