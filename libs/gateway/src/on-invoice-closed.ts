import { Injectable } from '@nestjs/common';
import type { EventEnvelope } from '@quittance/contracts';
import type { Tx } from '@quittance/database';
import type { InvoiceId } from '@quittance/kernel';
import type { EventConsumer } from '@quittance/outbox';
import { requestClose } from './checkouts/checkout.repository.js';

const CLOSING = [
  'invoice.paid',
  'invoice.voided',
  'invoice.cancelled',
  'invoice.written_off',
] as const;
type ClosingEvent = (typeof CLOSING)[number];

/**
 * Marks the link of an invoice with nothing left to pay for closing; the sweeper tells the
 * provider.
 */
@Injectable()
export class OnInvoiceClosed implements EventConsumer<ClosingEvent> {
  readonly name = 'gateway.close-links';
  readonly types = CLOSING;

  async handle(tx: Tx, event: EventEnvelope<ClosingEvent>): Promise<void> {
    await requestClose(tx, event.recordId as InvoiceId);
  }
}
