import { Injectable } from '@nestjs/common';
import { Database, sql, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { queueEmails } from '@quittance/notifications';
import type { PortalUserId } from '../actors/portal-actor.js';
import { localesOfUsers } from './locales-of-users.js';
import type { NoticeKind } from './notice-kind.js';
import {
  noticeLanguage,
  noticePath,
  noticeTitle,
  pageAt,
  type NoticeFacts,
} from './notice-text.js';
import { stillTold, type ToldUser } from './still-told.js';

const AT_ONCE = 500;
/** Things that one e-mail lists; the portal has all of them. */
const MOST_LISTED = 50;

interface Waiting {
  readonly id: string;
  readonly userId: PortalUserId;
  readonly kind: NoticeKind;
  readonly object: string;
  readonly recordId: string;
  readonly facts: NoticeFacts;
}

/** By notice_mail_index; what another process gathers is left to it. */
const CLAIM = sql(`
  update portal.notice n set mail_due_at = null
  where n.company_id = $1 and n.id in (
    select w.id from portal.notice w where w.company_id = $1 and w.mail_due_at <= $2
    order by w.mail_due_at, w.portal_user_id limit ${AT_ONCE} for update skip locked)
  returning n.id, n.portal_user_id as "userId", n.kind, n.object, n.record_id as "recordId",
    n.facts`);

/**
 * Writes to users of what has waited for their hour, in one e-mail each: as far as they have the
 * right to it and reach it now.
 */
@Injectable()
export class GatherNotices {
  constructor(private readonly db: Database) {}

  /** Answers how many were gathered. @param appUrl where the pages are, if anywhere */
  async execute(ctx: Ctx, appUrl: string | null): Promise<number> {
    for (let all = 0; ;) {
      const some = await this.db.write(ctx, (tx) => gather(tx, appUrl));
      all += some;
      if (some < AT_ONCE) return all;
    }
  }
}

async function gather(tx: Tx, appUrl: string | null): Promise<number> {
  const waiting = await tx.rows<Waiting>(CLAIM, [tx.ctx.companyId, tx.ctx.now]);
  if (waiting.length === 0) return 0;
  const { users, isTold } = await stillTold(tx, waiting);
  const byUser = new Map<ToldUser, Waiting[]>();
  for (const notice of waiting) {
    const user = users.get(notice.userId);
    if (user && isTold(notice)) byUser.set(user, [...(byUser.get(user) ?? []), notice]);
  }
  const localeOf = await localesOfUsers(tx, [...byUser.keys()]);
  await queueEmails(
    tx,
    [...byUser].map(([user, notices]) =>
      emailOf({ ...user, locale: localeOf(user) }, notices, appUrl),
    ),
  );
  return waiting.length;
}

/** @param user with the language that they are written to in */
function emailOf(
  user: ToldUser & { readonly locale: string },
  notices: readonly Waiting[],
  appUrl: string | null,
) {
  const { id, directory, email, name, partyName, locale } = user;
  const lines = notices.slice(0, MOST_LISTED).map(({ kind, facts, object, recordId }) => {
    const title = noticeTitle(kind, facts, locale);
    const page = pageAt(appUrl, noticePath(directory, object, recordId));
    return page === null ? title : `${title}\n${page}`;
  });
  const more = notices.length > MOST_LISTED ? [`+ ${notices.length - MOST_LISTED}`] : [];
  const root = directory === 'customer' ? '' : `/${directory}`;
  return {
    templateCode: 'PORTAL_DIGEST',
    to: email,
    data: {
      user: { name },
      account: { name: partyName },
      digest: {
        count: notices.length,
        text: [...lines, ...more].join('\n\n'),
        url: pageAt(appUrl, `${root}/notifications`),
      },
    },
    object: 'portal-user',
    recordId: id,
    dedupeKey: `digest/${id}/${notices[0]?.id ?? ''}`,
    language: noticeLanguage(locale),
  };
}
