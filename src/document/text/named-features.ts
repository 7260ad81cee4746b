// The OpenType features behind `caps`, `figures` and `fractions`.
import type { TextProperties } from './text-properties.ts';

type Named = { readonly [N in 'caps' | 'figures' | 'fractions']?: TextProperties[N] | undefined };

/** OpenType 1.9, "Registered features": what each needs of the font, in words for a message. */
const features = {
  small: { smcp: 'small capitals' },
  allSmall: { smcp: 'small capitals', c2sc: 'small capitals for capitals' },
  tabular: { tnum: 'tabular figures' },
  proportional: { pnum: 'proportional figures' },
  lining: { lnum: 'lining figures' },
  oldStyle: { onum: 'old-style figures' },
  fractions: { frac: 'fractions' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

type FeatureName = keyof typeof features;

/** A property, and the features that it asks for: their names in words by their tags. */
export interface NamedFeatures {
  readonly property: keyof Named;
  readonly tags: Readonly<Record<string, string>>;
}

/** The features that properties ask for by name. */
export function namedFeatures({ caps, figures, fractions }: Named): readonly NamedFeatures[] {
  const figureNames = [figures ?? 'normal'].flat().filter((one): one is Exclude<typeof one, 'normal'> => one !== 'normal');
  const of = (property: keyof Named, names: readonly FeatureName[]) => names.map((name) => ({ property, tags: features[name] }));
  return [
    ...of('caps', caps === undefined || caps === 'normal' ? [] : [caps]),
    ...of('figures', figureNames),
    ...of('fractions', fractions === true ? ['fractions'] : []),
  ];
}

/** All features of a text: named ones, and those by their tags, which win. */
export function allFeatures(properties: Named & Pick<TextProperties, 'features'>): TextProperties['features'] {
  const named = namedFeatures(properties);
  if (named.length === 0) return properties.features;
  const tags = named.flatMap((one) => Object.keys(one.tags));
  return { ...Object.fromEntries(tags.map((tag) => [tag, 1])), ...properties.features };
}

/** Two values of `figures` that exclude each other. Undefined: all of them go together. */
export function findFigureConflict(figures: TextProperties['figures'] | undefined): readonly [string, string] | undefined {
  const has = (name: string) => Array.isArray(figures) && figures.includes(name as never);
  return (
    [
      ['tabular', 'proportional'],
      ['lining', 'oldStyle'],
    ] as const
  ).find((pair) => pair.every(has));
}
