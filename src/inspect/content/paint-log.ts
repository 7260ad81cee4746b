// Goes through all content of the pages. Notes the text of each piece of marked content, and content outside of marked content.
import type { FileRoom } from '../../pdf-file/file-room.ts';
import { asDict, type Dict, Name, Stream, Text, UnreadablePdf, type Value } from '../../pdf-file/objects.ts';
import type { PdfPage } from '../../pdf-file/pages.ts';
import { CodeRoom } from './cmap.ts';
import { type PdfFont, readFont } from './font.ts';
import { readContent } from './read-content.ts';

const maxForms = 30;
/** Values that could be read in the time that the painting of a form takes. */
const formTokens = 50;
/** Most pieces of marked content inside of each other. */
const maxMarks = 500;

/** Most bytes of the content of a page, unpacked. */
const maxPageBytes = 256_000_000;

/** Marked content that is open (ISO 32000-2, 14.6). */
interface OpenMark {
  readonly tag: string;
  readonly mcid: number | undefined;
  readonly properties: Dict | undefined;
  /** The text that ActualText gives in place of the content. `isSaid`: it has been noted. */
  readonly actualText: string | undefined;
  readonly alt: string | undefined;
  isSaid: boolean;
}

/** A piece of content that an element of the structure tree holds. */
export interface TaggedPiece {
  readonly text: string;
  /** Whether it paints anything but text. */
  readonly hasPicture: boolean;
  readonly tag: string;
}

export type PaintKind = 'text' | 'line or area' | 'image' | 'shading';

/** A finding in the content of a page, for the rules. */
export interface ContentFault {
  readonly kind:
    | 'untagged'
    | 'artifact-in-tag'
    | 'tag-in-artifact'
    | 'unknown-operator'
    | 'unbalanced-marks'
    | 'mcid-twice'
    | 'deep-q';
  readonly page: number;
  readonly detail: string;
}

/** One use of a code of a font. */
export interface UsedCode {
  readonly code: number;
  readonly page: number;
  /** Text rendering mode 3 shows nothing. */
  readonly isVisible: boolean;
  /** Whether ActualText or Alt says what the code stands for. */
  isExplained: boolean;
}

export interface PaintLog {
  /** By the content stream's key, then by MCID. Key: `page N`, or `form N` for a form. */
  readonly pieces: ReadonlyMap<string, ReadonlyMap<number, TaggedPiece>>;
  /** The keys of forms by their streams. */
  readonly forms: ReadonlyMap<Stream, string>;
  readonly faults: readonly ContentFault[];
  /** Large numbers and long strings of content, the first hundred. */
  readonly largeOperands: readonly { readonly operand: Value; readonly page: number }[];
  /** Text of each page in the order of painting, artifacts included. */
  readonly texts: readonly string[];
  readonly fonts: ReadonlyMap<Dict, { readonly font: PdfFont; readonly codes: ReadonlyMap<number, UsedCode> }>;
  /** Colour spaces of devices that paint, with the first page; `RGB`, `CMYK`, `Gray`. */
  readonly deviceColors: ReadonlyMap<string, number>;
  /** Values of gs, with the first page. */
  readonly states: ReadonlyMap<Dict, number>;
  readonly images: ReadonlyMap<Dict, number>;
  readonly formDicts: ReadonlyMap<Dict, number>;
  readonly colorSpaces: ReadonlyMap<Value, number>;
  /** Property lists of marked content with a language or text, with the first page. */
  readonly properties: ReadonlyMap<Dict, number>;
}

/** `room`: of the file. Raises UnreadablePdf. */
export function logPaint(pages: readonly PdfPage[], room: FileRoom): PaintLog {
  const logger = new Logger(room);
  for (const page of pages) logger.logPage(page);
  return logger;
}

/** The graphics state after the operators that were read so far (ISO 32000-2, 8.4). */
interface GraphicsState {
  readonly font: PdfFont | undefined;
  readonly mode: number;
  readonly fill: string;
  readonly stroke: string;
}

const atStart: GraphicsState = { font: undefined, mode: 0, fill: 'Gray', stroke: 'Gray' };

/** The place where operators come from. */
interface ContentPlace {
  readonly page: number;
  readonly key: string;
  readonly resources: Dict | undefined;
  readonly depth: number;
}

class Logger implements PaintLog {
  readonly pieces = new Map<string, Map<number, TaggedPiece>>();
  readonly forms = new Map<Stream, string>();
  readonly faults: ContentFault[] = [];
  readonly largeOperands: { operand: Value; page: number }[] = [];
  readonly texts: string[] = [];
  readonly fonts = new Map<Dict, { readonly font: PdfFont; readonly codes: Map<number, UsedCode> }>();
  readonly deviceColors = new Map<string, number>();
  readonly states = new Map<Dict, number>();
  readonly images = new Map<Dict, number>();
  readonly formDicts = new Map<Dict, number>();
  readonly colorSpaces = new Map<Value, number>();
  readonly properties = new Map<Dict, number>();
  readonly #marks: OpenMark[] = [];
  /** The stream in which a mark was opened: a form may stand inside of tagged content of its page. */
  readonly #keys = new WeakMap<OpenMark, string>();
  readonly #painting = new Set<Stream>();
  readonly #counts = new Map<ContentFault['kind'], number>();
  readonly #codes = new CodeRoom();
  readonly #room: FileRoom;
  #state: GraphicsState = atStart;
  #text: string[] = [];
  /** Where the last text stood, so that text on another line is kept apart. */
  #line: number | undefined;

  constructor(room: FileRoom) {
    this.#room = room;
  }

  logPage({ number, dict, resources }: PdfPage): void {
    const content = dict.get('Contents');
    const streams = Array.isArray(content) ? content.map((one) => dict.resolve(one)) : [content];
    let size = 0;
    const parts = streams.flatMap((one) => {
      if (!(one instanceof Stream)) return [];
      const part = one.decode() ?? new Uint8Array();
      size += part.length;
      if (size > maxPageBytes) throw new UnreadablePdf(`has more than ${maxPageBytes / 1e6} MB of content on page ${number}`);
      return [part];
    });
    // ISO 32000-2, 7.8.2: the streams are one; a token does not run over their ends.
    const bytes = parts.length === 1 ? parts[0]! : Buffer.concat(parts.flatMap((part) => [part, Buffer.from('\n')]));
    this.#state = atStart;
    this.#marks.length = 0;
    this.#text = [];
    this.#line = undefined;
    this.#logOperators(bytes, { page: number, key: `page ${number}`, resources, depth: 0 });
    if (this.#marks.length > 0) this.#note('unbalanced-marks', number, 'BDC without EMC');
    this.texts.push(this.#text.join(''));
  }

  #note(kind: ContentFault['kind'], page: number, detail: string): void {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    if (count <= 100) this.faults.push({ kind, page, detail });
  }

  /** Notes operands for which PDF/A has limits. */
  #measure(operand: Value, place: ContentPlace): void {
    if (Array.isArray(operand)) for (const one of operand as readonly Value[]) this.#measure(one, place);
    const isLarge =
      typeof operand === 'number' ? Math.abs(operand) > 32_767 : operand instanceof Text && operand.bytes.length > 32_767;
    if (isLarge && this.largeOperands.length < 100) this.largeOperands.push({ operand, page: place.page });
  }

  #logOperators(bytes: Uint8Array, place: ContentPlace): void {
    const saved: GraphicsState[] = [];
    const marksBefore = this.#marks.length;
    let y = 0;
    let leading = 0;
    const resolve = (value: Value | undefined) => place.resources?.resolve(value) ?? (value as never) ?? null;
    for (const { operator, operands } of readContent(bytes, resolve, this.#room)) {
      for (const operand of operands) this.#measure(operand, place);
      switch (operator) {
        case 'q':
          if (saved.push(this.#state) === 29) this.#note('deep-q', place.page, `${place.key} nests q more than 28 deep`);
          break;
        case 'Q':
          this.#state = saved.pop() ?? this.#state;
          break;
        case 'BMC':
        case 'BDC':
          this.#openMark(operands, place);
          break;
        case 'EMC':
          if (this.#marks.length <= marksBefore) this.#note('unbalanced-marks', place.page, 'EMC without BDC');
          else this.#marks.pop();
          break;
        case 'Tf':
          this.#state = { ...this.#state, font: this.#fontOf(operands[0], place) };
          break;
        case 'Tr':
          if (typeof operands[0] === 'number') this.#state = { ...this.#state, mode: operands[0] };
          break;
        case 'BT':
          y = 0;
          break;
        case 'Tm':
          y = typeof operands[5] === 'number' ? operands[5] : y;
          break;
        case 'TL':
          leading = typeof operands[0] === 'number' ? operands[0] : leading;
          break;
        case 'TD':
          leading = typeof operands[1] === 'number' ? -operands[1] : leading;
          y += typeof operands[1] === 'number' ? operands[1] : 0;
          break;
        case 'Td':
          y += typeof operands[1] === 'number' ? operands[1] : 0;
          break;
        case 'T*':
          y -= leading;
          break;
        case "'":
        case '"':
          y -= leading;
          this.#logText([operands.at(-1) ?? null], y, place);
          break;
        case 'Tj':
          this.#logText([operands[0] ?? null], y, place);
          break;
        case 'TJ':
          this.#logText(Array.isArray(operands[0]) ? operands[0] : [], y, place);
          break;
        case 'Do':
          this.#logObject(operands[0], place);
          break;
        case 'sh':
          this.#notePaint('shading', place);
          break;
        case 'BI': {
          const image = asDict(operands[0]);
          if (image) this.images.set(image, this.images.get(image) ?? place.page);
          this.#notePaint('image', place);
          break;
        }
        case 'gs': {
          const state = operands[0] instanceof Name ? place.resources?.dict('ExtGState')?.dict(operands[0].name) : undefined;
          if (state) keepFirst(this.states, state, place.page);
          break;
        }
        default:
          if (paintingOperators.has(operator)) {
            if (operator !== 'n') this.#notePath(operator, place);
          } else if (!this.#logColor(operator, operands, place) && !otherOperators.has(operator))
            this.#note('unknown-operator', place.page, operator.slice(0, 20));
      }
    }
    if (this.#marks.length > marksBefore && place.depth > 0) {
      this.#note('unbalanced-marks', place.page, 'BDC without EMC');
      this.#marks.length = marksBefore;
    }
  }

  #openMark([tag, list]: readonly Value[], { page, key, resources }: ContentPlace): void {
    if (this.#marks.length >= maxMarks)
      throw new UnreadablePdf(`nests marked content more than ${maxMarks} deep on page ${page}`);
    const properties = list instanceof Name ? resources?.dict('Properties')?.dict(list.name) : asDict(list);
    const mcid = properties?.number('MCID');
    const name = tag instanceof Name ? tag.name : '';
    const mark: OpenMark = {
      tag: name,
      mcid,
      properties,
      actualText: properties?.text('ActualText'),
      alt: properties?.text('Alt'),
      isSaid: false,
    };
    if (properties && ['Lang', 'ActualText', 'Alt', 'E'].some((entry) => properties.has(entry)))
      keepFirst(this.properties, properties, page);
    const isInTag = this.#marks.some((one) => one.mcid !== undefined);
    const isInArtifact = this.#marks.some((one) => one.tag === 'Artifact');
    if (name === 'Artifact' && isInTag) this.#note('artifact-in-tag', page, 'Artifact inside of tagged content');
    if (mcid !== undefined && isInArtifact) this.#note('tag-in-artifact', page, `MCID ${mcid} inside of an artifact`);
    if (mcid !== undefined) {
      const pieces = this.pieces.get(key) ?? new Map<number, TaggedPiece>();
      this.pieces.set(key, pieces);
      if (pieces.has(mcid)) this.#note('mcid-twice', page, `MCID ${mcid} stands twice in ${key}`);
      else pieces.set(mcid, { text: '', hasPicture: false, tag: name });
    }
    this.#keys.set(mark, key);
    this.#marks.push(mark);
  }

  #fontOf(name: Value | undefined, { resources }: ContentPlace): PdfFont | undefined {
    const dict = name instanceof Name ? resources?.dict('Font')?.dict(name.name) : undefined;
    if (!dict) return undefined;
    const seen = this.fonts.get(dict);
    if (seen) return seen.font;
    const font = readFont(dict, this.#codes);
    this.fonts.set(dict, { font, codes: new Map() });
    return font;
  }

  #logText(parts: readonly Value[], y: number, place: ContentPlace): void {
    const { font, mode } = this.#state;
    let text = '';
    const replaced = this.#marks.findLast(({ actualText }) => actualText !== undefined);
    const isExplained = replaced !== undefined || this.#marks.some(({ alt }) => alt !== undefined);
    for (const part of parts) {
      // A move of a fifth of an em or more is the space that the file leaves out.
      if (typeof part === 'number' && part <= -200 && text !== '' && !text.endsWith(' ')) text += ' ';
      if (!(part instanceof Text) || !font) continue;
      const { codes } = this.fonts.get(font.dict)!;
      for (const { code } of font.codes(part.bytes)) {
        const used = codes.get(code);
        if (!used) codes.set(code, { code, page: place.page, isVisible: mode !== 3, isExplained });
        else if (!isExplained) used.isExplained = false;
        text += font.textOf(code) ?? '';
      }
    }
    if (parts.every((part) => !(part instanceof Text) || part.bytes.length === 0)) return;
    if (mode !== 3) {
      if (mode !== 1 && mode !== 7) this.#noteColor(this.#state.fill, place);
      if (mode === 1 || mode === 2) this.#noteColor(this.#state.stroke, place);
    }
    this.#noteText(replaced, text, y, place);
    this.#noteUntagged('text', place, text);
  }

  /** Notes text in the piece that it belongs to. ActualText is noted once, where its content begins. */
  #noteText(replaced: OpenMark | undefined, painted: string, y: number, place: ContentPlace): void {
    const text = replaced ? (replaced.isSaid ? '' : replaced.actualText!) : painted;
    if (replaced) replaced.isSaid = true;
    if (this.#line !== undefined && Math.abs(y - this.#line) > 1 && this.#text.length > 0 && !this.#text.at(-1)!.endsWith('\n'))
      this.#text.push('\n');
    this.#line = y;
    if (text !== '') this.#text.push(text);
    this.#addToPiece(place, (piece) => ({ ...piece, text: piece.text + text }));
  }

  #addToPiece({ key }: ContentPlace, change: (piece: TaggedPiece) => TaggedPiece): void {
    const mark = this.#marks.findLast(({ mcid }) => mcid !== undefined);
    const pieces = mark && this.pieces.get(this.#keys.get(mark) ?? key);
    const piece = mark && pieces?.get(mark.mcid!);
    if (mark && pieces && piece) pieces.set(mark.mcid!, change(piece));
  }

  #noteUntagged(kind: PaintKind, { page }: ContentPlace, text = ''): void {
    const isMarked = this.#marks.some(({ tag, mcid }) => tag === 'Artifact' || mcid !== undefined);
    if (!isMarked) this.#note('untagged', page, text.trim() === '' ? kind : `${kind} "${text.trim().slice(0, 40)}"`);
  }

  #notePaint(kind: PaintKind, place: ContentPlace): void {
    this.#addToPiece(place, (piece) => ({ ...piece, hasPicture: true }));
    this.#noteUntagged(kind, place);
  }

  #notePath(operator: string, place: ContentPlace): void {
    if (/^[fFbB]/.test(operator)) this.#noteColor(this.#state.fill, place);
    if (/^[sSbB]/.test(operator)) this.#noteColor(this.#state.stroke, place);
    this.#notePaint('line or area', place);
  }

  #logObject(name: Value | undefined, place: ContentPlace): void {
    const object = name instanceof Name ? place.resources?.dict('XObject')?.stream(name.name) : undefined;
    if (!object) return;
    const { dict } = object;
    if (dict.name('Subtype') === 'Image') {
      keepFirst(this.images, dict, place.page);
      const space = dict.get('ColorSpace');
      if (dict.boolean('ImageMask') === true) this.#noteColor(this.#state.fill, place);
      else if (space !== null) this.#noteSpace(space, place);
      this.#notePaint('image', place);
      return;
    }
    if (dict.name('Subtype') !== 'Form' || place.depth >= maxForms || this.#painting.has(object)) return;
    keepFirst(this.formDicts, dict, place.page);
    this.#room.takeTokens(formTokens);
    const bytes = object.decode();
    if (!bytes) return;
    const key = this.forms.get(object) ?? `form ${this.forms.size + 1}`;
    this.forms.set(object, key);
    const before = this.#state;
    this.#painting.add(object);
    this.#logOperators(bytes, {
      page: place.page,
      key,
      resources: dict.dict('Resources') ?? place.resources,
      depth: place.depth + 1,
    });
    this.#painting.delete(object);
    this.#state = before;
  }

  /** Whether the operator sets a colour. */
  #logColor(operator: string, operands: readonly Value[], place: ContentPlace): boolean {
    const device = deviceOf[operator.toLowerCase()];
    const isStroke = operator === operator.toUpperCase();
    if (device !== undefined) {
      this.#state = isStroke ? { ...this.#state, stroke: device } : { ...this.#state, fill: device };
      return true;
    }
    if (operator !== 'cs' && operator !== 'CS') return false;
    const [given] = operands;
    const name = given instanceof Name ? given.name : '';
    const space = deviceSpaces[name] === undefined ? place.resources?.dict('ColorSpace')?.get(name) : undefined;
    if (space) this.#noteSpace(space, place);
    const color = deviceSpaces[name] ?? '';
    this.#state = isStroke ? { ...this.#state, stroke: color } : { ...this.#state, fill: color };
    return true;
  }

  #noteColor(device: string, place: ContentPlace): void {
    if (device === '' || place.resources?.dict('ColorSpace')?.has(`Default${device}`)) return;
    keepFirst(this.deviceColors, device, place.page);
  }

  /** Notes a colour space, and the space of a device that stands in it. */
  #noteSpace(space: Value, place: ContentPlace, depth = 0): void {
    if (depth > 8) return;
    if (space instanceof Name) {
      const device = deviceSpaces[space.name];
      if (device !== undefined) this.#noteColor(device, place);
      return;
    }
    if (!Array.isArray(space)) return;
    keepFirst(this.colorSpaces, space, place.page);
    const kind: unknown = space[0];
    const at = kind instanceof Name ? ({ Indexed: 1, Separation: 2, DeviceN: 2 }[kind.name] ?? -1) : -1;
    const base: Value | undefined = at < 0 ? undefined : (space as readonly Value[])[at];
    if (base !== undefined) this.#noteSpace(place.resources?.resolve(base) ?? null, place, depth + 1);
  }
}

function keepFirst<K>(map: Map<K, number>, key: K, page: number): void {
  if (!map.has(key)) map.set(key, page);
}

const deviceOf: Readonly<Record<string, string>> = { g: 'Gray', rg: 'RGB', k: 'CMYK' };
const deviceSpaces: Readonly<Record<string, string>> = {
  ...{ DeviceGray: 'Gray', DeviceRGB: 'RGB', DeviceCMYK: 'CMYK' },
  ...{ G: 'Gray', RGB: 'RGB', CMYK: 'CMYK' },
};
const paintingOperators = new Set(['S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'n']);
const otherOperators = new Set('w J j M d ri i cm m l c v y h re W W* ET Tc Tw Tz Ts d0 d1 SC SCN sc scn MP DP BX EX'.split(' '));
