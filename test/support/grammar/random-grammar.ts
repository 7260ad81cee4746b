// Templates of the whole grammar at random, made by walking the schemas of the components: a new property needs no line here. The same seed gives the
// same template. What is written may be wrong at its place; `mendTemplate` takes out what the check of the template finds.
import type { JsonSchema } from '../../../src/contract/schema.ts';
import { bandVariant, definedPageSchema, documentSchema, pageSchema } from '../../../src/document/compile/template-schema.ts';
import { components } from '../../../src/document/components/all-components.ts';
import { childProperties } from '../../../src/document/components/child-properties.ts';
import { componentSchema, findComponent } from '../../../src/document/components/registry.ts';
import { behaviourNames, styleSchema } from '../../../src/document/template/styles.ts';
import { takesColor } from '../../../src/document/text/colors.ts';
import { createDice } from './dice.ts';
import { dataSchema, makeData } from './random-data.ts';
import { createExpressions, type Name, type Names } from './random-expression.ts';

/** The name of a variable font, which is the font 0 of its file. */
export const variableFont = 'Jost.ttc';

type Part = Record<string, unknown>;

export interface RandomTemplate {
  readonly template: Part;
  readonly data: unknown;
}

/** Where a part is made. */
interface Place {
  readonly names: Names;
  readonly depth: number;
  /** Numbers may be bindings. */
  readonly canBind: boolean;
  /** Names of definitions that may be used here. */
  readonly uses: readonly string[];
}

const members = (schema: JsonSchema): readonly Name[] =>
  Object.entries(schema.properties ?? {}).map(([name, own]) => ({ name, schema: own }));
const withNames = (place: Place, more: readonly Name[], inLoop = place.names.inLoop): Place => {
  const own = place.names.own.filter(({ name }) => more.every((one) => one.name !== name));
  return { ...place, names: { own: [...own, ...more], inLoop } };
};

const words = 'Lieferung Rechnung invoice of the mountain trail für Zürich fünf Äpfel office waffle 12.50 שלום 日本'.split(' ');
const ofPages = [
  'Page {{ page.number }} of {{ page.total }}',
  '{{ page.part.number }}/{{ page.part.total }}',
  "{{ 'terms' | page_number }}",
  '{{ page.side }}',
];
const maxDepth = 4;
/** A property is set for sure in one of so many seeds. */
const turns = 8;

const paramSchemas: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>> = {
  card: {
    title: { type: 'string' },
    tone: { type: 'string', default: '#0f5c63' },
    amounts: { type: 'array', items: { type: 'number' }, default: [1, 2] },
  },
  address: { who: { $ref: 'schema.json#/properties/customer' }, size: { type: 'number', default: 9 } },
  loose: {},
  letter: { heading: { type: 'string', default: 'Letter' } },
};

export function makeGrammarTemplate(seed: number): RandomTemplate {
  const dice = createDice(seed);
  // Notes draw from dice of their own, so that what stands around them stays the same.
  const notes = createDice(seed + 1_000_003);
  const expressions = createExpressions(dice);
  const { chance, upTo, pick, some } = dice;
  let made = 0;
  let fields = 0;

  const turnOf = (label: string) => [...label].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 100_003, 7) % turns;
  const isTurn = (label: string) => turnOf(label) === seed % turns;

  const say = (most = 8) => some(1, most, () => pick(words)).join(' ');
  const binding = (source: string) => `{{ ${source} }}`;

  /** A text with bindings. `isPrinted`: it may say what is known of all pages only. */
  function text({ names }: Place, isPrinted = false): string {
    const bound = () => binding(expressions.make(pick(['text', 'text', 'number', 'any', 'date']), names));
    return pick([
      () => say(),
      () => say(),
      bound,
      () => `${say(3)} ${bound()}`,
      () => `${bound()} ${say(2)} ${bound()}`,
      () => (isPrinted ? pick(ofPages) : say(2)),
      () => pick(['', ' ', '\n', 'a\tb\t12.50', '{{ doc.title }}', '{{ doc.date }}', say(60)]),
    ])();
  }

  const inlineText = (place: Place) =>
    `${say(2)} **${text(place)}** *${say(2)}* [${say(2)}](${pick(['https://example.com', '#terms'])}) \\* \\~`;

  const withNote = (text: string) => ({
    text: `${text}[^n] ${notes.pick(words)}[^n]`,
    footnotes: { n: `**${notes.pick(words)}** {{ doc.title }}` },
  });

  /** A binding of a member of the data, where the data are seen. */
  const boundTo = (name: string, place: Place, otherwise: string) =>
    place.names.own.some((one) => one.name === name) ? binding(pick([name, `${name} | default: '${otherwise}'`])) : otherwise;

  const color = (place: Place) =>
    pick(['#0f5c63', '#abc', 'accent', 'accent/10', 'bound/50', 'ink', 'pale', boundTo('tone', place, '#333')]);

  const styleNames = (place: Place) =>
    pick<unknown>([
      'strong',
      'box',
      ['strong', 'box'],
      'part',
      boundTo('look', place, 'grid'),
      ['box', boundTo('look', place, 'strong')],
    ]);

  /** Texts by the name of their property. */
  const texts: Readonly<Record<string, (place: Place) => unknown>> = {
    font: () => pick(['noto-sans', 'brand', 'variable', 'helvetica', 'times', 'courier', 'NotoSans-Bold.ttf']),
    style: styleNames,
    headerStyle: styleNames,
    markerStyle: styleNames,
    footerStyle: styleNames,
    lang: (place) => pick(['de', 'en-GB', 'ar', 'ja', boundTo('language', place, 'fr')]),
    link: (place) =>
      pick(['https://example.com/a?b=1', '#terms', '#nowhere', 'mailto:a@example.com', 'javascript:0', text(place)]),
    anchor: (place) => pick(['terms', `a${made}`, binding(expressions.make('text', place.names))]),
    id: () => `id${++made}`,
    image: (place) => pick(['dot.png', boundTo('photo', place, 'photo.jpg')]),
    pdf: (place) => pick(['dot.pdf', boundTo('photo', place, 'dot.pdf')]),
    fallback: (place) => boundTo('photo', place, 'dot.png'),
    barcode: (place) => pick(['12345', 'https://example.com', text(place)]),
    account: () => pick(['CH5800791123000889012', 'BE72000000001616']),
    country: () => 'CH',
    currency: () => 'EUR',
    language: (place) => pick(['de', 'fr', 'it', 'en', boundTo('language', place, 'de')]),
    reference: (place) => pick(['none', 'RF18539007547034', text(place)]),
    field: (place) => (place.names.inLoop ? `f${++fields} {{ loop.index }}` : `f${++fields}`),
    leader: () => pick(['.', '_', ' .']),
    as: () => pick(['item', 'one', 'l', `n${++made}`]),
    annotation: (place) => text(place),
    author: (place) => text(place),
    alt: (place) => (chance(0.3) ? '' : text(place)),
    note: () => 'A remark',
    watermark: (place) => pick([say(2), text(place), '']),
    text: (place) => (chance(0.15) ? some(1, 3, () => text(place, true)) : text(place, true)),
  };

  /** Objects by the tags of a font. */
  const tags: Readonly<Record<string, readonly object[]>> = {
    features: [{ tnum: 1 }, { liga: 0 }, { kern: 0, tnum: 1 }],
    axes: [{}, {}, { ital: 1 }],
  };

  /** What the fonts of the template have. Only the variable font has the odd ones. */
  const axes: Readonly<Record<string, readonly number[]>> = { weight: [400, 700, 700, 650], stretch: [100] };

  function number(schema: JsonSchema, place: Place): number | string {
    const {
      minimum = Number.NEGATIVE_INFINITY,
      maximum = Number.POSITIVE_INFINITY,
      exclusiveMinimum,
    } = schema as {
      minimum?: number;
      maximum?: number;
      exclusiveMinimum?: number;
    };
    if (place.canBind && schema['x-written'] !== true && chance(0.15)) return binding(expressions.make('number', place.names));
    if (chance(0.003)) return Number.isFinite(maximum) ? maximum : 1000;
    const least = exclusiveMinimum === undefined ? minimum : exclusiveMinimum + 0.01;
    const usual =
      maximum <= 1 ? [0, 0.3, 0.5, 1] : maximum <= 10 ? [0.5, 1, 1.2, 2, 3] : [0, 0.5, 1, 2, 3, 6, 10, 15, 25, 40, -2, -5];
    const whole = schema.type === 'integer';
    const fitting = usual.map((one) => (whole ? Math.ceil(one) : one)).filter((one) => one >= least && one <= maximum);
    return fitting.length === 0 ? (whole ? Math.ceil(least) : least) : pick(fitting);
  }

  /** A value of a property. `label`: the component or part, and the property. */
  function value(schema: JsonSchema, name: string, place: Place, label: string): unknown {
    if (schema.$ref !== undefined) return schema.$ref === '#/$defs/components' ? content(place) : child(schema.$ref, place);
    if ('const' in schema) return schema.const;
    if (schema.enum) return pick(schema.enum);
    if (Object.hasOwn(axes, name) && label.endsWith(`.${name}`)) return pick(axes[name]!);
    if (takesColor(schema.pattern)) return color(place);
    if (Object.hasOwn(texts, name) && isText(schema)) return texts[name]!(place);
    if (schema['x-expression']) return expression(name, place);
    const forms = schema.oneOf ?? schema.anyOf;
    if (forms) {
      const parts = forms.find(({ properties }) => properties);
      return value(parts && chance(0.6) ? parts : pick(forms), name, place, label);
    }
    switch (schema.type) {
      case 'number':
      case 'integer':
        return number(schema, place);
      case 'boolean':
        return chance(0.7);
      case 'string':
        if (typeof schema.pattern === 'string') return patterned(schema.pattern);
        return text(place);
      case 'array':
        return array(schema, name, place, label);
      case 'object':
        return Object.hasOwn(tags, name) ? pick(tags[name]!) : object(schema, place, label);
      default:
        return text(place);
    }
  }

  const isText = ({ type, oneOf, items }: JsonSchema): boolean =>
    type === 'string' ||
    (oneOf?.every((form) => isText(form)) ?? false) ||
    (type === 'array' && items !== undefined && isText(items));

  function patterned(pattern: string): string {
    if (pattern.includes('%'))
      return pattern.includes('auto') ? pick(['auto', '*', '2*', '30%']) : pick(['50%', '12.5%', '100%']);
    return pick(['terms', 'a1']);
  }

  function expression(name: string, { names }: Place): string {
    if (name === 'when') return expressions.make('boolean', names);
    // What selects, orders and merges the elements uses the element.
    if (['where', 'sort', 'by', 'merge'].includes(name)) {
      const element = { own: names.own.slice(-1), inLoop: false };
      const { name: by, schema } = element.own[0]!;
      if (schema.properties === undefined) return name === 'where' ? `${by} != 2` : by;
      return expressions.make(name === 'where' ? 'boolean' : pick(['number', 'text', 'any']), element);
    }
    if (name === 'each') return expressions.list(names)?.source ?? '1';
    return expressions.make(pick(['number', 'text', 'any']), names);
  }

  function array(schema: JsonSchema, name: string, place: Place, label: string): unknown[] {
    const { minItems = 0, maxItems = 4 } = schema as { minItems?: number; maxItems?: number };
    const least = Math.max(minItems, chance(0.05) ? 0 : 1);
    return some(least, Math.max(least, Math.min(maxItems, 3)), () => value(schema.items!, name, place, label));
  }

  /** Members of a part: those that it needs, those whose turn it is, and some others. */
  function chooseMembers(schema: JsonSchema, label: string, leftOut: readonly string[] = []): readonly string[] {
    const known = schema.properties ?? {};
    const names = Object.keys(known).filter((name) => !leftOut.includes(name) && !('rowHeader' in known && usesDefinition(name)));
    const share = Math.min(0.5, 3 / names.length);
    // What only this component has is more likely than what all have.
    const shareOf = (name: string) => (findComponent(label)?.properties[name] ? 0.25 : share);
    const chosen = names.filter(
      (name) => schema.required?.includes(name) || chance(isTurn(`${label}.${name}`) ? 0.6 : shareOf(name)),
    );
    // These belong to a list.
    return 'each' in known && !chosen.includes('each')
      ? chosen.filter((name) => !['as', 'where', 'sort', ...(label.startsWith('pairs') ? ['let'] : [])].includes(name))
      : chosen;
  }

  function object(schema: JsonSchema, place: Place, label: string, leftOut: readonly string[] = []): Part {
    const { properties, additionalProperties } = schema;
    if (!properties)
      return typeof additionalProperties === 'object'
        ? Object.fromEntries(some(1, 2, (i) => [`v${++made}${i}`, value(additionalProperties, '', place, label)]))
        : {};
    const chosen = chooseMembers(schema, label, leftOut);
    const { inside, outer, given } = repeated(properties, chosen, place, label);
    const part: Part = { ...given };
    for (const name of chosen) {
      if (name in part) continue;
      const around = seesElement.has(name) ? inside : outer;
      part[name] = value(properties[name]!, name, around, `${label}.${name}`);
    }
    const isColumn = 'rowHeader' in properties && place.uses.length > 0;
    return isColumn && chance(0.15)
      ? { ...part, use: 'figure', with: [say(2), binding(expressions.make('number', inside.names))] }
      : part;
  }

  const usesDefinition = (name: string): boolean => name === 'use' || name === 'with';

  /** Members that know the element of a list beside them. */
  const seesElement = new Set(
    'where sort body label value separator header footer background overlay labels columns with style size x series'.split(' '),
  );

  /** The list of a part that repeats, its name and values, and what is seen inside. */
  function repeated(
    properties: Readonly<Record<string, JsonSchema>>,
    chosen: readonly string[],
    place: Place,
    label: string,
  ): { readonly inside: Place; readonly outer: Place; readonly given: Part } {
    const main = ['repeat', 'table', 'pairs', 'list', 'each'].find((name) => chosen.includes(name) && name in properties);
    const given: Part = {};
    let inside = place;
    if (main !== undefined) {
      const literal = properties[main]!.oneOf?.find(({ type, items }) => type === 'array' && items === undefined);
      let items: JsonSchema;
      if (literal && chance(0.3)) {
        const bound = binding(expressions.make('number', place.names));
        given[main] = some(0, 3, (i) => ({ name: text(place), value: i === 0 ? bound : i, ...(chance(0.5) && { more: [i] }) }));
        items = { type: 'object', properties: { name: { type: 'string' }, value: { type: 'number' } } };
      } else {
        const list = expressions.list(place.names);
        given[main] = list?.source ?? '1';
        items = list?.items ?? {};
      }
      if (chosen.includes('as')) given.as = texts.as!(place);
      inside = withNames(place, [{ name: String(given.as ?? 'item'), schema: items }], true);
      if (main === 'pairs') return { inside, outer: place, given: pairsOf(properties, given, place, inside, label) };
      if (main === 'list') return { inside, outer: place, given: itemsOf(properties, given, place, inside, label) };
    }
    if (chosen.includes('let') && 'let' in properties) {
      const values = letValues(inside);
      given.let = values.written;
      inside = withNames(inside, values.names);
    }
    return { inside, outer: place, given };
  }

  /** The pairs are a list of the data with one label and value, or written pairs, which have neither. */
  function pairsOf(
    properties: Readonly<Record<string, JsonSchema>>,
    given: Part,
    place: Place,
    inside: Place,
    label: string,
  ): Part {
    if (chance(0.4)) {
      if (chance(0.3)) given.as = inside.names.own.at(-1)!.name;
      const more = Object.fromEntries(
        ['where', 'sort', 'let'].filter(() => chance(0.3)).map((name) => [name, value(properties[name]!, name, inside, label)]),
      );
      return { ...given, ...more, label: content(inside), value: content(inside) };
    }
    const { items } = properties.pairs!.oneOf!.find(({ type }) => type === 'array')!;
    const [two, pair] = items!.oneOf!;
    const one = () => value(two!.items!, '', place, label);
    return { pairs: some(0, 4, () => (chance(0.5) ? [one(), one()] : object(pair!, place, `${label}.pairs`))) };
  }

  /** The items of a list are written, or are the body for each element of the data. */
  function itemsOf(
    properties: Readonly<Record<string, JsonSchema>>,
    given: Part,
    place: Place,
    inside: Place,
    label: string,
  ): Part {
    const marker = () =>
      pick(['1.', 'a)', '(i)', 'A', '1.1', '•', '☐', '', '1.', boundTo('tone', place, '–'), `${say(1)} 1:`, undefined]);
    const countsFrom = chance(0.2) ? { start: number(properties.start!, place) } : chance(0.2) ? { continue: true } : {};
    const own = { ...(chance(0.7) && { marker: marker() }), ...countsFrom };
    if (chance(0.5)) return { list: some(0, 4, () => child('#/$defs/component', place)), ...own };
    if (chance(0.3)) given.as = inside.names.own.at(-1)!.name;
    const more = Object.fromEntries(
      ['where', 'sort', 'let'].filter(() => chance(0.3)).map((name) => [name, value(properties[name]!, name, inside, label)]),
    );
    const bound = chance(0.3) && { marker: text(inside) };
    return { ...given, ...more, ...own, ...bound, body: content(inside) };
  }

  function letValues(place: Place): { readonly written: Part; readonly names: readonly Name[] } {
    const kinds = some(1, 3, () => pick(['number', 'text', 'boolean'] as const));
    let around = place;
    const written: Part = {};
    const names: Name[] = [];
    for (const kind of kinds) {
      const name = `v${++made}`;
      written[name] = expressions.make(kind, around.names);
      const known = { name, schema: { type: kind === 'text' ? 'string' : kind } };
      names.push(known);
      around = withNames(around, [known]);
    }
    return { written, names };
  }

  function content(place: Place): unknown {
    return chance(0.4) ? text(place, true) : chance(0.3) ? component(place) : some(1, 3, () => child('#/$defs/component', place));
  }

  function child(ref: string, place: Place): unknown {
    const asked = childProperties[ref];
    if (!asked && chance(0.25)) return text(place, true);
    if (!asked && chance(0.06)) return some(1, 3, () => text(place, true));
    const part = component(place);
    if (asked)
      for (const [name, schema] of Object.entries(asked))
        if (name !== 'span' && chance(isTurn(`${ref}.${name}`) ? 0.6 : 0.25)) part[name] = value(schema, name, place, ref);
    if (ref === '#/$defs/placedComponent') part.at ??= { x: upTo(40), y: upTo(30), w: pick([10, 30, 60, '50%']) };
    return part;
  }

  const leaves = ['text', 'text', 'line', 'rect', 'spacer', 'image', 'barcode'];
  const types = components.map(({ type }) => type).filter((type) => type !== 'watermark' && type !== 'slot');
  function component(place: Place): Part {
    if (place.depth >= maxDepth) return typed(pick(leaves), place);
    return typed(chance(0.35) ? 'text' : pick(types), place);
  }

  function typed(type: string, outer: Place): Part {
    if (type === 'use' && outer.uses.length === 0) return typed('text', outer);
    const place = { ...outer, depth: outer.depth + 1, canBind: true };
    const schema = componentSchema(findComponent(type)!);
    if (type === 'use') return use(object(schema, place, type, ['body', 'with']), pick(place.uses), place);
    const part = object(
      schema,
      place,
      type,
      // Tables of several kinds of rows have random templates of their own.
      type === 'table'
        ? ['footer', 'header', 'rows', 'groups', 'sums']
        : type === 'pairs'
          ? ['as', 'where', 'sort', 'let', 'label', 'value']
          : type === 'list'
            ? ['as', 'where', 'sort', 'let', 'body', 'marker', 'start', 'continue']
            : type === 'text'
              ? ['footnotes']
              : [],
    );
    if (part.format === 'inline') part.text = inlineText(place);
    if (type === 'path' && chance(0.9)) part.path = pick(['M0 0L10 5z', 'M0 5q5-5 10 0t10 0', "M0 0A9 5 30 1 0 9 {{ '9' }}"]);
    if (type === 'text' && part.format === 'inline' && notes.chance(0.4)) Object.assign(part, withNote(part.text as string));
    if (type === 'table' && chance(0.4)) part.footer = footerRows(part, place);
    if (type === 'chart') return withValues(part);
    return part;
  }

  /** A chart whose values stand in one place. */
  function withValues({ series, value, ...chart }: Part): Part {
    const isSingle = ['pie', 'donut', 'sparkline'].includes(chart.chart as string);
    const whole = { ...chart, x: String(chart.x).includes('{{') ? chart.x : '{{ loop.index }}' };
    if (Array.isArray(series) && !isSingle) return { ...whole, series };
    return { ...whole, value: value ?? 'loop.index', ...(series !== undefined && !isSingle && { series }) };
  }

  function footerRows({ columns }: Part, place: Place): unknown[] {
    const schema = (findComponent('table')!.properties.footer as JsonSchema).items!;
    const count = (columns as readonly unknown[]).length;
    return some(1, 2, () => {
      const row = object(schema, place, 'table.footer', ['cells']);
      const cells: unknown[] = [];
      for (let left = count; left > 0; ) {
        const span = 1 + upTo(left);
        left -= span;
        const cell = chance(0.2) ? {} : child('#/$defs/cell', place);
        cells.push(
          span === 1 && chance(0.3) ? text(place, true) : { ...(cell as Part), ...((span > 1 || chance(0.2)) && { span }) },
        );
      }
      return { ...row, cells };
    });
  }

  function use(part: Part, name: string, place: Place): Part {
    const given: Part = {};
    for (const [param, schema] of Object.entries(paramSchemas[name]!)) {
      if (schema.default !== undefined && chance(0.5)) continue;
      const { names } = place;
      if (param === 'who') given.who = names.own.some((one) => one.name === 'customer') ? '{{ customer }}' : { name: say(2) };
      else if (schema.type === 'array') given[param] = pick<unknown>(['{{ numbers }}', [3, 4.5], []]);
      else if (schema.type === 'number') given[param] = pick<unknown>([12, binding(expressions.make('number', names))]);
      else given[param] = param === 'tone' ? color(place) : text(place);
    }
    if (name === 'loose')
      given.value = pick<unknown>([text(place), 5, true, [1, 2], binding(expressions.make('any', place.names))]);
    const hasSlot = name === 'card' || name === 'letter';
    return { ...part, use: name, with: given, ...(hasSlot && chance(0.7) && { body: content(place) }) };
  }

  function definitions(): Part {
    const inside = (name: string): Place => {
      const own = Object.entries(paramSchemas[name]!).map(([param, schema]) => ({
        name: param,
        schema: schema.$ref === undefined ? schema : dataSchema.properties.customer,
      }));
      return { names: { own, inLoop: false }, depth: 1, canBind: true, uses: [] };
    };
    const params = (name: string) => ({ params: paramSchemas[name] });
    const card = inside('card');
    return {
      card: { ...params('card'), body: [...some(0, 2, () => component(card)), typed('slot', card), text(card)] },
      address: { ...params('address'), body: content(inside('address')) },
      figure: { params: ['head', 'of'], column: { header: '{{ head }}', value: 'of', body: '{{ value | number: 1 }}' } },
      loose: {
        params: ['value'],
        body: [{ text: '{{ value | json }}' }, ...some(0, 1, () => component({ ...inside('loose'), uses: ['card'] }))],
      },
      letter: {
        ...params('letter'),
        page: { ...layout(definedPageSchema, inside('letter'), 'define.page'), body: ['{{ heading }}', { slot: 'body' }] },
      },
      slip: {
        ...params('letter'),
        page: { use: 'letter', with: { heading: '{{ heading | upcase }}' }, ...(chance(0.5) && { margin: 5 }) },
      },
    };
  }

  function margin(place: Place, label: string): unknown {
    const sides = value(pageSchema.properties.margin, 'margin', place, `${label}.margin`);
    if (typeof sides !== 'object' || Array.isArray(sides)) return sides;
    const { inner, outer, left, right, ...others } = sides as Part;
    return inner === undefined && outer === undefined
      ? sides
      : { ...others, inner: inner ?? left ?? 3, outer: outer ?? right ?? 6 };
  }

  function bands(place: Place, label: string): unknown[] {
    if (chance(0.4)) return some(0, 2, () => child('#/$defs/component', { ...place, depth: 2 }));
    return some(1, 3, () => object(bandVariant, { ...place, depth: 2, canBind: false }, `${label}.variant`));
  }

  function sheet(place: Place): unknown[] {
    const watermark = () => ({ ...typed('watermark', { ...place, depth: maxDepth }) });
    return some(1, 2, () => (chance(0.4) ? watermark() : child('#/$defs/placedComponent', { ...place, depth: 2 })));
  }

  function layout(schema: JsonSchema, outer: Place, label: string): Part {
    const place = { ...outer, canBind: false };
    const special = ['use', 'with', 'header', 'footer', 'background', 'overlay', 'body', 'size', 'margin'];
    const part = object({ ...schema, required: [] }, place, label, special);
    const items = repeatedNames(part, place);
    const inside = { ...items, canBind: true };
    const wants = (name: string) => chance(isTurn(`${label}.${name}`) ? 0.8 : 0.3);
    if (wants('size')) part.size = pick<unknown>(['A6', [100, 120], [80, 60], boundTo('sheet', place, 'A5')]);
    else part.size = [110, 140];
    if (wants('margin')) part.margin = margin(place, label);
    else part.margin = 8;
    if (wants('header')) part.header = bands(inside, `${label}.header`);
    if (wants('footer')) part.footer = bands(inside, `${label}.footer`);
    if (wants('background')) part.background = sheet(inside);
    if (wants('overlay')) part.overlay = sheet(inside);
    if (label === 'pages' && chance(0.2)) Object.assign(part, { ...use({}, 'letter', inside), use: pick(['letter', 'slip']) });
    else part.body = some(2, 6, () => child('#/$defs/component', inside));
    if (part.use !== undefined && part.body === undefined) part.body = [text(inside)];
    return part;
  }

  /** The names that a layout gives to what is in it. */
  function repeatedNames(part: Part, place: Place): Place {
    const items = (dataSchema.properties as Readonly<Record<string, JsonSchema>>)[String(part.each).split(' ')[0]!]?.items;
    const own = part.each === undefined ? [] : [{ name: String(part.as ?? 'item'), schema: items ?? {} }];
    const values = Object.keys((part.let ?? {}) as Part).map((name) => ({ name, schema: {} }));
    return withNames(place, [...own, ...values], part.each !== undefined);
  }

  const root: Place = {
    names: { own: members(dataSchema), inLoop: false },
    depth: 0,
    canBind: false,
    uses: ['card', 'address', 'loose'],
  };
  const values = letValues(root);
  const inPages = withNames(root, values.names);
  const layouts = some(1, 2, () => layout(pageSchema, inPages, 'pages'));
  // Most documents have a sheet, whatever the data are.
  if (chance(layouts.length > 1 ? 0.9 : 0.6))
    for (const name of ['when', 'each', 'as', 'where', 'sort']) delete layouts.at(-1)![name];
  const style = (...leftOut: readonly string[]) => object(styleSchema, root, 'styles', ['style', ...leftOut]);
  // Data may choose these.
  const look = () => style(...behaviourNames);
  const template: Part = {
    name: 'A random template',
    description: 'Of all that there is',
    tags: ['random'],
    unit: pick(['mm', 'mm', 'mm', 'pt', 'cm', 'in']),
    locale: pick(['en-US', 'de-DE', 'fr-CH', 'ar-EG', 'ja-JP-u-ca-japanese', '{{ language }}']),
    timezone: pick(['UTC', 'Europe/Berlin', '{{ title }}']),
    currency: pick(['EUR', 'JPY']),
    document: documentOf(object(documentSchema, root, 'document', ['standard', 'encryption', 'metadata', 'attachments'])),
    colors: { ink: '#1f2a2e', accent: "{{ tone | default: '#0f5c63' }}", bound: '{{ tone }}', pale: 'ink/20' },
    let: values.written,
    fonts: {
      brand: {
        regular: 'NotoSans-Regular.ttf',
        bold: 'NotoSans-Bold.ttf',
        italic: 'NotoSans-Italic.ttf',
        boldItalic: 'NotoSans-BoldItalic.ttf',
        fallback: ['noto-sans'],
      },
      variable: {
        regular: { file: variableFont, axes: { wght: 380 } },
        bold: { file: `${variableFont}#0`, axes: { wght: 720 } },
        italic: { file: 'NotoSans-Italic.ttf', axes: {} },
        boldItalic: { file: 'NotoSans-BoldItalic.ttf', axes: {} },
      },
    },
    styles: {
      ...(chance(0.5) && { base: { size: 9, lineHeight: pick<unknown>(['auto', 'normal', 1.2]) } }),
      strong: { bold: true, ...look() },
      box: { padding: 1, ...look() },
      grid: { rules: 'all', ...look() },
      part: { style: pick<unknown>(['strong', ['grid', 'box']]), ...style() },
    },
    define: definitions(),
    pages: layouts,
    dataSchema,
  };

  function documentOf(part: Part): Part {
    const meta = documentSchema.properties.metadata as JsonSchema;
    return {
      ...part,
      title: pick(['A title', '{{ title }}', '']),
      ...(part.filename !== undefined && { filename: 'document' }),
      ...(part.lang !== undefined && { lang: pick(['en', 'de', '{{ language }}']) }),
      ...(part.keywords !== undefined && { keywords: [say(2)] }),
      ...(isTurn('document.attachments') && {
        attachments: some(1, 2, (i) => ({
          filename: `file${i}.txt`,
          ...pick<Part>([{ text: say() }, { asset: 'dot.png' }, { base64: 'aGk=' }, { data: true }]),
          ...(chance(0.4) && { description: say(), relationship: 'Data', mimeType: 'text/plain', when: 'paid' }),
        })),
      }),
      ...(isTurn('document.metadata') && {
        metadata: {
          info: { Order: '{{ title }}' },
          xmp: [
            {
              prefix: 'acme',
              namespace: 'https://example.com/ns#',
              description: String(meta.description).slice(0, 20),
              properties: {
                one: 'text',
                two: { text: 'a', description: 'b' },
                three: pick<Part>([{ seq: ['a', 'b'] }, { bag: ['a'] }, { languages: { en: 'a', de: 'b' } }]),
              },
            },
          ],
        },
      }),
    };
  }

  return { template, data: makeData(dice) };
}
