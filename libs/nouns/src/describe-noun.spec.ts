import { boolean, currency, date, lookup, number, text } from '@quittance/fields';
import type { Currency } from '@quittance/money';
import { blanksOf, membersFor, sentPart } from './bodies.js';
import { headOf, lineHeadOf } from './head.js';
import { completed, hidden, optional, preset, required, system } from './member.js';
import type { DraftOf, HeadOf, PatchOf, RowOf } from './member-types.js';
import { nounList } from './noun-list.js';
import { describeNoun, printedOf } from './noun.js';
import {
  amount,
  choicesOf,
  currencyCode,
  lineAmount,
  serial,
  stamped,
  versioned,
} from './usual-members.js';

const noun = {
  name: 'deposit',
  label: 'Deposit',
  pluralLabel: 'Deposits',
  path: '/deposits',
  table: 'sales.deposit',
  alias: 'd',
  defaultSort: '-paidOn,id',
};

const members = {
  ...versioned<string>(),
  reference: required(text('Reference', { searched: true, maxLength: 20 }), { once: true }),
  paidOn: optional(date('Paid on', { column: 'day' })),
  final: preset(false, boolean('Final')),
  share: optional(number('Share', { scale: 4 })),
  amount: system(amount('Amount'), { nullable: true }),
  currency: system(currencyCode()),
  secret: hidden(text('Secret'), { nullable: true }),
  ...stamped(),
};
/** True where both are one type. */
type Same<A, B> = [A, B] extends [B, A] ? true : false;

const deposit = describeNoun({ ...noun, members });
const names = (use: 'record' | 'create' | 'update') =>
  membersFor(deposit, use).map(([name]) => name);

describe('a noun that is described', () => {
  it('is selected by its columns, in the order of its members', () => {
    const selected = deposit.rows.select('d');
    expect(selected).toMatch(/^d\.id as "id", d\.version as "version", d\.reference/);
    expect(selected).toContain('d.day as "paidOn"');
    expect(selected).toContain('d.updated_at as "updatedAt"');
    expect(selected).not.toContain('company_id');
  });

  it('has in each body what may be sent in it', () => {
    expect(names('create')).toEqual(['reference', 'paidOn', 'final', 'share']);
    expect(names('update')).toEqual(['paidOn', 'final', 'share']);
    expect(names('record')).not.toContain('secret');
    expect(names('record')).toContain('amount');
  });

  it('has the same in the types of its row, its answer and its bodies', () => {
    type Made = typeof members;
    const row: Same<RowOf<Made>['amount'], bigint | null> = true;
    const head: Same<HeadOf<Made>['amount'], string | null> = true;
    const shown: Same<'secret' extends keyof HeadOf<Made> ? 1 : 0, 0> = true;
    const draft: Same<keyof DraftOf<Made>, 'reference' | 'paidOn' | 'final' | 'share'> = true;
    const said: Same<DraftOf<Made>['share'], string | null | undefined> = true;
    const patch: Same<keyof PatchOf<Made>, 'paidOn' | 'final' | 'share'> = true;
    expect([row, head, shown, draft, said, patch]).not.toContain(false);
  });

  it('is blank where nothing is said, and carried without what the system gives it', () => {
    expect(blanksOf(deposit)).toEqual({ paidOn: null, final: false, share: null });
    const row = { id: 'x', reference: 'r', paidOn: null, final: true, share: '1', secret: 's' };
    expect(sentPart(deposit, row as never)).toEqual({
      reference: 'r',
      paidOn: null,
      final: true,
      share: '1',
    });
  });

  it('shows money in major units, decimals without their zeros, and nothing that is hidden', () => {
    const row = { amount: 1250n, currency: 'EUR' as Currency, share: '0.2500', secret: 's' };
    const view = headOf(deposit, {});
    expect(view(row as never)).toEqual({ amount: '12.50', currency: 'EUR', share: '0.25' });
    expect(view({ ...row, amount: null, share: null } as never)).toEqual({
      amount: null,
      currency: 'EUR',
      share: null,
    });
  });

  it('is listed by what may be filtered, with the currency of an amount', () => {
    const { fields: listed, search, from, id } = nounList(deposit, headOf(deposit, {}));
    expect([from, id, search]).toEqual(['sales.deposit d', 'd.id', ['d.reference']]);
    expect(Object.keys(listed)).toEqual(
      'id reference paidOn final share amount currency createdAt updatedAt'.split(' '),
    );
    expect(listed.amount).toEqual({ sql: 'd.amount', type: 'money', currency: 'd.currency' });
    expect(listed.reference).toEqual({ sql: 'd.reference', type: 'text', notNull: true });
    expect(listed.paidOn).toEqual({ sql: 'd.day', type: 'date' });
  });

  it('is listed by SQL of its own, and by what is hidden, where the member says so', () => {
    const { listFields, search, head } = describeNoun({
      ...noun,
      members: {
        ...members,
        payer: hidden(text('Payer'), {
          sql: `d.payer->>'name'`,
          listed: true,
          searchedUnsaid: true,
        }),
        due: system(date('Due'), { shownAs: 'd.due_if_open' }),
        late: system(boolean('Late'), { derived: true }),
        notes: optional(text('Notes'), { listed: false }),
      },
    });
    expect(listFields.payer).toEqual({ sql: `d.payer->>'name'`, type: 'text', notNull: true });
    expect(listFields.due).toEqual({ sql: 'd.due_if_open', type: 'date' });
    expect(Object.keys(listFields)).not.toEqual(expect.arrayContaining(['late']));
    expect(Object.keys(listFields)).not.toEqual(expect.arrayContaining(['notes']));
    expect(search).toEqual(['d.reference', `d.payer->>'name'`]);
    expect(head).toEqual(expect.arrayContaining(['due', 'notes']));
    expect(head).not.toEqual(expect.arrayContaining(['late']));
  });

  it('lists an amount in the currency of a joined table', () => {
    const { listFields } = describeNoun({
      ...noun,
      members: { ...members, currency: system(currencyCode(), { sql: 'i.currency' }) },
    });
    expect(listFields.amount).toEqual({ sql: 'd.amount', type: 'money', currency: 'i.currency' });
  });

  it('is in the catalogue without what only bodies say, and none of it can be sent there', () => {
    const { catalogue } = describeNoun({
      ...noun,
      members: {
        ...members,
        remark: optional(text('Remark', { maxLength: 40, help: 'Ours.' }), { catalogued: true }),
        currency: system(currencyCode(), { catalogued: true }),
      },
    });
    expect(Object.keys(catalogue)).toEqual(['currency', 'remark']);
    expect(catalogue.remark).toEqual(text('Remark', { readOnly: true }));
    expect(catalogue.currency).toEqual(text('Currency', { readOnly: true }));
  });

  it('takes over, prints and stores what its members say', async () => {
    const copy = describeNoun({
      ...noun,
      members: {
        reference: required(text('Reference'), { once: true, printed: 'number' }),
        id: system(lookup('Id', null)),
        title: completed(text('Title'), { copied: true, changes: 'always' }),
        paidOn: optional(date('Paid on')),
        seq: serial(),
      },
    });
    const row = { id: 'x', reference: 'R', title: 'T', paidOn: null, seq: 1n };
    expect(copy.copied(row)).toEqual({ title: 'T' });
    expect(copy.printed(row)).toEqual({ number: 'R' });
    expect(copy.said({})).toEqual({ paidOn: null });
    expect(copy.changesAlways).toEqual(['title']);
    expect(copy.rows.columns(['id', 'seq']).map(({ type }) => type)).toEqual(['uuid', 'bigint']);
    const sent: string[] = [];
    const run = ({ text: statement }: { readonly text: string }) =>
      Promise.resolve(sent.push(statement));
    await copy.store({ ctx: { companyId: 'c' }, run } as never, row);
    expect(sent.join()).toContain('set title = $3::text, paid_on = $4::date where');
  });

  it('shows a line in the currency of its document, and is sent what it answers otherwise', () => {
    const line = describeNoun({
      ...noun,
      defaultSort: 'net',
      members: {
        net: system(lineAmount('Net', { column: 'net_amount' }), { printed: true }),
        askedRate: optional(number('Asked'), { sentAs: 'rate' }),
        rate: system(number('Rate', { scale: 2 })),
      },
    });
    const row = { net: 1250n, askedRate: '7', rate: '19.00' };
    const view = lineHeadOf(line, {});
    expect(view(row, 'EUR')).toEqual({ net: '12.50', rate: '19' });
    expect(view(row, 'JPY')).toEqual({ net: '1250', rate: '19' });
    expect(membersFor(line, 'create').map(([name]) => name)).toEqual(['rate']);
    expect(blanksOf(line)).toEqual({ rate: null });
    expect(line.rows.select('l')).toContain('l.net_amount as "net", l.asked_rate as "askedRate"');
    expect(printedOf(line)(row)).toEqual({ net: 1250n });
    type Line = typeof line.members;
    const sent: Same<DraftOf<Line>['rate'], string | null | undefined> = true;
    const keys: Same<keyof DraftOf<Line>, 'rate'> = true;
    const shown: Same<HeadOf<Line>, { net: string; rate: string }> = true;
    expect([sent, keys, shown]).not.toContain(false);
  });

  it('names words by themselves', () => {
    expect(choicesOf(['paid', 'partially_paid'])).toEqual({
      paid: 'Paid',
      partially_paid: 'Partially paid',
    });
  });

  it.each([
    ['sorted by what it does not have', { ...noun, defaultSort: 'name', members }],
    [
      'an amount beside no currency',
      {
        ...noun,
        members: { ...members, due: system(currency('Due', { currencyField: 'of' })) },
      },
    ],
  ])('is refused at start-up: %s', (_, described) => {
    expect(() => describeNoun(described)).toThrow(/deposit/);
  });
});
