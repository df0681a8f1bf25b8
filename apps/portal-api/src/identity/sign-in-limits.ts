import { Inject, Injectable } from '@nestjs/common';
import { normalizeIp } from '@nestjs/throttler';
import { CONFIG, type Config } from '@quittance/config';
import { KeyedLimits } from '@quittance/http/host';
import type { PortalUserId } from '@quittance/portal';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;

/**
 * How often something is asked about one name, whether anybody has it or not, and from one address,
 * of IPv6 a network of 64 bits; behind the limits of addresses and sessions that all routes have.
 */
@Injectable()
export class SignInLimits {
  constructor(
    private readonly limits: KeyedLimits,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError rate_limited */
  signIn(name: string): void {
    const most = this.config.rateLimitPortalName;
    this.limits.hit({ of: 'portal sign-in', most, seconds: MINUTE }, plain(name));
  }

  /** @throws DomainError rate_limited */
  forgot(name: string, address: string): void {
    const { rateLimitPortalForgot: ofName, rateLimitPortalForgotAddress: ofAddress } = this.config;
    const seconds = HOUR;
    const network = normalizeIp(address);
    this.limits.hit({ of: 'portal forgot address', most: ofAddress, seconds }, network);
    this.limits.hit({ of: 'portal forgot', most: ofName, seconds }, plain(name));
  }

  /** @throws DomainError rate_limited */
  refresh(address: string): void {
    const most = this.config.rateLimitPortalRefresh;
    this.limits.hit({ of: 'portal refresh', most, seconds: MINUTE }, normalizeIp(address));
  }

  /** @throws DomainError rate_limited */
  invite(by: PortalUserId): void {
    const most = this.config.rateLimitPortalInvitations;
    this.limits.hit({ of: 'portal invitation', most, seconds: DAY }, by);
  }
}

const plain = (name: string): string => name.trim().toLowerCase().slice(0, 254);
