// A thread of the pool: one task after the other on a renderer of its own.
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { createInlineRenderer } from '../create-inline-renderer.ts';
import type { RenderResult, TemplateSource } from '../types.ts';
import { type Outcome, type Task, toErrorData } from './messages.ts';
import type { TemplateText } from './template-texts.ts';

const renderer = createInlineRenderer();

export default async function run(task: Task): Promise<unknown> {
  let outcome: Outcome;
  try {
    outcome = { value: await perform(task) };
  } catch (error) {
    outcome = { error: toErrorData(error) };
  }
  return task.kind === 'render' && 'value' in outcome ? moveResult(outcome.value as RenderResult) : outcome;
}

async function perform(task: Task): Promise<unknown> {
  switch (task.kind) {
    case 'lint':
      return renderer.lint(toSource(task.template));
    case 'fontFamilies':
      return renderer.fontFamilies(toSource(task.template));
    case 'validate':
      return renderer.validate(toSource(task.template), task.data, task.limits);
    case 'validateItems':
      return renderer.validateItems(toSource(task.template), task.items, task.limits);
    case 'inspectAsset':
      return renderer.inspectAsset(task.bytes);
    case 'render':
      return renderer.render({ ...task, template: toSource(task.template) });
  }
}

/** The document is parsed when the renderer asks for it: only for a key that it does not know. */
function toSource({ key, slug, json, assets }: TemplateText): TemplateSource {
  let document: TemplateSource['document'] | undefined;
  return {
    key,
    slug,
    assets,
    get document() {
      document ??= JSON.parse(Buffer.from(json).toString()) as TemplateSource['document'];
      return document;
    },
  };
}

/** The bytes change hands instead of being copied. */
function moveResult(result: RenderResult): unknown {
  const body = new Uint8Array(result.bytes);
  let at = 0;
  for (const chunk of result.body) {
    body.set(chunk, at);
    at += chunk.length;
  }
  const outcome: Outcome = { value: { ...result, body: [body] } };
  return move({ [transferableSymbol]: [body.buffer], [valueSymbol]: outcome } as Parameters<typeof move>[0]);
}
