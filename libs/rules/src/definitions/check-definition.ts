import type { Tx } from '@quittance/database';
import { invalidFields, type FieldError } from '@quittance/kernel';
import type { CompanyObject } from '@quittance/metadata';
import { requireRightsOfRule } from '../rules/rule-rights.js';
import type { RuleDefinitions, RuleKind } from '../rules/rule.js';
import { checkDuplicate } from './check-duplicate.js';
import { checkValidation } from './check-validation.js';
import { checkWorkflow, holdNamed } from './check-workflow.js';

/** A rule of an object as far as it is judged. */
export interface JudgedRule<K extends RuleKind> {
  readonly definition: RuleDefinitions[K];
  readonly active: boolean;
}

/** Everything that is wrong with the definition of a rule, with pointers into it; it only reads. */
export async function definitionFaults<K extends RuleKind>(
  tx: Tx,
  kind: K,
  object: CompanyObject,
  { definition, active }: JudgedRule<K>,
): Promise<readonly FieldError[]> {
  switch (kind) {
    case 'duplicate':
      return checkDuplicate(object, definition as RuleDefinitions['duplicate']);
    case 'validation':
      return checkValidation(object, definition as RuleDefinitions['validation']);
    default:
      return checkWorkflow(tx, object, definition as RuleDefinitions['workflow'], active);
  }
}

/**
 * For whoever saves the rule: what it names is held until they have.
 * @throws DomainError validation_failed with everything that is wrong, right_beyond_own
 */
export async function checkDefinition<K extends RuleKind>(
  tx: Tx,
  kind: K,
  object: CompanyObject,
  rule: JudgedRule<K>,
): Promise<void> {
  if (kind === 'workflow') await holdNamed(tx, rule.definition as RuleDefinitions['workflow']);
  const errors = await definitionFaults(tx, kind, object, rule);
  if (errors.length > 0) throw invalidFields(errors);
  requireRightsOfRule(tx.ctx, kind, object, rule.definition);
}
