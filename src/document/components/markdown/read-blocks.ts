// Reads the tokens of markdown-it as a tree of blocks.
import type { Token } from 'markdown-it';
import { counted } from '../../../words/counts.ts';
import { quoteText } from '../../../words/show-json.ts';
import type { InlineSpan } from '../text/inline-marks.ts';
import { type Align, type Block, type Cell, type Doubt, type ListItem, MarkdownLimit, type MarkdownText } from './blocks.ts';
import { isComment, readSpans, type SpanListener, targetOf, textOfImage } from './read-spans.ts';

/** Levels of quotes and lists, and of marks in a text. */
export const mostLevels = 64;
/** As a table may have. */
const mostColumns = 200;

export function readBlocks(tokens: readonly Token[], text: string): MarkdownText {
  return new BlockReader(tokens, text).read();
}

class BlockReader {
  readonly #tokens: readonly Token[];
  readonly #text: string;
  readonly #doubts: Doubt[] = [];
  readonly #targets = new Set<string>();
  #at = 0;
  /** Quotes and lists around. */
  #depth = 0;
  #lists = 0;
  /** The line of the block that is being read, from 1. */
  #line = 1;
  #lines: readonly string[] | undefined;
  #rowsWithMore = 0;
  #footnotes = 0;
  #html: { readonly first: string; readonly line: number; count: number } | undefined;

  constructor(tokens: readonly Token[], text: string) {
    this.#tokens = tokens;
    this.#text = text;
  }

  read(): MarkdownText {
    const blocks = this.#readBlocks();
    if (hasFrontMatter(this.#text))
      this.#doubt(
        `The lines between the first two "---" are printed, because Markdown knows no front matter. Take them out of the text.`,
      );
    if (this.#html) {
      const { first, line, count } = this.#html;
      const [what, verb] = count === 1 ? ['', 'is'] : [` and ${counted(count - 1, 'more piece')} of HTML`, 'are'];
      this.#doubt(
        `${quoteText(first)} in line ${line}${what} ${verb} printed as written, because HTML is not read. Write Markdown.`,
      );
    }
    return { blocks, doubts: this.#doubts, targets: [...this.#targets] };
  }

  #doubt(message: string, code: Doubt['code'] = 'unread-markdown'): void {
    this.#doubts.push({ code, message });
  }

  /** The blocks up to the end of the block around them, which it takes too. */
  #readBlocks(): Block[] {
    const blocks: Block[] = [];
    while (this.#at < this.#tokens.length) {
      const token = this.#tokens[this.#at++]!;
      if (token.nesting < 0) break;
      if (token.map) this.#line = token.map[0] + 1;
      blocks.push(...this.#readBlock(token));
    }
    return blocks;
  }

  #readBlock(token: Token): readonly Block[] {
    switch (token.type) {
      case 'heading_open':
        return filled({ kind: 'heading', level: Number(token.tag.slice(1)), spans: this.#takeInline() });
      case 'paragraph_open':
        return this.#readParagraph();
      case 'code_block':
      case 'fence':
        return [{ kind: 'code', spans: token.content.replace(/\n$/, '') }];
      case 'html_block':
        return this.#readHtml(token.content);
      case 'hr':
        return [{ kind: 'line' }];
      case 'blockquote_open':
        return this.#deeper(() => [{ kind: 'quote', blocks: this.#readBlocks() }]);
      case 'table_open':
        return [this.#readTable()];
      default:
        // bullet_list_open, ordered_list_open
        this.#lists++;
        return this.#deeper(() => [this.#readList(token)]);
    }
  }

  #deeper<T>(read: () => T): T {
    this.#checkDepth(++this.#depth, 'quotes and lists', this.#line);
    const made = read();
    this.#depth--;
    return made;
  }

  #checkDepth(levels: number, what: string, line: number): void {
    if (levels > mostLevels)
      throw new MarkdownLimit(`nests ${what} deeper than ${mostLevels} levels in line ${line}. Take some of the levels away.`);
  }

  /** The text of a block, up to the end of the block. */
  #takeInline(): InlineSpan[] {
    const inline = this.#tokens[this.#at]!;
    this.#at += 2;
    return readSpans(inline.children ?? [], this.#listenerAt(this.#line));
  }

  #listenerAt(first: number): SpanListener {
    return {
      html: (content, line) => this.#noteHtml(content, first + line),
      link: (target) => this.#targets.add(target),
      depth: (levels, line) => this.#checkDepth(levels, 'marks', first + line),
      image: (src, line) =>
        this.#doubt(
          `The picture ${quoteText(src)} stands in a text in line ${first + line}, so its alternative text is printed. Give the picture a paragraph of its own.`,
          'missing-image',
        ),
    };
  }

  #noteHtml(first: string, line: number): void {
    if (this.#html) this.#html.count++;
    else this.#html = { first: first.trim(), line, count: 1 };
  }

  #readParagraph(): readonly Block[] {
    const children = (this.#tokens[this.#at]!.children ?? []).filter(({ type }) => type !== 'softbreak');
    if (children.length > 0 && children.every(({ type }) => type === 'image')) {
      this.#at += 2;
      return children.map((child) => ({ kind: 'image', src: decode(targetOf(child, 'src')), alt: textOfImage(child).trim() }));
    }
    const { content } = this.#tokens[this.#at]!;
    if (isFootnote(content) && this.#footnotes++ === 0)
      this.#doubt(
        `The footnote ${quoteText(content)} in line ${this.#line} is printed where it stands, because Markdown has no footnotes. Write it in brackets in the text.`,
      );
    return filled({ kind: 'text', spans: this.#takeInline() });
  }

  #readHtml(content: string): readonly Block[] {
    if (isComment(content)) return [];
    this.#noteHtml(content, this.#line);
    return [{ kind: 'text', spans: [{ text: content.trim(), bold: false, italic: false, link: undefined }] }];
  }

  #readList({ markup, type, ...token }: Token): Block {
    const isOrdered = type === 'ordered_list_open';
    const items: ListItem[] = [];
    let isTight = true;
    while (this.#tokens[this.#at++]?.nesting === 1) {
      const begin = this.#at;
      const task = this.#takeTask(isOrdered);
      const blocks = this.#readBlocks();
      items.push({ blocks, task });
      const { level } = this.#tokens[begin - 1]!;
      for (let i = begin; i < this.#at - 1; i++) {
        const inner = this.#tokens[i]!;
        if (inner.type === 'paragraph_open' && inner.level === level + 1 && !inner.hidden) isTight = false;
      }
    }
    const start = isOrdered ? Number(new Map(token.attrs).get('start') ?? 1) : 1;
    const delimiter = isOrdered ? (markup as '.' | ')') : undefined;
    const depth = --this.#lists;
    return { kind: 'list', depth, delimiter, start, isTight, items: items.map((item) => ({ ...item, isTight })) };
  }

  /** The sign of the task with which an item begins, `[ ]` or `[x]`, which is taken from its text. An item with a number has the sign in its text. */
  #takeTask(isOrdered: boolean): string | undefined {
    const [open, inline] = this.#tokens.slice(this.#at, this.#at + 2);
    const [first] = inline?.children ?? [];
    const [mark, checked] = /^\[([ xX])\]\s+(?=\S)/.exec(inline?.content ?? '') ?? [];
    if (mark === undefined || open?.type !== 'paragraph_open' || first?.type !== 'text' || !first.content.startsWith(mark))
      return undefined;
    const sign = checked === ' ' ? '☐' : '☑';
    first.content = `${isOrdered ? `${sign} ` : ''}${first.content.slice(mark.length)}`;
    return isOrdered ? undefined : sign;
  }

  /** GFM leaves out the cells of a row beyond those of the header. */
  #lookForMoreCells(columns: number): void {
    this.#lines ??= this.#text.split(/\r\n?|\n/);
    const written = (this.#lines[this.#line - 1] ?? '').replace(/^[\s>]*\|?|(?<!\\)\|\s*$/g, '').split(/(?<!\\)\|/);
    if (written.length <= columns || this.#rowsWithMore++ > 0) return;
    const more = counted(written.length - columns, 'cell');
    this.#doubt(
      `The row in line ${this.#line} has ${more} more than the header of its table, which Markdown leaves out: ${quoteText(written.slice(columns).join('|').trim())}. Write as many cells as columns, and "\\|" for a "|" in a cell.`,
    );
  }

  #readTable(): Block {
    const columns: Align[] = [];
    const rows: Cell[][] = [];
    for (let token = this.#tokens[this.#at++]!; token.type !== 'table_close'; token = this.#tokens[this.#at++]!) {
      if (token.type === 'tr_open') {
        if (token.map) this.#line = token.map[0] + 1;
        rows.push([]);
      }
      if (token.type === 'tr_close' && rows.length > 1) this.#lookForMoreCells(columns.length);
      if (token.type !== 'th_open' && token.type !== 'td_open') continue;
      if (rows.length === 1) columns.push(alignOf(token));
      if (columns.length > mostColumns)
        throw new MarkdownLimit(`has a table with more than ${mostColumns} columns in line ${this.#line}. Leave some out.`);
      rows.at(-1)!.push(this.#takeInline());
    }
    const [head = [], ...others] = rows;
    return { kind: 'table', columns, head, rows: others };
  }
}

/** A block with text. None: a text that had only comments. */
const filled = (block: Extract<Block, { spans: readonly InlineSpan[] }>): readonly Block[] =>
  block.spans.length > 0 ? [block] : [];

const alignOf = (token: Token): Align => /^text-align:(left|center|right)$/.exec(String(token.attrGet('style')))?.[1] as Align;

/** A name that was made fit for addresses. */
function decode(src: string): string {
  try {
    return decodeURIComponent(src);
  } catch {
    return src;
  }
}

/** Whether a line begins a note in the notation of other readers. */
export const isFootnote = (line: string): boolean => /^\[\^[^\s\]]+\]:/.test(line);

const hasFrontMatter = (text: string): boolean =>
  /^---[ \t]*\r?\n(?:[\w-]+:.*\r?\n(?:[ \t-].*\r?\n)*)+(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/.test(text);
