import { readCompany } from '@quittance/company';
import type { Tx } from '@quittance/database';
import type { DocumentType } from './document-type.js';
import { indianFaults, isUnderGstin, UNDER_GSTIN } from './indian-numbers.js';
import { numberingRulesInvalid } from './numbering.errors.js';
import { faultsOf, type NumberingRules } from './number-format.js';

/**
 * Refuses rules that could give the same number twice, or one the law does not allow.
 * @throws DomainError numbering_rules_invalid
 */
export async function checkRules(
  tx: Tx,
  type: DocumentType | null,
  rules: NumberingRules,
): Promise<void> {
  const faults = faultsOf(rules);
  const shaped = type !== null && UNDER_GSTIN.includes(type);
  if (faults.length === 0 && shaped && isUnderGstin(await readCompany(tx))) {
    faults.push(...indianFaults(rules));
  }
  if (faults.length === 0) return;
  const errors = faults.map(({ member, message }) => ({
    pointer: `/${member}`,
    code: 'format',
    message,
  }));
  throw numberingRulesInvalid({}, { errors });
}
