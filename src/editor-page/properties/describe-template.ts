// What the head of a template gives to its parts: names of styles, fonts, colours and blocks, and the unit.
import { isObject } from '../../json/is-object.ts';
import type { Environment } from './environment.ts';

type Head = Pick<Environment, 'unit' | 'colors' | 'fonts' | 'styles' | 'blocks'>;

/** `shipped`: the fonts that every template may name. */
export function describeTemplate(template: Readonly<Record<string, unknown>>, shipped: readonly string[]): Head {
  const { unit = 'mm', colors, fonts, styles, define } = template;
  return {
    unit: String(unit),
    colors: isObject(colors) ? colors : {},
    fonts: [...new Set([...namesIn(fonts), ...shipped])],
    // `base` holds for everything anyway.
    styles: namesIn(styles).filter((name) => name !== 'base'),
    blocks: isObject(define) ? define : {},
  };
}

const namesIn = (value: unknown): readonly string[] => (isObject(value) ? Object.keys(value) : []);
