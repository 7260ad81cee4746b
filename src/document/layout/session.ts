// A rendering in progress: the services that components need besides their scope, and their warnings.

import { BreachRoom } from '../../contract/breach-room.ts';
import { type Breach, PdfgenError } from '../../contract/errors.ts';
import type { RenderWarning } from '../../contract/generate.ts';
import { findStandardWith, type StandardName, type StandardRule } from '../../contract/standards.ts';
import { type WarningCode, warningBreach } from '../../contract/warnings.ts';
import { counted } from '../../words/counts.ts';
import { listCodes } from '../../words/list-codes.ts';
import { adviseOnPatterns } from '../../words/pattern-name.ts';
import type { MarkTexts, ReferenceWarning, Scope } from '../expression/scope.ts';
import type { ImageSource } from '../image/image-source.ts';
import { describeStandard, type Standard } from '../standard.ts';
import { DataPaths, type DataPlace, type ElementPlace, pointerOf } from './data-place.ts';
import type { Directions } from './direction.ts';
import type { KnownPage, LinkSource, OpenPage } from './fragment.ts';
import { openPage } from './open-page.ts';
import type { BuiltPart } from './origin.ts';
import { Outline } from './outline.ts';
import { DocumentLabels } from './page-labels.ts';
import { plausibleMarks } from './running-marks.ts';
import type { SheetSize } from './sheet-size.ts';
import type { Element, Tag } from './tag.ts';

/** A component that is a link while it is built. */
export interface ComponentLink {
  /** Its texts so far, which are read aloud of the link. */
  readonly texts: string[];
  /** The component is a text, which opens the element of the link inside its own. */
  readonly isOfText: boolean;
  /** A text in it is empty, or has nothing that is seen. */
  hasBlankText: boolean;
  element: Tag | undefined;
}

/** A scope that knows its place in the data and in the document's structure. */
export interface BoundScope extends Scope, Directions {
  readonly place: DataPlace | undefined;
  /** Where the elements made here belong. Undefined: the document has no tags. */
  readonly tag: Tag | undefined;
  /** The link of the component that contains this one. */
  readonly link?: ComponentLink | undefined;
  /** The texts so far of the heading around this component. */
  readonly heading?: string[] | undefined;
  /** The numbers of the items around this component, from the outermost list that counts. */
  readonly items?: readonly number[] | undefined;
  /** The component that is built, if origins are asked for. */
  readonly part?: BuiltPart | undefined;
  /** The rendering in progress. */
  readonly session: LayoutSession;
}

export interface RenderLimits {
  readonly maxPages: number;
  readonly maxBoxes: number;
  readonly maxImagePixels: number;
  readonly maxImageBytes: number;
}

/** An opened image by name or data URI, or a message that says why it is missing. */
export type ImageLookup = (source: string) => ImageSource | { readonly problem: string };

/** The component that built an element of the structure tree, with its place in the data. */
interface ElementOrigin {
  readonly component: string;
  readonly place: DataPlace | undefined;
  readonly page: number;
}

export class LayoutSession {
  readonly limits: RenderLimits;
  readonly findImage: ImageLookup;
  /** The page being filled. Its number is 0 before the first. */
  page: OpenPage = openPage(0, 0);
  /** The size of the sheets being filled, in pt. */
  sheet: SheetSize = { width: 0, height: 0 };
  /** Height of the body of the current page, in pt. */
  bodyHeight = Number.POSITIVE_INFINITY;
  /** The texts of the marks after the last finished sheet. */
  marks: MarkTexts = new Map();
  /** The labels of the pages begun. */
  readonly labels = new DocumentLabels();
  /** The longest label of the document, as far as known. */
  longestLabel: string | undefined;
  /** Number of digits of the page numbers, as far as known. */
  figuresOfPages = 3;
  /** Pages say where their parts and items come from. */
  isTraced = false;
  /** The numbers, titles and counters of the document. */
  readonly outline: Outline;
  /** The places in the data of the document. */
  readonly dataPaths: DataPaths;
  readonly warnings: RenderWarning[] = [];
  /** Places where the document breaks its standards. */
  readonly breaches: Breach[] = [];
  readonly #standards: readonly StandardName[];
  readonly standard: Standard;
  readonly #elementOrigins = new Map<Element, ElementOrigin>();
  readonly #seen = new Set<string>();
  /** Missing values by their places in the template: their places in the data, and the index of the warning. */
  readonly #missing = new Map<string, { readonly places: Set<string | null>; readonly at: number; readonly told: string }>();
  /** Pictures that were warned about, by their keys and warnings. */
  readonly #toldPictures = new Set<string>();
  /** Languages without hyphenation patterns that were told. */
  readonly #undivided = new Set<string | undefined>();
  readonly #warningRoom = new BreachRoom();
  readonly #breachRoom = new BreachRoom();
  /** Checks the time limit in work that makes no boxes. Raises RENDER_TIMEOUT. */
  readonly checkTime: () => void;
  #boxes = 0;
  #isCutting = false;
  #isMeasuring = false;

  constructor(
    limits: RenderLimits,
    findImage: ImageLookup,
    checkTime: () => void,
    standards: readonly StandardName[] = [],
    outline = new Outline(),
    dataPaths = new DataPaths(undefined),
  ) {
    this.outline = outline;
    this.dataPaths = dataPaths;
    this.limits = limits;
    this.findImage = findImage;
    this.checkTime = checkTime;
    this.#standards = standards;
    this.standard = describeStandard(standards);
  }

  /** The document is a file of PDF 2.0. */
  get isPdf20(): boolean {
    return this.standard.pdfVersion === '2.0';
  }

  /** A session for a trial layout: it counts from zero, and nobody reads its warnings. */
  startTrial(): LayoutSession {
    return new LayoutSession(this.limits, this.findImage, this.checkTime, [], this.outline, this.dataPaths);
  }

  /** The number of the page being filled, from 1; 0 before the first. */
  get pageNumber(): number {
    return this.page.number;
  }

  /** A box is being divided in a place of a fixed height: no sheet goes on with it. */
  get isCutting(): boolean {
    return this.#isCutting;
  }

  /** Runs a task that divides boxes where no sheet goes on with their rest. */
  cut<T>(task: () => T): T {
    const outside = this.#isCutting;
    this.#isCutting = true;
    try {
      return task();
    } finally {
      this.#isCutting = outside;
    }
  }

  /** A box is being placed only to measure it. */
  get isMeasuring(): boolean {
    return this.#isMeasuring;
  }

  /** Runs a task that places boxes only to measure them. Nobody hears its warnings: placing the boxes on their page repeats them. */
  measure<T>(task: () => T): T {
    const outer = this.#isMeasuring;
    this.#isMeasuring = true;
    try {
      return task();
    } finally {
      this.#isMeasuring = outer;
    }
  }

  /** Stand-ins for page numbers, `figuresOfPages` eights, for labels, and for marks. They keep the room until these are known. */
  get plausiblePages(): KnownPage {
    const page = Number('8'.repeat(this.figuresOfPages));
    const label = this.longestLabel ?? String(page);
    const anchors = { find: () => ({ page, label, isAmbiguous: false }), list: () => [] };
    return {
      ...openPage(page, page, 'left', label),
      part: { number: page, total: page },
      total: page,
      anchors,
      marks: plausibleMarks,
    };
  }

  /** Begins to fill a page, the next one. Raises RENDER_LIMIT. */
  beginPage(page: OpenPage): void {
    this.page = page;
    if (this.pageNumber <= this.limits.maxPages) return;
    throw new PdfgenError(
      'RENDER_LIMIT',
      `The document needs more than ${counted(this.limits.maxPages, 'page')} (limit maxPages).`,
    );
  }

  /** Counts a box against the limits on boxes and time. `weight`: for how many it counts. Raises RENDER_LIMIT, RENDER_TIMEOUT. */
  countBox(weight = 1): void {
    const before = this.#boxes;
    this.#boxes += weight;
    if (before >> 6 !== this.#boxes >> 6) this.checkTime();
    if (this.#boxes > this.limits.maxBoxes) {
      throw new PdfgenError(
        'RENDER_LIMIT',
        `The document needs more than ${counted(this.limits.maxBoxes, 'box', 'boxes')} (limit maxBoxes).`,
      );
    }
  }

  /** Notes an unusable value; scopes call it. */
  readonly warnOfValue = (
    place: string,
    message: string,
    scope: Scope,
    expression: string,
    about?: ReferenceWarning | 'missing',
  ): void => {
    if (this.#warningRoom.isOver) return;
    const source = sourceOf(place, (scope as BoundScope).place);
    const shown = dataPathOf(scope);
    if (about === 'missing') this.#warnOfMissing(source, message, expression, shown);
    else this.warnOf(about ?? 'no-value', source, message, this.pageNumber, expression, shown);
  };

  /** Notes each missing value once for each place in the template, with the number of its places in the data. */
  #warnOfMissing(
    { component, dataPath, uses = '' }: Required<LinkSource>,
    told: string,
    expression: string,
    shown: string | null,
  ): void {
    if (this.#isMeasuring || this.#seen.has(keyOf('no-value', component, dataPath, uses, expression))) return;
    const key = `${component}\n${uses}\n${expression}\n${told}`;
    const known = this.#missing.get(key);
    if (known) {
      known.places.add(dataPath);
      const warning = this.warnings[known.at];
      const message = `${known.told} (${known.places.size} times)`;
      if (warning && known.places.size > 1) this.warnings[known.at] = { ...warning, message };
      return;
    }
    this.#missing.set(key, { places: new Set([dataPath]), at: this.warnings.length, told: told + uses });
    this.warnOf('no-value', { component, dataPath, uses }, told, this.pageNumber, expression, shown);
  }

  /** Notes a warning, once for each code, component, `use` and place in the data; at most 1,000. `page`: default the one being filled. */
  warn(code: WarningCode, component: string, place: DataPlace | undefined, message: string, page?: number): void {
    if (!this.#warningRoom.isOver) this.warnOf(code, sourceOf(component, place), message, page);
  }

  /**
   * As `warn`, for a known place in the data. `cause`: a part of the component, such as an expression; each cause gets its own warning. `shown`: the place
   * in the message, which may be the first of several inside the place.
   */
  warnOf(
    code: WarningCode,
    { component, dataPath, uses = '' }: LinkSource,
    told: string,
    page = this.pageNumber,
    cause = '',
    shown = dataPath,
  ): void {
    if (this.#isMeasuring) return;
    const key = keyOf(code, component, dataPath, uses, cause);
    const message = told + uses;
    if (this.#seen.has(key) || !this.#warningRoom.take({ path: `${component}${shown ?? ''}`, message })) return;
    this.#seen.add(key);
    this.warnings.push({ code, component, dataPath: shown, page: page || null, message });
  }

  /** Notes a language whose words cannot be divided at the ends of lines, once in a document. */
  warnOfHyphenation(lang: string | undefined, component: string, place: DataPlace | undefined): void {
    if (this.#isMeasuring || this.#undivided.has(lang)) return;
    this.#undivided.add(lang);
    const message =
      lang === undefined
        ? 'Words are not divided, because the language of the text is not known: set "lang" of the "document", without a binding.'
        : `Words are not divided: there are no hyphenation patterns for the language "${lang}". ${adviseOnPatterns(lang)}`;
    this.warn('no-hyphenation', component, place, message);
  }

  /** As `warn`, once for each picture. */
  warnOfPicture(code: WarningCode, key: string, component: string, place: DataPlace | undefined, message: string): void {
    if (this.#isMeasuring || this.#toldPictures.has(`${code} ${key}`)) return;
    this.#toldPictures.add(`${code} ${key}`);
    this.warn(code, component, place, message);
  }

  /** Whether a standard of the document has the rule. */
  keeps(rule: StandardRule): boolean {
    return findStandardWith(rule, this.#standards) !== undefined;
  }

  /** Notes that the document breaks a rule of its standard, if its standard has the rule; once for each rule, component, `use` and place in the data. */
  breach(rule: StandardRule, component: string, place: DataPlace | undefined, message: string, page = this.pageNumber): void {
    const standard = findStandardWith(rule, this.#standards);
    if (standard === undefined || this.#isMeasuring) return;
    const { dataPath, uses } = sourceOf(component, place);
    const path = dataPath === null ? '' : `/data${dataPath}`;
    const key = `${rule}\n${component}\n${path}\n${uses}`;
    if (this.#seen.has(key) || this.#breachRoom.isOver) return;
    this.#seen.add(key);
    const params = { component, page: page || null, standard };
    const breach = { path, message: `${standard}: ${message}${uses}`, keyword: rule, params, schemaPath: '' };
    this.#breachRoom.take(breach);
    this.breaches.push(breach);
  }

  /** Notes a language that PDF/A-1 does not know (ISO 19005-1, 6.8.4: all its parts are letters). */
  checkLanguage(lang: string, component: string, place: DataPlace | undefined): void {
    if (!/\d/.test(lang)) return;
    const message = `the language "${lang}" has digits, which PDF/A-1 does not know. Leave their part out, or choose PDF/A-2 or later.`;
    this.breach('language-form', component, place, message);
  }

  /** Notes characters of private use, which mean nothing outside of their font, in what people read or hear. */
  checkPrivate(text: string, component: string, place: DataPlace | undefined, page?: number, remedy = 'Say it in words.'): void {
    if (!this.keeps('private-character')) return;
    const found = text.match(/\p{Co}/gu);
    if (!found) return;
    const shown = listCodes([...new Set(found)].map((one) => one.codePointAt(0)!));
    this.breach('private-character', component, place, `${shown} means nothing outside of its font. ${remedy}`, page);
  }

  /** Notes which component builds an element of the structure tree, for messages that come when all pages are laid out. */
  nameElement(tag: Tag | undefined, component: string, place: DataPlace | undefined): void {
    if (tag?.kind !== 'element' || (this.#standards.length === 0 && tag.type !== 'Caption')) return;
    this.#elementOrigins.set(tag, { component, place, page: this.pageNumber });
  }

  /** As `warn`, for the component that built an element. */
  warnOfElement(code: WarningCode, element: Element, message: string): void {
    const origin = this.#originOf(element);
    this.warn(code, origin?.component ?? '', origin?.place, message, origin?.page ?? 0);
  }

  /** As `breach`, for the component that built an element. */
  breachOfElement(rule: StandardRule, element: Element, message: string): void {
    const origin = this.#originOf(element);
    this.breach(rule, origin?.component ?? '', origin?.place, message, origin?.page ?? 0);
  }

  /** As `checkPrivate`, for a text that a component gives its element, such as `alt`. */
  checkPrivateOfElement(element: Element, text: string): void {
    const origin = this.#originOf(element);
    this.checkPrivate(text, origin?.component ?? '', origin?.place, origin?.page ?? 0);
  }

  /** The component that built an element. An element without a component has that of the first element in it, else of the nearest one around it. */
  #originOf(element: Element): ElementOrigin | undefined {
    const inside = (at: Element): ElementOrigin | undefined => {
      const source = this.#elementOrigins.get(at);
      if (source) return source;
      for (const kid of at.kids) {
        const found = kid.kind === 'element' ? inside(kid) : undefined;
        if (found) return found;
      }
      return undefined;
    };
    let found = inside(element);
    for (let at = element.parent; at && !found; at = at.parent) found = this.#elementOrigins.get(at);
    return found;
  }

  /** The error for a fault that the template does not allow in a document. */
  refuse(code: WarningCode, component: string, place: DataPlace | undefined, message: string): PdfgenError {
    const { dataPath, uses } = sourceOf(component, place);
    const warning = { code, component, dataPath, page: this.pageNumber || null, message: message + uses };
    return new PdfgenError('RENDER_WARNINGS', 'The template refuses a document with this fault.', {
      errors: [warningBreach(warning)],
    });
  }
}

const keyOf = (...parts: readonly (string | null)[]): string => parts.join('\n');

/** Notes a warning about a value if only a scope is at hand. A component has one for each message. Every scope of a component is bound to a session. */
export function warnAt(scope: Scope, code: WarningCode, component: string, message: string): void {
  const { session, place } = scope as BoundScope;
  session.warnOf(code, sourceOf(component, place), message, session.pageNumber, message);
}

/** JSON Pointer of what a scope shows: the element of a list that a filter looks at, else the repeated element. Null: the data do not have it. */
export function dataPathOf(scope: Scope): string | null {
  const { element, place, session } = scope as BoundScope;
  return (element === undefined ? undefined : session.dataPaths.of([element], 0)) ?? pointerOf(place);
}

/** A component with its place in the data, and the uses in whose definitions it stands. */
export function sourceOf(component: string, place: DataPlace | undefined): Required<LinkSource> {
  const uses: string[] = [];
  for (let at = place; at; at = at.parent) if ('use' in at) uses.push(` in the "use" at ${at.use}`);
  return { component, dataPath: pointerOf(place), uses: uses.length === 0 ? '' : ` (${uses.join('').trim()})` };
}

/** The place of an element of a list. `each`: the expression of the list. */
export function elementPlace(
  { place, session }: Pick<BoundScope, 'place' | 'session'>,
  each: string,
  list: readonly unknown[],
  index: number,
): ElementPlace {
  return { parent: place, each, list, index, paths: session.dataPaths };
}

/** The scope of one element of a repeated list. `at`: its place in `list`, if this is not its place in the loop. */
export function elementScope(
  scope: BoundScope,
  each: string,
  list: readonly unknown[],
  index: number,
  count: number,
  at = index,
): BoundScope {
  return {
    data: scope.data,
    params: scope.params,
    locals: [...scope.locals, list[at]],
    caller: scope.caller,
    around: scope.around,
    loop: { index: index + 1, index0: index, first: index === 0, last: index === count - 1, count, parent: scope.loop },
    page: scope.page,
    doc: scope.doc,
    format: scope.format,
    outline: scope.outline,
    place: elementPlace(scope, each, list, at),
    dir: scope.dir,
    textDir: scope.textDir,
    tag: scope.tag,
    link: scope.link,
    heading: scope.heading,
    items: scope.items,
    session: scope.session,
    warn: scope.warn,
  };
}
