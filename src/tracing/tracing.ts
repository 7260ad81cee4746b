// The port of traces. Spans name their parents by `traceparent`, as W3C Trace Context writes it, so that a parent may be in another process.

export interface Tracing {
  begin(name: string, about: SpanAbout): Span;
  /** Sends what is left, for a short time at most. */
  close(): Promise<void>;
}

/** How spans are written for a collector. */
export type OtlpProtocol = 'http/protobuf' | 'http/json';

export type SpanFacts = Readonly<Record<string, string | number | undefined>>;

export interface SpanAbout {
  readonly kind: 'server' | 'consumer' | 'internal';
  /** A missing or invalid parent begins a new trace. */
  readonly parent: string | undefined;
  readonly facts?: SpanFacts;
  /** Milliseconds since 1970. Default: now. */
  readonly beganMs?: number;
}

export interface Span {
  readonly traceparent: string;
  /** `fault`: why the work failed. */
  end(end?: { readonly facts?: SpanFacts; readonly fault?: string | undefined; readonly endedMs?: number }): void;
}
