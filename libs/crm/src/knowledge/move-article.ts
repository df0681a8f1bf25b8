import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { CompanyModels, type RecordView } from '@quittance/metadata';
import { changeRecord, type RecordAsk, type RecordStep } from '../change-record.js';
import { articleStatusAfter, type ArticleOperation, type ArticleStatus } from './article.js';

export interface ArticleMove extends RecordAsk {
  readonly operation: ArticleOperation;
}

/** Publishes an article for its audience, or archives it. */
@Injectable()
export class MoveArticle {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /** @throws DomainError not_found, precondition_failed, article_status_conflict */
  execute(ctx: Ctx, { operation, ...ask }: ArticleMove): Promise<RecordView> {
    return this.db.write(ctx, async (tx) => {
      const articles = await this.models.object(tx, 'knowledge');
      return changeRecord(tx, articles, ask, (before): RecordStep => {
        const status = articleStatusAfter(before.status as ArticleStatus, operation);
        return operation === 'publish'
          ? { patch: { status, publishedAt: ctx.now, archivedAt: null }, told: 'article.published' }
          : { patch: { status, archivedAt: ctx.now }, told: 'article.archived' };
      });
    });
  }
}
