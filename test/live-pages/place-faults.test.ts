import { expect, test } from 'vitest';
import { placeFaults } from '../../src/live-pages/place-faults.ts';

const template = {
  pointer: '',
  file: 'template.json',
  text: '{\n  "pages": [\n    { "body": [ "a" ] }\n  ],\n  "dataSchema": "schema.json"\n}',
};
const schema = { pointer: '/dataSchema', file: 'schema.json', text: '{\n  "type": "object",\n  "required": 3\n}' };
const at = (pointer: string) => ({ code: '', pointer });
const placesOf = (pointers: readonly string[], texts = [template, schema]) => {
  const faults = pointers.map(at);
  const places = placeFaults(faults, texts);
  return faults.map((fault) => {
    const place = places.get(fault);
    return place && `${place.file}:${place.line}:${place.column}`;
  });
};

test('a fault is placed in the text that has its part', () => {
  const pointers = ['/pages/0/body', '/dataSchema/required', '/dataSchema', '/pages/0/body/0'];
  const places = placesOf(pointers);
  expect(places.map((place) => place?.replace(/:\d+$/, ''))).toEqual([
    'template.json:3',
    'schema.json:3',
    'schema.json:1',
    'template.json:3',
  ]);
  expect(placesOf(pointers, [schema, template])).toEqual(places);
});

test('a member whose name only begins like that of a text is placed in the whole', () => {
  expect(placesOf(['/dataSchemas'])[0]).toMatch(/^template\.json:/);
});

test('a fault of data that are in no text has no place', () => {
  expect(placesOf(['/data', '/data/name', '/exampleData', '/exampleData/name'])).toEqual(Array.from({ length: 4 }));
  const whole = { ...template, text: '{\n  "exampleData": {},\n  "data": 3\n}' };
  expect(placesOf(['/exampleData/name', '/data/name', '/database'], [whole])).toEqual([
    'template.json:2:18',
    'template.json:3:11',
    'template.json:1:1',
  ]);
});

test('a fault of a part that no text has, has no place', () => {
  expect(placesOf(['/pages/0', '/dataSchema/type'], [schema])).toEqual([undefined, 'schema.json:2:11']);
  expect(placesOf(['/pages/0'], [])).toEqual([undefined]);
});
