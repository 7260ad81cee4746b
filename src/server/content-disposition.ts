/** `Content-Disposition` (RFC 6266) with a name in ASCII, and the true one as `filename*` (RFC 8187) where it differs. */
export function contentDisposition(kind: 'inline' | 'attachment', filename: string): string {
  const ascii = filename
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  const plain = `${kind}; filename="${ascii}"`;
  return ascii === filename ? plain : `${plain}; filename*=UTF-8''${encodeRfc8187(filename)}`;
}

function encodeRfc8187(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '_')).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
