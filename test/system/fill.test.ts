// pdfgen fill as a person runs it, on files in the forms that other programs write, read again by other programs.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ends } from '../support/ends.ts';
import { makeForm } from '../support/foreign-form.ts';
import { makeFolder, runCli } from '../support/run-cli.ts';

const built = new URL('../../dist/js/', import.meta.url);
const { run: program } = (await import(new URL('main.js', built).href)) as typeof import('../../src/cli/main.ts');

const data = {
  member: { name: 'Ωμέγα Grüße', code: 'AB12', born: '1990-02-28' },
  newsletter: true,
  plan: 'full',
  country: 'GR',
  days: ['Mon', 'Fri'],
  notes: 'First line\nSecond line',
};

function makeFolderWithForm() {
  const cwd = makeFolder();
  writeFileSync(join(cwd, 'form.pdf'), makeForm());
  writeFileSync(join(cwd, 'values.json'), JSON.stringify(data));
  const call = (command: string, ...args: string[]) => execFileSync(command, args, { cwd, encoding: 'utf8' });
  return {
    cwd,
    call,
    pdfgen: (args: readonly string[], stdin?: string) => runCli(args, { cwd, program, ...(stdin !== undefined && { stdin }) }),
  };
}

interface ReadField {
  readonly fullname: string;
  readonly value: unknown;
}

test('forms in every kind of file are filled, and qpdf and poppler read the values', async () => {
  const { call, pdfgen, cwd } = makeFolderWithForm();
  const kinds = {
    packed: ['--object-streams=generate'],
    linear: ['--linearize'],
    both: ['--object-streams=generate', '--linearize'],
    plain: ['--object-streams=disable'],
  };
  for (const [name, how] of Object.entries(kinds)) {
    call('qpdf', ...how, 'form.pdf', `${name}.pdf`);
    await ends(
      pdfgen(['fill', `${name}.pdf`, '-d', 'values.json', '-o', 'filled.pdf']),
      0,
      /^filled\.pdf {2}8 of 11 fields filled/,
    );
    expect(
      readFileSync(join(cwd, 'filled.pdf'))
        .subarray(0, 100)
        .equals(readFileSync(join(cwd, `${name}.pdf`)).subarray(0, 100)),
    ).toBe(true);
    call('qpdf', '--check', 'filled.pdf');
    const { fields } = (
      JSON.parse(call('qpdf', '--json', '--json-key=acroform', 'filled.pdf')) as { acroform: { fields: ReadField[] } }
    ).acroform;
    const values = new Map(fields.map(({ fullname, value }) => [fullname, value]));
    expect(values.get('member.name')).toBe('u:Ωμέγα Grüße');
    expect(values.get('country')).toBe('u:GR');
    expect(values.get('newsletter')).toBe('/Ja');
    expect(values.get('plan')).toBe('/1');
    const text = call('pdftotext', '-layout', 'filled.pdf', '-');
    for (const seen of ['Ωμέγα Grüße', 'Greece', 'Second line', 'Mon']) expect(text).toContain(seen);
  }
});

test('a flattened form looks as the filled form', async () => {
  const { call, pdfgen, cwd } = makeFolderWithForm();
  await pdfgen(['fill', 'form.pdf', '-d', 'values.json', '-o', 'filled.pdf']);
  await pdfgen(['fill', 'form.pdf', '-d', 'values.json', '-o', 'flat.pdf', '--flatten']);
  call('qpdf', '--check', 'flat.pdf');
  // Without the push button: poppler draws it in its own way.
  const draw = (file: string) => {
    call('pdftoppm', ...'-r 50 -l 1 -x 0 -y 0 -W 270 -H 128 -gray -singlefile'.split(' '), `${file}.pdf`, file);
    return readFileSync(join(cwd, `${file}.pgm`)).subarray(15);
  };
  const [filled, flat] = [draw('filled'), draw('flat')];
  const differing = filled.filter((value, i) => Math.abs(value - flat[i]!) > 60).length;
  expect(filled.some((value) => value < 100)).toBe(true);
  expect(differing).toBeLessThan(5);
});

test('exit codes, JSON, streams and files that are in the way', async () => {
  const { pdfgen, cwd } = makeFolderWithForm();
  const json = await pdfgen(['fill', 'form.pdf', '-d', 'values.json', '--json']);
  expect(JSON.parse(json.stdout)).toMatchObject({ file: 'form.filled.pdf', fields: 11, filled: 8, removed: [], warnings: [] });
  await ends(
    pdfgen(['fill', 'form.pdf', '-d', '-', '-o', 'x.pdf'], '{"member.nane": 1}'),
    3,
    '<stdin>:1:17  /member.nane is no field of the form; did you mean "member.name"?',
  );
  await ends(
    pdfgen(['fill', 'form.pdf', '-d', '-', '-o', 'x.pdf', '--strict'], '{"notes": "x"}'),
    3,
    'member.name is required and empty',
  );
  await ends(pdfgen(['fill', 'form.pdf', '-d', 'values.json', '-o', 'form.pdf']), 2, 'form.pdf');
  writeFileSync(join(cwd, 'rows.csv'), 'notes\nx\n');
  await ends(pdfgen(['fill', 'form.pdf', '-d', 'rows.csv', '-o', 'x.pdf']), 3, 'this is a table');
  const font = await pdfgen(['fill', 'form.pdf', '-d', 'values.json', '-o', 'x.pdf', '--font', 'form.pdf']);
  expect(font.exitCode).not.toBe(0);
  const listed = await pdfgen(['inspect', 'form.filled.pdf', '--json']);
  expect(
    (JSON.parse(listed.stdout) as { fields: { name: string; value: unknown }[] }).fields.find(({ name }) => name === 'plan')
      ?.value,
  ).toBe('full');
});

test('an encrypted form is refused with the way to decrypt it', async () => {
  const { call, pdfgen } = makeFolderWithForm();
  call('qpdf', '--encrypt', '', 'owner', '256', '--', 'form.pdf', 'locked.pdf');
  await ends(
    pdfgen(['fill', 'locked.pdf', '-d', 'values.json', '-o', 'x.pdf']),
    3,
    'is encrypted, and only its author should change it',
  );
});
