import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buildProgram } from '../../src/cli/build-program.ts';
import { commandTable, purposes } from '../../src/cli/command-table.ts';

test('the help shows each command under one purpose', async () => {
  const words = [...new Set(commandTable.map(({ words: [first] }) => first))];
  expect(Object.values(purposes).flat().toSorted()).toEqual(words.toSorted());
  const { commands } = await buildProgram({ columns: 80 }, []);
  expect(commands.map((one) => one.name()).toSorted()).toEqual(words.toSorted());
  for (const one of commands) expect(purposes[one.helpGroup()]).toContain(one.name());
});

test('the folder of commands has a file for each command and no other', () => {
  const source = new URL('../../src/cli/', import.meta.url);
  const loaded = readFileSync(new URL('command-table.ts', source), 'utf8').matchAll(/import\('\.\/commands\/([^']+)'\)/g);
  const files = readdirSync(new URL('commands', source), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  expect(files.toSorted()).toEqual(Array.from(loaded, ([, file]) => file).toSorted());
});

test('each option of generate batch stands under a heading', async () => {
  const { commands } = await buildProgram({ columns: 80 });
  const batch = commands.find((one) => one.name() === 'generate')!.commands.find((one) => one.name() === 'batch')!;
  const bare = batch.options.filter(({ helpGroupHeading }) => helpGroupHeading === undefined);
  expect(bare).toEqual([]);
});
