// pdfgen through its real path: a JSON template and its contract, validation, binding, layout, an exact subset of each embedded font.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createInlineRenderer } from '../../.build/renderer/create-inline-renderer.js';
import { localLimits } from '../../.build/engine/limits.js';
import * as assets from '../lib/assets.mjs';
import { invoice, statement } from '../lib/data.mjs';

export const name = 'pdfgen';
export const variants = ['ttf', 'std'];

const here = path.dirname(fileURLToPath(import.meta.url));
const bin = path.join(here, '../../bin/pdfgen.js');
const out = path.join(here, '../out');

const toStatement = (rows) => ({ rows: rows.map(([date, reference, description, debit, credit, balance]) => ({ date, reference, description, debit, credit, balance })) });

// The template's folder, with the fonts and the logo of all peers; `std`: the same layout in Helvetica.
function prepareTemplate(what, fonts) {
  const from = path.join(here, '../templates', what);
  const to = path.join(out, `pdfgen-${what}-${fonts}`);
  fs.mkdirSync(path.join(to, 'assets'), { recursive: true });
  const template = JSON.parse(fs.readFileSync(path.join(from, 'template.json'), 'utf8'));
  if (fonts === 'std') {
    delete template.fonts;
    template.styles.base.font = 'helvetica';
  } else for (const file of [assets.regularPath, assets.boldPath]) fs.copyFileSync(file, path.join(to, 'assets', path.basename(file)));
  fs.writeFileSync(path.join(to, 'assets/logo.png'), assets.logo());
  fs.writeFileSync(path.join(to, 'template.json'), JSON.stringify(template, null, 2));
  fs.copyFileSync(path.join(from, 'schema.json'), path.join(to, 'schema.json'));
  fs.writeFileSync(path.join(to, 'example.json'), JSON.stringify(what === 'invoice' ? invoice(0) : toStatement(statement(3))));
  return to;
}

function source(what, fonts) {
  const folder = prepareTemplate(what, fonts);
  const read = (file) => JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8'));
  const files = Object.fromEntries(fs.readdirSync(path.join(folder, 'assets')).map((file) => [file, { path: path.join(folder, 'assets', file) }]));
  return { key: folder, slug: what, document: { ...read('template.json'), dataSchema: read('schema.json'), exampleData: read('example.json') }, assets: files };
}

let renderer, templates;
export async function setup({ fonts = 'ttf' } = {}) {
  renderer = createInlineRenderer();
  templates = { invoice: source('invoice', fonts), statement: source('statement', fonts) };
}
async function render(template, data) {
  const { body } = await renderer.render({ template, data, options: {}, limits: localLimits });
  return body.length === 1 ? body[0] : Buffer.concat(body);
}
export const renderInvoice = (data) => render(templates.invoice, data);
export const renderStatement = (rows) => render(templates.statement, toStatement(rows));

// A whole process is the command line itself.
export function command(options) {
  return options.task === 'cold' || options.task === 'statement' ? single(options) : batch(options);
}

function single({ task, fonts, out: pdf }) {
  const what = task === 'cold' ? 'invoice' : 'statement';
  const data = path.join(out, `pdfgen-${what}.json`);
  if (!fs.existsSync(data)) fs.writeFileSync(data, JSON.stringify(what === 'invoice' ? invoice(0) : toStatement(statement())));
  return [process.execPath, bin, 'generate', 'single', prepareTemplate(what, fonts), '-d', data, '-o', pdf, '--quiet'];
}

/** One CSV with a row for each invoice. Its columns are the paths of the data. */
export function batch({ task, fonts, out: folder, n }, more = []) {
  const csv = path.join(out, `pdfgen-invoices-${n}.csv`);
  if (!fs.existsSync(csv)) writeInvoices(csv, n);
  const workers = task === 'batch2' ? '2' : '1';
  return [process.execPath, bin, 'generate', 'batch', prepareTemplate('invoice', fonts), '-i', csv, '-o', `${folder}/{{ number }}.pdf`, '--workers', workers, '--quiet', ...more];
}

export function writeInvoices(csv, n) {
  const cell = (value) => (/[",\n\r]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
  const flatten = (value, at) => (typeof value !== 'object' ? [[at, String(value)]]
    : Object.entries(value).flatMap(([key, member]) => flatten(member, Array.isArray(value) ? `${at}[${key}]` : at ? `${at}.${key}` : key)));
  const file = fs.openSync(csv, 'w');
  fs.writeSync(file, `${flatten(invoice(0), '').map(([at]) => at).join(',')}\n`);
  for (let i = 0; i < n; i++) fs.writeSync(file, `${flatten(invoice(i), '').map(([, value]) => cell(value)).join(',')}\n`);
  fs.closeSync(file);
}
