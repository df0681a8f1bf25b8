import { Injectable } from '@nestjs/common';
import { Database, sql, type Sql, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { inBatches } from '@quittance/work';
import { portalDevices, portalSessions } from '../credentials/portal-tables.js';

const BATCH = 5_000;
/** Each session may have the tokens of a month. */
const SESSIONS = 100;

// Each a batch of rows of the company that are over, by the index of when they are.
const DELETE_STEPS = sql(`
  delete from portal.sign_in_step
  where company_id = $1 and token_hash in (
    select o.token_hash from portal.sign_in_step o
    where o.company_id = $1 and o.expires_at < now() - interval '1 day'
    order by o.expires_at limit $2)
  and expires_at < now() - interval '1 day'`);
const DELETE_MFA_STEPS = sql(`
  delete from portal.mfa_step
  where company_id = $1 and token_hash in (
    select o.token_hash from portal.mfa_step o
    where o.company_id = $1 and o.expires_at < now() - interval '1 day'
    order by o.expires_at limit $2)
  and expires_at < now() - interval '1 day'`);
/** Who looked on is told in the log for ever; here for three months. */
const DELETE_VIEWS = sql(`
  delete from portal.view_as_session
  where company_id = $1 and id in (
    select o.id from portal.view_as_session o
    where o.company_id = $1 and o.created_at < now() - interval '90 days'
    order by o.created_at limit $2)
  and created_at < now() - interval '90 days'`);
/** An invitation that is over may be renewed for a month. */
const DELETE_LINKS = sql(`
  delete from portal.secret_link
  where company_id = $1 and token_hash in (
    select o.token_hash from portal.secret_link o
    where o.company_id = $1 and o.expires_at < now() - interval '30 days'
    order by o.expires_at limit $2)
  and expires_at < now() - interval '30 days'`);

/**
 * Forgets sessions, devices, choices and links that ended: for the worker, once a day. In batches
 * with a commit of their own: however much has come together, some of it goes.
 */
@Injectable()
export class PurgePortalSessions {
  constructor(private readonly db: Database) {}

  async execute(ctx: Ctx): Promise<number> {
    const { companyId } = ctx;
    const all = (most: number, batch: (tx: Tx, most: number) => Promise<number>) =>
      inBatches(most, (n) => this.db.write(ctx, (tx) => batch(tx, n), { answers: false }));
    const deleted = (statement: Sql, most = BATCH) =>
      all(most, (tx, n) => tx.run(statement, [companyId, n]));
    // Families and steps first: a device stays as long as one of them names it.
    const ended = [
      await deleted(portalSessions.DELETE_ENDED_FAMILIES, SESSIONS),
      await deleted(DELETE_STEPS),
      await deleted(DELETE_MFA_STEPS),
      await all(BATCH, portalDevices.purge),
      await deleted(DELETE_LINKS),
      await deleted(DELETE_VIEWS),
    ];
    return ended.reduce((sum, count) => sum + count, 0);
  }
}
