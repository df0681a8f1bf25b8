import { Injectable } from '@nestjs/common';
import type { PortalCtx } from '@quittance/portal';
import { KeyedLimiter } from '@quittance/work';
import { cartBusy } from '../storefront.errors.js';

/** Whoever types sends the next quantity before the last is answered; more than that is no typing. */
const MOST_WAITING = 1;

/**
 * Lets what changes the carts of a user, or orders them, through one by one: each prices all lines,
 * and many at once of one session would take the time of all others.
 */
@Injectable()
export class CartTurns {
  private readonly limiter = new KeyedLimiter(1, {
    most: MOST_WAITING,
    refusal: () => cartBusy({}, { retryAfter: 1 }),
  });

  /** @throws DomainError cart_busy */
  run<T>({ portal }: PortalCtx, work: () => Promise<T>): Promise<T> {
    return this.limiter.run(portal.portalUserId, work);
  }
}
