// Names of quarters, which Intl lacks (ECMA-402 has no such field). Source: CLDR 48, `quarters`, in the form for dates.

/** Locales, short names, long names: four names, or a single name with `#` for the number and `@` for the Roman number. */
const names: readonly (readonly [locales: string, short: string, long: string])[] = [
  ['af', 'K#', '1ste kwartaal|2de kwartaal|3de kwartaal|4de kwartaal'],
  ['am', 'ሩብ#', '#ኛው ሩብ'],
  ['ar', 'الربع الأول|الربع الثاني|الربع الثالث|الربع الرابع', 'الربع الأول|الربع الثاني|الربع الثالث|الربع الرابع'],
  ['az', '1-ci kv.|2-ci kv.|3-cü kv.|4-cü kv.', '1-ci kvartal|2-ci kvartal|3-cü kvartal|4-cü kvartal'],
  ['be', '1-шы кв.|2-гі кв.|3-ці кв.|4-ты кв.', '1-шы квартал|2-гі квартал|3-ці квартал|4-ты квартал'],
  ['bg', '#. трим.', '#. тримесечие'],
  ['bn', 'ত্রৈমাসিক|দ্বিতীয় ত্রৈমাসিক|তৃতীয় ত্রৈমাসিক|চতুর্থ ত্রৈমাসিক', 'ত্রৈমাসিক|দ্বিতীয় ত্রৈমাসিক|তৃতীয় ত্রৈমাসিক|চতুর্থ ত্রৈমাসিক'],
  ['bs', 'KV#', 'Prvi kvartal|Drugi kvartal|Treći kvartal|Četvrti kvartal'],
  ['ca', '#T', '1r trimestre|2n trimestre|3r trimestre|4t trimestre'],
  ['cs', 'Q#', '#. čtvrtletí'],
  ['cy', 'Ch#', 'chwarter 1af|2il chwarter|3ydd chwarter|4ydd chwarter'],
  ['da', '#. kvt.', '#. kvartal'],
  ['de gsw lb', 'Q#', '#. Quartal'],
  ['el', 'Τ#', '#ο τρίμηνο'],
  ['en', 'Q#', '1st quarter|2nd quarter|3rd quarter|4th quarter'],
  ['eo', '#. jk.', '#-a jarkvarono'],
  ['es', 'T#', '1.er trimestre|2.º trimestre|3.er trimestre|4.º trimestre'],
  ['es-419 gl pt-PT', 'T#', '#.º trimestre'],
  ['es-PA', 'T#', '1er. trimestre|2do. trimestre|3er. trimestre|4.º trimestre'],
  ['es-US', 'T#', '1er trimestre|2.º trimestre|3er trimestre|4.º trimestre'],
  ['es-VE', 'T#', '1er trimestre|2do trimestre|3er trimestre|4to trimestre'],
  ['et nb nn no', 'K#', '#. kvartal'],
  ['eu', '#Hh', '#. hiruhilekoa'],
  ['fa', 'س‌م۱|س‌م۲|س‌م۳|س‌م۴', 'سه‌ماههٔ اول|سه‌ماههٔ دوم|سه‌ماههٔ سوم|سه‌ماههٔ چهارم'],
  ['fi', '#. nelj.', '#. neljännes'],
  ['fil', 'Q#', 'ika-1 quarter|ika-2 quarter|ika-3 quarter|ika-4 na quarter'],
  ['fo', '#. ársfj.', '#. ársfjórðingur'],
  ['fr', 'T#', '1er trimestre|2e trimestre|3e trimestre|4e trimestre'],
  ['ga', 'R#', '#ú ráithe'],
  ['gu', 'Q#', '1લો ત્રિમાસ|2જો ત્રિમાસ|3જો ત્રિમાસ|4થો ત્રિમાસ'],
  ['he', 'Q#', 'רבעון #'],
  ['hi', 'ति#', 'पहली तिमाही|दूसरी तिमाही|तीसरी तिमाही|चौथी तिमाही'],
  ['hr', '#kv', '#. kvartal'],
  ['hu', '@. n.év', '@. negyedév'],
  ['hy', '1-ին եռմս.|2-րդ եռմս.|3-րդ եռմս.|4-րդ եռմս.', '1-ին եռամսյակ|2-րդ եռամսյակ|3-րդ եռամսյակ|4-րդ եռամսյակ'],
  ['id', 'K#', 'Kuartal ke-#'],
  ['is', 'F#', '#. fjórðungur'],
  ['it pt', 'T#', '#º trimestre'],
  ['ja', 'Q#', '第#四半期'],
  ['ka', '@ კვ.', '@ კვარტალი'],
  ['kk', 'І тқс.|ІІ тқс.|ІІІ тқс.|IV тқс.', 'І тоқсан|ІІ тоқсан|ІІІ тоқсан|IV тоқсан'],
  ['km', 'ត្រីមាសទី #', 'ត្រីមាសទី #'],
  ['kn', 'ತ್ರೈ #', '#ನೇ ತ್ರೈಮಾಸಿಕ'],
  ['ko', '#분기', '제 #/4분기'],
  ['ky', '#-чей.', '#-чейрек'],
  ['lo', 'ຕມ#', 'ໄຕຣມາດ #'],
  ['lt', '@ k.', '@ ketvirtis'],
  ['lv', '#. cet.', '#. ceturksnis'],
  [
    'mk',
    'јан. – мар.|апр. – јун.|јул. – сеп.|окт. – дек.',
    'прво тримесечје|второ тримесечје|трето тримесечје|четврто тримесечје',
  ],
  ['ml', 'ഒന്നാം പാദം|രണ്ടാം പാദം|മൂന്നാം പാദം|നാലാം പാദം', 'ഒന്നാം പാദം|രണ്ടാം പാദം|മൂന്നാം പാദം|നാലാം പാദം'],
  ['mn', '@ улирал', '#-р улирал'],
  ['mr', 'ति१|ति२|ति३|ति४', 'प्रथम तिमाही|द्वितीय तिमाही|तृतीय तिमाही|चतुर्थ तिमाही'],
  ['ms', 'S#', 'Suku pertama|Suku Ke-2|Suku Ke-3|Suku Ke-4'],
  ['mt', 'K#', '1el kwart|2ni kwart|3et kwart|4ba’ kwart'],
  ['my', 'Q#', 'ပထမ သုံးလပတ်|ဒုတိယ သုံးလပတ်|တတိယ သုံးလပတ်|စတုတ္ထ သုံးလပတ်'],
  ['ne', 'पहिलो त्रैमासिक|दोस्रो त्रैमासिक|तेस्रो त्रैमासिक|चौथो त्रैमासिक', 'पहिलो त्रैमासिक|दोस्रो त्रैमासिक|तेस्रो त्रैमासिक|चौथो त्रैमासिक'],
  ['nl', 'K#', '#e kwartaal'],
  ['pa', 'ਤਿਮਾਹੀ#', 'ਪਹਿਲੀ ਤਿਮਾਹੀ|ਦੂਜੀ ਤਿਮਾਹੀ|ਤੀਜੀ ਤਿਮਾਹੀ|ਚੌਥੀ ਤਿਮਾਹੀ'],
  ['pl', '@ kw.', '@ kwartał'],
  ['ro', 'trim. @', 'trimestrul I|trimestrul al II-lea|trimestrul al III-lea|trimestrul al IV-lea'],
  ['ro-MD', 'trim. #', 'trimestrul #'],
  ['ru uk', '#-й кв.', '#-й квартал'],
  ['si', 'කාර්:#', '# වන කාර්තුව'],
  ['sk', 'Q#', '#. štvrťrok'],
  ['sl', '#. čet.', '#. četrtletje'],
  ['sq', 'tremujori @', 'tremujori i parë|tremujori i dytë|tremujori i tretë|tremujori i katërt'],
  ['sr', '#. кв.', 'први квартал|други квартал|трећи квартал|четврти квартал'],
  ['sr-Latn', '#. kv.', 'prvi kvartal|drugi kvartal|treći kvartal|četvrti kvartal'],
  ['sv', 'K#', '1:a kvartalet|2:a kvartalet|3:e kvartalet|4:e kvartalet'],
  ['sw', 'Robo ya #', 'Robo ya #'],
  ['ta', 'கா.#', 'முதல் காலாண்டு|இரண்டாம் காலாண்டு|மூன்றாம் காலாண்டு|நான்காம் காலாண்டு'],
  ['te', 'త్రై#', '#వ త్రైమాసికం'],
  ['tg', 'Ч#', 'Ч#'],
  ['th', 'ไตรมาส #', 'ไตรมาส #'],
  ['tk', '#Ç', '#-nji çärýek'],
  ['tr', 'Ç#', '#. çeyrek'],
  ['ur', 'پہلی سہ ماہی|دوسری سہ ماہی|تیسری سہ ماہی|چوتهی سہ ماہی', 'پہلی سہ ماہی|دوسری سہ ماہی|تیسری سہ ماہی|چوتهی سہ ماہی'],
  ['uz', '#-ch', '#-chorak'],
  ['vi', 'Q#', 'Quý #'],
  ['yue zh-Hant', '第#季', '第#季'],
  ['zh', '#季度', '第一季度|第二季度|第三季度|第四季度'],
  ['zh-Hant-HK', 'Q#', '第#季'],
  ['zu', 'Q#', 'ikota yesi-#'],
];

let byLocale: ReadonlyMap<string, readonly [short: string, long: string]> | undefined;

/** The name of a quarter, from 1. Undefined: the names in the locale's language are not known. */
export function quarterName(quarter: number, locale: string, width: 'short' | 'long'): string | undefined {
  byLocale ??= new Map(names.flatMap(([locales, short, long]) => locales.split(' ').map((one) => [one, [short, long]] as const)));
  const found = candidates(locale).find((one) => byLocale?.has(one));
  const [short, long] = byLocale.get(found ?? '') ?? [];
  const name = width === 'short' ? short : long;
  if (name === undefined) return undefined;
  if (name.includes('|')) return name.split('|')[quarter - 1];
  return name.replace('#', String(quarter)).replace('@', ['I', 'II', 'III', 'IV'][quarter - 1]!);
}

/** The names under which a locale is looked up, the nearest first. CLDR: parents of the Spanish of America and of the Portuguese outside Brazil. */
function candidates(locale: string): readonly string[] {
  const { language, script, region } = new Intl.Locale(locale).maximize();
  const likelySubtags = new Intl.Locale(language).maximize();
  const isEuropean = ['ES', 'EA', 'IC', 'GQ', 'PH', 'AR'].includes(region ?? '');
  return [
    `${language}-${script}-${region}`,
    `${language}-${region}`,
    ...(language === 'es' && !isEuropean ? ['es-419'] : []),
    ...(language === 'pt' && region !== 'BR' ? ['pt-PT'] : []),
    `${language}-${script}`,
    ...(likelySubtags.script === script ? [language] : []),
  ];
}
