import { Injectable } from '@nestjs/common';
import type { EventEnvelope } from '@quittance/contracts';
import type { Tx } from '@quittance/database';
import type { InvoiceId } from '@quittance/kernel';
import type { EventConsumer } from '@quittance/outbox';
import { requestClose } from './checkouts/checkout.repository.js';

/** Marks the link of an invoice with nothing left to pay for closing; the sweeper tells the provider. */
@Injectable()
export class OnInvoiceClosed implements EventConsumer {
  readonly name = 'gateway.close-links';
  readonly types = ['invoice.paid', 'invoice.voided', 'invoice.cancelled'] as const;

  async handle(tx: Tx, event: EventEnvelope): Promise<void> {
    await requestClose(tx, event.recordId as InvoiceId);
  }
}
