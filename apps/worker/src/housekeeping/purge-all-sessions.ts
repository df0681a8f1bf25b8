import { Injectable } from '@nestjs/common';
import { PurgeSessions } from '@quittance/identity/host';
import type { Ctx } from '@quittance/kernel';
import { PurgePortalSessions } from '@quittance/portal/host';

/** What has ended of the sessions of staff and of the portals. */
@Injectable()
export class PurgeAllSessions {
  constructor(
    private readonly staff: PurgeSessions,
    private readonly portals: PurgePortalSessions,
  ) {}

  async execute(ctx: Ctx): Promise<number> {
    return (await this.staff.execute(ctx)) + (await this.portals.execute(ctx));
  }
}
