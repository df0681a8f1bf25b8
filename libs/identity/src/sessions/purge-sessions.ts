import { Injectable } from '@nestjs/common';
import { Database, sql } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { purgeDevices } from '../devices/known-device.js';
import { DELETE_ENDED_FAMILIES } from './session.sql.js';

/** Forgets password tokens that ended a day ago; few rows per company, by primary key prefix. */
const DELETE_ENDED_TOKENS = sql(`
  delete from identity.password_token
  where company_id = $1 and expires_at < now() - interval '1 day'`);

/**
 * Deletes sessions, the devices they ran on and password tokens that ended: for the worker, once a
 * day per company.
 */
@Injectable()
export class PurgeSessions {
  constructor(private readonly db: Database) {}

  async execute(ctx: Ctx): Promise<number> {
    return this.db.write(ctx, async (tx) => {
      // Families first: a device stays as long as one of them names it.
      const deleted = [
        tx.run(DELETE_ENDED_FAMILIES, [ctx.companyId]),
        purgeDevices(tx),
        tx.run(DELETE_ENDED_TOKENS, [ctx.companyId]),
      ];
      return (await Promise.all(deleted)).reduce((sum, count) => sum + count, 0);
    });
  }
}
