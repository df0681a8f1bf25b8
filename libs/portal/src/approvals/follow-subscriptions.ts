import type {
  CustomerAgreements,
  SubscriptionFollower,
  SubscriptionMove,
  WholeSubscription,
} from '@quittance/sales';
import type { Tx } from '@quittance/database';
import { commitChain, releaseParts } from '../limits/limit-ledger.js';
import { subscriptionChain } from './subscription-chain.js';

const NOTHING = [0n, 1n] as const;

/** What became of ends and pauses of subscriptions. */
type TakenBack = Pick<CustomerAgreements['changes'], 'takenBackDays'>;

/** What becomes of a reservation with its subscription, in the transaction of the subscription. */
export const limitsOfSubscriptions = (changes: TakenBack): SubscriptionFollower => ({
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
    const paused = moves.flatMap((move) => pausedAgain(move, today));
    await releaseParts(tx, [...gone, ...paused, ...(await endedAgain(tx, changes, moves))]);
  },
});

/** What was to go on behind a day, and is to stand still on it again. */
function pausedAgain({ before, after }: SubscriptionMove, today: string) {
  const { id, pauseOn } = after.subscription;
  const was = before?.subscription;
  if (!was || pauseOn === was.pauseOn || pauseOn === null || pauseOn <= today) return [];
  return [{ chainId: subscriptionChain('resumption', id, pauseOn), left: NOTHING }];
}

/** What was to go on behind a day, and is to end by then, or has. */
async function endedAgain(tx: Tx, changes: TakenBack, moves: readonly SubscriptionMove[]) {
  const ends = new Map(
    moves.flatMap(({ before, after }) => {
      const end = endIn(after);
      if (!before || end === null || end === endIn(before)) return [];
      return [[after.subscription.id, end] as const];
    }),
  );
  if (ends.size === 0) return [];
  const kept = await changes.takenBackDays(tx, [...ends.keys()]);
  return kept.flatMap(({ id, day }) => {
    const end = ends.get(id);
    if (end === undefined || day < end) return [];
    return [{ chainId: subscriptionChain('resumption', id, day), left: NOTHING }];
  });
}

const endIn = ({ subscription: { endedOn, cancelAt } }: WholeSubscription) => endedOn ?? cancelAt;
