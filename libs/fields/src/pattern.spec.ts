import fc from 'fast-check';
import { ecmaPattern, matchesPattern } from './pattern.js';

const ALIKE = [
  '[A-Z]{1,3}-\\d+',
  'a|bc',
  '(?:a|b)+?c?',
  '^ab.$',
  '[^a-c]{2,}',
  '[a\\-\\]]*',
  '\\w+\\.\\W',
  '(x(y))*-?',
  '[a-c-]+',
  'é.😀?',
];

test.each(ALIKE)('%s means the same to JSON Schema', (pattern) => {
  const source = ecmaPattern(pattern);
  expect(source).toBeDefined();
  const ecma = new RegExp(source ?? '', 'u');
  const letter = fc.constantFrom(...'aabbccxyAZ019-.]é😀\n\r\u2028 ^$');
  const made = fc.array(letter, { maxLength: 8 }).map((letters) => letters.join(''));
  const fitting = fc.stringMatching(ecma);
  fc.assert(
    fc.property(fc.oneof(made, fitting), (text) => {
      expect([text, ecma.test(text)]).toEqual([text, matchesPattern(pattern, text)]);
    }),
  );
});

test.each(['(?i)a', '\\pN', '[[:alpha:]]', '(?P<x>a)', '\\Qa\\E', '\\s', '\\ba', '[a&&b]', '\\-'])(
  '%s is left to those who know RE2',
  (pattern) => expect(ecmaPattern(pattern)).toBeUndefined(),
);
