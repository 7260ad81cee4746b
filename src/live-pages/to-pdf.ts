/** A PDF from its base64. */
export const toPdf = (base64: string): Blob =>
  new Blob([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], { type: 'application/pdf' });
