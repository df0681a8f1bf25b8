import { outcomeOf } from '../testing/outcome-of.js';
import { ARTICLE_OPERATIONS, ARTICLE_STATUSES, articleStatusAfter } from './article.js';

const RESULT = {
  publish: { draft: 'published', published: null, archived: 'published' },
  archive: { draft: 'archived', published: 'archived', archived: null },
} as const;

describe('the states of an article', () => {
  const cases = ARTICLE_OPERATIONS.flatMap((operation) =>
    ARTICLE_STATUSES.map((status) => [operation, status, RESULT[operation][status]] as const),
  );

  test.each(cases)('%s of one that is %s: %s', (operation, status, to) => {
    const outcome = outcomeOf(() => articleStatusAfter(status, operation));
    expect(outcome).toBe(to ?? 'article_status_conflict');
  });
});
