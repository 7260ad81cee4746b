// Serves the pages of the editor. Decides which sites may show them in a frame: docs/decisions/0003.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorCode, PdfgenError } from '../contract/errors.ts';
import type { Service } from '../engine/service.ts';
import { browserFileHeaders, openBrowserFile, pagePolicy, readBrowserPage } from '../files/browser-files.ts';
import type { ServerSettings } from '../settings/server-settings.ts';
import type { Authenticator } from './authenticate.ts';
import { escapeHtml } from './escape-html.ts';
import type { RateCheck } from './rate-check.ts';
import { readBytes } from './read-body.ts';
import { logFault, sendProblem, setStatus, toPdfgenError } from './send-problem.ts';

interface EditorDeps {
  readonly service: Service;
  readonly authenticate: Authenticator;
  readonly checkRate: RateCheck;
  readonly settings: ServerSettings;
}

const shell = "default-src 'none'; script-src 'self'; style-src 'self'; form-action 'self'; base-uri 'none'";
/** The page that opens the editor. It holds no secret, so any page may frame it. */
export async function sendEnterPage(_: EditorDeps, _request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return sendHtml(reply, readBrowserPage('enter.html'), shell);
}

/** Sends the editor for the capability in the form. Only the host of its session may frame it. */
export async function sendEditorPage(
  { service, authenticate, checkRate, settings }: EditorDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const capability = await readCapability(request, reply, settings);
  const { hostOrigin, sessionUuid } = await authenticate(request, (given) => service.openEditor(given), capability);
  await checkRate(reply, sessionUuid);
  const page = readBrowserPage('editor-page.html').replace('CAPABILITY', () => escapeHtml(capability));
  return sendHtml(reply, page, pagePolicy(hostOrigin ?? "'none'"));
}

/** Pages for the faults that a person with a browser may see. Programs get the other faults. */
const faultPages: Readonly<Partial<Record<ErrorCode, string>>> = {
  CAPABILITY_EXPIRED: 'over.html',
  EMBEDDED_TEMPLATE_NOT_FOUND: 'over.html',
  UNAUTHENTICATED: 'over.html',
  RATE_LIMITED: 'busy.html',
  OVERLOADED: 'busy.html',
  STORE_UNAVAILABLE: 'busy.html',
  INTERNAL: 'busy.html',
};

/** Answers a fault of the editor with a page of text. Any site may frame it, because the user sees it in the frame of the host. */
export function sendEditorFault(fault: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const page = faultPages[toPdfgenError(fault).code];
  if (page === undefined) return sendProblem(fault, request, reply);
  setStatus(logFault(fault, request), reply);
  return sendHtml(
    reply,
    readBrowserPage(page).replace('REQUEST', () => escapeHtml(request.id)),
    shell,
  );
}

const formType = 'application/x-www-form-urlencoded';

async function readCapability({ raw }: FastifyRequest, reply: FastifyReply, settings: ServerSettings): Promise<string> {
  if (raw.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() !== formType)
    throw new PdfgenError('UNSUPPORTED_MEDIA_TYPE', `The editor needs a form: send Content-Type: ${formType}.`);
  const rate = { minBytesPerSecond: settings.minUploadBytesPerSecond, windowMs: settings.uploadWindowSeconds * 1000 };
  const bytes = await readBytes(raw, { limit: 8192, response: reply.raw, rate });
  const form = new URLSearchParams(bytes.toString('utf8'));
  return form.get('capability') ?? '';
}

function sendHtml(reply: FastifyReply, html: string, policy: string): FastifyReply {
  return reply.header('content-type', 'text/html; charset=utf-8').header('content-security-policy', policy).send(html);
}

export const browserFilesPath = '/editor/files/:name';

/** Sends a script, a font or another file whose name has the hash of its content. */
export async function sendBrowserFile(_: EditorDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { name } = request.params as { readonly name: string };
  const file = await openBrowserFile(name, request.headers['accept-encoding']);
  if (!file || name.endsWith('.html')) throw new PdfgenError('NOT_FOUND', 'There is no such file.');
  return reply
    .headers(browserFileHeaders(name, file))
    .send(Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.length));
}
