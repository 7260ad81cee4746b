// A run of a batch that begins: its options, its files and its record, before any data is read.
import { dirname, join, resolve } from 'node:path';
import { describeTemplate } from '../contract/get-template.ts';
import { UsageError } from '../words/usage-error.ts';
import type { BatchOptions } from './batch-options.ts';
import type { BatchHost, BatchRun, BatchTemplate } from './batch-run.ts';
import { recordName } from './manifest.ts';
import { folderOf } from './output-pattern.ts';
import { readCollected } from './read-collected.ts';
import { createRecordLock } from './record-lock.ts';

/** Where documents go that no `output` is given for, unless they are collected. */
const defaultOutput = 'out/';

export interface NewRun {
  readonly template: BatchTemplate;
  readonly options: BatchOptions;
  /** Inputs and outputs are named from here. */
  readonly cwd: string;
  /** Of the documents, RFC 3339. */
  readonly date: string;
}

/** Begins a run. Raises UsageError, TEMPLATE_NOT_FOUND. */
export async function beginRun({ template, options, cwd, date }: NewRun, host: BatchHost): Promise<BatchRun> {
  const { nameOption } = host;
  if (options.output === '-')
    throw new UsageError(
      `${nameOption('output')} - is for one document; those of a batch go to files, or with ${nameOption('zip')} or ${nameOption('merge')} into one.`,
    );
  const collected = readCollected(options, cwd, nameOption);
  const isHeld = collected.length > 0 && options.output === undefined;
  const output = isHeld ? undefined : (options.output ?? defaultOutput);
  const folder = output === undefined ? dirname(collected[0]!.file) : folderOf(output);
  const shown = options.manifest ?? join(folder, recordName);
  const path = resolve(cwd, shown);
  return {
    template,
    content: await describeTemplate(template),
    host,
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
