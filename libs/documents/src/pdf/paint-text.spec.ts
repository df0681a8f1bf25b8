import { linesTogether } from './paint-text.js';

/** How a text is broken whose first page has room for so many lines, and the others for twenty. */
function pagesOf(count: number, room: number): number[] {
  const pages = [0];
  let left = room;
  for (let at = 0; at < count; at += 1) {
    if (linesTogether(at, count) > left) {
      pages.push(0);
      left = 20;
    }
    pages[pages.length - 1] = (pages.at(-1) ?? 0) + 1;
    left -= 1;
  }
  return pages.filter((lines) => lines > 0);
}

it.each([
  [1, 0, [1]],
  [3, 2, [3]],
  [4, 3, [2, 2]],
  [4, 1, [4]],
  [9, 8, [7, 2]],
  [9, 9, [9]],
])('of %d lines with room for %d no page has one alone', (count, room, pages) => {
  expect(pagesOf(count, room)).toEqual(pages);
});
