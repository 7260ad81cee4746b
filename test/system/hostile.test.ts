import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { wrapPng } from '../document/image/make-image.ts';
import { joinRiff, makeAvif, makeGif, makeWebp, pixelsOf, readRiff, webpHead } from '../document/image/make-picture.ts';
import { ends } from '../support/ends.ts';
import { openFolder } from '../support/folders.ts';
import { runProgram } from '../support/run-program.ts';
import { objectOf } from '../support/schemas.ts';

const png = (width: number, height: number, pixels: Uint8Array) =>
  wrapPng({ width, height, bits: 8, colorType: 6 }, deflateSync(pixels, { level: 9 }));

const cwd = openFolder();

beforeAll(async () => {
  const small = pixelsOf(8, 8);
  const [webp, avif] = [await makeWebp(small), await makeAvif(small)];
  const claimed = Buffer.from(avif);
  claimed.writeUInt32BE(16_383, claimed.indexOf('ispe') + 8);
  claimed.writeUInt32BE(16_383, claimed.indexOf('ispe') + 12);
  const gif = { columns: 8, rows: 8, indices: new Uint8Array(64), colors: 2 };
  const files: Record<string, unknown> = {
    't/template.json': {
      document: { title: '{{ text }}', filename: '{{ text }}' },
      pages: [
        {
          body: [
            { image: '{{ img }}', width: 20, when: 'img' },
            { repeat: 'list', as: 'i', body: { repeat: 'list', as: 'j', body: '{{ j }}' } },
            '{{ text }}',
          ],
        },
      ],
    },
    't/schema.json': objectOf({ img: { type: 'string' }, list: { type: 'array' }, text: { type: 'string' } }, 'text list img'),
    't/example.json': { img: '', list: [], text: 'x' },
    't/assets/huge.png': png(100_000, 100_000, Buffer.alloc(1000)),
    't/assets/huge.gif': makeGif({ ...gif, width: 65_535, height: 65_535 }),
    't/assets/huge.webp': joinRiff([webpHead(100_000, 100_000), ...readRiff(webp)]),
    't/assets/huge.avif': claimed,
    't/assets/cut.gif': makeGif({ ...gif, width: 8, height: 8 }).subarray(0, -6),
    't/assets/cut.webp': webp.subarray(0, -4),
    't/assets/cut.avif': avif.subarray(0, -4),
    't/assets/bomb.png': png(10, 10, Buffer.alloc(200_000_000)),
    't/assets/cut.png': png(10, 10, Buffer.alloc(10 * 41)).subarray(0, 50),
    'utf8.json': Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]),
    'deep.json': `{"text":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    'nested.json': { img: '', text: 'x', list: Array.from({ length: 3000 }, (_, i) => i) },
    'evil.json': '{"img":"","list":[],"text":"../../etc/\\u0000\\ud800\\u202epasswd","__proto__":{"polluted":true}}',
    'long.json': { img: '', list: [], text: 'word '.repeat(200_000) },
  };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(
      join(cwd, name),
      typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content),
    );
  }
});

async function run(...args: string[]) {
  const before = new Set(readdirSync(cwd));
  const { code, stderr } = await runProgram(['generate', 'single', './t', ...args], { cwd });
  return { code, stderr, made: readdirSync(cwd).filter((name) => !before.has(name)) };
}

describe('hostile data', () => {
  test.each([
    ['nested 100,000 deep', 'deep.json', /deep\.json:1:\d+/],
    ['that is not UTF-8', 'utf8.json', /not UTF-8: byte \d+/],
    ['that would make more pages than allowed', 'nested.json', /maxPages/],
  ])('%s is refused with its place, and leaves nothing behind', async (_what, file, words) => {
    const { code, stderr, made } = await run('-d', file, '-o', 'out.pdf', '--max-pages', '200');
    expect({ code, made }).toEqual({ code: 3, made: [] });
    expect(stderr).toMatch(words);
  });
  test('with the path of a file as its name makes a file in this folder', async () => {
    expect(await run('-d', 'evil.json')).toMatchObject({ code: 0, made: ['etc-passwd.pdf'] });
  });
  test('of a megabyte in one paragraph renders', async () => {
    expect(await run('-d', 'long.json', '-o', 'long.pdf')).toMatchObject({ code: 0, made: ['long.pdf'] });
  });
});

describe('hostile images', () => {
  test.each(['png', 'gif', 'webp', 'avif'])(
    'of more pixels than allowed are refused before they are unpacked: %s',
    async (ending) => {
      expect(await run('--set', `img=huge.${ending}`, '-o', 'a.pdf')).toMatchObject({
        code: 3,
        made: [],
        stderr: expect.stringContaining('pixels'),
      });
    },
  );
  test.each(['bomb.png', 'cut.png', 'cut.gif', 'cut.webp', 'cut.avif'])(
    'that are damaged are left out with a warning: %s',
    async (name) => {
      await ends(run('--set', `img=${name}`, '-o', 'b.pdf'), 0, 'missing-image');
    },
  );
  test.each([
    ['../../../../etc/passwd', 'among the assets'],
    ['/etc/passwd', 'among the assets'],
    ['file:///etc/passwd', 'addresses are not loaded'],
    ['http://localhost/x.png', 'addresses are not loaded'],
  ])('from outside the assets are not there: %s', async (name, words) => {
    await ends(run('--set', `img=${name}`, '-o', 'c.pdf'), 0, words);
  });
});
