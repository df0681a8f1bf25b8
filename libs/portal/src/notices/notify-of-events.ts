import { EVENT_TYPES, type EventEnvelope, type EventType } from '@quittance/contracts';
import { sql, type Tx } from '@quittance/database';
import { FOLLOWED_EVENTS, followRecords } from './follow-records.js';
import { mailNotices } from './mail-notices.js';
import { tidingsOf, TOLD_EVENTS } from './notice-of-event.js';
import { tellUsers, type ToldNotice } from './tell-users.js';

/** Of those that are named some belong to releases that announce them. */
const LISTENED: readonly EventType[] = EVENT_TYPES.filter(
  (type) => TOLD_EVENTS.includes(type) || FOLLOWED_EVENTS.includes(type),
);

const ANYBODY = sql(`
  select exists(select from portal.portal_user where company_id = $1 and verified_at is not null
    and active) as found`);

/** The events that a company's portals listen to: none where nobody uses one. */
export async function eventsForPortals(tx: Tx): Promise<readonly EventType[]> {
  const { found } = await tx.one<{ found: boolean }>(ANYBODY, [tx.ctx.companyId]);
  return found ? LISTENED : [];
}

/** How notices leave for elsewhere; null where there is no such way. */
export interface NoticeWays {
  /** Where the portal is, for the links of e-mails; null without a mail server. */
  readonly mailOrigin: string | null;
}

/** Tells users of what a set of events says, in the transaction that finishes them. */
export async function notifyOfEvents(
  tx: Tx,
  events: readonly EventEnvelope[],
  { mailOrigin }: NoticeWays,
): Promise<readonly ToldNotice[]> {
  await followRecords(tx, events);
  const told = await tellUsers(
    tx,
    events.flatMap((event) => tidingsOf(event) ?? []),
  );
  if (mailOrigin !== null) await mailNotices(tx, told, mailOrigin);
  return told;
}
