import { companyToday, readCompanyTerms } from '@quittance/company';
import type { Tx } from '@quittance/database';
import type { LocalDate } from '@quittance/calendar';

/** The company's date at the transaction's instant; travels along with other statements. */
export async function readToday(tx: Tx): Promise<LocalDate> {
  return companyToday(await readCompanyTerms(tx), tx.ctx.now);
}
