// The settings of a server as options: the flag, the variable, and the parser of its text.
import { isIP } from 'node:net';
import { type ServerSetting, type SettingValue, serverSettingGroups, type Takes } from '../../settings/server-settings.ts';
import { UsageError } from '../../words/usage-error.ts';

export interface ServeOption extends ServerSetting {
  /** The member in the file of --config. */
  readonly name: string;
  readonly flag: string;
  readonly variable: string;
  /** Describes a valid value, for messages. */
  readonly expects: string;
  /** The value; undefined: the text is invalid. */
  parse(text: string): SettingValue;
}

export const serveOptionGroups = serverSettingGroups.map(({ title, settings }) => ({
  title,
  options: Object.entries(settings).map(([name, setting]) => toOption(name, setting)),
}));

export const serveOptions: readonly ServeOption[] = serveOptionGroups.flatMap(({ options }) => options);

/** The value of a setting that is given elsewhere than to `pdfgen serve`. Raises UsageError. */
export function readServeSetting(name: string, text: string): string {
  const { flag, variable, expects, parse } = serveOptions.find((one) => one.name === name)!;
  const value = parse(text);
  if (typeof value === 'string') return value;
  throw new UsageError(`${flag} or ${variable} must be ${expects}`);
}

/** The default for the help: in words, or as the value. */
export function showDefault({ otherwise, fallback }: ServeOption): string {
  return otherwise ?? String(fallback({}));
}

/** The value without the password of an address, so that a person may see it. */
export function withoutPassword({ takes }: Pick<ServeOption, 'takes'>, value: SettingValue): SettingValue {
  if (takes.kind !== 'store' || typeof value !== 'string') return value;
  const url = new URL(value);
  if (url.password !== '') url.password = '***';
  for (const name of [...url.searchParams.keys()]) if (/pass|secret|key/i.test(name)) url.searchParams.set(name, '***');
  return url.href;
}

function toOption(name: string, setting: ServerSetting): ServeOption {
  const words = name.replace(/[A-Z]/g, '_$&');
  return {
    ...setting,
    ...formOf(setting.takes),
    name,
    flag: `--${words.replaceAll('_', '-').toLowerCase()}`,
    variable: `PDFGEN_${words.toUpperCase()}`,
  };
}

function formOf(takes: Takes): Pick<ServeOption, 'expects' | 'parse'> {
  switch (takes.kind) {
    case 'number': {
      const { least, most } = takes;
      return {
        expects: `a whole number from ${least} to ${most}`,
        parse: (text) => (/^\d{1,15}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined),
      };
    }
    case 'choice':
      return {
        expects: `one of ${takes.choices.join(', ')}`,
        parse: (text) => (takes.choices.includes(text) ? text : undefined),
      };
    case 'url':
      return {
        expects: 'an http or https address without user, query and fragment',
        parse: (text) => (isPublicUrl(text) ? text : undefined),
      };
    case 'store':
      return {
        expects: `an address such as ${takes.form}`,
        parse: (text) => (isStoreUrl(text, takes.schemes) ? text : undefined),
      };
    case 'networks':
      return { expects: 'IP addresses or networks (10.0.0.0/8) separated by commas', parse: parseNetworks };
    case 'word':
    case 'file':
      return { expects: 'a text that is not empty', parse: (text) => (text === '' ? undefined : text) };
  }
}

function isPublicUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username + password + search + hash === '';
}

function isStoreUrl(text: string, schemes: readonly string[]): boolean {
  return schemes.some((scheme) => text.startsWith(`${scheme}://`)) && URL.canParse(text);
}

function parseNetworks(text: string): SettingValue {
  const list = text.split(',').map((one) => one.trim());
  return list.every(isNetwork) ? list : undefined;
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
