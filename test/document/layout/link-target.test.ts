// Where links may lead, and what is advised instead of other targets.
import { describe, expect, test } from 'vitest';
import { explainDropped, isLinkTarget } from '../../../src/document/layout/link-target.ts';
import { layOut, pageLines } from '../../support/render.ts';

const long = (start: string, length: number) => start + 'a'.repeat(length - start.length);

describe('a link', () => {
  test.each([
    ...['https://a', 'http://example.com:8080/a?b=c#d', 'HTTPS://EXAMPLE.COM', 'mailto:a@b.example'],
    ...['tel:+49 (0) 30.1', 'tel:5', 'tel:(030) 12-34', '#terms', '#a place with spaces', long('https://', 2000)],
  ])('may lead to %s', (target) => {
    expect(isLinkTarget(target)).toBe(true);
  });

  test.each([
    ...['', 'https://', 'https:// a', 'https://a b', 'see https://a', 'ftp://a', 'javascript:alert(1)', 'mailto:'],
    ...['mailto:a b', 'tel:', 'tel:abc', 'tel:+49x', '#', '#a\nb', '#a\rb', 'x#a', long('https://', 2001)],
  ])('may not lead to %j', (target) => {
    expect(isLinkTarget(target)).toBe(false);
  });

  test('is without the spaces around it, and is read as its text or its target', async () => {
    const body = [
      { image: '{{ p }}', alt: '', width: 20, link: ' https://a.example ' },
      { rect: 5, link: '  ' },
    ];
    const laidOut = await layOut(body, { p: 'p' }, {}, {}, undefined, () => picture);
    expect(laidOut.pages[0]!.items.filter(({ kind }) => kind === 'link')).toMatchObject([
      { target: 'https://a.example', contents: 'https://a.example' },
    ]);
    expect(laidOut.warnings).toEqual([]);
  });

  test('that leads nowhere is warned of on the page that it comes to stand on', async () => {
    const filler = { spacer: 75 };
    const laidOut = await layOut([filler, { text: 'x', id: 'go', link: '{{ target }}' }], {
      target: 'example.com',
    });
    expect(pageLines(laidOut).flat().join()).not.toContain('link');
    expect(laidOut.warnings).toEqual([
      {
        code: 'link-dropped',
        component: 'go',
        dataPath: null,
        page: 2,
        message: 'The link "example.com" is left out: write "https://example.com".',
      },
    ]);
  });
});

const picture = { key: 'p', bytes: new Uint8Array(), format: 'png', width: 20, height: 10 } as const;

describe('instead of', () => {
  test.each([
    ['example.com', 'https://example.com'],
    ['Shop.Example.ORG', 'https://Shop.Example.ORG'],
    ['my-shop.de/a?b#c', 'https://my-shop.de/a?b#c'],
    ['shop.example:8080', 'https://shop.example:8080'],
    ['shop.example:80/a', 'https://shop.example:80/a'],
    ['example.com?q=1', 'https://example.com?q=1'],
    ['www.any.museum', 'https://www.any.museum'],
    ['WWW.any', 'https://WWW.any'],
    ['//cdn.example/a', 'https://cdn.example/a'],
    ['a@b.example', 'mailto:a@b.example'],
    ['first.last@mail.b.museum', 'mailto:first.last@mail.b.museum'],
    ['+49 (30) 123-4567', 'tel:+49 (30) 123-4567'],
    ['12345', 'tel:12345'],
    ['https://a.example/a b', 'https://a.example/a%20b'],
    ['HTTP://a.example/a b c', 'HTTP://a.example/a%20b%20c'],
    [long('www.', 80), long('https://www.', 88)],
  ])('%s, %s is advised', (target, advised) => {
    expect(explainDropped(target)).toBe(`The link "${target}" is left out: write "${advised}"`);
  });

  test.each([
    ...['javascript:alert(1)', '/a/b', '///a', '// a', 'example.museum', 'invoice 2024.com', 'example.com:port'],
    ...['example.com and more', 'see example.com', 'www.', 'a@b', 'a@b@c.example', 'a:b@c.example', 'a b@c.example'],
    ...['a@c .example', '1234', 'no 12345', '12345x', 'xhttps://a b'],
  ])('%s, the kinds of targets are said', (target) => {
    expect(explainDropped(target)).toBe(
      `The link "${target}" is left out: write an http, https, mailto or tel address, or "#" and the name of an anchor or "page=3"`,
    );
  });

  test('a long target, its first 80 characters are shown and nothing is guessed', () => {
    expect(explainDropped(long('www.', 81))).toMatch(/^The link "www\.a{76}…" is left out: write an http, /);
  });
});
