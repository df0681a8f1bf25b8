import { sql, type Tx } from '@quittance/database';
import type { Instant } from '@quittance/kernel';
import type { CaseCommentId } from './case-comment.queries.js';

/** What the customer said about a case, or was told. */
export interface PublicComment {
  readonly id: CaseCommentId;
  readonly body: string;
  readonly authorName: string;
  /** Whether somebody of the customer says it. */
  readonly byCustomer: boolean;
  readonly createdAt: Instant;
}

/** So many are told; of a case with more the latest. */
export const MOST_COMMENTS = 500;

/** By the primary key of comments: ids grow with time. */
const PUBLIC = sql(`
  select c.id, c.body, c.author_name as "authorName", c.author_kind = 'portal' as "byCustomer",
    c.created_at as "createdAt"
  from crm.case_comment c
  where c.company_id = $1 and c.case_id = $2 and c.visibility = 'public'
  order by c.id desc limit ${MOST_COMMENTS}`);

/** In the order in which they were said. What is said among staff is none of them. */
export async function publicCommentsOf(tx: Tx, caseId: string): Promise<PublicComment[]> {
  const found = await tx.rows<PublicComment>(PUBLIC, [tx.ctx.companyId, caseId]);
  return found.reverse();
}
