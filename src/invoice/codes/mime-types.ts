// MIME types of attached documents. Source: EN 16931-1, BT-125.
import { codeList } from './code-list.ts';

/** MIME types of supporting documents (BT-125). */
export const mimeTypes = codeList(`
  application/pdf image/png image/jpeg text/csv application/vnd.openxmlformats-officedocument.spreadsheetml.sheet
  application/vnd.oasis.opendocument.spreadsheet
`);
