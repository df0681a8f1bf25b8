import { Inject, Injectable } from '@nestjs/common';
import { Database, sql } from '@quittance/database';
import {
  addSeconds,
  newId,
  systemCtx,
  type Clock,
  type CompanyId,
  type Ctx,
} from '@quittance/kernel';
import { quarantineSeconds, setAside } from '@quittance/watchdog';
import { setTimeout as sleep } from 'node:timers/promises';
import { MESSAGE_CLOCK } from '../webhooks.settings.js';
import { claimMessages, type ClaimedMessage } from './claim-messages.js';
import { Pace } from './pace.js';
import { isHeld } from './message.js';
import { MessagePost, messageCtx, sendMessage } from './send-message.js';
import { verdictOn } from './slots.js';
import { storeOutcomes, type Attempted } from './store-outcomes.js';
import { UnderWay, type Room } from './under-way.js';

const COMPANIES_WITH_DUE = sql(`
  select c.company_id as "companyId" from webhooks.door_companies_with_due_messages($1) c`);

/** Longer than an attempt takes: after that its process is taken for dead. */
const LEASE_SECONDS = 30;
/** The most that one claim takes: its transaction is short, and others come to their turn. */
const MOST_CLAIMED = 100;
/** Companies whose outcomes are stored and messages claimed at once; each takes a connection. */
const TURNS = 4;
/** So that outcomes are stored and messages claimed in sets, and not one by one. */
const ROUND_MS = 15;
const LONGEST_WAIT_MS = 200;

type OnFault = (error: unknown) => void;

/**
 * Sends what is due. A round starts deliveries and does not wait for them, so that a receiver that
 * hangs holds up nobody else. Any number of processes may run it.
 */
@Injectable()
export class DeliverMessages {
  private readonly underWay = new UnderWay();
  private readonly pace = new Pace();
  private readonly turns = new Map<CompanyId, Promise<void>>();
  /** The company that was served last: those after it come first. */
  private served: CompanyId | '' = '';

  constructor(
    private readonly db: Database,
    private readonly post: MessagePost,
    @Inject(MESSAGE_CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Stores what has come to its end and starts what there is room for; answers how much is in hand.
   */
  async deliverOnce(onFault: OnFault): Promise<number> {
    const now = this.clock.now();
    const rows = await this.db.door<{ companyId: CompanyId }>(COMPANIES_WITH_DUE, [now]);
    const due = new Set(rows.map(({ companyId }) => companyId));
    for (const companyId of this.inTurn([...due, ...this.underWay.companiesToStore()])) {
      // Whoever waits for a lock of one company serves the others meanwhile.
      if (this.turns.has(companyId)) continue;
      if (this.turns.size >= TURNS) await Promise.race(this.turns.values());
      this.begin(companyId, due.has(companyId), onFault);
    }
    await within(LONGEST_WAIT_MS, Promise.all(this.turns.values()));
    if (this.underWay.size > 0) {
      await within(LONGEST_WAIT_MS, this.underWay.nextEnd());
      await sleep(ROUND_MS);
    }
    return this.turns.size + this.underWay.size;
  }

  /** Waits for what is under way, and stores what became of it. @throws what the storing throws */
  async settle(): Promise<void> {
    await Promise.all(this.turns.values());
    while (this.underWay.size > 0) {
      await this.underWay.nextEnd();
      for (const companyId of this.underWay.companiesToStore()) await this.store(companyId);
    }
  }

  /**
   * Room that becomes free goes round: companies whose receivers hang do not take all of it again.
   */
  private inTurn(companies: readonly CompanyId[]): readonly CompanyId[] {
    const sorted = [...new Set(companies)].toSorted();
    const [before, after] = [false, true].map((later) =>
      sorted.filter((id) => id > this.served === later),
    );
    return [...(after ?? []), ...(before ?? [])];
  }

  private begin(companyId: CompanyId, isDue: boolean, onFault: OnFault): void {
    const room = this.underWay.reserve(isDue ? MOST_CLAIMED : 0);
    if (room.all > 0) this.served = companyId;
    const turn = this.store(companyId)
      .then(() => this.claim(companyId, room, onFault))
      .catch(onFault)
      .finally(() => {
        room.giveBack();
        this.turns.delete(companyId);
      });
    this.turns.set(companyId, turn);
  }

  private async store(companyId: CompanyId): Promise<void> {
    const ended = this.underWay.takeEnded(companyId);
    if (ended.length === 0) return;
    const ctx = systemCtx(companyId, this.clock.now(), `webhooks-${newId()}`);
    try {
      await this.db.write(ctx, (tx) => storeOutcomes(tx, ended), { answers: false });
    } catch (error) {
      // Until the lease is over nobody else sends them: the next round stores them.
      this.underWay.putBack(companyId, ended);
      throw error;
    }
    for (const { message, sent } of ended) if (isHeld(sent)) setAside(messageCtx(ctx, message));
  }

  private async claim(companyId: CompanyId, room: Room, onFault: OnFault): Promise<void> {
    if (room.all === 0) return;
    const now = this.clock.now();
    const ctx = systemCtx(companyId, now, `webhooks-${newId()}`);
    // Of what stood still here nobody can be left out.
    if (quarantineSeconds(ctx) > 0) return;
    const terms = { leaseUntil: addSeconds(now, LEASE_SECONDS), room, pace: this.pace };
    const { messages, full, judged } = await this.db.write(ctx, (tx) => claimMessages(tx, terms));
    for (const { id, halved } of judged) this.pace.begin(id, halved, performance.now());
    for (const id of full) this.pace.noteFull(id);
    for (const message of messages) {
      const attempt = this.send(ctx, message);
      this.underWay.add(companyId, message.bulk, attempt, onFault);
    }
  }

  private async send(ctx: Ctx, message: ClaimedMessage): Promise<Attempted> {
    const sentAt = performance.now();
    const own = messageCtx(ctx, message);
    const attempted = await sendMessage(own, this.post, message, this.clock);
    const { sent, durationMs } = attempted;
    if (isHeld(sent)) return attempted;
    this.pace.note(message.endpointId, verdictOn(sent.error === null, durationMs), sentAt);
    return attempted;
  }
}

/** Waits for the work, but no longer than so many milliseconds. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  const time = sleep(ms, undefined, { signal: over.signal }).catch(() => undefined);
  await Promise.race([work, time]);
  over.abort();
}
