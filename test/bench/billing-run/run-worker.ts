import { ExecuteRun } from '@quittance/billing/host';
import { BILLING_BATCH_SIZE } from '@quittance/config/host';
import { systemClock, type CompanyId } from '@quittance/kernel';
import { RateBooks } from '@quittance/tax/host';
import { TaxQuotes } from '@quittance/tax';
import { doMeasuredWork } from '../support/measured-process.js';
import { plainModels } from '@quittance/receivables/testing';

/** What the parent asks: carry out the open runs of these companies. */
export interface WorkOrder {
  readonly companies: readonly CompanyId[];
}

/** A worker's billing in a process of its own: one company after the other, as one of its loops. */
void doMeasuredWork<WorkOrder>([], (db) => {
  const executeRun = new ExecuteRun(db, new TaxQuotes(db, new RateBooks()), plainModels());
  const onFault = (error: unknown) => process.stderr.write(`${String(error)}\n`);
  return async ({ companies }) => {
    for (const companyId of companies) {
      const order = { clock: systemClock, batchSize: BILLING_BATCH_SIZE, onFault };
      while (await executeRun.execute(companyId, order));
    }
  };
});
