import { Inject, Injectable } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { Companies } from '@quittance/company/host';
import { LOGGER, type Logger } from '@quittance/http/host';
import { newId, systemClock, systemCtx, type CompanyId } from '@quittance/kernel';
import { SweepApprovals } from '@quittance/portal/host';
import { atWork } from '@quittance/watchdog';

/**
 * Reminds those who may approve, and ends what nobody has decided in time. Safe to fire anywhere,
 * any number of times.
 */
@Injectable()
export class SweepPortalApprovals {
  constructor(
    private readonly companies: Companies,
    private readonly sweep: SweepApprovals,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Cron('*/10 * * * *', { name: 'approval-sweep', timeZone: 'UTC', waitForCompletion: true })
  async everywhere(): Promise<void> {
    for (const companyId of await this.companies.activeIds()) await this.of(companyId);
  }

  /** What fails in one company keeps no other waiting. */
  private async of(companyId: CompanyId): Promise<void> {
    try {
      const ctx = systemCtx(companyId, systemClock.now(), `approval-sweep-${newId()}`);
      await atWork(ctx, () =>
        this.sweep.execute(ctx, (err, approvalId) =>
          this.logger.error({ companyId, approvalId, err }, 'an approval could not be ended'),
        ),
      );
    } catch (err) {
      this.logger.error({ companyId, err }, 'approvals could not be swept');
    }
  }
}
