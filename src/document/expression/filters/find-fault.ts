// Finds invalid names of locales, languages, time zones and currencies, and guesses the intended name.
import { offsetMs } from '../../../words/calendar.ts';
import { suggest } from '../../../words/nearest.ts';
import { isMachineZone, zoneOfName } from '../../other-names/zones.ts';
import { asWritten } from '../scope.ts';

/** The fault of a locale (BCP 47) for numbers and dates, with the likely locale. */
export function findLocaleFault(locale: string): string | undefined {
  const parsed = parseLocale(locale);
  if (parsed === undefined || languageName(parsed.language) === undefined)
    return `${JSON.stringify(locale)} is not a locale${localeHint(locale)}`;
  if (parsed.region !== undefined && regionName(parsed.region) === undefined)
    return `${JSON.stringify(locale)} is not a locale: there is no region "${parsed.region}"${localeHint(parsed.language)}`;
  if (Intl.NumberFormat.supportedLocalesOf(locale).length === 0)
    return `The formats of ${JSON.stringify(locale)} (${languageName(parsed.language)}) are not known${localeHint(locale)}`;
  for (const [member, key] of [
    ['calendar', 'calendar'],
    ['numberingSystem', 'numbering system'],
  ] as const) {
    const value = parsed[member];
    if (value !== undefined && !Intl.supportedValuesOf(member).includes(value))
      return `${JSON.stringify(locale)} is not a locale: there is no ${key} "${value}"${suggest(value, Intl.supportedValuesOf(member))}`;
  }
  return undefined;
}

/** ISO 639-1, with the codes of earlier editions. A browser has the names of fewer languages than Node. */
const shortLanguages: ReadonlySet<string> = new Set(
  `aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu
fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik in io is it iu iw ja ji jv jw ka kg ki kj
kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mo mr ms mt my na nb nd ne ng nl nn no nr nv ny
oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl
tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu`.split(/\s/),
);

/** The fault of the language of a document (BCP 47). The list of languages with three letters is too long to check. */
export function findLanguageFault(language: string): string | undefined {
  const parsed = parseLocale(language);
  if (parsed && (parsed.language.length === 3 || !/^(?!und$)[a-z]/.test(parsed.language) || shortLanguages.has(parsed.language)))
    return undefined;
  return `${JSON.stringify(language)} is not a language${localeHint(language)}`;
}

/** The language of a locale, without its calendar and digits: `ar-EG` of `ar-EG-u-nu-latn`. Undefined: it is no locale. */
export const languageOfLocale = (locale: string): string | undefined => parseLocale(locale)?.baseName;

function parseLocale(locale: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(locale);
  } catch {
    return undefined;
  }
}

function languageName(language: string, within = 'en'): string | undefined {
  // A tag such as "und" or "x-private" has no language.
  if (!/^[a-z]{2,8}$/.test(language) || language === 'und') return undefined;
  return new Intl.DisplayNames(within, { type: 'language', fallback: 'none' }).of(language);
}

function regionName(region: string, within = 'en'): string | undefined {
  return region === 'ZZ' ? undefined : new Intl.DisplayNames(within, { type: 'region', fallback: 'none' }).of(region);
}

/** `; did you mean "de-DE"?` for `de_DE.UTF-8`, `german`, `Deutsch`, `Germany`, `jp`; else an example. */
function localeHint(given: string): string {
  const dashed = given
    .trim()
    .replace(/[.@].*$/, '')
    .replaceAll('_', '-');
  const meant = dashed !== given && findLocaleFault(dashed) === undefined ? dashed : localeOf(dashed);
  return meant === undefined ? ', such as "de-DE"' : `; did you mean "${meant}"?`;
}

let localeNames: ReadonlyMap<string, string> | undefined;

/** The locale of the name of a language or a region, in English or its own language, or of the code of a region. */
function localeOf(name: string): string | undefined {
  localeNames ??= listLocaleNames();
  const whole = name.trim().toLowerCase();
  return localeNames.get(whole) ?? localeNames.get(whole.split(/[\s_(-]/)[0]!);
}

function listLocaleNames(): ReadonlyMap<string, string> {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const names = new Map<string, string>();
  const note = (name: string | undefined, locale: string) => {
    const key = name?.toLowerCase();
    if (key !== undefined && !names.has(key)) names.set(key, locale);
  };
  const english = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  for (const code of codes) {
    if (Intl.NumberFormat.supportedLocalesOf(code).length === 0) continue;
    note(english.of(code), code);
    note(languageName(code, code), code);
  }
  for (const code of codes.map((one) => one.toUpperCase())) {
    if (regions.of(code) === undefined || code === 'ZZ') continue;
    const { language, region } = new Intl.Locale(`und-${code}`).maximize();
    const locale = `${language}-${region}`;
    if (language === 'und' || region !== code || Intl.NumberFormat.supportedLocalesOf(locale).length === 0) continue;
    note(regions.of(code), locale);
    note(code, locale);
  }
  return names;
}

/** IANA's names of three letters. Engines know abbreviations besides, such as BST, which is Dhaka there. */
const shortZones: ReadonlySet<string> = new Set(['CET', 'EET', 'GMT', 'MET', 'PRC', 'ROC', 'ROK', 'UCT', 'UTC', 'WET']);

/** The fault of the `timezone` of a template. */
export function findZoneFault(zone: string): string | undefined {
  if (zone === asWritten || isZone(zone)) return undefined;
  const name = zone.trim();
  const fault = `${JSON.stringify(zone)} is not a time zone`;
  if (isMachineZone(name)) return `${fault}: a document is the same on every machine, so name its zone, such as "Europe/Berlin"`;
  const [, sign, hours = '', minutes = '0'] = /^(?:utc|gmt)?([+-])(\d{1,2})(?::?(\d{2}))?$/i.exec(name) ?? [];
  const fixed = sign && zoneOfOffset((sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)));
  if (fixed)
    return `${fault}, but an offset: name the zone of a place, such as "Europe/Berlin", which knows its summer time; "${fixed}" has this offset all year`;
  const all = [asWritten, ...Intl.supportedValuesOf('timeZone')];
  const city = `/${name.toLowerCase().replaceAll(' ', '_')}`;
  // Rails writes "Eastern Time (US & Canada)".
  const meant = zoneOfName(name.replace(/\s*\([^)]*\)$/, '')) ?? all.find((one) => one.toLowerCase().endsWith(city));
  return fault + (meant === undefined ? suggest(name, all) || ', such as "Europe/Berlin"' : `; did you mean "${meant}"?`);
}

function isZone(zone: string): boolean {
  // New engines take an offset for a zone.
  if (/^[+-]/.test(zone) || zoneOfName(zone) !== undefined || (zone.length === 3 && !shortZones.has(zone.toUpperCase())))
    return false;
  return offsetMs(new Date(0), zone) !== undefined;
}

/** A zone with the same offset, in minutes, all year. Undefined: there is none. */
function zoneOfOffset(minutes: number): string | undefined {
  // POSIX, 8.3: zones of the form Etc/GMT-1 count west of Greenwich, so one hour east is -1.
  const etc = minutes === 0 ? 'UTC' : `Etc/GMT${minutes > 0 ? '-' : '+'}${Math.abs(minutes) / 60}`;
  const keeps = (zone: string) =>
    [Date.UTC(2026, 0), Date.UTC(2026, 6)].every((at) => offsetMs(new Date(at), zone) === minutes * 60_000);
  return [etc, ...Intl.supportedValuesOf('timeZone')].find(keeps);
}

let currencies: ReadonlySet<string> | undefined;

/** The fault of the code of a currency (ISO 4217). */
export function findCurrencyFault(code: string): string | undefined {
  currencies ??= new Set(Intl.supportedValuesOf('currency'));
  const upper = code.trim().toUpperCase();
  if (currencies.has(code.toUpperCase())) return undefined;
  const meant = currencies.has(upper) ? upper : currencyOf(code.trim());
  const hint = meant === undefined ? suggest(upper, [...currencies]) || ', such as "EUR"' : `; did you mean "${meant}"?`;
  return `${JSON.stringify(code)} is not a currency${hint}`;
}

/** If currencies share a sign or a name, it stands for the first currency in this list. */
const commonCurrencies = [
  'USD',
  'EUR',
  'GBP',
  'JPY',
  'CHF',
  'INR',
  'SEK',
  'CNY',
  'AUD',
  'CAD',
  'BRL',
  'PLN',
  'CZK',
  'KRW',
  'TRY',
];
let currencyNames: ReadonlyMap<string, string> | undefined;

/** The code of a sign or of an English name: `€`, `US$`, `Euros`, `dollars`. */
function currencyOf(name: string): string | undefined {
  currencyNames ??= listCurrencyNames();
  return currencyNames.get(name.toLowerCase());
}

function listCurrencyNames(): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const note = (name: string, code: string) => {
    if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), code);
  };
  for (const code of [...commonCurrencies, ...(currencies ?? [])]) {
    for (const currencyDisplay of ['symbol', 'narrowSymbol', 'name'] as const) {
      for (const amount of [1, 2]) {
        const parts = new Intl.NumberFormat('en-CA', { style: 'currency', currency: code, currencyDisplay }).formatToParts(
          amount,
        );
        const name = parts.find((part) => part.type === 'currency')?.value ?? code;
        note(name, code);
        if (currencyDisplay === 'name' && commonCurrencies.includes(code)) {
          note(name.split(' ').at(-1)!, code);
          note(name.split(' ').at(-1)!.replace(/s$/, ''), code);
        }
      }
    }
  }
  note('US$', 'USD');
  note('Fr.', 'CHF');
  note('sFr.', 'CHF');
  return names;
}
