// Names of time zones that people write instead of the IANA names.
import { inSmallLetters, meaningsByName, otherNames } from './other-names.ts';

/** The zone that most people mean. Abbreviations stand for several zones, or for one half of the year only. */
export const zoneOfName = otherNames(
  meaningsByName(
    {
      'Africa/Johannesburg': 'sast',
      'America/Anchorage': 'akst',
      'America/Chicago': 'cst, cdt, central time, central standard time',
      'America/Denver': 'mst, mdt, mountain time, mountain standard time',
      'America/Halifax': 'ast',
      'America/Los_Angeles': 'pst, pdt, pacific time, pacific standard time',
      'America/New_York': 'est, edt, eastern time, eastern standard time',
      'America/Sao_Paulo': 'brt, e. south america standard time',
      'Asia/Hong_Kong': 'hkt',
      'Asia/Kolkata': 'ist, india standard time',
      'Asia/Seoul': 'kst',
      'Asia/Shanghai': 'china standard time',
      'Asia/Singapore': 'sgt',
      'Asia/Tokyo': 'jst, tokyo standard time',
      'Australia/Sydney': 'aedt, aest, aus eastern standard time',
      'Europe/Athens': 'eest',
      'Europe/Berlin': 'cest, mez, mesz, w. europe standard time',
      'Europe/Istanbul': 'turkey standard time',
      'Europe/Lisbon': 'west',
      'Europe/London': 'bst, gmt standard time',
      'Europe/Moscow': 'msk, russian standard time',
      'Europe/Paris': 'romance standard time',
      'Europe/Warsaw': 'central european standard time',
      'Pacific/Auckland': 'nzdt, nzst',
      'Pacific/Honolulu': 'hst',
      UTC: 'z, zulu',
      written: 'as-is, as is, floating, keep, naive, none, off, original, preserve, source',
    },
    ', ',
  ),
  inSmallLetters,
);

/** Words that mean the zone of the machine, which no document depends on. */
export const isMachineZone = (name: string): boolean =>
  /^(?:local(?:time)?|auto(?:matic)?|browser|client|current|default|device|host|machine|native|os|server|system|user)$/i.test(
    name,
  );
