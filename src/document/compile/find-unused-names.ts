// Finds what a template defines and never uses: styles, colours, font families, params, counters and marks. A name that the data may choose counts as used.
import type { Diagnostic } from '../../contract/diagnostic.ts';
import { isObject } from '../../json/is-object.ts';
import { pointerStep } from '../../json/json-pointer.ts';
import { findNearest } from '../../words/nearest.ts';
import { mapBySchema, type PartVisitor } from '../components/map-by-schema.ts';
import { componentTypes, typesOf } from '../components/registry.ts';
import { parseTree, SyntaxFault, type Tree } from '../expression/syntax.ts';
import { shippedFamilies, standardFamilies } from '../template/font-families.ts';
import { takesColor } from '../text/colors.ts';
import { isBound } from '../text/text-properties.ts';
import { componentMembers, templateMembers } from './template-schema.ts';

type Part = Readonly<Record<string, unknown>>;

/** A member of an object in a template. */
interface Member {
  readonly name: string;
  readonly value: unknown;
  readonly pointer: string;
  readonly owner: Part;
}

/** A warning for each. `document`: without errors. */
export function findUnusedNames(document: Part): readonly Diagnostic[] {
  const { pages, define, styles, let: values, document: settings } = document;
  const members = [...membersOf({ pages, define, styles, let: values, document: settings }, '')];
  return [
    ...findStyles(document, members, typesIn(document)),
    ...findColors(document),
    ...findFonts(document, members),
    ...findParams(document),
    ...findCounters(members),
    ...findMarks(members),
  ];
}

/** All members of all objects in a value, from outside in. */
function* membersOf(value: unknown, pointer: string): Iterable<Member> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const at = pointer + pointerStep(name);
    if (isObject(value)) yield { name, value: member, pointer: at, owner: value };
    yield* membersOf(member, at);
  }
}

const textsIn = (value: unknown): readonly string[] =>
  typeof value === 'string' ? [value] : Array.isArray(value) ? value.flatMap(textsIn) : [];

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] => (isObject(value) ? Object.entries(value) : []);

const doubt = (code: string, pointer: string, message: string): Diagnostic => ({ severity: 'warning', code, pointer, message });

/** The texts that a binding can give. Undefined: any, because data give them. */
function resultsOf(text: string): readonly string[] | undefined {
  if (!isBound(text)) return [text];
  const source = /^\s*\{\{((?:(?!\{\{|\}\}).)*)\}\}\s*$/s.exec(text)?.[1];
  return source !== undefined && isExpression(source) ? literalsOf(parseTree(source)) : undefined;
}

function literalsOf(tree: Tree): readonly string[] | undefined {
  if (tree.kind === 'literal') return [String(tree.value)];
  if (tree.kind !== 'conditional') return undefined;
  const [one, other] = [literalsOf(tree.then), literalsOf(tree.otherwise)];
  return one && other && [...one, ...other];
}

/** The names that are reached from some of them. `next`: what a name uses. */
function reach(start: Iterable<string>, next: (name: string) => readonly string[]): ReadonlySet<string> {
  const reached = new Set(start);
  // The set grows while it is read.
  for (const name of reached) for (const one of next(name)) reached.add(one);
  return reached;
}

/** The styles that components have without naming them, beside those of their types, by the property that makes such components. */
const ownStyles: readonly (readonly [property: string | undefined, names: RegExp])[] = [
  [undefined, /^(?:base|code|footnote)$/],
  ['toc', /^toc(?:[1-6]|-.+)$/],
  ['markdown', /^(?:h[1-6]|quote|table)$/],
];

/** The types of the components of a document. */
function typesIn({ pages, define }: Part): ReadonlySet<string> {
  const types = new Set<string>();
  const visitor: PartVisitor = {
    component(part) {
      for (const type of typesOf(part)) types.add(type);
      return part;
    },
    text(text, { $ref }) {
      if ($ref !== undefined) types.add('text');
      return text;
    },
  };
  mapBySchema(componentMembers.pages, pages, '', visitor);
  mapBySchema(componentMembers.define, define, '', visitor);
  // Their cells print texts, also where no component stands in them.
  return types.has('table') ? types.add('text') : types;
}

function findStyles({ styles }: Part, members: readonly Member[], types: ReadonlySet<string>): readonly Diagnostic[] {
  const chosen: string[] = [];
  for (const { name, value, pointer } of members) {
    if (/^\/styles\/[^/]*\/style(?:\/|$)/.test(pointer)) continue;
    if (name === 'style' || name.endsWith('Style')) {
      const results = textsIn(value).map(resultsOf);
      if (results.includes(undefined)) return [];
      chosen.push(...results.flat().flatMap((one) => one!.split(/\s+/)), ...textsIn(value));
    }
    for (const text of textsIn(value))
      for (const [, marks] of text.matchAll(/\]\{([^{}]*)\}/g))
        chosen.push(...Array.from(marks!.matchAll(/\.([^\s.]+)/g), ([, one]) => one!));
  }
  const own = entriesOf(styles).map(([name]) => name);
  const implied = ownStyles.filter(([property]) => property === undefined || members.some(({ name }) => name === property));
  const isImplied = (name: string) => types.has(name) || implied.some(([, names]) => names.test(name));
  const used = reach([...chosen, ...own.filter(isImplied)], (name) => {
    const style = isObject(styles) && Object.hasOwn(styles, name) ? styles[name] : undefined;
    return isObject(style) ? textsIn(style.style) : [];
  });
  return own
    .filter((name) => !used.has(name))
    .map((name) => doubt('unused-style', `/styles${pointerStep(name)}`, `Nothing uses the style "${name}"${typeFor(name)}.`));
}

/** A style that was meant as the default of a type. */
function typeFor(name: string): string {
  const type = componentTypes().includes(name) ? undefined : findNearest(name, componentTypes());
  return type === undefined ? '' : `; the default of each component "${type}" is the style "${type}"`;
}

function findColors({ colors, styles, pages, define }: Part): readonly Diagnostic[] {
  const chosen: string[] = [];
  let isFree = false;
  const choose = (text: string): readonly string[] => {
    const results = resultsOf(text);
    isFree ||= results === undefined;
    return (results ?? []).map((one) => one.split('/')[0]!.trim());
  };
  const parts = [
    [templateMembers.styles, styles],
    [componentMembers.define, define],
    [componentMembers.pages, pages],
  ] as const;
  for (const [schema, value] of parts)
    mapBySchema(schema, value, '', {
      text(text, { pattern }) {
        if (takesColor(pattern)) chosen.push(...choose(text));
        return text;
      },
    });
  const known = isObject(colors) ? colors : {};
  const used = reach(chosen, (name) => (Object.hasOwn(known, name) ? choose(String(known[name])) : []));
  if (isFree) return [];
  return Object.keys(known)
    .filter((name) => !used.has(name))
    .map((name) => doubt('unused-color', `/colors${pointerStep(name)}`, `Nothing uses the colour "${name}".`));
}

/** Drawings may use any family. */
const mayHaveDrawing = /\.svg"|image\/svg|"image":"[^"]*\{\{|"(?:background)?[iI]mage":\{|"markdown":/;

function findFonts({ fonts, pages, define }: Part, members: readonly Member[]): readonly Diagnostic[] {
  if (!isObject(fonts) || mayHaveDrawing.test(JSON.stringify({ pages, define }))) return [];
  const chosen = members.flatMap(({ name, value }) => (name === 'font' ? textsIn(value) : []));
  const usual = [...Object.keys(shippedFamilies), ...Object.keys(standardFamilies)];
  const used = reach([...chosen, ...usual], (name) => {
    const family = Object.hasOwn(fonts, name) ? fonts[name] : undefined;
    return isObject(family) ? textsIn(family.fallback) : [];
  });
  return Object.keys(fonts)
    .filter((name) => !used.has(name) && !used.has(name.toLowerCase()))
    .map((name) => doubt('unused-font', `/fonts${pointerStep(name)}`, `No text uses the font family "${name}".`));
}

function findParams({ define }: Part): readonly Diagnostic[] {
  return entriesOf(define).flatMap(([definition, given]) => {
    if (!isObject(given)) return [];
    const { params, ...parts } = given;
    const texts = [...membersOf(parts, '')].flatMap(({ value }) => textsIn(value)).concat(textsIn(parts.body));
    const names = Array.isArray(params)
      ? Object.entries(params as readonly string[])
      : entriesOf(params).map(([name]) => [name, name] as const);
    return names.flatMap(([key, name]) => {
      if (texts.some((text) => hasWord(text, name))) return [];
      const place = `/define${pointerStep(definition)}/params${pointerStep(key)}`;
      return [doubt('unused-param', place, `Nothing in the definition "${definition}" uses the param "${name}".`)];
    });
  });
}

/** Whether an expression in a text uses a name. A text without bindings may be an expression. */
function hasWord(text: string, name: string): boolean {
  const sources = isBound(text) ? Array.from(text.matchAll(/\{\{(.*?)\}\}/gs), ([, source]) => source!) : [text];
  return sources.some((source) => source.match(/[\p{L}\p{N}_]+/gu)?.includes(name) === true && isExpression(source));
}

function isExpression(source: string): boolean {
  try {
    parseTree(source);
    return true;
  } catch (error) {
    if (error instanceof SyntaxFault) return false;
    throw error;
  }
}

/** The written names that a filter asks for. Undefined: data give one. */
function askedBy(filter: string, members: readonly Member[]): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  const uses = new RegExp(`(?:'([^']*)'|"([^"]*)"|([^\\s|]))\\s*\\|\\s*${filter}\\b`, 'g');
  for (const { value } of members)
    for (const text of textsIn(value))
      for (const [, one, other, bare] of text.matchAll(uses)) {
        if (bare !== undefined) return undefined;
        names.add((one ?? other)!);
      }
  return names;
}

function findCounters(members: readonly Member[]): readonly Diagnostic[] {
  const asked = askedBy('counter', members);
  if (!asked) return [];
  const used = new Set(asked);
  const counted = new Map<string, string>();
  for (const { name, value, pointer, owner } of members) {
    if (name === 'toc' && typeof value === 'string') used.add(value);
    if (name !== 'count' || typeof value !== 'string' || typesOf(owner).length === 0) continue;
    if (!counted.has(value)) counted.set(value, pointer);
    // The filter "number_of" prints the number of an anchor.
    if (isObject(owner.bookmark) && owner.bookmark.anchor !== undefined) used.add(value);
  }
  return [...counted]
    .filter(([name]) => !used.has(name))
    .map(([name, at]) => doubt('unused-counter', at, `Nothing prints what the counter "${name}" counts.`));
}

function findMarks(members: readonly Member[]): readonly Diagnostic[] {
  const asked = askedBy('mark', members);
  if (!asked) return [];
  const told = new Set<string>();
  return members.flatMap(({ name, value, pointer, owner }) => {
    if (name !== 'mark' || !isObject(value) || typesOf(owner).length === 0) return [];
    return Object.keys(value).flatMap((mark) => {
      if (asked.has(mark) || told.has(mark)) return [];
      told.add(mark);
      return [
        doubt(
          'unused-mark',
          `${pointer}${pointerStep(mark)}`,
          `No header, footer, background or overlay prints the mark "${mark}".`,
        ),
      ];
    });
  });
}
