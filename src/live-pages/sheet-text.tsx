// The text of a sheet for screen readers, beside its picture.
import { type AriaRole, type ComponentChildren, h } from 'preact';
import type { ReadElement } from '../document/read-sheets.ts';
import { sheetWords } from '../editor-words/index.ts';

/** What stands for an element in HTML, with a role if it has no element of its own there. Undefined: its content alone. */
const tags: Readonly<Record<ReadElement['type'], string | readonly [tag: string, role: AriaRole] | undefined>> = {
  Document: 'div',
  Part: 'div',
  Sect: 'div',
  Div: 'div',
  NonStruct: undefined,
  Title: 'p',
  H1: 'h1',
  H2: 'h2',
  H3: 'h3',
  H4: 'h4',
  H5: 'h5',
  H6: 'h6',
  P: 'p',
  BlockQuote: 'blockquote',
  Code: 'code',
  Note: ['span', 'note'],
  Caption: 'p',
  // A list without signs is no list to some browsers, unless its role says so.
  L: ['ul', 'list'],
  LI: 'li',
  Lbl: 'span',
  LBody: 'div',
  TOC: ['ul', 'list'],
  TOCI: 'li',
  Table: 'table',
  THead: 'thead',
  TBody: 'tbody',
  TFoot: 'tfoot',
  TR: 'tr',
  TH: 'th',
  TD: 'td',
  Figure: ['div', 'figure'],
  Form: ['span', 'group'],
  Annot: ['span', 'note'],
  // It is read and not followed: the address may lead anywhere.
  Link: ['span', 'link'],
  Reference: undefined,
  Em: 'em',
  Strong: 'strong',
  Span: 'span',
};

const scopes = { Column: 'col', Row: 'row', Both: undefined } as const;

export function SheetText({ text }: { readonly text: ReadElement }) {
  return (
    <div class="aside" lang={text.lang}>
      {contentOf(text)}
    </div>
  );
}

function contentOf({ type, kids }: ReadElement): ComponentChildren {
  const isTable = type === 'Table';
  return kids.map((kid, i) => (typeof kid === 'string' ? kid : <Read key={i} element={kid} isInTable={isTable} />));
}

function Read({ element, isInTable }: { readonly element: ReadElement; readonly isInTable: boolean }) {
  const { type, kids, lang, label, summary, scope, colSpan, rowSpan } = element;
  if (type === 'Figure' && kids.length === 0)
    return <span role="img" aria-label={label || sheetWords.noDescription} lang={lang} />;
  const tag = type === 'Caption' && isInTable ? 'caption' : tags[type];
  if (tag === undefined) return <>{contentOf(element)}</>;
  const [name, role] = typeof tag === 'string' ? [tag] : tag;
  const attributes = {
    role,
    lang,
    'aria-label': nameOf(element),
    'aria-description': summary,
    ...(type === 'TH' && { scope: scope && scopes[scope] }),
    ...((type === 'TH' || type === 'TD') && { colSpan, rowSpan }),
  };
  const isBare = type === 'Link' && kids.length === 0;
  return h(name, attributes, isBare ? label : contentOf(element));
}

function nameOf({ type, label }: ReadElement): string | undefined {
  if (type === 'Form') return sheetWords.field(label ?? '');
  return type === 'Link' ? undefined : label;
}
