import { Injectable } from '@nestjs/common';
import type { EventEnvelope } from '@quittance/contracts';
import { sql, type Tx } from '@quittance/database';
import type { EventConsumer } from '@quittance/outbox';
import { bookDisputesOf } from './book-dispute.js';

const TYPES = ['payment.received', 'payment.dispute_opened', 'payment.dispute_changed'] as const;
type Followed = (typeof TYPES)[number];

/** By `unapplied_receipt_dispute_index`. */
const HAS_DISPUTES = sql(`
  select 1 from gateway.unapplied_receipt r
  where r.company_id = $1 and r.kind = 'dispute' limit 1`);

/**
 * Books disputes that were told of before their payment was: whichever of both is committed last
 * has an event that finds the other.
 */
@Injectable()
export class OnDisputedPayment implements EventConsumer<Followed> {
  readonly name = 'gateway.disputes';
  readonly types = TYPES;

  async wanted(tx: Tx): Promise<readonly Followed[]> {
    return (await tx.maybe(HAS_DISPUTES, [tx.ctx.companyId])) ? TYPES : [];
  }

  async handle(tx: Tx, event: EventEnvelope<Followed>): Promise<void> {
    const { provider, providerPaymentId } = event.data as {
      readonly provider?: string | null;
      readonly providerPaymentId?: string | null;
    };
    if (provider && providerPaymentId) await bookDisputesOf(tx, provider, providerPaymentId);
  }
}
