import { Injectable } from '@nestjs/common';
import type { LocalDate } from '@quittance/calendar';
import { readToday } from '@quittance/company';
import { Database, sql } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { storeRegistration } from './deal-registration.repository.js';
import { registrationNoun, type Registration } from './deal-registration.js';

const AT_ONCE = 200;

/** By deal_registration_over_index. */
const OVER = sql(`
  select ${registrationNoun.rows.select('r')} from partner.deal_registration r
  where r.company_id = $1 and r.status = 'approved' and r.protected_until < $2
  order by r.protected_until, r.id limit ${AT_ONCE} for no key update skip locked`);

/** Writes that protections are over whose last day has passed; they were none since. */
@Injectable()
export class ExpireRegistrations {
  constructor(private readonly db: Database) {}

  /** Answers how many there were. */
  async execute(ctx: Ctx): Promise<number> {
    for (let all = 0; ;) {
      const ended = await this.some(ctx);
      all += ended;
      if (ended < AT_ONCE) return all;
    }
  }

  private some(ctx: Ctx): Promise<number> {
    return this.db.write(ctx, async (tx) => {
      const today: LocalDate = await readToday(tx);
      const over = await tx.rows<Registration>(OVER, [ctx.companyId, today]);
      for (const row of over)
        storeRegistration(tx, 'deal_registration.expired', row, { status: 'expired' }, today);
      return over.length;
    });
  }
}
