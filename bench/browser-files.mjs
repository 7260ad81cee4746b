// node browser-files.mjs [TEMPLATE...]: prints what a browser loads to show a template, as it comes over the network. Fonts are left out: their template chooses them.
import { spawn } from 'node:child_process';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

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
    page.on('requestfinished', (request) => {
      const name = basename(new URL(request.url()).pathname);
      if (/\.(?:js|wasm)$/.test(name)) loading.push(request.sizes().then(({ responseBodySize }) => ({ name, bytes: responseBodySize })));
    });
    await page.goto(address);
    await page.locator('canvas').first().waitFor();
    await page.waitForLoadState('networkidle');
    await page.close();
    return Promise.all(loading);
  } finally {
    preview.kill('SIGINT');
  }
}

/** What lays the pages out, without the page around them. */
export const engineBytes = (files) =>
  files.filter(({ name }) => !/^(?:preview|editor)-page/.test(name)).reduce((sum, { bytes }) => sum + bytes, 0);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: ['--no-sandbox'] });
  const templates = process.argv.slice(2);
  for (const template of templates.length > 0 ? templates : ['templates-examples/invoice']) {
    const files = await listLoadedFiles(browser, template);
    console.log(template);
    for (const { name, bytes } of files) console.log(`${String(bytes).padStart(9)}  ${name}`);
    console.log(`${String(engineBytes(files)).padStart(9)}  of these for the layout`);
  }
  await browser.close();
}
