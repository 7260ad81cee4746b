// A template and its layout as text, complete enough to be compared as a whole: the faults of the template, what stands where on each sheet, how it looks,
// what is warned of, and the structure.
import { PdfgenError } from '../../src/contract/errors.ts';
import type { StandardName } from '../../src/contract/standards.ts';
import type { PageItem, Stroke } from '../../src/document/layout/fragment.ts';
import type { ImageLookup } from '../../src/document/layout/session.ts';
import { compile, defaultLimits, documentOf, itemLines, type LaidOut, layOut, pageItems } from './render.ts';
import { artifactLines, elementLines } from './structure.ts';

/** Templates whose layouts are recorded, by what the layout shows. */
export type RecordedCases = Readonly<Record<string, RecordedCase>>;

export interface RecordedCase {
  /** Of a page layout of 200 × 100 pt with margins of 10 pt and lines of 10 pt, as `layOut` makes it: the body has room for 8 lines. */
  readonly body: unknown;
  readonly data?: unknown;
  /** Further properties of the page layout. */
  readonly page?: Record<string, unknown>;
  /** Further properties of the template. */
  readonly more?: Record<string, unknown>;
  readonly limits?: Partial<typeof defaultLimits>;
  readonly standards?: readonly StandardName[];
}

/** What the check of a template says, and its layout. */
export async function recordCase({ body, data, page, more, limits, standards }: RecordedCase): Promise<string[]> {
  const { program, diagnostics } = await compile(documentOf(body, page, more));
  const checked = diagnostics.flatMap(({ severity, code, pointer, message }) => [
    `${severity} ${code} ${pointer}`,
    `  ${message}`,
  ]);
  if (!program) return checked;
  try {
    const allLimits = { ...defaultLimits, ...limits };
    const laidOut = await layOut(body, data, page, more, allLimits, findImage, undefined, undefined, standards);
    return [...checked, ...recordedLines(laidOut)];
  } catch (error) {
    if (!(error instanceof PdfgenError)) throw error;
    return [
      ...checked,
      `refused ${error.code}`,
      `  ${error.message}`,
      ...(error.errors ?? []).map((one) => `  ${JSON.stringify(one)}`),
    ];
  }
}

/** A picture whose name says its size: `9x18.png`. */
function findImage(name: string): ReturnType<ImageLookup> {
  const [, width, height] = /^(\d+)x(\d+)\.png$/.exec(name) ?? [];
  if (height === undefined) return { problem: `There is no image ${name}.` };
  return { key: name, name, bytes: new Uint8Array(), width: Number(width), height: Number(height), dpi: 72 };
}

/** The sheets of a document, its warnings, and its structure if it has tags. */
function recordedLines(laidOut: LaidOut): string[] {
  const { warnings, structure } = laidOut;
  return [
    ...pageItems(laidOut).flatMap((items, i) => [`sheet ${i + 1}`, ...indent(itemLines(items, 0, 0, looksOf))]),
    ...warnings.flatMap(({ code, component, dataPath, page, message }) => [
      `warning ${code} ${component}${dataPath ? ` ${dataPath}` : ''}${page ? ` sheet ${page}` : ''}`,
      `  ${message}`,
    ]),
    ...(structure ? ['structure', ...indent(elementLines(laidOut)), 'artifacts', ...indent(artifactLines(laidOut))] : []),
  ];
}

const indent = (lines: readonly string[]) => lines.map((line) => `  ${line}`);

const round = (value: number) => Math.round(value * 10) / 10;

const strokeOf = ({ width, color, dash }: Stroke) => ` ${width} ${color}${dash.length > 0 ? ` dash ${dash.join(' ')}` : ''}`;

/** What a line of `itemLines` does not say of its item. */
function looksOf(item: PageItem): string {
  switch (item.kind) {
    case 'text': {
      const { size, color } = item.segment.style;
      return `${size === 8 ? '' : ` size ${round(size)}`}${color === '#000000' ? '' : ` ${color}`}`;
    }
    case 'rect':
      return `${item.stroke ? strokeOf(item.stroke) : ''}${item.radius === 0 ? '' : ` radius ${[item.radius].flat().map(round).join(' ')}`}`;
    case 'path':
      return item.stroke ? strokeOf(item.stroke) : '';
    case 'line':
      return strokeOf(item.stroke);
    case 'link':
      return ` ${round(item.width)}x${round(item.height)}`;
    case 'anchor':
      return ` ${round(item.x)},${round(item.y)} ${round(item.width)}x${round(item.height)}`;
    case 'group': {
      const { x, y, scale, clip, opacity } = item;
      const area = clip && ` ${round(clip.x)},${round(clip.y)} ${round(clip.width)}x${round(clip.height)}`;
      const corners = clip?.radius ? ` radius ${[clip.radius].flat().map(round).join(' ')}` : '';
      const size = scale === undefined ? '' : ` scale ${round(scale)}`;
      return ` at ${round(x)},${round(y)}${size}${area ?? ''}${corners}${opacity === undefined ? '' : ` opacity ${opacity}`}`;
    }
    default:
      return '';
  }
}
