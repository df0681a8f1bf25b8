import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { receiptAlreadyResolved } from '../gateway.errors.js';
import { receiptNoun } from './receipt.description.js';
import { receiptView, type ReceiptView } from './receipt.queries.js';
import { lockReceipt } from './receipt.repository.js';

/**
 * Records what a person did about money that could not be applied. Of a dispute that is told, as
 * others wait for its end.
 */
@Injectable()
export class ResolveReceipt {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, receipt_already_resolved */
  async execute(ctx: Ctx, input: { id: string; note: string }): Promise<ReceiptView> {
    return this.db.write(ctx, async (tx) => {
      const receipt = await lockReceipt(tx, input.id);
      if (receipt.status === 'resolved') throw receiptAlreadyResolved();
      const changed = {
        status: 'resolved' as const,
        note: input.note,
        resolvedAt: ctx.now,
        resolvedBy: { kind: ctx.actor.kind, id: ctx.actor.id, name: ctx.actor.name },
        version: receipt.version + 1,
        updatedAt: ctx.now,
      };
      await receiptNoun.rows.update(tx, { id: receipt.id }, changed);
      const change = { object: 'unapplied-receipt', recordId: receipt.id };
      audit(tx, {
        ...change,
        action: 'unapplied_receipt.resolved',
        before: { status: receipt.status },
        after: { status: changed.status, note: changed.note },
      });
      const view = receiptView({ ...receipt, ...changed });
      if (receipt.kind === 'dispute') {
        emit(tx, { type: 'payment.dispute_changed', ...change, data: { ...view } });
      }
      return view;
    });
  }
}
