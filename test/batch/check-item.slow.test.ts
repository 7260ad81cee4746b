import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openBatches } from '../support/local-batch.ts';
import { makeFolder, runCli } from '../support/run-cli.ts';

const text = { type: 'string' } as const;
const total = { type: 'number' } as const;

/** An invoice of the profile MINIMUM, which asks for the country of the seller. */
const invoice = {
  ...{ profile: 'MINIMUM', 'BT-1': '{{ number }}', 'BT-2': '2026-04-17', 'BT-3': '380', 'BT-5': 'EUR' },
  ...{ 'BG-4': { 'BT-27': 'S', 'BT-31': 'DE123456789', 'BG-5': { 'BT-40': '{{ country }}' } }, 'BG-7': { 'BT-44': 'B' } },
  'BG-22': { 'BT-109': '{{ net }}', 'BT-112': '{{ net }}', 'BT-115': '{{ net }}' },
};

function makeNote(document: object, more: object = { invoice }): string {
  const template = {
    document: { title: '{{ title }}', lang: 'en', ...document },
    dataSchema: { type: 'object', properties: { number: text, title: text, country: text, net: total } },
    pages: [{ body: ['{{ number }}'] }],
    ...more,
  };
  const rows = ['number,title,country,net', 'A-1,One,DE,5', 'A-2,Two,XX,5', 'A-3,,DE,5'];
  return makeFolder({
    'templates/note/template.json': JSON.stringify(template),
    'templates/note/example.json': JSON.stringify({ number: 'A-0', title: 'Zero', country: 'DE', net: 5 }),
    'pdfgen.json': '{}',
    'rows.csv': `${rows.join('\n')}\n`,
  });
}

const batch = (cwd: string, ...more: string[]) =>
  runCli(['generate', 'batch', 'note', '-i', 'rows.csv', '-o', 'out/{{ number }}.pdf', ...more], { cwd });

describe('the check of a batch whose documents carry an electronic invoice', () => {
  test('names the row and the column of a value that breaks a rule, in a dry run too', async () => {
    const cwd = makeNote({ standard: 'PDF/A-3b' });
    for (const more of [['--dry-run'], []]) {
      const { stderr, exitCode } = await batch(cwd, ...more);
      expect(exitCode).toBe(3);
      expect(stderr).toMatch(/^rows\.csv:3 \(country\) .*BR-CL-14/m);
      expect(stderr).toContain('1 document of 3 cannot be made (1 fault)');
      expect(existsSync(join(cwd, 'out'))).toBe(false);
    }
  });

  test('leaves the row out with --skip-invalid', async () => {
    const { stdout, stderr, exitCode } = await batch(makeNote({ standard: 'PDF/A-3b' }), '--skip-invalid', '--dry-run');
    expect({ stdout, exitCode }).toEqual({ stdout: 'out/A-1.pdf\nout/A-3.pdf\n', exitCode: 6 });
    expect(stderr).toContain('BR-CL-14');
  });

  test('passes documents that carry no invoice, because they keep another standard or none', async () => {
    expect(await batch(makeNote({}), '--dry-run')).toMatchObject({ exitCode: 0 });
    expect(await batch(makeNote({ standard: 'PDF/A-2b' }), '--dry-run')).toMatchObject({ exitCode: 0 });
    expect(await batch(makeNote({}), '--dry-run', '--standard', 'PDF/A-3b')).toMatchObject({ exitCode: 3 });
  });

  test('refuses the rows of a batch of jobs', async () => {
    const { stderr, exitCode } = await runCli(['generate', 'batch', 'note', '-i', 'rows.csv', '--detach'], {
      cwd: makeNote({ standard: 'PDF/A-3b' }),
    });
    expect(exitCode).toBe(3);
    expect(stderr).toContain('BR-CL-14');
  });
});

describe('the check of the names', () => {
  const named = (cwd: string, pattern: string, ...more: string[]) =>
    runCli(['generate', 'batch', 'note', '-i', 'rows.csv', '-o', pattern, ...more], { cwd });

  test('refuses a row whose name would lack a value, with its cell and the remedy; the others go on', async () => {
    const cwd = makeNote({}, {});
    const pattern = 'out/{{ title }}-{{ number }}.pdf';
    const fault = `rows.csv:4 (title)  has no name: "title" is missing; give a value, or write {{ title ?? 'unknown' }} in -o`;
    const refused = await named(cwd, pattern);
    expect(refused).toMatchObject({ exitCode: 3, stderr: expect.stringContaining(fault) });
    expect(existsSync(join(cwd, 'out'))).toBe(false);
    const run = await openBatches(cwd);
    expect(await run({ input: ['rows.csv'], output: pattern, skipInvalid: true })).toMatchObject({ completed: 2, rejected: 1 });
    expect(readdirSync(join(cwd, 'out')).sort()).toEqual(['One-A-1.pdf', 'Two-A-2.pdf', 'pdfgen-run.jsonl']);
    const rest = { input: ['rows.rejected.csv'], output: "out/{{ title ?? 'none' }}-{{ number }}.pdf", manifest: 'rest.jsonl' };
    expect(await run(rest)).toMatchObject({ completed: 1, rejected: 0 });
    expect(existsSync(join(cwd, 'out/none-A-3.pdf'))).toBe(true);
  });

  test('refuses documents that have no reference, where the pattern asks for it', async () => {
    const { stderr, exitCode } = await named(makeNote({}, {}), 'out/{{ reference }}-{{ number }}.pdf', '--dry-run');
    expect(exitCode).toBe(3);
    expect(stderr).toContain('rows.csv:2  has no name: "reference" is missing');
  });

  test('refuses a row of a zip whose own name would lack a value', async () => {
    const cwd = makeNote({ filename: '{{ title }}-{{ number }}' }, {});
    const { stderr, exitCode } = await runCli(['generate', 'batch', 'note', '-i', 'rows.csv', '--zip', 'all.zip'], { cwd });
    expect(exitCode).toBe(3);
    expect(stderr).toContain(`rows.csv:4 (title)  has no name: "title" is missing`);
    expect(stderr).toContain('in document.filename of the template');
  });
});

describe('the check of a batch whose documents keep a standard', () => {
  test('names the rows that leave the title empty', async () => {
    const { stderr, exitCode } = await batch(makeNote({ standard: 'PDF/UA-1' }, {}), '--dry-run');
    expect(exitCode).toBe(3);
    expect(stderr).toMatch(/rows\.csv:4\b.*PDF\/UA-1: the document needs a title/);
    expect(stderr).toContain('1 document of 3 cannot be made (1 fault)');
  });

  test('refuses once a template that no data can help', async () => {
    const cwd = makeNote({ tagged: false, lang: undefined }, {});
    const { stderr, exitCode } = await batch(cwd, '--dry-run', '--standard', 'PDF/UA-1');
    expect(exitCode).toBe(3);
    expect(stderr).toContain('The template "note" breaks PDF/UA-1 with any data: 2 breaches.');
    expect(stderr.match(/needs tags/g)).toHaveLength(1);
    expect(stderr.match(/needs a language/g)).toHaveLength(1);
  });
});

test('metadata that the data fill are checked without a standard, before the first PDF and by validate', async () => {
  const cwd = makeNote({ metadata: { info: { Number: '{{ number }}' } } }, {});
  writeFileSync(join(cwd, 'rows.csv'), 'number,title\nA-1,One\nA-\u0001,Two\n');
  for (const more of [['--dry-run'], []]) {
    const { stderr, exitCode } = await runCli(['generate', 'batch', 'note', '-i', 'rows.csv', ...more], { cwd });
    expect(exitCode).toBe(3);
    expect(stderr).toMatch(/rows\.csv:3 .*The value of \/document\/metadata\/info\/Number/);
  }
  const { stdout, exitCode } = await runCli(['validate', 'note', '-'], { cwd, stdin: '{"number":"\\u0001"}' });
  expect(exitCode).toBe(3);
  expect(stdout).toContain('/document/metadata/info/Number');
});

test('validate checks the electronic invoice of a document that carries it', async () => {
  const cwd = makeNote({ standard: 'PDF/A-3b' });
  const bad = { number: 'A-9', title: 'Nine', country: 'XX', net: 5 };
  const folder = { cwd, stdin: JSON.stringify(bad, null, 1) };
  const { stdout, exitCode } = await runCli(['validate', 'note', '-'], folder);
  expect(exitCode).toBe(3);
  expect(stdout).toMatch(/:4:13.*BR-CL-14/);
});
