// The values of `format` in a data schema. Each format is checked, and has an example for messages.
import formatsModule from 'ajv-formats/dist/formats.js';
import { isUuid } from '../words/is-uuid.ts';
import type { Clock, Matcher } from './clock.ts';

const { fullFormats } = formatsModule;

/** The formats of JSON Schema 2020-12, 7.3, each with an example of a valid value. */
export const formatExamples: Readonly<Record<string, string>> = {
  date: 'a date such as 2026-03-31',
  time: 'a time with its offset, such as 14:30:00Z',
  'date-time': 'a date and time with its offset, such as 2026-03-31T14:30:00Z',
  duration: 'a duration such as P3DT12H',
  email: 'an e-mail address',
  'idn-email': 'an e-mail address',
  hostname: 'a host name',
  'idn-hostname': 'a host name',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  uri: 'a URI with its scheme, such as https://example.com/',
  'uri-reference': 'a URI or a relative reference',
  iri: 'an IRI with its scheme',
  'iri-reference': 'an IRI or a relative reference',
  'uri-template': 'a URI template',
  uuid: 'a UUID such as 123e4567-e89b-12d3-a456-426614174000',
  'json-pointer': 'a JSON Pointer',
  'relative-json-pointer': 'a relative JSON Pointer',
  regex: 'a regular expression',
};

export const formatNames: readonly string[] = Object.keys(formatExamples);

type FormatCheck = (text: string) => boolean;

const own: Readonly<Record<string, FormatCheck>> = {
  'date-time': (text) =>
    /^\d{4}-\d\d-\d\dt\d\d:\d\d:\d\d(?:\.\d+)?(?:z|[+-]\d\d:\d\d)$/i.test(text) && packaged('date-time').test(text),
  time: (text) => /^\d\d:\d\d:\d\d(?:\.\d+)?(?:z|[+-]\d\d:\d\d)$/i.test(text) && packaged('time').test(text),
  'idn-email': (text) => /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)*$/u.test(text),
  'idn-hostname': (text) =>
    text.length <= 253 && /^[\p{L}\p{N}][\p{L}\p{N}\p{M}-]*(?:[.\u3002][\p{L}\p{N}][\p{L}\p{N}\p{M}-]*)*$/u.test(text),
  iri: (text) => packaged('uri').test(toAscii(text)),
  'iri-reference': (text) => packaged('uri-reference').test(toAscii(text)),
  uuid: isUuid,
};

// RFC 3987, 3.1: percent-encoding turns an IRI into a URI. For the check, every further character becomes the same escape.
const toAscii = (text: string): string => text.replace(/[^\x00-\x9f]/g, '%AA');

function packaged(name: string): Matcher {
  const format: unknown = fullFormats[name as keyof typeof fullFormats];
  if (format instanceof RegExp) return format;
  if (typeof format === 'function') return { test: format as FormatCheck };
  return { test: (format as { validate: FormatCheck }).validate };
}

/** The checks of all formats, for Ajv. Long texts need the watchdog, because some of the expressions backtrack. */
export function buildFormats(clock: Pick<Clock, 'guardLong'>): Record<string, FormatCheck> {
  const matcherOf = (name: string): Matcher => (own[name] ? { test: own[name] } : packaged(name));
  return Object.fromEntries(formatNames.map((name) => [name, clock.guardLong(matcherOf(name), 1024)]));
}
