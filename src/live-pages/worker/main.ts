// The program of the worker: compiles a template, lays out its document and paints its sheets. It answers one request after the other.
import { PdfgenError } from '../../contract/errors.ts';
import { compileTemplate } from '../../document/compile/compile-template.ts';
import { layOutDocument } from '../../document/lay-out-document.ts';
import type { PageItem } from '../../document/layout/fragment.ts';
import { withDemanded } from '../../document/on-demand.ts';
import { loadTextEngine } from '../../document/text/index.ts';
import type {
  PaintedSheet,
  RefusedAnswer,
  SheetSize,
  ShowRequest,
  View,
  WaitNote,
  WorkerAnswer,
  WorkerRequest,
} from '../protocol.ts';
import { fetchedResources } from './fetched-resources.ts';

interface Sheet extends SheetSize {
  readonly items: PageItem[];
}

interface WorkerScope {
  onmessage: (event: { readonly data: WorkerRequest }) => void;
  postMessage(message: WorkerAnswer | WaitNote, transferred?: readonly Transferable[]): void;
}

const scope = globalThis as unknown as WorkerScope;

/** The document that was laid out last. */
let shown: readonly Sheet[] = [];

scope.onmessage = ({ data: request }) => {
  void answer(request).then((given) => {
    const bitmaps = given.kind === 'refused' ? [] : given.painted.map(({ bitmap }) => bitmap);
    scope.postMessage(given, bitmaps);
  });
};

async function answer(request: WorkerRequest): Promise<WorkerAnswer> {
  try {
    if (request.kind === 'show') return await show(request);
    return { kind: 'painted', painted: await paint(request.view) };
  } catch (error) {
    return refuse(error);
  }
}

function refuse(error: unknown): RefusedAnswer {
  if (!(error instanceof Error)) throw error;
  return {
    kind: 'refused',
    faults: [],
    message: error instanceof PdfgenError ? error.message : `${error.name}: ${error.message}`,
  };
}

async function show({ template, base, data, date, view }: ShowRequest): Promise<WorkerAnswer> {
  const { document, inferred, files, limits } = template;
  const resources = fetchedResources(files, base);
  const engine = await awaited(loadTextEngine());
  const { program, diagnostics } = await withDemanded(resources, () =>
    compileTemplate(document, resources, engine, { inferred }),
  );
  if (!program) return { kind: 'refused', faults: diagnostics, message: '' };
  const input = { program, resources, data, date, limits, standards: program.standards, checkTime() {} };
  const { sheets, warnings } = await withDemanded(resources, () => {
    const sheets: Sheet[] = [];
    const { session } = layOutDocument(input, () => ({
      addPage: ({ width, height, items }) => void sheets.push({ width, height, items: [...items] }),
      addLate: (page, items) => void sheets[page]!.items.push(...items),
    }));
    return { sheets, warnings: session.warnings };
  });
  shown = sheets;
  return {
    kind: 'shown',
    sheets: sheets.map(({ width, height }) => ({ width, height })),
    painted: await paint(view),
    warnings,
    doubts: diagnostics,
  };
}

async function paint({ scale, sheets }: View): Promise<readonly PaintedSheet[]> {
  const painted: PaintedSheet[] = [];
  for (const sheet of sheets) {
    const found = shown[sheet];
    if (found) painted.push({ sheet, bitmap: await paintSheet(found, scale) });
  }
  return painted;
}

async function paintSheet({ width, height, items }: Sheet, scale: number): Promise<ImageBitmap> {
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  const context = canvas.getContext('2d', { alpha: false })!;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  void items;
  return canvas.transferToImageBitmap();
}

/** Waits for files, and tells the page so. */
async function awaited<T>(loading: Promise<T>): Promise<T> {
  scope.postMessage({ kind: 'waits', isWaiting: true });
  try {
    return await loading;
  } finally {
    scope.postMessage({ kind: 'waits', isWaiting: false });
  }
}
