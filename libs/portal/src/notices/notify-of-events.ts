import { EVENT_TYPES, EVENTS, type EventEnvelope, type EventType } from '@quittance/contracts';
import { sql, type Tx } from '@quittance/database';
import { FOLLOWED_EVENTS, followRecords } from './follow-records.js';
import { mailNotices } from './mail-notices.js';
import { tidingsOf, TOLD_EVENTS } from './notice-of-event.js';
import { queuePushes } from '../push/queue-pushes.js';
import { noteChanges } from '../stream/note-changes.js';
import { isRead } from '../stream/portal-change.js';
import { tellUsers, type ToldNotice } from './tell-users.js';

/** Of those that are named some belong to releases that announce them. */
const LISTENED: readonly EventType[] = EVENT_TYPES.filter(
  (type) => TOLD_EVENTS.includes(type) || FOLLOWED_EVENTS.includes(type) || isOfWhatIsRead(type),
);

function isOfWhatIsRead(type: EventType): boolean {
  const objects: readonly string[] = EVENTS[type].objects ?? [];
  return objects.some(isRead);
}

const ANYBODY = sql(`
  select exists(select from portal.portal_user where company_id = $1 and verified_at is not null
    and active) as found`);

/** The events that a company's portals listen to: none where nobody uses one. */
export async function eventsForPortals(tx: Tx): Promise<readonly EventType[]> {
  const { found } = await tx.one<{ found: boolean }>(ANYBODY, [tx.ctx.companyId]);
  return found ? LISTENED : [];
}

/** How notices leave for elsewhere. */
export interface NoticeWays {
  /** Whether there is a mail server. */
  readonly mails: boolean;
  /** Where the pages are that e-mails link to; null where no application serves any. */
  readonly appUrl: string | null;
}

/** Tells users of what a set of events says, in the transaction that finishes them. */
export async function notifyOfEvents(
  tx: Tx,
  events: readonly EventEnvelope[],
  { mails, appUrl }: NoticeWays,
): Promise<readonly ToldNotice[]> {
  await followRecords(tx, events);
  const told = await tellUsers(
    tx,
    events.flatMap((event) => tidingsOf(event) ?? []),
  );
  if (mails) await mailNotices(tx, told, appUrl);
  await queuePushes(tx, told);
  await noteChanges(tx, events, told);
  return told;
}
