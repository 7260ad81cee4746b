// Shows an embedded template with the pages as they are being written, and saves them: asks the editor's routes of the server.
import type { AssetEntry } from '../contract/engine.ts';
import type { ErrorCode } from '../contract/errors.ts';
import { maxDepths } from '../contract/max-depths.ts';
import type { Place, ShownFault, ShownPages } from '../contract/shown-pages.ts';
import type { ShownTemplate } from '../contract/shown-template.ts';
import { sourceWords, toolbarWords } from '../editor-words/index.ts';
import { readJson } from '../json/read-json.ts';
import { type CheckedDocument, type PageSource, SourceError } from './page-source.ts';
import type { FileBase } from './protocol.ts';
import { tabName } from './tab-name.ts';
import { toPdf } from './to-pdf.ts';

/** What the server answers of an embedded template. */
export interface EmbeddedTemplate extends ShownTemplate {
  readonly embeddedTemplateUuid: string;
  readonly name: string;
  readonly pages: readonly unknown[];
  readonly exampleData: Readonly<Record<string, unknown>>;
  /** The files that the pages may use, by the names that pages give them. */
  readonly assets: Readonly<Record<string, AssetEntry>>;
  /** Most bytes of an uploaded file. */
  readonly maxAssetBytes: number;
  readonly revision: number;
  /** Font families that texts may use. */
  readonly fonts: readonly string[];
  /** Number of the draft. */
  readonly draft?: number;
}

/** Page layouts that a person edits: their value, or a JSON text, which may be broken. */
export type EditedPages = { readonly pages: unknown; readonly text?: undefined } | { readonly text: string };

export interface EmbeddedSource extends PageSource {
  /** The template as the server has it. */
  load(): Promise<EmbeddedTemplate>;
  /** What the next `read` shows. */
  edited: EditedPages;
  /** Saves what is edited over a revision, and ends the draft that it comes from. Raises SourceError. */
  save(revision: number, draft: number | undefined): Promise<EmbeddedTemplate>;
  /**
   * Uploads a file for the pages. Returns its name in them, and the template with the files as they are now. The rest of the template stays as it was loaded
   * or saved last. Raises SourceError.
   */
  upload(file: Blob): Promise<{ readonly src: string; readonly template: EmbeddedTemplate }>;
  /** The work that the server keeps. Undefined: none. This and all below raise SourceError. */
  loadDraft(): Promise<Draft | undefined>;
  /** Keeps work in place of the draft with this number; undefined: as the first draft. Returns the number of the new draft. */
  keepDraft(work: Work, over: number | undefined): Promise<number>;
  dropDraft(draft: number): Promise<void>;
  /** The current revision and the earlier ones that are kept, newest first. */
  listRevisions(): Promise<readonly Revision[]>;
  /** The page layouts of a revision. */
  loadRevision(revision: number): Promise<readonly unknown[]>;
}

/** Work that is not saved. */
export interface Work {
  /** The page layouts as JSON, which may be broken. */
  readonly pages: string;
  /** The revision from which it was made. */
  readonly revision: number;
}

export interface Draft extends Work {
  /** Each write of a draft takes another number. */
  readonly draft: number;
  /** ISO 8601. */
  readonly savedAt: string;
}

export interface Revision {
  readonly revision: number;
  /** ISO 8601. */
  readonly savedAt: string;
}

/** A problem document (RFC 9457) of the server. */
interface Problem {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly errors?: readonly {
    readonly path: string;
    readonly message: string;
    readonly params: Readonly<Record<string, unknown>>;
  }[];
}

/** `capability`: what proves that the page was opened by an editor session. */
export function embeddedSource(capability: string): EmbeddedSource {
  const base: FileBase = {
    address: new URL('editor/v1/', location.href).href,
    headers: { authorization: `Bearer ${capability}` },
  };
  let template: EmbeddedTemplate | undefined;
  /** `member`: one that each answer of the server has. What lacks it comes from a proxy. */
  const ask = async <Answer>(
    member: (keyof Answer & string) | undefined,
    method: string,
    path: string,
    body?: string | Blob,
    headers: HeadersInit = {},
    keepalive = false,
  ): Promise<Answer> => {
    const { ok, content } = await fetchJson(new URL(path, base.address), {
      method,
      keepalive,
      headers: {
        ...base.headers,
        accept: 'application/json',
        ...(body && { 'content-type': typeof body === 'string' ? 'application/json' : 'application/octet-stream' }),
        ...headers,
      },
      ...(body && { body }),
    });
    if (!ok) throw toSourceError(content);
    if (member !== undefined && !(content && member in content)) throw notReached();
    return content as Answer;
  };
  return {
    base,
    edited: { pages: [] },
    async load() {
      template = await ask<EmbeddedTemplate>('revision', 'GET', 'template');
      return template;
    },
    async read() {
      template ??= await this.load();
      return { ...describe(template, this.edited), isWatched: false };
    },
    async validate(data) {
      const { errors = [] } = await ask<Pick<Problem, 'errors'>>(undefined, 'POST', 'validate', JSON.stringify({ data }));
      return errors.map(toFault);
    },
    async check(data) {
      // A newer preview of this tab takes the place of the one before.
      // The text itself: a parsed value would lose one of two members with the same name, and the server could not report it.
      const body = `{"pages":${textOf(this.edited)},"data":${JSON.stringify(data)},"tab":"${tabName}"}`;
      interface Report extends Omit<CheckedDocument, 'pdf' | 'digest'> {
        readonly pdf: string;
        readonly pageDigest: string;
      }
      const { pdf, pageDigest, pages, warnings } = await ask<Report>('pdf', 'POST', 'preview', body);
      return { pdf: toPdf(pdf), digest: pageDigest, pages, warnings };
    },
    async save(revision, draft) {
      // Inside of the body, the server would count other lines and columns.
      const { edited } = this;
      const broken = edited.text === undefined ? undefined : readPages(edited.text).fault;
      if (broken) throw new SourceError(broken.message);
      const ended = draft === undefined ? '' : `,"draft":${draft}`;
      template = await ask<EmbeddedTemplate>(
        'revision',
        'PUT',
        'template',
        `{"pages":${textOf(edited)}${ended}}`,
        over(revision),
      );
      return template;
    },
    async upload(file) {
      const { src } = await ask<{ readonly src: string }>('src', 'POST', 'assets', file);
      const { assets, files } = await ask<EmbeddedTemplate>('revision', 'GET', 'template');
      template = { ...template!, assets, files };
      return { src, template };
    },
    async loadDraft() {
      try {
        return await ask<Draft>('draft', 'GET', 'draft');
      } catch (error) {
        if (error instanceof SourceError && error.code === 'DRAFT_NOT_FOUND') return undefined;
        throw error;
      }
    },
    async keepDraft(work, draft) {
      const precondition = draft === undefined ? { 'if-none-match': '*' } : over(draft);
      const body = JSON.stringify(work);
      return (await ask<Draft>('draft', 'PUT', 'draft', body, precondition, isSmall(body))).draft;
    },
    dropDraft: async (draft) => void (await ask<object>(undefined, 'DELETE', 'draft', undefined, over(draft), true)),
    async listRevisions() {
      return (await ask<{ readonly items: readonly Revision[] }>('items', 'GET', 'revisions')).items;
    },
    async loadRevision(revision) {
      return (await ask<EmbeddedTemplate>('pages', 'GET', `revisions/${revision}`)).pages;
    },
  };
}

/** Whether the request may outlive the page. Fetch allows 64 KiB for all `keepalive` requests of a page together, and there may be two. */
const isSmall = (body: string): boolean => new Blob([body]).size <= 30_000;

/** Longest time for an answer, in ms. An upload may be a large picture on a slow line. */
const patienceMs = { call: 60_000, upload: 300_000 };

const notReached = () => new SourceError(sourceWords.notReached);

/** Raises SourceError if no answer of the server comes. Every answer of it with a body is a JSON object; others come from a proxy. */
async function fetchJson(
  address: URL,
  init: RequestInit,
): Promise<{ readonly ok: boolean; readonly content: object | undefined }> {
  let answer: Response;
  let content: object | null | undefined;
  try {
    answer = await fetch(address, {
      ...init,
      signal: AbortSignal.timeout(init.body instanceof Blob ? patienceMs.upload : patienceMs.call),
    });
    content = answer.status === 204 ? undefined : await answer.json();
  } catch {
    throw notReached();
  }
  if (content === null || (content !== undefined && typeof content !== 'object')) throw notReached();
  return { ok: answer.ok, content };
}

const over = (version: number): HeadersInit => ({ 'if-match': `"${version}"` });

const textOf = (edited: EditedPages): string => edited.text ?? JSON.stringify(edited.pages);

function describe(template: EmbeddedTemplate, edited: EditedPages): Omit<ShownPages, 'isWatched'> {
  const { name, revision, document, inferred, files, limits, exampleData } = template;
  const shown = {
    name,
    revision,
    texts: edited.text === undefined ? [] : [{ pointer: '/pages', file: sourceWords.pages, text: edited.text }],
    choices: [{ id: '', label: toolbarWords.example }],
  };
  const reading = edited.text === undefined ? { value: edited.pages, doubts: [] } : readPages(edited.text);
  if (reading.fault) return { ...shown, faults: [reading.fault] };
  return {
    ...shown,
    template: { document: { ...document, pages: reading.value }, inferred, files, limits },
    data: exampleData,
    faults: reading.doubts,
  };
}

type PagesRead =
  | { readonly fault?: undefined; readonly value: unknown; readonly doubts: readonly ShownFault[] }
  /** Why the text cannot be read. */
  | { readonly fault: ShownFault };

function readPages(text: string): PagesRead {
  const place = ({ line, column }: Omit<Place, 'file'>): Place => ({ file: sourceWords.pages, line, column });
  const reading = readJson(text, { maxDepth: maxDepths.document });
  if (reading.fault) {
    const { kind, message } = reading.fault;
    const told = kind === 'syntax' ? sourceWords.noJson(message) : message;
    return { fault: { severity: 'error', message: told, place: place(reading.fault) } };
  }
  const doubts = reading.inexact.map((one): ShownFault => ({ severity: 'warning', message: one.message, place: place(one) }));
  return { value: reading.value, doubts };
}

function toSourceError(content: unknown): SourceError {
  const { code, detail, errors = [] } = content as Partial<Problem>;
  if (typeof code !== 'string' || typeof detail !== 'string' || !Array.isArray(errors)) return notReached();
  return new SourceError(detail, errors.map(toFault), code);
}

const toFault = ({ path, message, params }: NonNullable<Problem['errors']>[number]): ShownFault => ({
  severity: 'error',
  message,
  pointer: typeof params.component === 'string' && params.component !== '' ? params.component : path,
  page: typeof params.page === 'number' ? params.page : undefined,
});
