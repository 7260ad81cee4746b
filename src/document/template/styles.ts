// Text properties: named styles, inheritance from the outside in, and the text styles that shaping works with.
import type { FromSchema, JsonSchema } from '../../contract/schema.ts';
import type { Scope } from '../expression/types.ts';
import type { ParagraphOptions, TextStyle } from '../text/types.ts';
import { type FontBook, shippedFamily } from './fonts.ts';
import { boxProperties, textProperties } from './property-schemas.ts';

const { width: _width, minHeight: _minHeight, height: _height, ...boxStyle } = boxProperties;

/** A named style: text properties, and for a style named literally also margin, padding, background and border. */
export const styleSchema = {
  type: 'object',
  additionalProperties: false,
  properties: { ...textProperties, ...boxStyle },
} as const satisfies JsonSchema;

export type StyleProperties = FromSchema<typeof styleSchema>;

/** Text properties, all of them known. */
export interface TextProperties {
  readonly font: string;
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly color: string;
  readonly align: ParagraphOptions['align'];
  readonly lineHeight: number;
  readonly letterSpacing: number;
  readonly underline: boolean;
  readonly strike: boolean;
  readonly features: Readonly<Record<string, number>> | undefined;
}

const defaults: TextProperties = {
  font: shippedFamily,
  size: 10,
  bold: false,
  italic: false,
  color: '#000000',
  align: 'start',
  lineHeight: 1.3,
  letterSpacing: 0,
  underline: false,
  strike: false,
  features: undefined,
};
const names = Object.keys(textProperties) as (keyof TextProperties)[];

/** What text is set in at a place of the template, for some data. */
export interface ResolvedText {
  readonly properties: TextProperties;
  readonly style: TextStyle;
}

/** The text properties at a place of the template: fixed, or dependent on data. */
export interface StyleAt {
  readonly fixed: ResolvedText | undefined;
  resolve(scope: Scope): ResolvedText;
}

/** Text properties that a component adds, as far as they depend on data. */
export interface BoundStyle {
  styleNames?(scope: Scope): readonly string[];
  color?(scope: Scope): string | undefined;
}

export class StyleBook {
  readonly styles: Readonly<Record<string, StyleProperties>>;
  readonly base: StyleAt;
  readonly #fonts: FontBook;
  readonly #lang: string | undefined;
  readonly #resolved = new Map<string, ResolvedText>();

  constructor(styles: Readonly<Record<string, StyleProperties>>, fonts: FontBook, lang: string | undefined) {
    this.styles = styles;
    this.#fonts = fonts;
    this.#lang = lang;
    this.base = this.#fixed(this.#resolve(override(defaults, this.#named('base'))));
  }

  /** The style of a component inside `outer`: its named styles, then its own properties; later ones win. */
  derive(outer: StyleAt, styleNames: readonly string[], own: StyleProperties, bound: BoundStyle | undefined): StyleAt {
    if (!bound && styleNames.length === 0 && !names.some((name) => own[name as keyof StyleProperties] !== undefined))
      return outer;
    const over = (properties: TextProperties, named: readonly string[]) => {
      let result = properties;
      for (const name of named) result = override(result, this.#named(name));
      return override(result, own);
    };
    if (outer.fixed && !bound) return this.#fixed(this.#resolve(over(outer.fixed.properties, styleNames)));
    return {
      fixed: undefined,
      resolve: (scope) => {
        const named = [...styleNames, ...(bound?.styleNames?.(scope) ?? [])];
        const properties = over(outer.resolve(scope).properties, named);
        const color = bound?.color?.(scope);
        return this.#resolve(color ? { ...properties, color } : properties);
      },
    };
  }

  /** The same text with other properties: inline marks, smaller sizes. */
  vary(text: ResolvedText, change: Partial<TextProperties>): ResolvedText {
    return this.#resolve({ ...text.properties, ...change });
  }

  #fixed(text: ResolvedText): StyleAt {
    return { fixed: text, resolve: () => text };
  }

  #named(name: string): StyleProperties {
    return Object.hasOwn(this.styles, name) ? this.styles[name]! : {};
  }

  // One object for one look: text is cached by the identity of its style.
  #resolve(properties: TextProperties): ResolvedText {
    const key = JSON.stringify(properties, names);
    const keyed = properties.features ? `${key}${JSON.stringify(properties.features)}` : key;
    let text = this.#resolved.get(keyed);
    if (!text) {
      const { font, bold, italic, size, color, letterSpacing, underline, strike, features } = properties;
      const faces = this.#fonts.faces(font, bold, italic);
      text = {
        properties,
        style: { faces, size, color: longColor(color), letterSpacing, underline, strike, features, lang: this.#lang },
      };
      if (this.#resolved.size > 2000) this.#resolved.clear(); // colours bound to data could be without end
      this.#resolved.set(keyed, text);
    }
    return text;
  }
}

function override(properties: TextProperties, more: StyleProperties): TextProperties {
  let result: Record<string, unknown> | undefined;
  for (const name of names) {
    const value = more[name as keyof StyleProperties];
    if (value === undefined || (name === 'color' && String(value).includes('{{'))) continue;
    result ??= { ...properties };
    result[name] = value;
  }
  return (result as unknown as TextProperties | undefined) ?? properties;
}

/** `#abc` as `#aabbcc`; lower case. */
export function longColor(color: string): string {
  const lower = color.toLowerCase();
  return lower.length === 4 ? `#${[...lower.slice(1)].map((c) => c + c).join('')}` : lower;
}
