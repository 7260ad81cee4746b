// Shows a template of a workspace: asks the server that `pdfgen templates preview` runs.
import type { ShownFault, ShownPages } from '../contract/shown-pages.ts';
import { type CheckedDocument, type PageSource, SourceError } from './page-source.ts';
import type { FileBase } from './protocol.ts';
import { toPdf } from './to-pdf.ts';

/** `secret`: what proves that the page was opened by the command. */
export function workspaceSource(secret: string): PageSource {
  const base: FileBase = {
    address: new URL('api/', location.href).href,
    headers: { authorization: `Bearer ${secret}` },
  };
  const ask = async <Answer>(path: string, init: RequestInit = {}): Promise<Answer> => {
    const answer = await fetch(new URL(path, base.address), { ...init, headers: base.headers }).catch((error: unknown) => {
      if (init.signal?.aborted) throw error;
      throw new SourceError('The command that shows this page has ended. Start it again, and open the address that it prints.');
    });
    const given = (await answer.json()) as Answer & { readonly message: string; readonly faults?: readonly ShownFault[] };
    if (!answer.ok) throw new SourceError(given.message, given.faults);
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
