// The text properties of components and styles, each in one place: its schema, its initial value, and its reader. Inner components inherit them, and
// styles may set them. Checks, types and reference derive from this table.
import { type FromSchema, type JsonSchema, objectOf } from '../../contract/schema.ts';
import { color, longColor } from './colors.ts';

/** The reader of a property: the choice of the font file, the features of the font, the glyphs of a run of text, or the lines of a paragraph. */
type PropertyReader = 'face' | 'features' | 'glyphs' | 'paragraph';

interface TextProperty<Value = unknown, By extends PropertyReader = PropertyReader> {
  readonly by: By;
  readonly schema: JsonSchema;
  readonly initial: Value;
  /** A colour may be a binding, and is kept as `#rrggbb`. */
  readonly isColor: boolean;
}

function property<By extends PropertyReader, const Schema extends JsonSchema, Value = FromSchema<Schema>>(
  by: By,
  schema: Schema,
  initial: NoInfer<Value>,
  isColor = false,
): TextProperty<Value, By> & { readonly schema: Schema } {
  return { by, schema, initial, isColor };
}

/** How words are divided at the ends of lines. */
export interface HyphenateSettings {
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly inRow?: number | undefined;
  readonly exceptions?: readonly string[] | undefined;
}

/** Where the lines of a text begin and end. */
export type Alignment = 'start' | 'left' | 'center' | 'right' | 'end' | 'justify';

/** Where the text after a tab stands. */
export interface TabStop {
  readonly at: number;
  readonly align?: 'start' | 'left' | 'right' | 'end' | 'center' | 'decimal' | undefined;
  readonly leader?: string | undefined;
}

/** The default family, also used for a character that the family of a text lacks. Its files ship with pdfgen. */
export const shippedFamily = 'noto-sans';

/** Signs that can be seen: one that prints nothing leads no eye. */
export const leaderSigns = '^[^\\p{Cc}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}]+$';

/** A stop for tabs. */
export const tabStop = objectOf(['at'], {
  at: {
    type: 'number',
    exclusiveMinimum: 0,
    maximum: 100000,
    'x-unit': 'template',
    description: 'Place of the stop, from where the text begins, in the unit of the template.',
  },
  align: {
    enum: ['start', 'left', 'center', 'right', 'end', 'decimal'],
    default: 'start',
    description:
      'What of the text after the tab stands at the stop: its beginning (`start`), its end (`end`), its left or right edge, its middle (`center`) or its decimal separator (`decimal`).',
  },
  leader: {
    type: 'string',
    minLength: 1,
    maxLength: 2,
    pattern: leaderSigns,
    'x-written': true,
    description: 'A sign that fills the gap before the stop, or two: `"."`, `". "`, `"_"`.',
  },
});

const figureKinds = ['tabular', 'proportional', 'lining', 'oldStyle'] as const;
type FigureKind = (typeof figureKinds)[number];

const weightTitle = 'a weight, such as 400 for regular and 700 for bold';

/** Whether a schema takes a weight of letters, which other programs know by names. */
export const takesWeight = ({ title }: JsonSchema): boolean => title === weightTitle;

/** From this weight on, letters count as bold. */
export const boldFrom = 600;
export const regularWeight = 400;
export const boldWeight = 700;

const table = {
  font: property(
    'face',
    {
      type: 'string',
      description:
        'The font: a family of `fonts`, `noto-sans`, `liberation-sans`, a standard family such as `helvetica`, or a font file. A character that it lacks comes from its `fallback`, else from Noto Sans, else from a font of signs that ships with pdfgen: arrows, check marks, boxes, mathematical operators and others.',
    },
    shippedFamily,
  ),
  size: property(
    'glyphs',
    { type: 'number', exclusiveMinimum: 0, maximum: 1000, 'x-unit': 'pt', description: 'Font size in pt.' },
    10,
  ),
  bold: property(
    'face',
    { type: 'boolean', description: 'Bold text: the `bold` file of the font, or the weight 700 of a variable font.' },
    false,
  ),
  italic: property(
    'face',
    {
      type: 'boolean',
      description: 'Italic text: the `italic` file of the font, or the axis `ital` or `slnt` of a variable font.',
    },
    false,
  ),
  weight: property(
    'face',
    {
      type: 'number',
      minimum: 1,
      maximum: 1000,
      'x-written': true,
      title: weightTitle,
      description:
        'How heavy letters are, in a variable font (axis `wght`): 300 is light, 400 regular, 500 medium, 600 semibold, 700 bold. It stands in place of `bold`: of the two, the inner one counts.',
    },
    400,
  ),
  stretch: property(
    'face',
    {
      type: 'number',
      minimum: 25,
      maximum: 200,
      'x-written': true,
      description:
        'How wide letters are, in per cent, in a variable font (axis `wdth`): 75 is condensed, 100 normal, 125 expanded.',
    },
    100,
  ),
  axes: property(
    'face',
    {
      type: 'object',
      additionalProperties: { type: 'number', minimum: -32_767, maximum: 32_767, 'x-written': true },
      description:
        'Other axes of a variable font by their tags, such as `{ "GRAD": 50 }`. `opsz` is the `size` of the text, unless it stands here.',
    },
    {},
  ),
  color: property('glyphs', color, '#000000', true),
  align: {
    ...property(
      'paragraph',
      {
        enum: ['start', 'left', 'center', 'right', 'end', 'justify'],
        description:
          'Where lines begin and end. `start` and `end` follow the direction of the text: `start` is left where it runs from left to right, and right where it runs from right to left.',
      },
      'start',
    ),
    // `decimal`: the side of the numbers of a column whose decimal separators line up.
    initial: 'start' as Alignment | 'decimal',
  },
  lineHeight: property(
    'paragraph',
    {
      oneOf: [
        { type: 'number', minimum: 0.5, maximum: 10, title: 'a multiple of the font size, such as 1.4' },
        { enum: ['auto', 'normal'] },
      ],
      description:
        'Height of a line. `"auto"` is 1.3 times the font size, and more where tall letters need it, as in Nastaliq, Burmese and Thai. `"normal"` is the height that the fonts of the line ask for. A number is a multiple of the font size; lines that then overlap give a warning.',
    },
    'auto',
  ),
  wrap: property(
    'paragraph',
    {
      enum: ['normal', 'anywhere'],
      description:
        'What happens to a word, amount or code that is wider than its place. `normal` keeps it whole, with a warning. `anywhere` cuts it.',
    },
    'normal',
  ),
  keepWords: property(
    'paragraph',
    {
      type: 'boolean',
      description:
        'Keeps Korean words whole: lines break at spaces, not between two letters. Chinese and Japanese words stay breakable, because no spaces separate them.',
    },
    false,
  ),
  hyphenate: property(
    'paragraph',
    {
      oneOf: [
        { type: 'boolean' },
        {
          type: 'object',
          additionalProperties: false,
          title: 'settings such as `{ "before": 3 }`',
          properties: {
            before: {
              type: 'integer',
              minimum: 1,
              maximum: 20,
              description: 'Fewest letters before a hyphen. Default: as the language has it, mostly 2.',
            },
            after: {
              type: 'integer',
              minimum: 1,
              maximum: 20,
              description: 'Fewest letters after a hyphen. Default: as the language has it, 2 or 3.',
            },
            inRow: {
              type: 'integer',
              minimum: 1,
              maximum: 100,
              default: 2,
              description: 'Most lines in a row that end in a hyphen.',
            },
            exceptions: {
              type: 'array',
              maxItems: 1000,
              items: {
                type: 'string',
                minLength: 1,
                maxLength: 100,
                pattern: "^[\\p{L}\\p{M}'’]+(?:-[\\p{L}\\p{M}'’]+)*$",
                description: 'A word of letters, with a hyphen at each place where a line may end: `Ur-in-stinkt`.',
              },
              description: 'Words with all of their hyphens: `["Ur-in-stinkt", "Pdfgen"]`.',
            },
          },
        },
      ],
      description:
        '`true`, or settings: words are divided at the ends of lines, by the rules of the language of the text (`lang`). Words with soft hyphens are divided only at these. Amounts, codes, addresses and words of up to nine capitals stay whole.',
    },
    false as boolean | HyphenateSettings,
  ),
  lines: property(
    'paragraph',
    {
      enum: ['full', 'balanced'],
      description:
        'How lines are filled. `full`: each takes as much as it can; lines of justified text are fitted so that the spaces of the whole paragraph are even. `balanced`: the lines of a text that is not justified are about equally long, as in a heading.',
    },
    'full',
  ),
  tabs: property(
    'paragraph',
    {
      type: 'array',
      maxItems: 50,
      items: tabStop,
      title: 'tab stops, such as `[{ "at": 40 }, { "at": 100, "align": "right" }]`',
      description:
        'Stops for the tabs (`\\t`) of a text. Each tab leads to the next stop; the text after it, up to the next tab, is aligned there. Without stops, a tab is as wide as four spaces.',
    },
    [] as readonly TabStop[],
  ),
  orphans: property(
    'paragraph',
    {
      type: 'integer',
      minimum: 1,
      maximum: 20,
      title: 'a number of lines; with 1, a page may end after any line',
      description: 'Fewest lines of a text at the end of a page, where the page divides it.',
    },
    2,
  ),
  widows: property(
    'paragraph',
    {
      type: 'integer',
      minimum: 1,
      maximum: 20,
      title: 'a number of lines; with 1, a page may begin with any line',
      description: 'Fewest lines of a text at the beginning of a page, where the page divides it.',
    },
    2,
  ),
  letterSpacing: property(
    'glyphs',
    {
      type: 'number',
      minimum: -100,
      maximum: 100,
      'x-unit': 'pt',
      description: 'Space in pt after each letter and its marks. Joined letters, as in Arabic, stay together.',
    },
    0,
  ),
  underline: property('glyphs', { type: 'boolean', description: 'A line below the text.' }, false),
  strike: property('glyphs', { type: 'boolean', description: 'A line through the text.' }, false),
  caps: property(
    'features',
    {
      enum: ['normal', 'small', 'allSmall'],
      description:
        'Small capitals, which the font must have: `small` for small letters, `allSmall` for capitals too. Letters are not made smaller in their place.',
    },
    'normal',
  ),
  figures: property(
    'features',
    {
      oneOf: [
        { enum: ['normal', ...figureKinds] },
        { type: 'array', maxItems: 2, items: { enum: figureKinds }, title: 'a list such as ["tabular", "oldStyle"]' },
      ],
      description:
        'Digits, as far as the font has them: `tabular` (of one width, for columns) or `proportional`, `lining` (as tall as capitals) or `oldStyle`, or a list such as `["tabular", "oldStyle"]`. `normal`: as the font has them.',
    },
    'normal' as FigureKind | 'normal' | readonly FigureKind[],
  ),
  fractions: property(
    'features',
    {
      type: 'boolean',
      description:
        'Fractions such as `1/2` and `17/25` as one sign each, which the font must have. Other numbers and dates such as `1/2/2025` stay as they are.',
    },
    false,
  ),
  features: property(
    'glyphs',
    {
      type: 'object',
      additionalProperties: { type: 'integer', minimum: 0, maximum: 99 },
      description:
        'OpenType features of the font by their tags, such as `{ "ss01": 1 }` for its first set of other letters. 0 turns a feature off. Chinese and Japanese punctuation beside punctuation, such as `」「`, loses the blank half of its square, by the features `halt` or `chws` of the font if it has them; `{ "chws": 0 }` leaves the squares whole.',
    },
    {},
  ),
};

type PropertyTable = typeof table;
type PropertyName = keyof PropertyTable;

/** Values for all text properties. */
export type TextProperties = { readonly [N in PropertyName]: PropertyTable[N]['initial'] };

/** The text properties that one reader reads. */
export type TextPropertiesFor<By extends PropertyReader> = Pick<
  TextProperties,
  { [N in PropertyName]: PropertyTable[N]['by'] extends By ? N : never }[PropertyName]
>;

const entries = Object.entries(table) as unknown as readonly (readonly [PropertyName, TextProperty])[];
const membersOf = <Member extends keyof TextProperty>(member: Member) =>
  Object.fromEntries(entries.map(([name, one]) => [name, one[member]]));

export const textPropertyNames: readonly PropertyName[] = entries.map(([name]) => name);

/** The properties that may have a binding. */
export const textColorNames: readonly PropertyName[] = entries.flatMap(([name, { isColor }]) => (isColor ? [name] : []));

export const textProperties = membersOf('schema') as { readonly [N in PropertyName]: PropertyTable[N]['schema'] };

/** The properties that a part of a text can have. Those of paragraphs hold for all of a text. */
export const markedProperties: ReadonlySet<string> = new Set(
  entries.flatMap(([name, { by }]) => (by === 'paragraph' ? [] : [name])),
);

/** The initial values, for properties that a template does not set. */
export const initialText = membersOf('initial') as unknown as TextProperties;

/** The values of the properties that one reader reads. */
export function textPropertiesFor<By extends PropertyReader>(by: By, properties: TextProperties): TextPropertiesFor<By> {
  const readProperties = entries.filter(([, one]) => one.by === by).map(([name]) => [name, properties[name]]);
  return Object.fromEntries(readProperties) as TextPropertiesFor<By>;
}

/** The properties, overridden by the properties of a style or a component. Bindings are left out: see `boundStyle`. */
export function overrideText(properties: TextProperties, more: Readonly<Record<string, unknown>>): TextProperties {
  let result: Record<string, unknown> | undefined;
  for (const [name, { isColor }] of entries) {
    const value = more[name];
    if (value === undefined || (isColor && isBound(value))) continue;
    result ??= { ...properties };
    result[name] = isColor ? longColor(String(value)) : value;
  }
  // One look, written in two ways.
  if (more.weight !== undefined) result = { ...result, bold: Number(more.weight) >= boldFrom };
  else if (more.bold !== undefined) result = { ...result, weight: more.bold === true ? boldWeight : regularWeight };
  return (result as TextProperties | undefined) ?? properties;
}

/** Whether a value of a template depends on data. */
export function isBound(value: unknown): value is string {
  return typeof value === 'string' && value.includes('{{');
}
