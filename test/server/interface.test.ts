// The interface document of the service, line by line: the sections are its headings, the tests its sentences.
import { describe, expect, test } from 'vitest';
import type { EditorSession, RenderJob, Template } from '../../src/contract/engine.ts';
import { day, minute, order, orderOf, pdfLines, refusal, unknownUuid, useWire } from '../support/wire.ts';

const external = '5e0f7c1a-0000-4000-8000-000000000001';
const otherExternal = '5e0f7c1a-0000-4000-8000-000000000002';
const data = orderOf('Grace', [
  { sku: 'A1', qty: 2 },
  { sku: 'B2', qty: 3 },
]);

describe('1. What the service does', () => {
  const wire = useWire();

  test('Dynamic fields in a template are filled from the JSON object under `data`', async () => {
    const template = await wire.createOrder();
    const answer = await wire.post(`/api/v1/generate/single/${template}`, { data });
    expect(pdfLines(answer)).toEqual(['Dear Grace', 'A1 x 2', 'B2 x 3']);
  });

  test('Single: the PDF bytes come back in the response', async () => {
    const template = await wire.createOrder();
    const { headers, bytes } = await wire.post(`/api/v1/generate/single/${template}`, { data });
    expect([headers.get('content-type'), headers.get('content-length')]).toEqual(['application/pdf', String(bytes.length)]);
    expect([bytes.toString('latin1', 0, 5), bytes.toString('latin1').trimEnd().slice(-5)]).toEqual(['%PDF-', '%%EOF']);
  });

  test('Asynchronous: a render job is created, polled, and its private PDF result is downloaded afterwards', async () => {
    const template = await wire.createOrder();
    const created = await wire.post(`/api/v1/generate/async/${template}`, { data });
    expect(created.status).toBe(202);
    const { uuid } = created.json<RenderJob>();
    const isOver = async () => (await wire.get(`/api/v1/render-jobs/${uuid}`)).json<RenderJob>().state === 'completed';
    await expect.poll(isOver, { timeout: 10_000 }).toBe(true);
    const result = await wire.get(`/api/v1/render-jobs/${uuid}/result`);
    expect(pdfLines(result)[0]).toBe('Dear Grace');
    expect(result.headers.get('cache-control')).toBe('private, no-store');
  });

  test('Batch: several document items are submitted for one template and tracked as one batch', async () => {
    const template = await wire.createOrder();
    const items = ['Ada', 'Grace', 'Joan'].map((name) => ({ data: orderOf(name) }));
    const batch = await wire.finishBatch(template, { items });
    expect(batch).toMatchObject({ templateUuid: template, state: 'completed', counts: { total: 3, completed: 3 } });
    const results = await Promise.all(batch.items.map((item) => wire.get(item.result!.url)));
    expect(results.flatMap(pdfLines)).toEqual(['Dear Ada', 'Dear Grace', 'Dear Joan']);
  });

  test('Embedded: a base template is cloned per external application identifier', async () => {
    const base = await wire.createOrder();
    const sessions = await Promise.all(
      [external, otherExternal].map((one) => wire.post(`/api/v1/embedded-templates/${base}/${one}/session`)),
    );
    expect(sessions.map((one) => one.status)).toEqual([201, 201]);
    const clones = sessions.map((one) => one.json<EditorSession>().embeddedTemplateUuid);
    expect(new Set([base, ...clones]).size).toBe(3);
  });

  test('The clone can be edited through a short-lived session and rendered or validated with the same contract', async () => {
    const base = await wire.createOrder();
    const pair = `${base}/${external}`;
    const { capability: token } = (await wire.post(`/api/v1/embedded-templates/${pair}/session`)).json<EditorSession>();
    const pages = [{ size: 'A6', body: ['Hello {{ customer.name }}'] }];
    const saved = await wire.call('PUT', '/editor/v1/template', { token, body: { pages }, headers: { 'if-match': '"1"' } });
    expect(saved.status).toBe(200);
    expect(pdfLines(await wire.post(`/api/v1/generate/single/${pair}`, { data }))).toEqual(['Hello Grace']);
    const wrong = { data: orderOf(5) };
    expect(refusal(await wire.post(`/api/v1/generate/single/${pair}`, wrong))).toEqual([422, 'DATA_INVALID']);
    expect((await wire.post(`/api/v1/templates/${pair}/validate`, wrong)).json()).toMatchObject({ valid: false });
  });

  test('The template database can be reached through the templates endpoint', async () => {
    const template = await wire.createOrder();
    const { items } = (await wire.get('/api/v1/templates')).json<{ items: Template[] }>();
    expect(items.map((one) => one.uuid)).toContain(template);
  });

  test('All paths are relative to the base address: so are those that the service answers', async () => {
    const template = await wire.createOrder();
    const created = await wire.post(`/api/v1/generate/async/${template}`, { data });
    const job = await wire.finishJob(template);
    for (const path of [created.headers.get('location')!, job.result!.url]) {
      expect(path).toMatch(/^\/api\/v1\//);
      expect((await wire.get(path)).status).toBe(200);
    }
  });
});
