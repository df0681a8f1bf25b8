import type { LocalDate } from '@quittance/calendar';
import type { InvoiceId } from '@quittance/kernel';
import type { MadeDocument } from '@quittance/receivables';
import { UNCUT, type PaidItem } from '../paid-item.js';
import type { KeptChangeLine } from './change-line.js';
import { takenBack, undoneOn } from './taken-back.js';

const DAY = '2026-01-11' as LocalDate;
const UNTIL = '2026-02-01' as LocalDate;
const [PERIOD, DIFFERENCE] = ['period', 'difference'] as unknown as [InvoiceId, InvoiceId];

// 30.00 raised to 60.00 with 21 of 31 days left: 20.32 came back and 40.65 were asked.
const LINE = {
  changeId: 'raise',
  itemId: 'one',
  madeOn: DAY,
  startOn: DAY,
  untilOn: UNTIL,
  productId: null,
  description: 'One',
  taxCode: null,
  invoiceId: DIFFERENCE,
  creditNoteId: null,
  whole: true,
  partOf: null,
  netted: false,
  waits: false,
  borne: true,
};
const LINES = [
  { ...LINE, id: 'back', amount: -2032n, corrects: PERIOD, ofPeriod: true },
  { ...LINE, id: 'asked', amount: 4065n, corrects: null, ofPeriod: false },
] as unknown as KeptChangeLine[];

const ROW = {
  ...UNCUT,
  itemId: 'one',
  fullDays: 31,
  givenBack: 0n,
  heldBack: 0n,
  givenAgainst: 0n,
  division: null,
  ownChange: false,
  begunBy: null,
  changeId: null,
  linePosition: 1,
};
const CUT = { untilOn: DAY, cutBy: 'raise', uncutOn: UNTIL, givenBack: 2032n };
const ROWS = [
  {
    ...ROW,
    id: 'a',
    startOn: '2026-01-01',
    price: 3000n,
    amount: 3000n,
    invoiceId: PERIOD,
    ...CUT,
  },
  {
    ...ROW,
    id: 'b',
    startOn: DAY,
    untilOn: UNTIL,
    price: 6000n,
    amount: 4065n,
    invoiceId: DIFFERENCE,
    changeId: 'raise',
    ownChange: true,
    linePosition: 2,
  },
] as unknown as PaidItem[];

const documents = (open: boolean) =>
  new Map([
    [DIFFERENCE, { id: DIFFERENCE, open, single: true, closed: false }],
  ]) as unknown as ReadonlyMap<InvoiceId, MadeDocument>;

const of = (open: boolean, more: object = {}) =>
  undoneOn({
    day: DAY,
    lines: LINES,
    paid: ROWS,
    documents: documents(open),
    byHand: new Set<InvoiceId>(),
    ...more,
  });
const idsOf = (lines: readonly KeptChangeLine[] = []) => lines.map(({ id }) => id);

describe('an earlier change of a day', () => {
  it('never was, as long as it is a draft', () => {
    const undone = of(true);
    expect(undone).toMatchObject({ ids: ['raise'], drafts: [DIFFERENCE], standing: [] });
    expect(idsOf(undone?.dropped)).toEqual(['back', 'asked']);
  });

  it('is taken back once it was handed out', () => {
    const undone = of(false);
    expect(undone).toMatchObject({ drafts: [], dropped: [] });
    expect(idsOf(undone?.standing)).toEqual(['back', 'asked']);
  });

  it.each([
    ['somebody has credited what it asked', { byHand: new Set([DIFFERENCE]) }],
    ['its rows say another amount', { paid: ROWS.slice(1) }],
    [
      'a pause has ended what it began',
      { paid: [ROWS[0], { ...ROWS[1], untilOn: DAY, uncutOn: UNTIL }] },
    ],
  ])('stands where %s', (_, more) => {
    expect(of(false, more)).toBeNull();
  });
});

describe('what takes back lines', () => {
  const taxOf = () => null;
  const taken = (standing: readonly KeptChangeLine[]) =>
    takenBack({ ids: [], drafts: [], dropped: [], standing }, { stored: ROWS, taxOf });

  it('gives back what they asked, and asks what they gave back of the period', () => {
    expect(taken(LINES).map(({ item, row }) => [item.credit, item.charge, row])).toEqual([
      [0n, 2032n, null],
      [4065n, 0n, expect.objectContaining({ invoiceId: DIFFERENCE, linePosition: 2 })],
    ]);
    expect(taken(LINES)[0]?.item.takesBack).toEqual({ corrects: PERIOD, ofPeriod: true });
  });

  it('is nothing where they take back one another', () => {
    const again = [
      { ...LINES[0], id: 'c', changeId: 'set back', amount: 2032n, invoiceId: PERIOD },
      { ...LINES[1], id: 'd', changeId: 'set back', amount: -4065n, corrects: DIFFERENCE },
    ] as KeptChangeLine[];
    expect(taken([...LINES, ...again])).toEqual([]);
  });
});
