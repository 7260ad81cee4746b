// Hostile templates in the editor: nothing of them runs, and nothing of them ends the editor.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  button,
  keepElsewhere,
  lookAtParts,
  openCode,
  openParts,
  pagesOf,
  says,
  shows,
  useEditor,
} from '../support/start-editor.ts';

/** Where HTML is made of texts, each of these would run. */
const attacks = [
  '<script>attack()</script>',
  '"><img src=x onerror=attack()>',
  "'><svg onload=attack()>",
  '</textarea><iframe srcdoc="<script>parent.attack()</script>">',
  'javascript:attack()',
];
const [script, image, svg, frame] = attacks;
const rows = Array.from({ length: 1000 }, (_, i) => i);
const repeat = (inner: unknown) => ({ repeat: 'rows', body: [inner] });

/** With members that would change the prototype of objects. */
const polluted = (template: object): Readonly<Record<string, unknown>> & { readonly uuid: string } =>
  JSON.parse(JSON.stringify(template).replaceAll('PROTO', '__proto__'));

const template = polluted({
  uuid: '0190a0a0-0000-7000-8000-000000000004',
  slug: 'hostile',
  name: `${script}${image}`,
  styles: { [image!]: { bold: true }, PROTO: { italic: true } },
  pages: [
    {
      header: [script],
      body: [
        ...attacks,
        { text: `{{ who }} ${svg}`, style: image },
        { text: `[${script}](https://example.com/)`, format: 'inline', style: 'PROTO' },
        { table: 'lines', columns: [{ header: image, body: '{{ item.toString }}' }] },
        { pairs: [[svg, frame]] },
      ],
    },
  ],
  dataSchema: {
    type: 'object',
    properties: {
      who: { type: 'string', title: image, description: script },
      [image!]: { type: 'string' },
      constructor: { type: 'string' },
      lines: { type: 'array', items: { type: 'object', properties: { toString: { type: 'string' } } } },
      rows: { type: 'array', items: { type: 'number' } },
    },
  },
  exampleData: { who: script, [image!]: svg, constructor: frame, lines: [{ toString: image }], rows },
});

const settings = { maxBodyBytes: 16 * 1024 ** 2, maxDraftBytes: 32 * 1024 ** 2 };
const editor = useEditor(template, {}, { settings });

/** Runs in the page. */
function watchAttacks(): void {
  const told: string[] = [];
  Object.assign(globalThis, { told, attack: () => told.push('something ran') });
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    told.push(`${violatedDirective} ${blockedURI}`),
  );
}

const toldOf = (page: Page): Promise<readonly string[]> => page.evaluate(() => (globalThis as never as { told: string[] }).told);

test('nothing of a template runs', async () => {
  const { page, faults } = await editor.open(undefined, watchAttacks);
  await shows(page, '1 page');
  expect(await page.title()).toBe(template.name);
  for (const attack of attacks)
    expect(await page.getByRole('treeitem', { name: attack.slice(0, 20) }).count()).toBeGreaterThan(0);
  await page.getByRole('treeitem', { name: 'Table' }).click();
  await page.locator('.all').waitFor();
  expect((await lookAtParts(page)).texts).toBeGreaterThan(attacks.length);
  for (const name of ['Add', 'Data', 'Code']) await page.getByRole('tab', { name, exact: true }).click();
  await pagesOf(page).fill('[{"body":[{"text":"{{ nothing }}","__proto__":{"attacked":true}}],"__proto__":{"attacked":true}}]');
  await shows(page, '"__proto__" is not known here');
  await openParts(page);
  await page.getByRole('treeitem', { name: 'nothing' }).click();
  expect(await page.evaluate('"attacked" in {}')).toBe(false);
  expect(await toldOf(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test('too many pages and endless repetitions are refused in words, and the editor goes on', async () => {
  const manyTexts = Array.from({ length: 300 }, (_, i) => `${i} ${'word '.repeat(1_000)}`);
  const session = await editor.openSession();
  await keepElsewhere(session, JSON.stringify([{ body: manyTexts }]));
  const { page, faults } = await editor.newPage();
  await page.goto(session.editorUrl);
  await shows(page, 'The document needs more than 200 pages');
  await openCode(page);
  // Each condition reads the whole list, so that time ends before the number of boxes does.
  const endless = repeat(repeat(repeat({ text: 'x', when: 'rows | contains: 5000' })));
  for (const [pages, words] of [
    [JSON.stringify([{ body: [endless] }]), 'The pages take longer than 2 s to lay out, so this was stopped.'],
    [JSON.stringify([{ body: ['short again'] }]), '1 page, no warnings.'],
  ] as const) {
    await pagesOf(page).fill(pages);
    await shows(page, words);
  }
  await button(page, 'Save').click();
  await says(page, 'Saved as revision 2.');
  expect(faults).toEqual([]);
});
