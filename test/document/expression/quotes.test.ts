// Texts in quotes within texts in quotes.
import { expect, test } from 'vitest';
import { compileText } from '../../../src/document/expression/index.ts';
import type { StaticScope } from '../../../src/document/expression/scope.ts';
import { scopeOf } from './scope.ts';

const names: StaticScope = { schema: true, locals: [] };
const json = 'In a JSON file, " is written \\".';

test.each([
  ["people | sum: 'orders | sum: 'price''", `"orders | sum: 'price'"`],
  ["people | sum: 'orders | sum: 'quantity * price'' | money", `"orders | sum: 'quantity * price'"`],
  ["people | where: 'city == 'Flims'' | size", `"city == 'Flims'"`],
  ['people | where: "city == "Flims"" | size', `'city == "Flims"'`],
  ["people | where: 'n > '5''", `"n > '5'"`],
])('%s is told with other quotes around', (source, right) => {
  const { diagnostics } = compileText(`{{ ${source} }}`, names);
  expect(diagnostics.map(({ message }) => message)).toEqual([
    `A quote within the same quotes ends the text: write ${right}. ${json}`,
  ]);
  const [whole] = /(['"]).*\1/.exec(source)!;
  expect(compileText(`{{ ${source.replace(whole, right)} }}`, names).diagnostics).toEqual([]);
});

test('a text within both kinds of quotes is told without the whole', () => {
  const source = `people | sum: 'orders | where: "a == 'x'" | size'`;
  const [found] = compileText(`{{ ${source} }}`, names).diagnostics;
  expect(found!.message).toBe(`A quote within the same quotes ends the text: write " around it. ${json}`);
});

test('a sum of lists within lists', () => {
  const people = [{ orders: [{ price: 1 }, { price: 2 }] }, { orders: [{ price: 4 }] }];
  const text = compileText(`{{ people | sum: "orders | sum: 'price'" }}`, names);
  expect(text.printed(scopeOf({ people }))).toBe('7');
});
