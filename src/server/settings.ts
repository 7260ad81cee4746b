// What a server can be told, and what holds when it is told nothing.

export interface ServerSettings {
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
  /** PEM texts; undefined: plain HTTP. */
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
  /** Addresses or networks whose `X-Forwarded-For` is believed; false: none. */
  readonly trustProxy: false | readonly string[];
  readonly maxBodyBytes: number;
  readonly maxBatchBytes: number;
  readonly maxAssetBytes: number;
  /** Of the bodies of all calls together; default: four of the largest. */
  readonly maxHeldBytes: number;
  /** Levels of nesting in a JSON body's data. */
  readonly maxJsonDepth: number;
  readonly maxHeaderBytes: number;
  /** Time for the head of a request. */
  readonly headersTimeoutMs: number;
  /** Time for a whole request, its body included. */
  readonly requestTimeoutMs: number;
  /** Between two requests of a connection. */
  readonly keepAliveMs: number;
  /** Without a byte in either direction, in the middle of a request or of an answer. */
  readonly stalledMs: number;
  /** Calls a minute by a token; undefined: as many as come. */
  readonly requestsPerMinute: number | undefined;
  /** Failed authentications a minute by an address. */
  readonly failedAuthenticationsPerMinute: number;
  /** A port of its own for `/metrics`, without a token; undefined: on the server's, with one. */
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
}

const defaults: Omit<ServerSettings, 'maxHeldBytes'> = {
  host: '127.0.0.1',
  port: 8080,
  tls: undefined,
  trustProxy: false,
  maxBodyBytes: 1024 ** 2,
  maxBatchBytes: 32 * 1024 ** 2,
  maxAssetBytes: 32 * 1024 ** 2,
  maxJsonDepth: 64,
  maxHeaderBytes: 16 * 1024,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 120_000,
  keepAliveMs: 72_000,
  stalledMs: 120_000,
  requestsPerMinute: undefined,
  failedAuthenticationsPerMinute: 10,
  metricsPort: undefined,
  metricsHost: '127.0.0.1',
};

/** The settings of a server that is told these. */
export function completeSettings(given: Partial<ServerSettings>): ServerSettings {
  const settings = { ...defaults, ...given };
  const { maxBodyBytes, maxBatchBytes, maxAssetBytes } = settings;
  return { maxHeldBytes: 4 * Math.max(maxBodyBytes, maxBatchBytes, maxAssetBytes), ...settings };
}
