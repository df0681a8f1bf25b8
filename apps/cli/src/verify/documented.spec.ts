import { parseInstant } from '@quittance/kernel';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { foundations, loginFoundation, viewFoundation } from './foundations.sql.js';
import { allInvariants } from './all-invariants.js';

const page = readFileSync(join(__dirname, '../../../../docs/operations.md'), 'utf8');
const ids = allInvariants(parseInstant('2026-03-02T09:00:00Z')).map(({ id }) => id);

/** Those that are no statement are told by the functions that look at them. */
const FOUNDATIONS = [...foundations, loginFoundation('x'), viewFoundation([])]
  .map(({ id }) => id)
  .concat('F1', 'F5', 'F6');

/** `I1 to I3` names three, `I4, I5` two. */
function named(cell: string): string[] {
  return cell.split(', ').flatMap((part) => {
    const [first = '', last = first] = part.split(' to ');
    const [from, to] = [first, last].map((id) => Number(id.slice(1))) as [number, number];
    return Array.from({ length: to - from + 1 }, (_, i) => `I${from + i}`);
  });
}

test('docs/operations.md says of every invariant what it says, and of none that is not', () => {
  const cells = [...page.matchAll(/^\| (I\d[^|]*) \|/gm)].map(([, cell = '']) => cell);
  const checked = new Set(ids.map((id) => id.replace(/[a-z]$/, '')));
  const byNumber = (a: string, b: string) => Number(a.slice(1)) - Number(b.slice(1));
  expect(cells.flatMap(named)).toEqual([...checked].sort(byNumber));
});

test('no two invariants share an id', () => {
  expect(ids).toEqual([...new Set(ids)]);
});

test('docs/operations.md says of every foundation what it says', () => {
  const cells = [...page.matchAll(/^\| (F\d[^|]*) \|/gm)].map(([, cell = '']) => cell.trim());
  expect(cells.flatMap((cell) => cell.split(', ')).sort()).toEqual([...FOUNDATIONS].sort());
});
