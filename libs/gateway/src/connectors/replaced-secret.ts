import { open, type KeyRing, type SealedSecret } from '@quittance/config';
import { addSeconds, type Instant } from '@quittance/kernel';
import type { ConnectorState } from './connector.repository.js';

const HOUR = 3600;

/**
 * How long a replaced webhook secret stays valid unless told otherwise. Razorpay goes on repeating
 * events with the secret of their day for 24 hours; a week leaves time to notice that the provider
 * was never given the new one.
 */
export const OVERLAP_HOURS = 168;

/** The secret that is valid beside the one in use, and until when. */
export type PreviousSecret = Pick<
  ConnectorState,
  'previousWebhookSecret' | 'previousWebhookSecretUntil'
>;

const NONE: PreviousSecret = { previousWebhookSecret: null, previousWebhookSecretUntil: null };

/** The one that a connector has; none without a connector. */
export function previousOf(connector: PreviousSecret | undefined): PreviousSecret {
  if (!connector) return NONE;
  const { previousWebhookSecret, previousWebhookSecretUntil } = connector;
  return { previousWebhookSecret, previousWebhookSecretUntil };
}

/** The secret that was in use until now, beside the one that takes its place. */
export function replacedSecret(
  replaced: SealedSecret | undefined,
  now: Instant,
  overlapHours: number = OVERLAP_HOURS,
): PreviousSecret {
  if (replaced === undefined || overlapHours === 0) return NONE;
  return {
    previousWebhookSecret: replaced,
    previousWebhookSecretUntil: addSeconds(now, overlapHours * HOUR),
  };
}

/**
 * Undefined when its key is gone: it verifies nothing, and must not stand in the way of a new one.
 */
export function openedOrLost(
  keys: KeyRing,
  sealed: SealedSecret,
  place: string,
): string | undefined {
  try {
    return open(keys, sealed, place);
  } catch {
    return undefined;
  }
}
