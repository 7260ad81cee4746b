// Checks the installation, the fonts, a test render and the workspace, for `pdfgen doctor`.

import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PdfgenError } from '../../contract/errors.ts';
import { pageLimit } from '../../contract/shared-schemas.ts';
import { listShippedFonts, programVersion } from '../../files/program-files.ts';
import { localLimits } from '../limits.ts';
import { createLocalEngine } from '../wiring/create-local-engine.ts';

export interface InstallationCheck {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  /** What to do after a failed check. */
  readonly remedy?: string;
}

type CheckOutcome = Omit<InstallationCheck, 'name'>;

/** Checks the program and the workspace, if any. Never raises an error: the line of a check says why it failed. */
export async function checkInstallation({
  workspace,
}: {
  readonly workspace: string | undefined;
}): Promise<readonly InstallationCheck[]> {
  const checks: (readonly [string, () => CheckOutcome | Promise<CheckOutcome>, string])[] = [
    ['Node.js', checkNode, 'Install Node.js 20.19 or later.'],
    ['pdfgen', checkPackage, 'Install pdfgen again.'],
    ['fonts', checkFonts, 'Install pdfgen again; its fonts are missing or damaged.'],
    ['text shaping', checkShaping, 'Install pdfgen again with its dependencies (npm ci).'],
    ['test render', checkRender, 'Please report this with the version above.'],
  ];
  if (workspace === undefined) {
    checks.push(['workspace', () => ({ ok: true, detail: 'no workspace here; make one with: pdfgen init' }), '']);
  } else {
    checks.push(
      ['workspace', () => checkWorkspace(workspace), 'Check the folder and its permissions.'],
      [
        'write access',
        () => checkWriting(workspace),
        'Make the folder writable to create templates or record versions. Generating works without it.',
      ],
      ['templates', () => checkTemplates(workspace), 'Run: pdfgen templates lint'],
    );
  }
  const results: InstallationCheck[] = [];
  for (const [name, check, remedy] of checks) results.push(await runCheck(name, check, remedy));
  return results;
}

async function runCheck(
  name: string,
  check: () => CheckOutcome | Promise<CheckOutcome>,
  remedy: string,
): Promise<InstallationCheck> {
  try {
    const outcome = await check();
    return { name, ...(outcome.ok ? {} : { remedy }), ...outcome };
  } catch (error) {
    return { name, ok: false, detail: error instanceof Error ? error.message : String(error), remedy };
  }
}

function checkNode(): CheckOutcome {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return { ok: major > 20 || (major === 20 && minor >= 19), detail: `v${process.versions.node}` };
}

function checkPackage(): CheckOutcome {
  return { ok: true, detail: programVersion() };
}

function checkFonts(): CheckOutcome {
  const fonts = [...listShippedFonts()];
  // OpenType 1.9, table directory: TrueType outlines begin with 0x00010000.
  const damaged = fonts.filter(([, file]) => readFileSync(file).readUInt32BE(0) !== 0x00010000);
  if (damaged.length > 0) return { ok: false, detail: `damaged: ${damaged.map(([name]) => name).join(', ')}` };
  return { ok: fonts.length >= 4, detail: `${fonts.length} readable` };
}

async function checkShaping(): Promise<CheckOutcome> {
  const { loadTextEngine } = await import('../../document/text/index.ts');
  await loadTextEngine();
  return { ok: true, detail: 'HarfBuzz loads' };
}

async function checkRender(): Promise<CheckOutcome> {
  // Without an engine around the renderer, a fault of the workspace cannot fail this check.
  const { createInlineRenderer } = await import('../../renderer/create-inline-renderer.ts');
  const renderer = createInlineRenderer();
  const document = {
    pages: [{ size: 'A6', body: ['Hello {{ name }}'] }],
    dataSchema: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
  };
  const template = { key: 'installation-check', slug: 'check', document, assets: {} };
  const { pages, bytes, warnings } = await renderer.render({
    template,
    data: { name: 'world' },
    options: {},
    limits: localLimits,
  });
  await renderer.close();
  return { ok: pages === 1 && warnings.length === 0, detail: `${pages} page, ${bytes} bytes` };
}

function checkWorkspace(workspace: string): CheckOutcome {
  const hasSettings = existsSync(join(workspace, 'pdfgen.json'));
  return {
    ok: existsSync(workspace),
    detail: existsSync(workspace)
      ? `${workspace}${hasSettings ? '' : ' (without pdfgen.json)'}`
      : `there is no folder ${workspace}`,
  };
}

function checkWriting(workspace: string): CheckOutcome {
  for (const folder of [workspace, join(workspace, 'templates'), join(workspace, '.pdfgen')]) {
    if (!existsSync(folder)) continue;
    try {
      accessSync(folder, constants.W_OK);
    } catch {
      return { ok: false, detail: `${folder} cannot be written` };
    }
  }
  return { ok: true, detail: 'yes' };
}

async function checkTemplates(workspace: string): Promise<CheckOutcome> {
  const engine = await createLocalEngine({ workspace });
  try {
    const broken: string[] = [];
    let count = 0;
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof engine.listTemplates>> = await engine.listTemplates({
        query: { limit: pageLimit.maximum, ...(cursor !== null && { cursor }) },
      });
      for (const { uuid, slug } of page.items) {
        const diagnostics = await engine.lintTemplate(uuid);
        if (diagnostics.some((one) => one.severity === 'error')) broken.push(slug);
      }
      count += page.items.length;
      cursor = page.nextCursor;
    } while (cursor !== null);
    if (broken.length > 0) return { ok: false, detail: `with errors: ${broken.join(', ')}` };
    return { ok: true, detail: count === 1 ? '1 compiles' : `${count} compile` };
  } catch (error) {
    if (!(error instanceof PdfgenError)) throw error;
    const places = error.errors?.map((one) => one.message) ?? [];
    return { ok: false, detail: [error.message, ...places].join('\n    ') };
  } finally {
    await engine.close();
  }
}
