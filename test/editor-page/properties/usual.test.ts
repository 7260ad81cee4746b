import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../../src/contract/schema.ts';
import { components } from '../../../src/document/components/all-components.ts';
import { choicesOf, controlsOf } from '../../../src/editor-page/properties/controls.ts';
import { namedControls } from '../../../src/editor-page/properties/named-controls.ts';
import { holdsComponents, type PartSchema } from '../../../src/editor-page/properties/part-schema.ts';
import {
  inherited,
  innerProperties,
  nameOfValue,
  type Property,
  placeProperties,
} from '../../../src/editor-page/properties/property.ts';
import { partHints, propertyNames, valueNames } from '../../../src/editor-words/index.ts';
import { listPartSchemas, schemas } from './every-part.ts';

const parts = listPartSchemas().map(({ schema }) => schema);
const allOf = ({ properties, added }: PartSchema) => ({ ...properties, ...added?.properties });

const placed = (part: PartSchema): readonly Property[] => {
  const { usual, others } = placeProperties(part);
  return [...usual.flatMap(({ properties }) => properties), ...others];
};
const withInner = (property: Property): readonly Property[] => [
  property,
  ...controlsOf(property.member, property.schema).flatMap(({ kind, schema }) =>
    kind === 'members' ? innerProperties(property, schema).flatMap(withInner) : [],
  ),
];
const all = parts.flatMap((part) => placed(part).flatMap(withInner));
const unique = (texts: readonly string[]) => [...new Set(texts)].sort();

test('the sentence about a part is for people who write no templates', () => {
  const sentences = parts.map(({ key, description = '' }) => `${key}: ${partHints[key] ?? description}`);
  expect(sentences.filter((one) => /component|asset|definition|element|string|slot |URI|SVG|`|\bnode\b/i.test(one))).toEqual([]);
  expect(Object.keys(partHints).filter((key) => !parts.some((part) => part.key === key))).toEqual([]);
});

describe('the usual properties', () => {
  test('are known for every type of component and every kind of part', () => {
    const keys = unique([...components.map(({ type }) => type), ...parts.map(({ key }) => key)]);
    expect(Object.keys(schemas.usual).sort()).toEqual(keys);
    expect(schemas.usual.text!.text).toEqual(['style', ...inherited]);
  });

  test('exist in the schemas', () => {
    const strange = Object.entries(schemas.usual).flatMap(([key, usual]) => {
      const known = parts.filter((part) => part.key === key).flatMap((part) => placed(part).map(({ member }) => member));
      return Object.values(usual)
        .flat()
        .filter((member) => !known.includes(member))
        .map((member) => `${key}.${member}`);
    });
    expect(strange).toEqual([]);
    const added = parts.flatMap((part) => (part.added ? [part.added] : []));
    expect(unique(added.map(({ place }) => place))).toEqual(Object.keys(schemas.usualOfChildren).sort());
    for (const { properties, usual } of added) expect(Object.keys(properties).sort()).toEqual(Object.values(usual).flat().sort());
  });

  test('stand in one group each', () => {
    for (const part of parts) {
      const members = placed(part).map(({ member }) => member);
      expect(members).toEqual([...new Set(members)]);
    }
  });

  test('name controls of properties that exist', () => {
    const members = all.map(({ member }) => member);
    expect(Object.keys(namedControls).filter((name) => !members.includes(name))).toEqual([]);
  });
});

describe('every property', () => {
  test('has a place, unless it holds parts or there is nothing to choose', () => {
    const left = parts.flatMap((part) => {
      const members = placed(part).map(({ member }) => member);
      return Object.entries(allOf(part)).filter(([member]) => !members.includes(member));
    });
    const isFixed = ([, schema]: readonly [string, JsonSchema]) => !holdsComponents(schema);
    expect(unique(left.filter(isFixed).map(([member]) => member))).toEqual(['pageBreak', 'slot']);
  });

  test('has a name in plain words, and a description', () => {
    expect(unique(all.filter(({ name }) => !/^[A-Z]/.test(name)).map(({ path }) => path.join('.')))).toEqual([]);
    expect(
      unique(all.filter(({ path, description }) => path.length === 1 && description === '').map(({ member }) => member)),
    ).toEqual([]);
  });

  test('has a control; these alone are changed as code, and these as code in some of their forms', () => {
    const kinds = all.map(({ member, schema }) => ({ member, kinds: controlsOf(member, schema).map(({ kind }) => kind) }));
    expect(kinds.filter(({ kinds: of }) => of.length === 0)).toEqual([]);
    const alone = kinds.filter(({ kinds: of }) => of.every((kind) => kind === 'code'));
    expect(unique(alone.map(({ member }) => member)).join(' ')).toBe('axes features footnotes let mark polygon stops sums tabs');
    const inSomeForms = kinds.filter(({ kinds: of }) => of.includes('code') && of[0] !== 'code');
    expect(unique(inSomeForms.map(({ member }) => member)).join(' ')).toBe('each figures repeat table');
  });

  test('has words for each value of its choice', () => {
    const missing = all.flatMap(({ member, schema }) =>
      controlsOf(member, schema)
        .filter(({ kind }) => kind === 'choice' || kind === 'alignment')
        .flatMap(choicesOf)
        .filter((value) => typeof value !== 'boolean' && !isNamed(member, value))
        .map((value) => `${member}.${String(value)}`),
    );
    expect(unique(missing)).toEqual([]);
  });

  const isNamed = (member: string, value: unknown): boolean =>
    [`${member}.${String(value)}`, String(value)].some((key) => Object.hasOwn(valueNames, key));
});

test('no word is left over', () => {
  const names = all.map(({ name }) => name);
  // Of the sides, which have one control together.
  const sides = ['Top', 'Right', 'Bottom', 'Left', 'Inner', 'Outer'];
  expect(Object.values(propertyNames).filter((name) => !names.includes(name) && !sides.includes(name))).toEqual([]);
  const values = all.flatMap(({ member, schema }) =>
    controlsOf(member, schema).flatMap((control) => choicesOf(control).map((one) => nameOfValue(member, one))),
  );
  expect(Object.values(valueNames).filter((name) => !values.includes(name))).toEqual([]);
});

describe('the controls of properties', () => {
  const kindsOf = (key: string, member: string) => {
    const part = parts.find((one) => one.key === key && allOf(one)[member] !== undefined)!;
    return controlsOf(member, allOf(part)[member]!).map(({ kind }) => kind);
  };

  test.each([
    ['text', 'text', ['long', 'lines']],
    ['text', 'when', ['expression']],
    ['text', 'size', ['line']],
    ['text', 'width', ['line']],
    ['text', 'margin', ['sides']],
    ['text', 'bold', ['toggle']],
    ['text', 'align', ['alignment']],
    ['text', 'color', ['color']],
    ['text', 'font', ['names']],
    ['text', 'style', ['names', 'lines']],
    ['text', 'border', ['members']],
    ['text', 'overflow', ['choice']],
    ['text', 'hyphenate', ['toggle', 'members']],
    ['text', 'lineHeight', ['line']],
    ['image', 'image', ['names']],
    ['rect', 'fill', ['color', 'members']],
    ['line', 'line', ['members']],
    ['table', 'table', ['expression', 'code']],
    ['table', 'rules', ['choice', 'members']],
    ['table', 'columns', []],
    ['list', 'list', ['expression']],
    ['chart', 'stacked', ['choice']],
    ['chart', 'axis', ['members', 'toggle']],
    ['chart', 'labels', ['toggle', 'line']],
    ['use', 'with', ['arguments']],
    ['#page', 'size', ['line']],
    ['#page', 'margin', ['sides']],
    ['#page', 'body', []],
    ['#page', 'labels', ['members']],
    ['#band', 'on', ['choice']],
    ['#column', 'width', ['line']],
    ['pageBreak', 'pageBreak', []],
  ])('%s: %s', (key, member, kinds) => expect(kindsOf(key, member)).toEqual(kinds));
});
