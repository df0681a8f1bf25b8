import type { CompanyModels } from '@quittance/metadata';
import type { EndpointUser } from '@quittance/webhooks';
import { rulesThat } from './rules-that.js';

/** The workflow rules, active or not, that send to a webhook. */
export function endpointUsage(models: CompanyModels): EndpointUser {
  return {
    requireRights: (tx, id) =>
      rulesThat.requireView(
        tx,
        models,
        (action) => action.kind === 'send_webhook' && action.webhookId === id,
      ),
  };
}
