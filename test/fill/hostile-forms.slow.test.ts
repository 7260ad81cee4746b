// Forms that ask for too much.
import { expect, test } from 'vitest';
import { inspectPdf } from '../../src/inspect/inspect-pdf.ts';
import { faults, fill } from '../support/fill-form.ts';
import { makeForm } from '../support/foreign-form.ts';

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
