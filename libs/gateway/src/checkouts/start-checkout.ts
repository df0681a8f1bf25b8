import { Injectable } from '@nestjs/common';
import type { Ctx } from '@quittance/kernel';
import type { CheckoutAnswer } from './checkout.js';
import { CheckoutMeans } from './checkout-means.js';
import { payableLink, type StartCheckoutInput } from './payable-link.js';

/** Answers a link by which an invoice, or a part of it, can be paid: see `payableLink`. */
@Injectable()
export class StartCheckout {
  constructor(private readonly means: CheckoutMeans) {}

  /** @throws DomainError as `payableLink` does */
  async execute(ctx: Ctx, input: StartCheckoutInput): Promise<CheckoutAnswer> {
    return payableLink(ctx, this.means, input);
  }
}
