import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, type Tx } from '@quittance/database';
import { newId, type Ctx, type InvoiceId } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { lockInvoice } from '../invoices/invoice.repository.js';
import { invoiceSummary } from '../invoices/invoice.view.js';
import { invoiceStatusConflict } from '../receivables.errors.js';
import { isOpen } from './dispute.js';
import {
  dispatchedBy,
  insertMessage,
  messageView,
  type DisputeMessage,
  type DisputeMessageView,
} from './dispute-message.js';
import { attachProof, type Proof } from './proof.js';

/** What somebody writes about a dispute. */
export interface DisputeMessageInput {
  readonly message: string;
  readonly proof?: Proof;
}

/** Customer and company write to each other about what is objected to, as long as it is open. */
@Injectable()
export class WriteDisputeMessage {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, invoice_status_conflict, reference_not_found */
  execute(
    ctx: Ctx,
    id: InvoiceId,
    { message: text, proof }: DisputeMessageInput,
  ): Promise<DisputeMessageView> {
    return this.db.write(ctx, async (tx) => {
      const invoice = await lockInvoice(tx, id);
      const { dispute, status } = invoice;
      if (!isOpen(dispute)) throw invoiceStatusConflict({ status, operation: 'message' });
      if (proof) await attachProof(tx, proof, id);
      const message: DisputeMessage = {
        id: newId<'dispute-message'>(),
        disputeId: dispute.id,
        author: ctx.actor,
        message: text,
        documentIds: proof?.documentIds ?? [],
        writtenAt: ctx.now,
      };
      tx.later(insertMessage(tx, message));
      tell(tx, id, message);
      const data = invoiceSummary(invoice);
      emit(tx, { type: 'invoice.dispute_answered', object: 'invoice', recordId: id, data });
      return messageView(message);
    });
  }
}

function tell(tx: Tx, id: InvoiceId, { disputeId, author, message }: DisputeMessage): void {
  audit(tx, {
    action: 'invoice.dispute_answered',
    object: 'invoice',
    recordId: id,
    after: { disputeId, from: dispatchedBy(author), message },
  });
}
