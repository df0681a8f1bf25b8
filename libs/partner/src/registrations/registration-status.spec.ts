import { parseLocalDate, type LocalDate } from '@quittance/calendar';
import type { DomainError } from '@quittance/kernel';
import {
  isOpenToEdit,
  REGISTRATION_STATUSES,
  REGISTRATION_STEPS,
  registrationAfter,
  registrationStatusOn,
  type RegistrationStatus,
  type RegistrationStep,
} from './registration-status.js';
import { extendedUntil, protectedUntil, protects } from './protection.js';

const day = (text: string): LocalDate => parseLocalDate(text) as LocalDate;
const TODAY = day('2026-05-01');
const until = day('2026-05-30');

/** Written out by hand: what each step makes of each status. */
const RESULT: Readonly<Record<string, Partial<Record<RegistrationStatus, RegistrationStatus>>>> = {
  submit: { draft: 'submitted', returned: 'submitted' },
  start_review: { submitted: 'under_review' },
  return: { under_review: 'returned' },
  approve: { submitted: 'approved', under_review: 'approved' },
  reject: { submitted: 'rejected', under_review: 'rejected' },
  extend: { approved: 'approved' },
  convert: { approved: 'converted' },
  request_quote: { approved: 'approved', converted: 'converted' },
  expire: { approved: 'expired' },
  withdraw: {
    draft: 'withdrawn',
    submitted: 'withdrawn',
    under_review: 'withdrawn',
    returned: 'withdrawn',
    approved: 'withdrawn',
  },
};

type Moved = Exclude<RegistrationStep, 'edit'>;
const steps = REGISTRATION_STEPS.filter((step): step is Moved => step !== 'edit');

function outcome(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return (error as DomainError).code;
  }
}

describe('the states of a registration', () => {
  const cases = steps.flatMap((step) =>
    REGISTRATION_STATUSES.map((status) => [step, status, RESULT[step]?.[status]] as const),
  );

  it.each(cases)('%s of one that is %s: %s', (step, status, to) => {
    const after = outcome(() => registrationAfter({ status, protectedUntil: until }, step, TODAY));
    expect(after).toBe(to ?? 'registration_status_conflict');
  });

  it.each(steps)('%s finds an approved one expired the day after its last', (step) => {
    const approved = { status: 'approved', protectedUntil: until } as const;
    expect(registrationStatusOn(approved, until)).toBe('approved');
    expect(registrationStatusOn(approved, day('2026-05-31'))).toBe('expired');
    expect(outcome(() => registrationAfter(approved, step, day('2026-05-31')))).toBe(
      'registration_status_conflict',
    );
  });

  it('are editable until somebody looks, and after it was returned', () => {
    const editable = REGISTRATION_STATUSES.filter((status) => isOpenToEdit({ status }));
    expect(editable).toEqual(['draft', 'submitted', 'returned']);
  });
});

describe('the protection', () => {
  it('counts its days from the day of the approval on', () => {
    expect(protectedUntil(day('2026-03-01'), 'standard')).toBe('2026-05-30');
    expect(protectedUntil(day('2026-03-01'), 'premium')).toBe('2026-08-28');
  });

  it('stands while it is approved and not over, or its deal is open', () => {
    const of = (status: RegistrationStatus, dealOpen = false) =>
      protects({ status, protectedUntil: until, dealOpen }, TODAY);
    expect(REGISTRATION_STATUSES.filter((status) => of(status))).toEqual(['approved']);
    expect([of('converted', true), of('converted'), of('expired', true)]).toEqual([
      true,
      false,
      false,
    ]);
    const over = { status: 'approved', protectedUntil: until, dealOpen: false } as const;
    expect(protects(over, day('2026-05-31'))).toBe(false);
  });
});

describe('an extension', () => {
  const approved = {
    status: 'approved',
    protectedUntil: until,
    protectionLevel: 'standard',
    extensions: 0,
    extensionAskedAt: null,
  } as const;
  const extend = (
    over: object,
    days: number | null,
    on: string,
    maxExtensions: number | null = 1,
  ) =>
    outcome(() => extendedUntil({ ...approved, ...over }, days, { today: day(on), maxExtensions }));

  it.each([
    ['2026-04-30', 'extension_not_allowed'],
    ['2026-05-01', '2026-08-28'],
    ['2026-05-30', '2026-08-28'],
    ['2026-05-31', 'extension_not_allowed'],
  ])('asked for on %s of one until 30 May: %s', (on, is) => {
    expect(extend({}, null, on)).toBe(is);
  });

  it('that was asked for in time is granted until the end', () => {
    expect(extend({ extensionAskedAt: '2026-05-01T00:00:00Z' }, 10, '2026-04-01')).toBe(
      '2026-06-09',
    );
  });

  it('is for no more than the days of the level, once, and only of what is approved', () => {
    expect(extend({}, 90, '2026-05-20')).toBe('2026-08-28');
    expect(extend({}, 91, '2026-05-20')).toBe('extension_not_allowed');
    expect(extend({ extensions: 1 }, 1, '2026-05-20')).toBe('extension_not_allowed');
    expect(extend({ status: 'converted' }, 1, '2026-05-20')).toBe('extension_not_allowed');
  });

  it('is as often as the company lets it be', () => {
    expect(extend({ extensions: 1 }, 1, '2026-05-20', 2)).toBe('2026-05-31');
    expect(extend({ extensions: 2 }, 1, '2026-05-20', 2)).toBe('extension_not_allowed');
    expect(extend({ extensions: 9 }, 1, '2026-05-20', null)).toBe('2026-05-31');
    expect(extend({}, 1, '2026-05-20', 0)).toBe('extension_not_allowed');
  });
});
