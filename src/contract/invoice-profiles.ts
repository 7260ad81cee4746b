// The profiles of electronic invoices.

/** Profiles from small to large. XRECHNUNG has the terms of EN 16931 under rules of its own. */
export const profileNames = ['MINIMUM', 'BASIC WL', 'BASIC', 'EN 16931', 'EXTENDED', 'XRECHNUNG'] as const;
export type ProfileName = (typeof profileNames)[number];

const plain = (name: string): string => name.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** The profile that a name means in another spelling (`EN16931`, `basic-wl`), or by its name in ZUGFeRD 1 (`COMFORT`). */
export const findMeantProfile = (given: string): ProfileName | undefined =>
  plain(given) === 'COMFORT' ? 'EN 16931' : profileNames.find((name) => plain(name) === plain(given));
