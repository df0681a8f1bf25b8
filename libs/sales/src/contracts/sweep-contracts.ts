import { Injectable } from '@nestjs/common';
import { readToday } from '@quittance/company';
import { addDays, type LocalDate } from '@quittance/calendar';
import { Database, type Tx } from '@quittance/database';
import { DomainError, type Ctx } from '@quittance/kernel';
import { documentApproval } from '@quittance/rules';
import { expired } from '../subscriptions/moves.js';
import { SubscriptionSteps } from '../subscriptions/subscription-steps.js';
import { contractsToTell, endedContracts } from './contract.queries.js';
import type { ContractId } from './contract.js';
import { ContractSteps, type LockedContract } from './contract-steps.js';
import { followContract } from './follow-contract.js';
import { lockUnderContracts } from './subscriptions-of-contract.js';

const BATCH = 200;

/** What is to be told in the end, but that a contract awaits approval; either way none moved. */
function noted(fault: unknown, faults: unknown[]): false {
  const awaits = fault instanceof DomainError && fault.code === documentApproval.code;
  if (!awaits) faults.push(fault);
  return false;
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
   * Answers how many contracts moved; each is a transaction of its own. One that awaits approval
   * stays until that is decided, and none keeps the others waiting.
   * @throws the first thing that went wrong, behind all the others
   */
  async execute(ctx: Ctx): Promise<number> {
    const [ended, toTell] = await this.db.read(ctx, async (tx) => {
      const today = await readToday(tx);
      return Promise.all([endedContracts(tx, today, BATCH), contractsToTell(tx, today, BATCH)]);
    });
    const due = [
      ...toTell.map((id) => ({ id, work: this.tell })),
      ...ended.map((id) => ({ id, work: this.end })),
    ];
    const faults: unknown[] = [];
    let moved = 0;
    for (const { id, work } of due) {
      const done = this.onLocked(ctx, id, work);
      moved += Number(await done.catch((fault: unknown) => noted(fault, faults)));
    }
    if (faults.length > 0) throw faults[0];
    return moved;
  }

  private onLocked(
    ctx: Ctx,
    id: ContractId,
    work: (tx: Tx, locked: LockedContract) => Promise<boolean>,
  ): Promise<boolean> {
    return this.db.write(ctx, async (tx) =>
      work(tx, await this.contracts.lock(tx, { id, expectedVersion: null })),
    );
  }

  private readonly tell = async (tx: Tx, locked: LockedContract): Promise<boolean> => {
    const { contract, today } = locked;
    if (contract.status !== 'active') return false;
    await this.contracts.save(tx, locked, {
      patch: { noticeToldOn: today },
      told: 'contract.renewal_notice',
    });
    return true;
  };

  private readonly end = async (tx: Tx, locked: LockedContract): Promise<boolean> => {
    const { contracts, subscriptions } = this;
    const { contract, today } = locked;
    const endDate = (contract.endDate ?? null) as LocalDate | null;
    if (contract.status !== 'active' || endDate === null || endDate >= today) return false;
    if (contract.autoRenew === true) {
      await followContract(tx, { contracts, subscriptions }, locked);
      return true;
    }
    await contracts.save(tx, locked, { patch: { status: 'expired' }, told: 'contract.expired' });
    const under = await lockUnderContracts(tx, [contract.id as string as ContractId]);
    const day = addDays(endDate, 1);
    const steps = under.map((before) => ({ before, step: expired(before.subscription, day) }));
    await subscriptions.take(tx, steps, today);
    return true;
  };
}
