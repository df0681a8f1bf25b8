import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, namedSql, sql, type Tx } from '@quittance/database';
import { invalidFields } from '@quittance/kernel';
import type { PortalCtx } from '../actors/portal-actor.js';
import {
  faultsOfChoice,
  NOTICE_CATEGORY_RULES,
  NOTICE_CHANNELS,
  noticeCategoriesOf,
  usualChoice,
  type NoticeCategory,
  type NoticeChoice,
  type NoticeDigest,
} from './notice-category.js';
import { CHOICES } from './notice.sql.js';

/** What of a category a user may choose. */
type Choosable = (typeof NOTICE_CHANNELS)[number] | 'colleagues';

export interface ChosenNotices {
  readonly digest: NoticeDigest;
  readonly choices: readonly (NoticeChoice & {
    /** Whether its e-mails wait for the digest. */
    readonly gathers: boolean;
    readonly choosable: readonly Choosable[];
  })[];
}

export interface NoticesToChoose {
  readonly digest: NoticeDigest;
  /** Of categories that are not named nothing changes. */
  readonly choices: readonly NoticeChoice[];
}

const DIGEST = sql(`
  select digest from portal.notice_digest where company_id = $1 and portal_user_id = $2`);

/** By primary key; the last write wins. */
const SET_DIGEST = sql(`
  insert into portal.notice_digest (company_id, portal_user_id, digest, updated_at)
  values ($1, $2, $3, $4)
  on conflict (company_id, portal_user_id) do update
    set digest = excluded.digest, updated_at = excluded.updated_at`);

/** In the order of their key, so that two at once wait and do not cross. */
const CHOOSE = namedSql(
  `insert into portal.notice_choice (company_id, portal_user_id, category, in_app, by_mail,
     by_push, of_colleagues, updated_at)
   select k.id, :portalUserId, r.category, r.in_app, r.by_mail, r.by_push, r.of_colleagues, :now
   from company.pub_company k cross join :rows as r where k.id = :companyId
   order by r.category
   on conflict (company_id, portal_user_id, category) do update
     set in_app = excluded.in_app, by_mail = excluded.by_mail, by_push = excluded.by_push,
       of_colleagues = excluded.of_colleagues, updated_at = excluded.updated_at`,
  {
    values: { portalUserId: 'uuid' },
    rows: {
      category: 'text',
      inApp: 'boolean',
      byMail: 'boolean',
      byPush: 'boolean',
      ofColleagues: 'boolean',
    },
  },
);

/** What a user wants to be told of, and by which ways. */
@Injectable()
export class ChooseNotices {
  constructor(private readonly db: Database) {}

  find(ctx: PortalCtx): Promise<ChosenNotices> {
    return this.db.read(ctx, (tx) => chosenBy(tx, ctx));
  }

  /** @throws DomainError validation_failed for what cannot be chosen */
  async execute(ctx: PortalCtx, input: NoticesToChoose): Promise<ChosenNotices> {
    refuseFaults(ctx, input);
    const { portalUserId } = ctx.portal;
    return this.db.write(ctx, async (tx) => {
      const before = await chosenBy(tx, ctx);
      await tx.run(SET_DIGEST, [ctx.companyId, portalUserId, input.digest, ctx.now]);
      const rows = input.choices.map(({ category, app, mail, push, colleagues }) => ({
        category,
        inApp: app,
        byMail: mail,
        byPush: push,
        ofColleagues: colleagues,
      }));
      if (rows.length > 0) await CHOOSE.run(tx, { portalUserId, ...CHOOSE.columns(rows) });
      const after = await chosenBy(tx, ctx);
      const about = { object: 'portal-user', recordId: portalUserId };
      const action = 'portal_user.notifications_chosen';
      audit(tx, { action, ...about, before: { ...before }, after: { ...after } });
      return after;
    });
  }
}

function refuseFaults({ portal }: PortalCtx, { choices }: NoticesToChoose): void {
  const there = noticeCategoriesOf(portal.directory);
  const seen = new Set<NoticeCategory>();
  const errors = choices.flatMap((choice, n) => {
    const { category } = choice;
    if (!there.includes(category) || seen.has(category)) {
      const message = 'is no category of this portal, or is named before';
      return [{ pointer: `/choices/${n}/category`, code: 'enum', message }];
    }
    seen.add(category);
    return faultsOfChoice(choice).map((name) => ({
      pointer: `/choices/${n}/${name}`,
      code: 'not_choosable',
      message: 'is not to be chosen',
    }));
  });
  if (errors.length > 0) throw invalidFields(errors);
}

async function chosenBy(tx: Tx, { companyId, portal }: PortalCtx): Promise<ChosenNotices> {
  const { portalUserId, directory } = portal;
  const [digest, rows] = await Promise.all([
    tx.maybe<{ digest: NoticeDigest }>(DIGEST, [companyId, portalUserId]),
    tx.rows<NoticeChoice>(CHOICES, [companyId, [portalUserId]]),
  ]);
  const choices = noticeCategoriesOf(directory).map((category) => {
    const chosen = rows.find((row) => row.category === category) ?? usualChoice(category);
    const { app, mail, push, colleagues } = chosen;
    const { gathers } = NOTICE_CATEGORY_RULES[category];
    return { category, app, mail, push, colleagues, gathers, choosable: choosableOf(category) };
  });
  return { digest: digest?.digest ?? 'off', choices };
}

function choosableOf(category: NoticeCategory): readonly Choosable[] {
  const { usual, fixed, colleaguesBy } = NOTICE_CATEGORY_RULES[category];
  if (fixed) return [];
  const ways = NOTICE_CHANNELS.filter((way) => usual[way] !== null);
  return colleaguesBy === null ? ways : [...ways, 'colleagues'];
}
