import { Injectable } from '@nestjs/common';
import { addDays, type LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import { invalidField, type Ctx } from '@quittance/kernel';
import type { RecordView } from '@quittance/metadata';
import type { Taxes } from '@quittance/tax';
import { refuseFarDays } from '../sold-days.js';
import { cancelled } from '../subscriptions/moves.js';
import { SubscriptionSteps, type TakenStep } from '../subscriptions/subscription-steps.js';
import {
  laterOf,
  refuseUnlessMayBe,
  type ContractId,
  type ContractStatus,
  type ContractTerm,
} from './contract.js';
import { refuseAwaitingOrder } from './contract.queries.js';
import { ContractSteps, type ContractAsk } from './contract-steps.js';
import { lockUnderContracts } from './subscriptions-of-contract.js';

export interface Termination extends ContractAsk {
  /** The first day without service; today unless told, and no earlier than the contract starts. */
  readonly on?: LocalDate;
  readonly reason: string;
}

/** Ends a contract before its time, and with it the subscriptions under it. */
@Injectable()
export class TerminateContract {
  constructor(
    private readonly contracts: ContractSteps,
    private readonly subscriptions: SubscriptionSteps,
  ) {}

  /**
   * @throws DomainError not_found, precondition_failed, contract_not_active, validation_failed,
   *   contract_awaits_order
   */
  execute(ctx: Ctx, { id, expectedVersion, on, reason }: Termination): Promise<RecordView> {
    refuseFarDays({ on });
    return this.subscriptions.settling(ctx, async (tx, taxes) => {
      const locked = await this.contracts.lock(tx, { id, expectedVersion });
      const { contract, today } = locked;
      await refuseAwaitingOrder(tx, [contract]);
      refuseUnlessMayBe('terminate', contract.status as ContractStatus);
      const startDate = contract.startDate as LocalDate;
      const day = on ?? laterOf(today, startDate);
      refuseOutside(day, today, {
        startDate,
        endDate: (contract.endDate ?? null) as LocalDate | null,
      });
      const after = await this.contracts.save(tx, locked, {
        patch: { status: 'terminated', terminatedOn: day, endReason: reason },
        told: 'contract.terminated',
      });
      await this.endSubscriptions(tx, taxes, id, { day, today, reason });
      return after;
    });
  }

  private async endSubscriptions(
    tx: Tx,
    taxes: Taxes,
    id: ContractId,
    { day, today, reason }: { day: LocalDate; today: LocalDate; reason: string },
  ): Promise<void> {
    const steps: TakenStep[] = [];
    for (const each of await lockUnderContracts(tx, [id])) {
      const { cancelAt } = each.subscription;
      // What ends earlier anyhow does so.
      if (cancelAt !== null && cancelAt <= day) continue;
      const before = await this.subscriptions.changedBy(tx, each, today, taxes);
      steps.push({ before, step: cancelled(before.subscription, day, today, reason) });
    }
    await this.subscriptions.take(tx, steps, today);
  }
}

/** @throws DomainError validation_failed */
function refuseOutside(
  day: LocalDate,
  today: LocalDate,
  { startDate, endDate }: ContractTerm,
): void {
  if (day < today) throw invalidField('/on', 'min', `must not be before today, ${today}`);
  if (day < startDate) {
    throw invalidField('/on', 'min', `must not be before the start of the contract, ${startDate}`);
  }
  if (endDate !== null && day > addDays(endDate, 1)) {
    throw invalidField('/on', 'max', `must not be behind the end of the contract, ${endDate}`);
  }
}
