import type { DomainError, ScheduleId } from '@quittance/kernel';
import { HeldQuotes, taxInputsChanging } from '@quittance/tax';
import type { ClaimedSchedule } from './claim.js';

/** Passes that a schedule may be left for because its quote was for something else. */
const MOST_PASSES = 3;

/** The quotes of a run, batch by batch: memory does not grow with the number of schedules. */
export class RunQuotes {
  private current = new HeldQuotes();
  private external = false;
  private readonly passes = new Map<ScheduleId, number>();

  /** The quotes of the batch in hand. */
  get held(): HeldQuotes {
    return this.current;
  }

  /** Whether an external engine serves; known after the first batch, which it leaves undone. */
  get needed(): boolean {
    this.external ||= this.current.needed;
    return this.external;
  }

  /** Forgets the batch before. */
  begin(): HeldQuotes {
    this.current = new HeldQuotes();
    return this.current;
  }

  /** What lacks a quote is left to the next pass; what does so again and again has failed. */
  readonly unquoted = ({ id }: ClaimedSchedule): DomainError | null => {
    const passes = (this.passes.get(id) ?? 0) + 1;
    this.passes.set(id, passes);
    if (passes <= MOST_PASSES) return null;
    this.passes.delete(id);
    return taxInputsChanging();
  };
}
