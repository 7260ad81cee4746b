import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { makeFolder, runCli } from '../../support/run-cli.ts';

const example = fileURLToPath(new URL('../../../templates-examples/invoice/', import.meta.url));

/** A folder with the shipped invoice, its mapping or data changed. */
function makeInvoice(change: { readonly invoice?: unknown; readonly data?: (data: Record<string, never>) => void } = {}): string {
  const cwd = makeFolder();
  cpSync(example, join(cwd, 'invoice'), { recursive: true });
  const path = join(cwd, 'invoice/template.json');
  const template = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify({ ...template, ...('invoice' in change && { invoice: change.invoice }) }));
  const data = JSON.parse(readFileSync(join(example, 'example.json'), 'utf8'));
  change.data?.(data);
  writeFileSync(join(cwd, 'order.json'), JSON.stringify(data, null, 2));
  return cwd;
}

const run = (cwd: string, ...more: string[]) => runCli(['invoice', './invoice', '-d', 'order.json', ...more], { cwd });

describe('invoice', () => {
  test('writes the XML under the name of the document and says its profile', async () => {
    const cwd = makeInvoice();
    const { stdout, stderr, exitCode } = await run(cwd, '--xml');
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 0 });
    expect(stderr).toMatch(/^invoice-2026-0417\.xml {2}EN 16931 {2}\d+ kB\n$/);
    expect(readFileSync(join(cwd, 'invoice-2026-0417.xml'), 'utf8')).toMatch(
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<rsm:CrossIndustryInvoice /,
    );
  });
  test('makes every profile of one data set, in any case, and the same bytes twice', async () => {
    const cwd = makeInvoice();
    const sizes: number[] = [];
    for (const profile of ['minimum', 'BASIC WL', 'BASIC', 'EN 16931', 'XRechnung']) {
      const [first, second] = [
        await run(cwd, '--xml', '--profile', profile, '-o', '-'),
        await run(cwd, '--xml', '--profile', profile, '-o', '-'),
      ];
      expect(first, profile).toMatchObject({ exitCode: 0 });
      expect(second.stdout).toBe(first.stdout);
      sizes.push(first.stdout.length);
    }
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
  });
  test('--json prints what the API answers but the XML', async () => {
    const { stdout } = await run(makeInvoice(), '--xml', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ profile: 'EN 16931', filename: 'invoice-2026-0417.xml', templateVersion: null });
  });
  test('a value that is no date is told at its place in the data, and no file appears', async () => {
    const open = { number: 'X-1', day: 'soon' };
    const cwd = makeFolder({
      'note/template.json': JSON.stringify({
        pages: [{ body: ['{{ number }}'] }],
        invoice: {
          ...{ profile: 'MINIMUM', 'BT-1': '{{ number }}', 'BT-2': '{{ day }}', 'BT-3': '380', 'BT-5': 'EUR' },
          ...{ 'BG-4': { 'BT-27': 'S', 'BG-5': { 'BT-40': 'DE' } }, 'BG-7': { 'BT-44': 'B' } },
        },
      }),
      'order.json': JSON.stringify(open, null, 2),
    });
    const { stderr, exitCode } = await runCli(['invoice', './note', '-d', 'order.json', '--xml'], { cwd });
    expect(exitCode).toBe(3);
    expect(stderr).toContain(
      'order.json:3:10  /day wrong-type: BT-2 (Invoice issue date) must be a date such as 2026-04-17, got "soon"',
    );
    expect(readdirSync(cwd)).not.toContain('note.xml');
  });
  test('a template without a mapping is an error that says what to add', async () => {
    const { stderr, exitCode } = await run(makeInvoice({ invoice: undefined }), '--xml');
    expect(exitCode).toBe(3);
    expect(stderr).toContain('maps no electronic invoice. Add "invoice" with the business terms to it.');
  });
  test.each([
    [[], 'Say what to write: --xml writes the XML'],
    [['--xml', '--profile', 'COMFORT'], '--profile "COMFORT" is not a profile. There are: MINIMUM, BASIC WL'],
    [['--xml', '--profile', 'xrechnun'], 'did you mean "XRECHNUNG"?'],
    [['--xml', '-o', 'out/'], 'Write: -o out/NAME.xml'],
  ])('wrong usage: %s', async (args, message) => {
    const { stderr, exitCode } = await run(makeInvoice(), ...args);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
  });
});
