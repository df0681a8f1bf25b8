import { datetime, picklist, richText, text } from '@quittance/fields';
import { defineObject } from '@quittance/metadata';
import { indexArticles } from './article-index.js';

const SYSTEM = { readOnly: true } as const;

/** Answers to what is asked often; published ones are what an audience reads in its portal. */
export const knowledgeObject = defineObject({
  name: 'knowledge',
  label: 'Article',
  pluralLabel: 'Knowledge',
  path: '/knowledge',
  resource: 'knowledge',
  table: 'crm.knowledge_article',
  titleField: 'title',
  defaultSort: 'title',
  fields: {
    title: text('Title', { required: true, searched: true, maxLength: 255 }),
    body: richText('Body', { required: true, searched: true }),
    audience: picklist(
      'Audience',
      { internal: 'Ourselves', customer: 'Customers', partner: 'Partners', vendor: 'Vendors' },
      { required: true, default: 'internal' },
    ),
    status: picklist(
      'Status',
      { draft: 'Draft', published: 'Published', archived: 'Archived' },
      { ...SYSTEM, default: 'draft' },
    ),
    publishedAt: datetime('Published at', SYSTEM),
    archivedAt: datetime('Archived at', SYSTEM),
  },
  hooks: {
    async beforeCreate(_, articles) {
      return articles.map(() => ({ status: 'draft' }));
    },

    afterCreate: indexArticles,

    async afterUpdate(tx, changes) {
      const said = changes.filter(
        ({ changes: { title, body } }) => title !== undefined || body !== undefined,
      );
      if (said.length > 0) {
        await indexArticles(
          tx,
          said.map(({ after }) => after),
        );
      }
    },
  },
});
