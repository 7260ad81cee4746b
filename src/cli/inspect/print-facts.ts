// Prints the facts about a PDF for people.
import type { FieldFact, MetadataFact, OutlineFact, PageFact, PdfFacts, TagFact, XmpFact } from '../../inspect/facts.ts';
import type { PermissionName } from '../../inspect/permissions.ts';
import { counted, grouped } from '../../words/counts.ts';
import { toLine } from '../../words/to-line.ts';
import type { CommandContext } from '../context.ts';

const labelWidth = 13;
/** Tags of one type in a row that are listed; the rest is counted. */
const mostAlike = 12;
const mostOutline = 50;
const mostMetadata = 50;
const mostFields = 200;
const mostOptions = 8;

/** Tags and outline last: they are as long as the document. */
export function printFacts(file: string, facts: PdfFacts, context: Pick<CommandContext, 'io' | 'print' | 'style'>): void {
  const { style, io } = context;
  const columns = Math.max(40, io.stdout.columns);
  const row = (name: string, value: string | null) => {
    if (value === null || value === '') return;
    const lines = wrap(toLine(value), columns - labelWidth);
    for (const [i, line] of lines.entries())
      context.print(`${i === 0 ? style.dim(name.padEnd(labelWidth)) : ' '.repeat(labelWidth)}${line}\n`);
  };
  const rows = (name: string, values: readonly string[]) => {
    for (const [i, value] of values.entries()) row(i === 0 ? name : '', value);
  };
  const count = facts.pages.length;
  row('File', `${file}: PDF ${facts.version}, ${counted(count, 'page')}, ${counted(facts.bytes, 'byte')}`);
  row('Title', facts.title);
  row('Author', facts.author);
  row('Subject', facts.subject);
  row('Keywords', facts.keywords);
  row('Creator', facts.creator);
  row('Producer', facts.producer);
  row('Created', facts.created);
  row('Modified', facts.modified);
  row('Language', facts.language ?? 'not given');
  rows('Metadata', describeMetadata(facts.metadata));
  row('Claims', facts.standards.join(', ') || 'no standard');
  row('Encrypted', facts.permissions && describePermissions(facts.permissions));
  rows('Pages', describePages(facts.pages));
  rows(
    'Fonts',
    facts.fonts.map(
      ({ name, type, embedded, subset }) => `${name}, ${type}, ${embedded ? (subset ? 'subset' : 'embedded') : 'not embedded'}`,
    ),
  );
  rows(
    'Viewer',
    Object.entries(facts.viewer).map(([name, value]) => `${name} ${String(value)}`),
  );
  rows(
    'Attachments',
    facts.attachments.map(({ name, bytes, mediaType, relationship, description }) =>
      [name, bytes === null ? undefined : counted(bytes, 'byte'), mediaType, relationship, description]
        .filter((part) => part !== undefined && part !== null)
        .join(', '),
    ),
  );
  rows(
    'Signatures',
    facts.signatures.map(({ field, isSigned, signer, time, covers }) =>
      isSigned
        ? `${field}: ${signer ?? 'unknown signer'}${time === null ? '' : `, says ${time}`}, covers ${covers ?? 'nothing'}; not verified`
        : `${field}: not signed`,
    ),
  );
  rows('Fields', describeFields(facts.fields));
  if (facts.outline.length > 0) {
    context.print(`\n${style.bold('Outline')}\n`);
    printOutline(facts.outline, columns, context.print);
  }
  if (!facts.tags) {
    row('Tags', 'none: a screen reader gets no headings, tables or order');
    return;
  }
  context.print(`\n${style.bold('Tags')}\n`);
  for (const line of describeTags(facts.tags, '', columns)) context.print(`${line}\n`);
}

/** `customer.name (Your name): text, required, at most 40 characters, page 1; "Ada"` */
function describeFields(fields: readonly FieldFact[]): string[] {
  const shown = fields.slice(0, mostFields).map((field) => {
    const { name, kind, label, required, readOnly, multiline, maxLength, options, pages, value } = field;
    const parts = [
      multiline ? 'text of several lines' : kind,
      required && 'required',
      readOnly && 'read-only',
      maxLength !== null && `at most ${counted(maxLength, 'character')}`,
      options.length > 0 && `one of ${listOptions(options)}`,
      pages.length > 0 && `page ${pages.slice(0, 5).join(', ')}${pages.length > 5 ? ' …' : ''}`,
    ].filter((part) => part !== false);
    const isSet = value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
    const asked = label === null || label === name ? '' : ` (${label})`;
    return `${name}${asked}: ${parts.join(', ')}${isSet ? `; ${JSON.stringify(value)}` : ''}`;
  });
  return fields.length > mostFields ? [...shown, `and ${grouped(fields.length - mostFields)} more`] : shown;
}

function listOptions(options: FieldFact['options']): string {
  const shown = options.slice(0, mostOptions).map(({ value, label }) => (label === undefined ? value : `${value} (${label})`));
  return `${shown.join(' | ')}${options.length > mostOptions ? ` and ${options.length - mostOptions} more` : ''}`;
}

/** Leaves out a permission that another one contains. */
function describePermissions(granted: readonly PermissionName[]): string {
  const isContained = (name: PermissionName) =>
    (name === 'printDraft' && granted.includes('print')) || (name === 'fillForms' && granted.includes('annotate'));
  const shown = granted.filter((name) => !isContained(name));
  if (shown.length === 0) return 'yes; without the owner password, people may only read it';
  return `yes; without the owner password, people may: ${shown.join(', ')}`;
}

/** The entries of the dictionary, then XMP: `acme:order: 4711`. */
function describeMetadata({ info, xmp }: MetadataFact): string[] {
  const all = [
    ...Object.entries(info).map(([name, value]) => `${name}: ${value}`),
    ...xmp.map(({ name, value }) => `${name}: ${describeValue(value)}`),
  ];
  return all.length > mostMetadata + 1 ? [...all.slice(0, mostMetadata), `and ${all.length - mostMetadata} more`] : all;
}

function describeValue(value: XmpFact['value']): string {
  if (value === null) return '(a structure)';
  if (typeof value === 'string') return value;
  if (isList(value)) return value.join(', ');
  const texts = Object.entries(value);
  // XMP repeats the text of one language as the default.
  const repeats = ([lang, text]: [string, string]) =>
    lang === 'x-default' && texts.some(([other, same]) => other !== lang && same === text);
  return texts
    .filter((one) => !repeats(one))
    .map(([lang, text]) => `${text} (${lang})`)
    .join(', ');
}

const isList = (value: object): value is readonly string[] => Array.isArray(value);

/** Pages of one size stand together: `1-12: 210 × 297 mm`. */
function describePages(pages: readonly PageFact[]): string[] {
  const groups: { from: PageFact; to: PageFact }[] = [];
  for (const page of pages) {
    const last = groups.at(-1);
    if (last && last.to.width === page.width && last.to.height === page.height) last.to = page;
    else groups.push({ from: page, to: page });
  }
  const mm = (pt: number) => Math.round((pt / 72) * 25.4 * 10) / 10;
  const shown = groups.slice(0, 20).map(({ from, to }) => {
    const name = from === to ? `${from.number}` : `${from.number}-${to.number}`;
    const labels = from.label === null ? '' : `, labels ${from === to ? from.label : `${from.label} to ${to.label}`}`;
    return `${name}: ${mm(from.width)} × ${mm(from.height)} mm${labels}`;
  });
  return groups.length > 20 ? [...shown, `and ${groups.length - 20} more sizes`] : shown;
}

function printOutline(outline: readonly OutlineFact[], columns: number, print: (text: string) => void): void {
  let left = mostOutline;
  let more = 0;
  const walk = (entries: readonly OutlineFact[], indent: string): void => {
    for (const { title, page, kids } of entries) {
      if (left-- > 0)
        print(`${indent}${cut(toLine(title), columns - indent.length - 10)}${page === null ? '' : `  page ${page}`}\n`);
      else more++;
      walk(kids, `${indent}  `);
    }
  };
  walk(outline, '  ');
  if (more > 0) print(`  and ${grouped(more)} more\n`);
}

function* describeTags(tags: readonly TagFact[], indent: string, columns: number): Generator<string> {
  const inner = `${indent}  `;
  for (let i = 0; i < tags.length; ) {
    const { type } = tags[i]!;
    const next = tags.findIndex((tag, k) => k > i && tag.type !== type);
    const end = next < 0 ? tags.length : next;
    const shown = end - i > mostAlike + 1 ? i + mostAlike : end;
    for (const tag of tags.slice(i, shown)) {
      yield cut(`${inner}${describeTag(tag)}`, columns);
      yield* describeTags(tag.kids ?? [], inner.length > columns / 2 ? indent : inner, columns);
    }
    if (shown < end) yield `${inner}and ${grouped(end - shown)} more ${toLine(type)}`;
    i = end;
  }
}

function describeTag({ type, standardType, lang, title, alt, actualText, attributes, text }: TagFact): string {
  const parts = [
    standardType === undefined ? type : `${type} (${standardType})`,
    lang !== undefined && `[${lang}]`,
    title !== undefined && `title ${JSON.stringify(title)}`,
    alt !== undefined && `alt ${JSON.stringify(alt)}`,
    actualText !== undefined && `says ${JSON.stringify(actualText)}`,
    ...['ColSpan', 'RowSpan'].map((name) => {
      const span = attributes?.Table?.[name];
      return span !== undefined && span !== 1 && `${name} ${String(span)}`;
    }),
    attributes?.Table?.Scope !== undefined && `scope ${String(attributes.Table.Scope)}`,
    text !== undefined && text.trim() !== '' && JSON.stringify(text.replace(/\s+/g, ' ').trim()),
  ];
  return toLine(parts.filter((part) => part !== false).join(' '));
}

/** In a pipe too: the whole text is in --json and --read. */
function cut(line: string, columns: number): string {
  return line.length <= columns ? line : `${line.slice(0, Math.max(1, columns - 1)).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
