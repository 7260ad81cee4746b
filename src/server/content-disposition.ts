// The header that names the file of an answer.
import { toAsciiName } from '../contract/filename.ts';

/** `Content-Disposition` (RFC 6266) with a name in ASCII, and the original name as `filename*` (RFC 8187) if it differs. */
export function contentDisposition(kind: 'inline' | 'attachment', filename: string): string {
  const ascii = toAsciiName(filename);
  const plain = `${kind}; filename="${ascii}"`;
  return ascii === filename ? plain : `${plain}; filename*=UTF-8''${encodeRfc8187(filename)}`;
}

function encodeRfc8187(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '_')).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
