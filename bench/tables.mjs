// node tables.mjs [--rows 20000] [--rounds 5]: whole runs of one table in turn: plain, with carried sums, with groups in three levels. Prints medians and
// their ratios to the plain table as Markdown.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readArguments } from './lib/arguments.mjs';
import { measure, median } from './lib/measure.mjs';

const { values } = readArguments({ options: { rows: { type: 'string', default: '20000' }, rounds: { type: 'string', default: '5' } } });
const rows = Number(values.rows);
const program = path.join(import.meta.dirname, '../bin/pdfgen.js');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-tables-'));

const columns = [
  { width: 22, header: 'Date', body: '{{ l.date | date }}' },
  { header: 'Text', body: '{{ l.text }}' },
  { width: 30, align: 'right', header: 'Amount', body: '{{ l.amount | money }}' },
];
const table = (more) => ({ table: 'lines', as: 'l', rules: 'rows', zebra: '#f4f6f8', ...more, columns });
const variants = {
  plain: table({ footer: [{ cells: ['', 'Total', "{{ lines | sum: 'amount' | money }}"] }] }),
  sums: table({
    sums: { amount: 'l.amount' },
    header: [{ on: 'notFirst', below: true, cells: ['', 'Brought forward', '{{ sums.amount.before | money }}'] }],
    footer: [
      { on: 'notLast', cells: ['', 'Carried forward', '{{ sums.amount.sofar | money }}'] },
      { cells: ['', 'Total', '{{ sums.amount.all | money }}'] },
    ],
  }),
  groups: table({
    sums: { amount: 'l.amount' },
    groups: ['l.year', 'l.month', 'l.account'].map((by) => ({
      by,
      header: [
        { on: 'first', cells: [{ span: 3, text: '{{ group.key }}' }] },
        { on: 'notFirst', cells: [{ span: 3, text: '{{ group.key }} (continued)' }] },
      ],
      footer: [{ cells: ['', 'Sum of {{ group.key }}', '{{ group.sums.amount | money }}'] }],
    })),
  }),
};
const lines = Array.from({ length: rows }, (_, i) => ({
  date: `20${20 + Math.floor((i / rows) * 3)}-${String(1 + (Math.floor((i / rows) * 36) % 12)).padStart(2, '0')}-${String(1 + (i % 28)).padStart(2, '0')}`,
  year: `20${20 + Math.floor((i / rows) * 3)}`,
  month: `Month ${1 + (Math.floor((i / rows) * 36) % 12)}`,
  account: `Account ${i % 5}`,
  text: `Booking ${i} of the day`,
  amount: (((i * 7919) % 100_000) - 30_000) / 100,
}));
for (const [name, body] of Object.entries(variants)) {
  fs.mkdirSync(path.join(folder, name));
  const template = { unit: 'mm', locale: 'en-GB', currency: 'EUR', styles: { base: { size: 8 } }, pages: [{ size: 'A4', margin: 15, body: [body] }] };
  fs.writeFileSync(path.join(folder, name, 'template.json'), JSON.stringify(template));
}
fs.writeFileSync(path.join(folder, 'data.json'), JSON.stringify({ lines }));

const taken = Object.fromEntries(Object.keys(variants).map((name) => [name, []]));
for (let round = 0; round < Number(values.rounds); round++) {
  for (const name of Object.keys(variants)) {
    const out = path.join(folder, `${name}.pdf`);
    taken[name].push(await measure([process.execPath, program, 'generate', 'single', path.join(folder, name), '-d', path.join(folder, 'data.json'), '-o', out, '--overwrite', '-q']));
  }
}
console.log(`\n### ${rows} rows, ${values.rounds} rounds\n\n| table | processor s | ratio | peak RSS MiB |\n| --- | --- | --- | --- |`);
for (const [name, runs] of Object.entries(taken)) {
  const failed = runs.find(({ ok }) => !ok);
  if (failed) throw new Error(`${name}: ${failed.err}`);
  const ratio = median(runs.map(({ cpuS }, i) => cpuS / taken.plain[i].cpuS));
  console.log(`| ${name} | ${median(runs.map(({ cpuS }) => cpuS)).toFixed(2)} | ${ratio.toFixed(2)} | ${median(runs.map(({ rssMiB }) => rssMiB)).toFixed(0)} |`);
}
fs.rmSync(folder, { recursive: true });
