import { parseLocalDate as day, type LocalDate } from '@quittance/calendar';
import { beforeCancelling, type EndChange, type PlannedEnd } from './end-history.js';

const end = (cancelAt: string | null, more: Partial<PlannedEnd> = {}): PlannedEnd => ({
  cancelAt: cancelAt === null ? null : day(cancelAt),
  cancelReason: null,
  cancelCredit: null,
  ...more,
});

const made = (cancelAt: string | null): EndChange => ({
  kind: 'created',
  actorKind: 'user',
  before: {},
  after: end(cancelAt),
});
const told =
  (kind: 'cancelled' | 'kept', actorKind = 'user') =>
  (before: string | null, after: string | null): EndChange => ({
    kind,
    actorKind,
    before: { cancelAt: before as LocalDate | null },
    after: { cancelAt: after as LocalDate | null },
  });
const byStaff = told('cancelled');
const byCustomer = told('cancelled', 'portal');
const kept = told('kept', 'portal');

const [APRIL, JUNE, JULY] = ['2026-04-01', '2026-06-01', '2026-07-01'] as const;

function daysBefore(...history: EndChange[]): (string | null)[] {
  return beforeCancelling(history).map(({ cancelAt }) => cancelAt);
}

describe('what stood before cancellations', () => {
  it('is nothing of an end that was sold, and of one that was taken back', () => {
    expect(daysBefore(made(JUNE))).toEqual([]);
    expect(daysBefore(made(null), byCustomer(null, APRIL), kept(APRIL, null))).toEqual([]);
    expect(daysBefore(made(JUNE), byCustomer(JUNE, APRIL), kept(APRIL, JUNE))).toEqual([]);
  });

  it('is the term that was sold', () => {
    expect(daysBefore(made(JUNE), byCustomer(JUNE, APRIL))).toEqual([JUNE]);
  });

  it('is what the other side has told, and not what the same has', () => {
    expect(daysBefore(made(null), byStaff(null, JUNE), byCustomer(JUNE, APRIL))).toEqual([
      JUNE,
      null,
    ]);
    expect(daysBefore(made(null), byStaff(null, JUNE), byStaff(JUNE, APRIL))).toEqual([null]);
  });

  it('is what is left once the last one is taken back', () => {
    const both = [made(null), byStaff(null, JUNE), byCustomer(JUNE, APRIL)];
    expect(daysBefore(...both, kept(APRIL, JUNE))).toEqual([null]);
    expect(daysBefore(...both, kept(APRIL, JUNE), kept(JUNE, null))).toEqual([]);
    // As all that was told was taken back at once before.
    expect(daysBefore(...both, kept(APRIL, null), byCustomer(null, JULY))).toEqual([null]);
  });

  it('is untouched by a pause that is taken back', () => {
    const unpaused = { kind: 'kept', actorKind: 'user', before: {}, after: {} };
    expect(daysBefore(made(null), byCustomer(null, APRIL), unpaused)).toEqual([null]);
  });

  it('has its reason and its credit', () => {
    const agreed = { cancelReason: 'Moved', cancelCredit: 'prorated' } as const;
    const first = { ...byStaff(null, JUNE), after: end(JUNE, agreed) };
    const then = {
      ...byCustomer(JUNE, APRIL),
      before: { cancelAt: day(JUNE), cancelReason: 'Moved' },
      after: { cancelAt: day(APRIL), cancelReason: null },
    };
    expect(beforeCancelling([made(null), first, then])[0]).toEqual(end(JUNE, agreed));
  });
});
