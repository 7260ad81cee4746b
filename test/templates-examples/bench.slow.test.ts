import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allOf, defaultLimits, layOut } from '../support/render.ts';

const bench = new URL('../../bench/', import.meta.url);
const { invoice } = (await import(new URL('lib/data.mjs', bench).href)) as { invoice(i: number): object };
const read = (path: string): string => readFileSync(new URL(path, bench), 'utf8');

const documents: Readonly<Record<string, readonly unknown[]>> = {
  invoice: Array.from({ length: 10 }, (_, i) => invoice(i)),
  statement: [JSON.parse(read('templates/statement/example.json'))],
};
const shipped = { regular: 'NotoSans-Regular.ttf', bold: 'NotoSans-Bold.ttf' };
const logo = { key: 'logo', bytes: new Uint8Array(), format: 'png', width: 320, height: 120 } as const;

test.each(Object.keys(documents))('the %s of the benchmark has no warning', async (name) => {
  // Its fonts and its logo are those of the machine it runs on.
  const template = JSON.parse(read(`templates/${name}/template.json`).replaceAll('"logo.png"', '"{{ \'logo\' }}"')) as object;
  const more = { ...template, fonts: { dejavu: shipped } };
  for (const data of documents[name]!) {
    const { pages, warnings } = await layOut([], data, {}, more, defaultLimits, () => logo);
    for (const page of pages) page.late?.(allOf(pages));
    expect(warnings).toEqual([]);
  }
});
