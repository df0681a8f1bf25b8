import { FormulaError, checkFormula } from '@quittance/formula';
import { inputOf, scopeOf, COSTLY, ENDLESS, LONG, REFUSED } from '@quittance/formula/testing';
import type { Bench, BenchResult } from './bench-result.js';

/** No formula, however hostile, takes longer to be read and evaluated. */
const LIMIT_MS = 1;
const WARM_UP = 100;
const RUNS = 401;

/** What the most hostile formulas cost: reading them, and evaluating them for the first time. */
export const bench: Bench = {
  name: 'formulas',
  async run() {
    const cases = [...ENDLESS, ...COSTLY, ...REFUSED];
    return cases.map(([name, text = '']) => measured(name ?? '', text));
  },
};

interface Cost {
  readonly read: number;
  readonly evaluated: number;
}

function costOf(text: string): Cost {
  const [scope, input] = [scopeOf(LONG), inputOf(LONG)];
  const start = performance.now();
  let formula: ReturnType<typeof checkFormula>;
  try {
    formula = checkFormula(text, scope);
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error;
    return { read: performance.now() - start, evaluated: 0 };
  }
  const read = performance.now();
  formula.evaluate(input);
  return { read: read - start, evaluated: performance.now() - read };
}

function measured(name: string, text: string): BenchResult {
  for (let i = 0; i < WARM_UP; i += 1) costOf(text);
  const costs = Array.from({ length: RUNS }, () => costOf(text));
  const read = median(costs.map((cost) => cost.read));
  const evaluated = median(costs.map((cost) => cost.evaluated));
  const whole = Math.max(read + evaluated, 0.001);
  return {
    measure: `${name}: read in ${shown(read)} ms, evaluated in ${shown(evaluated)} ms`,
    rate: whole,
    limit: LIMIT_MS,
    ratio: Math.round((LIMIT_MS / whole) * 100) / 100,
    target: 1,
    unit: 'ms',
    peakMemoryMb: 0,
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const shown = (ms: number): string => ms.toFixed(3);
