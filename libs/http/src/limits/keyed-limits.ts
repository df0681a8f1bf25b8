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
  hit(limit: KeyedLimit, key: string): void {
    refuse(this.count(limit, key));
  }

  /**
   * Refuses whoever has had as many, and counts nothing: for what counts by how it ends.
   * @throws DomainError rate_limited
   */
  requireLeft({ of, most }: KeyedLimit, key: string): void {
    refuse(this.windows.left(`${of} ${key}`, most));
  }

  /** Counts one that has happened; the seconds until the key is free again, 0 within its limit. */
  count({ of, most, seconds }: KeyedLimit, key: string): number {
    return this.windows.hit(`${of} ${key}`, seconds * 1000, most).wait;
  }
}

function refuse(wait: number): void {
  if (wait > 0) throw rateLimited({ seconds: wait }, { retryAfter: wait });
}
