import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@quittance/config';
import { KeyedLimits } from '@quittance/http/host';

const HOUR = 3600;

/**
 * How often another password of one e-mail is asked for, whether anybody has it or not: each time
 * is logged and mailed, and strangers have many addresses to ask from.
 */
@Injectable()
export class ForgotLimit {
  constructor(
    private readonly limits: KeyedLimits,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError rate_limited */
  hit(email: string): void {
    const limit = { of: 'staff forgot', most: this.config.rateLimitForgot, seconds: HOUR };
    this.limits.hit(limit, email.trim().toLowerCase().slice(0, 254));
  }
}
