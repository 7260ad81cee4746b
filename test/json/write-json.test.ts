import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { writeJson } from '../../src/json/write-json.ts';
import { createRandom } from '../support/random.ts';

test('what fits is on one line, short members fill the line before the last long one, and two long ones have lines of their own', () => {
  const columns = Array.from({ length: 3 }, (_, i) => ({ header: `Column ${i}`, body: `{{ line.c${i} }}` }));
  const value = {
    unit: 'pt',
    styles: { h1: { size: 20, bold: true, color: '#123456' }, wide: { letterSpacing: 1 }, small: { size: 8, color: '#aaaaaa' } },
    pages: [
      {
        size: [595, 842],
        margin: [20, 18],
        header: [],
        body: [
          { text: 'Hello', style: ['h1', 'wide'] },
          { table: 'lines', columns },
          { table: 'lines', columns, footer: [{ cells: ['a'.repeat(60), 'b'.repeat(60), 'c'] }] },
          { text: 'x'.repeat(90), style: 'h1', margin: [1, 2, 3, 4], keepWithNext: true },
          { text: ['y'.repeat(50), 'y'.repeat(50), 'y'.repeat(50)] },
        ],
      },
    ],
    left: undefined,
  };
  expect(writeJson(value)).toBe(`{
  "unit": "pt",
  "styles": {
    "h1": { "size": 20, "bold": true, "color": "#123456" },
    "wide": { "letterSpacing": 1 },
    "small": { "size": 8, "color": "#aaaaaa" }
  },
  "pages": [
    { "size": [595, 842], "margin": [20, 18], "header": [], "body": [
      { "text": "Hello", "style": ["h1", "wide"] },
      { "table": "lines", "columns": [
        { "header": "Column 0", "body": "{{ line.c0 }}" },
        { "header": "Column 1", "body": "{{ line.c1 }}" },
        { "header": "Column 2", "body": "{{ line.c2 }}" }
      ] },
      {
        "table": "lines",
        "columns": [
          { "header": "Column 0", "body": "{{ line.c0 }}" },
          { "header": "Column 1", "body": "{{ line.c1 }}" },
          { "header": "Column 2", "body": "{{ line.c2 }}" }
        ],
        "footer": [
          { "cells": [
            "${'a'.repeat(60)}",
            "${'b'.repeat(60)}", "c"
          ] }
        ]
      },
      { "text": "${'x'.repeat(90)}",
        "style": "h1", "margin": [1, 2, 3, 4], "keepWithNext": true },
      { "text": [
        "${'y'.repeat(50)}", "${'y'.repeat(50)}",
        "${'y'.repeat(50)}"
      ] }
    ] }
  ]
}
`);
  expect([writeJson({}), writeJson([]), writeJson('a'), writeJson(null)]).toEqual(['{}\n', '[]\n', '"a"\n', 'null\n']);
});

test('any value is read back as it was, and written again as the same text, in lines that are no longer than they must be', () => {
  const random = createRandom(33);
  const make = (depth: number): unknown => {
    const kind = Math.floor(random() * (depth > 8 ? 5 : 8));
    if (kind === 0) return [true, false, null][Math.floor(random() * 3)];
    if (kind === 1) return Math.floor(random() * 1e6) / 10 ** Math.floor(random() * 9);
    if (kind < 5) return 'xé"\\\n\u2028😀{},: '.repeat(Math.floor(random() ** 3 * 12)).slice(Math.floor(random() * 9));
    const members = Array.from({ length: Math.floor(random() * 6) }, () => make(depth + 1));
    if (kind < 7) return members;
    return Object.fromEntries(members.map((member, i) => [['', '__proto__x', 'a"b', 'né', 'name', '0'][i]!, member]));
  };
  for (let round = 0; round < 500; round++) {
    const value = make(0);
    const text = writeJson(value);
    expect(JSON.parse(text)).toEqual(value);
    expect(writeJson(JSON.parse(text))).toBe(text);
    for (const line of text.split('\n')) {
      // A longer line holds one member that cannot be divided.
      if (line.length > 120)
        expect(line).toMatch(/^\s*(?:\{ |"(?:[^"\\]|\\.)*": ?)*(?:"(?:[^"\\]|\\.)*"|[[{]{1})?(?: \}|\])*,?$/u);
    }
  }
});

test('a value nested as deep as its text may be is written in one walk', () => {
  let value: unknown = 'x'.repeat(200);
  for (let depth = 0; depth < 1000; depth++) value = depth % 2 ? [value] : { a: value, b: 1 };
  expect(JSON.parse(writeJson(value))).toEqual(value);
});

test('writing the files of a template again keeps their content', () => {
  const examples = fileURLToPath(new URL('../../templates-examples/', import.meta.url));
  const files = readdirSync(examples, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\/(?:template|schema|example)\.json$/.test(file),
  );
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) {
    const value: unknown = JSON.parse(readFileSync(examples + file, 'utf8'));
    expect(JSON.parse(writeJson(value))).toEqual(value);
  }
});
