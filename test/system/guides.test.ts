// The guides, carried out: their files are written, their commands run in order, and what is printed is what the guide says.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Block, blocksOf, readPage } from '../docs/guide.ts';
import { holdPicture } from '../docs/pictures.ts';
import { makeFolder } from '../support/run-cli.ts';

const program = fileURLToPath(new URL('../../bin/pdfgen.js', import.meta.url));
const packageFolder = fileURLToPath(new URL('../../', import.meta.url));
const examples = fileURLToPath(new URL('../../templates-examples/', import.meta.url));

/** A shell in a new folder, in which `pdfgen` is this program and this package. Guides work below `/home/ada`. */
function openShell() {
  const home = makeFolder();
  const [bin, work, place] = [join(home, 'bin'), join(home, 'work'), join(home, 'place')];
  for (const one of [bin, work]) mkdirSync(one);
  symlinkSync(program, join(bin, 'pdfgen'));
  mkdirSync(join(work, 'node_modules'));
  symlinkSync(packageFolder, join(work, 'node_modules/pdfgen'));
  // As a person has it who does not type inside of npm.
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'));
  const env = { ...Object.fromEntries(own), PATH: `${bin}:${process.env.PATH}`, PDFGEN_CONFIG_DIR: join(home, 'user'), CI: '1' };
  const shell = {
    /** Where the last `cd` led. */
    folder: work,
    run(line: string): string {
      const printed = execFileSync('sh', ['-c', `exec 2>&1\n${line}\npwd >'${place}'`], {
        cwd: shell.folder,
        env,
        encoding: 'utf8',
      });
      shell.folder = readFileSync(place, 'utf8').trim();
      return printed.replaceAll(work, '/home/ada').trimEnd();
    },
  };
  return shell;
}

/** Each command of a terminal block, with what it prints. */
function sessionsOf({ text }: Block): readonly (readonly [command: string, printed: string])[] {
  return text
    .split(/^\$ /m)
    .slice(1)
    .map((session) => {
      const [, command, printed] = /^((?:.*\\\n)*.*)\n?([\s\S]*)$/.exec(session)!;
      return [command!, printed!.trimEnd()] as const;
    });
}

/** Without the times and sizes that a machine makes of it. */
const plain = (text: string) => text.replace(/[\d.]+ (s|kB)\b/g, 'N $1');

/** Runs the commands of a block. Where the guide ends with `…`, more is printed than it shows. */
function runAll(block: Block, run: (command: string) => string): void {
  for (const [command, shown] of sessionsOf(block)) {
    const printed = plain(run(command));
    const length = shown.endsWith('\n…') ? plain(shown).length - 1 : printed.length;
    expect(`$ ${command}\n${printed.slice(0, length)}`).toBe(`$ ${command}\n${plain(shown).replace(/…$/, '')}`);
  }
}

/** Carries out a guide, each block in its order: a block below a line that names a file becomes that file, `follow` does the rest. */
function carryOut(path: string, follow: (block: Block, folder: string) => void) {
  const shell = openShell();
  for (const block of blocksOf(readPage(path))) {
    const [, file] = /`(\S+\.(?:json|csv|mjs|jq))`/.exec(block.before) ?? [];
    if (block.language === 'console') runAll(block, shell.run);
    else if (file) writeFileSync(join(shell.folder, file), `${block.text}\n`);
    else follow(block, shell.folder);
  }
  return shell;
}

const fail = ({ before }: Block) => {
  throw new Error(`The test does not know how to follow: ${before}`);
};

test('batches', () => {
  carryOut('docs/guides/batches.md', fail);
});

test('use pdfgen in a program', () => {
  carryOut('docs/guides/library.md', fail);
});

test('electronic invoices', () => {
  carryOut('docs/guides/electronic-invoices.md', fail);
});

test('sign PDFs', () => {
  carryOut('docs/guides/signing.md', ({ language }) => expect(language).toBe('json'));
});

test('inspect PDFs', () => {
  carryOut('docs/guides/inspecting.md', ({ language }) => expect(language).toBe('text'));
});

test('accessible and archivable PDFs', () => {
  carryOut('docs/guides/accessible-and-archivable.md', ({ language }) => expect(language).toBe('text'));
});

test('attachments, metadata, viewers, page labels, passwords', () => {
  carryOut('docs/guides/file-features.md', (block, folder) => {
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

test('check data files', () => {
  carryOut('docs/guides/checking-data.md', ({ language }) => expect(language).toBe('yaml'));
});

test('records', () => {
  carryOut('docs/guides/records.md', fail);
});

test('your first template', async () => {
  const { folder } = carryOut('docs/guides/first-template.md', (block, folder) => {
    const { before, text } = block;
    const path = join(folder, 'templates/bill/template.json');
    const template = JSON.parse(readFileSync(path, 'utf8')) as { pages: [{ body: unknown[] }] };
    const [page] = template.pages;
    if (before.endsWith('before `"body"`:')) Object.assign(page, JSON.parse(`{${text.replace(/,$/, '')}}`));
    else if (before === 'Add to the list `"body"`, after a comma:') page.body.push(JSON.parse(text));
    else fail(block);
    writeFileSync(path, JSON.stringify(template, null, 2));
  });
  await holdPicture('first-template', readFileSync(join(folder, 'invoice-2026-0107.pdf')), 80);
});

test('the picture of the README is the example invoice', async () => {
  const { folder, run } = openShell();
  run(`pdfgen generate single '${examples}invoice' -o invoice.pdf`);
  await holdPicture('invoice', readFileSync(join(folder, 'invoice.pdf')), 80);
});
