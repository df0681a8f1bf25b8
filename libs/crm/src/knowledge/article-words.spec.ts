import { shortestRun } from '../../../../test/support/loop-lag.js';
import { askedWords, weighedWords, wordsOfText } from './article-words.js';

const MOST_MS = 300;

it.each([
  ['How do I reset my <b>Password</b>?', ['how', 'do', 'i', 'reset', 'my', 'password']],
  ['Überweisung &amp; Café', ['uberweisung', 'cafe']],
  ['パスワードを変更', ['パスワード', 'を', '変更']],
  ['', []],
])('takes the words of %j', (text, words) => {
  expect(wordsOfText(text)).toEqual(words);
});

it('takes what is written in a tag that never ends', () => {
  const text = '<'.repeat(20_000) + 'end';
  expect(shortestRun(() => wordsOfText(text), MOST_MS).ms).toBeLessThan(MOST_MS);
});

it('weighs a word of the title more than one of the body', () => {
  const words = weighedWords({ title: 'Reset', body: '<p>Reset it here</p>' });
  expect(words).toEqual([
    { word: 'reset', weight: 5 },
    { word: 'it', weight: 1 },
    { word: 'here', weight: 1 },
  ]);
});

it.each([
  ['lost my pass', 'pass'],
  ['lost my pass ', null],
  ['lost it', null],
])('looks in %j for words that begin with %j', (question, begun) => {
  expect(askedWords(question).begun).toBe(begun);
});
