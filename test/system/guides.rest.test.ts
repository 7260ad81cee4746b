// The guides whose commands need jq, curl, unzip or OpenSSL.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Block } from '../docs/guide.ts';
import { carryOut, fail, followReadme, openShell, packageFolder } from '../support/follow-guide.ts';
import { makeForm } from '../support/foreign-form.ts';

const dejavu = join(packageFolder, 'node_modules/dejavu-fonts-ttf/ttf');

test('filling forms', async () => {
  const shell = openShell();
  writeFileSync(join(shell.folder, 'form.pdf'), makeForm());
  await carryOut('docs/guides/filling-forms.md', fail, shell);
});

test('batches', async () => {
  await carryOut('docs/guides/batches.md', fail);
});

test('sign PDFs', async () => {
  await carryOut('docs/guides/signing.md', fail);
});

test('inspect PDFs', async () => {
  await carryOut('docs/guides/inspecting.md', ({ language }) => expect(language).toBe('text'));
});

test('accessible and archivable PDFs', async () => {
  await carryOut('docs/guides/accessible-and-archivable.md', ({ language }) => expect(language).toBe('text'));
});

test('attachments, metadata, viewers, page labels, pictures of pages, passwords', async () => {
  await carryOut('docs/guides/file-features.md', (block, folder) => {
    const path = join(folder, 'templates/offer/template.json');
    const template = JSON.parse(readFileSync(path, 'utf8')) as { document: object; pages: [object, object] };
    const places = {
      'Add to `document`:': template.document,
      'Add to the first page layout:': template.pages[0],
      'Add to the second page layout:': template.pages[1],
    };
    const place = places[block.before as keyof typeof places] ?? fail(block);
    Object.assign(place, JSON.parse(`{${block.text}}`));
    writeFileSync(path, JSON.stringify(template, null, 2));
  });
});

test('fonts', async () => {
  const shell = openShell();
  mkdirSync(join(shell.folder, 'dejavu'));
  for (const style of ['', '-Bold', '-Italic', '-BoldItalic'])
    copyFileSync(join(dejavu, `DejaVuSerif${style}.ttf`), join(shell.folder, `dejavu/DejaVuSerif${style}.ttf`));
  const addToBody = (block: Block, folder: string) => {
    // test/docs/fonts.slow.test.ts draws them.
    if (block.language === 'text') return;
    if (block.before !== 'Add to the list `"body"` of the template:') fail(block);
    const path = join(folder, 'templates/card/template.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace('\n    ] }', `,\n      ${block.text}\n    ] }`));
  };
  await carryOut('docs/guides/fonts.md', addToBody, shell);
});

test('records', async () => {
  await carryOut('docs/guides/records.md', fail);
});

test('the README leads from a new workspace to a PDF of a server, by commands and by plain HTTP', async () => {
  await followReadme(() => true);
});
