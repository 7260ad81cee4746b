// Writes a line of a server's log for a person at a terminal. Programs get the same line as JSON.
import { toLine } from '../../words/to-line.ts';
import type { Style } from '../io/style.ts';

/** A line of the log, as its JSON says it. */
export type LogRecord = Readonly<Record<string, unknown>> & {
  readonly level: number;
  readonly time: string;
  readonly msg: string;
};

/** The line: the time of day, what happened, and the facts that help to find out more. */
export function writeLogLine(record: LogRecord, style: Style): string {
  const clock = new Date(record.time).toTimeString().slice(0, 8);
  const text = record.status === undefined ? describeEvent(record, style) : describeCall(record, style);
  return `${style.dim(clock)} ${text}\n`;
}

/** A call that has ended: `200 generateSingle 812 ms`. A page has its address in place of a name. */
function describeCall({ msg, status, operation, method, path, ms }: LogRecord, style: Style): string {
  const shown = String(status);
  const what = operation === undefined || operation === 'other' ? `${method} ${path}` : String(operation);
  const ending = msg === 'answered' ? '' : `, ${msg}`;
  const paint = Number(status) >= 500 ? style.red : Number(status) >= 400 ? style.yellow : style.green;
  return `${paint(shown)} ${toLine(what)} ${ms} ms${ending}`;
}

/** Facts that the line has elsewhere, or that do not help a person. */
const left = ['level', 'time', 'msg', 'detail', 'requestId', 'team', 'trace'];

function describeEvent(record: LogRecord, style: Style): string {
  const { level, msg, detail } = record;
  const word = level >= 50 ? `${style.red('error')} ` : level >= 40 ? `${style.yellow('warning')} ` : '';
  const facts = Object.entries(record)
    .filter(([name, value]) => !left.includes(name) && value !== undefined && value !== '')
    .map(([name, value]) => `${name} ${showFact(value)}`);
  const what = [msg, detail].filter((part) => part !== undefined && part !== '').join(': ');
  return word + toLine(`${what}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`);
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-([0-9a-f]{12})$/;

/** The end of a UUID names a job as well as the whole, and is shorter. */
function showFact(value: unknown): string {
  if (typeof value === 'string') return uuid.exec(value)?.[1] ?? value;
  if (Array.isArray(value)) return value.map(showFact).join('; ');
  if (typeof value !== 'object' || value === null) return String(value);
  const { message, at } = value as { readonly message?: unknown; readonly at?: unknown };
  return message === undefined ? JSON.stringify(value) : `${message}${at === undefined ? '' : ` at ${at}`}`;
}
