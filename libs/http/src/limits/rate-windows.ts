import { Injectable } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';
import type { DomainError } from '@quittance/kernel';
import { rateLimited } from '../http.errors.js';

interface Window {
  hits: number;
  /** Milliseconds of the process's monotonic clock. */
  readonly ends: number;
}

const MINUTE = 60_000;
const MOST_WINDOWS = 50_000;

/** Counts requests per key in windows that begin with the key's first request. No timers. */
@Injectable()
export class RateWindows implements ThrottlerStorage {
  private windows = new Map<string, Window>();

  /** Seconds until the key is free again; 0 while it is within its limit. */
  hit(key: string, ttl: number, limit: number): { hits: number; wait: number; left: number } {
    const now = performance.now();
    let window = this.windows.get(key);
    if (!window || window.ends <= now) {
      if (this.windows.size >= MOST_WINDOWS) this.sweep(now);
      window = { hits: 0, ends: now + ttl };
      this.windows.set(key, window);
    }
    window.hits += 1;
    const left = Math.ceil((window.ends - now) / 1000);
    return { hits: window.hits, wait: window.hits > limit ? left : 0, left };
  }

  /** Seconds until a key that has reached its limit is free again; 0 otherwise. Counts nothing. */
  left(key: string, limit: number): number {
    const now = performance.now();
    const window = this.windows.get(key);
    if (!window || window.ends <= now || window.hits < limit) return 0;
    return Math.ceil((window.ends - now) / 1000);
  }

  async increment(key: string, ttl: number, limit: number) {
    const { hits, wait, left } = this.hit(key, ttl, limit);
    return { totalHits: hits, timeToExpire: left, isBlocked: wait > 0, timeToBlockExpire: wait };
  }

  private sweep(now: number): void {
    const live = [...this.windows].filter(([, { ends }]) => ends > now);
    // More keys than that within a minute are an attack: they start afresh rather than fill memory.
    this.windows = new Map(live.length < MOST_WINDOWS ? live : []);
  }
}

/** What a key is told that has asked more often than it may in a minute; counts this time too. */
export function refusalOfRate(
  windows: RateWindows,
  key: string,
  most: number,
): DomainError | undefined {
  const { wait } = windows.hit(key, MINUTE, most);
  return wait > 0 ? rateLimited({ seconds: wait }, { retryAfter: wait }) : undefined;
}
