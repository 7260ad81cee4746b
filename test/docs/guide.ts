// A page of docs as its readers see it: the blocks of code with the prose before each, and the rows of the tables.
import { readFileSync } from 'node:fs';

export interface Block {
  readonly language: string;
  readonly text: string;
  /** The last line of prose before it. */
  readonly before: string;
}

/** The text of a file of this repository, such as `docs/guides/batches.md`. */
export function readPage(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
}

/** The blocks of code, in order; those of a list without its indent. */
export function blocksOf(page: string): readonly Block[] {
  return [...page.matchAll(/^( *)```(\w*)\n([\s\S]*?)\n\1```$/gm)].map(({ 1: indent, 2: language, 3: text, index }) => ({
    language: language!,
    text: text!.replaceAll(`\n${indent}`, '\n').slice(indent!.length),
    before: page.slice(0, index).trimEnd().split('\n').at(-1)!.trim(),
  }));
}

/** The rows of every table with this first column, each cell without its backticks. */
export function rowsOf(page: string, firstColumn: string): readonly (readonly string[])[] {
  const tables = page.match(/(?:^\|.*\|\n)+/gm) ?? [];
  return tables
    .map((table) =>
      table
        .trimEnd()
        .split('\n')
        .map((line) => line.slice(1, -1).split(/(?<!\\)\|/))
        .map((cells) =>
          cells.map((cell) =>
            cell
              .trim()
              .replaceAll('\\|', '|')
              .replace(/^`(.*)`$/, '$1'),
          ),
        ),
    )
    .filter(([head]) => head![0] === firstColumn)
    .flatMap((table) => table.slice(2));
}

/** A guide whose first block is the data of the others: each block of JSON with the block below it, and with the name of the picture below it. */
export function readGuide(name: string) {
  const page = readPage(`docs/guides/${name}.md`);
  const [first, ...blocks] = blocksOf(page).filter(({ language }) => language !== 'console');
  const examples = blocks.flatMap((block, i) => (block.language === 'json' ? [[block.text, blocks[i + 1]!] as const] : []));
  const pictured = examples.map(([text]) => {
    const after = page.slice(page.indexOf(text) + text.length);
    const [, picture] = /^\n```\n\n!\[[^\]]*\]\(\.\.\/pictures\/[\w-]+\/([\w-]+)\.png\)/.exec(after) ?? [];
    return [picture!, JSON.parse(text) as Readonly<Record<string, unknown>>] as const;
  });
  return { page, data: JSON.parse(first!.text) as unknown, blocks, examples, pictured };
}
