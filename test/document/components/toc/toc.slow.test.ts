// The pages that a table of contents names, found by another program.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { createRandom } from '../../../support/random.ts';
import { renderPdf } from '../../../support/render-document.ts';

test('another program finds each heading on the page that the table of contents names', async () => {
  const random = createRandom(7);
  const below = (limit: number) => Math.floor(random() * limit);
  for (let round = 0; round < 5; round++) {
    const parts = Array.from({ length: 12 }, (_, i) => [
      { text: `Heading${i}x`, role: `heading${1 + below(3)}` },
      ...Array.from({ length: below(12) }, () => 'filler'),
    ]).flat();
    const body = [{ toc: 3 }, { pageBreak: true }, ...parts];
    const pdf = await renderPdf({ unit: 'pt', pages: [{ size: [200, 100], margin: 10, body }] });
    const text = spawnSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' }).stdout.split('\f');
    const listed = [...text.join('\n').matchAll(/(Heading\d+x) ?\.+ ?(\d+)/g)];
    expect(listed).toHaveLength(12);
    for (const [, title, page] of listed) expect(text[Number(page) - 1]).toMatch(new RegExp(`${title}\\s*\\n`));
  }
});
