import { describe, expect, test } from 'vitest';
import type { ImageSource } from '../../../src/document/image/image-source.ts';
import { defaultLimits, layOut } from '../../support/render.ts';

const picture = (name: string | undefined, width: number, height: number): ImageSource => ({
  key: `${name}`,
  bytes: new Uint8Array(),
  ...(name !== undefined && { name }),
  width,
  height,
  dpi: 72,
});

const pictures: Readonly<Record<string, ImageSource>> = {
  'tall.png': picture('tall.png', 10, 300),
  'taller.png': picture('taller.png', 10, 400),
  'flat.png': picture('flat.png', 100, 20),
  data: picture(undefined, 10, 300),
};

const layOutPictures = (body: unknown, data: unknown = {}, page: Record<string, unknown> = {}) =>
  layOut(body, data, page, {}, defaultLimits, (name) => pictures[name] ?? { problem: 'Not found.' });

const warningsOf = async (body: unknown, data?: unknown) =>
  (await layOutPictures(body, data)).warnings.map(({ code, component, dataPath, message }) => ({
    code,
    component,
    dataPath,
    message,
  }));

const tall = { image: "{{ 'tall.png' }}", alt: '' };
const told = 'The image "tall.png" is 300 pt high, but the page has room for 80 pt: give it a smaller "width" or "height".';

describe('an image that is higher than the page is named, with its own component', () => {
  test.each([
    ['alone', tall, '/pages/0/body/0'],
    ['with an id', { ...tall, id: 'photo' }, 'photo'],
    ['with a padding', { ...tall, padding: 2 }, '/pages/0/body/0'],
    ['with a link', { ...tall, link: 'https://example.com' }, '/pages/0/body/0'],
    ['in a stack', { stack: ['x', tall], padding: 2 }, '/pages/0/body/0/stack/1'],
    ['in a group', { group: ['x', tall] }, '/pages/0/body/0/group/1'],
    ['in a row', { row: ['x', tall] }, '/pages/0/body/0/row/1'],
    ['in a frame', { frame: [tall], grow: 'box' }, '/pages/0/body/0/frame/0'],
  ])('%s', async (_, component, pointer) => {
    expect(await warningsOf([component])).toContainEqual({
      code: 'unit-too-tall',
      component: pointer,
      dataPath: null,
      message: told,
    });
  });

  test('in the cell of a table, with the place in the data', async () => {
    const table = { table: 'rows', columns: [{ body: { ...tall, image: '{{ item }}' } }] };
    expect(await warningsOf([table], { rows: ['flat.png', 'tall.png'] })).toMatchObject([
      { component: '/pages/0/body/0/columns/0/body', dataPath: '/rows/1', message: told },
    ]);
  });

  test('the highest of several', async () => {
    const row = { row: [tall, { ...tall, image: "{{ 'taller.png' }}" }] };
    expect(await warningsOf([row])).toMatchObject([{ message: expect.stringContaining('"taller.png" is 400 pt high') }]);
  });

  test('a data: URI is not quoted', async () => {
    expect(await warningsOf([{ ...tall, image: "{{ 'data' }}" }])).toMatchObject([
      { message: expect.stringMatching(/^The image of a data: URI is 300 pt high/) },
    ]);
  });

  test('no image is blamed for other content', async () => {
    const group = { group: [{ ...tall, image: "{{ 'flat.png' }}" }, { spacer: 200 }] };
    expect(await warningsOf([group])).toEqual([
      {
        code: 'unit-too-tall',
        component: '/pages/0/body/0',
        dataPath: null,
        message: 'Content that should stay on one page is 220 pt high, but the page has room for 80 pt: it is divided.',
      },
    ]);
  });
});

describe('bands that leave no room for the body', () => {
  const fault = (header: unknown) => layOutPictures(['x'], {}, { header }).catch((error: unknown) => error);

  test('name the image that fills them', async () => {
    const component = '/pages/0/header/1';
    expect(await fault(['x', tall])).toMatchObject({
      code: 'RENDER_LIMIT',
      message: `The header and footer of /pages/0 leave no room for its body: The image "tall.png" is 300 pt high (${component}). Give it a smaller "width" or "height".`,
      errors: [{ params: { component } }],
    });
  });

  test('name the image of the variant that is too high, though the last sheet has another one', async () => {
    const header = [
      { on: 'last', body: 'x' },
      { on: 'all', body: tall },
    ];
    expect(await fault(header)).toMatchObject({
      errors: [{ params: { component: expect.stringMatching(/^.pages.0.header.1/) } }],
    });
  });

  test('name the page if no image does', async () => {
    expect(await fault([{ spacer: 200 }, { ...tall, image: "{{ 'flat.png' }}" }])).toMatchObject({
      message: 'The header and footer of /pages/0 leave no room for its body.',
      errors: [{ params: { component: '/pages/0' } }],
    });
  });
});

test('an image beyond a limit is named, with its component and its place in the data', async () => {
  const { PdfgenError } = await import('../../../src/contract/errors.ts');
  const body = [{ repeat: 'files', body: { ...tall, image: '{{ item }}' } }];
  const made = layOut(body, { files: ['huge.png'] }, {}, {}, defaultLimits, () => {
    throw new PdfgenError('RENDER_LIMIT', 'The image has too many pixels.');
  });
  const component = '/pages/0/body/0/body';
  await expect(made).rejects.toMatchObject({
    code: 'RENDER_LIMIT',
    message: `"huge.png" in ${component}: The image has too many pixels.`,
    errors: [{ path: '/data/files/0', params: { component } }],
  });
});
