import type { Ctx } from '@quittance/kernel';
import type { TestDatabase } from '../../../../test/support/test-database.js';

type Row = Record<string, unknown>;

/** What webhooks leave behind in the books and in the gateway's own tables. */
export class GatewayRows {
  constructor(readonly t: TestDatabase) {}

  rows<T = Row>(ctx: Ctx, text: string, params: unknown[] = []): Promise<T[]> {
    return this.t.db.read(ctx, (tx) => tx.rows<T>(text, params));
  }

  payments(ctx: Ctx) {
    return this.rows(
      ctx,
      `select id, amount, applied_amount as applied, on_account_amount as "onAccount",
         refunded_amount as refunded, provider_payment_id as "providerPaymentId", method, status
       from receivables.payment order by id`,
    );
  }

  invoices(ctx: Ctx) {
    return this.rows(ctx, 'select status, balance from receivables.invoice order by number');
  }

  checkouts(ctx: Ctx) {
    return this.rows(
      ctx,
      'select status, payment_id as "paymentId" from gateway.checkout order by attempt',
    );
  }

  deliveries(ctx: Ctx) {
    return this.rows(ctx, 'select type, applied, reason from gateway.webhook_delivery order by id');
  }

  receipts(ctx: Ctx) {
    return this.rows(
      ctx,
      `select kind, reason, amount, currency, status, note,
         provider_payment_id as "providerPaymentId"
       from gateway.unapplied_receipt order by id`,
    );
  }

  events(ctx: Ctx, type: string) {
    return this.rows(ctx, 'select data from outbox.event where type = $1', [type]);
  }

  /** Everything the gateway and the books hold of a company. */
  written(ctx: Ctx): Promise<unknown> {
    return Promise.all([
      this.payments(ctx),
      this.invoices(ctx),
      this.checkouts(ctx),
      this.deliveries(ctx),
      this.receipts(ctx),
      this.rows(ctx, 'select count(*)::int from outbox.event'),
      this.rows(ctx, 'select count(*)::int from audit.entry'),
    ]);
  }
}
