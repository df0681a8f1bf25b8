import { readCompany, type Company } from '@quittance/company';
import type { Tx } from '@quittance/database';
import type { LocalDate } from '@quittance/kernel';
import type { DocumentType } from './document-type.js';
import { numberingRulesInvalid } from './numbering.errors.js';
import { faultsOf, renderNumber, type NumberingRules, type RuleFault } from './number-format.js';

const INDIAN_LENGTH = 16;
const INDIAN_SIGNS = /^[A-Za-z0-9/-]*$/;
const ANY_DATE = '2026-12-31' as LocalDate;

/** Rule 46(b) of India's CGST Rules: at most 16 letters, digits, dashes and slashes on an invoice. */
function indianFaults(rules: NumberingRules, company: Pick<Company, 'taxRegistrations'>) {
  if (!company.taxRegistrations.some(({ country }) => country === 'IN')) return [];
  const number = renderNumber(rules.format, rules.start, ANY_DATE);
  const faults: RuleFault[] = [];
  if ([...number].length > INDIAN_LENGTH) {
    const message = `gives ${number.length} characters; under a GSTIN invoices have at most 16`;
    faults.push({ member: 'format', message });
  }
  if (!INDIAN_SIGNS.test(number)) {
    const message = 'under a GSTIN invoice numbers have letters, digits, dashes and slashes only';
    faults.push({ member: 'format', message });
  }
  return faults;
}

const UNDER_GSTIN: readonly (DocumentType | null)[] = ['invoice', 'credit-note'];

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
  if (faults.length === 0 && UNDER_GSTIN.includes(type)) {
    faults.push(...indianFaults(rules, await readCompany(tx)));
  }
  if (faults.length === 0) return;
  const errors = faults.map(({ member, message }) => ({
    pointer: `/${member}`,
    code: 'format',
    message,
  }));
  throw numberingRulesInvalid({}, { errors });
}
