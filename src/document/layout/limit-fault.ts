// The error for a component that needs more than a limit allows.
import { PdfgenError } from '../../contract/errors.ts';

/** RENDER_LIMIT with the place of the component. */
export function limitFault(
  message: string,
  { component, dataPath, page }: { readonly component: string; readonly dataPath?: string | null; readonly page: number },
): PdfgenError {
  const path = dataPath ? `/data${dataPath}` : '';
  const params = { component, page: page || null };
  return new PdfgenError('RENDER_LIMIT', message, { errors: [{ path, message, keyword: 'limit', params, schemaPath: '' }] });
}
