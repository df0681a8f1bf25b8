import { Injectable } from '@nestjs/common';
import { ChangeSource, type Looker, type ToldLookers } from '@quittance/http/host';
import { newId, systemClock, systemCtx, type CompanyId, type Ctx } from '@quittance/kernel';
import type { PortalCtx } from '@quittance/portal';
import { ReadChanges, type Looking, type PortalChange } from '@quittance/portal/host';

/** A user of a portal who looks, in a session. */
export interface PortalLooker extends Looker, Looking {}

/** What changes for users of the portals. */
@Injectable()
export class PortalChanges extends ChangeSource<PortalLooker, PortalChange> {
  readonly most = 500;

  constructor(private readonly changes: ReadChanges) {
    super();
  }

  static looker({ portal: { companyId, portalUserId, sessionId } }: PortalCtx): PortalLooker {
    return { companyId, holder: portalUserId, userId: portalUserId, sessionId };
  }

  recent(companies: readonly CompanyId[]): Promise<readonly PortalChange[]> {
    return this.changes.recent(companies);
  }

  since(companyId: CompanyId, id: string): Promise<readonly PortalChange[] | undefined> {
    return this.changes.since(ctxOf(companyId), id);
  }

  async told(
    companyId: CompanyId,
    lookers: readonly PortalLooker[],
    changes: readonly PortalChange[],
  ): Promise<ToldLookers<PortalLooker>> {
    const { gone, of } = await this.changes.execute(ctxOf(companyId), lookers, changes);
    return {
      gone: new Set(lookers.filter(({ sessionId }) => gone.has(sessionId))),
      of: ({ userId }) => of(userId),
    };
  }
}

const ctxOf = (companyId: CompanyId): Ctx =>
  systemCtx(companyId, systemClock.now(), `portal-stream-${newId()}`);
