// The content of one page as PDF operators. Remembers the graphics state, and writes operators only on a change. Callers use pt with the origin at
// the top left and y down; the canvas flips them.
import type { Clip, Stroke } from '../layout/fragment.ts';
import { type Element, figureOf, type Tag, type TaggedForm } from '../layout/tag.ts';
import { divideShown } from '../text/shown-string.ts';
import { type Matrix, multiply, orientations, transform } from '../vector/matrix.ts';
import { type FillRule, hasRadius, type Path, type Radius, type Rectangle, roundedRectangle } from '../vector/path.ts';
import { caps, joins } from '../vector/stroke-ends.ts';
import { type ColorOperators, colorOperators, initialColor } from './color.ts';
import { layoutArtifact, type PageMarks } from './marked-content.ts';
import { formatFactor, formatHundredths, formatLength, toHundredths, wholeOfFar } from './number.ts';

/** What a line is drawn with. */
export interface Pen extends Omit<Stroke, 'color'> {
  readonly color: string | ColorOperators;
  /** How much of the dashes lies before the beginning of the line. */
  readonly dashOffset?: number;
  /** How many times its width the corner of a line may reach. */
  readonly miterLimit?: number;
}

interface PaintState {
  readonly fill: ColorOperators;
  readonly stroke: ColorOperators;
  readonly lineWidth: string;
  readonly dash: string;
  readonly cap: number;
  readonly join: number;
  readonly miterLimit: string;
  readonly font: string;
  readonly fontSize: number;
  readonly letterSpacing: number;
  readonly isHidden: boolean;
}

const unknownColor: ColorOperators = { fill: '', stroke: '' };

/** ISO 19005-2, 6.1.13: `q` nests at most 28 deep. Late items of a page stand inside one, and an image brings one. */
const mostSaved = 26;

export class Canvas {
  /** The content so far; whole after `finish`. */
  #out = '';
  #fill = initialColor;
  #stroke = initialColor;
  #lineWidth = '1';
  #dash = '[] 0';
  #cap = 0;
  #join = 0;
  #miterLimit = '10';
  #font = '';
  #fontSize = 0;
  #letterSpacing = 0;
  #isHidden = false;
  /** The open path's painting operator. Neighbours with the same look share one path. */
  #path: '' | 'f' | 'S' = '';
  /** Within BT … ET: where the current line starts, in hundredths. */
  #inText = false;
  #textX = 0;
  #textY = 0;
  /** Rectangles to fill after the open text object, which may hold no paths. */
  #decorations: string[] = [];
  #decorationColor = initialColor;
  /** The graphics state outside of each open group, and the operators that begin the group. */
  readonly #saved: (PaintState & { readonly begin: string })[] = [];
  /** From the caller's coordinates to user space: x + left, top - y. */
  #left = 0;
  #top: number;
  #matrix: Matrix = [1, 0, 0, 1, 0, 0];
  /** From user space to that with which the content of the page or form begins. */
  #inner: Matrix = [1, 0, 0, 1, 0, 0];
  /** Undefined: the document is not tagged. */
  readonly marks: PageMarks | undefined;
  /** Where the content painted next belongs, and the figure around it. */
  #tag: Tag = layoutArtifact;
  #figure: Element | undefined;
  /** A sequence of `#tag` has begun. It stands inside the open text object, or no text object is open. */
  #isMarked = false;

  constructor(pageHeight: number, marks: PageMarks | undefined) {
    this.#top = pageHeight;
    this.marks = marks;
  }

  /** A canvas for a form that is painted here later: its content lies where it would lie on this canvas. */
  openForm(form: TaggedForm): Canvas {
    const inside = new Canvas(this.#top, this.marks?.inForm(form));
    inside.#left = this.#left;
    inside.#matrix = this.#matrix;
    inside.#forgetState();
    return inside;
  }

  /** A canvas for a form in coordinates of its own. */
  static ofForm(height: number): Canvas {
    const form = new Canvas(height, undefined);
    form.#forgetState();
    return form;
  }

  /** A form begins with the graphics state of the place at which it is painted, which is not known yet (ISO 32000-2, 8.10.1). */
  #forgetState(): void {
    this.#fill = unknownColor;
    this.#stroke = unknownColor;
    this.#lineWidth = '';
    this.#dash = '';
    this.#cap = -1;
    this.#join = -1;
    this.#miterLimit = '';
    this.#letterSpacing = Number.NaN;
  }

  /** Paints a form in a graphics state. */
  form(name: string, state: string): void {
    this.#close();
    this.#endMark();
    this.hideText(false);
    this.#out += `q /${state} gs /${name} Do Q\n`;
  }

  /** The coordinates are turned. */
  get isTurned(): boolean {
    return this.#matrix.some((one, i) => one !== [1, 0, 0, 1, 0, 0][i]);
  }

  /** Says where the content painted from here on belongs. */
  belongTo(tag: Tag): void {
    if (tag === this.#tag || this.marks === undefined) return;
    this.#endPath();
    this.#endMark();
    this.#tag = tag;
    this.#figure = figureOf(tag);
  }

  /** Moves the origin while `paint` runs, without an operator. */
  moved(x: number, y: number, paint: () => void): void {
    this.#left += x;
    this.#top -= y;
    paint();
    this.#left -= x;
    this.#top += y;
  }

  /** Coordinates go through a matrix while `paint` runs. */
  transformed([a, b, c, d, e, f]: Matrix, paint: () => void): void {
    const { left, top, matrix, inner } = { left: this.#left, top: this.#top, matrix: this.#matrix, inner: this.#inner };
    const to: Matrix = [a, -b, -c, d, left + e, top - f];
    this.#save(`${to.map(formatFactor).join(' ')} cm\n`);
    this.#left = 0;
    this.#top = 0;
    this.#matrix = multiply(to, matrix);
    this.#inner = multiply(to, inner);
    paint();
    this.#restore();
    this.#left = left;
    this.#top = top;
    this.#matrix = matrix;
    this.#inner = inner;
  }

  /** The place of a point for what is painted in the coordinates with which the content of the page or form begins, such as patterns. */
  matrixAt(x: number, y: number): Matrix {
    return multiply([1, 0, 0, -1, this.#left + x, this.#top - y], this.#inner);
  }

  clipped({ radius = 0, ...area }: Clip, paint: () => void): void {
    this.#save(`${this.#formatArea(area, radius)} W n\n`);
    paint();
    this.#restore();
  }

  clippedTo(path: Path, rule: FillRule, paint: () => void): void {
    this.#save(`${this.#formatPath(path, 0, 0)} W${rule === 'evenodd' ? '*' : ''} n\n`);
    paint();
    this.#restore();
  }

  /** A graphics state holds while `paint` runs. */
  inState(name: string, paint: () => void): void {
    this.#save(`/${name} gs\n`);
    paint();
    this.#restore();
  }

  /** Notes that the content of a figure covers a box. */
  cover(x: number, y: number, width: number, height: number): void {
    if (this.#figure) this.marks?.cover(this.#figure, this.pageRect(x, y, width, height));
  }

  /** The rectangle around a box on the page, in PDF's own coordinates: left, bottom, right, top. */
  pageRect(x: number, y: number, width: number, height: number): [number, number, number, number] {
    const left = this.#left + x;
    const top = this.#top - y;
    const corners = [
      transform(this.#matrix, left, top),
      transform(this.#matrix, left + width, top),
      transform(this.#matrix, left, top - height),
      transform(this.#matrix, left + width, top - height),
    ];
    const xs = corners.map(([cornerX]) => cornerX);
    const ys = corners.map(([, cornerY]) => cornerY);
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  }

  /** How far what is painted is turned on the page, in degrees from 0 to 360, counter-clockwise. */
  get angle(): number {
    const degrees = (Math.atan2(this.#matrix[1], this.#matrix[0]) * 180) / Math.PI;
    return (Math.round(degrees * 1000) / 1000 + 360) % 360;
  }

  fillRect(x: number, y: number, width: number, height: number, color: string): void {
    this.#open('f', colorOperators(color), undefined);
    this.#out += `${this.#formatRect(x, y, width, height)} re\n`;
  }

  /** A stroke of width 0 draws nothing. (PDF would draw the thinnest possible line.) */
  strokeLine(x1: number, y1: number, x2: number, y2: number, stroke: Stroke): void {
    if (stroke.width <= 0) return;
    this.#open('S', undefined, stroke);
    this.#out += `${this.#formatPoint(x1, y1)} m ${this.#formatPoint(x2, y2)} l\n`;
  }

  /** A rectangle with rounded corners, with fill, stroke or both. */
  rect(area: Rectangle, radius: Radius, fill: ColorOperators | undefined, stroke: Pen | undefined): void {
    if (fill && !hasRadius(radius) && !isDrawn(stroke)) {
      this.#open('f', fill, undefined);
      this.#out += `${this.#formatRect(area.x, area.y, area.width, area.height)} re\n`;
    } else this.#paintShape(() => this.#formatArea(area, radius), fill, stroke);
  }

  /** A path whose origin lies at `x`, `y`. */
  path(x: number, y: number, path: Path, fill: ColorOperators | undefined, rule: FillRule, stroke: Pen | undefined): void {
    this.#paintShape(() => this.#formatPath(path, x, y), fill, stroke, rule);
  }

  #paintShape(format: () => string, fill: ColorOperators | undefined, stroke: Pen | undefined, rule: FillRule = 'nonzero'): void {
    const line = isDrawn(stroke) ? stroke : undefined;
    if (!fill && !line) return;
    this.#close();
    this.#mark();
    if (fill) this.#setFill(fill);
    if (line) this.#setStroke(line);
    const paint = fill ? `${line ? 'B' : 'f'}${rule === 'evenodd' ? '*' : ''}` : 'S';
    this.#out += `${format()} ${paint}\n`;
  }

  /** Rectangles `[x, y, width, height]` in units of their own, as one path. */
  modules(x: number, y: number, scaleX: number, scaleY: number, rects: readonly number[], color: string): void {
    if (rects.length < 4) return;
    this.#close();
    this.#mark();
    if (this.#figure) this.#coverModules(x, y, scaleX, scaleY, rects);
    this.#setFill(colorOperators(color));
    const place = [scaleX, 0, 0, -scaleY, this.#left + x, this.#top - y].map(formatFactor).join(' ');
    let path = `q ${place} cm\n`;
    for (let i = 0; i + 3 < rects.length; i += 4) path += `${rects[i]} ${rects[i + 1]} ${rects[i + 2]} ${rects[i + 3]} re\n`;
    this.#out += `${path}f Q\n`;
  }

  #coverModules(x: number, y: number, scaleX: number, scaleY: number, rects: readonly number[]): void {
    let width = 0;
    let height = 0;
    for (let i = 0; i + 3 < rects.length; i += 4) {
      width = Math.max(width, rects[i]! + rects[i + 2]!);
      height = Math.max(height, rects[i + 1]! + rects[i + 3]!);
    }
    this.cover(x, y, width * scaleX, height * scaleY);
  }

  /** An XObject image over a box. `orientation`: 1–8 as Exif counts them. */
  image(name: string, x: number, y: number, width: number, height: number, orientation: number): void {
    this.#close();
    this.#mark();
    const [a, b, c, d, e, f] = orientations[orientation - 1] ?? orientations[0]!;
    const left = this.#left + x;
    const bottom = this.#top - y - height;
    const matrix = [a * width, b * height, c * width, d * height, left + e * width, bottom + f * height];
    this.#out += `q ${matrix.map(formatLength).join(' ')} cm /${name} Do Q\n`;
  }

  /** Opens a line of text with its origin at `x` on the baseline `y`. */
  startText(x: number, y: number, font: string, size: number, color: string, letterSpacing: number): void {
    if (this.#path !== '') this.#close();
    if (!this.#inText) {
      this.#endMark();
      this.#out += 'BT\n';
      this.#inText = true;
      this.#textX = 0;
      this.#textY = 0;
    }
    this.#mark();
    const fill = colorOperators(color);
    if (fill !== this.#fill) this.#setFill(fill);
    if (font !== this.#font || size !== this.#fontSize) {
      this.#font = font;
      this.#fontSize = size;
      this.#out += `/${font} ${formatFactor(size)} Tf\n`;
    }
    if (letterSpacing !== this.#letterSpacing) {
      this.#letterSpacing = letterSpacing;
      this.#out += `${formatFactor(letterSpacing)} Tc\n`;
    }
    const atX = toHundredths(this.#left + x);
    const atY = toHundredths(this.#top - y);
    const [moveX, moveY] = [atX - this.#textX, atY - this.#textY];
    const [farX, farY] = [wholeOfFar(moveX), wholeOfFar(moveY)];
    if (farX !== 0 || farY !== 0) this.#out += `${formatHundredths(farX)} ${formatHundredths(farY)} Td\n`;
    this.#out += `${formatHundredths(moveX - farX)} ${formatHundredths(moveY - farY)} Td\n`;
    this.#textX = atX;
    this.#textY = atY;
  }

  /** Whether the glyphs that follow are not painted (ISO 32000-2, 9.3.6). */
  hideText(isHidden: boolean): void {
    if (isHidden === this.#isHidden) return;
    this.#isHidden = isHidden;
    this.#out += isHidden ? '3 Tr\n' : '0 Tr\n';
  }

  /** Paints glyphs on the open line. `tj`: the inside of a string in a TJ array. */
  showText(tj: string): void {
    const shown = divideShown(tj);
    // The number of a move stands before an opened string, so this string is empty. PDFium forgets the move before an empty string at the end.
    this.#out += /\d\($/.test(shown) ? `[(${shown.slice(0, -1)}]TJ\n` : `[(${shown})]TJ\n`;
  }

  /** Raises the glyphs that follow on the line, in pt. */
  riseText(rise: number): void {
    this.#out += `${formatLength(rise)} Ts\n`;
  }

  /** Stretches all advances while `paint` runs, and leaves letter spacing out. */
  stretched(stretch: number, paint: () => void): void {
    const spacing = formatFactor(this.#letterSpacing);
    this.#out += `${formatFactor(stretch * 100)} Tz\n${spacing === '0' ? '' : '0 Tc\n'}`;
    paint();
    this.#out += `100 Tz\n${spacing === '0' ? '' : `${spacing} Tc\n`}`;
  }

  /** Marked content around everything that `paint` draws. `properties` in PDF syntax. */
  marked(tag: string, properties: string, paint: () => void): void {
    this.#out += `/${tag}${properties}BDC\n`;
    paint();
    this.#out += 'EMC\n';
  }

  /** A filled rectangle that may wait until the open text ends: underline, strike. */
  decorate(x: number, y: number, width: number, height: number, color: string): void {
    const fill = colorOperators(color);
    if (this.#decorations.length > 0 && fill !== this.#decorationColor) this.#endText();
    this.#decorationColor = fill;
    this.#decorations.push(this.#formatRect(x, y, width, height));
  }

  /** Everything painted so far, in Latin-1; the canvas may be painted on further. */
  finish(): string {
    this.#close();
    this.#endMark();
    return this.#out;
  }

  #open(path: 'f' | 'S', fill: ColorOperators | undefined, stroke: Pen | undefined): void {
    const changes =
      this.#path !== path || (fill !== undefined && fill !== this.#fill) || (stroke !== undefined && !this.#hasStroke(stroke));
    if (!changes && !this.#inText) return;
    this.#close();
    this.#mark();
    if (fill !== undefined) this.#setFill(fill);
    if (stroke !== undefined) this.#setStroke(stroke);
    this.#path = path;
  }

  /** Ends the open path or text object. */
  #close(): void {
    this.#endPath();
    this.#endText();
  }

  #endPath(): void {
    if (this.#path === '') return;
    this.#out += `${this.#path}\n`;
    this.#path = '';
  }

  #endText(): void {
    if (this.#inText) {
      this.#endMark();
      this.#out += 'ET\n';
      this.#inText = false;
    }
    if (this.#decorations.length === 0) return;
    this.#endMark();
    if (this.marks) this.#out += this.marks.begin(layoutArtifact);
    this.#setFill(this.#decorationColor);
    this.#out += `${this.#decorations.join(' re\n')} re f\n`;
    if (this.marks) this.#out += 'EMC\n';
    this.#decorations = [];
  }

  /** Begins a sequence for what is painted next. */
  #mark(): void {
    if (this.#isMarked || this.marks === undefined) return;
    this.#out += this.marks.begin(this.#tag);
    this.#isMarked = true;
  }

  #endMark(): void {
    if (this.#isMarked) this.#out += 'EMC\n';
    this.#isMarked = false;
  }

  #save(begin: string): void {
    this.#close();
    this.#endMark();
    this.#saved.push({
      fill: this.#fill,
      stroke: this.#stroke,
      lineWidth: this.#lineWidth,
      dash: this.#dash,
      cap: this.#cap,
      join: this.#join,
      miterLimit: this.#miterLimit,
      font: this.#font,
      fontSize: this.#fontSize,
      letterSpacing: this.#letterSpacing,
      isHidden: this.#isHidden,
      begin,
    });
    if (this.#saved.length > mostSaved) this.#resume();
    else this.#out += `q\n${begin}`;
  }

  #restore(): void {
    this.#close();
    this.#endMark();
    const state = this.#saved.pop();
    if (!state) return;
    if (this.#saved.length >= mostSaved) {
      this.#resume();
      return;
    }
    this.#setState(state);
    this.#out += 'Q\n';
  }

  /** Begins the deepest `q` anew for all open groups that do not fit into one of their own. */
  #resume(): void {
    const groups = this.#saved.slice(mostSaved - 1);
    this.#out += `Q\nq\n${groups.map(({ begin }) => begin).join('')}`;
    this.#setState(groups[0]!);
  }

  #setState(state: PaintState): void {
    this.#fill = state.fill;
    this.#stroke = state.stroke;
    this.#lineWidth = state.lineWidth;
    this.#dash = state.dash;
    this.#cap = state.cap;
    this.#join = state.join;
    this.#miterLimit = state.miterLimit;
    this.#font = state.font;
    this.#fontSize = state.fontSize;
    this.#letterSpacing = state.letterSpacing;
    this.#isHidden = state.isHidden;
  }

  #setFill(fill: ColorOperators): void {
    if (fill === this.#fill) return;
    this.#fill = fill;
    this.#out += fill.fill;
  }

  #hasStroke(stroke: Pen): boolean {
    return (
      strokeOperators(stroke) === this.#stroke &&
      formatLength(stroke.width) === this.#lineWidth &&
      formatDash(stroke) === this.#dash &&
      capOf(stroke) === this.#cap &&
      joinOf(stroke) === this.#join &&
      miterOf(stroke) === this.#miterLimit
    );
  }

  #setStroke(stroke: Pen): void {
    const color = strokeOperators(stroke);
    if (color !== this.#stroke) {
      this.#stroke = color;
      this.#out += color.stroke;
    }
    const width = formatLength(stroke.width);
    if (width !== this.#lineWidth) {
      this.#lineWidth = width;
      this.#out += `${width} w\n`;
    }
    const dash = formatDash(stroke);
    if (dash !== this.#dash) {
      this.#dash = dash;
      this.#out += `${dash} d\n`;
    }
    const [cap, join] = [capOf(stroke), joinOf(stroke)];
    if (cap !== this.#cap) {
      this.#cap = cap;
      this.#out += `${cap} J\n`;
    }
    if (join !== this.#join) {
      this.#join = join;
      this.#out += `${join} j\n`;
    }
    const miter = miterOf(stroke);
    if (miter !== this.#miterLimit) {
      this.#miterLimit = miter;
      this.#out += `${miter} M\n`;
    }
  }

  #formatPoint(x: number, y: number): string {
    return `${formatLength(this.#left + x)} ${formatLength(this.#top - y)}`;
  }

  /** Rounds both edges, not the size, so boxes that touch still touch. */
  #formatRect(x: number, y: number, width: number, height: number): string {
    const left = toHundredths(this.#left + x);
    const bottom = toHundredths(this.#top - y - height);
    const right = toHundredths(this.#left + x + width);
    const top = toHundredths(this.#top - y);
    return `${formatHundredths(left)} ${formatHundredths(bottom)} ${formatHundredths(right - left)} ${formatHundredths(top - bottom)}`;
  }

  #formatArea(area: Rectangle, radius: Radius): string {
    if (hasRadius(radius)) return this.#formatPath(roundedRectangle(area, radius), 0, 0);
    return `${this.#formatRect(area.x, area.y, area.width, area.height)} re`;
  }

  #formatPath({ ops, points }: Path, x: number, y: number): string {
    const parts: string[] = [];
    let at = 0;
    const next = (): string => {
      at += 2;
      return this.#formatPoint(x + points[at - 2]!, y + points[at - 1]!);
    };
    for (const op of ops) {
      if (op === 'M') parts.push(`${next()} m`);
      else if (op === 'L') parts.push(`${next()} l`);
      else if (op === 'C') parts.push(`${next()} ${next()} ${next()} c`);
      else parts.push('h');
    }
    return parts.join('\n');
  }
}

const isDrawn = (stroke: Pen | undefined): stroke is Pen => stroke !== undefined && stroke.width > 0;

const strokeOperators = ({ color }: Pen): ColorOperators => (typeof color === 'string' ? colorOperators(color) : color);
const capOf = ({ cap = 'butt' }: Pen): number => caps.indexOf(cap);
const joinOf = ({ join = 'miter' }: Pen): number => joins.indexOf(join);
const miterOf = ({ miterLimit = 10 }: Pen): string => formatFactor(miterLimit);

/** In pt, for the dots of a line: long enough for PDFium, too short to see. */
const dotLength = 0.01;

/**
 * Lengths that are all 0 are no dashes (ISO 32000-2, 8.4.3.6). Dots are dashes of no length with round ends: PDFium would draw each 0.1 longer than its
 * gap allows, and the dots would wander along the line.
 */
function formatDash({ dash, dashOffset = 0, cap = 'butt' }: Pen): string {
  const isDotted = cap !== 'butt' && dash.length % 2 === 0 && dash.some((length) => length > 0);
  const lengths = dash.map((length, i) => {
    if (!isDotted) return formatLength(length);
    if (i % 2 === 0) return formatLength(Math.max(length, dotLength));
    return formatLength(dash[i - 1]! < dotLength ? length - dotLength : length);
  });
  return lengths.every((one) => one === '0') ? '[] 0' : `[${lengths.join(' ')}] ${formatLength(dashOffset)}`;
}
