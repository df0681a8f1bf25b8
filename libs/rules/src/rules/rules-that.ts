import type { Tx } from '@quittance/database';
import type { CompanyModels } from '@quittance/metadata';
import { requireViewOfActions } from './rule-rights.js';
import { allRules } from './rule.repository.js';
import type { Rule, WorkflowAction } from './rule.js';

type IsMeant = (action: WorkflowAction) => boolean;

interface ActingRule {
  readonly rule: Rule<'workflow'>;
  /** Those that are meant. */
  readonly actions: readonly WorkflowAction[];
}

/** The workflow rules, active or not, that have such actions. */
async function rulesThatAct(tx: Tx, isMeant: IsMeant): Promise<readonly ActingRule[]> {
  const rules = await allRules(tx, 'workflow');
  return rules.flatMap((rule) => {
    const actions = rule.definition.actions.filter(isMeant);
    return actions.length > 0 ? [{ rule, actions }] : [];
  });
}

/**
 * Demands of whoever changes what such actions go by that they are shown all that these read, as
 * whoever wrote the rules is. One of an object that is gone does nothing and asks nothing.
 * @throws DomainError right_beyond_own
 */
async function requireViewOfActing(tx: Tx, models: CompanyModels, isMeant: IsMeant): Promise<void> {
  if (tx.ctx.permissions.all) return;
  const found = await rulesThatAct(tx, isMeant);
  if (found.length === 0) return;
  const { objects } = await models.of(tx);
  for (const { rule, actions } of found) {
    const object = objects.get(rule.object);
    if (object) requireViewOfActions(tx.ctx, object, rule.definition, actions);
  }
}

/** Workflow rules by what they do. */
export const rulesThat = { act: rulesThatAct, requireView: requireViewOfActing } as const;
