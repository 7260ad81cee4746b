// Begins a run of a batch: its options, its files and its record, before any data is read.
import { dirname, join, resolve } from 'node:path';
import { optionNames, optionTable } from '../contract/document-options.ts';
import { describeTemplate } from '../contract/get-template.ts';
import type { NameOption } from '../words/name-option.ts';
import { UsageError } from '../words/usage-error.ts';
import type { BatchOptions, Passwords } from './batch-options.ts';
import type { BatchHost, BatchRun, BatchTemplate } from './batch-run.ts';
import { checkEncryption } from './encryption-of-run.ts';
import { checkPattern, folderOf } from './files/output-pattern.ts';
import { readCollected } from './files/read-collected.ts';
import { checkRowFileOptions } from './files/rejected-names.ts';
import { filenameOf } from './files/template-filename.ts';
import { recordName } from './record/manifest.ts';
import { createRecordLock } from './record/record-lock.ts';

/** The folder of documents if neither `output` nor a file of all documents is given. */
const defaultOutput = 'out/';

export interface NewRun {
  readonly template: BatchTemplate;
  readonly options: BatchOptions;
  readonly passwords?: Passwords | undefined;
  /** The folder for relative names of inputs and outputs. */
  readonly cwd: string;
  /** The date of the documents, RFC 3339. */
  readonly date: string;
  /** The documents become jobs. */
  readonly isDetached?: boolean | undefined;
}

/** Begins a run. Raises UsageError, TEMPLATE_NOT_FOUND, ENCRYPTION_INVALID. */
export async function beginRun(
  { template, options, passwords = {}, cwd, date, isDetached }: NewRun,
  host: BatchHost,
): Promise<BatchRun> {
  const { nameOption } = host;
  if (options.output === '-')
    throw new UsageError(
      `${nameOption('output')} - is for a single document; a batch writes files, or a single file with ${nameOption('zip')} or ${nameOption('merge')}.`,
    );
  if (options.output !== undefined) checkPattern(options.output, cwd, nameOption);
  if (options.templateVersion !== undefined)
    throw new UsageError(
      `${nameOption('templateVersion')} is for a run that is continued with ${nameOption('resume')}. Name the version of a new run with its template, such as ${template.slug}@2.`,
    );
  if (options.prune === true)
    throw new UsageError(`${nameOption('prune')} is for a run that is continued with ${nameOption('resume')}.`);
  if (options.merge !== undefined) refuseMerged(options, nameOption);
  checkRowFileOptions(options, nameOption);
  const collected = readCollected(options, cwd, nameOption);
  const isHeld = collected.length > 0 && options.output === undefined;
  const output = isHeld ? undefined : (options.output ?? defaultOutput);
  const folder = output === undefined ? dirname(collected[0]!.file) : folderOf(output);
  const shown = options.manifest ?? join(folder, recordName);
  const path = resolve(cwd, shown);
  const content = await describeTemplate(template);
  checkEncryption({ template, content, options, passwords, isDetached }, nameOption);
  return {
    template,
    content,
    filename: filenameOf(content),
    isOtherTemplate: false,
    host,
    passwords,
    options: output === undefined ? options : { ...options, output },
    overwritesNow: options.overwrite === true,
    cwd,
    date,
    manifest: { path, shown },
    lock: createRecordLock(path, shown, nameOption),
    earlier: undefined,
    collected,
    isHeld,
  };
}

/** Raises UsageError for an option of the documents that a merged PDF cannot have. */
function refuseMerged(options: BatchOptions, nameOption: NameOption): void {
  for (const name of optionNames) {
    const { notMerged } = optionTable[name];
    const given = options[name];
    if (notMerged !== undefined && given !== undefined && given !== 'none')
      throw new UsageError(
        `${nameOption(name)} is for single files: ${notMerged}. Leave ${nameOption('merge')} out, or use ${nameOption('zip')}.`,
      );
  }
}
