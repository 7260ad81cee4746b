// Reads a stream of server-sent events (WHATWG HTML, 9.2.5 and 9.2.6).

export interface ServerEvent {
  readonly name: string;
  readonly data: string;
  /** Id of this event, or of the last event that had one. */
  readonly id: string;
  /** The server's wish: pause before the next connection, in milliseconds. */
  readonly retryMs: number | undefined;
}

/** A longer event is not kept in memory. */
const mostChars = 16 * 1024 * 1024;

/** Gives each event as it arrives. An event that breaks off before its empty line is left out. Raises an error if an event is too long. */
export async function* readEvents(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ServerEvent> {
  let name = '';
  let data: string[] = [];
  let chars = 0;
  let id = '';
  let retryMs: number | undefined;
  for await (const line of readLines(bytes)) {
    if (line === '') {
      // An event without data is not given.
      if (data.length > 0) yield { name: name || 'message', data: data.join('\n'), id, retryMs };
      name = '';
      data = [];
      chars = 0;
      continue;
    }
    const [, field = line, value = ''] = /^([^:]*): ?(.*)$/s.exec(line) ?? [];
    if (field === 'event') name = value;
    else if (field === 'data') data.push(value);
    else if (field === 'id' && !value.includes('\0')) id = value;
    else if (field === 'retry' && /^\d{1,9}$/.test(value)) retryMs = Number(value);
    chars += value.length;
    if (chars > mostChars) throw new Error('an event is too long');
  }
}

/** Lines may end with CR LF, LF or CR, and a chunk may end between CR and LF. */
async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  let endedWithCr = false;
  for await (const chunk of bytes) {
    let text = decoder.decode(chunk, { stream: true });
    if (endedWithCr && text.startsWith('\n')) text = text.slice(1);
    if (text !== '') endedWithCr = text.endsWith('\r');
    const lines = (rest + text).split(/\r\n|\n|\r/);
    rest = lines.pop()!;
    if (rest.length > mostChars) throw new Error('a line is too long');
    yield* lines;
  }
}
