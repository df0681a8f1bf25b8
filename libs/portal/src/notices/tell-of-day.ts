import { Injectable } from '@nestjs/common';
import { readToday } from '@quittance/company';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { queuePushes } from '../push/queue-pushes.js';
import { noteChanges } from '../stream/note-changes.js';
import { mailNotices } from './mail-notices.js';
import type { NoticeWays } from './notify-of-events.js';
import type { Tidings } from './notice-of-event.js';
import { tellUsers } from './tell-users.js';
import { tidingsOfDay } from './tidings-by-the-clock.js';

const AT_ONCE = 500;

/** Tells users of the portals what the day brings to them; any number of times a day. */
@Injectable()
export class TellOfDay {
  constructor(private readonly db: Database) {}

  /**
   * Answers how many were told something.
   * @param more what else the day brings, of records that others know of
   */
  async execute(
    ctx: Ctx,
    { mails, appUrl }: NoticeWays,
    more: readonly Tidings[] = [],
  ): Promise<number> {
    const ofDay = await this.db.read(ctx, async (tx) => tidingsOfDay(tx, await readToday(tx)));
    const all = [...ofDay, ...more];
    let told = 0;
    for (let from = 0; from < all.length; from += AT_ONCE) {
      const some = all.slice(from, from + AT_ONCE);
      told += await this.db.write(ctx, async (tx) => {
        const fresh = await tellUsers(tx, some);
        if (mails) await mailNotices(tx, fresh, appUrl);
        await queuePushes(tx, fresh);
        await noteChanges(tx, [], fresh);
        return fresh.length;
      });
    }
    return told;
  }
}
