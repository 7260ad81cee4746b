// The glyphs of the standard fonts, whose outlines a browser does not have: its nearest font draws their characters, as wide as the PDF shows them.
import type { Face } from '../../document/text/shaped-text.ts';
import type { Context } from './context.ts';

const families: readonly (readonly [name: RegExp, family: string])[] = [
  [/^Helvetica/, 'Helvetica, Arial, "Liberation Sans", sans-serif'],
  [/^Courier/, '"Courier New", Courier, "Liberation Mono", monospace'],
  [/^ZapfDingbats/, '"Zapf Dingbats", "Segoe UI Symbol", "Apple Symbols", "Noto Sans Symbols 2", sans-serif'],
  [/^/, 'Times, "Times New Roman", "Liberation Serif", serif'],
];

/** Asks for a sign of text where a browser would draw an emoji. */
const asText = '\ufe0e';

/** Widths that differ by less are left as they are. */
const slackEm = 5;

export class StandardGlyphs {
  /** By font and code: how much wider the PDF shows the character. */
  readonly #stretches = new Map<string, number>();

  /** Paints glyphs of a standard font where the origin of the context is. Lengths in 1/1000 em. */
  open(face: Face, context: Context): (glyph: number) => void {
    const { id } = face;
    context.font = fontOf(id);
    context.fontKerning = 'none';
    return (glyph) => {
      const text = face.unicodeOf(glyph);
      if (text === undefined || text === ' ') return;
      const shown = id === 'ZapfDingbats' ? text + asText : text;
      const stretch = this.#stretchOf(`${id} ${glyph}`, shown, face.advanceEm(glyph), context);
      if (stretch !== 1) context.transform(stretch, 0, 0, 1, 0, 0);
      context.fillText(shown, 0, 0);
    };
  }

  #stretchOf(key: string, text: string, advanceEm: number, context: Context): number {
    let stretch = this.#stretches.get(key);
    if (stretch === undefined) {
      const { width } = context.measureText(text);
      stretch = width > 0 && Math.abs(width - advanceEm) > slackEm ? advanceEm / width : 1;
      this.#stretches.set(key, stretch);
    }
    return stretch;
  }
}

/** A font of CSS, 1000 pixels high. */
function fontOf(name: string): string {
  const [, family] = families.find(([pattern]) => pattern.test(name))!;
  return `${/Oblique|Italic/.test(name) ? 'italic ' : ''}${name.includes('Bold') ? 'bold ' : ''}1000px ${family}`;
}
