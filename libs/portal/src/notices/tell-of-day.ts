import { Injectable } from '@nestjs/common';
import { readToday } from '@quittance/company';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { mailNotices } from './mail-notices.js';
import type { NoticeWays } from './notify-of-events.js';
import { tellUsers } from './tell-users.js';
import { tidingsOfDay } from './tidings-by-the-clock.js';

const AT_ONCE = 500;

/** Tells users of the portals what the day brings to them; any number of times a day. */
@Injectable()
export class TellOfDay {
  constructor(private readonly db: Database) {}

  /** Answers how many were told something. */
  async execute(ctx: Ctx, { mailOrigin }: NoticeWays): Promise<number> {
    const all = await this.db.read(ctx, async (tx) => tidingsOfDay(tx, await readToday(tx)));
    let told = 0;
    for (let from = 0; from < all.length; from += AT_ONCE) {
      const some = all.slice(from, from + AT_ONCE);
      told += await this.db.write(ctx, async (tx) => {
        const fresh = await tellUsers(tx, some);
        if (mailOrigin !== null) await mailNotices(tx, fresh, mailOrigin);
        return fresh.length;
      });
    }
    return told;
  }
}
