import type { Ctx, DomainError } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database';
import { assignNumbers, type AssignedNumber } from './assign-numbers.js';
import type { NumberingRules } from './number-format.js';
import { ListNumbering } from './list-numbering.js';
import { registerNumberedDocuments } from './numbered-documents.js';
import { numberingStore, numberingPart } from './numbering-configuration.js';
import { PreviewNumbering } from './preview-numbering.js';
import { SaveNumbering } from './save-numbering.js';

let t: TestDatabase;
let ctx: Ctx;
/** Numbers that contracts bear already: what the owning lib would look up in its table. */
const borne = new Set<string>();

beforeAll(async () => {
  t = await testDatabase();
  registerNumberedDocuments('contract', {
    numbers: '',
    taken: async (_, numbers) => numbers.filter((number) => borne.has(number)),
  });
});
afterAll(() => t?.close());
beforeEach(async () => {
  ctx = await t.newCompany();
  borne.clear();
});

const days = (...texts: string[]) => texts as LocalDate[];
const DAY = '2026-03-09';

function assign(type: 'invoice' | 'contract', ...dates: string[]): Promise<AssignedNumber[]> {
  return t.db.write(ctx, (tx) => assignNumbers(tx, type, days(...dates)));
}

function save(type: 'invoice' | 'contract', rules: Partial<NumberingRules>) {
  return new SaveNumbering(t.db).execute(ctx, type, rules);
}

/** What reverting the first change of the rules does. */
function takeBack(type: 'invoice' | 'contract') {
  return t.db.write(ctx, (tx) => numberingStore.restore(tx, type, null));
}

function textsOf(numbers: readonly AssignedNumber[]): string[] {
  return numbers.map(({ number }) => number);
}

describe('numbers', () => {
  it('follow the built-in format until another is saved', async () => {
    expect(textsOf(await assign('invoice', DAY, DAY))).toEqual(['INV-000001', 'INV-000002']);
    await save('invoice', { format: '{YYYY}-{SEQ:3}' });
    expect(textsOf(await assign('invoice', DAY))).toEqual(['2026-003']);
  });

  it('of one call come in the order of its dates, each period on its own', async () => {
    await save('invoice', { format: '{YYYY}/{MM}-{SEQ}', reset: 'monthly' });
    await assign('invoice', '2026-02-10');
    const numbers = await assign('invoice', DAY, '2026-02-11', DAY, '2025-12-31', '2026-02-12');
    expect(textsOf(numbers)).toEqual([
      '2026/03-1',
      '2026/02-2',
      '2026/03-2',
      '2025/12-1',
      '2026/02-3',
    ]);
    expect(numbers[3]).toEqual({ number: '2025/12-1', period: '2025-12', seq: 1n });
  });

  it('start and go up as the rules say', async () => {
    await save('invoice', { format: '{SEQ}', start: 100n, increment: 5n });
    expect(textsOf(await assign('invoice', DAY, DAY))).toEqual(['100', '105']);
    await save('invoice', { format: '{SEQ}', start: 100n, increment: 2n });
    expect(textsOf(await assign('invoice', DAY, DAY))).toEqual(['107', '109']);
  });

  it('of companies and of types do not touch one another', async () => {
    await assign('invoice', DAY);
    expect(textsOf(await assign('contract', DAY))).toEqual(['CT-000001']);
    ctx = await t.newCompany();
    expect(textsOf(await assign('invoice', DAY))).toEqual(['INV-000001']);
  });

  it('grow wider past their padding', async () => {
    await save('invoice', { format: 'I{SEQ:1}', start: 9n });
    expect(textsOf(await assign('invoice', DAY, DAY))).toEqual(['I9', 'I10']);
  });

  it('given back by a rollback are given again', async () => {
    await assign('invoice', DAY);
    const failing = t.db.write(ctx, async (tx) => {
      await assignNumbers(tx, 'invoice', days(DAY, DAY, DAY));
      throw new Error('Something else went wrong');
    });
    await expect(failing).rejects.toThrow('Something else');
    expect(textsOf(await assign('invoice', DAY))).toEqual(['INV-000002']);
  });
});

describe('the fiscal year of the company', () => {
  it('begins the numbers anew, in previews as in documents', async () => {
    const own = await t.newCompany({ fiscalYearStartMonth: 4 });
    const format = 'INV/{FY-FY}/{SEQ:3}';
    await new SaveNumbering(t.db).execute(own, 'invoice', { format, reset: 'yearly' });
    const dates = days('2026-03-31', '2026-04-01', '2027-03-31', '2026-03-01');
    const given = await t.db.write(own, (tx) => assignNumbers(tx, 'invoice', dates));
    const numbers = ['INV/25-26/001', 'INV/26-27/001', 'INV/26-27/002', 'INV/25-26/002'];
    expect(textsOf(given)).toEqual(numbers);
    const rules = { format, reset: 'yearly', start: 1n, increment: 1n } as const;
    const [date] = days('2026-12-01');
    const asked = { ...rules, type: 'invoice' as const, ...(date && { date }) };
    const previewed = await new PreviewNumbering(t.db).execute(own, asked);
    expect(previewed.numbers[0]).toBe('INV/26-27/003');
  });
});

describe('sixteen writers at once, one in twenty rolled back', () => {
  it('leave no gap and no repeat in any period', async () => {
    await save('invoice', { format: '{YYYY}-{SEQ:4}', reset: 'yearly' });
    const committed: AssignedNumber[] = [];
    const years = ['2024-05-05', '2025-05-05', '2026-05-05'];
    const one = async (writer: number, turn: number): Promise<void> => {
      const at = writer + turn;
      const dates = [years[at % 3], years[(at + turn) % 3], years[at % 2]].slice(0, 1 + (at % 3));
      const rolledBack = (writer * 125 + turn) % 20 === 7;
      const work = t.db.write(ctx, async (tx) => {
        const numbers = await assignNumbers(tx, 'invoice', dates as LocalDate[]);
        if (rolledBack) throw new RangeError('rolled back');
        return numbers;
      });
      committed.push(...(await work.catch((error) => (rolledBack ? [] : Promise.reject(error)))));
    };
    await Promise.all(
      Array.from({ length: 16 }, async (_, writer) => {
        for (let turn = 0; turn < 125; turn += 1) await one(writer, turn);
      }),
    );
    expect(committed.length).toBeGreaterThan(3500);
    expect(new Set(textsOf(committed)).size).toBe(committed.length);
    for (const year of ['2024', '2025', '2026']) {
      const seqs = committed.filter(({ period }) => period === year).map(({ seq }) => Number(seq));
      seqs.sort((a, b) => a - b);
      expect(seqs).toEqual(seqs.map((_, i) => i + 1));
    }
  });
});

describe('a number that a document bears already', () => {
  it('is passed over and noted, however many there are', async () => {
    for (let seq = 1; seq <= 3000; seq += 1) borne.add(`C-2026-${seq}`);
    borne.delete('C-2026-2');
    await save('contract', { format: 'C-2026-{SEQ}' });
    const numbers = await assign('contract', DAY, DAY, DAY);
    expect(textsOf(numbers)).toEqual(['C-2026-3001', 'C-2026-2', 'C-2026-3002']);
    const { noted } = await t.db.read(ctx, (tx) =>
      tx.one<{ noted: number }>('select count(*)::int as noted from numbering.skipped_number'),
    );
    expect(noted).toBe(2999);
    expect(textsOf(await assign('contract', DAY))).toEqual(['C-2026-3003']);
  });

  it('is passed over under the built-in rules as well, once others were taken back', async () => {
    await save('contract', { format: 'CT-{YYYY}{SEQ:2}', reset: 'yearly' });
    await assign('contract', DAY);
    await takeBack('contract');
    borne.add('CT-000001').add('CT-000003');
    expect(textsOf(await assign('contract', DAY, DAY))).toEqual(['CT-000004', 'CT-000002']);
    const skipped = await t.db.read(ctx, (tx) =>
      tx.rows('select number from numbering.skipped_number order by seq'),
    );
    expect(skipped).toEqual([{ number: 'CT-000001' }, { number: 'CT-000003' }]);
  });

  it('is passed over in the preview too', async () => {
    borne.add('C2').add('C3');
    const rules = { format: 'C{SEQ}', reset: 'never', start: 1n, increment: 1n } as const;
    const input = { type: 'contract', ...rules } as const;
    const { numbers } = await new PreviewNumbering(t.db).execute(ctx, input);
    expect(numbers).toEqual(['C1', 'C4', 'C5', 'C6', 'C7']);
  });
});

describe('the preview', () => {
  const preview = (input: Partial<Parameters<PreviewNumbering['execute']>[1]>) =>
    new PreviewNumbering(t.db).execute(ctx, {
      format: '{YYYY}-{SEQ:3}',
      reset: 'yearly',
      start: 1n,
      increment: 1n,
      ...input,
    });

  it('is what is assigned afterwards, and draws nothing itself', async () => {
    await save('invoice', { format: '{YYYY}-{SEQ:3}', reset: 'yearly' });
    await assign('invoice', DAY);
    const { numbers } = await preview({ type: 'invoice', date: DAY as LocalDate });
    expect(textsOf(await assign('invoice', DAY, DAY, DAY, DAY, DAY))).toEqual(numbers);
  });

  it('without a type shows a fresh sequence of today in the company', async () => {
    ctx = await t.newCompany({ timeZone: 'Pacific/Auckland' });
    ctx = t.ctx(ctx.companyId, { now: '2026-12-31T12:00:00.000Z' });
    expect(await preview({ start: 998n, increment: 1n })).toEqual({
      date: '2027-01-01',
      numbers: ['2027-998', '2027-999', '2027-1000', '2027-1001', '2027-1002'],
    });
  });
});

describe('rules', () => {
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => Promise.reject(new Error('They were not refused')),
      (error: DomainError) => error,
    );

  it('of every type are listed, marked as built in or saved', async () => {
    await save('invoice', { format: 'R{SEQ}' });
    const list = await new ListNumbering(t.db).execute(ctx);
    expect(
      list.map(({ type, format, source, version }) => [type, format, source, version]),
    ).toEqual([
      ['invoice', 'R{SEQ}', 'Saved', 1],
      ['payment', 'PAY-{SEQ:6}', 'Default', 0],
      ['quote', 'Q-{SEQ:6}', 'Default', 0],
      ['sales-order', 'SO-{SEQ:6}', 'Default', 0],
      ['case', 'CAS-{SEQ:6}', 'Default', 0],
      ['credit-note', 'CN-{SEQ:6}', 'Default', 0],
      ['contract', 'CT-{SEQ:6}', 'Default', 0],
    ]);
  });

  it('that could give a number twice are refused with every reason', async () => {
    const error = await refusal(save('invoice', { format: '{SEQ}', reset: 'monthly' }));
    expect(error.code).toBe('numbering_rules_invalid');
    expect(error.options.errors?.map(({ pointer }) => pointer)).toEqual(['/format', '/format']);
  });

  it.each([
    ['INV-{YYYY}-{SEQ:8}', 'at most 16'],
    ['INV#{SEQ}', 'letters, digits'],
    ['{SEQ:6}', 'begins with 0'],
  ])('of invoices under a GSTIN obey the law: %s', async (format, reason) => {
    await save('invoice', { format });
    ctx = await t.newCompany({ taxRegistrations: [{ country: 'IN', number: '29AAGCB7383J1Z4' }] });
    const error = await refusal(save('invoice', { format }));
    expect(error.options.errors?.[0]?.message).toContain(reason);
    await save('contract', { format });
  });

  it('that are taken back are the built-in ones again, and can be saved anew', async () => {
    await save('invoice', { format: 'A{SEQ}', increment: 10n });
    await takeBack('invoice');
    const [invoice] = await new ListNumbering(t.db).execute(ctx);
    expect(invoice).toMatchObject({ format: 'INV-{SEQ:6}', increment: 1, source: 'Default' });
    const state = await t.db.read(ctx, (tx) => numberingStore.read(tx, 'invoice'));
    expect(state).toBeNull();
    expect(await t.db.read(ctx, (tx) => numberingPart.read(tx))).toEqual([]);
    expect(textsOf(await assign('invoice', DAY))).toEqual(['INV-000001']);
    expect(await save('invoice', { format: 'B{SEQ}' })).toMatchObject({ source: 'Saved' });
    expect(textsOf(await assign('invoice', DAY))).toEqual(['B2']);
  });

  it('count their versions and are logged', async () => {
    await save('invoice', { format: 'A{SEQ}' });
    expect(await save('invoice', { format: 'B{SEQ}' })).toMatchObject({ version: 2 });
    const logged = await t.db.read(ctx, (tx) =>
      tx.rows(`select after->>'format' as format from audit.entry order by id`),
    );
    expect(logged).toEqual([{ format: 'A{SEQ}' }, { format: 'B{SEQ}' }]);
  });
});
