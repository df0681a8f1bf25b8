import { sql, type Tx } from '@quittance/database';
import type { InvoiceId } from '@quittance/kernel';
import { commissionNoun, type Commission, type CommissionHold } from './commission.js';
import { storeHold } from './commission.repository.js';

const COLUMNS = commissionNoun.rows.select('c');
/** By commission_seq_key. */
const FREE = sql(`
  select ${COLUMNS} from partner.commission c
  where c.company_id = $1 and c.invoice_id = $2 and c.status in ('pending', 'payable')
  order by c.seq for no key update`);
const STOPPED = sql(`
  select ${COLUMNS} from partner.commission c
  where c.company_id = $1 and c.invoice_id = $2 and c.status = 'on_hold'
    and c.hold_reason in ('dispute', 'chargeback')
  order by c.seq for no key update`);

/**
 * Holds what was earned by an invoice that is disputed, and lets it go once it is not any more.
 * What is on a statement stays there, and what staff hold stays held. The partner is held.
 */
export async function stopEntries(
  tx: Tx,
  invoiceId: InvoiceId,
  stopped: CommissionHold | null,
): Promise<void> {
  const params = [tx.ctx.companyId, invoiceId];
  for (const entry of await tx.rows<Commission>(stopped === null ? STOPPED : FREE, params)) {
    await storeHold(tx, entry, stopped === null ? letGo(entry) : heldFor(entry, stopped));
  }
}

/** Where an entry stands that is let go. */
export function letGo({ heldFrom }: Commission) {
  return { status: heldFrom ?? 'pending', holdReason: null, heldFrom: null } as const;
}

/** Where an entry stands that is held. */
export function heldFor({ status }: Commission, holdReason: CommissionHold) {
  return { status: 'on_hold', holdReason, heldFrom: status } as const;
}
