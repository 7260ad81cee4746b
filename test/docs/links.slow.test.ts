// What one page of this repository says of another: links lead to something, options and exit codes are in the reference.
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { globSync } from 'tinyglobby';
import { expect, test } from 'vitest';
import { warningTable } from '../../src/contract/warnings.ts';
import { readPage, rowsOf } from './guide.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const pages = globSync(['*.md', 'docs/**/*.md', 'bench/*.md', 'templates-examples/*/README.md'], { cwd: root });

/** As GitHub makes them of headings. */
function anchorsOf(page: string): string[] {
  const headings = page.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, text]) =>
    text!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

interface Link {
  readonly target: string;
  /** The file that it leads to. */
  readonly to: string;
  readonly anchor: string | undefined;
}

/** The links of a page to files of this repository. */
function linksOf(path: string): Link[] {
  const page = readPage(path).replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '');
  const targets = [...page.matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)].map(([, link, address]) => (link ?? address)!);
  return targets
    .filter((target) => !/^(?:https?:|mailto:)/.test(target))
    .map((target) => {
      const [file, anchor] = target.split('#');
      return { target, to: file ? posix.join(posix.dirname(path), file) : path, anchor };
    });
}

test.each(pages)('%s', (path) => {
  const broken = linksOf(path).filter(
    ({ to, anchor }) => !existsSync(root + to) || (anchor !== undefined && !anchorsOf(readPage(to)).includes(anchor)),
  );
  expect(broken).toEqual([]);
});

test('pages in the npm package link only to files in the package', () => {
  const { files } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { files: string[] };
  // npm packs these whatever `files` says.
  const packed = [...files, 'README.md', 'LICENSE', 'package.json'];
  const isPacked = (path: string) => packed.some((one) => path === one || path.startsWith(`${one}/`));
  const shipped = pages.filter(isPacked);
  expect(shipped).toEqual(expect.arrayContaining(['README.md', 'docs/README.md', 'templates-examples/invoice/README.md']));
  const dead = shipped.flatMap((path) => linksOf(path).flatMap(({ target, to }) => (isPacked(to) ? [] : [`${path}: ${target}`])));
  expect(dead).toEqual([]);
});

test('the package stays unpublished, and each page that says npx tells of the other package of that name', () => {
  expect(JSON.parse(readFileSync(`${root}package.json`, 'utf8'))).toMatchObject({ private: true });
  const sayNpx = pages.filter((path) => /^docs\/guides|^README/.test(path) && readPage(path).includes('npx pdfgen'));
  expect(sayNpx).toContain('README.md');
  expect(sayNpx.filter((path) => !/(?:another|other) program\b/.test(readPage(path)))).toEqual([]);
});

test('the options that guides name are in the reference', () => {
  const reference = readPage('docs/reference/cli.md') + readPage('docs/reference/settings.md');
  const options = pages
    .filter((path) => path.startsWith('docs/guides/') || path === 'README.md')
    .flatMap((path) => [...readPage(path).matchAll(/`(--[\w-]+)/g)].map(([, option]) => option!));
  expect(options.length).toBeGreaterThan(50);
  expect(options.filter((option) => !new RegExp(`${option}(?![\\w-])`).test(reference))).toEqual([]);
});

test('the warnings that guides explain are ones', () => {
  const guides = pages.filter((path) => path.startsWith('docs/guides/')).map(readPage);
  const rows = guides.flatMap((page) => [...rowsOf(page, 'warning'), ...rowsOf(page, 'code')]);
  // Exit codes, and doubts about invoices, are none.
  const named = rows.map(([code]) => code!).filter((code) => !/^(?:\d+$|doubt-)/.test(code));
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((code) => !(code in warningTable))).toEqual([]);
});

test('the exit codes of the guide about data files are those that `pdfgen validate --help` prints', () => {
  const [, help = ''] = /^## pdfgen validate\n.*?^Exit codes:\n(.*?)^```/ms.exec(readPage('docs/reference/cli.md')) ?? [];
  const printed = [...help.matchAll(/^ {2}(\d+) {2}(.+)$/gm)].map(([, code, meaning]) => [code, meaning]);
  const guide = readPage('docs/guides/checking-data.md').replaceAll('`', '');
  const written = [...guide.matchAll(/^\| (\d+) \| (.+) \|$/gm)].map(([, code, meaning]) => [code, meaning]);
  expect(written.length).toBeGreaterThan(3);
  expect(written).toEqual(printed);
});

test('the index of decisions lists every decision by its title', () => {
  const files = globSync('0*.md', { cwd: `${root}docs/decisions` }).toSorted();
  const titleOf = (file: string) => /^# (.+)$/m.exec(readPage(`docs/decisions/${file}`))?.[1];
  const listed = readPage('docs/decisions/README.md').match(/^- .*$/gm);
  expect(listed).toEqual(files.map((file) => `- [${file.slice(0, 4)}](${file}): ${titleOf(file)}`));
});

test('the source files that pages about the code name are there', () => {
  const files = globSync('{src,test}/**/*.ts', { cwd: root });
  const about = pages.filter((path) => path.startsWith('docs/decisions/') || !path.includes('/') || path.startsWith('bench/'));
  const named = about.flatMap((path) =>
    [...readPage(path).matchAll(/`([\w./*-]+\.ts)`/g)].map(([, name]) => ({ path, name: name! })),
  );
  expect(named.length).toBeGreaterThan(100);
  const ends = ({ name }: { readonly name: string }) =>
    new RegExp(`(?:^|/)${name.replaceAll('.', '\\.').replaceAll('*', '[^/]+')}$`);
  expect(named.filter((one) => !files.some((file) => ends(one).test(file)))).toEqual([]);
});
