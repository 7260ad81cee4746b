// Adds the time from which an uploaded file that no revision names is kept for a day.
export const uploadTimes = `
-- Time of the upload, or of the last check that found the file named by a revision.
ALTER TABLE embedded_uploads ADD COLUMN kept_ms INTEGER NOT NULL DEFAULT 0;
CREATE INDEX uploads_by_time ON embedded_uploads (kept_ms);
`;
