import { Injectable } from '@nestjs/common';
import { Database, sql, type Sql, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { inBatches } from '@quittance/work';
import { portalDevices, portalSessions } from '../credentials/portal-tables.js';

const BATCH = 5_000;
/** Each session may have the tokens of a month. */
const SESSIONS = 100;

/** Deletes a batch of rows of the company that are over, by the index of when they are. */
const deletion = (table: string, key: string, over: string, by: string): Sql =>
  sql(`
    delete from ${table}
    where company_id = $1 and ${key} in (
      select o.${key} from ${table} o
      where o.company_id = $1 and o.${by} < now() - interval '${over}'
      order by o.${by} limit $2)
    and ${by} < now() - interval '${over}'`);

const DELETE_STEPS = deletion('portal.sign_in_step', 'token_hash', '1 day', 'expires_at');
const DELETE_MFA_STEPS = deletion('portal.mfa_step', 'token_hash', '1 day', 'expires_at');
/** Who looked on is told in the log for ever; here for three months. */
const DELETE_VIEWS = deletion('portal.view_as_session', 'id', '90 days', 'created_at');
/** An invitation that is over may be renewed for a month. */
const DELETE_LINKS = deletion('portal.secret_link', 'token_hash', '30 days', 'expires_at');

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
