import type { TemplateUser } from '@quittance/notifications';
import { allRules } from './rule.repository.js';
import { isOfKind } from './rule.js';

/** The workflow rules, active or not, that send a template of the company's own. */
export const templateUsage: TemplateUser = {
  async usesOf(tx, code) {
    const rules = await allRules(tx, 'workflow');
    return rules.flatMap((rule) => {
      if (!isOfKind(rule, 'workflow')) return [];
      const { actions } = rule.definition;
      const sends = actions.some(
        (action) => action.kind === 'send_email' && action.template === code,
      );
      return sends ? [`the rule “${rule.name}” of ${rule.object}`] : [];
    });
  },
};
