// Every operation of the contract, for one team.
import type { Engine } from '../contract/engine.ts';
import { getAsset, putAsset } from './assets.ts';
import { createEmbeddedRenderBatch, createRenderBatch } from './create-render-batch.ts';
import { createEmbeddedRenderJob, createRenderJob } from './create-render-job.ts';
import { deleteEmbeddedTemplate } from './delete-embedded-template.ts';
import type { Deps } from './deps.ts';
import { endEditorSession } from './end-editor-session.ts';
import { generateEmbedded } from './generate-embedded.ts';
import { generateSingle } from './generate-single.ts';
import { getEmbeddedTemplate } from './get-embedded-template.ts';
import { getTemplate, getTemplateVersion } from './get-template.ts';
import { listEmbeddedTemplates } from './list-embedded-templates.ts';
import { listTemplateVersions } from './list-template-versions.ts';
import { listTemplates } from './list-templates.ts';
import { type EditorHost, openEditorSession } from './open-editor-session.ts';
import { getRenderBatchResult } from './render-batch-result.ts';
import { cancelRenderBatch, getRenderBatch, listRenderBatches, retryRenderBatch } from './render-batches.ts';
import { cancelRenderJob, deleteRenderJob, getRenderJob, getRenderJobResult, listRenderJobs } from './render-jobs.ts';
import { resetEmbeddedTemplate } from './reset-embedded-template.ts';
import type { Principal } from './service.ts';
import { validateEmbeddedData } from './validate-embedded-data.ts';
import { validateTemplateData } from './validate-template-data.ts';
import { createTemplate, deleteTemplate, replaceTemplate } from './write-template.ts';

export interface ServerInfo {
  readonly name: string;
  readonly version: string;
}

/** The engine of a principal's team. Its input is not checked here: `guard` does that. */
export function createTeamEngine(deps: Deps, host: EditorHost, { teamName, token }: Principal, server: ServerInfo): Engine {
  return {
    listTemplates: (input) => listTemplates(deps, input),
    createTemplate: (input) => createTemplate(deps, input),
    getTemplate: (input) => getTemplate(deps, input),
    replaceTemplate: (input) => replaceTemplate(deps, input),
    deleteTemplate: (input) => deleteTemplate(deps, input),
    listTemplateVersions: (input) => listTemplateVersions(deps, input),
    getTemplateVersion: (input) => getTemplateVersion(deps, input),
    validateTemplateData: (input, options) => validateTemplateData(deps, input, options),
    putAsset: (input) => putAsset(deps, input),
    getAsset: (input) => getAsset(deps, input),
    generateSingle: (input, options) => generateSingle(deps, input, options),
    generateEmbedded: (input, options) => generateEmbedded(deps, input, options),
    validateEmbeddedData: (input, options) => validateEmbeddedData(deps, input, options),
    createRenderJob: (input, options) => createRenderJob(deps, input, options),
    createEmbeddedRenderJob: (input, options) => createEmbeddedRenderJob(deps, input, options),
    listRenderJobs: (input) => listRenderJobs(deps, input),
    getRenderJob: (input, options) => getRenderJob(deps, input, options),
    getRenderJobResult: (input) => getRenderJobResult(deps, input),
    cancelRenderJob: (input) => cancelRenderJob(deps, input),
    deleteRenderJob: (input) => deleteRenderJob(deps, input),
    createRenderBatch: (input, options) => createRenderBatch(deps, input, options),
    createEmbeddedRenderBatch: (input, options) => createEmbeddedRenderBatch(deps, input, options),
    listRenderBatches: (input) => listRenderBatches(deps, input),
    getRenderBatch: (input, options) => getRenderBatch(deps, input, options),
    cancelRenderBatch: (input) => cancelRenderBatch(deps, input),
    retryRenderBatch: (input) => retryRenderBatch(deps, input),
    getRenderBatchResult: (input) => getRenderBatchResult(deps, input),
    openEditorSession: (input, options) => openEditorSession(deps, host, input, options),
    endEditorSession: (input) => endEditorSession(deps, input),
    listEmbeddedTemplates: (input) => listEmbeddedTemplates(deps, input),
    getEmbeddedTemplate: (input) => getEmbeddedTemplate(deps, input),
    deleteEmbeddedTemplate: (input) => deleteEmbeddedTemplate(deps, input),
    resetEmbeddedTemplate: (input) => resetEmbeddedTemplate(deps, input),
    whoami: async () => ({ team: teamName, token: { ...token, scopes: [...token.scopes] }, server }),
  };
}
