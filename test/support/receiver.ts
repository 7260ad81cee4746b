// An endpoint that receives webhooks, on a free port of this machine.
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import { listen } from './listen.ts';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiver {
  readonly url: string;
  readonly port: number;
  /** What has arrived. */
  readonly received: readonly Received[];
  /** Answers calls from now on. Default: 204. */
  answer(listener: (call: Received, response: ServerResponse) => void): void;
}

/** Closes with the test. */
export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let reply = (_: Received, response: ServerResponse): void => void response.writeHead(204).end();
  const listener: RequestListener = async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk as string;
    const call = { path: request.url!, headers: request.headers, body };
    received.push(call);
    reply(call, response);
  };
  const server = createServer((request, response) => void listener(request, response));
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/`,
    port,
    received,
    answer(next) {
      reply = next;
    },
  };
}
