// Compiles src to dist and puts beside it what the program reads at run time: the shipped fonts, the editor's page, PDFKit without what is not
// used of it, and the template schema.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
rmSync('dist', { recursive: true, force: true });
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'], { stdio: 'inherit' });
cpSync('src/fonts', 'dist/fonts', { recursive: true });
cpSync('src/server/editor-page', 'dist/server/editor-page', { recursive: true });
chmodSync('bin/pdfgen.js', 0o755);
leanPdfkit();

const { templateJsonSchema } = await import('../dist/document/template/template-schema.js');
mkdirSync('dist/schema', { recursive: true });
writeFileSync('dist/schema/template.v1.json', `${JSON.stringify(templateJsonSchema(), null, 2)}\n`);

/**
 * PDFKit is the frame of a file here: its own fonts, lines, pictures and encryption are never called, but to load them takes longer than to
 * render a page. Fails when the installed version imports them in another way.
 */
function leanPdfkit() {
  let code = readFileSync('node_modules/pdfkit/js/pdfkit.node.mjs', 'utf8');
  for (const unused of ['fontkit', 'linebreak', 'png-js', '@noble/ciphers/aes']) {
    const found = code.match(new RegExp(`^import (?:(\\w+)|\\{ ([\\w, ]+) \\}) from '${unused}';$`, 'm'));
    if (!found) throw new Error(`PDFKit no longer imports ${unused} as it did: look at leanPdfkit in .ci/build.mjs`);
    code = code.replace(found[0], `let ${found[1] ?? found[2]};`);
  }
  // PDFKit's own dependencies may not be found from dist: package managers put them beside it alone, or another version at the top.
  const hashes = "import { bytesToHex, concatBytes } from '@noble/hashes/utils';";
  code = code.replace(hashes, "let concatBytes;\nconst bytesToHex = (bytes) => Buffer.from(bytes).toString('hex');");
  const [, foreign] = code.match(/^import .* from '((?!(?:crypto|fs|module|stream|zlib)')[^']*)';$/m) ?? [];
  if (foreign)
    throw new Error(`PDFKit imports ${foreign}, which is not where dist/vendor is: look at leanPdfkit in .ci/build.mjs`);
  const license = readFileSync('node_modules/pdfkit/LICENSE', 'utf8').trim();
  mkdirSync('dist/vendor', { recursive: true });
  writeFileSync('dist/vendor/pdfkit.js', `/*! PDFKit\n${license}\n*/\n${code.replace(/\n\/\/# sourceMappingURL.*\n?$/, '\n')}`);
}
