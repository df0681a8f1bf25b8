import { positionIn } from './positions.js';

it.each([
  ['', 0, [1, 1]],
  ['abc', 2, [1, 3]],
  ['a\nbc\n\nd', 0, [1, 1]],
  ['a\nbc\n\nd', 1, [1, 2]],
  ['a\nbc\n\nd', 2, [2, 1]],
  ['a\nbc\n\nd', 5, [3, 1]],
  ['a\nbc\n\nd', 6, [4, 1]],
])('finds the line and the column in %j at %i', (text, place, position) => {
  expect(positionIn(text, place)).toEqual(position);
});
