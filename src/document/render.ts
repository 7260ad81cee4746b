// Template and data to PDF: compile (once) -> bind and lay out, page by page -> paint.
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { PdfgenError } from '../contract/errors.ts';
import type { RenderWarning } from '../contract/generate.ts';
import { type CompiledText, findCurrencyFault, findLocaleFault, findZoneFault } from './expression/index.ts';
import type { FormatSettings, Scope } from './expression/types.ts';
import { openImage } from './image/index.ts';
import type { ImageSource, Metadata } from './layout/fragment.ts';
import { paginate } from './layout/paginate.ts';
import { type BoundScope, type ImageLookup, type RenderLimits, Session } from './layout/session.ts';
import { createPdf } from './paint/index.ts';
import type { Resources } from './resources.ts';
import type { Program } from './template/compile-template.ts';

export interface RenderInput {
  readonly program: Program;
  readonly data: unknown;
  readonly resources: Resources;
  /** `doc.date` and the date in the metadata, RFC 3339; undefined: none. The clock is never read. */
  readonly date: string | undefined;
  readonly fontSubset: 'document' | 'template';
  readonly limits: RenderLimits;
  /** Called every few boxes; raises RENDER_TIMEOUT when time is up. */
  readonly checkTime: () => void;
  /** Takes the bytes as they are made. */
  readonly write: (chunk: Uint8Array) => void;
}

export interface Rendered {
  readonly pages: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly warnings: readonly RenderWarning[];
  /** What `document.filename` gives; empty: it says nothing. */
  readonly filename: string;
}

/** Renders one document. Raises RENDER_LIMIT, RENDER_TIMEOUT, and RENDER_WARNINGS for text whose overflow is an error. */
export function renderDocument(input: RenderInput): Rendered {
  const { program, data, resources, limits } = input;
  const session = new Session(limits, imageLookup(resources, limits), input.checkTime);
  const scope = { ...rootScope(program, data, input.date, session), warn: session.warnOfValue };
  // Control characters have no place in what viewers show as the title and the like.
  if (program.usesDate && input.date === undefined)
    session.warn('no-date', '/', undefined, 'The template uses doc.date, and no date was given: it is empty.');
  const say = (text: CompiledText | undefined) =>
    text
      ?.text(scope)
      .replace(/\p{Cc}+/gu, ' ')
      .trim() || undefined;
  const { document } = program;
  const metadata: Metadata = {
    title: say(document.title),
    author: say(document.author),
    subject: say(document.subject),
    creator: say(document.creator),
    lang: say(document.lang),
    keywords: document.keywords.map((keyword) => keyword.text(scope).trim()).filter(Boolean),
    date: input.date === undefined ? undefined : new Date(input.date),
  };
  const pdf = createPdf({ metadata, fontSubset: input.fontSubset, write: input.write });
  for (const layout of program.pages) paginate(layout, scope, session, (page) => pdf.addPage(page));
  const { pages, bytes, sha256, lostAnchors } = pdf.end();
  for (const anchor of lostAnchors)
    session.warn(
      'link-dropped',
      `#${anchor}`,
      undefined,
      `Nothing in the document has the anchor "${anchor}", and links to it are left out.`,
    );
  return { pages, bytes, sha256, warnings: session.warnings, filename: document.filename?.text(scope).trim() ?? '' };
}

const conventions = [
  ['locale', findLocaleFault, 'en-US'],
  ['timezone', findZoneFault, 'UTC'],
  ['currency', findCurrencyFault, 'none'],
] as const;

function rootScope(program: Program, data: unknown, date: string | undefined, session: Session): BoundScope {
  const bare: Scope = {
    data,
    locals: [],
    loop: undefined,
    page: { number: undefined, total: undefined },
    doc: { title: '', date: date ?? '' },
    format: { locale: 'en-US', currency: undefined, timezone: 'UTC' },
  };
  const format: FormatSettings = {
    locale: program.locale?.text(bare) || 'en-US',
    currency: program.currency?.text(bare) || undefined,
    timezone: program.timezone?.text(bare) || 'UTC',
  };
  // A value that data give is replaced by the default, but not silently.
  for (const [member, findFault, instead] of conventions) {
    const value = format[member];
    // What is written in the template was checked when it was compiled.
    const fault = value === undefined || program[member]?.isLiteral !== false ? undefined : findFault(value);
    if (fault !== undefined) session.warn(`unknown-${member}`, `/${member}`, undefined, `${fault}; used instead: ${instead}.`);
  }
  const title = program.document.title?.text({ ...bare, format }) ?? '';
  return { ...bare, format, doc: { title, date: date ?? '' }, place: undefined, tag: undefined, session };
}

const dataUri = /^data:image\/(?:png|jpe?g);base64,/i;

function imageLookup(resources: Resources, limits: RenderLimits): ImageLookup {
  const opened = new Map<string, ReturnType<ImageLookup>>();
  return (source) => {
    const key = source.length > 200 ? createHash('sha256').update(source).digest('hex') : source;
    let image = opened.get(key);
    if (!image) {
      image = findImage(source, resources, limits);
      opened.set(key, image);
    }
    return image;
  };
}

function findImage(source: string, resources: Resources, limits: RenderLimits): ImageSource | { readonly problem: string } {
  const uri = dataUri.exec(source);
  if (!uri && source.startsWith('data:')) return { problem: 'The data: URI is not a base64 PNG or JPEG.' };
  const bytes = uri ? Buffer.from(source.slice(uri[0].length), 'base64') : undefined;
  const resource = bytes ? { key: createHash('sha256').update(bytes).digest('hex'), bytes } : resources.image(source);
  if (!resource) return { problem: `There is no image "${source.slice(0, 80)}" among the assets.` };
  try {
    return openImage(resource, { maxPixels: limits.maxImagePixels });
  } catch (error) {
    if (error instanceof PdfgenError && error.code === 'ASSET_INVALID')
      return { problem: `${uri ? 'The image' : source}: ${error.message}` };
    throw error;
  }
}
