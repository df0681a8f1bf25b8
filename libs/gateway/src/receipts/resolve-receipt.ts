import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { receiptAlreadyResolved } from '../gateway.errors.js';
import { receiptNoun } from './receipt.description.js';
import { receiptView, type ReceiptView } from './receipt.queries.js';
import { lockReceipt } from './receipt.repository.js';

/** Records what a person did about money that could not be applied. */
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
      audit(tx, {
        action: 'unapplied_receipt.resolved',
        object: 'unapplied-receipt',
        recordId: receipt.id,
        before: { status: receipt.status },
        after: { status: changed.status, note: changed.note },
      });
      return receiptView({ ...receipt, ...changed });
    });
  }
}
