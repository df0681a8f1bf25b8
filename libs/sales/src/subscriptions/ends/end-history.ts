import type { LocalDate } from '@quittance/calendar';
import type { Subscription } from '../subscription.description.js';

/** How a subscription is to end. */
export type PlannedEnd = Pick<Subscription, 'cancelAt' | 'cancelReason' | 'cancelCredit'>;

/** An entry of the history of a subscription, as far as it says how that is to end. */
export interface EndChange {
  readonly kind: string;
  readonly actorKind: string;
  readonly before: Partial<PlannedEnd>;
  readonly after: Partial<PlannedEnd>;
}

/** What was to be before somebody cancelled, who may have done so several times. */
interface Cancelled {
  readonly by: string;
  readonly before: PlannedEnd;
}

const NO_END: PlannedEnd = { cancelAt: null, cancelReason: null, cancelCredit: null };

/**
 * What stood before each of the cancellations that were not taken back, the last one first. None
 * where an end is that of the term that was sold. Pure.
 */
export function beforeCancelling(history: readonly EndChange[]): readonly PlannedEnd[] {
  let end = NO_END;
  let open: readonly Cancelled[] = [];
  for (const { kind, actorKind: by, before, after } of history) {
    const was = { ...end, ...endIn(before) };
    end = { ...was, ...endIn(after) };
    // Another day of the same side takes the place of the one it has said before.
    if (kind === 'cancelled' && open[0]?.by !== by) open = [{ by, before: was }, ...open];
    if (kind !== 'kept' || was.cancelAt === null || before.cancelAt === undefined) continue;
    const back = open.findIndex((each) => isLonger(each.before, was.cancelAt));
    // What was taken back whole leaves nothing, whoever had said what before.
    open = back < 0 || end.cancelAt === null ? [] : open.slice(back + 1);
  }
  return open.map((each) => each.before);
}

/** Whether an end leaves more days than another. */
export function isLonger({ cancelAt }: PlannedEnd, than: LocalDate | null): boolean {
  return than !== null && (cancelAt === null || cancelAt > than);
}

function endIn({ cancelAt, cancelReason, cancelCredit }: Partial<PlannedEnd>): Partial<PlannedEnd> {
  return {
    ...(cancelAt !== undefined && { cancelAt }),
    ...(cancelReason !== undefined && { cancelReason }),
    ...(cancelCredit !== undefined && { cancelCredit }),
  };
}
