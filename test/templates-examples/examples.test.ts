import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createLocalEngine } from '../../src/engine/wiring/create-local-engine.ts';

const folder = fileURLToPath(new URL('../../templates-examples/', import.meta.url));
const pages: Readonly<Record<string, number>> = { invoice: 1, letter: 1, 'bank-statement': 5, 'shipping-label': 1 };

test('each example is among those that are held here', () => {
  expect(readdirSync(folder).sort()).toEqual(Object.keys(pages).sort());
});

describe.each(Object.keys(pages))('%s', (name) => {
  const open = async () => {
    const engine = await createLocalEngine({ template: `${folder}${name}` });
    const { uuid } = await engine.findTemplate(name);
    return { engine, uuid, template: await engine.getTemplate({ params: { uuid } }) };
  };
  test('has nothing that lint would say', async () => {
    const { engine, uuid } = await open();
    expect(await engine.lintTemplate(uuid)).toEqual([]);
  });
  test('renders its example without a warning, on the pages it should have, to the same bytes twice', async () => {
    const { engine, uuid, template } = await open();
    const data = template.exampleData;
    const pdf = await engine.generateSingle({ params: { id: uuid }, body: { data, options: { strict: true } } });
    expect(pdf.pages).toBe(pages[name]);
    expect((await engine.generateSingle({ params: { id: uuid }, body: { data } })).sha256).toBe(pdf.sha256);
  });
  test('has a page of words with the command that renders it', () => {
    expect(readFileSync(`${folder}${name}/README.md`, 'utf8')).toContain(`pdfgen generate single templates-examples/${name}`);
  });
});
