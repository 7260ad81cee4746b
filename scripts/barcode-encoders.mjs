// The encoders of bwip-js that pdfgen uses, for the bundle that scripts/build.mjs makes: the package as a whole is four times as large.
import {
  azteccode,
  code39,
  datamatrix,
  ean8,
  ean13,
  gs1_128,
  gs1datamatrix,
  itf14,
  microqrcode,
  pdf417,
  rationalizedCodabar,
  upca,
  upce,
} from 'bwip-js/generic';

export const encoders = {
  aztec: azteccode,
  codabar: rationalizedCodabar,
  code39,
  datamatrix,
  ean8,
  ean13,
  'gs1-128': gs1_128,
  'gs1-datamatrix': gs1datamatrix,
  itf14,
  microqr: microqrcode,
  pdf417,
  upca,
  upce,
};
