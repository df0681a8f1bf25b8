import { NO_ADDRESS } from '@quittance/company';
import { newId, type Ctx, type DomainError } from '@quittance/kernel';
import type { Tx } from '@quittance/database';
import type { RecordView } from '@quittance/metadata';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { crmRecords, type CrmRecords } from '../testing/crm-records.js';
import { outcomeOfWork } from '../testing/outcome-of.js';
import { ConvertLead, type LeadConversion } from './convert-lead.js';
import { findLeadMatches } from './lead-matches.queries.js';
import { LEAD_STATUSES } from './lead.js';

let t: TestDatabase;
let crm: CrmRecords;
let ctx: Ctx;

beforeAll(async () => {
  t = await testDatabase();
  crm = crmRecords(t.db);
});
afterAll(() => t?.close());
beforeEach(async () => {
  ctx = await t.newCompany();
});

const LEAD = {
  name: 'Ada Maria Lovelace',
  companyName: 'Engines Ltd',
  email: 'ada@engines.example',
};

function lead(over = {}): Promise<RecordView> {
  return crm.make(ctx, 'lead', { ...LEAD, ...over });
}

function convert(id: string, over: Partial<LeadConversion> = {}) {
  return new ConvertLead(t.db, crm.models).execute(ctx, { id, expectedVersion: null, ...over });
}

function refusal(work: Promise<unknown>): Promise<DomainError> {
  return work.then(
    () => Promise.reject(new Error('It was not refused')),
    (error: DomainError) => error,
  );
}

/** Who is not shown these members, each as `resource.member`. */
function hiding(members: readonly string[]): Ctx {
  const fields = (resource: string) => {
    const own = members.filter((each) => each.startsWith(`${resource}.`));
    const hidden = new Set(own.map((each) => each.slice(resource.length + 1)));
    return { hidden, unwritten: hidden };
  };
  const fieldBound = [...new Set(members.map((each) => each.split('.', 1)[0] ?? ''))];
  return { ...ctx, permissions: { ...ctx.permissions, fields, fieldBound } };
}

async function count(table: string): Promise<number> {
  const { found } = await t.db.read(ctx, (tx) =>
    tx.one<{ found: number }>(`select count(*)::int as found from ${table}`),
  );
  return found;
}

describe('converting a lead', () => {
  it('makes an account with its ledger account, a contact and a deal', async () => {
    const address = { ...NO_ADDRESS, city: 'London', country: 'GB' };
    const { id } = await lead({ address, title: 'CEO', industry: 'engineering' });
    const became = await convert(id, { deal: { amount: '1000', expectedCloseDate: '2026-06-30' } });
    const account = await crm.read(ctx, 'account', became.accountId);
    expect(account).toMatchObject({
      name: 'Engines Ltd',
      industry: 'engineering',
      billingAddress: address,
    });
    expect(account.ledgerAccountId).not.toBeNull();
    expect(await crm.read(ctx, 'contact', became.contactId)).toMatchObject({
      accountId: account.id,
      name: 'Ada Maria Lovelace',
      firstName: 'Ada Maria',
      lastName: 'Lovelace',
      email: 'ada@engines.example',
      title: 'CEO',
      isPrimary: true,
    });
    expect(await crm.read(ctx, 'deal', String(became.dealId))).toMatchObject({
      name: 'Engines Ltd',
      accountId: account.id,
      contactId: became.contactId,
      amount: '1000.00',
      currency: 'EUR',
      status: 'open',
    });
    expect(await crm.read(ctx, 'lead', id)).toMatchObject({
      status: 'converted',
      convertedAt: ctx.now,
      convertedAccountId: account.id,
      convertedContactId: became.contactId,
      convertedDealId: became.dealId,
    });
  });

  it('makes a contact primary that is the first of its account, and no other', async () => {
    const account = await crm.make(ctx, 'account', { name: 'There' });
    const alone = await crm.make(ctx, 'contact', { lastName: 'Alone' });
    const into = { accountId: account.id, ignoreDuplicates: true };
    const [first, second] = [await lead(), await lead()];
    const chosen = await convert(first.id, { ...into, contactId: alone.id });
    const made = await convert(second.id, into);
    const asked = { contact: { isPrimary: false }, ignoreDuplicates: true };
    const unmarked = await convert((await lead()).id, asked);
    const marks = [chosen, made, unmarked].map(async ({ contactId }) => {
      return (await crm.read(ctx, 'contact', contactId)).isPrimary;
    });
    expect(await Promise.all(marks)).toEqual([true, false, false]);
  });

  it('is logged and told', async () => {
    const { id } = await lead();
    await convert(id);
    const found = await t.db.read(ctx, (tx) =>
      Promise.all([
        tx.rows(`select type from outbox.event where record_id = $1 order by id`, [id]),
        tx.rows(`select action from audit.entry where record_id = $1 order by id`, [id]),
      ]),
    );
    expect(found).toEqual([
      [{ type: 'record.created' }, { type: 'record.updated' }, { type: 'lead.converted' }],
      [{ action: 'lead.created' }, { action: 'lead.converted' }],
    ]);
  });

  it('answers the same records when it is asked again', async () => {
    const { id } = await lead();
    const first = await convert(id, { deal: {} });
    expect(first.alreadyConverted).toBe(false);
    expect(await convert(id)).toEqual({ ...first, alreadyConverted: true });
  });

  it('is refused when it is asked again for something else', async () => {
    const { id } = await lead();
    const { accountId, contactId } = await convert(id);
    const other = await crm.make(ctx, 'account', { name: 'Other' });
    for (const ask of [{ accountId: other.id }, { contactId: newId() }, { deal: {} }]) {
      expect((await refusal(convert(id, ask))).code).toBe('lead_converted_otherwise');
    }
    const same = await convert(id, { accountId, contactId });
    expect(same).toMatchObject({ accountId, contactId, dealId: null, alreadyConverted: true });
    expect([await count('crm.account'), await count('crm.deal')]).toEqual([2, 0]);
  });

  it('drops nothing that is sent for what was chosen', async () => {
    const chosen = await crm.make(ctx, 'account', { name: 'Chosen' });
    const person = await crm.make(ctx, 'contact', { lastName: 'P', accountId: chosen.id });
    const { id } = await lead();
    const refused: [Partial<LeadConversion>, string][] = [
      [{ accountId: chosen.id, account: { phone: '7' } }, '/account'],
      [{ contactId: person.id, contact: { title: 'CEO' } }, '/contact'],
      [{ deal: { accountId: chosen.id } }, '/deal/accountId'],
      [{ contact: { accountId: chosen.id } }, '/contact/accountId'],
    ];
    for (const [ask, pointer] of refused) {
      const { options } = await refusal(convert(id, ask));
      expect(options.errors).toMatchObject([{ pointer }]);
    }
    const ask = { accountId: chosen.id, contactId: person.id, account: {} };
    expect(await convert(id, ask)).toMatchObject({ accountId: chosen.id, contactId: person.id });
  });

  it('happens once, however many ask at once', async () => {
    const { id } = await lead();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => convert(id)));
    expect(answers.filter(({ alreadyConverted }) => !alreadyConverted)).toHaveLength(1);
    expect(new Set(answers.map(({ accountId }) => accountId)).size).toBe(1);
    expect([await count('crm.account'), await count('crm.contact')]).toEqual([1, 1]);
  });

  it('leaves nothing behind where a part of it is refused', async () => {
    const { id } = await lead();
    const error = await refusal(convert(id, { deal: { amount: '-1' }, contact: { email: 'x' } }));
    expect(error.options.errors?.map(({ pointer }) => pointer)).toEqual(['/contact/email']);
    expect([await count('crm.account'), await count('crm.contact')]).toEqual([0, 0]);
    expect((await crm.read(ctx, 'lead', id)).status).toBe('new');
  });

  it.each(LEAD_STATUSES.filter((status) => status !== 'converted'))(
    'of one that is %s',
    async (status) => {
      const { id } = await lead({ status });
      const outcome = outcomeOfWork(convert(id).then(() => 'converted'));
      const refused = status === 'unqualified';
      expect(await outcome).toBe(refused ? 'lead_status_conflict' : 'converted');
    },
  );

  it('is the only way to become converted, and there is no way back', async () => {
    const { id } = await lead();
    const errors = [await refusal(crm.change(ctx, 'lead', id, { status: 'converted' }))];
    await convert(id);
    errors.push(await refusal(crm.change(ctx, 'lead', id, { status: 'working' })));
    errors.push(await refusal(lead({ status: 'converted' })));
    expect(errors.map(({ code }) => code)).toEqual([
      'lead_status_conflict',
      'lead_status_conflict',
      'lead_status_conflict',
    ]);
  });

  it('does not see the lead of another company', async () => {
    const { id } = await lead();
    ctx = await t.newCompany();
    expect((await refusal(convert(id))).code).toBe('not_found');
  });
});

describe('a lead like an account or a contact', () => {
  it('is offered them, and converted into the chosen ones', async () => {
    const account = await crm.make(ctx, 'account', { name: ' engines ltd' });
    const contact = await crm.make(ctx, 'contact', {
      lastName: 'Lovelace',
      email: 'ADA@engines.example',
      accountId: account.id,
    });
    const { id } = await lead();
    const error = await refusal(convert(id));
    expect(error.code).toBe('lead_duplicates_found');
    expect(error.options.errors?.map(({ pointer }) => pointer)).toEqual([
      '/accountId',
      '/contactId',
    ]);
    expect(await convert(id, { accountId: account.id, contactId: contact.id })).toMatchObject({
      accountId: account.id,
      contactId: contact.id,
    });
    expect([await count('crm.account'), await count('crm.contact')]).toEqual([1, 1]);
  });

  it('is converted into new ones where that is wanted', async () => {
    await crm.make(ctx, 'account', { name: 'Engines Ltd' });
    const { id } = await lead();
    await convert(id, { ignoreDuplicates: true });
    expect(await count('crm.account')).toBe(2);
  });

  it('takes the account of the chosen contact', async () => {
    const account = await crm.make(ctx, 'account', { name: 'Analytical Society' });
    const contact = await crm.make(ctx, 'contact', { lastName: 'B', accountId: account.id });
    const { id } = await lead();
    expect(await convert(id, { contactId: contact.id })).toMatchObject({ accountId: account.id });
    const other = await crm.make(ctx, 'account', { name: 'Other' });
    const { id: second } = await lead({ email: null, companyName: 'Second' });
    const error = await refusal(convert(second, { contactId: contact.id, accountId: other.id }));
    expect(error.options.errors?.[0]).toMatchObject({ pointer: '/contactId', code: 'mismatch' });
  });

  it('gives a chosen contact without account the new one', async () => {
    const contact = await crm.make(ctx, 'contact', { lastName: 'Alone' });
    const { id } = await lead();
    const became = await convert(id, { contactId: contact.id });
    expect(await crm.read(ctx, 'contact', contact.id)).toMatchObject({
      accountId: became.accountId,
    });
  });

  it.each(['accountId', 'contactId'])('is refused an unknown %s', async (member) => {
    const { id } = await lead();
    const error = await refusal(convert(id, { [member]: newId() }));
    expect(error.options.errors?.[0]).toMatchObject({
      pointer: `/${member}`,
      code: 'reference_not_found',
    });
  });

  it('finds matches by e-mail, phone, name and mail host, but not by a shared host', async () => {
    await crm.make(ctx, 'account', { name: 'Somebody', email: 'office@engines.example' });
    await crm.make(ctx, 'account', { name: 'Gmail', email: 'somebody@gmail.com' });
    await crm.make(ctx, 'contact', { lastName: 'Phone', phone: '+442079460000' });
    await lead({ name: 'Twin' });
    const mine = await lead({ phone: '+442079460000' });
    const private_ = await lead({ email: 'ada@gmail.com', companyName: 'None' });
    const find = (record: RecordView) => t.db.read(ctx, (tx) => findLeadMatches(tx, record));
    expect((await find(mine)).map(({ object, name, by }) => [object, name, by])).toEqual([
      ['account', 'Somebody', ['email']],
      ['contact', 'Phone', ['phone']],
      ['lead', 'Twin', ['email']],
    ]);
    expect(await find(private_)).toEqual([]);
  });

  it('compares what is shown, whichever members are hidden', async () => {
    const phone = '+442079460000';
    await crm.make(ctx, 'account', { name: 'Engines Ltd', email: 'office@engines.example' });
    await crm.make(ctx, 'contact', { lastName: 'Both', email: LEAD.email, phone });
    await lead({ name: 'Twin', phone });
    const mine = await lead({ phone });
    const persons = ['leads.email', 'leads.phone', 'contacts.email', 'contacts.phone'];
    const businesses = ['leads.email', 'leads.companyName', 'accounts.name', 'accounts.email'];
    const sets = [persons, businesses].flatMap((all) =>
      Array.from({ length: 2 ** all.length }, (_, set) =>
        all.filter((__, i) => (set & (1 << i)) !== 0),
      ),
    );
    const found = [];
    for (const hidden of sets) {
      const work = (tx: Tx) => findLeadMatches(tx, mine);
      const matches = await t.db.read(hiding(hidden), work);
      found.push(matches.map(({ object, by }) => `${object} ${by.join()}`));
    }
    const told = (object: string, resource: string, names: readonly string[], set: string[]) => {
      const own = (name: string) => (name === 'name' ? 'companyName' : name);
      const by = names.filter(
        (name) => !set.includes(`leads.${own(name)}`) && !set.includes(`${resource}.${name}`),
      );
      return by.length > 0 ? [`${object} ${by.join()}`] : [];
    };
    expect(found).toEqual(
      sets.map((set) => [
        ...told('account', 'accounts', ['name', 'email'], set),
        ...told('contact', 'contacts', ['email', 'phone'], set),
        ...told('lead', 'leads', ['email', 'phone'], set),
      ]),
    );
  });
});

describe('the score of a lead', () => {
  it('follows what is known of it', async () => {
    const made = await lead({ rating: 'hot' });
    expect(made.score).toBe(50);
    const changed = await crm.change(ctx, 'lead', made.id, { rating: null, status: 'qualified' });
    expect(changed.score).toBe(40);
    const error = await refusal(crm.change(ctx, 'lead', made.id, { score: 100 }));
    expect(error.options.errors?.[0]).toMatchObject({ pointer: '/score', code: 'read_only' });
  });
});
