import { withArticle } from './with-article.js';

test.each(['a lead', 'an account', 'an e-mail', 'a url', 'a user', 'an Asset'])('%s', (words) => {
  expect(withArticle(words.replace(/^an? /, ''))).toBe(words);
});
