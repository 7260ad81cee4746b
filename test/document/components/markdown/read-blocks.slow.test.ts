// The examples of CommonMark, and ours of GFM: what is drawn against a walk over the tokens of markdown-it.
import { readFileSync } from 'node:fs';
import MarkdownIt, { type Token } from 'markdown-it';
import { describe, expect, test } from 'vitest';
import { Element } from '../../../../src/document/layout/tag.ts';
import { defaultLimits, type LaidOut, layOut } from '../../../support/render.ts';
import { kidsOf, textsByPiece } from '../../../support/structure.ts';

interface Example {
  readonly number: number;
  readonly section: string;
  readonly markdown: string;
  readonly html: string;
}

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const examples = readExamples(read('../../../support/commonmark/spec.txt'));
const ours = JSON.parse(read('../../../support/commonmark/gfm.json')) as readonly {
  readonly about: string;
  readonly markdown: string;
  readonly drawn: readonly string[];
  /** Codes of warnings. */
  readonly told?: readonly string[];
}[];

function readExamples(spec: string): Example[] {
  const found: Example[] = [];
  let section = '';
  for (const [, heading, markdown, html] of spec.matchAll(/^#{1,6} +(.*)$|^`{32} example\n([\s\S]*?)^\.\n([\s\S]*?)^`{32}$/gm)) {
    if (heading !== undefined) section = heading;
    else
      found.push({
        number: found.length + 1,
        section,
        markdown: markdown!.replaceAll('→', '\t'),
        html: html!.replaceAll('→', '\t'),
      });
  }
  return found;
}

const sheet = { size: [2000, 4000], margin: 10 };
/** What is drawn, by its Markdown: two tests look at each example. */
const drawn = new Map<string, Promise<LaidOut>>();
const draw = (text: string): Promise<LaidOut> => {
  const found =
    drawn.get(text) ??
    layOut({ markdown: '{{ text }}' }, { text }, sheet, {}, defaultLimits, findImage, undefined, {}, ['PDF/UA-2']);
  drawn.set(text, found);
  return found;
};
const findImage = (source: string) => ({ problem: `There is no image "${source}" among the assets.` });

const inline = new Set(['Em', 'Strong', 'Code', 'Link', 'Span']);
/** Elements that the lines leave out: the parts of items, and what stands around a quote in a quote. */
const around = new Set(['Document', 'LBody', 'Sect']);

const bare = (text: string): string => text.replace(/[\s\u00a0]+/g, '');

/** What is drawn: a line for each block, indented by its depth, with its text. Elements in it are `<Em text>`. Blanks are left out. */
function drawnLines(laidOut: LaidOut): string[] {
  const texts = textsByPiece(laidOut);
  const textOf = (element: Element): string =>
    kidsOf(element)
      .map((kid) => {
        if (!(kid instanceof Element)) return bare(texts.get(kid) ?? '');
        return inline.has(kid.type!) ? `<${kid.type} ${textOf(kid)}>` : kid.type === 'Lbl' ? textOf(kid) : '';
      })
      .join('');
  const walk = (element: Element, indent: string): string[] => {
    const blocks = kidsOf(element).filter((kid) => kid instanceof Element && !inline.has(kid.type!) && kid.type !== 'Lbl');
    const inside = around.has(element.type!) ? indent : `${indent} `;
    const own = around.has(element.type!) ? [] : [`${indent}${element.type} ${textOf(element)}`.trimEnd()];
    return [...own, ...(blocks as Element[]).flatMap((one) => walk(one, inside))];
  };
  return laidOut.structure ? walk(laidOut.structure, '') : [];
}

const reader = new MarkdownIt({ html: true, linkify: true });
reader.validateLink = () => true;

const blocks: Readonly<Record<string, string>> = {
  paragraph: 'P',
  blockquote: 'BlockQuote',
  bullet_list: 'L',
  ordered_list: 'L',
  list_item: 'LI',
  table: 'Table',
  thead: 'THead',
  tbody: 'TBody',
  tr: 'TR',
  th: 'TH',
  td: 'TD',
};
const parts: Readonly<Record<string, string>> = { em: 'Em', strong: 'Strong', s: 'Span', link: 'Link' };
const bullets = ['•', '–', '‣'];

/** The lines that tokens stand for. */
function plannedLines(tokens: readonly Token[]): string[] {
  const lines: string[] = [];
  const lists: { readonly mark: string; next: number | undefined }[] = [];
  let depth = 0;
  for (const [i, { type, tag, nesting, content, children, attrs, markup }] of tokens.entries()) {
    const name = type.replace(/_(?:open|close)$/, '');
    const indent = ' '.repeat(depth);
    if (nesting > 0) {
      const start = Number(attrs?.find(([key]) => key === 'start')?.[1] ?? 1);
      if (name.endsWith('_list')) lists.push({ mark: markup, next: name === 'ordered_list' ? start : undefined });
      const list = lists.at(-1);
      const bullet = bullets[Math.min(lists.length, bullets.length) - 1];
      const marker = name !== 'list_item' ? '' : list!.next === undefined ? bullet : `${list!.next++}${list!.mark}`;
      lines.push(`${indent}${name === 'heading' ? tag.toUpperCase() : blocks[name]} ${marker}`.trimEnd());
      depth++;
    } else if (nesting < 0) {
      depth--;
      if (name.endsWith('_list')) lists.pop();
      // markdown-it writes no body for a table without rows.
      if (name === 'thead' && tokens[i + 1]!.type !== 'tbody_open') lines.push(`${' '.repeat(depth)}TBody`);
    } else if (type === 'inline') {
      const text = plannedText(children!);
      // A text of blanks is decoration.
      const isPrinted = text.replaceAll('<Code >', '') !== '' || /(?:TH|TD)$/.test(lines.at(-1)!);
      if (isPrinted) lines.push(`${lines.pop()} ${text}`.trimEnd());
      else lines.pop();
    } else if (type === 'fence' || type === 'code_block')
      lines.push(content.trim() === '' ? '' : `${indent}P <Code ${bare(content)}>`);
    else if (type === 'html_block' && !isComment(content)) lines.push(`${indent}P ${bare(content)}`);
  }
  return lines.filter((line) => line !== '');
}

function plannedText(tokens: readonly Token[]): string {
  let text = '';
  const open: string[] = [];
  for (const { type, nesting, content, children, attrs } of tokens) {
    if (nesting > 0) {
      const href = String(attrs?.find(([key]) => key === 'href')?.[1] ?? '');
      const leads = type !== 'link_open' || /^(?:https?:\/\/\S+|mailto:\S+|tel:\d+|#.+)$/i.test(href);
      open.push(leads ? text : '-');
      text = leads ? '' : text;
    } else if (nesting < 0) {
      const before = open.pop()!;
      if (before !== '-') text = `${before}${text === '' ? '' : `<${parts[type.replace('_close', '')]} ${text}>`}`;
    } else if (type === 'code_inline') text += `<Code ${bare(content)}>`;
    else if (type === 'image') text += bare(alternative(children!));
    else if (type === 'html_inline') text += isComment(content) || /^<br *\/?>$/.test(content) ? '' : bare(content);
    else text += bare(content);
  }
  return text;
}

const alternative = (tokens: readonly Token[]): string =>
  tokens.map(({ type, content, children }) => (type === 'image' ? alternative(children!) : content)).join('');
const isComment = (html: string): boolean => /^\s*<!--(?:-?>|[\s\S]*-->)\s*$/.test(html);

describe('the examples of CommonMark', () => {
  test('are all there', () => {
    expect(examples).toHaveLength(652);
  });

  test.each(examples)('example $number: $section', async ({ markdown }) => {
    expect(drawnLines(await draw(markdown))).toEqual(plannedLines(reader.parse(markdown, {})));
  });

  test('have the tokens that the specification gives them', () => {
    const plain = new MarkdownIt({ html: true, xhtmlOut: true });
    plain.validateLink = () => true;
    const even = (html: string) => html.replace(/\s+(?=\n|<)/g, '').trim();
    const other = examples.filter(({ markdown, html }) => even(plain.render(markdown)) !== even(html));
    expect(other.map(({ number, section }) => `${number} ${section}`)).toEqual([]);
  });

  test('are told of where they have HTML, pictures, or links that are left out', async () => {
    const told: string[] = [];
    for (const { number, section, markdown } of examples) {
      const { warnings } = await draw(markdown);
      for (const { code, message } of warnings.filter(({ code }) => code !== 'empty-body' && code !== 'missing-glyph'))
        told.push(`${number} ${section}: ${code} ${message.replace(/: write an http.*/, '')}`);
    }
    await expect(`${told.join('\n')}\n`).toMatchFileSnapshot('../../../support/commonmark/told.txt');
  });
});

test.each(ours)('GFM: $about', async ({ markdown, drawn, told = [] }) => {
  const laidOut = await draw(markdown);
  expect(drawnLines(laidOut)).toEqual(drawn);
  expect(laidOut.warnings.map(({ code }) => code)).toEqual(told);
});
