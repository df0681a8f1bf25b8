import { knowledgeObject } from '@quittance/crm/host';
import { standardList } from '@quittance/objects/host';
import { portalRecords, type SaysOfRecord } from '@quittance/portal';

/** Of each field of an article who of a customer sees it. */
export const ARTICLE: SaysOfRecord = {
  id: 'plain',
  version: 'nobody',
  title: 'plain',
  body: 'plain',
  audience: 'nobody',
  status: 'nobody',
  publishedAt: 'plain',
  archivedAt: 'nobody',
  ownerId: 'nobody',
  createdAt: 'nobody',
  createdBy: 'nobody',
  updatedAt: 'plain',
  updatedBy: 'nobody',
};

/** What is published for customers, whoever they are. */
export const portalArticles = portalRecords(knowledgeObject, {
  list: standardList(knowledgeObject),
  within: () => `t.status = 'published' and t.audience = 'customer' and t.deleted_at is null`,
  says: ARTICLE,
});
