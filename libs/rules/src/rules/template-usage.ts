import type { CompanyModels } from '@quittance/metadata';
import type { TemplateUser } from '@quittance/notifications';
import { rulesThat } from './rules-that.js';
import { RECORD_NOTICE, type WorkflowAction } from './rule.js';

/** Whether an action writes e-mails by a template; of approvals it is the product that does. */
function isWordedBy(action: WorkflowAction, code: string): boolean {
  if (action.kind === 'request_approval') return code === RECORD_NOTICE;
  return action.kind === 'send_email' && action.template === code;
}

/** The workflow rules, active or not, that send by a template. */
export function templateUsage(models: CompanyModels): TemplateUser {
  return {
    async usesOf(tx, code) {
      const found = await rulesThat.act(tx, (action) => isWordedBy(action, code));
      return found.map(({ rule }) => `the rule “${rule.name}” of ${rule.object}`);
    },
    requireRights: (tx, code) =>
      rulesThat.requireView(tx, models, (action) => isWordedBy(action, code)),
  };
}
