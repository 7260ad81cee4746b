// The text of a tagged file in reading order, as a screen reader says it.
import type { PaintLog } from './content/paint-log.ts';
import { type Kid, kidsOf, type StructElem, type StructureTree } from './structure.ts';

/** The lines that a screen reader says. Content that no element holds is silent. */
export function readAloud(tree: StructureTree, log: PaintLog, lang: string | undefined): string[] {
  const reader = new ScreenReader(log);
  for (const element of tree.kids) reader.say(element, lang);
  return reader.end();
}

/** The text of an element as it is said within a line. */
export function textWithin(element: StructElem, log: PaintLog): string {
  return clean(new ScreenReader(log).inline(element));
}

const clean = (text: string): string => text.replaceAll('\u00ad', '').replace(/\s+/g, ' ').trim();

const inlineTypes = new Set(
  'Span Quote Note Reference BibEntry Code Link Annot Ruby RB RT RP Warichu WT WP Lbl Em Strong Sub FENote Form Figure Formula NonStruct'.split(
    ' ',
  ),
);
/** Elements without words of their own: a screen reader says only their content. */
const transparentTypes = new Set(
  'Document DocumentFragment Part Art Sect Div NonStruct Index Aside THead TBody TFoot'.split(' '),
);

const prefixes: Readonly<Record<string, string>> = { H: 'heading: ', Title: 'title: ', Caption: 'caption: ' };

class ScreenReader {
  readonly #log: PaintLog;
  /** A cell of a table is said in one line. */
  readonly #isCell: boolean;
  readonly #lines: string[] = [];
  /** The line that is being put together. */
  #line = '';
  #indent = '';

  constructor(log: PaintLog, isCell = false) {
    this.#log = log;
    this.#isCell = isCell;
  }

  end(): string[] {
    this.#flush();
    return this.#lines;
  }

  say(element: StructElem, above: string | undefined): void {
    const type = element.role.type ?? 'NonStruct';
    const lang = element.lang ?? above;
    if (type === 'Private' || type === 'Artifact') return;
    const isInline = inlineTypes.has(type) && !holdsBlock(element);
    if (transparentTypes.has(type) && !isInline) {
      this.#sayKids(element, lang);
      return;
    }
    if (isInline) {
      // A picture, note or annotation of its own, between blocks, has a line of its own.
      const isApart = /^(?:Figure|Formula|Note|FENote|Annot|NonStruct)$/.test(type) && !isWithinText(element);
      if (isApart) this.#flush();
      this.#line += this.#inlineOf(element);
      if (isApart) this.#flush();
      return;
    }
    this.#flush();
    const isInOther = element.lang !== undefined && element.lang !== above;
    const before = this.#lines.length;
    this.#sayBlock(element, type, lang);
    this.#flush();
    if (isInOther && this.#lines.length > before) this.#prefix(before, `[${element.lang}]`);
  }

  /** Puts a text before a line. */
  #prefix(at: number, said: string): void {
    const line = this.#lines[at]!;
    const text = line.trimStart();
    this.#lines[at] = `${line.slice(0, line.length - text.length)}${said} ${text}`;
  }

  /** Says a label before the first line of what `work` says. */
  #startingWith(label: string, work: () => void): void {
    this.#flush();
    const before = this.#lines.length;
    work();
    if (label === '') return;
    if (this.#lines.length > before) this.#prefix(before, label);
    else this.#print('', label);
  }

  #sayBlock(element: StructElem, type: string, lang: string | undefined): void {
    const level = /^H(\d+)$/.exec(type)?.[1];
    const prefix = level === undefined ? prefixes[type] : `heading ${level}: `;
    if (prefix !== undefined) this.#print(prefix, this.#withinLine(element, lang));
    else if (type === 'L') this.#sayList(element, lang);
    else if (type === 'Table') this.#sayTable(element, lang);
    else if (type === 'TOC') this.#sayWithin('table of contents', element, lang);
    else if (type === 'BlockQuote') this.#sayWithin('quote', element, lang);
    else if (type === 'Link') this.#sayLink(element, lang);
    else if (element.actualText !== undefined || element.alt !== undefined) this.#print('', this.inline(element));
    else this.#sayKids(element, lang);
  }

  /** A heading or caption: its paragraphs, if it has any, stand apart. */
  #withinLine(element: StructElem, lang: string | undefined): string {
    const isSaid = element.actualText !== undefined || element.alt !== undefined;
    return isSaid || !holdsBlock(element) ? this.inline(element) : joinLines(this.#linesOf(element, lang, true));
  }

  #sayWithin(name: string, element: StructElem, lang: string | undefined): void {
    this.#print('', name);
    this.#indented(() => this.#sayKids(element, lang));
    this.#print('', `end of ${name}`);
  }

  /** A link around paragraphs and other blocks. */
  #sayLink(link: StructElem, lang: string | undefined): void {
    const lines = this.#linesOf(link, lang);
    if (lines.length === 0) lines.push(contentsOf(link));
    if (this.#isCell) this.#print('', `[link: ${joinLines(lines)}]`);
    else if (lines.length === 1) this.#print('link: ', lines[0]!);
    else {
      this.#print('', 'link');
      this.#lines.push(...lines.map((line) => `${this.#indent}  ${line}`));
      this.#print('', 'end of link');
    }
  }

  /** What is said of the content of an element. */
  #linesOf(element: StructElem, lang: string | undefined, isCell = this.#isCell): string[] {
    const inner = new ScreenReader(this.#log, isCell);
    inner.#sayKids(element, lang);
    return inner.end();
  }

  #indented(work: () => void): void {
    const before = this.#indent;
    this.#indent += '  ';
    work();
    this.#flush();
    this.#indent = before;
  }

  #sayList(list: StructElem, lang: string | undefined): void {
    const items = kidsOf(list);
    const count = items.filter(({ role }) => role.type === 'LI').length;
    this.#print('', `list with ${count} ${count === 1 ? 'item' : 'items'}`);
    this.#indented(() => {
      for (const item of items) {
        if (item.role.type !== 'LI') this.say(item, lang);
        else {
          const isLabel = ({ role }: StructElem) => role.type === 'Lbl';
          const label = kidsOf(item)
            .filter(isLabel)
            .map((part) => this.inline(part))
            .join(' ');
          this.#startingWith(clean(label), () => {
            for (const part of kidsOf(item)) if (!isLabel(part)) this.#sayKids(part, part.lang ?? lang);
            this.#flush();
          });
        }
      }
    });
  }

  #sayTable(table: StructElem, lang: string | undefined): void {
    for (const kid of kidsOf(table)) if (kid.role.type === 'Caption') this.say(kid, lang);
    const rows = rowsOf(table);
    const columns = rows.reduce((most, row) => Math.max(most, countColumns(row)), 0);
    const size = `${columns} ${columns === 1 ? 'column' : 'columns'} and ${rows.length} ${rows.length === 1 ? 'row' : 'rows'}`;
    const summary = table.attributes.Table?.Summary;
    this.#print('', `table with ${size}${typeof summary === 'string' && clean(summary) !== '' ? `: ${summary}` : ''}`);
    this.#indented(() => {
      for (const [i, row] of rows.entries()) {
        const cells = kidsOf(row);
        const isHeader = cells.length > 0 && cells.every(({ role }) => role.type === 'TH');
        this.#print(
          `row ${i + 1}${isHeader ? ', headers' : ''}: `,
          cells.map((cell) => this.#cell(cell, lang) || 'empty').join(' | '),
        );
      }
    });
    this.#print('', 'end of table');
  }

  #cell(cell: StructElem, lang: string | undefined): string {
    if (cell.actualText !== undefined) return clean(cell.actualText);
    return unbracketed(joinLines(this.#linesOf(cell, lang, true)));
  }

  #sayKids(element: StructElem, lang: string | undefined): void {
    if (element.actualText !== undefined) {
      this.#line += element.actualText;
      return;
    }
    for (const kid of element.kids) {
      if (kid.kind === 'element') this.say(kid.element, lang);
      else if (kid.kind === 'content') this.#line += this.#content(kid);
    }
  }

  /** An element as a part of a line. */
  inline(element: StructElem): string {
    if (element.actualText !== undefined) return element.actualText;
    if (element.alt !== undefined) return element.alt;
    let text = '';
    for (const kid of element.kids) {
      if (kid.kind === 'content') text += this.#content(kid);
      else if (kid.kind === 'element') text += this.#inlineOf(kid.element);
    }
    return text;
  }

  #inlineOf(element: StructElem): string {
    const text = this.inline(element);
    switch (element.role.type) {
      case 'Link': {
        const said = clean(text) || contentsOf(element);
        return said === '' ? '' : `[link: ${said}]${/\s$/.test(text) ? ' ' : ''}`;
      }
      case 'Figure':
      case 'Formula':
        return `[${element.role.type === 'Figure' ? 'image' : 'formula'}: ${clean(text) || 'no description'}] `;
      case 'Form':
        return `[field: ${clean(text) || contentsOf(element) || 'no description'}${printedState(element)}] `;
      case 'Annot':
        return `[annotation: ${clean(text) || contentsOf(element) || 'no text'}] `;
      case 'Note':
      case 'FENote':
        return `[note: ${clean(text)}] `;
      default:
        return text;
    }
  }

  #content(kid: Extract<Kid, { kind: 'content' }>): string {
    const key = kid.form ? this.#log.forms.get(kid.form) : `page ${kid.page}`;
    return (key !== undefined && this.#log.pieces.get(key)?.get(kid.mcid)?.text) || '';
  }

  #print(prefix: string, text: string): void {
    this.#flush();
    const said = clean(text);
    if (said !== '') this.#lines.push(`${this.#indent}${prefix}${said}`);
  }

  #flush(): void {
    const said = clean(this.#line);
    this.#line = '';
    const alone = unbracketed(said);
    if (alone !== '') this.#lines.push(`${this.#indent}${alone}`);
  }
}

/** A link or an image alone needs no brackets. */
const unbracketed = (said: string): string => /^\[([^[\]]*)\]$/.exec(said)?.[1] ?? said;

const joinLines = (lines: readonly string[]): string => lines.map((line) => line.trim()).join('; ');

const holdsBlock = (element: StructElem): boolean =>
  kidsOf(element).some((kid) => !inlineTypes.has(kid.role.type ?? 'NonStruct') || holdsBlock(kid));

const isWithinText = ({ parent }: StructElem): boolean =>
  parent !== undefined &&
  (/^(?:P|H\d*|Title|Caption|LBody|TD|TH)$/.test(parent.role.type ?? '') || inlineTypes.has(parent.role.type ?? ''));

/** The descriptions of an element's annotations. */
function contentsOf(element: StructElem): string {
  const texts = element.kids.map((kid) =>
    kid.kind === 'object' ? (kid.object.text('TU') ?? kid.object.text('Contents')) : undefined,
  );
  return clean(texts.find((text) => text !== undefined) ?? '');
}

/** Whether a check box or radio button that is not a widget is on (ISO 32000-2, 14.8.5.6). */
function printedState({ attributes }: StructElem): string {
  const checked = attributes.PrintField?.Checked ?? attributes.PrintField?.checked;
  return checked === 'on' || checked === 'off' ? `, ${checked}` : '';
}

/** The rows of a table, without those of tables inside of it. */
export function rowsOf(table: StructElem): readonly StructElem[] {
  return kidsOf(table).flatMap((kid) => {
    if (kid.role.type === 'TR') return [kid];
    return /^T(?:Head|Body|Foot)$/.test(kid.role.type ?? '') ? rowsOf(kid) : [];
  });
}

/** How many columns or rows a cell covers. */
export function spanOf(cell: StructElem, name: 'ColSpan' | 'RowSpan'): number {
  const span = cell.attributes.Table?.[name];
  return typeof span === 'number' && span >= 1 ? Math.min(Math.floor(span), 10_000) : 1;
}

const countColumns = (row: StructElem): number => kidsOf(row).reduce((sum, cell) => sum + spanOf(cell, 'ColSpan'), 0);
