// Builds each style of a template upon the styles that it names.
import { pointerStep } from '../../json/json-pointer.ts';
import { listNames, suggest } from '../../words/nearest.ts';
import { isBound } from '../text/text-properties.ts';
import type { Report } from './check.ts';
import type { StyleProperties } from './styles.ts';

type Styles = Readonly<Record<string, StyleProperties>>;

/** The styles with all that they take from others, without their `style`. Reports names that lead nowhere or in a circle, and takes nothing from these. */
export function buildStyles(given: Styles, report: Report): Styles {
  const built = new Map<string, StyleProperties>();
  for (const first of Object.keys(given)) {
    // Without recursion: a chain may have as many styles as a template.
    const path: { readonly name: string; next: number; style: StyleProperties }[] = [];
    const placeOf = new Map<string, number>();
    const enter = (name: string) => {
      placeOf.set(name, path.length);
      path.push({ name, next: 0, style: {} });
    };
    if (!built.has(first)) enter(first);
    for (let last = path.at(-1); last; last = path.at(-1)) {
      const own = given[last.name]!;
      const names = [own.style ?? []].flat();
      const base = names[last.next];
      if (base === undefined) {
        const { style: _style, ...properties } = own;
        built.set(last.name, override(last.style, properties));
        path.pop();
        placeOf.delete(last.name);
        continue;
      }
      const circle = placeOf.get(base);
      const fault = circle === undefined ? findFault(base, given) : describeCircle(path.slice(circle).map(({ name }) => name));
      const known = built.get(base);
      if (fault) {
        const place = `/styles${pointerStep(last.name)}/style${typeof own.style === 'string' ? '' : `/${last.next}`}`;
        report({ ...fault, pointer: place });
      } else if (!known) {
        enter(base);
        continue;
      } else last.style = override(last.style, known);
      last.next++;
    }
  }
  return Object.fromEntries(Object.keys(given).map((name) => [name, built.get(name)!]));
}

/** A style with the properties of a later one. `bold` and `weight` say the same in two ways. */
function override(style: StyleProperties, later: StyleProperties): StyleProperties {
  const { bold: _bold, weight: _weight, ...others } = style;
  return { ...(later.bold === undefined && later.weight === undefined ? style : others), ...later };
}

function describeCircle(names: readonly string[]): { readonly code: string; readonly message: string } {
  const message =
    names.length === 1
      ? `The style "${names[0]}" builds on itself.`
      : `The styles ${listNames(names.map((name) => `"${name}"`))} build on each other in a circle.`;
  return { code: 'style-circle', message };
}

function findFault(name: string, given: Styles): { readonly code: string; readonly message: string } | undefined {
  if (Object.hasOwn(given, name)) return undefined;
  return isBound(name)
    ? { code: 'wrong-value', message: 'A style builds on styles whose names are written, and on none that data choose.' }
    : { code: 'unknown-style', message: `There is no style "${name}"${suggest(name, Object.keys(given))}` };
}
