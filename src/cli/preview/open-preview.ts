// Opens the preview of a template: its server, and what its page may call.
import { open, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { PdfgenError } from '../../contract/errors.ts';
import type { ShownFiles } from '../../contract/shown-template.ts';
import { cannotRead } from '../../input/input-error.ts';
import { isObject } from '../../json/is-object.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { CommandContext } from '../context.ts';
import { checkDate, chooseDate } from '../documents/document-date.ts';
import { openOnDesktop } from '../output/open-made.ts';
import { followPages } from './follow-pages.ts';
import { type PreviewCall, Refusal, startPreviewServer } from './preview-server.ts';
import { checkData, openPreviewed, type PreviewOrder, toFaults } from './read-pages.ts';

export interface OpenedPreview {
  readonly address: string;
  /** Names of the watched files. Undefined: no file is watched. */
  readonly watched: string | undefined;
  /** Opens the page in the browser. Says why, if it cannot. */
  show(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Raises TEMPLATE_NOT_FOUND, UsageError for the date or for data that are not a file, and InputError for a data file that cannot be read. The page
 * shows all other faults of the template and its data.
 */
export async function openPreview(order: PreviewOrder, isWatched: boolean, context: CommandContext): Promise<OpenedPreview> {
  await checkOrder(order, context);
  const pages = await followPages(order, isWatched, context);
  // The first reading loads the engine, so it runs while the browser opens. The page shows its faults later.
  void pages.read('', undefined, context.signal).catch(() => undefined);
  const server = await startPreviewServer({
    json: new Map<string, PreviewCall>([
      ['GET shown', (query, _body, signal) => pages.read(query.get('choice') ?? '', readNumber(query.get('after')), signal)],
      [
        'POST validate',
        async (_query, body) => {
          const template = await openPreviewed(order, context);
          return { faults: await checkData(template, dataOf(body), () => undefined, context.io.cwd) };
        },
      ],
      ['POST check', (_query, body) => checkDocument(order, dataOf(body), context)],
    ]),
    async file(kind, name) {
      const { engine, uuid } = await openPreviewed(order, context);
      return engine.openShownFile(uuid, kind as keyof ShownFiles, name);
    },
  });
  return {
    address: server.address,
    watched: pages.watched,
    show: () => openOnDesktop('The page', server.makeTicket(), context),
    async close() {
      await server.close();
      await pages.close();
    },
  };
}

async function checkOrder(order: PreviewOrder, context: CommandContext): Promise<void> {
  const { cwd, env } = context.io;
  const { date, data } = order;
  await checkDate(date, env);
  await openPreviewed(order, context).catch((error: unknown) => {
    if (!(error instanceof PdfgenError) || error.code === 'TEMPLATE_NOT_FOUND') throw error;
  });
  if (data !== undefined) await checkDataFile(data, cwd);
}

async function checkDataFile(data: string, cwd: string): Promise<void> {
  if (data === '') throw new UsageError('-d needs the name of a file.');
  if (/^\s*\{.*\}\s*$/s.test(data)) throw new UsageError('-d takes the name of a file, not JSON: write the JSON into a file.');
  const path = resolve(cwd, data);
  const refuse = (cause: unknown): never => {
    throw cannotRead(data, cause);
  };
  const found = data === '-' ? undefined : await stat(path).catch(refuse);
  // Standard input and pipes can be read once.
  if (!found?.isFile() && !found?.isDirectory())
    throw new UsageError('The page reads the data again and again: name a file with -d FILE.');
  // The system refuses a folder when it is read, and not before.
  const file = await open(path).catch(refuse);
  await file
    .read(Buffer.alloc(1))
    .catch(refuse)
    .finally(() => file.close());
}

const readNumber = (text: string | null): number | undefined => (text === null ? undefined : Number(text));

function dataOf(body: unknown): Readonly<Record<string, unknown>> {
  if (isObject(body) && isObject(body.data)) return body.data;
  throw new Refusal(400, 'The body has no "data".');
}

/** Makes the document as `pdfgen generate single` does. Raises Refusal with the faults. */
async function checkDocument(order: PreviewOrder, data: Readonly<Record<string, unknown>>, context: CommandContext) {
  try {
    const template = await openPreviewed(order, context);
    const date = await chooseDate(order.date, template, context.io.env);
    const { body, pages, warnings, pageDigest } = await template.engine.generateSingle(
      {
        params: { uuid: template.uuid },
        body: { data, options: { ...(date !== undefined && { date }) } },
      },
      { signal: context.signal, wantsDigest: true },
    );
    return { pdf: Buffer.concat(body).toString('base64'), pages, warnings, digest: pageDigest };
  } catch (error) {
    throw new Refusal(422, 'The server could not make the document.', { faults: toFaults(error, context.io.cwd) });
  }
}
