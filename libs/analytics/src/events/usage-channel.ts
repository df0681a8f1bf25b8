import type { UsageChannel } from './usage-event.js';

const HAND_HELD = /mobi|android|iphone|ipad|okhttp|cfnetwork|dart/i;

/** How somebody uses a portal, by their session: of a browser, an app or another program. */
export function usageChannelOf(session: {
  readonly channel: string;
  readonly userAgent: string | null;
}): UsageChannel {
  if (HAND_HELD.test(session.userAgent ?? '')) return 'mobile';
  return session.channel === 'browser' ? 'web' : 'api';
}
