import type { LocalDate } from '@quittance/calendar';
import { reach } from '@quittance/access';
import type { Tx } from '@quittance/database';
import type { InvoiceId } from '@quittance/kernel';
import { OF_PARTNER } from '../partner-reach.js';
import type { PartnerId } from '../registrations/deal-registration.js';

/** Money of an invoice that earns nothing yet, as there is no rate of exchange for it. */
export interface WaitingMoney {
  readonly invoiceId: InvoiceId;
  readonly partnerId: PartnerId;
  /** `USD/EUR`. */
  readonly currencies: string;
  readonly day: LocalDate;
}

const MOST = 500;

/** What waits for rates of exchange, of partners within reach, the oldest first. */
export function waitingMoney(tx: Tx): Promise<WaitingMoney[]> {
  const params: unknown[] = [tx.ctx.companyId];
  const bind = (value: unknown) => `$${params.push(value)}`;
  const within = reach.rows(tx.ctx, OF_PARTNER.commission, 's', bind) ?? 'true';
  // By commission_source_waits_index.
  const text = `
    select s.invoice_id as "invoiceId", s.partner_id as "partnerId", s.waits_for as currencies,
      s.waits_on as day
    from partner.commission_source s
    where s.company_id = $1 and s.waits_for is not null and ${within}
    order by s.waits_on, s.invoice_id limit ${MOST}`;
  return tx.rows<WaitingMoney>(text, params);
}
