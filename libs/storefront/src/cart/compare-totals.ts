import type { ShownTotals } from './price-token.js';

/** What a cart comes to beside what it was shown to. */
export type Compared =
  | { readonly outcome: 'same' }
  | { readonly outcome: 'changed' }
  /** By how much less, net or with tax as prices are, in minor units. */
  | { readonly outcome: 'dropped'; readonly by: bigint };

const CHANGED: Compared = { outcome: 'changed' };
/** Minor units by which a tax may differ without anybody being asked. */
const TOLERATED = 1n;

/**
 * Whether a cart is ordered at what it comes to now: never for more than was shown. Less is, and a
 * minor unit of a tax is nothing. Where prices include tax they are compared with it: what is net
 * of the same price is more or less as the tax is. Pure.
 */
export function compareTotals(shown: ShownTotals, now: ShownTotals): Compared {
  const { currency, pricesIncludeTax } = shown;
  if (currency !== now.currency || pricesIncludeTax !== now.pricesIncludeTax) return CHANGED;
  const [before, after] = pricesIncludeTax ? [totalOf(shown), totalOf(now)] : [shown.net, now.net];
  if (after > before) return CHANGED;
  if (after < before) {
    const isLess = now.net <= shown.net && totalOf(now) <= totalOf(shown);
    return isLess ? { outcome: 'dropped', by: before - after } : CHANGED;
  }
  const names = new Set([...Object.keys(shown.taxes), ...Object.keys(now.taxes)]);
  const isSame = [...names].every((name) => {
    const differs = (now.taxes[name] ?? 0n) - (shown.taxes[name] ?? 0n);
    return -TOLERATED <= differs && differs <= TOLERATED;
  });
  return isSame ? { outcome: 'same' } : CHANGED;
}

function totalOf({ net, tax }: ShownTotals): bigint {
  return net + tax;
}
