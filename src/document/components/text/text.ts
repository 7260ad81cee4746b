// The component `text`: plain, or with inline marks.

import type { JsonSchema } from '../../../contract/schema.ts';
import { showJson } from '../../../words/show-json.ts';
import { isAfter } from '../../expression/index.ts';
import { listedHeading, textNumber, text as textSchema } from '../../template/property-schemas.ts';
import { type CompileContext, defineComponent, nameOf, noteOf, type Props, siteOf } from '../component.ts';
import { readBookmark } from '../shared/bookmark.ts';
import { checkHeadingNumber, checkNumberPattern, headingLevel, headingNumber } from '../shared/heading-number.ts';
import { compileLang } from '../shared/roles.ts';
import { placeOfProperty } from '../shared/styled-behaviour.ts';
import { usualWritten } from '../shared/usual-properties.ts';
import { tellCodeFont } from './code-font.ts';
import { compileNotes } from './compile-footnotes.ts';
import { codeStyle } from './inline-marks.ts';
import type { Cut } from './shorten-text.ts';
import type { TextDirection } from './text-direction.ts';
import { TextNode } from './text-node.ts';
import { compileSource, type TextSource } from './text-source.ts';

const textProperties = {
  text: {
    oneOf: [textSchema, { type: 'array', items: textSchema }],
    description:
      'A text with bindings, or a list of lines. A line of the list is left out where its bindings print nothing and nothing but signs is left.',
  },
  format: {
    enum: ['plain', 'inline', 'code'],
    default: 'plain',
    description:
      '`inline` reads marks: `**bold**`, `*italic*`, `~subscript~`, `^superscript^`, `` `code` ``, `[text](url)`, `[text]{.style}`, `[^note]`. A `\\` before a sign of a mark prints the sign. Values from the data are never read as marks. `code` sets program code: in the style `code` of the template, otherwise in `courier`, with tabs that lead to the next of every 8 columns.',
  },
  maxLines: {
    type: 'integer',
    minimum: 1,
    maximum: 10000,
    description: 'Largest number of lines. `overflow` says what happens to text beyond it.',
  },
  overflow: {
    enum: ['grow', 'shrink', 'ellipsis', 'clip', 'error'],
    description:
      'What happens to text beyond `maxLines` or `height`. All but `clip` also mind a word that is wider than its line. Cut text gives a warning. Default: `ellipsis` with `maxLines` or `height`, otherwise `grow`.',
  },
  minSize: {
    type: 'number',
    exclusiveMinimum: 0,
    maximum: 1000,
    'x-unit': 'pt',
    default: 6,
    description: 'The smallest font size with `"overflow": "shrink"`, in pt.',
  },
  footnotes: {
    type: 'object',
    additionalProperties: textSchema,
    description:
      'Notes by their names, such as `{ "n": "Valid until {{ until | date }}." }`. The text refers to them: `[^n]`. They are texts with the marks of `inline`, stand at the foot of the sheet, and are numbered through the pages of the layout, or through those of one element of its `each`. A style named `footnote` gives them their look.',
  },
  ...textNumber,
  listed: listedHeading,
} as const satisfies Record<string, JsonSchema>;

export const text = defineComponent({
  type: 'text',
  content: 'text',
  knownAs: ['heading', 'label', 'p', 'paragraph', 'richtext', 'span', 'title'],
  group: 'text',
  usual: { content: ['text', 'format'], ...usualWritten },
  summary: 'A paragraph, or several lines. A string where a component may stand is a text.',
  properties: textProperties,
  required: [],
  example: { text: 'Dear **{{ customer.name }}**,', format: 'inline' },
  sizesItself: false,
  explain: ({ format, text: given }) =>
    format === 'markdown' || format === 'md'
      ? {
          place: '/format',
          code: 'wrong-value',
          message: `is not known here: Markdown is a component of its own, ${showJson({ markdown: given })}`,
        }
      : undefined,
  impliedStyle: ({ format }) => (format === 'code' ? codeStyle : undefined),
  compile(props, context, pointer) {
    const source = compileSource(props.text, props.format ?? 'plain', context, `${pointer}/text`, directionOf(props));
    return textNode(props, source, context, pointer);
  },
});

const headingTooLate =
  'A table of contents or "title_of" reads this heading before there are sheets, and it prints what only sheets know, such as their numbers. Print that in a text of its own.';

/** Code has the direction of its first letter, also where texts around are written from right to left. */
const directionOf = ({ dir, format }: Pick<TextProps, 'dir' | 'format'>): TextDirection =>
  dir ?? (format === 'code' ? 'auto' : undefined);

type TextProps = Props<typeof textProperties, readonly ['text']>;

/** The node of a text with these properties. `source`: what it prints. */
export function textNode(props: TextProps, source: TextSource, context: CompileContext, pointer: string): TextNode {
  if (props.format === 'code') tellCodeFont(context, `${pointer}/format`);
  const height = props.height === undefined ? Number.POSITIVE_INFINITY : props.height * context.template.unit;
  // Text that grows has no limit. A height alone cuts the text.
  const overflow = props.overflow ?? (props.maxLines !== undefined || props.height !== undefined ? 'ellipsis' : 'grow');
  const warn = (property: string, message: string) =>
    context.template.report('warning', 'no-effect', `${pointer}/${property}`, message);
  if (props.overflow !== undefined && overflow !== 'grow' && props.maxLines === undefined && props.height === undefined)
    warn('overflow', '"overflow" has no effect without "height" or "maxLines"; the "h" of a frame is neither.');
  if (props.minSize !== undefined && overflow !== 'shrink')
    warn('minSize', '"minSize" has no effect without "overflow": "shrink".');
  const cut: Cut | undefined =
    overflow === 'grow'
      ? undefined
      : { overflow, maxLines: props.maxLines ?? Number.POSITIVE_INFINITY, height, minSize: props.minSize ?? 6 };
  const { lines, align } = context.style.fixed?.properties ?? {};
  const own = (['lines', 'align', 'style'] as const).find((name) => props[name] !== undefined);
  if (lines === 'balanced' && align === 'justify' && own !== undefined)
    warn(own, '"lines": "balanced" has no effect on justified text: set "align" to "start", or leave "lines" out.');
  if (props.number !== undefined)
    checkNumberPattern(props.number, (code, message) => context.template.report('error', code, `${pointer}/number`, message));
  checkHeadingNumber(props, context, pointer);
  const isNumbered = headingNumber(props, context)?.write !== undefined;
  const site = context.way + pointer;
  const bookmark = readBookmark(props);
  const isTitle = context.hasOrder && headingLevel(props) > 0 && bookmark?.anchor !== undefined && bookmark.title === undefined;
  if (props.listed !== undefined && !headingLevel(props)) {
    const message = '"listed" has no effect: the text is no heading. Give it a role from "heading1" to "heading6".';
    context.template.report('warning', 'no-effect', placeOfProperty(props, 'listed', pointer), message);
  }
  const isHeading = headingLevel(props) > 0 && props.listed !== false;
  const isListed = context.template.outline.listsHeadings && context.hasOrder && isHeading;
  if (isListed) {
    context.template.outline.addSite(site);
    context.template.outline.titles++;
  }
  if ((isListed || isTitle) && isAfter(source.time, 'data'))
    context.template.report('error', 'too-early', `${pointer}/text`, headingTooLate);
  const noNotes = context.noNotes ?? (cut ? 'a text with "maxLines" or "height" may be cut' : undefined);
  const notes = compileNotes(
    props.footnotes,
    source.notes ?? [],
    noNotes === context.noNotes ? context : { ...context, noNotes },
    pointer,
  );
  const written = siteOf(context, pointer);
  const node = new TextNode({
    source: notedSource(source, context, pointer),
    notes,
    site: isNumbered ? site : undefined,
    numberWidth: isNumbered && props.numberWidth !== undefined ? props.numberWidth * context.template.unit : undefined,
    listed: isListed ? { site, level: headingLevel(props) } : undefined,
    context,
    name: nameOf(props, pointer),
    written: written && { site: written, kind: 'component' },
    cut,
    dir: directionOf(props),
    isCode: props.format === 'code',
    role: props.role ?? (props.format === 'code' ? 'code' : undefined),
    alt: props.alt === undefined ? undefined : context.text(props.alt, `${pointer}/alt`),
    lang: props.lang === undefined ? undefined : compileLang(props.lang, context, placeOfProperty(props, 'lang', pointer)),
  });
  if (isTitle) context.template.outline.addTitle(site, (scope) => node.titleOf(scope));
  return node;
}

/** The same text, which also reports each scope in which it is printed. See `noteOf`. */
function notedSource(source: TextSource, context: CompileContext, pointer: string): TextSource {
  const note = noteOf(context, pointer);
  if (!note) return source;
  return {
    ...source,
    spans(scope) {
      note(scope);
      return source.spans(scope);
    },
  };
}
