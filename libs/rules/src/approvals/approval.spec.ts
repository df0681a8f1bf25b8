import { newId } from '@quittance/kernel';
import {
  approvalVerdict,
  type ApprovalDecision,
  type RecordApprovalStatus,
  type Verdict,
} from './approval.js';

const [asker, asked, other] = [newId<'user'>(), newId<'user'>(), newId<'user'>()];
const WHO = {
  asked: { userId: asked, keepsWorkflows: false },
  asker: { userId: asker, keepsWorkflows: false },
  keeper: { userId: other, keepsWorkflows: true },
  other: { userId: other, keepsWorkflows: false },
  key: { userId: null, keepsWorkflows: true },
};
const at = (status: RecordApprovalStatus, step: number) => ({ status, step });
const no = 'not_theirs';

/** Of two steps; the one who has caused it is among those who are asked. */
const CASES: readonly (readonly [ApprovalDecision, number, keyof typeof WHO, Verdict])[] = [
  ['approve', 1, 'asked', at('waiting', 2)],
  ['approve', 2, 'asked', at('approved', 2)],
  ['approve', 1, 'asker', no],
  ['approve', 1, 'keeper', no],
  ['approve', 1, 'other', no],
  ['approve', 1, 'key', no],
  ['reject', 1, 'asked', at('rejected', 1)],
  ['reject', 2, 'asked', at('rejected', 2)],
  ['reject', 1, 'asker', no],
  ['reject', 1, 'keeper', no],
  ['recall', 1, 'asker', at('recalled', 1)],
  ['recall', 2, 'keeper', at('recalled', 2)],
  ['recall', 1, 'asked', no],
  ['recall', 1, 'other', no],
  ['recall', 1, 'key', no],
];

describe('an approval that waits', () => {
  test.each(CASES)('is told to %s at step %i by %s', (decision, step, who, expected) => {
    const waits = { ...at('waiting', step), steps: [{}, {}], history: [], changedBy: [] };
    const found = { ...waits, asked: [asked, asker] };
    expect(approvalVerdict({ ...found, requestedBy: asker }, decision, WHO[who])).toEqual(expected);
  });
});

test('who has changed the record too decides as little as who has caused it', () => {
  const found = {
    ...at('waiting', 1),
    steps: [{}],
    history: [],
    asked: [asked],
    requestedBy: asker,
  };
  const told = (changedBy: (typeof asked)[]) =>
    (['approve', 'reject', 'recall'] as const).map((decision) =>
      approvalVerdict({ ...found, changedBy }, decision, WHO.asked),
    );
  expect(told([other])).toEqual([at('approved', 1), at('rejected', 1), no]);
  expect(told([other, asked])).toEqual([no, no, no]);
});

describe('an approval that is decided', () => {
  test.each(['approved', 'rejected', 'recalled'] as const)('stays %s', (status) => {
    const waited = {
      steps: [{}],
      history: [],
      asked: [asked, asker],
      requestedBy: asker,
      changedBy: [],
    };
    const found = { ...at(status, 1), ...waited };
    for (const decision of ['approve', 'reject', 'recall'] as const) {
      for (const who of Object.values(WHO))
        expect(approvalVerdict(found, decision, who)).toBe('not_waiting');
    }
  });
});
