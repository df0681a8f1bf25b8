import fc from 'fast-check';
import { outcomeOf } from '../testing/outcome-of.js';
import { LEAD_STATUSES, leadMoveFault, refuseConversion, type LeadStatus } from './lead.js';
import { scoreLead, type LeadFacts } from './score.js';

const ALLOWED = [
  'new>working',
  'new>qualified',
  'new>unqualified',
  'working>qualified',
  'working>unqualified',
  'qualified>working',
  'qualified>unqualified',
  'unqualified>new',
  'unqualified>working',
];

const REFUSED = 'lead_status_conflict';

describe('the states of a lead', () => {
  const pairs = LEAD_STATUSES.flatMap((from) => LEAD_STATUSES.map((to) => [from, to] as const));

  test.each(pairs)('from %s to %s as the table says', (from, to) => {
    const expected = from === to || ALLOWED.includes(`${from}>${to}`);
    expect(leadMoveFault(from, to)?.code).toBe(expected ? undefined : REFUSED);
  });

  test.each([
    ['new', true],
    ['working', true],
    ['qualified', true],
    ['unqualified', false],
    ['converted', false],
  ] as [LeadStatus, boolean][])('%s: converted is %s', (from, expected) => {
    expect(outcomeOf(() => refuseConversion(from))).toBe(expected ? undefined : REFUSED);
  });
});

const NOTHING: LeadFacts = {
  companyName: null,
  email: null,
  phone: null,
  title: null,
  source: null,
  rating: null,
  industry: null,
  country: null,
  status: 'new',
};

describe('the score of a lead', () => {
  it('is nothing where nothing is known', () => {
    expect(scoreLead(NOTHING)).toEqual({ score: 0, reasons: [] });
  });

  it('names every rule that gave points', () => {
    const lead = { ...NOTHING, email: 'cfo@acme.example', title: 'CFO', rating: 'Hot' };
    expect(scoreLead(lead)).toEqual({
      score: 55,
      reasons: [
        { rule: 'business_email', points: 20, because: 'The e-mail is of acme.example.' },
        { rule: 'decider', points: 15, because: 'The title says cfo.' },
        { rule: 'hot', points: 20, because: 'It is rated hot.' },
      ],
    });
  });

  it('gives less for a private mailbox', () => {
    expect(scoreLead({ ...NOTHING, email: 'me@gmail.com' })).toMatchObject({ score: 5 });
  });

  it('finds deciders by whole words only', () => {
    expect(scoreLead({ ...NOTHING, title: 'Overhead planner' }).score).toBe(0);
    expect(scoreLead({ ...NOTHING, title: 'Head of Sales' }).score).toBe(15);
  });

  it('is the sum of its reasons, from 0 to 100', () => {
    const text = fc.option(fc.constantFrom('', 'x@acme.example', 'hot', 'cold', 'CEO'), {
      nil: null,
    });
    const facts = fc.record({
      companyName: text,
      email: text,
      phone: text,
      title: text,
      source: text,
      rating: text,
      industry: text,
      country: text,
      status: fc.constantFrom<string>(...LEAD_STATUSES),
    });
    fc.assert(
      fc.property(facts, (lead) => {
        const { score, reasons } = scoreLead(lead);
        const sum = reasons.reduce((total, { points }) => total + points, 0);
        expect(score).toBe(Math.max(0, Math.min(100, sum)));
        expect(scoreLead(lead)).toEqual({ score, reasons });
      }),
    );
  });
});

test('a move that is refused names the column', () => {
  expect(leadMoveFault('converted', 'new')?.options.errors).toEqual([
    expect.objectContaining({ pointer: '/status', code: REFUSED }),
  ]);
});
