// The metrics of the standard fonts, for browsers.
import courier from 'pdfkit/standard-fonts/Courier';
import courierBold from 'pdfkit/standard-fonts/CourierBold';
import courierBoldOblique from 'pdfkit/standard-fonts/CourierBoldOblique';
import courierOblique from 'pdfkit/standard-fonts/CourierOblique';
import helvetica from 'pdfkit/standard-fonts/Helvetica';
import helveticaBold from 'pdfkit/standard-fonts/HelveticaBold';
import helveticaBoldOblique from 'pdfkit/standard-fonts/HelveticaBoldOblique';
import helveticaOblique from 'pdfkit/standard-fonts/HelveticaOblique';
import timesBold from 'pdfkit/standard-fonts/TimesBold';
import timesBoldItalic from 'pdfkit/standard-fonts/TimesBoldItalic';
import timesItalic from 'pdfkit/standard-fonts/TimesItalic';
import timesRoman from 'pdfkit/standard-fonts/TimesRoman';

const metrics: Readonly<Record<string, unknown>> = {
  Courier: courier,
  'Courier-Bold': courierBold,
  'Courier-Oblique': courierOblique,
  'Courier-BoldOblique': courierBoldOblique,
  Helvetica: helvetica,
  'Helvetica-Bold': helveticaBold,
  'Helvetica-Oblique': helveticaOblique,
  'Helvetica-BoldOblique': helveticaBoldOblique,
  'Times-Roman': timesRoman,
  'Times-Bold': timesBold,
  'Times-Italic': timesItalic,
  'Times-BoldItalic': timesBoldItalic,
};

/** As in index.ts. */
export const standardMetrics = (name: string): unknown => metrics[name];
