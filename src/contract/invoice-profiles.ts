// The profiles of electronic invoices.

/** Profiles from small to large. XRECHNUNG has the terms of EN 16931 under rules of its own. */
export const profileNames = ['MINIMUM', 'BASIC WL', 'BASIC', 'EN 16931', 'EXTENDED', 'XRECHNUNG'] as const;
export type ProfileName = (typeof profileNames)[number];
