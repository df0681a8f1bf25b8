import { typedWords, wordsOf } from './search-words.js';

describe('the words of a record', () => {
  test.each([
    ['Müller & Söhne', ['muller', 'sohne']],
    ['Hauptstraße 5', ['hauptstrasse', '5']],
    ['CASE-000042', ['case-000042', 'case', '000042', '42']],
    ['ada@acme.example', ['ada@acme.example', 'ada', 'acme', 'example']],
    ['“O’Brien”', ['o’brien', 'o', 'brien']],
    ['ΑΘΗΝΑ 東京', ['αθηνα', '東京']],
    ['  – ', []],
  ])('of %j are %j', (text, words) => {
    expect(wordsOf([text])).toEqual(words);
  });

  test('are bounded in number and length, and each is told once', () => {
    const many = Array.from({ length: 200 }, (_, i) => `w${i}`).join(' ');
    expect(wordsOf([many, null, 7])).toHaveLength(40);
    expect(wordsOf(['x'.repeat(500), 'x'.repeat(60)])).toEqual(['x'.repeat(60)]);
  });

  test('those of a question begin with the longest', () => {
    expect(typedWords('Ada  LOVELACE, ada')).toEqual(['lovelace', 'ada']);
    expect(typedWords('inv-00')).toEqual(['inv-00']);
    expect(typedWords('a b c d e f g h')).toHaveLength(6);
  });
});
