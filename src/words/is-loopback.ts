/** Whether the host name of a URL means this machine. Names below `localhost` never leave it (RFC 6761, 6.3). */
export function isLoopback(host: string): boolean {
  return /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);
}
