import { Injectable } from '@nestjs/common';
import { KeyedLimits } from '@quittance/http/host';
import { DomainError } from '@quittance/kernel';
import { customerProtected } from '@quittance/partner/host';
import type { PortalCtx } from '@quittance/portal';

const HOUR = 3600;
const OF_USER = { of: 'customer check of a user', most: 20, seconds: HOUR } as const;
const OF_PARTNER = { of: 'customer check of a partner', most: 60, seconds: 24 * HOUR } as const;

/** How often a partner learns who is protected, whichever way it is asked. */
@Injectable()
export class CustomerChecks {
  constructor(private readonly limits: KeyedLimits) {}

  /** Counts one that is asked for itself. @throws DomainError rate_limited */
  hit(ctx: PortalCtx): void {
    for (const [limit, key] of limitsOf(ctx)) this.limits.hit(limit, key);
  }

  /**
   * What says of an end customer that it is protected by being refused, and counts then; and where
   * what it answers tells whether others have registered it.
   * @throws DomainError rate_limited and as the work
   */
  async told<T>(
    ctx: PortalCtx,
    work: () => Promise<T>,
    tells: (done: T) => boolean = () => false,
  ): Promise<T> {
    for (const [limit, key] of limitsOf(ctx)) this.limits.requireLeft(limit, key);
    try {
      const done = await work();
      if (tells(done)) this.count(ctx);
      return done;
    } catch (error) {
      if (error instanceof DomainError && error.code === customerProtected.code) this.count(ctx);
      throw error;
    }
  }

  private count(ctx: PortalCtx): void {
    for (const [limit, key] of limitsOf(ctx)) this.limits.count(limit, key);
  }
}

function limitsOf({ companyId, portal }: PortalCtx) {
  return [
    [OF_USER, portal.portalUserId],
    [OF_PARTNER, `${companyId} ${portal.partyId}`],
  ] as const;
}
