// Files that an editor uploads go when no revision names them for a day.
export const uploadTimes = `
-- When the file was uploaded, or last found to be named.
ALTER TABLE embedded_uploads ADD COLUMN kept_ms INTEGER NOT NULL DEFAULT 0;
CREATE INDEX uploads_by_time ON embedded_uploads (kept_ms);
`;
