// What crosses between the pool, its child process and the threads in there: plain data.
import type { Breach, ErrorCode } from '../../contract/errors.ts';
import { PdfgenError } from '../../contract/errors.ts';
import type { FileItem, Limits, RenderRequest } from '../types.ts';
import type { TemplateText } from './template-texts.ts';

export type Task =
  | { readonly kind: 'lint' | 'fontFamilies'; readonly template: TemplateText }
  | { readonly kind: 'validate'; readonly template: TemplateText; readonly data: unknown; readonly limits: Limits }
  | {
      readonly kind: 'validateItems';
      readonly template: TemplateText;
      readonly items: readonly unknown[];
      readonly limits: Limits;
    }
  | { readonly kind: 'inspectAsset'; readonly bytes: Uint8Array }
  | {
      readonly kind: 'render';
      readonly template: TemplateText;
      readonly data: unknown;
      readonly options: RenderRequest['options'];
      readonly limits: Limits;
    };

/** A task of threads of this process: the two sides share memory. */
export interface FileTask {
  readonly kind: 'renderFiles';
  readonly template: TemplateText;
  readonly items: readonly FileItem[];
  readonly options: RenderRequest['options'];
  readonly limits: Limits;
  readonly control: Int32Array;
}

/** Where in a task's `control` stands whether it is to end, and its steps: that it has begun, and each document that is done. */
export const controlStop = 0;
export const controlSteps = 1;

/** An error of the system as data. */
export interface SystemErrorData {
  readonly message: string;
  readonly code: string | undefined;
  readonly syscall: string | undefined;
  readonly path: string | undefined;
}

export type TaskKind = Task['kind'];

/** A task without its template. */
export type SentTask = Task extends infer T ? (T extends Task ? Omit<T, 'template'> : never) : never;

/** An error as data: what an Error loses when it is cloned. */
export interface ErrorData {
  readonly code: ErrorCode;
  readonly message: string;
  readonly errors?: readonly Breach[];
  readonly errorsTruncated?: boolean;
}

export type Outcome = { readonly value: unknown } | { readonly error: ErrorData };

export type ToChild =
  /** Comes before the first task that is about it. */
  | { readonly type: 'template'; readonly template: TemplateText }
  /** `template`: the key of the task's template, which the task itself leaves out. */
  | { readonly type: 'run'; readonly id: number; readonly task: SentTask; readonly template: string | undefined }
  | { readonly type: 'stop'; readonly id: number };

export type FromChild =
  | { readonly type: 'ready' }
  | { readonly type: 'done'; readonly id: number; readonly outcome: Outcome }
  /** The thread ended without an outcome. */
  | { readonly type: 'died'; readonly id: number; readonly reason: string }
  | { readonly type: 'resident'; readonly bytes: number };

export function toErrorData(error: unknown): ErrorData {
  if (error instanceof PdfgenError) {
    const { code, message, errors, errorsTruncated } = error;
    return { code, message, ...(errors && { errors, errorsTruncated }) };
  }
  // A fault of the renderer itself: its words may hold paths, so that they go to the log alone.
  console.error(error);
  return { code: 'RENDER_FAILED', message: 'The renderer met a fault of its own.' };
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
