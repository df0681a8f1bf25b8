import { readFiscalYearStart } from '@quittance/company';
import type { Tx } from '@quittance/database';
import { saysFiscalYear, type NumberingRules } from './number-format.js';

/** Rules that say the fiscal year, with the month in which the company has it begin. */
export async function withFiscalYear(tx: Tx, rules: NumberingRules): Promise<NumberingRules> {
  if (!saysFiscalYear(rules.format)) return rules;
  return { ...rules, fiscalYearStart: await readFiscalYearStart(tx) };
}
