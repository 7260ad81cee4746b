// Opens PDFs whose pages a template draws. Loaded when the first one is opened.
import type { PDFDict, PDFObject } from '@cantoo/pdf-lib';
import * as lib from '@cantoo/pdf-lib';
import { BoundedCache } from '../../cache/bounded-cache.ts';
import { decodeStream } from '../../pdf-file/decode-stream.ts';
import { FileRoom } from '../../pdf-file/file-room.ts';
import { LockedPdf, loadPlain } from '../../pdf-file/load-plain.ts';
import { UnreadablePdf } from '../../pdf-file/objects.ts';
import { type PageBox, type PdfPage, readPages } from '../../pdf-file/pages.ts';
import { toPdfFile } from '../../pdf-file/plain-file.ts';
import type { Resource } from '../resources.ts';
import type { Standard } from '../standard.ts';
import { describeLosses, readAnnotations } from './annotations.ts';
import { findBreaches } from './check-page.ts';
import { copyPages } from './copy-pages.ts';
import { type ForeignBreach, ForeignFault, type ForeignFile } from './foreign-page.ts';
import type { OpenFile, ReadyPage } from './ready-page.ts';
import { stripMarks } from './strip-marks.ts';

/** Most indirect objects of a file. */
const maxObjects = 100_000;
/** Most bytes after any filter of a stream, and of all streams. */
const maxStreamBytes = 64_000_000;
const maxUnpackedBytes = 1_000_000_000;
/** Most nodes of the page tree above a page. */
const maxLevels = 100;
/** Most bytes of the files that a process keeps open, and of the content of their pages. */
const maxKept = 64_000_000;

const files = new BoundedCache<ForeignFile | ForeignFault>(maxKept);
const pages = new BoundedCache<ReadyPage | ForeignFault>(maxKept);

/** Opens a file once a process. Raises ForeignFault. */
export const openPdf = (file: Resource): ForeignFile => openOnce(files, file.key, () => [open(file), file.bytes.length]);

/** Keeps what was opened by its key, or its fault. `make`: gives it with its weight. */
function openOnce<T extends object>(
  known: BoundedCache<T | ForeignFault>,
  key: string,
  make: () => readonly [opened: T, weight: number],
): T {
  const found = known.get(key);
  if (found instanceof ForeignFault) throw found;
  if (found) return found;
  try {
    const [opened, weight] = explained(make);
    known.set(key, opened, weight);
    return opened;
  } catch (error) {
    if (error instanceof ForeignFault) known.set(key, error);
    throw error;
  }
}

/** How much a file may unpack to for one purpose. */
const newRoom = ({ bytes }: Pick<Resource, 'bytes'>): FileRoom => new FileRoom(bytes.length, maxUnpackedBytes, maxStreamBytes);

function open({ key, bytes }: Resource): ForeignFile {
  const room = newRoom({ bytes });
  const context = loadPlain(bytes, room, maxObjects);
  const file: OpenFile = { context, plain: toPdfFile(bytes, context, room), room };
  const measured = readPages(file.plain).map((page) => ({ page, ...measure(page) }));
  if (measured.length === 0) throw new UnreadablePdf('has no pages');
  const own: ForeignFile = {
    key,
    bytes,
    sizes: measured.map(({ width, height }) => ({ width, height })),
    page(number) {
      const pageKey = `${key}#${number}`;
      return openOnce(pages, pageKey, () => {
        const page = prepare(measured[number - 1]!, pageKey, file, own);
        return [page, 1000 + page.content.length];
      });
    },
    openCopier(sink) {
      const { copy, layers } = copyPages(file, newRoom({ bytes }), sink);
      return { copy: (page) => explained(() => copy(page)), layers };
    },
  };
  return own;
}

/** A page with its visible part. */
interface MeasuredPage {
  readonly page: PdfPage;
  readonly box: PageBox;
  readonly width: number;
  readonly height: number;
}

/** ISO 32000-2, 14.11.2.1: of the crop box, what lies in the media box. A unit may be larger than a point. */
function measure(page: PdfPage): Omit<MeasuredPage, 'page'> {
  const { box: crop, media, rotate, dict } = page;
  const inside = [
    Math.max(crop[0], media[0]),
    Math.max(crop[1], media[1]),
    Math.min(crop[2], media[2]),
    Math.min(crop[3], media[3]),
  ] as const;
  const box = inside[0] < inside[2] && inside[1] < inside[3] ? inside : media;
  const unit = dict.number('UserUnit') ?? 1;
  const [wide, high] = [(box[2] - box[0]) * unit, (box[3] - box[1]) * unit];
  return rotate % 180 === 90 ? { box, width: high, height: wide } : { box, width: wide, height: high };
}

function prepare({ page, box, width, height }: MeasuredPage, key: string, file: OpenFile, own: ForeignFile): ReadyPage {
  const { context, plain } = file;
  if (!(width > 0 && height > 0 && width < 1e6 && height < 1e6))
    throw new UnreadablePdf(`is damaged: page ${page.number} has no usable size`);
  const [number = 0, generation = 0] = page.key?.split(' ').map(Number) ?? [];
  const node = context.lookup(lib.PDFRef.of(number, generation));
  if (!(node instanceof lib.PDFDict)) throw new UnreadablePdf(`is damaged: page ${page.number} is no object of its own`);
  const annotations = readAnnotations(page, node, plain.catalog);
  const lists = page.resources?.dict('Properties');
  const room = newRoom(own);
  const hasId = (name: string) => lists?.dict(name)?.has('MCID') ?? false;
  const checked = new Map<string, readonly ForeignBreach[]>();
  const ready: ReadyPage = {
    key,
    file: own,
    number: page.number,
    width,
    height,
    source: page,
    node,
    box,
    turns: page.rotate % 90 === 0 ? page.rotate / 90 : 0,
    content: stripMarks(readContents(page, node, room), hasId, plain.resolve, room),
    resources: inheritedOf(node, 'Resources'),
    annotations: annotations.painted,
    losses: describeLosses(annotations),
    findBreaches(standard: Standard) {
      const key = standard.names.join();
      const known = checked.get(key) ?? checkOrRefuse(() => findBreaches(ready, file, standard));
      checked.set(key, known);
      return known;
    },
  };
  return ready;
}

/** What cannot be checked is refused. */
function checkOrRefuse(check: () => readonly ForeignBreach[]): readonly ForeignBreach[] {
  try {
    return explained(check);
  } catch (error) {
    if (!(error instanceof ForeignFault)) throw error;
    return [{ rule: 'foreign-content', message: `The page cannot be checked: it ${error.message}` }];
  }
}

/** ISO 32000-2, 7.8.2: the streams are one; a token does not run over their ends. */
function readContents({ number }: PdfPage, node: PDFDict, room: FileRoom): Uint8Array {
  const contents = node.lookup(lib.PDFName.of('Contents'));
  const listed = contents instanceof lib.PDFArray ? contents.asArray().map((one) => node.context.lookup(one)) : [contents];
  const parts: Uint8Array[] = [];
  let size = 0;
  for (const stream of listed) {
    if (stream === undefined || stream === lib.PDFNull) continue;
    if (!(stream instanceof lib.PDFRawStream)) throw new UnreadablePdf(`is damaged: the content of page ${number} is no stream`);
    const part = stream.dict.has(lib.PDFName.of('F')) ? undefined : decodeStream(stream, room);
    if (!part && stream.getContents().length > 0)
      throw new UnreadablePdf(`is damaged: the content of page ${number} cannot be unpacked`);
    size += part?.length ?? 0;
    if (size > maxStreamBytes) throw new UnreadablePdf(`has more than ${maxStreamBytes / 1e6} MB of content on page ${number}`);
    if (part) parts.push(part, Buffer.from('\n'));
  }
  return Buffer.concat(parts);
}

/** ISO 32000-2, 7.7.3.4: a page inherits missing attributes from the nodes above it. */
function inheritedOf(page: PDFDict, name: string): PDFObject | undefined {
  let node: PDFObject | undefined = page;
  for (let level = 0; node instanceof lib.PDFDict && level < maxLevels; level++) {
    const value = node.get(lib.PDFName.of(name));
    if (value !== undefined && value !== lib.PDFNull) return value;
    node = node.lookup(lib.PDFName.of('Parent'));
  }
  return undefined;
}

/** Turns faults of the file into a ForeignFault. pdf-lib and the stack have errors of their own for hostile files. */
function explained<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ForeignFault) throw error;
    if (error instanceof LockedPdf)
      throw new ForeignFault('locked-pdf', 'is encrypted, so its pages cannot be taken over. Save it without a password', {
        cause: error,
      });
    if (error instanceof UnreadablePdf) throw new ForeignFault('missing-pdf', error.message, { cause: error });
    throw new ForeignFault('missing-pdf', 'is damaged: its objects cannot be read', { cause: error });
  }
}
