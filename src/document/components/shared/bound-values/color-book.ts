// The named colours of a template, and their tints.
import type { JsonSchema } from '../../../../contract/schema.ts';
import { pointerStep } from '../../../../json/json-pointer.ts';
import { findNearest, suggest } from '../../../../words/nearest.ts';
import { adviseColor, isColor, longColor, mixWithWhite, takesColor } from '../../../text/colors.ts';
import { isBound } from '../../../text/text-properties.ts';
import { mapBySchema } from '../../map-by-schema.ts';
import { describeCircle, marked, readMark, resemblesMark } from './color-mark.ts';

type Report = (severity: 'error', code: string, pointer: string, message: string) => void;

/** A name, and the share of it in percent in a tint. */
const form = /^([^/]+?)(?:\/(\d{1,3}(?:\.\d+)?))?$/;

const noControl = 'A colour cannot have the control character U+0000.';

const goodName = /^[A-Za-z][\w.-]*$/;

export class ColorBook {
  readonly #colors: Readonly<Record<string, string>>;
  readonly #report: Report;
  /** Colours without data, as `#rrggbb`, and marks of those with data. Undefined: the colour is faulty. */
  readonly #resolved = new Map<string, string | undefined>();
  /** The colours whose fault was reported. */
  readonly #faulty = new Set<string>();

  constructor(colors: Readonly<Record<string, string>>, report: Report) {
    this.#colors = colors;
    this.#report = report;
    for (const [name, source] of Object.entries(colors)) {
      if (resemblesMark(source)) this.#fail('wrong-value', name, noControl);
      else if (goodName.test(name)) this.#resolveName(name);
      else
        this.#fail('wrong-value', name, 'The name of a colour begins with a letter and has letters, digits, ".", "-" and "_".');
    }
  }

  /** The colours that depend on data, with their bindings. */
  get bound(): readonly (readonly [name: string, source: string])[] {
    return Object.entries(this.#colors).filter(([name, source]) => isBound(source) && !this.#faulty.has(name));
  }

  /** `#rrggbb` for `#rgb`, a name, or a tint of either; a mark if the colour depends on data. Undefined: there is no such colour. */
  resolve(text: string): string | undefined {
    const base = baseOf(text);
    if (!isColor(base) && !this.#resolved.has(base)) this.#resolveName(base);
    return this.#tint(text);
  }

  /** As `resolve`, of a colour whose name is resolved. */
  #tint(text: string): string | undefined {
    const [, name, share] = form.exec(text.trim()) ?? [];
    if (name === undefined || Number(share ?? 0) > 100) return undefined;
    const whole = isColor(name) ? longColor(name) : this.#resolved.get(name);
    if (whole === undefined || share === undefined) return whole;
    const named = readMark(whole);
    if (!named) return mixWithWhite(whole, Number(share));
    return marked({ name: named.name, percent: (named.percent * Number(share)) / 100 });
  }

  /** A part of a template with `#rrggbb` or a mark in place of each name and tint. Reports names that there are not. */
  resolveAll<T>(schema: JsonSchema, value: T, pointer: string): T {
    const hasNames = Object.keys(this.#colors).length > 0;
    return mapBySchema(schema, value, pointer, {
      text: (text, { pattern }, place) => {
        if (!takesColor(pattern) || isColor(text)) return text;
        if (resemblesMark(text)) {
          this.#report('error', 'wrong-value', place, noControl);
          return '#000000';
        }
        if (isBound(text)) return text;
        const color = this.resolve(text);
        // Without named colours, the schema check of the part already reports a faulty colour.
        if (color !== undefined || !hasNames) return color ?? text;
        if (!this.#isFaulty(text)) this.#report('error', 'unknown-color', place, this.explain(text));
        return '#000000';
      },
    }) as T;
  }

  /** Says that there is no such colour, and what to write. */
  explain(text: string): string {
    const names = Object.keys(this.#colors);
    const begin = `There is no colour ${JSON.stringify(text)} in "colors"`;
    const [, name = text, share] = /^([^/]*[^/\s])\s*\/\s*(\d+(?:\.\d+)?)?/.exec(text.trim()) ?? [];
    const known = Object.hasOwn(this.#colors, name) || isColor(name) ? name : findNearest(name, names);
    if (known === undefined || !text.includes('/')) return `${begin}${suggest(name, names) || `: ${adviseColor(text)}`}`;
    if (Number(share ?? 101) <= 100) return `${begin}; did you mean "${known}/${share}"?`;
    return `${begin}: a tint is a share from 0 to 100, such as "${known}/10"`;
  }

  #isFaulty(text: string): boolean {
    return this.#faulty.has(baseOf(text));
  }

  #fail(code: string, name: string, message: string): void {
    this.#faulty.add(name);
    this.#report('error', code, `/colors${pointerStep(name)}`, message);
  }

  #resolveName(name: string): string | undefined {
    // Each colour names one other at most: goes along the names, then back.
    const chain: string[] = [];
    const seen = new Set<string>();
    for (let at = name; Object.hasOwn(this.#colors, at) && !this.#resolved.has(at); at = baseOf(this.#colors[at]!)) {
      if (seen.has(at)) {
        this.#failCircle(chain.slice(chain.indexOf(at)));
        break;
      }
      seen.add(at);
      chain.push(at);
    }
    for (const one of chain.toReversed()) {
      const source = this.#colors[one]!;
      const isOver = this.#faulty.has(one) || this.#isFaulty(source);
      const color = isOver ? undefined : isBound(source) ? marked({ name: one, percent: 100 }) : this.#tint(source);
      this.#resolved.set(one, color);
      if (color !== undefined) continue;
      if (isOver) this.#faulty.add(one);
      else this.#fail('unknown-color', one, this.explain(source));
    }
    return this.#resolved.get(name);
  }

  #failCircle(circle: readonly string[]): void {
    this.#fail('color-circle', circle[0]!, `${describeCircle(circle)}.`);
    for (const one of circle) this.#faulty.add(one);
  }

  /** Reports colours that name each other in a circle by bindings, whatever the data. `next`: the name that such a colour always gives. */
  reportCircles(next: ReadonlyMap<string, string>): void {
    const seen = new Set<string>();
    for (const first of next.keys()) {
      const way: string[] = [];
      let at: string | undefined = first;
      for (; at !== undefined && !seen.has(at); at = next.get(at)) {
        seen.add(at);
        way.push(at);
      }
      const start = at === undefined ? -1 : way.indexOf(at);
      if (start >= 0) this.#failCircle(way.slice(start));
    }
  }
}

const baseOf = (source: string): string => form.exec(source.trim())?.[1] ?? source;
