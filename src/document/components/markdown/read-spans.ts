// Reads the inline tokens of markdown-it as the spans of a text.
import type { Token } from 'markdown-it';
import type { TextLink, TextMark } from '../../text/shaped-text.ts';
import { codeStyle, type InlineSpan } from '../text/inline-marks.ts';
import { isBlank } from '../text/is-blank.ts';

/** What the reader of spans reports. `line`: how many lines below the first one of the text. */
export interface SpanListener {
  html(content: string, line: number): void;
  image(src: string, line: number): void;
  link(target: string): void;
  depth(levels: number, line: number): void;
}

interface Look extends Pick<InlineSpan, 'bold' | 'italic' | 'styles' | 'bound'> {
  readonly marks: readonly TextMark[] | undefined;
}

const plainLook: Look = { bold: false, italic: false, marks: undefined };

const marks: Readonly<Record<string, (look: Look) => Look>> = {
  strong: (look) => ({ ...look, bold: true, marks: [...(look.marks ?? []), { kind: 'strong' }] }),
  em: (look) => ({ ...look, italic: true, marks: [...(look.marks ?? []), { kind: 'em' }] }),
  s: (look) => ({
    ...look,
    bound: { strike: true },
    marks: [...(look.marks ?? []), { kind: 'style', decoration: 'LineThrough' }],
  }),
  link: (look) => ({ ...look, marks: [...(look.marks ?? []), { kind: 'link' }] }),
};

/** A link that is being read. */
interface OpenLink {
  readonly target: string;
  text: string;
  readonly spans: { link: TextLink | undefined }[];
}

export function readSpans(tokens: readonly Token[], listener: SpanListener): InlineSpan[] {
  const spans: { -readonly [K in keyof InlineSpan]: InlineSpan[K] }[] = [];
  const looks = [plainLook];
  let link: OpenLink | undefined;
  let line = 0;
  let last: Look | undefined;
  let isolate: number | undefined;
  const add = (text: string, look = looks.at(-1)!): void => {
    if (text === '') return;
    if (link) link.text += text;
    if (last === look && spans.length > 0 && spans.at(-1)!.isolate === isolate) spans.at(-1)!.text += text;
    else {
      spans.push({ ...look, text, link: undefined, ...(isolate !== undefined && { isolate }) });
      if (link) link.spans.push(spans.at(-1)!);
    }
    last = look;
  };
  for (const [i, token] of tokens.entries()) {
    const { type, content, nesting } = token;
    isolate = (token.meta as { readonly isolate?: number } | null)?.isolate;
    if (nesting !== 0) {
      const isText = isNoAutolink(token, tokens[i + 1]);
      const make = isText ? (look: Look) => look : marks[type.replace(/_(?:open|close)$/, '')]!;
      if (nesting > 0) looks.push(make(looks.at(-1)!));
      else looks.pop();
      listener.depth(looks.length - 1, line);
      if (type === 'link_open' && !isText) link = { target: targetOf(token, 'href'), text: '', spans: [] };
      if (type === 'link_close' && link) {
        listener.link(link.target);
        closeLink(link);
        link = undefined;
      }
    } else if (type === 'softbreak' || type === 'hardbreak') {
      line++;
      add(type === 'hardbreak' ? '\n' : ' ');
    } else if (type === 'code_inline') {
      const around = looks.at(-1)!;
      const styles = [...(around.styles ?? []), [codeStyle]];
      add(content, { ...around, styles, marks: [...(around.marks ?? []), { kind: 'code' }] });
    } else if (type === 'html_inline') {
      if (isBreak(content)) add('\n');
      else if (!isComment(content)) {
        listener.html(content, line);
        add(content);
      }
      line += content.split('\n').length - 1;
    } else if (type === 'image') {
      listener.image(targetOf(token, 'src'), line);
      add(textOfImage(token));
    } else add(content);
  }
  return spans;
}

function closeLink({ target, text, spans }: OpenLink): void {
  const link = target === '' || isBlank(text) ? undefined : { target, text };
  for (const span of spans) span.link = link;
}

/** GFM, 6.9: an address without a scheme begins with `www.`. markdown-it takes any host. */
const isNoAutolink = ({ type, markup, attrs }: Token, text: Token | undefined): boolean =>
  type === 'link_open' &&
  markup === 'linkify' &&
  !/^(?:https?:\/\/|www\.)/i.test(text?.content ?? '') &&
  !attrs?.some(([, value]) => String(value).startsWith('mailto:'));

export const isComment = (html: string): boolean => /^(?:\s*<!--(?:-?>|(?:(?!-->)[\s\S])*-->))+\s*$/.test(html);
const isBreak = (html: string): boolean => /^<br\s*\/?>$/i.test(html);

/** An attribute of a link or a picture. */
export const targetOf = (token: Token, name: 'href' | 'src'): string => String(token.attrGet(name) ?? '');

/** The alternative text of a picture, without its marks. */
export function textOfImage({ children }: Token): string {
  let text = '';
  for (const child of children ?? []) {
    if (child.type === 'image') text += textOfImage(child);
    else text += child.type === 'softbreak' || child.type === 'hardbreak' ? ' ' : child.content;
  }
  return text;
}
