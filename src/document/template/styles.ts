// Resolves the looks of text: named styles, inheritance from the outside in, and the text styles for shaping.
import { type FromSchema, type JsonSchema, objectOf } from '../../contract/schema.ts';
import type { Scope } from '../expression/scope.ts';
import type { Hyphenator } from '../text/hyphenation/hyphenator.ts';
import { allFeatures } from '../text/named-features.ts';
import type { LineSource, ParagraphOptions, RaisedLook, TextPosition, TextStyle } from '../text/shaped-text.ts';
import {
  boldWeight,
  initialText,
  overrideText,
  type TextProperties,
  textProperties,
  textPropertiesFor,
  textPropertyNames,
} from '../text/text-properties.ts';
import type { FontBook } from './fonts.ts';
import type { HyphenationBook } from './hyphenation.ts';
import {
  boxProperties,
  columnWidth,
  commonProperties,
  direction,
  listedHeading,
  styleName,
  textNumber,
} from './property-schemas.ts';
import { tableLooks } from './table-looks.ts';

const { width: _width, minHeight: _minHeight, height: _height, ...boxStyle } = boxProperties;
const { role, break: breaks, keepWithNext, lang } = commonProperties;

/** Properties of a style that are more than looks. Data cannot choose a style with them: roles and numbers must be known before the data. */
const behaviour = {
  role,
  break: breaks,
  keepWithNext,
  lang,
  dir: direction,
  ...textNumber,
  listed: listedHeading,
  width: { ...columnWidth, description: `Width of a column of a table, a \`row\` or \`pairs\`. ${columnWidth.description}` },
} as const satisfies Record<string, JsonSchema>;

export type Behaviour = keyof typeof behaviour;

export const behaviourNames = Object.keys(behaviour) as readonly Behaviour[];

/** A named style. */
export const styleSchema = objectOf([], {
  style: {
    ...styleName,
    description: 'The style on which this one builds, or a list of styles: later ones win, and its own properties win over all.',
  },
  ...textProperties,
  align: {
    ...textProperties.align,
    enum: [...textProperties.align.enum, 'decimal'],
    description: `${textProperties.align.description} \`decimal\` is for columns of tables.`,
  },
  ...boxStyle,
  ...behaviour,
  ...tableLooks,
});

export type StyleProperties = FromSchema<typeof styleSchema>;

type OptionsByDirection = Readonly<Record<ParagraphOptions['dir'], ParagraphOptions>>;

/** The look of text at a place of the template, for some data. */
export interface ResolvedText {
  readonly properties: TextProperties;
  readonly style: TextStyle;
  /** Its words should be divided, but there are no patterns for its language. */
  readonly lacksPatterns: boolean;
  /** By the direction of the text. */
  readonly options: OptionsByDirection;
  /** The same where a table runs from right to left, if that makes a difference. */
  readonly mirrored: OptionsByDirection | undefined;
}

/** The text properties at a place of the template: fixed, or dependent on data. */
export interface StyleAt {
  readonly fixed: ResolvedText | undefined;
  resolve(scope: Scope): ResolvedText;
  /** What the parts around say, from the inside out. Undefined: no part says anything, so it is the look of the whole template. */
  readonly said?: { readonly by: SaidStyle; readonly outer: StyleAt } | undefined;
}

/** What a component, or a part of it, says of its text. `lang`: the language of its text, if it differs. */
interface SaidStyle {
  readonly styleNames: readonly string[];
  readonly own: StyleProperties;
  readonly bound: BoundStyle | undefined;
  readonly lang: string | undefined;
}

/** The look of a part of a text that has marks. */
export interface MarkedLook {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly position?: TextPosition | undefined;
  /** The named styles of each mark, from the outside in, and what of them depends on data. */
  readonly styles?: readonly (readonly string[])[] | undefined;
  readonly bound?: Partial<TextProperties> | undefined;
}

/** For fonts that do not say how small subscripts and superscripts are, and where they stand. */
const usualRaised: Readonly<Record<TextPosition, RaisedLook>> = {
  sub: { size: 600, rise: -140 },
  super: { size: 600, rise: 330 },
};

/** The text properties of a component that depend on data. */
export interface BoundStyle {
  styleNames(scope: Scope): readonly string[];
  properties(scope: Scope): Partial<TextProperties>;
}

/** The last of some styles that has a property, and its value there. */
export interface StyledValue<Name extends keyof StyleProperties> {
  readonly style: string;
  readonly value: NonNullable<StyleProperties[Name]>;
}

const fixedStyle = (text: ResolvedText, said: StyleAt['said']): StyleAt => ({ fixed: text, resolve: () => text, said });

/** `shipped`: styles that ship with pdfgen. Those of the template with their names win, property by property. */
export class StyleBook {
  /** The styles by name, with the properties that they inherit. */
  readonly styles: Readonly<Record<string, StyleProperties>>;
  readonly #all: Readonly<Record<string, StyleProperties>>;
  readonly base: StyleAt;
  readonly #fonts: FontBook;
  readonly #hyphenation: HyphenationBook;
  /** pt per unit of the template. */
  readonly #unit: number;
  /** By the style around and the type of a component. */
  readonly #typed = new WeakMap<StyleAt, Map<string, StyleAt>>();
  readonly #resolved = new Map<string, ResolvedText>();
  /** By the properties of paragraphs, with one entry for each language in use. */
  readonly #options = new Map<string, readonly Pick<ResolvedText, 'options' | 'mirrored'>[]>();

  constructor(
    styles: Readonly<Record<string, StyleProperties>>,
    fonts: FontBook,
    hyphenation: HyphenationBook,
    lang: string | undefined,
    unit: number,
    shipped: Readonly<Record<string, StyleProperties>> = {},
  ) {
    this.styles = styles;
    const merged = Object.entries(shipped).map(([name, style]) => [name, { ...style, ...styles[name] }] as const);
    this.#all = { ...styles, ...Object.fromEntries(merged) };
    this.#unit = unit;
    this.#fonts = fonts;
    this.#hyphenation = hyphenation;
    this.base = fixedStyle(this.#resolve(overrideText(initialText, this.#named('base')), lang), undefined);
  }

  /** Whether there is a style of this name, of the template or shipped. */
  has(name: string): boolean {
    return Object.hasOwn(this.#all, name);
  }

  /** The value of a property in the last of the styles that has it. */
  find<Name extends keyof StyleProperties>(styleNames: readonly string[], property: Name): StyledValue<Name> | undefined {
    const style = styleNames.findLast((name) => this.has(name) && this.#all[name]![property] !== undefined);
    return style === undefined ? undefined : { style, value: this.#all[style]![property]! };
  }

  /** The style of a component inside `outer`: its named styles, then its own properties; later ones win. `lang`: the language of its text, if it differs. */
  derive(
    outer: StyleAt,
    styleNames: readonly string[],
    own: StyleProperties,
    bound: BoundStyle | undefined,
    lang?: string,
  ): StyleAt {
    if (!bound && lang === undefined && styleNames.length === 0 && textPropertyNames.every((name) => own[name] === undefined))
      return outer;
    const said = { by: { styleNames, own, bound, lang }, outer };
    const over = (properties: TextProperties, named: readonly string[]) => {
      let result = properties;
      for (const name of named) result = overrideText(result, this.#named(name));
      return overrideText(result, own);
    };
    if (outer.fixed && !bound)
      return fixedStyle(this.#resolve(over(outer.fixed.properties, styleNames), lang ?? outer.fixed.style.lang), said);
    return {
      fixed: undefined,
      said,
      resolve: (scope) => {
        const named = [...styleNames, ...(bound?.styleNames(scope) ?? [])];
        const around = outer.resolve(scope);
        return this.#resolve({ ...over(around.properties, named), ...bound?.properties(scope) }, lang ?? around.style.lang);
      },
    };
  }

  /** The style of components of a type at a place: what the parts around say holds above the style with the name of the type. */
  underType(type: string, bound: BoundStyle | undefined, at: StyleAt): StyleAt {
    const look = this.#named(type);
    if (textPropertyNames.every((name) => look[name] === undefined)) return at;
    const known = bound ? undefined : this.#typed.get(at)?.get(type);
    if (known) return known;
    const { said, ...whole } = at;
    const { styleNames, own, bound: ofData, lang } = said?.by ?? {};
    const typed: StyleAt = said
      ? this.derive(this.underType(type, bound, said.outer), styleNames!, own!, ofData, lang)
      : { ...this.derive(whole, [type], {}, bound), said: undefined };
    if (!bound) this.#typed.set(at, (this.#typed.get(at) ?? new Map<string, StyleAt>()).set(type, typed));
    return typed;
  }

  /** The same text with other properties, such as a smaller size. */
  vary(text: ResolvedText, change: Partial<TextProperties>): ResolvedText {
    return this.#resolve({ ...text.properties, ...change }, text.style.lang);
  }

  /** A marked part of a text. `scale`: the sizes of styles shrink with the text. */
  mark(text: ResolvedText, { bold, italic, position, styles = [], bound }: MarkedLook, scale: number): ResolvedText {
    const { properties, style } = text;
    if (!bold && !italic && !position && !bound && styles.length === 0) return text;
    let named = properties;
    const setters = { underline: properties, strike: properties };
    for (const names of styles) {
      const around = named;
      for (const name of names) {
        const own = this.#named(name);
        named = overrideText(named, own.size === undefined ? own : { ...own, size: own.size * scale });
      }
      for (const line of ['underline', 'strike'] as const) if (named[line] && !around[line]) setters[line] = named;
    }
    const marked = {
      ...named,
      ...bound,
      bold: bold || named.bold,
      weight: bold ? Math.max(named.weight, boldWeight) : named.weight,
      italic: italic || named.italic,
    };
    const sourceOf = (line: keyof typeof setters): LineSource | undefined => {
      const setter = setters[line];
      const face = marked[line] ? this.#fonts.choose(setter).faces[0]! : undefined;
      return face && (setter.size !== marked.size || face !== this.#fonts.choose(marked).faces[0])
        ? { size: setter.size, face }
        : undefined;
    };
    return this.#resolve(marked, style.lang, position, { underlineOf: sourceOf('underline'), strikeOf: sourceOf('strike') });
  }

  #named(name: string): StyleProperties {
    return Object.hasOwn(this.#all, name) ? this.#all[name]! : {};
  }

  // Each look has one object, because text is cached by the identity of its style and options.
  #resolve(
    properties: TextProperties,
    lang: string | undefined,
    position?: TextPosition,
    lines?: Pick<TextStyle, 'underlineOf' | 'strikeOf'>,
  ): ResolvedText {
    const sources = [lines?.underlineOf, lines?.strikeOf].map((source) => source && [source.size, source.face.id]);
    const key = JSON.stringify([lang, ...textPropertyNames.map((name) => properties[name]), position, sources]);
    let text = this.#resolved.get(key);
    if (!text) {
      const features = allFeatures(properties);
      const full = { lang, ...textPropertiesFor('glyphs', properties), features, ...this.#fonts.choose(properties), ...lines };
      const style = position ? raise(full, position) : full;
      const { hyphenate } = properties;
      const hyphenator =
        hyphenate === false || lang === undefined
          ? undefined
          : this.#hyphenation.hyphenatorFor(lang, hyphenate === true ? {} : hyphenate);
      const { options, mirrored } = this.#optionsOf(properties, hyphenator);
      text = { properties, style, lacksPatterns: hyphenate !== false && !hyphenator, options, mirrored };
      if (this.#resolved.size > 2000) this.#resolved.clear(); // data may bring any number of colours
      this.#resolved.set(key, text);
    }
    return text;
  }

  #optionsOf(properties: TextProperties, hyphenator: Hyphenator | undefined): Pick<ResolvedText, 'options' | 'mirrored'> {
    const { align, ...others } = textPropertiesFor('paragraph', properties);
    const key = JSON.stringify([align, others]);
    const known = this.#options.get(key)?.find(({ options }) => options.auto.hyphenator === hyphenator);
    if (known) return known;
    const tabs = properties.tabs.map((stop) => ({ ...stop, at: stop.at * this.#unit }));
    const optionsFor = (side: ParagraphOptions['align']): OptionsByDirection => {
      const all = { hyphenator, ...others, align: side, tabs };
      return {
        auto: { dir: 'auto', ...all },
        'auto-rtl': { dir: 'auto-rtl', ...all },
        ltr: { dir: 'ltr', ...all },
        rtl: { dir: 'rtl', ...all },
      };
    };
    const made =
      align === 'decimal'
        ? { options: optionsFor('right'), mirrored: optionsFor('left') }
        : { options: optionsFor(align), mirrored: undefined };
    this.#options.set(key, [...(this.#options.get(key) ?? []), made]);
    return made;
  }
}

/** The style of characters above or below the line, as the font of the text asks for. */
function raise(style: TextStyle, position: TextPosition): TextStyle {
  const { size, rise } = (style.faces[0]?.metrics.raised ?? usualRaised)[position];
  const scale = size / 1000;
  return {
    ...style,
    size: style.size * scale,
    letterSpacing: style.letterSpacing * scale,
    raised: { by: (rise * style.size) / 1000, fullSize: style.size },
  };
}
