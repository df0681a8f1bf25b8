import type { SubscriptionFollower, SubscriptionMove } from '@quittance/sales';
import { commitChain, releaseParts } from '../limits/limit-ledger.js';
import { subscriptionChain } from './subscription-chain.js';

/** What becomes of a reservation with its subscription, in the transaction of the subscription. */
export const limitsOfSubscriptions: SubscriptionFollower = {
  name: 'limits of portal users',

  async follow(tx, moves, today) {
    const fates = moves.flatMap(({ before, planned }) => {
      if (!before || !planned) return [];
      const { on, is, left } = planned;
      return [{ is, left, chainId: subscriptionChain('plan_change', before.subscription.id, on) }];
    });
    const begun = fates.filter(({ is }) => is === 'begun');
    await commitChain(tx, ...begun.map(({ chainId }) => chainId));
    const gone = fates.filter(({ is }) => is !== 'begun');
    const ended = moves.flatMap((move) => endedAgain(move, today));
    await releaseParts(tx, [...gone, ...ended]);
  },
};

/** What was to go on behind a day, and is to end or to stand still on it again. */
function endedAgain({ before, after }: SubscriptionMove, today: string) {
  const { id, cancelAt, pauseOn } = after.subscription;
  const was = before?.subscription;
  const days = [cancelAt !== was?.cancelAt && cancelAt, pauseOn !== was?.pauseOn && pauseOn];
  return days.flatMap((day) => {
    if (!was || !day || day <= today) return [];
    return [{ chainId: subscriptionChain('resumption', id, day), left: [0n, 1n] as const }];
  });
}
