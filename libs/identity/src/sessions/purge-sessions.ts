import { Injectable } from '@nestjs/common';
import { Database, sql, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { inBatches } from '@quittance/work';
import { purgeDevices } from '../devices/known-device.js';
import { DELETE_ENDED_FAMILIES } from './session.sql.js';

const BATCH = 5_000;
/** Each may have the tokens of a month. */
const SESSIONS = 100;

/** Forgets a batch of password tokens that ended a day ago, by primary key prefix. */
const DELETE_ENDED_TOKENS = sql(`
  delete from identity.password_token
  where company_id = $1 and token_hash in (
    select t.token_hash from identity.password_token t
    where t.company_id = $1 and t.expires_at < now() - interval '1 day' limit $2)`);

/**
 * Deletes sessions, the devices they ran on and password tokens that ended: for the worker, once a
 * day per company. In batches with a commit of their own: however much has come together, some of
 * it goes.
 */
@Injectable()
export class PurgeSessions {
  constructor(private readonly db: Database) {}

  async execute(ctx: Ctx): Promise<number> {
    const { companyId } = ctx;
    const all = (most: number, batch: (tx: Tx, most: number) => Promise<number>) =>
      inBatches(most, (n) => this.db.write(ctx, (tx) => batch(tx, n), { answers: false }));
    // Families first: a device stays as long as one of them names it.
    const ended = [
      await all(SESSIONS, (tx, n) => tx.run(DELETE_ENDED_FAMILIES, [companyId, n])),
      await all(BATCH, purgeDevices),
      await all(BATCH, (tx, n) => tx.run(DELETE_ENDED_TOKENS, [companyId, n])),
    ];
    return ended.reduce((sum, count) => sum + count, 0);
  }
}
