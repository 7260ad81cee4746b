// node browser-files.mjs [TEMPLATE...]: prints what a browser loads to show a template, as it comes over the network. Fonts are left out: their template chooses them.
import { spawn } from 'node:child_process';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { readArguments } from './lib/arguments.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));

/** The scripts and programs that the preview of a template loads until its pages are there, with their bytes. */
export async function listLoadedFiles(browser, template) {
  const preview = spawn(process.execPath, ['bin/pdfgen.js', 'templates', 'preview', template, '--no-open'], { cwd: root });
  try {
    const address = await new Promise((resolve, reject) => {
      let printed = '';
      preview.stdout.on('data', (piece) => {
        printed += piece;
        if (printed.includes('\n')) resolve(printed.trim());
      });
      preview.once('exit', (code) => reject(new Error(`pdfgen templates preview ended with ${code}`)));
    });
    const page = await browser.newPage();
    const loading = [];
    // The page loads its own scripts before it starts the worker.
    let isLayout = false;
    page.on('request', (request) => {
      const name = basename(new URL(request.url()).pathname);
      if (!/\.(?:js|wasm)$/.test(name)) return;
      isLayout ||= name.startsWith('worker-');
      loading.push({ name, isLayout, request });
    });
    await page.goto(address);
    await page.locator('canvas').first().waitFor();
    await page.waitForLoadState('networkidle');
    const measure = async ({ name, isLayout, request }) => ({ name, isLayout, bytes: (await request.sizes()).responseBodySize });
    const files = await Promise.all(loading.map(measure));
    await page.close();
    return files;
  } finally {
    preview.kill('SIGINT');
  }
}

/** The bytes of what lays the pages out, without the page around them. */
export const layoutBytes = (files) => files.reduce((sum, { bytes, isLayout }) => sum + (isLayout ? bytes : 0), 0);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { positionals: templates } = readArguments({ positionals: true });
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: ['--no-sandbox'] });
  for (const template of templates.length > 0 ? templates : ['templates-examples/invoice']) {
    const files = await listLoadedFiles(browser, template);
    console.log(template);
    for (const { name, bytes } of files) console.log(`${String(bytes).padStart(9)}  ${name}`);
    console.log(`${String(layoutBytes(files)).padStart(9)}  of these for the layout`);
  }
  await browser.close();
}
