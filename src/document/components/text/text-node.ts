// The node of a text: lays out the text of its source, and notes warnings.

import { PdfgenError } from '../../../contract/errors.ts';
import { counted, grouped } from '../../../words/counts.ts';
import { listCodes } from '../../../words/list-codes.ts';
import { quoteText } from '../../../words/show-json.ts';
import { decimalPoint } from '../../expression/filters/intl.ts';
import type { CompiledText } from '../../expression/index.ts';
import { addPart, type Box, tolerance } from '../../layout/box.ts';
import { checkLines } from '../../layout/check-lines.ts';
import type { ComponentNode, ContentWidths, ListedHeading } from '../../layout/component-node.ts';
import type { PageItem } from '../../layout/fragment.ts';
import { BuiltPart, type PartKind, type Site } from '../../layout/origin.ts';
import { placeInOutline } from '../../layout/outline-walk.ts';
import type { BoundScope, ComponentLink, LayoutSession } from '../../layout/session.ts';
import { besideLabel, shifter } from '../../layout/shifted-box.ts';
import { decoration, isInText, makeArtifact, openElement } from '../../layout/structure.ts';
import type { Artifact, Tag } from '../../layout/tag.ts';
import type { Owner } from '../../layout/trace.ts';
import type { ResolvedText } from '../../template/styles.ts';
import { findIsolates, type Isolate } from '../../text/bidi.ts';
import { longestCached } from '../../text/paragraph-cache.ts';
import type { Paragraph, ParagraphOptions, TextLine, TextRun, TextStyle } from '../../text/shaped-text.ts';
import type { CompileContext } from '../component.ts';
import { warnOfMissing } from '../shared/missing-glyphs.ts';
import { knowsPage, warnOfLongNumbers } from '../shared/numbered.ts';
import { nameRole, openText, type Role, readAlt } from '../shared/roles.ts';
import { tooWide } from '../shared/too-wide.ts';
import { TextNotes } from './collect-footnotes.ts';
import { type InlineSpan, plainSpan } from './inline-marks.ts';
import { isBlank } from './is-blank.ts';
import { heightOf, isTooWide } from './lines.ts';
import type { TextFootnotes } from './number-footnotes.ts';
import { type Cut, fits, shorten } from './shorten-text.ts';
import { PageNumberBox, type PaintNumbers, paintLines, TextBox, TextTag, type WatchLines } from './text-box.ts';
import { directionIn, isFromRight, signIsolates, type TextDirection, withoutSigns } from './text-direction.ts';
import type { TextSource } from './text-source.ts';

const pagination: Artifact = { kind: 'artifact', type: 'Pagination' };

/** In UTF-16 code units; about two thousand pages. */
const longestText = 5_000_000;

export interface TextParts {
  readonly source: TextSource;
  /** Where the walk of the outline numbers the heading. Undefined: it prints no number. */
  readonly site?: string | undefined;
  /** The width that is kept for the number beside the lines. Undefined: the number begins the first line, or there is none. */
  readonly numberWidth?: number | undefined;
  /** A heading that a table of contents may list. Undefined: no heading, or there is no such table. */
  readonly listed?: Pick<ListedHeading, 'site' | 'level'> | undefined;
  readonly context: CompileContext;
  /** For messages. */
  readonly name: string;
  /** Where it stands in the template. Undefined: a component makes it. */
  readonly written?: { readonly site: Site; readonly kind: PartKind } | undefined;
  /** Undefined: the text is as high as it needs to be. */
  readonly cut: Cut | undefined;
  readonly dir: TextDirection;
  readonly isCode?: boolean;
  readonly role: Role | undefined;
  readonly alt: CompiledText | undefined;
  /** The language, where it is another than that of the document. */
  readonly lang: ((scope: BoundScope) => string | undefined) | undefined;
  readonly notes?: TextFootnotes | undefined;
}

/** The last long text that was prepared. */
interface PreparedText {
  readonly spans: readonly InlineSpan[] | string;
  readonly style: TextStyle;
  readonly options: ParagraphOptions;
  readonly paragraph: Paragraph;
}

/** A text, and how wide its parts are. */
export interface MeasuredText {
  /** The same for texts that look the same. Undefined: parts of the text have looks of their own. */
  readonly look: object | undefined;
  readonly text: string;
  readonly dir: ParagraphOptions['dir'];
  readonly isolates: readonly Isolate[];
  readonly align: ParagraphOptions['align'];
  widthOf(from: number, to: number): number;
}

/** Text in the flow, and in the cells of a table. */
export class TextNode implements ComponentNode {
  /** The whole text. */
  readonly #source: TextSource;
  /** The text beside a number in a column of its own. */
  readonly #besideNumber: { readonly width: number; readonly source: TextSource } | undefined;
  readonly #site: string | undefined;
  readonly #context: CompileContext;
  readonly #name: string;
  readonly #written: TextParts['written'];
  readonly #cut: Cut | undefined;
  readonly #dir: TextDirection;
  readonly #isCode: boolean;
  readonly #role: Role | undefined;
  readonly #alt: CompiledText | undefined;
  readonly #lang: TextParts['lang'];
  /** The last long text that was prepared, for each rendering in progress. */
  readonly #last = new WeakMap<LayoutSession, PreparedText>();
  readonly #listed: TextParts['listed'];
  readonly #notes: TextFootnotes | undefined;
  readonly outline: ComponentNode['outline'];
  /** The text without its number, as a title. */
  readonly titleOf: (scope: BoundScope) => string;
  /** Looks with the decimal separators of locales. */
  readonly #pointed = new WeakMap<ResolvedText, Map<string, ResolvedText>>();
  readonly #optionsGoingOn = new WeakMap<ParagraphOptions, ParagraphOptions>();

  constructor({
    source,
    site,
    numberWidth,
    listed,
    context,
    name,
    written,
    cut,
    dir,
    isCode = false,
    role,
    alt,
    lang,
    notes,
  }: TextParts) {
    const whole: TextSource = site === undefined ? source : { ...source, spans: (scope) => this.#numberedSpans(source, scope) };
    const noted = (one: TextSource) =>
      notes ? { ...one, spans: (scope: BoundScope) => notes.number(one.spans(scope), scope) } : one;
    this.#source = noted(whole);
    this.#besideNumber = numberWidth === undefined ? undefined : { width: numberWidth, source: noted(source) };
    this.titleOf = (scope) => signIsolates(source.spans(scope), 'auto').replace(/\s+/g, ' ').trim();
    this.#site = site;
    this.#listed = listed;
    this.#notes = notes;
    if (listed || notes) {
      this.outline = (scope, walk) => {
        if (listed) walk.list({ ...listed, title: this.titleOf }, scope);
        notes?.count(scope, walk);
      };
    }
    this.#context = context;
    this.#name = name;
    this.#written = written;
    this.#cut = cut;
    this.#dir = dir;
    this.#isCode = isCode;
    this.#role = role;
    this.#alt = alt;
    this.#lang = lang;
  }

  build(scope: BoundScope, width: number, session: LayoutSession): readonly Box[] {
    const box = this.buildBox(scope, width, session, undefined);
    return box ? [box] : [];
  }

  /** The box of this text. `cell`: the cell of a table in which it stands alone. Undefined: the text is empty. */
  buildBox(scope: BoundScope, width: number, session: LayoutSession, cell: Tag | undefined): Box | undefined {
    const box = this.#buildBox(scope, width, session, cell);
    if (session.isTraced && box && this.#written) {
      const { site, kind } = this.#written;
      addPart(box, new BuiltPart(site, kind, scope.place, width));
    }
    return box;
  }

  #buildBox(scope: BoundScope, width: number, session: LayoutSession, cell: Tag | undefined): Box | undefined {
    session.countBox();
    const beside = this.#besideNumber;
    const number = beside && this.numberOf(scope);
    if (number === undefined) return this.#buildText(this.#source, scope, width, session, cell);
    const own = this.#open(scope, cell, false);
    const text = this.#buildText(beside!.source, scope, Math.max(0, width - beside!.width), session, cell, own);
    return this.#putBesideNumber(text, number, beside!.width, own, scope, width, session);
  }

  /** `opened`: its structure, if that is open. */
  #buildText(
    source: TextSource,
    scope: BoundScope,
    width: number,
    session: LayoutSession,
    cell: Tag | undefined,
    opened?: TextTag,
  ): Box | undefined {
    const owner = { component: this.#name, place: scope.place };
    const goesOn = cell === undefined && this.#role === undefined && isInText(scope.tag);
    if (!this.#knowsNumbers(scope))
      return this.#buildNumbered(source, scope, width, session, opened ?? this.#open(scope, cell, false), owner, goesOn);
    const spans = source.spans(scope);
    const lines = this.#lines(spans, scope, width, session, goesOn);
    const areBlank = typeof spans === 'string' ? isBlank(spans) : spans.every(({ text }) => isBlank(text));
    if (areBlank && scope.link) scope.link.hasBlankText = true;
    return lines.length === 0
      ? undefined
      : new TextBox(lines, {
          tag: opened ?? this.#open(scope, cell, areBlank),
          owner,
          session,
          areBlank,
          breaks: this.#look(scope).properties,
          watch: this.#watchLines(lines, scope, width, session),
        });
  }

  /** `text`: undefined if there is nothing beside the number. */
  #putBesideNumber(
    text: Box | undefined,
    number: string,
    room: number,
    tag: TextTag,
    scope: BoundScope,
    width: number,
    session: LayoutSession,
  ): Box {
    const isRightToLeft = text?.firstLine?.isRightToLeft ?? isFromRight(this.#dir, scope);
    const resolved = this.#look(scope);
    const spans: readonly InlineSpan[] = [{ ...plainSpan, text: number, isLabel: true }];
    // Readers get a space between the number and the text.
    const options = { ...resolved.options[isRightToLeft ? 'rtl' : 'ltr'], goesOn: text !== undefined };
    const paragraph = this.#paragraph(spans, resolved, options, session);
    const lines = paragraph.wrap(room, session.checkTime);
    const parts = { tag, owner: { component: this.#name, place: scope.place }, session, areBlank: false };
    const warn = () => {
      const message = `The number ${quoteText(number)} is wider than its column: set "numberWidth" to ${Math.ceil((paragraph.minWidth / this.#context.template.unit) * 10) / 10} or more.`;
      session.warn('text-too-wide', this.#name, scope.place, message);
    };
    const watch = lines.some(isTooWide) ? warn : undefined;
    const label = new TextBox(lines, { ...parts, breaks: resolved.properties, watch });
    if (!text) return label;
    return besideLabel(text, label, isRightToLeft ? width - room : 0, shifter(isRightToLeft ? 0 : room));
  }

  /** The structure of this text. Alone in a cell, it needs no element of its own unless it says more than its text. */
  #open(scope: BoundScope, cell: Tag | undefined, isUnseen: boolean): TextTag {
    if (isUnseen) return new TextTag(makeArtifact(cell ?? scope.tag, decoration), scope.session, undefined);
    const place = this.#isPageNumber ? makeArtifact(cell ?? scope.tag, pagination) : (cell ?? scope.tag);
    if (scope.heading && staysInHeading(this.#role)) scope.heading.push(this.textOf(scope));
    const alt = readAlt(this.#alt, scope);
    const lang = this.#lang?.(scope);
    const facts = alt === undefined && lang === undefined ? undefined : { alt, lang };
    const label = this.#role === 'label' ? this.textOf(scope) : undefined;
    const tag = cell && this.#role === undefined && !facts ? place : openText(place, this.#role, facts, label);
    if (this.#role !== undefined) nameRole(this.#role, place, tag, this.#name, scope);
    return scope.link
      ? this.#openLinked(tag, alt, scope, scope.link)
      : new TextTag(tag, scope.session, undefined, this.#notes && new TextNotes(this.#notes, scope, tag));
  }

  /** The structure of a text in a component that is a link. */
  #openLinked(tag: Tag | undefined, alt: string | undefined, scope: BoundScope, link: ComponentLink): TextTag {
    link.texts.push(alt ?? this.textOf(scope));
    if (link.isOfText) link.element ??= openElement(tag, 'Link');
    return new TextTag(link.isOfText ? link.element : tag, scope.session, link);
  }

  /** Separate from `buildBox`, which runs for every text: closures in it would keep its variables alive for each text. */
  #buildNumbered(
    source: TextSource,
    scope: BoundScope,
    width: number,
    session: LayoutSession,
    own: TextTag,
    owner: Owner,
    goesOn: boolean,
  ): Box {
    const known = this.#plausible(scope, session);
    const spans = source.spans(known);
    // A mark may print nothing for its stand-in but something for its real value, such as a date in words.
    const kept = spans.length === 0 && source.usesMarks ? '8' : spans;
    const reserved = this.#lines(kept, known, width, session, goesOn);
    const room = Math.max(heightOf(reserved), Number.isFinite(this.#cut?.height) ? this.#cut!.height : 0);
    const watch = this.#watchLines(reserved, known, width, session);
    const paint: PaintNumbers = (page, { x, y, artifact }) => {
      const items: PageItem[] = [];
      const numbered = { ...scope, page };
      const lines = this.#lines(source.spans(numbered), numbered, width, session, goesOn);
      if (heightOf(lines) > room + tolerance) warnOfLongNumbers(page.number, this.#name, scope, session);
      paintLines(lines, own, { items, page, artifact }, x, y, owner, session);
      return items;
    };
    const { time } = source;
    return new PageNumberBox(reserved, owner, time, paint, watch && (() => watch(reserved)), own.notes);
  }

  /** Whether the text is only the number of the page. Screen readers announce page numbers themselves. */
  get #isPageNumber(): boolean {
    return this.#source.time !== 'data' && this.#context.band !== undefined && this.#role === undefined;
  }

  /** A table of contents may list it. */
  get isListed(): boolean {
    return this.#listed !== undefined;
  }

  /** The name of the anchor to which the table of contents leads. Undefined: the text is not listed. */
  listedAs(scope: BoundScope): string | undefined {
    return this.#listed && scope.session.outline.listedAnchorAt(placeInOutline(this.#listed.site, scope));
  }

  /** The number that a heading prints. Undefined: none. */
  numberOf(scope: BoundScope): string | undefined {
    return this.#site === undefined ? undefined : scope.session.outline.numberAt(placeInOutline(this.#site, scope));
  }

  /** The number before the text. A heading without any text prints its number alone. */
  #numberedSpans(source: TextSource, scope: BoundScope): readonly InlineSpan[] | string {
    const spans = source.spans(scope);
    const number = this.numberOf(scope);
    if (number === undefined) return spans;
    const text = typeof spans === 'string' ? [{ ...plainSpan, text: spans }] : spans;
    return [{ ...plainSpan, text: `${number} `, isLabel: true }, ...text];
  }

  /** The look of the text. The stops of its tabs know the decimal separator. */
  #look(scope: BoundScope): ResolvedText {
    const text = this.#context.style.fixed ?? this.#context.style.resolve(scope);
    return this.#withPoint(this.#isCode ? this.#asCode(text) : text, scope);
  }

  /** Code is printed as it stands: its spaces do not stretch, and no hyphens divide its names. */
  #asCode(text: ResolvedText): ResolvedText {
    const { align, hyphenate } = text.properties;
    if (align !== 'justify' && hyphenate === false) return text;
    return this.#context.template.styles.vary(text, { hyphenate: false, ...(align === 'justify' && { align: 'start' }) });
  }

  #withPoint(text: ResolvedText, { format: { locale } }: BoundScope): ResolvedText {
    if (!text.properties.tabs.some(({ align }) => align === 'decimal')) return text;
    const known = this.#pointed.get(text) ?? new Map<string, ResolvedText>();
    this.#pointed.set(text, known);
    let made = known.get(locale);
    if (!made) {
      const point = decimalPoint(locale);
      const pointed = (options: ResolvedText['options']) =>
        Object.fromEntries(
          Object.entries(options).map(([dir, one]) => [dir, { ...one, decimalPoint: point }] as const),
        ) as ResolvedText['options'];
      made = { ...text, options: pointed(text.options), mirrored: text.mirrored && pointed(text.mirrored) };
      known.set(locale, made);
    }
    return made;
  }

  #knowsNumbers(scope: BoundScope): boolean {
    return knowsPage(scope, this.#source.time);
  }

  /** The scope with plausible page numbers for a measurement. A text with marks gives no warnings: a filter may refuse the stand-in of a mark. */
  #plausible(scope: BoundScope, session: LayoutSession): BoundScope {
    const known = { ...scope, page: session.plausiblePages };
    return this.#source.usesMarks ? { ...known, warn: undefined } : known;
  }

  /** The text for some data, without marks and numbers of notes. */
  textOf(scope: BoundScope): string {
    const spans = this.#source.spans(scope);
    return withoutSigns(textOf(typeof spans === 'string' ? spans : spans.filter(({ note }) => note === undefined)));
  }

  /** The text with the widths of its parts. Undefined: it has page numbers, which are not known yet. */
  measureParts(scope: BoundScope, session: LayoutSession): MeasuredText | undefined {
    if (!this.#knowsNumbers(scope)) return undefined;
    const spans = this.#source.spans(scope);
    const resolved = this.#look(scope);
    const options = this.#options(resolved, scope);
    return {
      look: typeof spans === 'string' ? resolved : undefined,
      text: textOf(spans),
      align: options.align,
      dir: options.dir,
      isolates: typeof spans === 'string' ? [] : findIsolates(spans),
      widthOf: (from, to) => this.#paragraph(sliceSpans(spans, from, to), resolved, options, session).maxWidth,
    };
  }

  measure(scope: BoundScope, session: LayoutSession): ContentWidths {
    const known = this.#knowsNumbers(scope) ? scope : this.#plausible(scope, session);
    const beside = this.#besideNumber && this.numberOf(known) !== undefined ? this.#besideNumber : undefined;
    const room = beside?.width ?? 0;
    const spans = (beside?.source ?? this.#source).spans(known);
    if (spans.length === 0) return { min: room, max: room };
    const resolved = this.#look(known);
    const paragraph = this.#paragraph(spans, resolved, this.#options(resolved, known), session);
    return { min: paragraph.minWidth + room, max: paragraph.maxWidth + room };
  }

  /** Whether a quick look proves that no run of the text is wider than `least`, and no line wider than `most`. */
  isWithin(scope: BoundScope, least: number, most: number): boolean {
    if (this.#source.time !== 'data') return false;
    const spans = this.#source.spans(scope);
    if (typeof spans !== 'string') return false;
    const { style, properties } = this.#look(scope);
    if (properties.tabs.length > 0 && spans.includes('\t')) return false;
    return this.#context.template.engine.isWithin(spans, style, least, most);
  }

  #lines(
    spans: readonly InlineSpan[] | string,
    scope: BoundScope,
    width: number,
    session: LayoutSession,
    goesOn: boolean,
  ): readonly TextLine[] {
    if (spans.length === 0) return [];
    const resolved = this.#look(scope);
    const paragraph = this.#paragraph(spans, resolved, this.#options(resolved, scope, goesOn), session);
    warnOfMissing(paragraph.missing, this.#name, scope, session);
    if (resolved.properties.tabs.length > 0) this.#checkLeaders(spans, resolved, scope, session);
    if (paragraph.unprintable.length > 0) this.#warnUnprintable(paragraph, scope, session);
    if (resolved.lacksPatterns) session.warnOfHyphenation(resolved.style.lang, this.#name, scope.place);
    const whole = paragraph.wrap(width, session.checkTime);
    const lines =
      this.#cut && !fits(whole, this.#cut)
        ? this.#shorten(spans, resolved, whole, width, this.#cut, scope, session, goesOn)
        : whole;
    checkLines(lines, this.#name, scope, session);
    if (session.keeps('private-character')) this.#checkPrivate(spans, scope, session);
    return lines;
  }

  /** Returns a function that warns of lines that are too wide or overlap, when they are placed on a page. Undefined: there are no such lines. */
  #watchLines(lines: readonly TextLine[], scope: BoundScope, width: number, session: LayoutSession): WatchLines | undefined {
    return lines.some((line) => isTooWide(line) || line.reachesNext || line.offStop !== undefined)
      ? this.#warnOfLines(scope, width, session)
      : undefined;
  }

  #warnOfLines(scope: BoundScope, width: number, session: LayoutSession): WatchLines {
    return (placed) => {
      if (placed.slice(0, -1).some(({ reachesNext }) => reachesNext)) {
        const { lineHeight } = this.#look(scope).properties;
        const message = `Lines overlap: a "lineHeight" of ${lineHeight} is too small for the font. Leave it out, or make it larger.`;
        session.warn('lines-overlap', this.#name, scope.place, message);
      }
      const off = placed.find(({ offStop }) => offStop !== undefined)?.offStop;
      if (off !== undefined) {
        const message = `In the line ${quoteText(off)}, a tab finds no stop behind it, or no room before its stop. Move the stops of "tabs", or shorten the text.`;
        session.warn('tab-shifted', this.#name, scope.place, message);
      }
      const worst = placed.filter(isTooWide).sort((a, b) => b.width - a.width)[0];
      if (worst === undefined) return;
      const message = tooWide(worst.tooWide!, worst.width, width, 'Make its place wider');
      session.warn('text-too-wide', this.#name, scope.place, message);
    };
  }

  /** `goesOn`: other texts follow in the element of this one. */
  #options({ options, mirrored }: ResolvedText, scope: BoundScope, goesOn = false, dir = this.#dir): ParagraphOptions {
    const all = mirrored && scope.dir === 'rtl' ? mirrored : options;
    const found = all[directionIn(dir, scope)];
    return goesOn ? this.#goingOn(found) : found;
  }

  /** `scale`: of the sizes of marks, in a text that shrinks. */
  #paragraph(
    spans: readonly InlineSpan[] | string,
    text: ResolvedText,
    options: ParagraphOptions,
    session: LayoutSession,
    scale = 1,
  ): Paragraph {
    const { engine, styles } = this.#context.template;
    const length = typeof spans === 'string' ? spans.length : spans.reduce((sum, span) => sum + span.text.length, 0);
    // Checked before the steps that handle a whole long text at once.
    if (length > 10_000) session.checkTime();
    if (length > longestText) {
      throw new PdfgenError(
        'RENDER_LIMIT',
        `The text of ${this.#name} has ${counted(length, 'character')}; one text may have ${grouped(longestText)}. Split it over several components.`,
      );
    }
    const runs: TextRun[] = [];
    if (typeof spans === 'string') runs.push({ text: spans, style: text.style, link: undefined });
    else {
      for (const span of spans) {
        const { style } = styles.mark(text, span, scale);
        const { text: said, link, isLabel, marks, isolate } = span;
        runs.push({ text: said, style, link, isLabel, marks, isolate });
      }
    }
    return length > longestCached
      ? this.#prepareLong(spans, runs, text, options, session)
      : engine.prepare(runs, options, session.checkTime);
  }

  /** The engine keeps texts by the identity of their options, so the same options give the same object. */
  #goingOn(options: ParagraphOptions): ParagraphOptions {
    const known = this.#optionsGoingOn.get(options);
    if (known) return known;
    const made = { ...options, goesOn: true };
    this.#optionsGoingOn.set(options, made);
    return made;
  }

  /** The engine keeps short texts. A long text is kept until the next long one, because columns measure it before it is laid out. */
  #prepareLong(
    spans: readonly InlineSpan[] | string,
    runs: readonly TextRun[],
    { style }: ResolvedText,
    options: ParagraphOptions,
    session: LayoutSession,
  ): Paragraph {
    const last = this.#last.get(session);
    if (last !== undefined && last.spans === spans && last.style === style && last.options === options) return last.paragraph;
    const paragraph = this.#context.template.engine.prepare(runs, options, session.checkTime);
    this.#last.set(session, { spans, style, options, paragraph });
    return paragraph;
  }

  /** Makes the lines of a text that is too large for its place fit. Raises RENDER_WARNINGS if the template calls this an error. */
  #shorten(
    spans: readonly InlineSpan[] | string,
    text: ResolvedText,
    whole: readonly TextLine[],
    width: number,
    cut: Cut,
    scope: BoundScope,
    session: LayoutSession,
    goesOn: boolean,
  ): readonly TextLine[] {
    if (cut.overflow === 'error') {
      const fault = `The text ${quoteText(textOf(spans))} does not fit its place, and its "overflow" is "error".`;
      throw session.refuse('text-cut', this.#name, scope.place, fault);
    }
    // The rest of a paragraph keeps the paragraph's direction, even if the letter that decided it is on the earlier page.
    const isOne = !textOf(spans).includes('\n');
    const dir = isOne ? (whole[0]?.isRightToLeft ? 'rtl' : 'ltr') : this.#dir;
    const { lines, isCut } = shorten(spans, { text, lines: whole }, cut, {
      layOut: (tried, look) => {
        const scale = look.properties.size / text.properties.size;
        return this.#paragraph(tried, look, this.#options(look, scope, goesOn, dir), session, scale).wrap(
          width,
          session.checkTime,
        );
      },
      resize: (look, size) => this.#withPoint(this.#context.template.styles.vary(look, { size }), scope),
      checkTime: session.checkTime,
    });
    if (isCut) {
      const doubt = `The text ${quoteText(textOf(spans))} does not fit its place and is cut.`;
      session.warn('text-cut', this.#name, scope.place, doubt);
    }
    return lines;
  }

  /** Warns of the leader of a tab that no font has. */
  #checkLeaders(
    spans: readonly InlineSpan[] | string,
    { properties, style, options }: ResolvedText,
    scope: BoundScope,
    session: LayoutSession,
  ): void {
    const leaders = properties.tabs.flatMap(({ leader }) => leader ?? []).join('');
    if (leaders === '' || !textOf(spans).includes('\t')) return;
    const { missing } = this.#context.template.engine.prepare([{ text: leaders, style, link: undefined }], options.ltr);
    warnOfMissing(missing, this.#name, scope, session);
  }

  #checkPrivate(spans: readonly InlineSpan[] | string, scope: BoundScope, session: LayoutSession): void {
    session.checkPrivate(textOf(spans), this.#name, scope.place, undefined, 'Use an image with "alt" instead.');
  }

  #warnUnprintable({ unprintable }: Paragraph, scope: BoundScope, session: LayoutSession): void {
    const isHalf = (code: number) => code >= 0xd800;
    const controls = unprintable.filter((code) => !isHalf(code));
    const halves = unprintable.filter(isHalf);
    const faults = [
      ...(controls.length > 0 ? [`Control characters are not printed: ${listCodes(controls)}.`] : []),
      ...(halves.length > 0 ? [`Half of a surrogate pair is printed as U+FFFD: ${listCodes(halves)}.`] : []),
    ];
    session.warn('unprintable-character', this.#name, scope.place, faults.join(' '));
  }
}

/** Whether a text with this role is a part of the heading around it. Other roles leave the heading. */
const staysInHeading = (role: Role | undefined): boolean => role === undefined || role === 'paragraph' || role === 'code';

function sliceSpans(spans: readonly InlineSpan[] | string, from: number, to: number): readonly InlineSpan[] | string {
  if (typeof spans === 'string') return spans.slice(from, to);
  let at = 0;
  return spans.flatMap((span) => {
    const text = span.text.slice(Math.max(0, from - at), Math.max(0, to - at));
    at += span.text.length;
    return text === '' ? [] : [{ ...span, text }];
  });
}

const textOf = (spans: readonly InlineSpan[] | string): string =>
  typeof spans === 'string' ? spans : spans.map((span) => span.text).join('');
