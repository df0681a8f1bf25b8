import { Inject, Injectable } from '@nestjs/common';
import { Database, sql } from '@quittance/database';
import { addSeconds, newId, systemCtx, type Clock, type CompanyId } from '@quittance/kernel';
import { setTimeout as sleep } from 'node:timers/promises';
import { MESSAGE_CLOCK } from '../webhooks.settings.js';
import { claimMessages } from './message.repository.js';
import { SendMessage } from './send-message.js';

const COMPANIES_WITH_DUE = sql(`
  select c.company_id as "companyId" from webhooks.door_companies_with_due_messages($1) c`);

/** Longer than an attempt takes: after that its process is taken for dead. */
const LEASE_SECONDS = 30;
/** So that a slow receiver can neither be overrun nor keep others waiting. */
const PER_ENDPOINT = 5;
const IN_FLIGHT = 100;
const LONGEST_WAIT_MS = 200;

/**
 * Sends what is due. A round starts deliveries and does not wait for them, so that a receiver that
 * hangs holds up nobody else. Any number of processes may run it.
 */
@Injectable()
export class DeliverMessages {
  private readonly inFlight = new Set<Promise<void>>();
  /** The company that was served last: those after it come first. */
  private served: CompanyId | '' = '';

  constructor(
    private readonly db: Database,
    private readonly sendMessage: SendMessage,
    @Inject(MESSAGE_CLOCK) private readonly clock: Clock,
  ) {}

  /** Starts what is due and there is room for; answers how much is under way. */
  async deliverOnce(onFault: (error: unknown) => void): Promise<number> {
    const now = this.clock.now();
    const companies = await this.db.door<{ companyId: CompanyId }>(COMPANIES_WITH_DUE, [now]);
    let started = 0;
    for (const companyId of this.inTurn(companies.map((each) => each.companyId))) {
      const room = IN_FLIGHT - this.inFlight.size;
      if (room <= 0) break;
      this.served = companyId;
      started += await this.startCompany(companyId, room, onFault);
    }
    if (started === 0 && this.inFlight.size > 0) {
      await Promise.race([...this.inFlight, sleep(LONGEST_WAIT_MS)]);
    }
    return started + this.inFlight.size;
  }

  /** Room that becomes free goes round: companies whose receivers hang do not take all of it again. */
  private inTurn(companies: readonly CompanyId[]): readonly CompanyId[] {
    const [before, after] = [false, true].map((later) =>
      companies.filter((id) => id > this.served === later),
    );
    return [...(after ?? []), ...(before ?? [])];
  }

  /** Waits for what is under way. */
  async settle(): Promise<void> {
    await Promise.all(this.inFlight);
  }

  private async startCompany(
    companyId: CompanyId,
    most: number,
    onFault: (error: unknown) => void,
  ): Promise<number> {
    const now = this.clock.now();
    const ctx = systemCtx(companyId, now, `webhooks-${newId()}`);
    const leaseUntil = addSeconds(now, LEASE_SECONDS);
    const claimed = await this.db.write(ctx, (tx) =>
      claimMessages(tx, { leaseUntil, perEndpoint: PER_ENDPOINT, most }),
    );
    for (const message of claimed) {
      const delivery: Promise<void> = this.sendMessage
        .execute(ctx, message, this.clock)
        .then(() => undefined, onFault)
        .finally(() => this.inFlight.delete(delivery));
      this.inFlight.add(delivery);
    }
    return claimed.length;
  }
}
