import { rowSet, type Tx } from '@quittance/database';
import { newId } from '@quittance/kernel';
import type { Invoice } from '../invoices/invoice.description.js';
import type { Settlement } from '../invoices/settlement.js';
import { WriteOffEntity } from './write-off.entity.js';

export const writeOffs = rowSet(WriteOffEntity);

/** An invoice as it was, and where money has put it. */
interface Recovered {
  readonly invoice: Invoice;
  readonly settlement: Settlement;
}

/**
 * Takes back of write-offs what money has come for, by a row for each invoice. The statement is
 * sent before this returns.
 */
export function recoverWriteOffs(tx: Tx, settled: readonly Recovered[]): Promise<void> {
  const recovered = settled.flatMap(({ invoice, settlement }) => {
    const amount = settlement.writtenOffAmount - invoice.writtenOffAmount;
    if (amount === 0n) return [];
    const kind = 'recovered' as const;
    const { now } = tx.ctx;
    const appliedOn = settlement.settledOn;
    const id = newId<'write-off'>();
    return [{ id, invoiceId: invoice.id, kind, amount, reason: null, appliedOn, createdAt: now }];
  });
  return writeOffs.insert(tx, recovered);
}
