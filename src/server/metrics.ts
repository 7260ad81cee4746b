// Metrics of a running server for Prometheus.
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

export interface Metrics {
  readonly registry: Registry;
  observe(operation: string, method: string, status: number, seconds: number): void;
  /** Creates an HTTP server that serves only `/metrics`. */
  createServer(): MetricsServer;
}

export interface MetricsServer {
  listen(host: string, port: number): Promise<string>;
  close(): Promise<void>;
}

/** Creates a registry with the numbers of the process and of the calls. A caller may add its own numbers. */
export function createMetrics(registry: Registry = new Registry()): Metrics {
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'pdfgen_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer.',
    labelNames: ['operation', 'method', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 30, 60],
    registers: [registry],
  });
  return {
    registry,
    observe: (operation, method, status, seconds) => duration.observe({ operation, method, status }, seconds),
    createServer: () => createMetricsServer(registry),
  };
}

function createMetricsServer(registry: Registry): MetricsServer {
  const server = createHttpServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') return void response.writeHead(404).end();
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  return {
    listen: (host, port) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          const { address, family, port: taken } = server.address() as AddressInfo;
          resolve(`http://${family === 'IPv6' ? `[${address}]` : address}:${taken}/metrics`);
        });
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
