// Shows a template of a workspace: asks the server that `pdfgen templates preview` runs.
import { enterCall, type ShownFault, type ShownPages, ticketStart } from '../contract/shown-pages.ts';
import { previewWords } from '../editor-words/index.ts';
import { type CheckedDocument, type PageSource, SourceError } from './page-source.ts';
import type { FileBase } from './protocol.ts';
import { toPdf } from './to-pdf.ts';

const address = new URL('api/', location.href).href;

/** The secret in the fragment of the address. A ticket is exchanged for it, and is not in the address any more when the page is loaded again. */
export async function readSecret(): Promise<string> {
  const given = location.hash.slice(1);
  if (!given.startsWith(ticketStart)) return given;
  const answer = await fetch(new URL(enterCall, address), { method: 'POST', headers: { authorization: `Bearer ${given}` } });
  if (!answer.ok) return given;
  const { secret } = (await answer.json()) as { readonly secret: string };
  history.replaceState(null, '', `#${secret}`);
  return secret;
}

interface Refused {
  readonly message: string;
  readonly faults?: readonly ShownFault[];
}

const readAnswer = async <Answer>(answer: Response) => [answer.ok, (await answer.json()) as Answer & Refused] as const;

/** `secret`: what proves that the page was opened by the command. */
export function workspaceSource(secret: string): PageSource {
  const base: FileBase = {
    address,
    headers: { authorization: `Bearer ${secret}` },
  };
  const ask = async <Answer>(path: string, init: RequestInit = {}): Promise<Answer> => {
    const call = fetch(new URL(path, base.address), { ...init, headers: base.headers });
    const [ok, given] = await call.then(readAnswer<Answer>).catch((error: unknown) => {
      if (init.signal?.aborted) throw error;
      throw new SourceError(previewWords.ended);
    });
    if (!ok) throw new SourceError(given.message, given.faults);
    return given;
  };
  const send = <Answer>(path: string, body: unknown) => ask<Answer>(path, { method: 'POST', body: JSON.stringify(body) });
  return {
    base,
    read(choice, after, signal) {
      const query = new URLSearchParams({ choice, ...(after !== undefined && { after: String(after) }) });
      return ask<ShownPages>(`shown?${query}`, { signal });
    },
    async validate(data) {
      return (await send<{ readonly faults: readonly ShownFault[] }>('validate', { data })).faults;
    },
    async check(data) {
      const { pdf, ...rest } = await send<Omit<CheckedDocument, 'pdf'> & { readonly pdf: string }>('check', { data });
      return { ...rest, pdf: toPdf(pdf) };
    },
  };
}
