import { Injectable } from '@nestjs/common';
import type { Ctx } from '@quittance/kernel';
import type { RecordView } from '@quittance/metadata';
import { refuseUnlessMayBe, type ContractStatus } from './contract.js';
import { refuseAwaitingOrder } from './contract.queries.js';
import { ContractSteps, type ContractAsk } from './contract-steps.js';

/** Puts a contract in force. */
@Injectable()
export class ActivateContract {
  constructor(private readonly steps: ContractSteps) {}

  /** @throws DomainError not_found, precondition_failed, contract_not_active,
   *   contract_awaits_order */
  execute(ctx: Ctx, ask: ContractAsk): Promise<RecordView> {
    return this.steps.change(ctx, ask, async (tx, { contract }) => {
      refuseUnlessMayBe('activate', contract.status as ContractStatus);
      await refuseAwaitingOrder(tx, [contract]);
      return { patch: { status: 'active' }, told: 'contract.activated' };
    });
  }
}
