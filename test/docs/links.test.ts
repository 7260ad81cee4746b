// What one page of this repository says of another: links lead to something, and options are in the reference.
import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { globSync } from 'tinyglobby';
import { expect, test } from 'vitest';
import { readPage } from './guide.ts';

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

test.each(pages)('%s', (path) => {
  const page = readPage(path).replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '');
  const targets = [...page.matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)].map(([, link, address]) => (link ?? address)!);
  const broken = targets
    .filter((target) => !/^(?:https?:|mailto:)/.test(target))
    .filter((target) => {
      const [file, anchor] = target.split('#');
      const to = file ? posix.join(posix.dirname(path), file) : path;
      if (!existsSync(root + to)) return true;
      return anchor !== undefined && !anchorsOf(readPage(to)).includes(anchor);
    });
  expect(broken).toEqual([]);
});

test('the options that guides name are in the reference', () => {
  const reference = readPage('docs/reference/cli.md') + readPage('docs/reference/settings.md');
  const options = pages
    .filter((path) => path.startsWith('docs/guides/') || path === 'README.md')
    .flatMap((path) => [...readPage(path).matchAll(/`(--[\w-]+)/g)].map(([, option]) => option!));
  expect(options.length).toBeGreaterThan(50);
  expect(options.filter((option) => !new RegExp(`${option}(?![\\w-])`).test(reference))).toEqual([]);
});

test('the index of decisions lists every decision by its title', () => {
  const files = globSync('0*.md', { cwd: `${root}docs/decisions` }).toSorted();
  const titleOf = (file: string) => /^# (.+)$/m.exec(readPage(`docs/decisions/${file}`))?.[1];
  const listed = readPage('docs/decisions/README.md').match(/^- .*$/gm);
  expect(listed).toEqual(files.map((file) => `- [${file.slice(0, 4)}](${file}): ${titleOf(file)}`));
});
