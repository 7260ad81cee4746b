// Finds marks of HTML and Markdown that a text would print as they are.
import { showJson } from '../../../words/show-json.ts';
import { adviseElement, elementNames, entityOfName } from '../../other-names/html.ts';

/** A mark, its offset in the text in UTF-16 code units, and what to write. */
export interface UnreadMark {
  readonly offset: number;
  readonly message: string;
}

/** The first tag, the first entity, in plain text the first `**…**`, `[…](…)` or `[…]{.…}`, in inline text the first `_…_`. Bindings may hold any of them. */
export function findUnreadMarks(source: string, isInline: boolean): readonly UnreadMark[] {
  if (!/[<&*\]_]/.test(source)) return [];
  // The replacement has the same length, so that offsets stay valid.
  const end = source.lastIndexOf('}}') + 2;
  const text = source.slice(0, end).replace(/\{\{.*?\}\}/gs, ({ length }) => bound.repeat(length)) + source.slice(end);
  const found = [findTag(text), findEntity(text), isInline ? findUnderscores(text) : findMarked(text)];
  return found.flatMap((one) => {
    if (!one) return [];
    const mark = source.slice(one.offset, one.offset + one.length);
    const sign = /^(?:\*\*|__|.)/s.exec(mark)![0];
    const message = `${showJson(mark)} is printed as it is, because ${one.reason}. To print "${sign}" write {{ '${sign}' }}.`;
    return { offset: one.offset, message };
  });
}

interface Found {
  readonly offset: number;
  readonly length: number;
  readonly reason: string;
}

/** Stands for a character of a binding. */
const bound = '\ufffc';

const noHtml = 'texts are not HTML: write';

const attribute = String.raw`\s+[a-z-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>=]+)`;
const tag = new RegExp(`<(?<end>/?)(?<name>${elementNames.join('|')})(?<more>(?:${attribute})*)\\s*(?<own>/?)>`, 'gi');
const ownTags = /^(?:br|hr|img)$/i;

/** An end tag, a tag without an end, a tag with attributes, or a tag directly before its text: `a<b>c` and `<i>` may be meant. */
function findTag(text: string): Found | undefined {
  const closed = new Set(Array.from(text.matchAll(/<\/([a-z\d]+)>/gi), ([, name]) => name!.toLowerCase()));
  for (const { 0: whole, index: offset, groups } of text.matchAll(tag)) {
    const { end, name, more, own } = groups as Record<'end' | 'name' | 'more' | 'own', string>;
    const [before = '', after = ''] = [text[offset - 1], text[offset + whole.length]];
    const begins = /^[\s>(]?$/.test(before) && /^[^\s.,;:)>]$/.test(after);
    const isMeant = end || more || own || begins || ownTags.test(name) || closed.has(name.toLowerCase());
    if (before === '<' || !isMeant) continue;
    return { offset, length: whole.length, reason: `${noHtml} ${adviseElement(name)}` };
  }
  return undefined;
}

function findEntity(text: string): Found | undefined {
  for (const { 0: whole, 1: name, index: offset } of text.matchAll(/&(#x[\da-f]+|#\d+|[a-z]+\d*);/gi)) {
    const meant = readEntity(name!);
    if (meant !== undefined) return { offset, length: whole.length, reason: `${noHtml} ${write(meant)}` };
  }
  return undefined;
}

function readEntity(name: string): string | undefined {
  if (name.startsWith('#')) {
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    const isCharacter = code > 0x1f && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : undefined;
  }
  return entityOfName(name);
}

/** A character in JSON. A character that nobody sees is escaped. */
const write = (character: string): string =>
  JSON.stringify(character).replace(/[\p{Z}\p{C}]/gu, (one) =>
    one === ' ' ? one : `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** `**` as CommonMark pairs it around words. Footnote signs, powers and masked digits have other neighbours. */
const bold = /(?<![*\p{L}\p{N}\ufffc])\*\*(?=[\p{L}\p{N}\p{Sc}\ufffc])[^*\n]*[^*\s([]\*\*(?![*\p{L}\p{N}\ufffc])/u;
const styled = /\[[^[\]]+\]\{\.[\p{L}_][^{}\n]*\}/u;
const link = /\[[^[\]]+\]\((?:(?:https?:\/\/|mailto:|tel:|www\.|#)[^\s()]*|\ufffc+)\)/iu;

function findMarked(text: string): Found | undefined {
  const [first] = [bold.exec(text), link.exec(text), styled.exec(text)]
    .filter((one) => one !== null)
    .sort((a, b) => a.index - b.index);
  return first && { offset: first.index, length: first[0].length, reason: 'the text has no "format": "inline"' };
}

/** Emphasis of Markdown around words. Names with underscores and lines to fill in have other neighbours. */
const underscored = /(?<![\p{L}\p{N}_\\])(__?)(?=[\p{L}\p{N}\ufffc])[^_\n]*[^_\s]\1(?![\p{L}\p{N}_])/u;

function findUnderscores(text: string): Found | undefined {
  const plain = text
    .replace(/`[^`\n]*`/g, ({ length }) => bound.repeat(length))
    .replace(/\]\([^()\s]*\)/g, ({ length }) => bound.repeat(length));
  const found = underscored.exec(plain);
  if (!found) return undefined;
  const reason = found[1] === '_' ? 'italic text is written *…*' : 'bold text is written **…**';
  return { offset: found.index, length: found[0].length, reason };
}
