// A template in memory, rendered as files are.
import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { localLimits } from '../../src/engine/limits.ts';
import { createInlineRenderer } from '../../src/renderer/create-inline-renderer.ts';

/** The PDF of a template and its data, which renders without a warning. */
export async function renderTemplate(
  document: Readonly<Record<string, unknown>>,
  data: unknown,
  assets: Readonly<Record<string, Uint8Array>> = {},
): Promise<Buffer> {
  const files = Object.entries(assets).map(([name, bytes]) => [name, { bytes, sha256: digestOf(bytes) }] as const);
  const template = { key: 'docs', document, slug: 'docs', assets: Object.fromEntries(files) };
  const request = { template, data, options: {}, limits: localLimits };
  const { body, warnings } = await createInlineRenderer().render(request);
  expect(warnings).toEqual([]);
  return Buffer.concat(body);
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
