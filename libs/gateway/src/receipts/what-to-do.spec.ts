import { parseInstant } from '@quittance/kernel';
import { DISPUTE_STAGES } from '../disputes/provider-dispute.js';
import { whatToDo } from './what-to-do.js';

const dispute = {
  kind: 'dispute',
  status: 'open',
  reason: 'dispute',
  evidenceDueBy: null,
  paymentId: 'payment',
  amount: 100n,
  lost: 100n,
} as const;

it('tells of a dispute by when the evidence is due, and of a lost one what is booked', () => {
  const evidenceDueBy = parseInstant('2026-03-20T23:59:59.000Z');
  expect(whatToDo({ ...dispute, stages: ['opened'], evidenceDueBy })).toContain(
    'before 2026-03-20',
  );
  const lost = { ...dispute, stages: ['opened', 'lost'] } as const;
  expect(whatToDo(lost)).toContain('is open again');
  expect(whatToDo({ ...lost, lost: 40n })).toContain('as far as that had it');
  expect(whatToDo({ ...lost, paymentId: null, lost: null })).toContain('not in the books');
});

it('asks for no evidence once it was handed in', () => {
  const evidenceDueBy = parseInstant('2026-03-20T23:59:59.000Z');
  for (const stages of [['opened'], ['opened', 'withdrawn']] as const) {
    const submitted = { ...dispute, stages, evidenceDueBy, evidenceSubmitted: true };
    const told = whatToDo(submitted);
    expect(told).toContain('the bank decides now');
    expect(told).not.toContain('Send evidence');
    expect(whatToDo({ ...submitted, evidenceSubmitted: false })).toContain('Send evidence');
  }
});

it('has a sentence for every stage, and for what nobody thought of', () => {
  for (const stage of DISPUTE_STAGES) {
    expect(whatToDo({ ...dispute, stages: [stage] })).toMatch(/\.$/);
  }
  const other = { ...dispute, kind: 'capture', reason: 'a new one', stages: [] } as const;
  expect(whatToDo(other)).toMatch(/\.$/);
  expect(whatToDo({ ...other, status: 'resolved' })).toContain('Nothing');
});
