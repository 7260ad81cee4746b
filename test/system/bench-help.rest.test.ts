import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';

const scripts = ['bench', 'bench/scale']
  .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  // The scripts of `scale` share code that stands beside them.
  .filter(
    (file) => /^bench\/[^/]+\.mjs$/.test(file) || (/\.mjs$/.test(file) && readFileSync(file, 'utf8').includes('readArguments(')),
  );

test('every script of bench explains its arguments', async () => {
  expect(scripts.length).toBeGreaterThan(15);
  const explain = async (script: string) => {
    const { exitCode, stdout, stderr } = await execa({ reject: false })`${process.execPath} ${script} --help`;
    expect(exitCode, `${script}: ${stderr}`).toBe(0);
    expect(stdout, script).toContain(script.replace(/.*\//, ''));
    expect(stdout, script).not.toContain('import ');
  };
  await Promise.all(scripts.map(explain));
});

test('a script of bench refuses an option that it does not know, and starts nothing', async () => {
  const { exitCode, stderr } = await execa({ reject: false })`${process.execPath} bench/run.mjs --peer pdfkit`;
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/Unknown option '--peer'[\s\S]*--peers/);
});
