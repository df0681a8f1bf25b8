import { Client } from 'pg';
import { dropConstraints } from '../../../../test/schema/planted-rows';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';
import { checkInvariants, type Violation } from '@quittance/database/host';
import { receivablesInvariants } from '@quittance/receivables/host';
import { scheduleInvariants } from './schedules.sql.js';
import { writeBooks } from './testing/books.js';

/** An account of nobody. */
const STRANGER = '01900000-0000-7000-8000-0000000000ff';

const INVARIANTS = [...receivablesInvariants, ...scheduleInvariants];

let t: TestDatabase;
let owner: Client;

beforeAll(async () => {
  t = await testDatabase({ poolSize: 1 });
  owner = new Client({ connectionString: t.ownerUrl });
  await owner.connect();
  for (let companies = 0; companies < 2; companies += 1) {
    await writeBooks(owner, (await t.newCompany()).companyId);
  }
});

afterAll(async () => {
  await owner?.end();
  await t?.close();
});

async function violations(): Promise<Violation[]> {
  const checked = await checkInvariants(async (text) => (await owner.query(text)).rows, INVARIANTS);
  return checked.flatMap((invariant) => invariant.violations);
}

/** Accounts have no number: which one it is says nothing here. */
const nameOf = ({ invariant, object, record }: Violation) =>
  `${invariant} ${object === 'account' ? object : record}`;

/** What the damage violates, as `I1 INV-1`; the damage is undone. */
async function damage(...statements: readonly string[]): Promise<string[]> {
  await owner.query('begin');
  try {
    for (const statement of statements) {
      const { rowCount } = await owner.query(statement);
      expect(rowCount).toBeGreaterThan(0);
    }
    const found = await violations();
    for (const { companyId, wrong } of found) {
      expect(companyId).toMatch(/^[0-9a-f-]{36}$/);
      expect(wrong).toMatch(/\S/);
    }
    return [...new Set(found.map(nameOf))].sort();
  } finally {
    await owner.query('rollback');
  }
}

test('books in which everything agrees violate nothing', async () => {
  expect(await violations()).toEqual([]);
});

test('the names of the invariants are unique', () => {
  const ids = INVARIANTS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

describe('a violation is found and named', () => {
  beforeAll(() => dropConstraints(owner));

  const onInvoice = (set: string, number = 'INV-1') =>
    `update receivables.invoice set ${set} where number = '${number}'`;
  const onPayment = (set: string, number = 'PAY-1') =>
    `update receivables.payment set ${set} where number = '${number}'`;
  const onNote = (set: string, number = 'CN-1') =>
    `update receivables.credit_note set ${set} where number = '${number}'`;

  const onLine = (set: string, position: number) =>
    `update receivables.invoice_line l set ${set} from receivables.invoice i
     where i.company_id = l.company_id and i.id = l.invoice_id and i.number = 'INV-1'
       and l.position = ${position}`;
  const UNKNOWN_TAX = `tax_category = null, tax_reason = 'rate_missing', tax_rate = 0`;

  test.each([
    [
      'a paid amount nobody paid',
      onInvoice('paid_amount = 5100, balance = 5800'),
      ['I1 INV-1', 'I6g account'],
    ],
    ['a credit nobody applied', onInvoice('credited_amount = 0, balance = 6900'), ['I1 INV-1']],
    [
      'a payment that was never written down',
      `delete from receivables.payment_allocation where amount = 5000`,
      ['I1 INV-1', 'I4a PAY-1'],
    ],
    [
      'a write-off that nobody wrote down',
      onInvoice(`written_off_amount = 5900, balance = 0, status = 'written_off'`),
      ['I1b INV-1'],
    ],
    ['a draft that counts as sent', onInvoice("status = 'sent'", 'INV-5'), ['I3c INV-5']],
    ['a void invoice that nobody closed', onInvoice('closed_at = null', 'INV-4'), ['I3c INV-4']],
    ['a balance that is not what is left', onInvoice('balance = 5901'), ['I2a INV-1']],
    [
      'a balance below nothing',
      onInvoice('paid_amount = 12000, balance = -1100'),
      ['I1 INV-1', 'I2a INV-1', 'I6g account'],
    ],
    ['a void invoice that is owed', onInvoice('balance = 595', 'INV-4'), ['I2a INV-4', 'I3 INV-4']],
    ['a total that is not its parts', onInvoice('tax_total = 1901'), ['I2a INV-1', 'I2b INV-1']],
    ['a line that was not calculated', onLine('unit_price = unit_price + 0.01', 1), ['I18a INV-1']],
    ['a line that bears tax though none is due', onLine(`tax_category = 'O'`, 1), ['I18h INV-1']],
    ['a line of the standard category without its rate', onLine('tax_rate = 0', 2), ['I18h INV-1']],
    ['a line that bears IGIC, as no fault', onLine(`tax_category = 'L'`, 1), []],
    ['a sent invoice with a line whose tax nobody knows', onLine(UNKNOWN_TAX, 2), ['I18i INV-1']],
    [
      'notes above a line of their invoice',
      `update receivables.credit_note_line n set invoice_id = l.invoice_id, invoice_line_id = l.id
       from receivables.invoice_line l join receivables.invoice i on i.company_id = l.company_id
         and i.id = l.invoice_id and i.number = 'INV-1' and l.position = 2
       where n.company_id = l.company_id`,
      ['I6i INV-1'],
    ],
    [
      'a lost line',
      `delete from receivables.invoice_line where net = 9999 and tax = 1900`,
      ['I2b INV-1'],
    ],
    ['an unpaid invoice called paid', onInvoice(`status = 'paid'`), ['I3 INV-1']],
    ['a paid invoice called sent', onInvoice(`status = 'sent'`, 'INV-3'), ['I3 INV-3']],
    ['money on an invoice called sent', onInvoice(`status = 'sent'`), ['I3 INV-1']],
    [
      'an untouched invoice called partially paid',
      onInvoice(`status = 'partially_paid'`, 'INV-5'),
      ['I3 INV-5'],
    ],
    [
      'an applied amount without allocations',
      onPayment('applied_amount = 4900, on_account_amount = 100'),
      ['I4a PAY-1', 'I4b PAY-1'],
    ],
    [
      'a pending payment that counts',
      onPayment('on_account_amount = 100', 'PAY-4'),
      ['I4a PAY-4', 'I4b PAY-4'],
    ],
    [
      'a lost excess',
      `delete from receivables.credit_note where number = 'CN-3'`,
      ['I4b PAY-3', 'I6g account', 'I7b credit-note '],
    ],
    [
      'an excess of another account',
      onNote(`account_id = '${STRANGER}'`, 'CN-3'),
      ['I4b PAY-3', 'I6g account'],
    ],
    [
      'a doubled excess',
      `insert into receivables.credit_note select (jsonb_populate_record(n, jsonb_build_object(
         'id', gen_random_uuid(), 'number', 'CN-4', 'number_seq', 4))).*
       from receivables.credit_note n where number = 'CN-3'`,
      ['I4b PAY-3', 'I6g account', 'I7b credit-note '],
    ],
    ['a lost refund', `delete from receivables.refund`, ['I5a PAY-2', 'I6d CN-2']],
    [
      'a refund above the payment',
      onPayment('refunded_amount = 9000', 'PAY-2'),
      ['I5a PAY-2', 'I6g account'],
    ],
    [
      'a refunded payment called completed',
      onPayment(`status = 'completed'`, 'PAY-2'),
      ['I5a PAY-2'],
    ],
    [
      'a refund that reversed nothing',
      `delete from receivables.payment_allocation where amount < 0`,
      ['I1 INV-2', 'I5b PAY-2'],
    ],
    [
      'a failed payment that settles',
      onPayment(`status = 'failed'`),
      ['I4a PAY-1', 'I5c PAY-1', 'I6g account'],
    ],
    ['a payment in another currency', onPayment(`currency = 'USD'`), ['I5c PAY-1', 'I6g account']],
    [
      'a payment of another account',
      onPayment(`account_id = '${STRANGER}'`),
      ['I5c PAY-1', 'I6g account'],
    ],
    ['a credit note that remains too much', onNote('remaining = 2500'), ['I6a CN-1']],
    [
      'a void note with something left',
      onNote(`status = 'void'`),
      ['I6a CN-1', 'I6c CN-1', 'I6f INV-1'],
    ],
    ['an applied note called issued', onNote(`status = 'issued'`), ['I6b CN-1']],
    ['a note with something left called applied', onNote(`status = 'applied'`), ['I6b CN-1']],
    ['a lost application', `delete from receivables.credit_application`, ['I1 INV-1', 'I6a CN-1']],
    ['a credit in another currency', onNote(`currency = 'USD'`), ['I6c CN-1', 'I6f INV-1']],
    [
      'a credit of another account',
      onNote(`account_id = '${STRANGER}'`),
      ['I6c CN-1', 'I6f INV-1'],
    ],
    [
      'a note that gave back what nobody refunded',
      onNote('refunded_amount = 10, remaining = 0', 'CN-3'),
      ['I6d CN-3', 'I6g account'],
    ],
    ['a lost line of a note', `delete from receivables.credit_note_line`, ['I6e CN-1']],
    [
      'a line of a note on account',
      `update receivables.credit_note_line l set credit_note_id = n.id
       from receivables.credit_note n where n.company_id = l.company_id and n.number = 'CN-3'`,
      ['I6e CN-1', 'I6e CN-3'],
    ],
    [
      'a line of a note that was not calculated',
      `update receivables.credit_note_line set quantity = 2`,
      ['I18c CN-1'],
    ],
    ['notes that their invoice does not know of', onInvoice('noted_amount = 0'), ['I6f INV-1']],
    [
      'notes above the total of their invoice',
      `with note as (update receivables.credit_note set subtotal = 12000, total = 12000,
         remaining = 11000 where number = 'CN-1' returning company_id),
       l as (update receivables.credit_note_line set net = 12000, total = 12000, unit_price = 120)
       update receivables.invoice i set noted_amount = 12000 from note
       where i.company_id = note.company_id and i.number = 'INV-1'`,
      ['I6f INV-1'],
    ],
    [
      'a note that stands of a void invoice',
      onNote(`invoice_id = (select i.id from receivables.invoice i
        where i.company_id = credit_note.company_id and i.number = 'INV-4')`),
      ['I6f INV-1', 'I6f INV-4', 'I6h CN-1'],
    ],
    ['a note used up without having been used', onNote(`status = 'applied'`, 'CN-3'), ['I6b CN-3']],
    ['a dispute nobody knows of', `delete from receivables.dispute`, ['I3b INV-8']],
    [
      'a dispute that ended unseen',
      `update receivables.dispute set closed_at = now(), closed_by = '{}', outcome = 'resolved'
       where closed_at is null`,
      ['I3b INV-8'],
    ],
    ['a dispute about another amount', 'update receivables.dispute set amount = 1', ['I3b INV-8']],
    [
      'an open dispute of an invoice called sent',
      onInvoice(`status = 'sent'`, 'INV-8'),
      ['I3b INV-8'],
    ],
    [
      'a disputed invoice without a dispute',
      onInvoice(`status = 'disputed'`, 'INV-5'),
      ['I3b INV-5'],
    ],
    [
      'an invoice before the first period',
      onInvoice(`period_start = '2025-12-31', period_end = '2026-01-30'`, 'INV-5'),
      ['I8a INV-5'],
    ],
    [
      'a period longer than the grid',
      onInvoice(`period_end = '2026-03-31'`, 'INV-6'),
      ['I8a INV-6'],
    ],
    ['an invoice without its period', onInvoice('period_end = null', 'INV-6'), ['I8a INV-6']],
  ])('%s', async (_, statement, expected) => {
    expect(await damage(statement)).toEqual(expected);
  });

  test.each([
    ['tax recorded as another', '1, 2, 3', false],
    ['tax recorded of a void invoice that is not', 'i.subtotal, i.tax_total, i.total', true],
  ])('%s', async (_, amounts, invoiceVoid) => {
    const recorded = `insert into tax.transaction (company_id, id, invoice_id, invoice_number,
        provider, operation, state, invoice_void, currency, net, tax, total, created_at, updated_at)
      select i.company_id, i.id, i.id, i.number, 'built_in', 'commit', 'committed', ${invoiceVoid},
        i.currency, ${amounts}, now(), now() from receivables.invoice i where i.number = 'INV-1'`;
    expect(await damage(recorded)).toEqual(['I18d INV-1']);
    const same = recorded.replace(amounts, 'i.subtotal, i.tax_total, i.total');
    expect(await damage(same.replace(`${invoiceVoid}`, 'false'))).toEqual([]);
  });

  test('tax of an invoice that was paid before it was sent and is nowhere', async () => {
    const unsent = `update receivables.invoice set sent_at = null
      where paid_amount + credited_amount > 0 and number = 'INV-1'`;
    expect(await damage(unsent)).toContain('I18g INV-1');
  });

  test.each([
    ['tax that a credit note gives back recorded as another', '1, 2, 3', false],
    ['tax of a void credit note that is not', 'n.subtotal, n.tax_total, n.total', true],
  ])('%s', async (_, amounts, isVoid) => {
    const recorded = `insert into tax.transaction (company_id, id, invoice_id, invoice_number,
        credit_note_id, credit_note_number, provider, operation, state, invoice_void, currency, net,
        tax, total, created_at, updated_at)
      select n.company_id, n.id, n.id, 'INV-1', n.id, n.number, 'built_in', 'commit', 'committed',
        ${isVoid}, n.currency, ${amounts}, now(), now() from receivables.credit_note n
      where n.number = 'CN-1'`;
    expect(await damage(recorded)).toEqual(['I18f CN-1']);
    const same = recorded.replace(amounts, 'n.subtotal, n.tax_total, n.total');
    expect(await damage(same.replace(`${isVoid}`, 'false'))).toEqual([]);
  });

  test('a billing run that lists fewer failures than it counts', async () => {
    const run = `insert into billing.billing_run
      (company_id, id, run_key, as_of, catch_up, status, failed, actor, created_at, updated_at)
      select id, id, 'x', '2026-03-01', false, 'completed_with_failures', 1, '{}', now(), now()
      from company.company limit 1`;
    expect(await damage(run)).toEqual([expect.stringMatching(/^I18b /)]);
  });

  test('a period left out by a pause is no missed period', async () => {
    const logged = `insert into audit.entry (company_id, id, occurred_at, actor_kind, actor_name,
        action, object, record_id, request_id)
      select company_id, id, now(), 'staff', 'Ada', 'schedule.paused', 'schedule', id::text, 'r'
      from billing.schedule where frequency like 'm%'`;
    const paused = `update billing.schedule set next_period = 3, next_billing_date = '2026-04-30'
      where frequency like 'm%'`;
    expect(await damage(logged, paused)).toEqual([]);
  });

  const schedules = async (frequency: string) =>
    (
      await owner.query<{ id: string }>('select id from billing.schedule where frequency = $1', [
        frequency,
      ])
    ).rows.map(({ id }) => id);

  const MOVED = `update billing.schedule set anchor_date = '2026-02-15' where frequency like 'm%'`;
  test.each([
    ['a period billed twice', 'monthly', 'I8b', onInvoice(`period_start = '2026-01-31'`, 'INV-6')],
    [
      'an invoice beside the grid',
      'monthly',
      'I8a',
      onInvoice(`period_start = '2026-02-27'`, 'INV-6'),
    ],
    ['an invoice beside its anchor', 'monthly', 'I8a', MOVED],
    [
      'a billed period still ahead',
      'monthly',
      'I8a',
      `update billing.schedule set next_period = 1, next_billing_date = '2026-02-28'`,
    ],
    [
      'a next date beside the grid',
      'monthly',
      'I8c',
      `update billing.schedule set next_billing_date = '2026-03-28' where frequency = 'monthly'`,
    ],
    [
      'a draft that billed',
      'one_time',
      'I8d',
      `update billing.schedule set status = 'draft' where frequency = 'one_time'`,
    ],
    [
      'a schedule that forgot what it billed',
      'monthly',
      'I8f',
      `update billing.schedule set billed_through = null`,
    ],
    [
      'a missed period',
      'monthly',
      'I8g',
      `update billing.schedule set next_period = 3, next_billing_date = '2026-04-30'
        where frequency = 'monthly'`,
    ],
    [
      'a completed schedule that never billed',
      'one_time',
      'I8g',
      `delete from receivables.invoice where number = 'INV-7'`,
    ],
    [
      'a milestone without its invoice',
      'monthly',
      'I8e',
      'update receivables.invoice_line set schedule_line_id = null',
    ],
    [
      'a milestone billed twice',
      'monthly',
      'I8e',
      `update receivables.invoice_line i set schedule_line_id = (select id
        from billing.schedule_line l where l.company_id = i.company_id and l.trigger = 'milestone')
        where net = 699`,
    ],
  ])('%s', async (_, frequency, invariant, statement) => {
    const found = await damage(statement);
    const records = invariant === 'I8a' ? ['INV-6'] : await schedules(frequency);
    expect(found).toEqual(expect.arrayContaining(records.map((id) => `${invariant} ${id}`)));
  });
});
