import { Injectable } from '@nestjs/common';
import { Database, sql } from '@quittance/database';
import { notFound, type Id, type Instant } from '@quittance/kernel';
import type { ListDefinition, ListNarrowing } from '@quittance/lists';
import type { PortalActor, PortalCtx } from '../actors/portal-actor.js';
import { NOTICE_CATEGORIES, type NoticeCategory } from './notice-category.js';
import { NOTICE_KIND_NAMES, noticeKindRules, type NoticeKind } from './notice-kind.js';
import { noticePath, noticeTitle, type NoticeFacts } from './notice-text.js';

export type NoticeId = Id<'notice'>;

/** What a user was told, as they read it. */
export interface NoticeView {
  readonly id: NoticeId;
  readonly kind: NoticeKind;
  readonly category: NoticeCategory;
  /** In the language of the user; never with a sum. */
  readonly title: string;
  /** The object of the record that it leads to. */
  readonly object: string;
  readonly recordId: string;
  /** Where that is in the portal. */
  readonly path: string;
  readonly createdAt: Instant;
  readonly readAt: Instant | null;
}

interface Row extends Omit<NoticeView, 'title' | 'path'> {
  readonly facts: NoticeFacts;
}

/** The notices of one user, the latest first; narrow it by `noticesFor`. */
export function noticeList(
  directory: PortalActor['directory'],
  locale: string | null,
): ListDefinition<Row, NoticeView> {
  return {
    from: 'portal.notice n',
    where: 'n.in_app',
    select: `n.id, n.kind, n.category, n.object, n.record_id as "recordId", n.facts,
      n.created_at as "createdAt", n.read_at as "readAt"`,
    id: 'n.id',
    fields: {
      id: { sql: 'n.id', type: 'id', notNull: true },
      kind: { sql: 'n.kind', type: 'enum', values: NOTICE_KIND_NAMES, notNull: true },
      category: { sql: 'n.category', type: 'enum', values: NOTICE_CATEGORIES, notNull: true },
      object: { sql: 'n.object', type: 'text', notNull: true },
      recordId: { sql: 'n.record_id', type: 'id', notNull: true },
      createdAt: { sql: 'n.created_at', type: 'instant', notNull: true },
      readAt: { sql: 'n.read_at', type: 'instant' },
    },
    search: [],
    defaultSort: '-createdAt',
    columns: ['id', 'kind', 'category', 'title', 'object', 'recordId', 'createdAt', 'readAt'],
    map: ({ facts, ...row }) => ({
      ...row,
      title: noticeTitle(row.kind, facts, locale),
      path: noticePath(directory, row.object, row.recordId),
    }),
  };
}

/** Their own, of kinds that they have the right to now. */
export const noticesFor =
  (actor: PortalActor): ListNarrowing =>
  (bind) =>
    `n.portal_user_id = ${bind(actor.portalUserId)}::uuid
     and n.kind = any(${bind(kindsSeen(actor))}::text[])`;

function kindsSeen({ rights }: PortalActor): readonly NoticeKind[] {
  return NOTICE_KIND_NAMES.filter((kind) => {
    const { needs } = noticeKindRules(kind);
    return needs.every((right) => rights.has(right));
  });
}

/** By notice_unread_index; as many as a badge tells apart. */
const UNREAD = sql(`
  select count(*)::int as count from (
    select 1 from portal.notice n
    where n.company_id = $1 and n.portal_user_id = $2 and n.read_at is null and n.in_app
      and n.kind = any($3::text[]) limit 1000) c`);

/** By primary key; one that was read stays read as it was. */
const READ = sql(`
  update portal.notice n set read_at = coalesce(n.read_at, $4)
  where n.company_id = $1 and n.id = $2 and n.portal_user_id = $3 and n.in_app`);

/** By notice_unread_index, in the order of ids, so that two at once wait and do not cross. */
const READ_ALL = sql(`
  update portal.notice n set read_at = $3
  where n.company_id = $1 and n.id in (
    select u.id from portal.notice u
    where u.company_id = $1 and u.portal_user_id = $2 and u.read_at is null and u.in_app
      and u.created_at <= $3
    order by u.id for update)`);

const LOOK = sql(`
  select locale from portal.portal_user where company_id = $1 and id = $2`);

/** What a user was told, and what of it they have read. */
@Injectable()
export class OwnNotices {
  constructor(private readonly db: Database) {}

  /** In which language the user reads them: their own, else that of what they read with. */
  async locale(ctx: PortalCtx): Promise<string> {
    const params = [ctx.companyId, ctx.portal.portalUserId];
    const found = await this.db.read(ctx, (tx) =>
      tx.maybe<{ locale: string | null }>(LOOK, params),
    );
    return found?.locale ?? ctx.locale;
  }

  /** At most 1000. */
  async unread(ctx: PortalCtx): Promise<number> {
    const { portal, companyId } = ctx;
    const params = [companyId, portal.portalUserId, kindsSeen(portal)];
    const { count } = await this.db.read(ctx, (tx) => tx.one<{ count: number }>(UNREAD, params));
    return count;
  }

  /** Marks one as read; again it stays as it was. @throws DomainError not_found */
  async execute(ctx: PortalCtx, id: NoticeId): Promise<void> {
    const params = [ctx.companyId, id, ctx.portal.portalUserId, ctx.now];
    const read = await this.db.write(ctx, (tx) => tx.run(READ, params));
    if (read === 0) throw notFound({ object: 'notification' });
  }

  /** Marks as read what was there when it was asked. */
  async readAll(ctx: PortalCtx): Promise<void> {
    const params = [ctx.companyId, ctx.portal.portalUserId, ctx.now];
    await this.db.write(ctx, (tx) => tx.run(READ_ALL, params));
  }
}
