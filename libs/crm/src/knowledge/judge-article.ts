import { Injectable } from '@nestjs/common';
import { Database, namedSql } from '@quittance/database';
import type { Ctx, Id } from '@quittance/kernel';
import type { RecordId } from '@quittance/metadata';

export interface ArticleJudgement {
  readonly articleId: RecordId;
  readonly portalUserId: Id<'portal-user'>;
  readonly helpful: boolean;
}

/** By primary key; the last word counts. */
const JUDGE = namedSql(
  `insert into crm.article_feedback (company_id, article_id, portal_user_id, helpful, at)
   values (:companyId, :articleId, :portalUserId, :helpful, :now)
   on conflict (company_id, article_id, portal_user_id)
     do update set helpful = excluded.helpful, at = excluded.at`,
  { values: { articleId: 'uuid', portalUserId: 'uuid', helpful: 'boolean' } },
);

/** Notes whether an article has helped somebody. */
@Injectable()
export class JudgeArticle {
  constructor(private readonly db: Database) {}

  async execute(ctx: Ctx, judgement: ArticleJudgement): Promise<void> {
    await this.db.write(ctx, (tx) => JUDGE.run(tx, judgement));
  }
}
