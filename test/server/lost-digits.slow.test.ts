// Numbers of a body that a double cannot hold: what files are warned of, callers over HTTP are told as warnings.
import { beforeAll, describe, expect, test } from 'vitest';
import type { RenderBatch, RenderJob } from '../../src/contract/engine.ts';
import type { RenderWarning } from '../../src/contract/generate.ts';
import { external, refusal, useWire } from '../support/wire.ts';

const line = '{"sku":"A","qty":9007199254740993}';
const data = `{"customer":{"name":"Ada"},"lines":[{"sku":"B","qty":1},${line}]}`;
const warning = {
  code: 'digits-lost',
  component: '',
  dataPath: '/lines/1/qty',
  page: null,
  message: 'the number 9007199254740993 loses digits and becomes 9007199254740992; write it as a string to keep them',
};
const breach = { path: '/data/lines/1/qty', message: warning.message, keyword: 'digits-lost' };
const strict = '"options":{"strict":true}';

describe('numbers that lose digits', () => {
  const wire = useWire();
  const send = (path: string, raw: string) => wire.call('POST', path, { raw });
  const wait = async <T>(path: string): Promise<T> => (await wire.get(`${path}?wait=30`)).json<T>();
  let uuid: string;

  beforeAll(async () => {
    uuid = await wire.createOrder();
    await wire.openSession(uuid);
  });

  test.each(['', `/${external}`])(
    'are counted with the warnings of a document, and fail it when it is strict (pair: %j)',
    async (pair) => {
      const path = `/api/v1/generate/single/${uuid}${pair}`;
      const made = await send(path, `{"data":${data}}`);
      expect([made.status, made.headers.get('x-pdfgen-warnings')]).toEqual([200, '1']);
      const exact = await send(path, `{"data":${data.replace('993', '992')}}`);
      expect(exact.headers.get('x-pdfgen-warnings')).toBe('0');
      const refused = await send(path, `{"data":${data},${strict}}`);
      expect(refusal(refused)).toEqual([422, 'RENDER_WARNINGS']);
      expect(refused.json().errors).toMatchObject([breach]);
    },
  );

  test('come with those of rendering, in one list', async () => {
    const refused = await send(`/api/v1/generate/single/${uuid}`, `{"data":${data.replace('Ada', 'nobody')},${strict}}`);
    expect((refused.json().errors as { keyword: string }[]).map((one) => one.keyword)).toEqual(['digits-lost', 'missing-glyph']);
  });

  test('are counted with the warnings of a preview, and fail it when it is strict', async () => {
    const { capability: token } = await wire.openSession(uuid);
    const preview = (end: string) => wire.call('POST', '/editor/v1/preview', { token, raw: `{"pages":[{"body":["x"]}]${end}}` });
    expect((await preview(`,"data":${data}`)).headers.get('x-pdfgen-warnings')).toBe('1');
    expect((await preview('')).headers.get('x-pdfgen-warnings')).toBe('0');
    expect((await preview(`,"data":${data},${strict}`)).json().errors).toMatchObject([breach]);
  });

  test.each([`/api/v1/templates/UUID/validate`, `/api/v1/templates/UUID/${external}/validate`])(
    'are told by %s',
    async (path) => {
      const checked = await send(path.replace('UUID', uuid), `{"data":${data}}`);
      expect(checked.json()).toEqual({ valid: true, errors: [], warnings: [warning] });
      const exact = await send(path.replace('UUID', uuid), '{"data":{"customer":{"name":"Ada"},"lines":[]}}');
      expect(exact.json()).toEqual({ valid: true, errors: [] });
    },
  );

  test.each(['', `/${external}`])('are warnings of a job from the beginning to the end (pair: %j)', async (pair) => {
    const created = await send(`/api/v1/generate/async/${uuid}${pair}`, `{"data":${data}}`);
    expect(created.json<RenderJob>().warnings).toEqual([warning]);
    const ended = await wait<RenderJob>(created.headers.get('location')!);
    expect([ended.state, ended.warnings]).toEqual(['completed', [warning]]);
    const result = await wire.get(`${created.headers.get('location')}/result`);
    expect(result.headers.get('x-pdfgen-warnings')).toBe('1');
    const failing = await send(`/api/v1/generate/async/${uuid}${pair}`, `{"data":${data},${strict}}`);
    const failed = await wait<RenderJob>(failing.headers.get('location')!);
    expect([failed.state, failed.error?.code, failed.warnings]).toEqual(['failed', 'RENDER_WARNINGS', [warning]]);
  });

  test.each(['', `/${external}`])(
    'are warnings of their own item of a batch, and are kept by a retry (pair: %j)',
    async (pair) => {
      const exact = '{"data":{"customer":{"name":"Ada"},"lines":[]}}';
      const body = `{"items":[${exact},{"data":${data},"reference":"second"},${exact}],${strict}}`;
      const created = await send(`/api/v1/generate/batch/${uuid}${pair}`, body);
      const place = created.headers.get('location')!;
      const warningsOf = async (): Promise<readonly (readonly RenderWarning[])[]> => {
        const { items } = await wait<RenderBatch>(place);
        return Promise.all(items.map(async ({ jobUuid }) => (await wait<RenderJob>(`/api/v1/render-jobs/${jobUuid}`)).warnings));
      };
      expect((await wait<RenderBatch>(place)).counts).toMatchObject({ completed: 2, failed: 1 });
      expect(await warningsOf()).toEqual([[], [warning], []]);
      await send(`${place}/retry`, '');
      expect((await wait<RenderBatch>(place)).counts).toMatchObject({ completed: 2, failed: 1 });
      expect(await warningsOf()).toEqual([[], [warning], []]);
    },
  );

  test('are found in the last item of the largest batch, whatever those before it lost', async () => {
    const many = Array.from({ length: 200 }, () => line).join(',');
    const items = Array.from({ length: 40 }, () => `{"data":{"customer":{"name":"Ada"},"lines":[${many}]}}`);
    const created = await send(`/api/v1/generate/batch/${uuid}`, `{"items":[${items.join(',')},{"data":${data}}]}`);
    const { items: made } = await wait<RenderBatch>(created.headers.get('location')!);
    const last = await wait<RenderJob>(`/api/v1/render-jobs/${made.at(-1)!.jobUuid}`);
    expect(last.warnings).toEqual([warning]);
    const first = await wait<RenderJob>(`/api/v1/render-jobs/${made[0]!.jobUuid}`);
    expect(first.warnings).toHaveLength(10);
    expect(first.warnings.at(-1)!.message).toMatch(/keep them; 190 later numbers lose digits, too$/);
  });
});
