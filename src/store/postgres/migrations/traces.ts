// The traces that jobs and batches belong to.
export const traces = `
-- The W3C header traceparent of the call that made the row. Items of a batch have that of the batch.
ALTER TABLE jobs ADD COLUMN traceparent text;
ALTER TABLE batches ADD COLUMN traceparent text;
`;
