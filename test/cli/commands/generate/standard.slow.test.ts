import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ends } from '../../../support/ends.ts';
import { makeWorkspace, runCli } from '../../../support/run-cli.ts';

const claims = (path: string) =>
  readFileSync(path, 'latin1')
    .match(/<pdf(?:a|ua)id:\w+>\w+/g)
    ?.join(' ');

describe('--standard', () => {
  test('makes a document of this standard, before the standard of the template', async () => {
    const template = { document: { standard: 'PDF/A-2b', lang: 'en' }, pages: [{ body: ['Hello'] }] };
    const cwd = makeWorkspace({ 'templates/old/template.json': template });
    const make = (...args: string[]) => runCli(['generate', 'single', 'old', '-o', 'out.pdf', ...args], { cwd });
    expect((await make()).exitCode).toBe(0);
    expect(claims(join(cwd, 'out.pdf'))).toBe('<pdfaid:part>2 <pdfaid:conformance>B');
    expect((await make('--standard', 'pdf/a-3u')).exitCode).toBe(0);
    expect(claims(join(cwd, 'out.pdf'))).toBe('<pdfaid:part>3 <pdfaid:conformance>U');
    expect((await make('--standard', 'none')).exitCode).toBe(0);
    expect(claims(join(cwd, 'out.pdf'))).toBeUndefined();
  });

  test('none makes the documents of a batch without the standard of the template, also in one merged file', async () => {
    const template = { document: { standard: 'PDF/UA-1' }, pages: [{ body: ['Hello'] }] };
    const cwd = makeWorkspace({ 'templates/old/template.json': template, 'list.json': [{}] });
    const make = (...args: string[]) => runCli(['generate', 'batch', 'old', '-i', 'list.json', '--dry-run', ...args], { cwd });
    expect((await make('-o', 'out/{{ index }}.pdf')).stderr).toContain('the document needs a title');
    expect(await make('-o', 'out/{{ index }}.pdf', '--merge', 'all.pdf', '--standard', 'none')).toMatchObject({ exitCode: 0 });
  });

  test('a breach names the component and the rule, exits with 3 and leaves no file', async () => {
    const template = { pages: [{ body: [{ text: 'Hello', id: 'greeting', font: 'helvetica' }] }] };
    const cwd = makeWorkspace({ 'templates/old/template.json': template });
    await ends(
      runCli(['generate', 'single', 'old', '--standard', 'PDF/A-1b', '-o', 'out.pdf'], { cwd }),
      3,
      'error: The document breaks PDF/A-1b: 1 breach.',
      /PDF\/A-1b: the font Helvetica is not in the file.*\(font-embedded, page 1, greeting\)/,
    );
    expect(existsSync(join(cwd, 'out.pdf'))).toBe(false);
  });

  test('templates lint finds at its place what no data can mend', async () => {
    const template = { document: { standard: 'PDF/UA-1', lang: 'en' }, pages: [{ body: ['Hello'] }] };
    const cwd = makeWorkspace({ 'templates/old/template.json': template });
    const { stdout, exitCode } = await runCli(['templates', 'lint', 'old'], { cwd });
    expect([exitCode, stdout]).toEqual([
      3,
      expect.stringMatching(
        /template\.json:\d+:\d+ {2}error {2}\/document\/title PDF\/UA-1: the document needs a title\. {2}standard-title\n$/,
      ),
    ]);
  });

  test.each(['single', 'async', 'batch'])('an unknown name or an illegal pair is wrong usage of generate %s', async (command) => {
    const cwd = makeWorkspace({ 'list.json': [] });
    const input = command === 'batch' ? ['-i', 'list.json'] : [];
    const give = async (...standards: readonly string[]) => {
      const asked = standards.flatMap((standard) => ['--standard', standard]);
      const { stderr } = await ends(runCli(['generate', command, 'note', ...input, ...asked], { cwd }), 2);
      return stderr;
    };
    expect(await give('pdfa2b')).toContain('--standard: "pdfa2b" is no standard here; did you mean "PDF/A-2b"?\n');
    expect(await give('PDFA3')).toContain('did you mean "PDF/A-3b"?\n');
    expect(await give('PDF/A')).toContain('did you mean "PDF/A-2b"?\n');
    expect(await give('pdf/ua')).toContain('did you mean "PDF/UA-1"?\n');
    expect(await give('ZUGFeRD')).toContain(
      '"ZUGFeRD" is no standard here: the "invoice" of a template makes it, in a document of',
    );
    const pair = 'PDF/A-1b and PDF/A-2b do not go together. A document keeps one standard, or PDF/UA-1 with';
    expect(await give('PDF/A-1b,PDF/A-2b')).toContain(pair);
    expect(await give('PDF/A-1b', 'PDF/A-2b')).toContain(pair);
  });

  test('an option of another program for a standard is told', async () => {
    const give = async (option: string) =>
      (await runCli(['generate', 'single', 'note', option], { cwd: makeWorkspace({}) })).stderr;
    expect(await give('--pdfa')).toBe('error: There is no option --pdfa; did you mean: --standard PDF/A-2b?\n');
    expect(await give('--pdf-ua')).toContain('did you mean: --standard PDF/UA-1?');
    expect(await give('--zugferd')).toContain('did you mean: --standard PDF/A-3b?');
  });

  test('an invoice without its XML is told under PDF/A, but for PDF/A-3, which carries the XML', async () => {
    const example = join(import.meta.dirname, '../../../../templates-examples/invoice');
    const cwd = makeWorkspace({});
    const make = async (standard: string) =>
      (await runCli(['generate', 'single', example, '--standard', standard, '-o', 'out.pdf'], { cwd })).stderr;
    expect(await make('PDF/A-2b')).toContain('PDF/A-2b may not carry the XML of the electronic invoice, so it is left out.');
    expect(await make('PDF/A-3b')).not.toContain('XML');
    expect(await make('none')).not.toContain('XML');
    const { pages, ...settings } = JSON.parse(readFileSync(join(example, 'template.json'), 'utf8')) as Record<string, object>;
    const document = { ...settings.document, standard: 'PDF/A-3b' };
    cpSync(example, join(cwd, 'archived'), { recursive: true });
    writeFileSync(join(cwd, 'archived', 'template.json'), JSON.stringify({ ...settings, document, pages }));
    const override = async (standard: string) =>
      (await runCli(['generate', 'single', './archived', '--standard', standard, '-o', 'out.pdf'], { cwd })).stderr;
    expect(await override('none')).toContain('A document without PDF/A-3b may not carry the XML of the electronic invoice');
    expect(await override('PDF/UA-1')).toContain('PDF/UA-1 may not carry the XML of the electronic invoice');
    expect(await override('PDF/A-3u')).not.toContain('XML');
  });

  test('a template with an unknown standard does not compile', async () => {
    const cwd = makeWorkspace({ 'templates/old/template.json': { document: { standard: 'PDF/X-4' }, pages: [{ body: [] }] } });
    const { stdout, stderr } = await ends(runCli(['templates', 'lint', 'old'], { cwd }), 3);
    expect(stdout + stderr).toMatch(/"PDF\/X-4" is no standard here; there are PDF\/A-1a.* unknown-standard/);
  });

  test('a batch with it refuses to merge', async () => {
    const cwd = makeWorkspace({ 'list.json': [{ title: 'One' }] });
    const args = ['-i', 'list.json', '--standard', 'PDF/A-2u', '--merge', 'all.pdf'];
    await ends(
      runCli(['generate', 'batch', 'note', ...args], { cwd }),
      2,
      '--standard is for single files: a merged PDF keeps no standard.',
    );
  });
});
