// pdfgen init: which example a new workspace begins with.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ends } from '../../support/ends.ts';
import { makeFolder, runCli } from '../../support/run-cli.ts';

const examples = fileURLToPath(new URL('../../../templates-examples/', import.meta.url));

test('--example begins with any of the examples, whole, and with an identity of its own', async () => {
  const cwd = makeFolder();
  for (const name of readdirSync(examples)) {
    const { stdout } = await ends(runCli(['init', name, '--example', name], { cwd }), 0);
    expect(stdout).toContain(`pdfgen generate single ${name} -o ${name}.pdf`);
    const folder = join(cwd, name, 'templates', name);
    const files = (path: string) => readdirSync(path, { recursive: true, encoding: 'utf8' }).toSorted();
    expect(files(folder)).toEqual(files(join(examples, name)));
    expect(JSON.parse(readFileSync(join(folder, 'template.json'), 'utf8'))).toMatchObject({ uuid: expect.any(String) });
  }
  expect((await runCli(['templates', 'lint'], { cwd: join(cwd, 'event-ticket') })).exitCode).toBe(0);
});

test('an example that does not exist is refused with the nearest one, and nothing is written', async () => {
  const cwd = makeFolder();
  await ends(
    runCli(['init', 'demo', '--example', 'catalog'], { cwd }),
    5,
    'There is no example "catalog"; did you mean "catalogue"? The examples are: annual-report, ',
  );
  expect(existsSync(join(cwd, 'demo'))).toBe(false);
});

test('at a terminal init asks, with one line for each example, and Enter takes the invoice', async () => {
  const cwd = makeFolder();
  const run = (dir: string, reply: string) => runCli(['init', dir], { cwd, terminal: 100, answers: [['Example', reply]] });
  await ends(run('a', '\r'), 0, "A supplier's invoice");
  expect(readdirSync(join(cwd, 'a/templates'))).toEqual(['invoice']);
  await run('b', '\u001b[B\r');
  expect(readdirSync(join(cwd, 'b/templates'))).toEqual(['letter']);
});

test('in a pipe init asks nothing, and --help has a line for each example', async () => {
  const cwd = makeFolder();
  await runCli(['init', 'demo'], { cwd });
  expect(readdirSync(join(cwd, 'demo/templates'))).toEqual(['invoice']);
  const { stdout } = await runCli(['init', '--help'], { cwd });
  for (const name of readdirSync(examples)) expect(stdout).toMatch(new RegExp(`^ {2}${name} +[A-Z]`, 'm'));
});
