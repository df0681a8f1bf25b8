import { articleStatusConflict } from '../crm.errors.js';

export const ARTICLE_STATUSES = ['draft', 'published', 'archived'] as const;
export type ArticleStatus = (typeof ARTICLE_STATUSES)[number];

/** Who may read a published article. */
export const ARTICLE_AUDIENCES = ['internal', 'customer', 'partner', 'vendor'] as const;
export type ArticleAudience = (typeof ARTICLE_AUDIENCES)[number];

export const ARTICLE_OPERATIONS = ['publish', 'archive'] as const;
export type ArticleOperation = (typeof ARTICLE_OPERATIONS)[number];

/**
 * The table of states: what is not in it is refused. An archived article may be published again.
 */
const MOVES: Readonly<Record<ArticleOperation, Partial<Record<ArticleStatus, ArticleStatus>>>> = {
  publish: { draft: 'published', archived: 'published' },
  archive: { draft: 'archived', published: 'archived' },
};

/** @throws DomainError article_status_conflict */
export function articleStatusAfter(
  status: ArticleStatus,
  operation: ArticleOperation,
): ArticleStatus {
  const to = MOVES[operation][status];
  if (!to) throw articleStatusConflict({ status, operation });
  return to;
}
