import { Injectable } from '@nestjs/common';
import { Database, sql } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { portalDevices, portalSessions } from '../credentials/portal-tables.js';

/** By the indexes of their expiry. */
const DELETE_STEPS = sql(`
  delete from portal.sign_in_step
  where company_id = $1 and expires_at < now() - interval '1 day'`);
const DELETE_MFA_STEPS = sql(`
  delete from portal.mfa_step
  where company_id = $1 and expires_at < now() - interval '1 day'`);
/** Who looked on is told in the log for ever; here for three months. */
const DELETE_VIEWS = sql(`
  delete from portal.view_as_session
  where company_id = $1 and created_at < now() - interval '90 days'`);
/** An invitation that is over may be renewed for a month. */
const DELETE_LINKS = sql(`
  delete from portal.secret_link
  where company_id = $1 and expires_at < now() - interval '30 days'`);

/** Forgets sessions, devices, choices and links that ended: for the worker, once a day. */
@Injectable()
export class PurgePortalSessions {
  constructor(private readonly db: Database) {}

  async execute(ctx: Ctx): Promise<number> {
    const { companyId } = ctx;
    return this.db.write(ctx, async (tx) => {
      // Families and steps first: a device stays as long as one of them names it.
      const deleted = [
        tx.run(portalSessions.DELETE_ENDED_FAMILIES, [companyId]),
        tx.run(DELETE_STEPS, [companyId]),
        tx.run(DELETE_MFA_STEPS, [companyId]),
        portalDevices.purge(tx),
        tx.run(DELETE_LINKS, [companyId]),
        tx.run(DELETE_VIEWS, [companyId]),
      ];
      return (await Promise.all(deleted)).reduce((sum, count) => sum + count, 0);
    });
  }
}
