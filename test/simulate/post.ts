import type { ReceiveWebhook } from '@quittance/gateway';
import { addSeconds, newId, type Clock, type Instant } from '@quittance/kernel';
import type { Seeded } from '../faults/support/seeded.js';
import { crashing, isUnanswered } from './crash.js';
import { SIGNATURE, eventBody, signEvent } from './simulated-webhook.js';
import type { SimulatedEvent } from './simulated-books.js';

/** A delivery of an event that is on its way. */
interface Letter {
  readonly raw: Buffer;
  readonly type: string;
  readonly at: Instant;
  /** How often it still gets lost before it arrives. */
  readonly drops: number;
  readonly tries: number;
  readonly crashAt: number | null;
}

const DUPLICATES = 0.5;
const DROPS = 0.3;
const CRASHES = 0.02;
const HOUR = 3600;
/** Seconds until a provider sends again what was not taken, then every day. */
const AGAIN = [300, 1800, 2 * HOUR, 6 * HOUR, 24 * HOUR];

/** The way of webhooks: twice, late, lost and sent again, in any order, several at once. */
export class Post {
  private letters: Letter[] = [];
  private count = 0;
  /** Deliveries that were made. */
  delivered = 0;

  constructor(
    private readonly companyId: string,
    private readonly secret: string,
    private readonly clock: Clock,
    private readonly chance: Seeded,
  ) {}

  /** Sends an event off. */
  readonly send = (event: SimulatedEvent): void => {
    this.count += 1;
    const raw = eventBody(this.companyId, `${this.companyId}-event-${this.count}`, event);
    const copies = this.chance.next() < DUPLICATES ? 2 : 1;
    for (let i = 0; i < copies; i += 1) this.letters.push(this.letter(raw, event.type));
  };

  /** Takes what has arrived, in any order. */
  arrived(): Letter[] {
    const now = this.clock.now();
    const due = this.letters.filter(({ at }) => at <= now);
    this.letters = this.letters.filter(({ at }) => at > now);
    return this.chance.shuffled(due);
  }

  get isEmpty(): boolean {
    return this.letters.length === 0;
  }

  /** Delivers one; what is lost or not taken comes again. Answers what became of it. */
  async deliver(receive: ReceiveWebhook, letter: Letter): Promise<string> {
    if (letter.drops > 0) {
      this.sendAgain({ ...letter, drops: letter.drops - 1 });
      return 'lost';
    }
    this.delivered += 1;
    const { raw, crashAt } = letter;
    const { result, error, crashedAt } = await crashing(crashAt, () =>
      receive.execute({
        provider: 'simulated',
        raw,
        headers: { [SIGNATURE]: signEvent(raw, this.secret) },
        requestId: newId(),
        ip: '127.0.0.1',
        now: this.clock.now(),
      }),
    );
    if (result) return result.applied ? 'applied' : result.reason;
    if (!isUnanswered(error)) throw error;
    this.sendAgain({ ...letter, crashAt: null });
    return crashedAt === null ? String(error) : `cut off at ${crashedAt}`;
  }

  private letter(raw: Buffer, type: string): Letter {
    const { chance } = this;
    let drops = 0;
    while (drops < AGAIN.length && chance.next() < DROPS) drops += 1;
    const crashAt = chance.next() < CRASHES ? 1 + chance.below(24) : null;
    const at = addSeconds(this.clock.now(), this.drawDelay());
    return { raw, type, at, drops, tries: 0, crashAt };
  }

  private drawDelay(): number {
    const roll = this.chance.next();
    if (roll < 0.6) return 0;
    return this.chance.below(roll < 0.85 ? HOUR : 72 * HOUR);
  }

  private sendAgain(letter: Letter): void {
    const pause = AGAIN[letter.tries] ?? 24 * HOUR;
    const at = addSeconds(this.clock.now(), pause);
    this.letters.push({ ...letter, at, tries: letter.tries + 1 });
  }
}
