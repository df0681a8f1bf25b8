import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { RecordView } from '@quittance/metadata';
import { SubscriptionSteps } from '../subscriptions/subscription-steps.js';
import { ContractSteps, type ContractAsk } from './contract-steps.js';
import { followContract, type RenewalTerms } from './follow-contract.js';

export interface RenewalAsk extends ContractAsk, RenewalTerms {}

/** Follows a contract by its successor, under which its subscriptions go on. */
@Injectable()
export class RenewContract {
  constructor(
    private readonly db: Database,
    private readonly contracts: ContractSteps,
    private readonly subscriptions: SubscriptionSteps,
  ) {}

  /**
   * Answers the successor.
   * @throws DomainError not_found, precondition_failed, contract_not_active, contract_has_no_end
   */
  execute(ctx: Ctx, { id, expectedVersion, ...terms }: RenewalAsk): Promise<RecordView> {
    const { contracts, subscriptions } = this;
    return this.db.write(ctx, async (tx) => {
      const locked = await contracts.lock(tx, { id, expectedVersion });
      return followContract(tx, { contracts, subscriptions }, locked, terms);
    });
  }
}
