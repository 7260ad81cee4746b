// What the colours of a template look like.
import { isColor, longColor, mixWithWhite } from '../../document/text/colors.ts';

/** A colour as `#rrggbb`. Undefined: nobody knows it before there are data, or there is no such colour. */
export function resolveColor(text: string, colors: Readonly<Record<string, unknown>>, depth = 0): string | undefined {
  if (isColor(text)) return longColor(text);
  const [, name, percent] = /^([^/]+)(?:\/(\d{1,3}(?:\.\d+)?))?$/.exec(text) ?? [];
  if (name === undefined || depth > 20) return undefined;
  const named = Object.hasOwn(colors, name) ? colors[name] : undefined;
  const own = isColor(name) ? longColor(name) : typeof named === 'string' ? resolveColor(named, colors, depth + 1) : undefined;
  return own !== undefined && percent !== undefined ? mixWithWhite(own, Number(percent)) : own;
}
