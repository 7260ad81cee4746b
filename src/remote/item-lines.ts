// Sends a stream of items to a server: as JSON Lines if the server takes them, otherwise as one list.
import { mayPass, PdfgenError } from '../contract/errors.ts';
import type { ItemStream, StreamedItem } from '../contract/item-stream.ts';
import type { BodyStream } from './request.ts';

/** Characters that are sent together. */
const partLength = 65_536;

/**
 * Gives a function that finds out whether the server takes JSON Lines. It asks the server once: `ask` gives the answer of `whoami`, which servers
 * of other makers may lack.
 */
export function createLinesCheck<Context>(ask: (context: Context) => Promise<unknown>): (context: Context) => Promise<boolean> {
  let known: boolean | undefined;
  return async (context) => {
    known ??= await ask(context).then(
      (answer) => typeof (answer as WhoamiAnswer | undefined)?.server?.maxStreamItems === 'number',
      (error: unknown) => {
        // Any other error means that the server does not say what it accepts.
        if (!(error instanceof PdfgenError) || mayPass(error.code)) throw error;
        return false;
      },
    );
    return known;
  };
}

/** As far as a server gives it. */
interface WhoamiAnswer {
  readonly server?: { readonly maxStreamItems?: unknown } | null;
}

/** A body whose items are a stream. */
export interface StreamedBody {
  readonly items: ItemStream;
}

export function isStreamed(body: unknown): body is StreamedBody {
  return typeof body === 'object' && body !== null && 'items' in body && typeof body.items === 'function';
}

/** The body as JSON Lines. */
export function toLines({ items, ...head }: StreamedBody): BodyStream {
  return async function* () {
    let part = `${JSON.stringify(head)}\n`;
    for await (const item of items()) {
      if (part.length >= partLength) {
        yield part;
        part = '';
      }
      part += `${JSON.stringify(toPlain(item))}\n`;
    }
    yield part;
  };
}

/** The body with a list of its items, for a server that takes no JSON Lines. */
export async function toList({ items, ...head }: StreamedBody): Promise<unknown> {
  const list: unknown[] = [];
  for await (const item of items()) list.push(toPlain(item));
  return { ...head, items: list };
}

const toPlain = ({ data, reference }: StreamedItem): StreamedItem => ({ data, ...(reference !== undefined && { reference }) });
