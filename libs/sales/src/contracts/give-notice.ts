import { Injectable } from '@nestjs/common';
import type { LocalDate } from '@quittance/calendar';
import type { Ctx } from '@quittance/kernel';
import type { RecordView } from '@quittance/metadata';
import { noticeDay, refuseUnlessMayBe, type ContractStatus } from './contract.js';
import { contractHasNoEnd, noticeTooLate } from './contract.errors.js';
import { ContractSteps, type ContractAsk } from './contract-steps.js';

export interface Notice extends ContractAsk {
  /** Takes notice that is too late; needs the right to approve contracts. */
  readonly force?: boolean;
  readonly reason?: string | null;
}

/** Notes that a contract is not to be renewed: it ends with its term. */
@Injectable()
export class GiveNotice {
  constructor(private readonly steps: ContractSteps) {}

  /**
   * @throws DomainError not_found, precondition_failed, contract_not_active, contract_has_no_end,
   *   notice_too_late
   */
  execute(ctx: Ctx, { force = false, reason = null, ...ask }: Notice): Promise<RecordView> {
    return this.steps.change(ctx, ask, (_, { contract, today }) => {
      refuseUnlessMayBe('give-notice', contract.status as ContractStatus);
      const endDate = (contract.endDate ?? null) as LocalDate | null;
      if (endDate === null) throw contractHasNoEnd({ number: String(contract.number) });
      const by = noticeDay(endDate, Number(contract.noticeDays));
      const forced = force && ctx.permissions.can('contracts', 'approve');
      if (today > by && !forced) throw noticeTooLate({ by });
      return {
        patch: { autoRenew: false, noticeGivenOn: today, endReason: reason },
        told: 'record.updated',
      };
    });
  }
}
