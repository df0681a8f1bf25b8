import { Injectable } from '@nestjs/common';
import { asId, systemCtx, type Instant } from '@quittance/kernel';
import { reportOnce, type Quarantined } from '@quittance/watchdog';
import { AuditLog } from './audit.js';

/**
 * Writes into the log of a company that work of its own is in quarantine: once for each, by
 * whichever process finds out first. The one that stood still could not.
 */
@Injectable()
export class AuditQuarantines {
  constructor(private readonly log: AuditLog) {}

  /**
   * Answers how many there were. @throws DomainError database_unavailable: they are told the next
   * time
   */
  execute(now: Instant): Promise<number> {
    return reportOnce(now, (quarantined) => this.tell(quarantined, now));
  }

  private async tell({ work, since, process, seconds }: Quarantined, now: Instant): Promise<void> {
    const { companyId, kind, id, by } = work;
    // Of a stranger's request no company is told: the log of the process says it, and a metric.
    if (companyId === null) return;
    const ctx = systemCtx(asId(companyId), now, 'quarantine');
    await this.log.record(ctx, {
      action: 'work.quarantined',
      object: kind,
      recordId: id,
      after: {
        process,
        lastEndedAt: since,
        heldSeconds: Number.isFinite(seconds) ? seconds : null,
        ...(by !== undefined && { by }),
      },
    });
  }
}
