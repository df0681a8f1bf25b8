import { Inject, Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  InjectThrottlerOptions,
  InjectThrottlerStorage,
  normalizeIp,
  ThrottlerGuard,
  type ThrottlerLimitDetail,
  type ThrottlerModuleOptions,
} from '@nestjs/throttler';
import { KnownCredentials } from '../access/known-credentials.js';
import { API_SETTINGS, type ApiSettings } from '../api-settings.js';
import { rateLimited } from '../http.errors.js';
import type { ApiRequest } from '../requests/api-request.js';
import { LINK_LIMIT_MARK, NO_LIMIT_MARK, STRICT_LIMIT_MARK } from './limits.js';
import { RateWindows, refusalOfRate } from './rate-windows.js';

/**
 * Every request counts against its credential once that was found good, and against its address
 * until then, so that made-up tokens share one window. Sign-in and its kin count per address
 * besides, and so do links. The address is, of IPv6, the network of 64 bits: whoever has one may
 * call from all that are in it.
 */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  constructor(
    @InjectThrottlerOptions() options: ThrottlerModuleOptions,
    @InjectThrottlerStorage() private readonly windows: RateWindows,
    reflector: Reflector,
    private readonly known: KnownCredentials,
    @Inject(API_SETTINGS) private readonly settings: ApiSettings,
  ) {
    super(options, windows, reflector);
  }

  // The contract of the base class is a promise; most requests are let through without one.
  override canActivate(host: ExecutionContext): Promise<boolean> {
    if (isMarked(host, NO_LIMIT_MARK)) {
      return true as unknown as Promise<boolean>;
    }
    const request = host.switchToHttp().getRequest<ApiRequest>();
    const { bearer } = request;
    const isKnown = bearer !== undefined && this.known.has(bearer);
    const address = normalizeIp(request.ip);
    const { requestsPerMinute, requestsPerSession, linksPerMinute } = this.settings;
    if (isKnown) this.count(bearer, requestsPerSession);
    else this.count(address, requestsPerMinute);
    if (isMarked(host, LINK_LIMIT_MARK)) this.count(`link ${address}`, linksPerMinute);
    return isMarked(host, STRICT_LIMIT_MARK)
      ? super.canActivate(host)
      : (true as unknown as Promise<boolean>);
  }

  private count(key: string, most: number): void {
    const refusal = refusalOfRate(this.windows, key, most);
    if (refusal) throw refusal;
  }

  protected override generateKey(host: ExecutionContext, tracker: string): string {
    const together: unknown = Reflect.getMetadata(STRICT_LIMIT_MARK, host.getHandler());
    if (typeof together === 'string') return `${together} ${tracker}`;
    return `${host.getClass().name}.${host.getHandler().name} ${tracker}`;
  }

  protected override throwThrottlingException(
    _host: ExecutionContext,
    { timeToBlockExpire: seconds }: ThrottlerLimitDetail,
  ): Promise<void> {
    throw rateLimited({ seconds }, { retryAfter: seconds });
  }
}

/** Marks may stand on a handler or on its whole controller. */
function isMarked(host: ExecutionContext, mark: string): boolean {
  return Reflect.hasMetadata(mark, host.getHandler()) || Reflect.hasMetadata(mark, host.getClass());
}
