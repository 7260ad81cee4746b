import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readParts } from '../../../src/editing/index.ts';
import { type Control, canShow, controlsOf } from '../../../src/editor-page/properties/controls.ts';
import { describeTemplate } from '../../../src/editor-page/properties/describe-template.ts';
import type { Environment } from '../../../src/editor-page/properties/environment.ts';
import { findPartSchema, membersOf } from '../../../src/editor-page/properties/part-schema.ts';
import { innerProperties, isContent, type Property, placeProperties } from '../../../src/editor-page/properties/property.ts';
import { textForm } from '../../../src/editor-page/properties/text-form.ts';
import { listExamples } from '../../../src/files/list-examples.ts';
import { isObject } from '../../../src/json/is-object.ts';
import { everyPart, schemas } from './every-part.ts';

type Template = Readonly<Record<string, unknown>>;

const environmentOf = (template: Template): Environment => ({
  ...describeTemplate(template, schemas.fonts),
  pictures: ['logo.png', 'asset:9f'],
  pictureNames: new Map([['asset:9f', 'photo.jpg']]),
  files: ['terms.pdf'],
  fields: [
    { path: 'total', type: 'number', isList: false, example: '12' },
    { path: 'lines', type: 'list', isList: true, example: '' },
  ],
  openCode() {},
  choosePicture: () => Promise.resolve(undefined),
});

interface Shown {
  readonly place: string;
  readonly property: Property;
  readonly control: Control | undefined;
  readonly value: unknown;
}

/** The values of a template that the panel shows, with their controls. */
function* listShown(template: Template): Generator<Shown> {
  const tree = readParts(template);
  for (const part of tree.parts) {
    const schema = findPartSchema(tree, part, schemas)!;
    const { usual, others } = placeProperties(schema);
    const properties = [...usual.flatMap((group) => group.properties), ...others];
    yield* listValues(part.pointer, properties, membersOf(part));
  }
}

function* listValues(place: string, properties: readonly Property[], members: Template): Generator<Shown> {
  for (const property of properties) {
    const value = members[property.member];
    if (value === undefined || isContent(property, value)) continue;
    const control = controlsOf(property.member, property.schema).find((one) => canShow(one, value));
    yield { place: `${place}/${property.member}`, property, control, value };
    if (control?.kind === 'members' && isObject(value))
      yield* listValues(`${place}/${property.member}`, innerProperties(property, control.schema), value);
  }
}

const isText = ({ kind }: Control): boolean => ['line', 'long', 'lines', 'color', 'names', 'expression'].includes(kind);

describe('what the examples say', () => {
  const templates = listExamples().map(({ slug }) => {
    const text = readFileSync(new URL(`../../../templates-examples/${slug}/template.json`, import.meta.url), 'utf8');
    return [slug, JSON.parse(text) as Template] as const;
  });

  test.each([...templates, ['every part', everyPart] as const])('is read as it is shown: %s', (_, template) => {
    const environment = environmentOf(template);
    const changed = [...listShown(template)].flatMap(({ place, property, control, value }) => {
      if (!control || !isText(control)) return [];
      const { shown, read } = textForm(control, property.member, value, environment);
      const reading = read(shown);
      // Pictures are not in the environment of this test.
      const isPicture = control.names === 'pictures' || control.names === 'files';
      return isPicture || JSON.stringify(reading.value) === JSON.stringify(value) ? [] : [{ place, value, reading }];
    });
    expect(changed).toEqual([]);
  });

  test('needs code for these properties alone', () => {
    const coded = templates.flatMap(([, template]) => [...listShown(template)].filter(({ control }) => !control));
    expect([...new Set(coded.map(({ property }) => property.path.join('.')))].sort().join(' ')).toBe(
      'each mark polygon series sums',
    );
  });
});

describe('the text of a control', () => {
  const template = {
    unit: 'mm',
    colors: { accent: '#0f5c63', soft: 'accent/10', brand: '{{ color }}' },
    styles: { base: {}, title: {} },
    fonts: { house: {} },
    define: { address: {} },
  };
  const environment = environmentOf(template);
  const formOf = (type: string, member: string, value?: unknown) => {
    const control = controlsOf(member, schemas.components[type]!.properties![member]!).find((one) => canShow(one, value))!;
    return textForm(control, member, value, environment);
  };
  const read = (type: string, member: string, text: string, value?: unknown) => formOf(type, member, value).read(text);
  const refused = (name: string) => ({ fault: `There is no “${name}”. Choose a name of the list.` });

  test.each([
    ['color', '#abc', { value: '#abc' }],
    ['color', 'accent', { value: 'accent' }],
    ['color', 'accent/20', { value: 'accent/20' }],
    ['color', 'brand/20', { value: 'brand/20' }],
    ['color', '{{ color }}', { value: '{{ color }}' }],
    ['color', 'Red ', { value: '#c00000' }],
    ['color', 'rot', refused('rot')],
    ['style', 'title', { value: 'title' }],
    ['style', '{{ s }}', { value: '{{ s }}' }],
    ['style', 'titel', refused('titel')],
    ['font', 'house', { value: 'house' }],
    ['font', 'helvetica', { value: 'helvetica' }],
    ['font', 'Jost.ttf', { value: 'Jost.ttf' }],
    ['font', 'arial', refused('arial')],
    ['when', 'total > 1', { value: 'total > 1' }],
    ['when', '{{ total }}', { value: 'total' }],
    ['when', "a == '{{'", { value: "a == '{{'" }],
    ['when', '  ', { fault: 'A value is needed here.' }],
    ['text', ' a\nb ', { value: ' a\nb ' }],
  ])('%s: %s', (member, text, reading) => expect(read('text', member, text)).toEqual(reading));

  test.each([
    ['image', 'image', 'logo.png', { value: 'logo.png' }],
    ['image', 'image', 'photo.jpg', { value: 'asset:9f' }],
    ['image', 'image', 'asset:9f', { value: 'asset:9f' }],
    ['image', 'image', 'photo.png', refused('photo.png')],
    ['text', 'style', 'photo.jpg', refused('photo.jpg')],
    ['image', 'image', 'data:image/png;base64,AA', { value: 'data:image/png;base64,AA' }],
    ['image', 'image', '{{ logo }}', { value: '{{ logo }}' }],
    ['image', 'image', 'terms.pdf', refused('terms.pdf')],
    ['pdf', 'pdf', 'terms.pdf', { value: 'terms.pdf' }],
    ['use', 'use', 'address', { value: 'address' }],
    ['use', 'use', 'adress', refused('adress')],
  ])('%s.%s: %s', (type, member, text, reading) => expect(read(type, member, text)).toEqual(reading));

  test('has a text in each line of a list, and no empty lines at the end', () => {
    const lines = ['a', 'b'];
    expect(read('text', 'text', 'a\n\nb\n\n', lines)).toEqual({ value: ['a', '', 'b'] });
    expect(read('text', 'text', '\n', lines)).toEqual({ fault: 'A value is needed here.' });
    expect(read('chart', 'colors', '#abc\nred!', ['#abc'])).toEqual({
      fault: 'Write a colour such as #1f3a5f, or the name of a colour.',
    });
  });

  test('offers what may be written', () => {
    const valuesOf = (type: string, member: string) => formOf(type, member).suggestions?.map(({ value }) => value);
    expect(valuesOf('text', 'style')).toEqual(['title']);
    expect(valuesOf('image', 'image')).toEqual(['logo.png', 'photo.jpg']);
    expect(formOf('image', 'image', 'asset:9f').shown).toBe('photo.jpg');
    expect(valuesOf('text', 'font')!.slice(0, 2)).toEqual(['house', 'noto-sans']);
    expect(formOf('text', 'color').suggestions).toEqual([
      { value: 'accent', swatch: '#0f5c63' },
      { value: 'soft', swatch: '#e7efef' },
      { value: 'brand', swatch: undefined },
    ]);
    expect(valuesOf('text', 'lineHeight')).toEqual(['auto', 'normal']);
    expect(valuesOf('text', 'size')).toBeUndefined();
    expect(valuesOf('text', 'when')).toEqual(['total', 'lines']);
    expect(valuesOf('repeat', 'repeat')).toEqual(['lines', 'total']);
    expect(formOf('text', 'when').suggestions![0]).toEqual({ value: 'total', detail: 'e.g. 12' });
  });

  test('a field of the data takes the place of the name before the caret', () => {
    const { tokenOf } = formOf('text', 'when');
    expect(tokenOf!('total > cust')).toBe('cust');
    expect(tokenOf!('customer.na')).toBe('customer.na');
    expect(tokenOf!('total > ')).toBe('');
  });

  test('the arrow keys stay within the bounds of a number', () => {
    const steps = (type: string, member: string) => formOf(type, member).steps!;
    expect(steps('text', 'size').step).toBe(1);
    expect(steps('text', 'opacity').step).toBe(0.1);
    expect(steps('text', 'opacity').next(1.05)).toBe(1);
    expect(steps('text', 'opacity').next(-0.1)).toBe(0);
    expect(steps('text', 'height').next(-1)).toBe(0);
    expect(steps('text', 'size').next(0)).toBe(1);
    expect(steps('text', 'size').next(12.5)).toBe(12.5);
    expect(formOf('text', 'lang').steps).toBeUndefined();
  });
});
