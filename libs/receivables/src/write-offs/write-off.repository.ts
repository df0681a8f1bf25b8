import { namedSql, rowSet, sentAnswers, type Tx } from '@quittance/database';
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

/** By keys that begin with the invoice. Money of an earlier day takes nothing back before that day. */
const INSERT_RECOVERED = namedSql(
  `insert into receivables.write_off
     (company_id, id, invoice_id, kind, amount, applied_on, created_at)
   select i.company_id, r.id, i.id, 'recovered', r.amount,
     greatest(r.applied_on, (select max(w.applied_on) from receivables.write_off w
       where w.company_id = :companyId and w.invoice_id = i.id and w.kind = 'written_off')), :now
   from :rows as r join receivables.invoice i
     on i.company_id = :companyId and i.id = r.invoice_id`,
  { rows: { id: 'uuid', invoiceId: 'uuid', amount: 'bigint', appliedOn: 'date' } },
);

/**
 * Takes back of write-offs what money has come for, by a row for each invoice. The statement is
 * sent before this returns.
 */
export function recoverWriteOffs(tx: Tx, settled: readonly Recovered[]): Promise<void> {
  const recovered = settled.flatMap(({ invoice, settlement }) => {
    const amount = settlement.writtenOffAmount - invoice.writtenOffAmount;
    if (amount === 0n) return [];
    const appliedOn = settlement.settledOn;
    return [{ id: newId<'write-off'>(), invoiceId: invoice.id, amount, appliedOn }];
  });
  const rows = INSERT_RECOVERED.columns(recovered);
  return sentAnswers.together(recovered.length > 0 ? [INSERT_RECOVERED.run(tx, rows)] : []);
}
