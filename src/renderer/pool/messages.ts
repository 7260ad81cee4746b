// Messages between the pool, its child process and the child's threads: plain data.
import type { Breach, ErrorCode } from '../../contract/errors.ts';
import { PdfgenError } from '../../contract/errors.ts';
import { JsonText } from '../../contract/json-text.ts';
import type { FileItem, Limits, RenderCallName, RenderCalls, RenderRequest, TemplateSource } from '../renderer.ts';
import { rendererLost } from './pool-errors.ts';
import type { TemplateText } from './template-texts.ts';

/** Data between processes: a JsonText would arrive as a plain object. */
type SentData = { readonly json: string } | { readonly value: unknown };

/** A call of the renderer, for a thread. */
export interface Task {
  readonly kind: RenderCallName;
  /** Undefined: the call needs no template. */
  readonly template: TemplateText | undefined;
  /** The request without its template. Data can be sent. */
  readonly request: SentRequest;
}

interface SentRequest {
  readonly data?: SentData;
  readonly items?: readonly SentData[];
}

/** A task for threads of this process, which share memory with it. */
export interface FileTask {
  readonly kind: 'renderFiles';
  readonly template: TemplateText;
  readonly items: readonly FileItem[];
  readonly options: RenderRequest['options'];
  readonly limits: Limits;
  readonly control: Int32Array;
}

/** Positions in a task's `control`: whether the task must end, and its progress (begun, then each finished document). */
export const controlStop = 0;
export const controlSteps = 1;

/** An error of the system as data. */
export interface SystemErrorData {
  readonly message: string;
  readonly code: string | undefined;
  readonly syscall: string | undefined;
  readonly path: string | undefined;
}

/** A task without its template. */
export type SentTask = Omit<Task, 'template'>;

/** An error as data. It keeps members that a cloned Error loses. */
export interface ErrorData {
  readonly code: ErrorCode;
  readonly message: string;
  readonly errors?: readonly Breach[];
  readonly errorsTruncated?: boolean;
}

/** When a thread began a task, by the clock of the machine (milliseconds since 1970), how long it worked, and its number in its process. */
export interface ThreadTimes {
  readonly beganMs: number;
  readonly ms: number;
  readonly thread: number;
}

export type CallOutcome = ({ readonly value: unknown } | { readonly error: ErrorData }) & { readonly times: ThreadTimes };

/** Threads of a child process: `render` for documents, `check` for everything else. Spare threads take calls that would wait for other teams. */
export const threadGroups = ['render', 'renderSpare', 'check', 'checkSpare'] as const;

export type ThreadGroup = (typeof threadGroups)[number];

export type ToChild =
  /** Sent before the first task with this template. */
  | { readonly type: 'template'; readonly template: TemplateText }
  /** `template`: the key of the task's template. The task itself has no template. */
  | {
      readonly type: 'run';
      readonly id: number;
      readonly group: ThreadGroup;
      readonly task: SentTask;
      readonly template: string | undefined;
    }
  | { readonly type: 'stop' | 'takeBack'; readonly id: number };

export type FromChild =
  | { readonly type: 'ready' }
  | { readonly type: 'done'; readonly id: number; readonly outcome: CallOutcome }
  /** The thread ended without an outcome. */
  | { readonly type: 'died'; readonly id: number; readonly reason: string }
  /** The task was taken back before it began. */
  | { readonly type: 'returned'; readonly id: number }
  | { readonly type: 'resident'; readonly bytes: number };

/** The members of a request that cannot be sent as they are. */
interface AnyRequest {
  readonly template?: TemplateSource;
  readonly data?: unknown;
  readonly items?: readonly unknown[];
}

export function toTask<Name extends RenderCallName>(
  kind: Name,
  request: RenderCalls[Name]['takes'],
  toText: (template: TemplateSource) => TemplateText,
): Task {
  const { template, data, items, ...rest } = request as AnyRequest;
  return {
    kind,
    template: template && toText(template),
    request: { ...rest, ...('data' in request && { data: toSentData(data) }), ...(items && { items: items.map(toSentData) }) },
  };
}

/** The request of a task. Its template is left out. */
export function fromSentRequest({ data, items, ...rest }: SentRequest): object {
  return { ...rest, ...(data && { data: fromSentData(data) }), ...(items && { items: items.map(fromSentData) }) };
}

const toSentData = (data: unknown): SentData => (data instanceof JsonText ? { json: data.text } : { value: data });

const fromSentData = (data: SentData): unknown => ('json' in data ? new JsonText(data.json) : data.value);

/** Tells the caller of a task what the thread has answered. */
export function settle(
  { resolve, reject }: { resolve(value: unknown): void; reject(error: unknown): void },
  message: Extract<FromChild, { type: 'done' | 'died' }>,
): void {
  if (message.type === 'died') reject(rendererLost('thread-died', message.reason));
  else if ('value' in message.outcome) resolve(message.outcome.value);
  else reject(fromErrorData(message.outcome.error));
}

export function toErrorData(error: unknown): ErrorData {
  if (error instanceof PdfgenError) {
    const { code, message, errors, errorsTruncated } = error;
    return { code, message, ...(errors && { errors, errorsTruncated }) };
  }
  // A fault of the renderer itself. Its message may hold paths, so it goes only to the log.
  console.error(error);
  return { code: 'RENDER_FAILED', message: 'An unexpected fault in the renderer.' };
}

export function toSystemErrorData(error: unknown): SystemErrorData {
  const { message, code, syscall, path } = error as NodeJS.ErrnoException;
  return { message, code, syscall, path };
}

export function fromSystemErrorData({ message, ...about }: SystemErrorData): Error {
  return Object.assign(new Error(message), about);
}

export function fromErrorData({ code, message, errors, errorsTruncated }: ErrorData): PdfgenError {
  return new PdfgenError(code, message, { errors, errorsTruncated });
}
