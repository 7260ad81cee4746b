// Kinds of invoices and credit notes. Source: UNTDID 1001, the part that EN 16931 admits.
// Edition: the lists that the rules 1.3.16 of April 2026 admit.
import { codeList } from './code-list.ts';

/** UNTDID 1001, invoice type codes (BT-3). */
export const invoiceTypes = codeList(`
  71 80 81 82 83 84 102 130 202 203 204 211 218 219 261 262 295 296 308 325 326 331 380 381 382 383 384 385 386 387 388 389
  390 393 394 395 396 420 456 457 458 471 472 473 500 501 502 503 527 532 553 575 623 633 751 780 817 870 875 876 877 935
`);
