import { Injectable } from '@nestjs/common';
import { PaymentLinks } from '@quittance/billing';
import { listPage, parseListRequest, type ListDefinition, type Tx } from '@quittance/database';
import { checkoutList } from '@quittance/gateway';
import type { InvoiceId } from '@quittance/kernel';

/** The payment link that is open for an invoice, if somebody has begun to collect it online. */
@Injectable()
export class CheckoutPaymentLinks extends PaymentLinks {
  async of(tx: Tx, id: InvoiceId): Promise<string | null> {
    const request = parseListRequest(checkoutList as ListDefinition, { pageSize: '1' });
    const open = await listPage(
      tx,
      checkoutList,
      request,
      (bind) =>
        `c.invoice_id = ${bind(id)} and c.status = 'open' and c.expires_at > ${bind(tx.ctx.now)}`,
    );
    return open.data[0]?.paymentUrl ?? null;
  }
}
