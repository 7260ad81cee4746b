// What the list of a repeated component proves of its elements.
import { expect, test } from 'vitest';
import { compile } from '../../../../support/render.ts';
import { listOf, objectOf, text } from '../../../../support/schemas.ts';

const row = objectOf({ s: text, t: text, o: objectOf({ s: text }, '') }, '');
const dataSchema = objectOf({ lines: listOf(row) }, 'lines');

/** What may be missing in a component for each element `e`. */
async function missing(component: object): Promise<readonly string[]> {
  const { diagnostics } = await compile({ dataSchema, pages: [{ body: [component] }] });
  return diagnostics.map(({ message }) => /"(.*?)"/.exec(message)![1]!);
}
const repeated = (repeat: string, ...body: readonly string[]) => missing({ repeat, as: 'e', body });

test('"where" proves what it asks of each element', async () => {
  expect(await repeated("lines | where: 's'", '{{ e.s }} {{ e.t }}')).toEqual(['e.t']);
  expect(await repeated("lines | where: 's != null and o.s' | sort: 's'", '{{ e.s }} {{ e.o.s }} {{ e.t }}')).toEqual(['e.t']);
  expect(await repeated("lines | where: 's', '==', 'x'", '{{ e.s }}')).toEqual([]);
  expect(await missing({ as: 'e', table: "lines | where: 's ?? t'", columns: ['{{ e.s ?? e.t }}', '{{ e.s }}'] })).toEqual([
    'e.s',
  ]);
});

test('"where" of a value of "let" proves the same', async () => {
  const { diagnostics } = await compile({
    dataSchema,
    let: { full: "lines | where: 's'" },
    pages: [{ body: [{ repeat: "full | sort: 't'", as: 'e', body: '{{ e.s }} {{ e.t }}' }] }],
  });
  expect(diagnostics).toMatchObject([{ message: expect.stringMatching(/^"e\.t"/) }]);
});

test('a filter that asks nothing proves nothing, and an element proves nothing of another one', async () => {
  expect(await repeated("lines | sort: 's'", '{{ e.s }}')).toEqual(['e.s']);
  expect(await repeated("lines | where: 's', '!=', 'x'", '{{ e.s }}')).toEqual(['e.s']);
  const inner = { repeat: 'lines', as: 'f', body: ['{{ e.s }}', '{{ f.s }}'] };
  expect(await missing({ repeat: "lines | where: 's'", as: 'e', body: [inner] })).toEqual(['f.s']);
});
