import type { WebhookId } from '../endpoints/endpoint.js';
import { nextLimit, type AnswerCounts, type PaceVerdict } from './slots.js';

interface Tally extends AnswerCounts {
  /** What was sent before the last halving says nothing about the limit since. */
  readonly since: number;
}

const NOTHING: Omit<Tally, 'since'> = { quick: 0, steady: 0, bad: 0, full: false };
/** Endpoints remembered; those forgotten keep the limit that is stored. */
const MOST_REMEMBERED = 10_000;

/**
 * How endpoints have answered this process since it last changed their limits. The limits
 * themselves are stored with the endpoints, for all processes; nothing is written per message.
 */
export class Pace {
  private readonly tallies = new Map<WebhookId, Tally>();

  /** An answer to what was sent at `sentAt`, in milliseconds of this process. */
  note(id: WebhookId, verdict: PaceVerdict, sentAt: number): void {
    const tally = this.of(id);
    if (sentAt < tally.since) return;
    this.tallies.set(id, { ...tally, [verdict]: tally[verdict] + 1 });
  }

  /** More would have been sent if more had been allowed. */
  noteFull(id: WebhookId): void {
    this.tallies.set(id, { ...this.of(id), full: true });
  }

  /** What the limit is to be; null when the answers so far say nothing. */
  limitAfter(id: WebhookId, limit: number): number | null {
    const tally = this.tallies.get(id);
    return tally ? nextLimit(limit, tally) : null;
  }

  /** The limit has been looked at; a new round begins. */
  begin(id: WebhookId, halved: boolean, now: number): void {
    const since = halved ? now : this.of(id).since;
    this.tallies.set(id, { ...NOTHING, since });
  }

  private of(id: WebhookId): Tally {
    const known = this.tallies.get(id);
    if (known) return known;
    if (this.tallies.size >= MOST_REMEMBERED) this.tallies.clear();
    return { ...NOTHING, since: 0 };
  }
}
