// Connects every operation of the contract with its use-case, for one team.

import type { Engine } from '../../contract/engine.ts';
import type { Follower } from '../../contract/follow.ts';
import type { ProgramInfo } from '../../files/program-files.ts';
import type { Deps, UseCase } from '../deps.ts';
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

/** The engine of a principal's team. It does not check its input: `withInputChecks` does. */
export function createTeamEngine(
  deps: Deps,
  host: EditorHost,
  { teamName, token }: Principal,
  server: ProgramInfo,
): Engine & Follower {
  return {
    ...bind(deps, { listTemplates, createTemplate, getTemplate, replaceTemplate, deleteTemplate, validateTemplateData }),
    ...bind(deps, { listTemplateVersions, getTemplateVersion, putAsset, getAsset }),
    ...bind(deps, { generateSingle, generateInvoice, generateEmbedded, validateEmbeddedData }),
    ...bind(deps, { createRenderJob, createEmbeddedRenderJob, listRenderJobs, getRenderJob, getRenderJobResult }),
    ...bind(deps, { cancelRenderJob, retryRenderJob, deleteRenderJob }),
    ...bind(deps, { createRenderBatch, createEmbeddedRenderBatch, listRenderBatches, getRenderBatch }),
    ...bind(deps, { cancelRenderBatch, retryRenderBatch, getRenderBatchResult }),
    ...bind(deps, {
      endEditorSession,
      listEmbeddedTemplates,
      getEmbeddedTemplate,
      deleteEmbeddedTemplate,
      resetEmbeddedTemplate,
    }),
    ...bind(deps, { listWebhooks, createWebhook, getWebhook, deleteWebhook, rotateWebhookSecret, testWebhook }),
    ...bind(deps, { listWebhookDeliveries, getWebhookDelivery, replayWebhookDelivery }),
    followRenderJob: (input, options) => followRenderJob(deps, input, options),
    followRenderBatch: (input, options) => followRenderBatch(deps, input, options),
    openEditorSession: (input, options) => openEditorSession(deps, host, input, options),
    whoami: async () => ({
      team: teamName,
      token: { ...token, scopes: [...token.scopes] },
      server: { ...server, maxStreamItems: deps.limits.maxStreamItems },
    }),
  };
}

/** The use-cases of a team, without their first parameter. */
function bind<Id extends keyof Engine>(deps: Deps, useCases: { readonly [K in Id]: UseCase<K> }): Pick<Engine, Id> {
  const bound = Object.entries<UseCase<Id>>(useCases).map(([id, useCase]) => [id, useCase.bind(undefined, deps)]);
  return Object.fromEntries(bound) as Pick<Engine, Id>;
}
