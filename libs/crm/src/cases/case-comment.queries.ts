import { namedSql, type Tx } from '@quittance/database';
import type { ListDefinition, ListNarrowing } from '@quittance/lists';
import type { Actor, Id, Instant } from '@quittance/kernel';
import { COMMENT_VISIBILITIES, type CommentVisibility } from './case.js';

export type CaseCommentId = Id<'case-comment'>;

/** What somebody said about a case. */
export interface CaseComment {
  readonly id: CaseCommentId;
  readonly caseId: string;
  /** A public one is for the customer to read. */
  readonly visibility: CommentVisibility;
  readonly body: string;
  readonly authorKind: Actor['kind'];
  readonly authorId: string | null;
  readonly authorName: string;
  readonly createdAt: Instant;
}

const COLUMNS = `c.id, c.case_id as "caseId", c.visibility, c.body, c.author_kind as "authorKind",
  c.author_id as "authorId", c.author_name as "authorName", c.created_at as "createdAt"`;

/** Read by its primary key: ids grow with time. */
export const caseCommentList: ListDefinition<CaseComment, CaseComment> = {
  from: 'crm.case_comment c',
  select: COLUMNS,
  id: 'c.id',
  fields: {
    id: { sql: 'c.id', type: 'id', notNull: true },
    visibility: { sql: 'c.visibility', type: 'enum', values: COMMENT_VISIBILITIES, notNull: true },
    authorId: { sql: 'c.author_id', type: 'text' },
    authorName: { sql: 'c.author_name', type: 'text', notNull: true },
    createdAt: { sql: 'c.created_at', type: 'instant', notNull: true },
  },
  search: ['c.body'],
  defaultSort: 'createdAt',
  map: (row) => row,
};

export function commentsOf(caseId: string): ListNarrowing {
  return (bind) => `c.case_id = ${bind(caseId)}`;
}

const INSERT = namedSql(
  `insert into crm.case_comment (company_id, case_id, id, visibility, body, author_kind, author_id,
     author_name, created_at)
   values (:companyId, :caseId, :id, :visibility, :body, :authorKind, :authorId, :authorName,
     :createdAt)`,
  {
    values: {
      caseId: 'uuid',
      id: 'uuid',
      visibility: 'text',
      body: 'text',
      authorKind: 'text',
      authorId: 'text',
      authorName: 'text',
      createdAt: 'timestamptz',
    },
  },
);

export async function insertComment(tx: Tx, comment: CaseComment): Promise<void> {
  await INSERT.run(tx, comment);
}
