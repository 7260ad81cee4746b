// Connects every operation of the contract with its use-case, for one team.

import type { Engine } from '../../contract/engine.ts';
import type { Follower } from '../../contract/follow.ts';
import type { ProgramInfo } from '../../files/program-files.ts';
import type { Deps } from '../deps.ts';
import { type EditorHost, endEditorSession, openEditorSession } from '../embedded/editor-sessions.ts';
import { deleteEmbeddedTemplate, getEmbeddedTemplate, listEmbeddedTemplates } from '../embedded/embedded-templates.ts';
import { generateEmbedded } from '../embedded/generate-embedded.ts';
import { resetEmbeddedTemplate } from '../embedded/reset-embedded-template.ts';
import { validateEmbeddedData } from '../embedded/validate-embedded-data.ts';
import { generateInvoice } from '../generation/generate-invoice.ts';
import { generateSingle } from '../generation/generate-single.ts';
import { createEmbeddedRenderBatch, createRenderBatch } from '../jobs/create-render-batch.ts';
import { createEmbeddedRenderJob, createRenderJob } from '../jobs/create-render-job.ts';
import { followRenderBatch, followRenderJob } from '../jobs/follow.ts';
import { getRenderBatchResult } from '../jobs/render-batch-result.ts';
import { cancelRenderBatch, getRenderBatch, listRenderBatches, retryRenderBatch } from '../jobs/render-batches.ts';
import {
  cancelRenderJob,
  deleteRenderJob,
  getRenderJob,
  getRenderJobResult,
  listRenderJobs,
  retryRenderJob,
} from '../jobs/render-jobs.ts';
import type { Principal } from '../service.ts';
import { getAsset, putAsset } from '../templates/assets.ts';
import { getTemplate, getTemplateVersion, listTemplates, listTemplateVersions } from '../templates/read-templates.ts';
import { validateTemplateData } from '../templates/validate-template-data.ts';
import { createTemplate, deleteTemplate, replaceTemplate } from '../templates/write-template.ts';
import { getWebhookDelivery, listWebhookDeliveries, replayWebhookDelivery } from '../webhooks/deliveries.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  testWebhook,
} from '../webhooks/manage-webhooks.ts';

/** The engine of a principal's team. It does not check its input: `guard` does. */
export function createTeamEngine(
  deps: Deps,
  host: EditorHost,
  { teamName, token }: Principal,
  server: ProgramInfo,
): Engine & Follower {
  return {
    listTemplates: (input) => listTemplates(deps, input),
    createTemplate: (input) => createTemplate(deps, input),
    getTemplate: (input, options) => getTemplate(deps, input, options),
    replaceTemplate: (input) => replaceTemplate(deps, input),
    deleteTemplate: (input) => deleteTemplate(deps, input),
    listTemplateVersions: (input) => listTemplateVersions(deps, input),
    getTemplateVersion: (input) => getTemplateVersion(deps, input),
    validateTemplateData: (input, options) => validateTemplateData(deps, input, options),
    putAsset: (input) => putAsset(deps, input),
    getAsset: (input) => getAsset(deps, input),
    generateSingle: (input, options) => generateSingle(deps, input, options),
    generateInvoice: (input, options) => generateInvoice(deps, input, options),
    generateEmbedded: (input, options) => generateEmbedded(deps, input, options),
    validateEmbeddedData: (input, options) => validateEmbeddedData(deps, input, options),
    createRenderJob: (input, options) => createRenderJob(deps, input, options),
    createEmbeddedRenderJob: (input, options) => createEmbeddedRenderJob(deps, input, options),
    listRenderJobs: (input) => listRenderJobs(deps, input),
    getRenderJob: (input, options) => getRenderJob(deps, input, options),
    getRenderJobResult: (input) => getRenderJobResult(deps, input),
    cancelRenderJob: (input) => cancelRenderJob(deps, input),
    retryRenderJob: (input) => retryRenderJob(deps, input),
    deleteRenderJob: (input) => deleteRenderJob(deps, input),
    createRenderBatch: (input, options) => createRenderBatch(deps, input, options),
    createEmbeddedRenderBatch: (input, options) => createEmbeddedRenderBatch(deps, input, options),
    listRenderBatches: (input) => listRenderBatches(deps, input),
    getRenderBatch: (input, options) => getRenderBatch(deps, input, options),
    cancelRenderBatch: (input) => cancelRenderBatch(deps, input),
    retryRenderBatch: (input) => retryRenderBatch(deps, input),
    getRenderBatchResult: (input, options) => getRenderBatchResult(deps, input, options),
    followRenderJob: (input, options) => followRenderJob(deps, input, options),
    followRenderBatch: (input, options) => followRenderBatch(deps, input, options),
    openEditorSession: (input, options) => openEditorSession(deps, host, input, options),
    endEditorSession: (input) => endEditorSession(deps, input),
    listEmbeddedTemplates: (input) => listEmbeddedTemplates(deps, input),
    getEmbeddedTemplate: (input) => getEmbeddedTemplate(deps, input),
    deleteEmbeddedTemplate: (input) => deleteEmbeddedTemplate(deps, input),
    resetEmbeddedTemplate: (input) => resetEmbeddedTemplate(deps, input),
    listWebhooks: () => listWebhooks(deps),
    createWebhook: (input) => createWebhook(deps, input),
    getWebhook: (input) => getWebhook(deps, input),
    deleteWebhook: (input) => deleteWebhook(deps, input),
    rotateWebhookSecret: (input) => rotateWebhookSecret(deps, input),
    testWebhook: (input) => testWebhook(deps, input),
    listWebhookDeliveries: (input) => listWebhookDeliveries(deps, input),
    getWebhookDelivery: (input) => getWebhookDelivery(deps, input),
    replayWebhookDelivery: (input) => replayWebhookDelivery(deps, input),
    whoami: async () => ({
      team: teamName,
      token: { ...token, scopes: [...token.scopes] },
      server: { ...server, maxStreamItems: deps.limits.maxStreamItems },
    }),
  };
}
