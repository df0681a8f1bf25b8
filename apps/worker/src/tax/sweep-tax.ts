import { systemClock } from '@quittance/kernel';
import { SweepTaxTransactions } from '@quittance/tax/host';
import { runningLoop } from '../running-loop.js';

/** Commits and voids the tax of invoices at external providers. */
export const sweepTax = runningLoop({
  by: SweepTaxTransactions,
  work: (sweep) => sweep.execute(systemClock.now()),
  failure: 'tax providers could not be told',
  firstPauseMs: 500,
  longestPauseMs: 5000,
});
