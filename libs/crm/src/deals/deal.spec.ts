import { newId, type DomainError } from '@quittance/kernel';
import { outcomeOf } from '../testing/outcome-of.js';
import {
  DEAL_OPERATIONS,
  DEAL_STATUSES,
  dealStatusAfter,
  probabilityOf,
  stageFor,
  type DealOperation,
  type DealStatus,
} from './deal.js';
import { DEFAULT_STAGES, stagesOf } from './pipeline.js';

const RESULT: Record<DealOperation, Record<DealStatus, DealStatus | null>> = {
  move_stage: { open: 'open', won: null, lost: null },
  close_won: { open: 'won', won: null, lost: null },
  close_lost: { open: 'lost', won: null, lost: null },
  reopen: { open: null, won: 'open', lost: 'open' },
};

function refusal(work: () => unknown): DomainError {
  try {
    work();
  } catch (error) {
    return error as DomainError;
  }
  throw new Error('It was not refused');
}

function pointers(work: () => unknown): string[] {
  return (refusal(work).options.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`);
}

describe('the states of a deal', () => {
  const cases = DEAL_OPERATIONS.flatMap((operation) =>
    DEAL_STATUSES.map((status) => [operation, status, RESULT[operation][status]] as const),
  );

  test.each(cases)('%s of a deal that is %s: %s', (operation, status, to) => {
    expect(outcomeOf(() => dealStatusAfter(status, operation))).toBe(to ?? 'deal_status_conflict');
  });
});

describe('the stage a deal goes to', () => {
  const stages = stagesOf(DEFAULT_STAGES);
  const [first] = stages;
  const won = stages.find(({ kind }) => kind === 'won');

  it('is the first of its kind unless another is asked for', () => {
    expect(stageFor(stages, 'open', undefined)).toBe(first);
    expect(stageFor(stages, 'won', undefined)).toBe(won);
    expect(stageFor(stages, 'open', stages[2]?.id)).toBe(stages[2]);
    expect(stageFor(stages, 'open', newId())).toBeUndefined();
  });

  it('is not one that closes the deal behind its back', () => {
    expect(refusal(() => stageFor(stages, 'open', won?.id)).code).toBe('deal_stage_closes');
    expect(refusal(() => stageFor(stages, 'won', first?.id)).code).toBe('deal_stage_mismatch');
  });

  it('gives its probability unless another was said', () => {
    expect(probabilityOf({ probability: 50 }, false, 30)).toBe(50);
    expect(probabilityOf({ probability: 50 }, true, 30)).toBe(30);
  });
});

describe('the stages of a pipeline', () => {
  const ends = [
    { name: 'Won', kind: 'won' },
    { name: 'Lost', kind: 'lost' },
  ] as const;

  it('are numbered in order, closed ones with a certain probability', () => {
    const stages = stagesOf([
      { name: 'Second', order: 20, probability: 40 },
      { name: 'First', order: 10 },
      ...ends.map((end, i) => ({ ...end, order: 30 + i })),
    ]);
    expect(stages.map(({ id: _, ...stage }) => stage)).toEqual([
      { name: 'First', order: 1, probability: 0, kind: 'open' },
      { name: 'Second', order: 2, probability: 40, kind: 'open' },
      { name: 'Won', order: 3, probability: 100, kind: 'won' },
      { name: 'Lost', order: 4, probability: 0, kind: 'lost' },
    ]);
  });

  it('keep the ids they have', () => {
    const known = stagesOf(DEFAULT_STAGES);
    const again = stagesOf(
      [...known].reverse().map((s) => ({ ...s, order: undefined })),
      known,
    );
    expect(again.map(({ id }) => id)).toEqual(known.map(({ id }) => id).reverse());
  });

  it('name every mistake at once', () => {
    const wrong = [
      { id: newId(), name: 'A', probability: 101 },
      { name: ' a ' },
      { name: '' },
      { name: 'Won', kind: 'won', probability: 90 },
    ] as const;
    expect(pointers(() => stagesOf(wrong))).toEqual([
      '/stages/0/id reference_not_found',
      '/stages/0/probability range',
      '/stages/1/name unique',
      '/stages/2/name required',
      '/stages/3/probability range',
      '/stages required',
    ]);
  });

  it('are not too many', () => {
    const many = Array.from({ length: 49 }, (_, i) => ({ name: `Stage ${i}` }));
    expect(pointers(() => stagesOf([...many, ...ends]))).toEqual(['/stages max_items']);
  });
});
