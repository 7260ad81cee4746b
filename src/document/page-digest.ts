// A digest of the finished pages, by which two layouts of a document are compared: that of a server, and that of a browser.
import { createSha256 } from '../platform/index.ts';
import type { PageTaker } from './lay-out-document.ts';
import type {
  AnchorItem,
  AnnotationItem,
  Clip,
  FieldButton,
  FieldForm,
  FieldItem,
  FieldOption,
  FieldTyping,
  GroupItem,
  ImageItem,
  LineItem,
  LinkItem,
  ModulesItem,
  Page,
  PageItem,
  PageLabels,
  PathItem,
  RectItem,
  Stroke,
  TextItem,
} from './layout/fragment.ts';
import type { Artifact, Element, Tag, TagFacts } from './layout/tag.ts';
import type {
  Face,
  LineSource,
  PicturedGlyph,
  Piece,
  Reading,
  SaidPieces,
  Segment,
  TextLink,
  TextMark,
  TextStyle,
  TypingFont,
  Word,
} from './text/shaped-text.ts';
import type { Gradient, GradientStop, Paint } from './vector/gradient.ts';
import type { Path, Radius } from './vector/path.ts';

/** The number of the canonical form. It changes with each change of the form, so that digests of two forms never look equal. */
const pageFormVersion = 2;

/** How much text is gathered before it is written. */
const pieceLength = 65_536;

/** Takes finished pages and gives their digest: the version of the canonical form, a colon, and SHA-256 of the form in hexadecimal digits. */
export function createPageDigest(): PageTaker & { end(): string } {
  const hash = createSha256();
  const writer = createPageWriter((text) => hash.update(text));
  return {
    addPage: writer.addPage,
    addLate: writer.addLate,
    end() {
      writer.end();
      return `${pageFormVersion}:${hash.digest()}`;
    },
  };
}

/**
 * Writes the canonical form of finished pages: lines of JSON lists, each ended by a line feed. A sheet is a line, then a line for each of its items;
 * late items follow all sheets, with the index of their sheet, and then come the elements of the structure. A list holds the members of a type in the
 * order of the tables below; an absent member is null, and left out at the end. Fonts, pictures and pages of PDFs stand there by their keys, and an element by its number, in
 * the order in which items name them. What serves messages alone is left out, and what paint adds to the structure.
 */
export function createPageWriter(write: (text: string) => void): PageTaker & { end(): void } {
  const elements = new Map<Element, number>();
  const writeElement: Writer<Element> = (element) => {
    const known = elements.get(element) ?? elements.size;
    if (known === elements.size) elements.set(element, known);
    return `${known}`;
  };
  const { items: writers, page: writePage, facts } = createWriters(writeElement);
  let gathered = `["pages",${pageFormVersion}]\n`;
  const line = (text: string): void => {
    gathered += `${text}\n`;
    if (gathered.length < pieceLength) return;
    write(gathered);
    gathered = '';
  };
  return {
    addPage(page) {
      line(`["page",${writePage(page)}]`);
      for (const item of page.items) line(writers(item));
    },
    addLate(page, late) {
      line(`["late",${page}]`);
      for (const item of late) line(writers(item));
    },
    end() {
      // Parents, headers and notes join the map while it is walked.
      for (const [element] of elements) {
        const parent = element.parent ? writeElement(element.parent) : 'null';
        line(`["element",${element.type ? text(element.type) : 'null'},${parent},${facts(element.facts)}]`);
      }
      write(gathered);
    },
  };
}

type Writer<T> = (value: T) => string;
/** A writer for each member of a type: a new member must find its place here. */
type Members<T> = { readonly [K in keyof T]-?: Writer<NonNullable<T[K]>> };

const text: Writer<string> = JSON.stringify;
const number: Writer<number> = String;
const flag: Writer<boolean> = String;
const list =
  <T>(write: Writer<T>): Writer<Iterable<T>> =>
  (values) => {
    let written = '';
    for (const value of values) written += `${written === '' ? '' : ','}${write(value)}`;
    return `[${written}]`;
  };
const numbers: Writer<readonly number[]> = (values) => `[${values.join()}]`;

function record<T extends object>(members: Members<T>): Writer<T> {
  const entries = Object.entries(members) as unknown as readonly (readonly [keyof T, Writer<unknown>])[];
  return (value) => {
    let written = '';
    let absent = '';
    for (const [name, write] of entries) {
      const member = value[name];
      if (member === undefined || member === null) absent += absent === '' && written === '' ? 'null' : ',null';
      else {
        written += `${absent}${absent === '' && written === '' ? '' : ','}${write(member)}`;
        absent = '';
      }
    }
    return `[${written}]`;
  };
}

/** Writes what many places share once. */
function shared<T extends object>(write: Writer<T>): Writer<T> {
  const known = new WeakMap<T, string>();
  return (value) => {
    let written = known.get(value);
    if (written === undefined) {
      written = write(value);
      known.set(value, written);
    }
    return written;
  };
}

const face: Writer<Face> = ({ id }) => text(id);
const matrix: Writer<readonly number[]> = numbers;
const stop = record<GradientStop>({ at: number, color: text });
const gradient = record<Gradient>({ kind: text, matrix, from: numbers, stops: list(stop) });
const paint: Writer<Paint> = (value) => (typeof value === 'string' ? text(value) : gradient(value));
const radius: Writer<Radius> = (value) => (typeof value === 'number' ? number(value) : numbers(value));
const stroke = record<Stroke>({ width: number, color: text, dash: numbers, cap: text, join: text });
const path = record<Path>({ ops: text, points: numbers });
const clip = record<Clip>({ x: number, y: number, width: number, height: number, radius });
const labels = record<PageLabels>({ style: text, prefix: text, start: number });

const piece = record<Piece>({ tj: text, riseEm: number, stretch: number });
const saidPieces = record<SaidPieces>({ actualText: text, pieces: list(piece) });
const pictured = record<PicturedGlyph>({ glyph: number, xEm: number, riseEm: number });
const word = record<Word>({
  widthEm: number,
  tj: text,
  glyphs: numbers,
  says: list(text),
  actualText: text,
  pieces: list((one) => ('actualText' in one ? saidPieces(one) : piece(one))),
  drawn: record<NonNullable<Word['drawn']>>({ glyphs: numbers, pieces: list(piece) }),
  pictured: list(pictured),
  isSpace: flag,
});
/** The members of a style that affect painting. The first face gives the place of underlines; the other members only affect which glyphs are chosen. */
type PaintedStyle = Omit<TextStyle, 'openLastFace' | 'standIns' | 'unnamed' | 'lang' | 'features'>;
const lineSource = record<LineSource>({ size: number, face });
const style = record<PaintedStyle>({
  size: number,
  color: text,
  letterSpacing: number,
  underline: flag,
  strike: flag,
  raised: record<NonNullable<TextStyle['raised']>>({ by: number, fullSize: number }),
  faces: ([first]) => face(first!),
  underlineOf: lineSource,
  strikeOf: lineSource,
});
const link = record<TextLink>({ target: text, text, anchor: text, note: number });
const mark = record<TextMark>({ kind: text, decoration: text });
const reading = record<Reading>({ text, place: number });

const image = record<Pick<ImageItem['image'], 'key' | 'fontsKey' | 'width' | 'height' | 'orientation'>>({
  key: text,
  fontsKey: text,
  width: number,
  height: number,
  orientation: number,
});
const bookmark = record<NonNullable<AnchorItem['bookmark']>>({ title: text, level: number, fromHeading: flag });
const option = record<FieldOption>({ value: text, label: text });
const button = record<FieldButton>({ option: text, label: text });
const typingFont = record<Omit<TypingFont, 'program'>>({ face, glyphs: numbers });
const typing = record<FieldTyping>({ face, font: typingFont, size: number, color: text, align: text });

const place = { x: number, y: number } as const;
const area = { ...place, width: number, height: number } as const;

/** The writers of one document. */
function createWriters(element: Writer<Element>) {
  const artifact = record<Artifact>({ kind: text, type: text, subtype: text, links: element });
  const tag: Writer<Tag> = (value) => (value.kind === 'element' ? element(value) : artifact(value));
  const facts = record<TagFacts>({
    alt: text,
    actualText: text,
    summary: text,
    lang: text,
    list: record<NonNullable<TagFacts['list']>>({ numbering: text }),
    textPosition: text,
    baselineShift: number,
    textDecoration: text,
    scope: text,
    colSpan: number,
    rowSpan: number,
    headers: list(element),
    note: element,
    isFootnote: flag,
  });
  const segment = record<Segment>({
    x: number,
    width: number,
    style: shared<PaintedStyle>(style),
    face,
    words: list(shared(word)),
    wordSpacing: number,
    spreads: list(number),
    link: shared(link),
    isLabel: flag,
    isLeader: flag,
    marks: list(shared(mark)),
    reading,
  });
  const item: Writer<PageItem> = (one) => (writers[one.kind] as Writer<PageItem>)(one);
  const items = list(item);
  const form = record<FieldForm>({
    type: text,
    flags: list(text),
    value: text,
    maxLength: number,
    options: list(option),
    firstOption: number,
    typing,
    button,
    look: items,
  });
  const writers: { readonly [K in PageItem['kind']]: Writer<Extract<PageItem, { readonly kind: K }>> } = {
    text: record<TextItem>({ kind: text, ...place, segment, tag, isHidden: flag }),
    rect: record<RectItem>({ kind: text, ...area, fill: paint, stroke, radius, tag }),
    path: record<PathItem>({ kind: text, ...place, path, fill: paint, rule: text, stroke, tag }),
    line: record<LineItem>({ kind: text, x1: number, y1: number, x2: number, y2: number, stroke, tag }),
    modules: record<ModulesItem>({ kind: text, ...place, scaleX: number, scaleY: number, rects: numbers, fill: text, tag }),
    image: record<ImageItem>({ kind: text, ...area, image, tag }),
    link: record<Omit<LinkItem, 'source'>>({ kind: text, ...area, target: text, tag: element, contents: text }),
    anchor: record<Omit<AnchorItem, 'source'>>({ kind: text, ...area, name: text, bookmark }),
    field: record<Omit<FieldItem, 'source'>>({
      kind: text,
      ...area,
      name: text,
      description: text,
      form,
      isRepeated: flag,
      tag: element,
    }),
    annotation: record<AnnotationItem>({
      kind: text,
      ...area,
      contents: text,
      author: text,
      icon: text,
      color: text,
      isOpen: flag,
      look: items,
      tag: element,
    }),
    group: record<GroupItem>({ kind: text, ...place, rotate: number, scale: number, clip, opacity: number, items }),
  };
  const page: Writer<Page> = ({ width, height, labels: begun }) => `${width},${height}${begun ? `,${labels(begun)}` : ''}`;
  return { items: item, page, facts };
}
