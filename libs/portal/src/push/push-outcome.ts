import { addSeconds, type Instant } from '@quittance/kernel';
import type { Sent } from '@quittance/webhooks';

/** What becomes of a push once it was tried. */
export type PushOutcome =
  /** It has arrived, or never will. */
  | { readonly is: 'done' }
  /** The browser is not there any more. */
  | { readonly is: 'gone' }
  | { readonly is: 'again'; readonly at: Instant };

const MINUTE = 60;
/** How long a try waits for the next; behind the last it is given up. */
const PAUSES = [1, 5, 30, 120].map((minutes) => minutes * MINUTE);
/** What happened yesterday is no news: the portal has it. */
export const PUSH_LIFE_SECONDS = 24 * 3600;
/** Of all others of these nothing will change by sending it again. */
const PASSING = new Set([408, 429]);
const GONE = new Set([404, 410]);

/** @param attempts this one counted. Pure. */
export function pushOutcome(
  { statusCode, error, retryAfter }: Sent,
  { attempts, createdAt, now }: { attempts: number; createdAt: Instant; now: Instant },
): PushOutcome {
  if (error === null) return { is: 'done' };
  if (statusCode !== null && GONE.has(statusCode)) return { is: 'gone' };
  const passes = statusCode === null || statusCode >= 500 || PASSING.has(statusCode);
  const pause = PAUSES[attempts - 1];
  if (!passes || pause === undefined) return { is: 'done' };
  const wished = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : 0;
  const at = addSeconds(now, Math.max(pause, wished));
  return at < addSeconds(createdAt, PUSH_LIFE_SECONDS) ? { is: 'again', at } : { is: 'done' };
}
