// Writes a stored result to a file and verifies it.
import type { StoredPdf } from '../../contract/engine.ts';
import { PdfgenError } from '../../contract/errors.ts';
import { measure } from '../../files/measure.ts';
import type { OptionValues } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { withDownloadProgress } from '../output/download-progress.ts';
import { toSafeName } from '../output/safe-name.ts';
import { writeOutput } from '../output/write-output.ts';

export interface SavedResult {
  /** The file as the user named it, or `-`. */
  readonly target: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Writes a result to `output`, else under its own name in this folder. Raises RESULT_LOST if its bytes are not the stored bytes, UsageError. */
export async function saveResult(pdf: StoredPdf, options: OptionValues, context: CommandContext): Promise<SavedResult> {
  const target = typeof options.output === 'string' ? options.output : toSafeName(pdf.filename);
  const measured = measure(pdf.read());
  const { overwrite } = options;
  // Checked before the file appears under its name.
  const check = () => expectDigest(measured.sha256(), pdf.sha256);
  await withDownloadProgress(context, (count) => writeOutput(count(measured.chunks), { target, overwrite, check }, context));
  return { target, bytes: measured.bytes(), sha256: measured.sha256() };
}

function expectDigest(found: string, told: string): void {
  // Another server may leave out the digest.
  if (told === '' || found === told) return;
  throw new PdfgenError('RESULT_LOST', `The result arrived damaged: its SHA-256 is ${found}, not ${told}. Download it again.`);
}
