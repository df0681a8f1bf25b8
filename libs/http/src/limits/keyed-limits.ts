import { Injectable } from '@nestjs/common';
import { rateLimited } from '../http.errors.js';
import { RateWindows } from './rate-windows.js';

/** So many in so many seconds. */
export interface KeyedLimit {
  /** What is counted: `sign-in`. */
  readonly of: string;
  readonly most: number;
  readonly seconds: number;
}

/**
 * Limits by what a request names, an address or an e-mail whether anybody has it or not, beside
 * those by where it comes from.
 */
@Injectable()
export class KeyedLimits {
  private readonly windows = new RateWindows();

  /** Counts one. @throws DomainError rate_limited */
  hit({ of, most, seconds }: KeyedLimit, key: string): void {
    const { wait } = this.windows.hit(`${of} ${key}`, seconds * 1000, most);
    if (wait > 0) throw rateLimited({ seconds: wait }, { retryAfter: wait });
  }
}
