import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, type Tx } from '@quittance/database';
import { notFound, type Ctx } from '@quittance/kernel';
import { paymentInProgress } from '../gateway.errors.js';
import type { Checkout } from './checkout.js';
import { CheckoutLinks } from './checkout-links.js';
import { findCheckout, lockCheckout, markClosing } from './checkout.repository.js';

/** The payer does not want to pay by this link: it is closed at its provider as well. */
@Injectable()
export class CancelCheckout {
  constructor(
    private readonly db: Database,
    private readonly links: CheckoutLinks,
  ) {}

  /**
   * One that is over stays as it is. Money that comes all the same is booked.
   * @throws DomainError not_found, payment_in_progress
   */
  async execute(ctx: Ctx, id: string): Promise<void> {
    const closing = await this.db.write(ctx, (tx) => takeBackCheckout(tx, id));
    if (closing) await this.links.close(ctx, closing);
  }
}

/**
 * Marks an attempt whose link must not be paid any more; null where it is over. The provider is
 * told after the commit. @throws DomainError not_found, payment_in_progress
 */
export async function takeBackCheckout(tx: Tx, id: string): Promise<Checkout | null> {
  if (!(await findCheckout(tx, id))) throw notFound({ object: 'checkout' });
  const checkout = await lockCheckout(tx, id);
  const { status, provider } = checkout;
  if (status === 'processing') throw paymentInProgress({ provider });
  if (status !== 'open' && status !== 'creating') return null;
  audit(tx, { action: 'checkout.cancelled', object: 'checkout', recordId: id });
  const [closing = null] = await markClosing(tx, [checkout]);
  return closing;
}
