import { Injectable } from '@nestjs/common';
import { readToday } from '@quittance/company';
import { addDays, type LocalDate } from '@quittance/calendar';
import { Database, type Tx } from '@quittance/database';
import { DomainError, type Ctx } from '@quittance/kernel';
import { documentApproval } from '@quittance/rules';
import type { Taxes } from '@quittance/tax';
import { servedUntil } from '../billed/billed-subscriptions.js';
import { expired } from '../subscriptions/moves.js';
import { dueChangeDay } from '../subscriptions/changes/due-change.js';
import { endSettlement } from '../subscriptions/changes/standstill-credit.js';
import type { WholeSubscription } from '../subscriptions/subscription.repository.js';
import { SubscriptionSteps, type TakenStep } from '../subscriptions/subscription-steps.js';
import { contractsToTell, endedContracts, type DueContract } from './contract.queries.js';
import type { ContractId } from './contract.js';
import { ContractSteps, type LockedContract } from './contract-steps.js';
import { followContract } from './follow-contract.js';
import { lockUnderContracts } from './subscriptions-of-contract.js';

const BATCH = 200;
/** How long one sweep goes on with further batches: another follows within the hour. */
const LONGEST_MS = 10 * 60_000;

/** What a sweep makes of a locked contract: what follows it then, if any does; null: nothing. */
type Work = (tx: Tx, locked: LockedContract, taxes: Taxes) => Promise<readonly ContractId[] | null>;

/** What is to be told in the end, but that a contract awaits approval; either way none moved. */
function noted(fault: unknown, faults: unknown[]): null {
  const awaits = fault instanceof DomainError && fault.code === documentApproval.code;
  if (!awaits) faults.push(fault);
  return null;
}

/** Tells that notice is due, renews what renews by itself, and ends what has ended. */
@Injectable()
export class SweepContracts {
  constructor(
    private readonly db: Database,
    private readonly contracts: ContractSteps,
    private readonly subscriptions: SubscriptionSteps,
  ) {}

  /**
   * Answers how many contracts moved: all that are due, each in a transaction of its own, unless
   * that takes too long; the rest is left to the next sweep. One that awaits approval stays until
   * that is decided, and none keeps the others waiting.
   * @throws the first thing that went wrong, behind all the others
   */
  async execute(ctx: Ctx, { ms = LONGEST_MS, batch = BATCH } = {}): Promise<number> {
    const began = performance.now();
    const faults: unknown[] = [];
    let moved = 0;
    // What ends goes first: until then the days behind it are not billed.
    for (const { due, work } of [
      { due: endedContracts, work: this.end },
      { due: contractsToTell, work: this.tell },
    ]) {
      let after: DueContract | null = null;
      for (;;) {
        const before: DueContract | null = after;
        const found: DueContract[] = await this.db.read(ctx, async (tx) =>
          due(tx, { today: await readToday(tx), limit: batch, after: before }),
        );
        for (const { id } of found) moved += await this.moved(ctx, id, work, faults);
        after = found.at(-1) ?? null;
        if (found.length === 0 || performance.now() - began > ms) break;
      }
    }
    if (faults.length > 0) throw faults[0];
    return moved;
  }

  /** Of a term that is over the one that follows may be over too. */
  private async moved(ctx: Ctx, id: ContractId, work: Work, faults: unknown[]): Promise<number> {
    let count = 0;
    const left = [id];
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const done = this.onLocked(ctx, next, work);
      const followed = await done.catch((fault: unknown) => noted(fault, faults));
      if (followed === null) continue;
      count += 1;
      left.push(...followed);
    }
    return count;
  }

  private onLocked(ctx: Ctx, id: ContractId, work: Work): ReturnType<Work> {
    return this.subscriptions.settling(ctx, async (tx, taxes) =>
      work(tx, await this.contracts.lock(tx, { id, expectedVersion: null }), taxes),
    );
  }

  private readonly tell: Work = async (tx, locked) => {
    const { contract, today } = locked;
    if (contract.status !== 'active') return null;
    await this.contracts.save(tx, locked, {
      patch: { noticeToldOn: today },
      told: 'contract.renewal_notice',
    });
    return [];
  };

  private readonly end: Work = async (tx, locked, taxes) => {
    const { contracts, subscriptions } = this;
    const { contract, today } = locked;
    const endDate = (contract.endDate ?? null) as LocalDate | null;
    if (contract.status !== 'active' || endDate === null || endDate >= today) return null;
    if (contract.autoRenew === true) {
      const next = await followContract(tx, { contracts, subscriptions }, locked);
      return [next.id as string as ContractId];
    }
    await contracts.save(tx, locked, { patch: { status: 'expired' }, told: 'contract.expired' });
    const under = await lockUnderContracts(tx, [contract.id as string as ContractId]);
    const day = addDays(endDate, 1);
    const steps: TakenStep[] = [];
    for (const each of under) {
      const end = servedUntil(each.subscription);
      // What ends by then anyhow does so as it was agreed, with the sweep of subscriptions.
      if (end !== null && end <= day) continue;
      // What is planned for days behind the end does not come.
      const isDue = dueChangeDay(each.subscription, endDate) !== null;
      const before = isDue ? await subscriptions.changedBy(tx, each, today, taxes) : each;
      steps.push(await this.expired(tx, before, day));
    }
    await subscriptions.take(tx, steps, today, taxes);
    return [];
  };

  /** Days behind the end that were billed while a renewal was awaited come back. */
  private async expired(tx: Tx, before: WholeSubscription, day: LocalDate): Promise<TakenStep> {
    const { subscription } = before;
    const step = expired(subscription, day);
    const billed = await this.subscriptions.followers.billed(tx, subscription.id, day, true);
    const settlement = endSettlement(before, billed, day, 'prorated');
    return { before, step: { ...step, settlement } };
  }
}
