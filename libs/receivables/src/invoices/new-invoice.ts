import type { Instant } from '@quittance/kernel';
import type { AssignedNumber } from '@quittance/numbering';
import { invoiceNoun } from './invoice.description.js';

/** What every invoice begins with: a draft under its number, empty but for what is said of it. */
export function newInvoice({ number, period, seq }: AssignedNumber, now: Instant) {
  return {
    ...invoiceNoun.empty,
    version: 1,
    number,
    numberPeriod: period,
    numberSeq: seq,
    periodPart: 0,
    status: 'draft',
    unsentStatus: 'draft',
    pricesIncludeTax: false,
    taxTotal: 0n,
    paidAmount: 0n,
    creditedAmount: 0n,
    writtenOffAmount: 0n,
    createdAt: now,
    updatedAt: now,
  } as const;
}
