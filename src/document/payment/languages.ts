// The languages of the QR bill (Swiss Implementation Guidelines QR-bill 2.3, 3.2).

export const billLanguages = ['de', 'fr', 'it', 'en'] as const;
export type BillLanguage = (typeof billLanguages)[number];

/** The language that a text such as `de-CH` names. Undefined: bills do not have it. */
export function billLanguageOf(locale: string): BillLanguage | undefined {
  const primary = locale.trim().split('-')[0]!.toLowerCase();
  return billLanguages.find((one) => one === primary);
}
