import { parseInstant } from '@quittance/kernel';
import {
  isSettled,
  mergeDispute,
  standingOf,
  type DisputeFacts,
  type DisputeStage,
} from './provider-dispute.js';

const told = (stages: readonly DisputeStage[], over: Partial<DisputeFacts> = {}): DisputeFacts => ({
  stages,
  amount: 5_000n,
  currency: 'EUR',
  evidenceDueBy: null,
  providerReason: null,
  ...over,
});

/** Every order of some things. */
function ordersOf<T>(things: readonly T[]): T[][] {
  if (things.length === 0) return [[]];
  return things.flatMap((first, i) =>
    ordersOf(things.filter((_, j) => j !== i)).map((rest) => [first, ...rest]),
  );
}

it('comes to the same in whatever order and however often it is told', () => {
  const [early, late] = ['2026-03-10T00:00:00.000Z', '2026-03-20T00:00:00.000Z'].map(parseInstant);
  const events = [
    told(['opened'], { evidenceDueBy: early ?? null }),
    told(['withdrawn'], { amount: 6_000n, evidenceDueBy: late ?? null }),
    told(['closed', 'lost'], { amount: null, currency: null }),
    told(['opened'], { providerReason: 'fraudulent' }),
  ];
  for (const order of ordersOf(events)) {
    const [first, ...rest] = [...order, ...order] as [DisputeFacts, ...DisputeFacts[]];
    expect(rest.reduce(mergeDispute, first)).toEqual({
      stages: ['opened', 'withdrawn', 'lost'],
      amount: 6_000n,
      currency: 'EUR',
      evidenceDueBy: late,
      providerReason: 'fraudulent',
    });
  }
});

it.each<[readonly DisputeStage[], DisputeStage, boolean]>([
  [['opened'], 'opened', false],
  [['opened', 'withdrawn'], 'withdrawn', false],
  [['opened', 'withdrawn', 'reinstated'], 'reinstated', false],
  [['opened', 'closed'], 'closed', true],
  [['opened', 'withdrawn', 'closed'], 'closed', false],
  [['opened', 'withdrawn', 'reinstated', 'closed'], 'closed', true],
  [['opened', 'withdrawn', 'won'], 'won', true],
  [['opened', 'withdrawn', 'lost'], 'lost', false],
  [['won', 'lost'], 'lost', false],
])('%j stands at %s', (stages, standing, settled) => {
  expect([standingOf(stages), isSettled(stages)]).toEqual([standing, settled]);
});
