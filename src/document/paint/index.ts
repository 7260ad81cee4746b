// Paint: pages of placed items to PDF bytes.
export { createPdf, type PdfOptions, type PdfResult, type PdfWriter } from './create-pdf.ts';
export type { FontSubset } from './fonts.ts';
