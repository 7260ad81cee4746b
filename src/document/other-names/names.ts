// Names of values in the expressions of other languages. A name in the data schema is a path.
import { otherNames } from './other-names.ts';

/** The literal to write instead. */
export const literalOfName = otherNames({
  True: 'true',
  TRUE: 'true',
  False: 'false',
  FALSE: 'false',
  None: 'null',
  Null: 'null',
  NULL: 'null',
  undefined: 'null',
});

/** Advice for a name of the element and its loop. */
export const adviseElementName = otherNames({
  this: 'There is no "this". Write the name of the member alone; the element of a repeat or table is "item", or what its "as" says.',
  self: 'There is no "self". Write the name of the member alone; the element of a repeat or table is "item", or what its "as" says.',
  forloop: 'There is no "forloop": write "loop".',
  $index: 'Write "loop.index0" for "$index". loop.index counts from 1.',
});

/**
 * The path of the document's date or of the pages. A name is a path of the data if the schema knows it or does not describe the members there.
 */
export const documentPath = otherNames({
  now: 'doc.date',
  today: 'doc.date',
  current_date: 'doc.date',
  currentDate: 'doc.date',
  sysdate: 'doc.date',
  pageNumber: 'page.number',
  page_number: 'page.number',
  currentPage: 'page.number',
  pageCount: 'page.total',
  page_count: 'page.total',
  pages: 'page.total',
  numPages: 'page.total',
  totalPages: 'page.total',
  total_pages: 'page.total',
  nbpages: 'page.total',
  topage: 'page.total',
});
