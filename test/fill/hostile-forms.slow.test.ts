// Forms that ask for too much.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { libraryFile, listShippedFonts } from '../../src/files/program-files.ts';
import { type FillOptions, fillPdf } from '../../src/fill/fill-pdf.ts';
import { inspectPdf } from '../../src/inspect/inspect-pdf.ts';
import { makeForm } from '../support/foreign-form.ts';

const resource = (bytes: Uint8Array) => ({ key: createHash('sha256').update(bytes).digest('hex'), bytes });

const fill = (file: Uint8Array, data: FillOptions['data'], more: { flatten?: boolean; fonts?: readonly string[] } = {}) =>
  fillPdf(
    Buffer.from(file),
    { data, flatten: more.flatten ?? false },
    {
      given: (more.fonts ?? []).map((name) => resource(readFileSync(name))),
      readShipped: async (name) => resource(readFileSync(listShippedFonts().get(name)!)),
      libraryFile,
    },
  );

async function faults(data: FillOptions['data'], file: Uint8Array = makeForm()): Promise<string[]> {
  const made = await fill(file, data);
  return 'breaches' in made ? made.breaches.map(({ path, message }) => `${path} ${message}`) : [];
}

test('hostile forms are refused within their bounds', async () => {
  const deep = Object.fromEntries(
    Array.from({ length: 120 }, (_, i) => [`Deep${i}`, `<</T(d)/FT/Tx/Kids[@${i === 119 ? 'Notes' : `Deep${i + 1}`}]>>`]),
  );
  const nested = makeForm('', { ...deep, Catalog: '<</Type/Catalog/Pages @Pages/AcroForm<</Fields[@Deep0]>>>>' });
  await expect(fill(nested, {})).rejects.toThrow('nests its form fields more than 100 deep');
  const circle = makeForm('', {
    Catalog: '<</Type/Catalog/Pages @Pages/AcroForm<</Fields[@A]>>>>',
    A: '<</T(a)/FT/Tx/Kids[@B @A]>>',
    B: '<</T(b)/Kids[@A @Notes]>>',
  });
  expect((await inspectPdf(circle)).fields.map(({ name }) => name)).toEqual(['a.b.notes']);
  const many = makeForm('', {
    Catalog: `<</Type/Catalog/Pages @Pages/AcroForm<</Fields[${'<</T(a)/FT/Tx>>'.repeat(100_001)}]>>>>`,
  });
  await expect(fill(many, {})).rejects.toThrow('has more than 100,000 form fields');
  const sameName = makeForm('', {
    Catalog: `<</Type/Catalog/Pages @Pages/AcroForm<</Fields[${'<</T(a)/FT/Tx>><</T(a)/FT/Ch>>'.repeat(40_000)}]>>>>`,
  });
  expect(await faults({ a: 'x' }, sameName)).toEqual([
    '/data/a is the name of a text and of a list, so nobody can tell which one is meant',
  ]);
});
