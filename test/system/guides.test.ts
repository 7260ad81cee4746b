// The guides, carried out: their files are written, their commands run in order, and what is printed is what the guide says.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { globSync } from 'tinyglobby';
import { expect, onTestFinished, test } from 'vitest';
import { type Block, blocksOf, readPage } from '../docs/guide.ts';
import { holdPicture } from '../docs/pictures.ts';
import { sharedBrowser } from '../support/browser.ts';
import { makeForm } from '../support/foreign-form.ts';
import { makeFolder } from '../support/run-cli.ts';
import { program, runProgram } from '../support/run-program.ts';
import { startServe } from '../support/serve-process.ts';
import { startPreview } from '../support/start-preview.ts';

const packageFolder = fileURLToPath(new URL('../../', import.meta.url));
const dejavu = join(packageFolder, 'node_modules/dejavu-fonts-ttf/ttf');

/** A command that starts the program and nothing else. */
const isProgramAlone = /^pdfgen (?:[^|&;<>()$`#\n]|\\\n)*$/;

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
    env: env as NodeJS.ProcessEnv,
    /** Where the last `cd` led. */
    folder: work,
    async run(line: string): Promise<string> {
      const inShell = (script: string) => execFileSync('sh', ['-c', script], { cwd: shell.folder, env, encoding: 'utf8' });
      const start = async () => {
        const args = inShell(`pdfgen() { printf '%s\\0' "$@"; }\n${line}`).split('\0').slice(0, -1);
        return (await runProgram(args, { cwd: shell.folder, env })).printed;
      };
      const printed = isProgramAlone.test(line) ? await start() : inShell(`exec 2>&1\n${line}\npwd >'${place}'`);
      if (existsSync(place)) shell.folder = readFileSync(place, 'utf8').trim();
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

/** Without the times, which depend on the machine. Guides leave them out in the same way. */
const plain = (text: string) => text.replace(/[\d.]+ s\b/g, '… s');

/** Runs the commands of a block. Where the guide ends with `…`, more is printed than it shows. */
async function runAll(block: Block, run: (command: string) => Promise<string>): Promise<void> {
  for (const [command, shown] of sessionsOf(block)) {
    const printed = plain(await run(command));
    const length = /(?:^|\n)…$/.test(shown) ? shown.length - 1 : printed.length;
    expect(`$ ${command}\n${printed.slice(0, length)}`).toBe(`$ ${command}\n${shown.replace(/…$/, '')}`);
  }
}

/** Carries out a guide, each block in its order: a block below a line that names a file becomes that file, `follow` does the rest. */
async function carryOut(path: string, follow: (block: Block, folder: string) => unknown, shell = openShell()) {
  for (const block of blocksOf(readPage(path))) {
    const [, file] = /`(\S+\.(?:json|csv|mjs|jq))`/.exec(block.before) ?? [];
    if (block.language === 'console') await runAll(block, shell.run);
    else if (file) writeFileSync(join(shell.folder, file), `${block.text}\n`);
    else await follow(block, shell.folder);
  }
  return shell;
}

const fail = ({ before }: Block) => {
  throw new Error(`The test does not know how to follow: ${before}`);
};

test('filling forms', async () => {
  const shell = openShell();
  writeFileSync(join(shell.folder, 'form.pdf'), makeForm());
  await carryOut('docs/guides/filling-forms.md', fail, shell);
});

test('batches', async () => {
  await carryOut('docs/guides/batches.md', fail);
});

test('use pdfgen in a program', async () => {
  await carryOut('docs/guides/library.md', fail);
});

test('electronic invoices', async () => {
  // invoice-schema.rest.test.ts carries out its mappings.
  await carryOut('docs/guides/electronic-invoices.md', ({ language }) => expect(['text', 'json']).toContain(language));
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

test('check data files', async () => {
  await carryOut('docs/guides/checking-data.md', ({ language }) => expect(language).toBe('yaml'));
});

test('records', async () => {
  await carryOut('docs/guides/records.md', fail);
});

test('your first template', async () => {
  let page: Page | undefined;
  const { folder } = await carryOut('docs/guides/first-template.md', async (block, folder) => {
    const { before, text } = block;
    if (text === 'pdfgen templates preview bill --watch') {
      const { address } = await startPreview(folder, ...text.split(' ').slice(3));
      page = await openPreview(address);
      return;
    }
    const path = join(folder, 'templates/bill/template.json');
    const template = JSON.parse(readFileSync(path, 'utf8')) as { pages: [{ body: unknown[] }] };
    const [layout] = template.pages;
    if (before.endsWith('before `"body"`:')) Object.assign(layout, JSON.parse(`{${text.replace(/,$/, '')}}`));
    else if (before === 'Add to the list `"body"`, after a comma:') layout.body.push(JSON.parse(text));
    else fail(block);
    writeFileSync(path, JSON.stringify(template, null, 2));
  });
  await holdPicture('first-template', readFileSync(join(folder, 'invoice-2026-0107.pdf')), 80);
  await page!.getByText('1 page, no warnings.').waitFor();
  expect(await page!.getByRole('button', { name: /^component \/pages\/0\/body\// }).count()).toBeGreaterThan(4);
  if (process.env.PDFGEN_PICTURES === 'make') await page!.screenshot({ path: join(packageFolder, 'docs/pictures/preview.png') });
});

/** Opens the page of a preview in a browser, until the test is over. */
async function openPreview(address: string): Promise<Page> {
  const page = await (await sharedBrowser()).newPage({ viewport: { width: 1000, height: 640 } });
  onTestFinished(() => page.close());
  await page.goto(address);
  return page;
}

test('the README leads from a new workspace to a PDF of a server, by commands and by plain HTTP', async () => {
  const shell = openShell();
  const sectionOf = (title: string) => blocksOf(readPage('README.md').split(`\n## ${title}\n`)[1]!.split('\n## ')[0]!);
  await runAll(sectionOf('Your own template and data')[0]!, shell.run);
  const [serve, ...blocks] = sectionOf('A server for many teams');
  expect(serve!.text.split('\n')[0]).toBe('$ pdfgen serve');
  const server = await startServe(join(shell.folder, 'pdfgen-data'));
  onTestFinished(() => server.kill());
  shell.env.TOKEN = server.token;
  expect(blocks).toHaveLength(2);
  for (const [command] of blocks.flatMap(sessionsOf)) {
    // At a terminal, the command asks for the token.
    const typed = command
      .replace(/^pdfgen login .*/, 'echo "$TOKEN" | $& --with-token')
      .replace('http://127.0.0.1:8080', server.url);
    const printed = await shell.run(typed);
    if (command.startsWith('pdfgen templates list')) shell.env.TEMPLATE_UUID = /[\da-f-]{36}/.exec(printed)![0];
  }
  for (const name of ['invoice.pdf', 'out.pdf', 'http.pdf'])
    expect(readFileSync(join(shell.folder, name), 'latin1'), name).toMatch(/^%PDF-/);
});

test('what no test types shows no sizes and times', () => {
  const typed = [...readFileSync(fileURLToPath(import.meta.url), 'utf8').matchAll(/carryOut\('(docs\/guides\/[\w-]+\.md)'/g)];
  const pages = globSync(['docs/guides/*.md', 'docs/deploy/**/*.md', 'templates-examples/*/README.md'], { cwd: packageFolder });
  const others = pages.filter((path) => !typed.some(([, one]) => one === path));
  expect([typed.length, others.length]).toEqual([expect.toSatisfy((count) => count > 8), expect.toSatisfy((count) => count > 8)]);
  const consoles = others.flatMap((path) => blocksOf(readPage(path)).filter(({ language }) => language === 'console'));
  expect(consoles.flatMap(({ text }) => text.match(/^(?!\$ ).*\d (?:m?s|[kM]?B|bytes)\b.*$/gm) ?? [])).toEqual([]);
});
