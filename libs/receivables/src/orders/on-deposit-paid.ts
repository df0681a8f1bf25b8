import { Injectable } from '@nestjs/common';
import type { EventEnvelope } from '@quittance/contracts';
import type { Tx } from '@quittance/database';
import type { InvoiceId } from '@quittance/kernel';
import type { EventConsumer } from '@quittance/outbox';
import { OrderPorts } from '@quittance/sales';
import { quoteOfPaidDeposit } from './quote-deposit.repository.js';

/**
 * A deposit that a quote asked for is paid: the quote becomes an order, where it is to. Behind the
 * money, which nothing of that can undo.
 */
@Injectable()
export class OnDepositPaid implements EventConsumer<'invoice.paid'> {
  readonly name = 'receivables.order-of-paid-deposit';
  readonly types = ['invoice.paid'] as const;

  constructor(private readonly ports: OrderPorts) {}

  /** Asks how it is by now: a payment may have gone back in between, and is announced anew. */
  async handle(tx: Tx, event: EventEnvelope<'invoice.paid'>): Promise<void> {
    const quoteId = await quoteOfPaidDeposit(tx, event.recordId as InvoiceId);
    if (quoteId !== null) await this.ports.depositPaid(tx, quoteId);
  }
}
