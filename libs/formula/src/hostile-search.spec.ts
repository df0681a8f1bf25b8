import { checkFormula } from './check-formula.js';
import type { FormulaBudget } from './formula-value.js';
import { MAX_WORK } from './limits.js';
import { inputOf, scopeOf } from './testing/evaluated.js';
import { HOSTILE, hostileFormulas } from './testing/hostile-search.js';

const FOUND = hostileFormulas(20_261_123, 5);
const SCOPE = scopeOf(HOSTILE);
const INPUT = inputOf(HOSTILE, 'Asia/Kolkata');

/**
 * Nanoseconds of the processor: far above what a unit costs, far below what a quadratic one would.
 */
const MOST_FOR_A_UNIT = 150;
const MOST_FOR_ALL = 20_000_000;

function nanosOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) * 1000;
}

/**
 * The least of a few, and of more where it is above what it may be: what else the machine and the
 * engine do besides is not the formula's doing.
 */
function leastNanosOf(work: () => void, most: number): number {
  let least = Infinity;
  for (let tries = 0; tries < 3 || (least > most && tries < 20); tries += 1) {
    least = Math.min(least, nanosOf(work));
  }
  return least;
}

class Counted implements FormulaBudget {
  spent = 0;

  constructor(private readonly size = Number.MAX_SAFE_INTEGER) {}

  get left(): number {
    return Math.max(this.size - this.spent, 0);
  }

  spend(work: number): boolean {
    this.spent += work;
    return this.spent <= this.size;
  }
}

test('every operation is tried on values of the largest sizes', () => {
  const operations = new Set(FOUND.map(({ operation }) => operation));
  for (const name of ['CONTAINS', 'SUBSTITUTE', 'UPPER', 'VALUE', 'DATEDIFF', '^', '=', '&']) {
    expect(operations).toContain(name);
  }
  expect(operations.size).toBeGreaterThan(45);
});

test('what is charged is no less than what it costs, within what an evaluation may', () => {
  const beyond = FOUND.filter(({ text }) => {
    const formula = checkFormula(text, SCOPE);
    const budget = new Counted();
    formula.evaluate({ ...INPUT, budget });
    const { spent } = budget;
    const most = Math.min(MOST_FOR_ALL, 1_000_000 + spent * MOST_FOR_A_UNIT);
    return spent > MAX_WORK || leastNanosOf(() => formula.evaluate(INPUT), most) > most;
  });
  expect(beyond).toEqual([]);
});

test('evaluations that share a budget spend no more than it has', () => {
  const formula = checkFormula('CONTAINS(rich, odd60)', SCOPE);
  const budget = new Counted(400_000);
  const outcomes = Array.from({ length: 5 }, () => formula.outcome({ ...INPUT, budget }));
  expect(outcomes.map(({ value }) => value)).toEqual([false, false, false, null, null]);
  const unaffordable = outcomes.filter((outcome) => outcome.unaffordable);
  expect(unaffordable).toHaveLength(2);
  expect(budget.left).toBe(0);
});
