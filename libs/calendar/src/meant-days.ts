/** Between them lies whatever day somebody outside says and means. */
const FIRST = '2000-01-01';
const LAST = '2199-12-31';

/** What speaks against a day that somebody says: the ends of the calendar are none that is lived. */
export function unmeantDay(day: string): { code: 'min' | 'max'; message: string } | null {
  if (day >= FIRST && day <= LAST) return null;
  const code = day < FIRST ? 'min' : 'max';
  return { code, message: `must lie between ${FIRST} and ${LAST}` };
}
