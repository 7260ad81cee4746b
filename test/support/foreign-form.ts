// A form as other programs write it: inherited entries, options as pairs, states of other names, fields shown twice, turned widgets.
import { type Objects, writePdf } from './foreign-pdf.ts';

const utf16 = (text: string) => `<FEFF${[...text].map((one) => one.charCodeAt(0).toString(16).padStart(4, '0')).join('')}>`;
const look = (content: string): readonly [string, string] => ['/Type/XObject/Subtype/Form/BBox[0 0 14 14]', content];
const widget = (rect: string, more = '') => `/Type/Annot/Subtype/Widget/F 4/P @Page/Rect[${rect}]${more}`;
const frame = '/MK<</BC[0 0 0]/BG[.9 .9 1]>>';

/** `form`: more entries of the form. `more`: objects beside these, or in their place. */
export const formObjects = (form = '', more: Objects = {}): Objects => ({
  Catalog: `<</Type/Catalog/Pages @Pages/AcroForm<</Fields[@Member @News @Plan @Country @Days @Notes @Number @Reset @Sign]/DA(/Helv 0 Tf 0 g)/DR<</Font<</Helv @Helv/ZaDb @ZaDb>>>>${form}>>>>`,
  Pages: '<</Type/Pages/Count 2/Kids[@Page @Second]/MediaBox[0 0 400 300]/Resources<</Font<</Helv @Helv>>>>>>',
  Page: '<</Type/Page/Parent @Pages/Contents @Content/Annots[@Name @Code @Born @News @Plan0 @Plan1 @Country @Days @Notes @Number @Reset @Sign @Link]>>',
  Second: '<</Type/Page/Parent @Pages/Annots[@NameAgain]>>',
  Content: ['', 'BT /Helv 14 Tf 20 270 Td (Registration) Tj ET'],
  Helv: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
  ZaDb: '<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>',
  // The type, the flags and the look of the fields below stand here.
  Member: '<</T(member)/FT/Tx/Ff 2/DA(/Helv 12 Tf .2 0 .6 rg)/Kids[@NameField @Code @Born]>>',
  NameField: `<</T${utf16('name')}/TU(Name of the member)/Parent @Member/Kids[@Name @NameAgain]>>`,
  Name: `<<${widget('20 230 180 250', frame)}/Parent @NameField>>`,
  NameAgain: `<<${widget('20 230 180 250', frame)}/Parent @NameField/Q 2>>`,
  Code: `<<${widget('200 230 380 250', frame)}/T(code)/Parent @Member/Ff 16777216/MaxLen 6>>`,
  Born: `<<${widget('350 100 370 200', '/MK<</BC[0 0 0]/R 90>>')}/T(born)/Parent @Member/Ff 0>>`,
  News: `<<${widget('20 200 34 214')}/T(newsletter)/FT/Btn/V/Off/AS/Off/AP<</N<</Ja @On/Off @Off>>>>>>`,
  On: look('0 0 14 14 re 2 2 m 12 12 l S'),
  Off: look('0 0 14 14 re S'),
  Plan: '<</T(plan)/FT/Btn/Ff 49152/Opt[(basic)(full)]/Kids[@Plan0 @Plan1]>>',
  Plan0: `<<${widget('60 200 74 214')}/Parent @Plan/AS/Off/AP<</N<</0 @On/Off @Off>>>>>>`,
  Plan1: `<<${widget('90 200 104 214')}/Parent @Plan/AS/Off/AP<</N<</1 @On/Off @Off>>>>>>`,
  Country: `<<${widget('120 196 260 216', frame)}/T(country)/FT/Ch/Ff 131072/Opt[[(DE)(Germany)][(GR)(Greece)](France)]/V(DE)>>`,
  Days: `<<${widget('20 120 120 190', frame)}/T(days)/FT/Ch/Ff 2097152/Opt[(Mon)(Tue)(Wed)(Thu)(Fri)]>>`,
  Notes: `<<${widget('140 120 340 190', frame)}/T(notes)/FT/Tx/Ff 4096>>`,
  Number: `<<${widget('20 90 120 110', frame)}/T(number)/FT/Tx/Ff 1/V(M-17)>>`,
  Reset: `<<${widget('140 90 200 110', '/MK<</CA(Reset)/BG[.8]>>')}/T(reset)/FT/Btn/Ff 65536>>`,
  Sign: `<<${widget('220 90 340 110')}/T(signature)/FT/Sig>>`,
  Link: '<</Type/Annot/Subtype/Link/Rect[20 20 100 40]/Border[0 0 0]/A<</S/URI/URI(https://example.com)>>>>',
  ...more,
});

export const makeForm = (form = '', more: Objects = {}): Buffer => writePdf(formObjects(form, more));
