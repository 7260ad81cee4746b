// A thread of the pool. It has its own renderer and does one task after the other.
import { threadId } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { createInlineRenderer } from '../create-inline-renderer.ts';
import { renderFiles } from '../render-files.ts';
import type { RenderResult, TemplateSource } from '../renderer.ts';
import {
  type CallOutcome,
  controlSteps,
  controlStop,
  type FileTask,
  fromSentRequest,
  type Task,
  type ThreadTimes,
  toErrorData,
  toSystemErrorData,
} from './messages.ts';
import type { TemplateText } from './template-texts.ts';

const renderer = createInlineRenderer();

export default async function run(task: Task | FileTask): Promise<unknown> {
  const [beganMs, from] = [Date.now(), performance.now()];
  const times = () => ({ beganMs, ms: performance.now() - from, thread: threadId });
  let outcome: CallOutcome;
  try {
    const value = await perform(task);
    outcome = { value, times: times() };
  } catch (error) {
    outcome = { error: toErrorData(error), times: times() };
  }
  return task.kind === 'render' && 'value' in outcome ? moveResult(outcome.value as RenderResult, outcome.times) : outcome;
}

async function perform(task: Task | FileTask): Promise<unknown> {
  if (task.kind === 'renderFiles') return makeFiles(task);
  const { kind, template, request } = task;
  const call = renderer[kind] as (request: object) => Promise<unknown>;
  return call({ ...fromSentRequest(request), ...(template && { template: toSource(template) }) });
}

async function makeFiles({ template, control, ...task }: FileTask): Promise<unknown> {
  const step = () => void Atomics.add(control, controlSteps, 1);
  step();
  const { outcomes, fault, ms } = await renderFiles(renderer, {
    ...task,
    template: toSource(template),
    isStopped: () => Atomics.load(control, controlStop) !== 0,
    onDone: step,
  });
  return {
    outcomes: outcomes.map((one) => ('error' in one ? { error: toErrorData(one.error) } : one)),
    fault: fault === undefined ? undefined : toSystemErrorData(fault),
    ms,
  };
}

/** The document is parsed when the renderer reads it, which it does only for an unknown key. */
function toSource({ json, ...rest }: TemplateText): TemplateSource {
  let document: TemplateSource['document'] | undefined;
  return {
    ...rest,
    get document() {
      document ??= JSON.parse(Buffer.from(json).toString()) as TemplateSource['document'];
      return document;
    },
  };
}

/** The bytes are transferred, not copied. */
function moveResult(result: RenderResult, times: ThreadTimes): unknown {
  const body = new Uint8Array(result.bytes);
  let at = 0;
  for (const chunk of result.body) {
    body.set(chunk, at);
    at += chunk.length;
  }
  const outcome: CallOutcome = { value: { ...result, body: [body] }, times };
  return move({ [transferableSymbol]: [body.buffer], [valueSymbol]: outcome } as Parameters<typeof move>[0]);
}
