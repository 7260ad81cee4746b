// The program of the worker: compiles a template, lays out its document and paints its sheets. It answers one request after the other.
import { type Breach, PdfgenError } from '../../contract/errors.ts';
import { compileTemplate } from '../../document/compile/compile-template.ts';
import { checkEncryption, standardBreach } from '../../document/head.ts';
import { type LayoutInput, layOutDocument } from '../../document/lay-out-document.ts';
import type { PageItem } from '../../document/layout/fragment.ts';
import type { Origin, PageOrigins } from '../../document/layout/origin.ts';
import { warnOfLeftOut } from '../../document/left-out-invoice.ts';
import { withDemanded } from '../../document/on-demand.ts';
import { createSheetReader, type ReadElement, type SheetReader } from '../../document/read-sheets.ts';
import { loadTextEngine } from '../../document/text/index.ts';
import { layoutWords } from '../../editor-words/index.ts';
import { PagePainter, type PaintedPage, readFieldValues } from '../canvas/index.ts';
import type {
  FoundAnswer,
  PaintedSheet,
  RefusedAnswer,
  SheetSize,
  ShownPart,
  ShowRequest,
  View,
  WaitNote,
  WorkerAnswer,
  WorkerRequest,
} from '../protocol.ts';
import { awaited } from './awaited.ts';
import { countPlaces } from './count-places.ts';
import { fetchedResources, fetchNamed } from './fetched-resources.ts';
import { TextPlaces, unknownText } from './text-places.ts';

interface Sheet extends SheetSize {
  readonly items: PageItem[];
  readonly origins: PageOrigins | undefined;
}

interface ShownDocument extends Pick<PaintedPage, 'leftOut' | 'fieldValues'> {
  makeDigest(): Promise<string>;
  readonly sheets: readonly Sheet[];
  readonly read: (sheet: number) => ReadElement;
}

interface WorkerScope {
  onmessage: (event: { readonly data: WorkerRequest }) => void;
  postMessage(message: WorkerAnswer | WaitNote, transferred?: readonly Transferable[]): void;
}

const scope = globalThis as unknown as WorkerScope;

const painter = new PagePainter();

/** Most pixels of a painted sheet in each direction, since browsers paint nothing on larger canvases, and in all. A larger sheet is painted less sharply. */
const mostPixels = { across: 8192, all: 4096 ** 2 } as const;

/** The document that was laid out last. */
let shown: ShownDocument | undefined;
/** The texts of the template that was compiled last, and those of the document that was laid out last. */
let texts: TextPlaces | undefined;
let shownTexts: TextPlaces | undefined;

scope.onmessage = ({ data: request }) => {
  void answer(request).then((given) => {
    const bitmaps = 'painted' in given ? given.painted.map(({ bitmap }) => bitmap) : [];
    scope.postMessage(given, bitmaps);
  });
};

async function answer(request: WorkerRequest): Promise<WorkerAnswer> {
  try {
    if (request.kind === 'show') return await show(request);
    if (request.kind === 'print') return (await texts?.print(request, shownTexts)) ?? unknownText;
    if (request.kind === 'digest') return { kind: 'digest', digest: await shown?.makeDigest() };
    if (request.kind === 'find') return { kind: 'found', ...findPart(request.pointer) };
    return { kind: 'painted', painted: shown ? await paint(shown, request.view) : [] };
  } catch (error) {
    return refuse(error);
  }
}

function refuse(error: unknown): RefusedAnswer {
  if (!(error instanceof Error)) throw error;
  if (!(error instanceof PdfgenError)) {
    // Such as a lack of memory, or a file that did not come.
    const why = `${error.name}: ${error.message.replace(/\.$/, '')}`;
    return { kind: 'refused', faults: [], message: layoutWords.impossible(why) };
  }
  const { message, errors = [] } = error;
  return { kind: 'refused', faults: errors.map(toFault), message: errors.length === 0 ? message : '' };
}

/** The place of a breach of a document is a component. */
const toFault = ({ message, keyword, params: { component, page } }: Breach): RefusedAnswer['faults'][number] => ({
  severity: 'error',
  code: keyword,
  pointer: typeof component === 'string' ? component : '',
  page: typeof page === 'number' ? page : undefined,
  message,
});

async function show({ template, base, data, date, view }: ShowRequest): Promise<WorkerAnswer> {
  const { document, inferred, files, limits } = template;
  const resources = fetchedResources(files, base);
  const [engine] = await awaited(Promise.all([loadTextEngine(), fetchNamed(template, base)]));
  const noted = new TextPlaces(resources);
  const { program, diagnostics } = await withDemanded(resources, () =>
    compileTemplate(document, resources, engine, { inferred, noteText: noted.note }),
  );
  texts = noted;
  if (!program) return { kind: 'refused', faults: diagnostics, message: '' };
  const input = { program, resources, data, date, limits, standards: program.standards, checkTime() {}, isTraced: true };
  const { laidOut, warnings } = await withDemanded(resources, () => layOut(input));
  const made = { ...laidOut, makeDigest: () => makeDigest(input) };
  const painted = await paint(made, view);
  shown = made;
  shownTexts = noted;
  return {
    kind: 'shown',
    sheets: laidOut.sheets.map(({ width, height }) => ({ width, height })),
    painted,
    warnings,
    doubts: diagnostics,
  };
}

function layOut(input: LayoutInput) {
  const sheets: Sheet[] = [];
  let leftOut: ReadonlySet<PageItem> = new Set();
  const { program, standards } = input;
  let reader: SheetReader | undefined;
  const { session } = layOutDocument(input, (parts, opened) => {
    leftOut = parts.leftOut;
    if (program.encryption) checkEncryption(program.encryption, opened);
    const joining = createSheetReader(parts);
    reader = joining;
    return {
      addPage(page) {
        joining.addPage(page);
        sheets.push({ width: page.width, height: page.height, items: [...page.items], origins: page.origins });
      },
      addLate(page, items) {
        joining.addLate(page, items);
        sheets[page]!.items.push(...items);
      },
    };
  });
  if (session.breaches.length > 0) throw standardBreach(standards, session.breaches);
  const warnings = [...warnOfLeftOut(program, standards), ...session.warnings];
  const fieldValues = readFieldValues(sheets.map(({ items }) => items));
  return { laidOut: { sheets, leftOut, fieldValues, read: reader!.end() }, warnings };
}

async function makeDigest(input: LayoutInput): Promise<string> {
  const { createPageDigest } = await awaited(import('../../document/page-digest.ts'));
  return withDemanded(input.resources, () => {
    const digest = createPageDigest();
    layOutDocument(input, () => digest);
    return digest.end();
  });
}

async function paint(document: ShownDocument, { scale, sheets }: View): Promise<readonly PaintedSheet[]> {
  const painted: PaintedSheet[] = [];
  for (const sheet of sheets) {
    const found = document.sheets[sheet];
    if (found)
      painted.push({
        sheet,
        ...(await paintSheet(found, document, scale)),
        parts: listParts(found),
        text: document.read(sheet),
      });
  }
  return painted;
}

async function paintSheet(
  { width, height, items }: Sheet,
  { leftOut, fieldValues }: ShownDocument,
  wanted: number,
): Promise<Pick<PaintedSheet, 'bitmap' | 'standIns'>> {
  // The browser decodes pictures outside of the worker.
  await awaited(painter.preparePictures(items));
  const scale = Math.min(wanted, mostPixels.across / Math.max(width, height), Math.sqrt(mostPixels.all / (width * height)));
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  const context = canvas.getContext('2d', { alpha: false })!;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  const standIns = painter.paintItems(context, { items, leftOut, fieldValues }, scale);
  return { bitmap: canvas.transferToImageBitmap(), standIns };
}

function findPart(pointer: string): Pick<FoundAnswer, 'times' | 'places'> {
  const sheets = shown?.sheets ?? [];
  const found = sheets.flatMap((sheet, i) =>
    listParts(sheet).flatMap((part) => (ownerOf(part) === pointer ? [{ ...part, sheet: i }] : [])),
  );
  const components = found.filter(({ kind }) => kind === 'component');
  // A column of a row is as high as the row.
  const own = components.length > 0 ? components : found;
  const places = own.map(({ sheet, left, top, width, height }) => ({ sheet, left, top, width, height }));
  return {
    times: countPlaces(
      sheets.map(({ origins }) => origins),
      pointer,
    ),
    places,
  };
}

/** The innermost place in the page layouts that led to a part. */
const ownerOf = ({ pointer, uses }: Origin): string | undefined =>
  [...uses, pointer].findLast((one) => one.startsWith('/pages/'));

function listParts({ origins }: Sheet): readonly ShownPart[] {
  return (origins?.parts ?? []).map(({ origin, corners, leastWidth, mostWidth }) => {
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    return { ...origin, left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top, leastWidth, mostWidth };
  });
}
