import type { ShownTotals } from './price-token.js';

/** What a cart comes to beside what it was shown to. */
export type Compared =
  | { readonly outcome: 'same' }
  | { readonly outcome: 'changed' }
  /** By how much less, net, in minor units. */
  | { readonly outcome: 'dropped'; readonly by: bigint };

const CHANGED: Compared = { outcome: 'changed' };
/** Minor units by which a tax may differ without anybody being asked. */
const TOLERATED = 1n;

/**
 * Whether a cart is ordered at what it comes to now: never for more than was shown. Less is, and a
 * minor unit of a tax is nothing. Pure.
 */
export function compareTotals(shown: ShownTotals, now: ShownTotals): Compared {
  if (shown.currency !== now.currency || now.net > shown.net) return CHANGED;
  if (now.net < shown.net) {
    const isLess = now.net + now.tax <= shown.net + shown.tax;
    return isLess ? { outcome: 'dropped', by: shown.net - now.net } : CHANGED;
  }
  const names = new Set([...Object.keys(shown.taxes), ...Object.keys(now.taxes)]);
  const isSame = [...names].every((name) => {
    const differs = (now.taxes[name] ?? 0n) - (shown.taxes[name] ?? 0n);
    return -TOLERATED <= differs && differs <= TOLERATED;
  });
  return isSame ? { outcome: 'same' } : CHANGED;
}
