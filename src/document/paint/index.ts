// Paint: pages of placed items to PDF bytes.
export type { Encryption } from './cipher.ts';
export { type ClassicForm, createPdf, loadClassicForm, type PdfOptions, type PdfResult, type PdfWriter } from './create-pdf.ts';
export type { FontSubset, ShownFace } from './fonts.ts';
