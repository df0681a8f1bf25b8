import type { DistanceSalesNotice } from '@quittance/company';
import type { Crossing, DistanceSalesCount } from './distance-sales.js';

/**
 * What is to be told of a year as it is counted: that it is near, or that it is beyond, and nothing
 * where it is neither or nobody can say. One that is beyond at once is not told to be near. Pure.
 */
export function noticeOf(
  count: DistanceSalesCount,
  crossings: readonly Crossing[],
): DistanceSalesNotice | null {
  const { year, establishedIn, net, limit, currency, standing, exceededIn } = count;
  if (standing === null || standing === 'below') return null;
  const crossing = crossings.find((each) => each.year === exceededIn);
  return {
    year,
    standing,
    establishedIn,
    amount: net,
    limit,
    currency,
    exceededIn,
    crossedOn: crossing?.day ?? null,
    crossedBy: crossing?.document ?? null,
    crossedById: crossing?.id ?? null,
  };
}
