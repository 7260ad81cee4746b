// Draws a code with what stands around it: the value below bars, the digits of codes of goods, a logo.
import type { Code } from '../../barcode/modules.ts';
import type { ImageSource } from '../../image/image-source.ts';
import { GraphicBox, type GraphicFacts } from '../../layout/graphic-box.ts';
import type { TextLine } from '../../text/shaped-text.ts';
import { clearSquare, logoSquare } from './logo.ts';

/** A code in the width of its place. */
export interface PlacedCode {
  readonly code: Code;
  readonly left: number;
  readonly width: number;
  readonly fill: string;
  readonly facts: GraphicFacts;
}

/** Bars with their quiet zones, in pt. */
export interface PlacedBars extends PlacedCode {
  readonly height: number;
  /** Width of a module. */
  readonly module: number;
  /** Width of the left quiet zone. */
  readonly quiet: number;
}

/** A line of text below bars, from the left of the place. */
export interface PlacedLine {
  readonly line: TextLine;
  readonly left: number;
}

/** Squares, and a picture in the middle. */
export function drawMatrix({ code: whole, left, width, fill, facts }: PlacedCode, logo: ImageSource | undefined): GraphicBox {
  const scale = width / whole.width;
  const square = logoSquare(whole);
  const code = logo ? clearSquare(whole, square) : whole;
  return new GraphicBox(code.height * scale, facts, ({ items, artifact }, x, y) => {
    const tag = artifact ?? facts.tag;
    items.push({ kind: 'modules', x: x + left, y, scaleX: scale, scaleY: scale, rects: code.rects, fill, tag });
    if (!logo) return;
    // A module stays free around the picture.
    const side = (square.to - square.from - 2) * scale;
    const fitted = Math.min(side / logo.width, side / logo.height);
    const [wide, high] = [logo.width * fitted, logo.height * fitted];
    const [middleX, middleY] = [x + left + width / 2, y + width / 2];
    items.push({ kind: 'image', x: middleX - wide / 2, y: middleY - high / 2, width: wide, height: high, image: logo, tag });
  });
}

/** Bars reach this far down between digits, in modules (ISO/IEC 15420, 4.3.3.2). */
const guardModules = 5;
/** Between bars and digits, in modules. */
const gapModules = 1;
/** Bearers are twice as thick as a narrow bar (GS1 General Specifications, 5.3.2.4). */
const bearerModules = 2;

/** Bars, and lines of text below them. `digits`: those between guard bars; `lines`: those below everything. */
export function drawBars(
  { code, left, width, fill, facts, height, module, quiet }: PlacedBars,
  { lines, digits }: { readonly lines: readonly PlacedLine[]; readonly digits: readonly PlacedLine[] },
): GraphicBox {
  const bearer = code.hasBearers ? bearerModules * module : 0;
  const below = digits.reduce((most, { line }) => Math.max(most, gapModules * module + line.height), 0);
  const guards = code.guards ? guardModules * module : 0;
  const barsBottom = bearer + height;
  const textTop = barsBottom + bearer;
  const textHeight = lines.reduce((sum, { line }) => sum + line.height, 0);
  return new GraphicBox(textTop + Math.max(below, guards) + textHeight, facts, ({ items, artifact }, x, y) => {
    const tag = artifact ?? facts.tag;
    const add = (rects: readonly number[], top: number, scaleY: number) =>
      items.push({ kind: 'modules', x: x + left + quiet, y: y + top, scaleX: module, scaleY, rects, fill, tag });
    const write = ({ line, left: from }: PlacedLine, top: number) => {
      for (const segment of line.segments)
        items.push({ kind: 'text', x: x + left + from, y: y + top + line.baseline, segment, tag });
    };
    add(code.rects, bearer, height);
    if (code.guards) add(code.guards, barsBottom, guards);
    if (code.hasBearers) for (const top of [0, barsBottom]) add([-quiet / module, 0, width / module, 1], top, bearer);
    for (const placed of digits) write(placed, barsBottom + gapModules * module);
    let top = textTop;
    for (const placed of lines) {
      write(placed, top);
      top += placed.line.height;
    }
  });
}
