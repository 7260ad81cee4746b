// Carries out a guide: its files are written, its commands run in order, and what is printed is what the guide says.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { type Block, blocksOf, readPage } from '../docs/guide.ts';
import { makeFolder } from './run-cli.ts';
import { program, runProgram } from './run-program.ts';
import { startServe } from './serve-process.ts';

export const packageFolder = fileURLToPath(new URL('../../', import.meta.url));

/** A command that starts the program and nothing else. */
const isProgramAlone = /^pdfgen (?:[^|&;<>()$`#\n]|\\\n)*$/;

/** A shell in a new folder, in which `pdfgen` is this program and this package. Guides work below `/home/ada`. */
export function openShell() {
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
export async function carryOut(path: string, follow: (block: Block, folder: string) => unknown, shell = openShell()) {
  for (const block of blocksOf(readPage(path))) {
    const [, file] = /`(\S+\.(?:json|csv|mjs|jq))`/.exec(block.before) ?? [];
    if (block.language === 'console') await runAll(block, shell.run);
    else if (file) writeFileSync(join(shell.folder, file), `${block.text}\n`);
    else await follow(block, shell.folder);
  }
  return shell;
}

export const fail = ({ before }: Block): never => {
  throw new Error(`The test does not know how to follow: ${before}`);
};

/** Follows the README from a new workspace to the PDF of a server. `isTyped`: whether a command of the server's section is. */
export async function followReadme(isTyped: (command: string) => boolean): Promise<void> {
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
    if (!isTyped(command)) continue;
    // At a terminal, the command asks for the token.
    const typed = command
      .replace(/^pdfgen login .*/, 'echo "$TOKEN" | $& --with-token')
      .replace('http://127.0.0.1:8080', server.url);
    const printed = await shell.run(typed);
    if (command.startsWith('pdfgen templates list')) shell.env.TEMPLATE_UUID = /[\da-f-]{36}/.exec(printed)![0];
  }
  for (const name of ['invoice.pdf', 'out.pdf', ...(isTyped('curl') ? ['http.pdf'] : [])])
    expect(readFileSync(join(shell.folder, name), 'latin1'), name).toMatch(/^%PDF-/);
}
