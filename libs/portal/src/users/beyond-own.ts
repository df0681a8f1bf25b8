import {
  ACCESS_LEVELS,
  LIMIT_PERIODS,
  PORTAL_RIGHTS,
  type ApprovalLimit,
  type PortalActor,
} from '../actors/portal-actor.js';
import type { PortalStanding } from './portal-user.js';

/**
 * What of a new standing the giver does not have themselves, in words; undefined where nothing is.
 * What somebody held before is not given by a change of something else.
 */
export function beyondGiver(
  giver: Pick<PortalActor, 'rights' | 'accessLevel' | 'approvalLimit'>,
  after: PortalStanding,
  before?: PortalStanding,
): string | undefined {
  const right = PORTAL_RIGHTS.find(
    (each) => after.permissions[each] && !before?.permissions[each] && !giver.rights.has(each),
  );
  if (right) return `the right ${right}`;
  const rank = (level: PortalStanding['accessLevel']) => ACCESS_LEVELS.indexOf(level);
  const isWider = !before || rank(after.accessLevel) > rank(before.accessLevel);
  if (isWider && rank(after.accessLevel) > rank(giver.accessLevel)) {
    return `the access level ${after.accessLevel}`;
  }
  const isRaised = !before || isBeyond(after.limit, before.limit);
  return isRaised && isBeyond(after.limit, giver.approvalLimit)
    ? 'a higher approval limit'
    : undefined;
}

/**
 * Whether a limit lets commit to more than another: a higher sum, or the same over a shorter time.
 * One for each order bounds no day. Of nothing at all there is no more; of two currencies one is
 * always beyond.
 */
export function isBeyond(limit: ApprovalLimit, than: ApprovalLimit): boolean {
  if (than.amount === null || limit.amount === 0n) return false;
  if (limit.amount === null || limit.currency !== than.currency) return true;
  const width = (period: ApprovalLimit['period']) => LIMIT_PERIODS.indexOf(period);
  return limit.amount > than.amount || width(limit.period) < width(than.period);
}
