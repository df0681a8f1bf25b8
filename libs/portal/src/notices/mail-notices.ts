import type { Tx } from '@quittance/database';
import { addSeconds } from '@quittance/kernel';
import { mailedAbout, queueEmails } from '@quittance/notifications';
import { noticeLanguage, noticePath, noticeTitle, pageAt } from './notice-text.js';
import type { ToldNotice } from './tell-users.js';

/** An e-mail of another kind about the same thing is that of the same event. */
const SAME_EVENT_SECONDS = 900;

/**
 * Queues the e-mails of what users were just told, one for each event and user: who is sent the
 * invoice, quote or confirmation itself is not written to about it as well.
 * @param appUrl where the pages are; null: they have no links
 */
export async function mailNotices(
  tx: Tx,
  told: readonly ToldNotice[],
  appUrl: string | null,
): Promise<void> {
  const wanted = told.filter(({ mailsNow }) => mailsNow);
  if (wanted.length === 0) return;
  const records = [...new Set(wanted.map(({ eventRecordId }) => eventRecordId))];
  const mailed = await mailedAbout(tx, records, addSeconds(tx.ctx.now, -SAME_EVENT_SECONDS));
  const left = wanted.filter(
    ({ user, eventRecordId }) => !mailed.has(`${eventRecordId}/${user.email.toLowerCase()}`),
  );
  await queueEmails(
    tx,
    left.map((notice) => {
      const { kind, object, recordId, facts, source, user, locale } = notice;
      return {
        templateCode: 'PORTAL_NOTICE',
        to: user.email,
        data: {
          user: { name: user.name },
          account: { name: user.partyName },
          notice: {
            title: noticeTitle(kind, facts, locale),
            kind,
            url: pageAt(appUrl, noticePath(user.directory, object, recordId)),
          },
        },
        object,
        recordId,
        dedupeKey: `${source}/notice/${user.id}`,
        language: noticeLanguage(locale),
      };
    }),
  );
}
