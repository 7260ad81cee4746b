// Writes a stored result to a file and verifies it.
import { resolve } from 'node:path';
import type { StoredPdf } from '../../contract/engine.ts';
import { PdfgenError } from '../../contract/errors.ts';
import { measure } from '../../files/measure.ts';
import { writeFileWhole } from '../../files/write-file.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { CommandContext } from '../context.ts';
import { withDownloadProgress } from '../output/download-progress.ts';
import { toSafeName } from '../output/safe-name.ts';

export interface SavedResult {
  /** The file as the user named it, or `-`. */
  readonly target: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Writes a result to `output`, else under its own name in this folder. Raises RESULT_LOST if its bytes are not the stored bytes. */
export async function saveResult(pdf: StoredPdf, output: unknown, context: CommandContext): Promise<SavedResult> {
  const target = typeof output === 'string' ? output : toSafeName(pdf.filename);
  const measured = measure(pdf.read());
  await withDownloadProgress(context, async (count) => {
    const chunks = count(measured.chunks);
    if (target === '-') {
      for await (const chunk of chunks) context.io.stdout.write(chunk);
      await context.io.stdout.flush();
    } else {
      await writeFileWhole(resolve(context.io.cwd, target), chunks, {
        shown: target,
        signal: context.signal,
        // Before the file appears under its name.
        check: () => expectDigest(measured.sha256(), pdf.sha256),
      });
    }
  });
  return { target, bytes: measured.bytes(), sha256: measured.sha256() };
}

function expectDigest(found: string, told: string): void {
  // Another server may leave out the digest.
  if (told === '' || found === told) return;
  throw new PdfgenError('RESULT_LOST', `The result arrived damaged: its SHA-256 is ${found}, not ${told}. Download it again.`);
}

/** Checks `-o` of a command that writes one file. Raises UsageError. */
export function checkOutput(output: unknown, { io, options }: CommandContext, ending: 'pdf' | 'xml' = 'pdf'): void {
  if (output === '') throw new UsageError('-o needs the name of a file, or - for standard output.');
  if (typeof output === 'string' && output.endsWith('/'))
    throw new UsageError(`-o needs the name of a file, got the folder ${output}. Write: -o ${output}NAME.${ending}`);
  if (ending === 'xml' && typeof output === 'string' && /\.pdf$/i.test(output))
    throw new UsageError(
      `-o ${output} is the name of a PDF, and this command writes XML. Name a file that ends with .xml. For a PDF with the XML in it: pdfgen generate single --standard PDF/A-3b`,
    );
  if (output !== '-') return;
  if (options.json) throw new UsageError('--json and -o - cannot share standard output.');
  if (ending === 'pdf' && io.stdout.isTTY)
    throw new UsageError('pdfgen does not print a PDF on a terminal. Name a file with -o FILE, or redirect standard output.');
}
