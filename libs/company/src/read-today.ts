import type { Tx } from '@quittance/database';
import type { LocalDate } from '@quittance/calendar';
import { readCompanyTerms } from './company.queries.js';
import { companyToday } from './company.js';

/** The company's date at the transaction's instant; travels along with other statements. */
export async function readToday(tx: Tx): Promise<LocalDate> {
  return companyToday(await readCompanyTerms(tx), tx.ctx.now);
}
