// A team of a running server: its token, its templates and what it calls.
import { createHash } from 'node:crypto';
import { Agent, request } from 'node:http';
import { JsonText } from '../../src/contract/json-text.ts';

export interface Answer {
  readonly status: number;
  readonly body: Buffer;
  /** The body as JSON. */
  json(): Readonly<Record<string, unknown>>;
}

export interface TeamClient {
  readonly url: string;
  readonly token: string;
  /** A call of `/api/v1`. A body that is no Buffer is sent as JSON, a JsonText as it is. Raises an error where no answer comes. */
  call(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Makes a template, and gives its UUID. Raises an error where it is refused. */
  createTemplate(slug: string, parts: Readonly<Record<string, unknown>>): Promise<string>;
  /** Uploads a file, and gives its entry among a template's assets. */
  putAsset(bytes: Buffer): Promise<Readonly<Record<string, unknown>>>;
  /** Calls that were answered with something else than 429 and 503: those on which the server worked. */
  served(): number;
  /** Cuts its connections, with the calls on them. */
  close(): void;
}

/** A client of a server with a token. */
export function openTeam(url: string, token: string): TeamClient {
  const agent = new Agent({ keepAlive: true });
  let served = 0;
  const send = (method: string, path: string, body: unknown): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const isRaw = Buffer.isBuffer(body);
      const headers = {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': isRaw ? 'application/octet-stream' : 'application/json' }),
      };
      const sent = request(`${url}/api/v1${path}`, { method, agent, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => {
          const whole = Buffer.concat(chunks);
          resolve({
            status: answer.statusCode!,
            body: whole,
            json: () => JSON.parse(whole.toString()) as Record<string, unknown>,
          });
        });
      });
      sent.on('error', reject);
      sent.end(body === undefined ? undefined : isRaw ? body : body instanceof JsonText ? body.text : JSON.stringify(body));
    });
  const call: TeamClient['call'] = async (method, path, body) => {
    const answer = await send(method, path, body);
    if (answer.status !== 429 && answer.status !== 503) served++;
    return answer;
  };
  return {
    url,
    token,
    call,
    async createTemplate(slug, parts) {
      const answer = await call('POST', '/templates', { slug, dataSchema: true, exampleData: {}, ...parts });
      if (answer.status !== 201) throw new Error(`${answer.status}: ${answer.body}`);
      return answer.json().uuid as string;
    },
    async putAsset(bytes) {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const answer = await call('PUT', `/assets/${sha256}`, bytes);
      if (answer.status >= 300) throw new Error(`${answer.status}: ${answer.body}`);
      return answer.json();
    },
    served: () => served,
    close: () => agent.destroy(),
  };
}
