import { signInAt } from '@quittance/http/testing';
import { newId } from '@quittance/kernel';
import type { StaffClient } from '../../../../test/support/test-api.js';
import { besidesIds } from '../../../../test/support/texts/besides-ids.js';
import { CustomerStage } from '../customer-stage.js';
import { codeOf } from '../portal-people.js';
import { PortalStage } from '../portal-stage.js';

const OLD = { accountName: 'Nuts Ltd', iban: 'DE02120300000000202051' };
const NEW = { accountName: 'Nuts Ltd', iban: 'DE89370400440532013000' };

interface Change {
  readonly id: string;
  readonly status: string;
  readonly bank: { readonly iban: string };
}

let stage: PortalStage;
let acme: CustomerStage;
let second: StaffClient;

beforeAll(async () => {
  stage = await PortalStage.open();
  acme = await CustomerStage.of(stage);
  const actions = ['view', 'update', 'approve', 'create', 'import', 'bulk_update'];
  second = await colleague(actions, { company: ['view', 'approve'] });
});
afterAll(() => stage.close());

async function colleague(actions: readonly string[], more: object = {}): Promise<StaffClient> {
  const matrix = { 'ledger-accounts': actions, ...more };
  const role = await acme.made('/roles', { name: `Payables ${newId()}`, matrix });
  const person = { email: `${newId()}@example.com`, name: 'Sue', roleIds: [role.id] };
  const { id } = await acme.made('/users', person);
  const by = stage.staff.client(acme.people.ctx.companyId, id as never);
  await by.signedIn;
  return at(by);
}

/** A process verifies the tokens of one host, and tests have two in one. */
const at = (by: StaffClient): StaffClient => ({
  ...by,
  call: (method, path, call) => {
    signInAt(stage.staff.app);
    return by.call(method, path, call);
  },
});

async function supplier(): Promise<string> {
  await twoPeople(false);
  const { id } = await acme.made('/ledger-accounts', { name: 'Nuts', kind: 'supplier', bank: OLD });
  await twoPeople(true);
  return id;
}
/** Switched off it is by two as well. */
async function twoPeople(bankChangesNeedApproval: boolean): Promise<void> {
  const at = '/company/bank-approval';
  if (bankChangesNeedApproval) {
    await acme.staff.call('PATCH', '/company', { body: { bankChangesNeedApproval } });
  } else {
    await acme.staff.call('POST', `${at}/switch-off`, { body: { reason: 'For a test' } });
    await second.call('POST', `${at}/approve`);
  }
}
async function ledgerOf(account: string): Promise<string> {
  const found = await acme.staff.call('GET', `/ledger-accounts?kind=customer`);
  const { data } = found.body as { data: { id: string; accountId: string }[] };
  return data.find(({ accountId }) => accountId === account)?.id ?? '';
}
const ibanOf = async (id: string) => {
  const { body } = await acme.staff.call('GET', `/ledger-accounts/${id}`);
  return (body as { bank: { iban: string } | null }).bank?.iban;
};
const filter = (condition: object) => encodeURIComponent(JSON.stringify(condition));
const changesOf = async (vendorId: string) => {
  const of = filter({ field: 'vendorId', op: 'eq', value: vendorId });
  const found = await acme.staff.call('GET', `/ledger-accounts/bank-changes?filter=${of}`);
  return (found.body as { data: Change[] }).data;
};
/** Those of a party, whether it is there or not. */
const storedOf = (vendorId: string) =>
  stage.t.db.read(acme.people.ctx, (tx) =>
    tx.rows<{ id: string; status: string }>(
      `select id, status from portal.bank_change
       where company_id = $1 and ledger_account_id = $2`,
      [tx.ctx.companyId, vendorId],
    ),
  );
const ask = (by: StaffClient, id: string, body: object = NEW) =>
  by.call('POST', `/ledger-accounts/${id}/bank-changes`, { body });
const decide = (by: StaffClient, id: string, change: string, step = 'approve') =>
  by.call('POST', `/ledger-accounts/${id}/bank-changes/${change}/${step}`, {
    ...(step === 'reject' && { body: { reason: 'Nobody knows it there' } }),
  });

describe('where the company has bank details changed by two of the staff', () => {
  test('nobody changes them alone, by whichever way', async () => {
    const id = await supplier();
    const refused = '409 bank_details_need_approval';
    const patch = (body: object) => second.call('PATCH', `/ledger-accounts/${id}`, { body });
    expect(codeOf(await patch({ bank: NEW }))).toBe(refused);
    expect(codeOf(await patch({ bank: { accountNumber: '12345678' } }))).toBe(refused);
    expect((await patch({ paymentTerms: '30 days', bank: OLD })).status).toBe(200);
    const made = { name: 'New', kind: 'supplier', bank: NEW };
    expect(codeOf(await second.call('POST', '/ledger-accounts', { body: made }))).toBe(refused);
    const bulk = await second.call('POST', '/ledger-accounts/bulk', {
      body: { ids: [id], patch: { bank: NEW } },
    });
    expect(JSON.stringify(bulk.body)).toContain('bank_details_need_approval');
    for (const row of [`${id},${NEW.iban}`, `,${NEW.iban}`]) {
      const loaded = await second.call('POST', '/ledger-accounts/import', {
        body: `id,bank.iban,kind,name\n${row},supplier,Nuts\n`,
        headers: { 'content-type': 'text/csv' },
      });
      expect(JSON.stringify(loaded.body)).toContain('bank_details_need_approval');
    }
    expect(await ibanOf(id)).toBe(OLD.iban);
  });

  test('one asks and another approves; until then the account before holds', async () => {
    const id = await supplier();
    const asked = await ask(second, id);
    expect(asked).toMatchObject({
      status: 201,
      body: { status: 'waiting', requestedByName: 'Sue', portalUserId: null },
    });
    const change = asked.body as Change;
    expect(asked.headers.get('location')).toBe(`/ledger-accounts/${id}/bank-changes/${change.id}`);
    expect(change.bank.iban).toBe('••••3000');
    expect(codeOf(await ask(acme.staff, id))).toBe('409 bank_details_pending');
    expect(await ibanOf(id)).toBe(OLD.iban);
    expect(codeOf(await decide(second, id, change.id))).toBe('409 own_bank_change');
    expect(await ibanOf(id)).toBe(OLD.iban);
    const path = `/ledger-accounts/${id}/bank-changes/${change.id}`;
    const read = (await acme.staff.call('GET', path)).body as Change;
    expect(read.bank.iban).toBe(NEW.iban);
    expect((await decide(acme.staff, id, change.id)).status).toBe(200);
    expect(await ibanOf(id)).toBe(NEW.iban);
    expect(codeOf(await decide(acme.staff, id, change.id))).toBe('409 bank_change_decided');
  });

  test('of two who approve at once one does', async () => {
    const id = await supplier();
    const { id: change } = (await ask(second, id)).body as Change;
    const answers = await Promise.all([1, 2, 3].map(() => decide(acme.staff, id, change)));
    expect(answers.map(codeOf).sort()).toEqual([
      '200',
      '409 bank_change_decided',
      '409 bank_change_decided',
    ]);
  });

  test.each([true, false])(
    'who merges customers brings none along where it is so: %s',
    async (needed) => {
      const [winner, loser] = [await acme.account('Acme'), await acme.account('Dummy')];
      const [into, from] = [await ledgerOf(winner), await ledgerOf(loser)];
      await twoPeople(false);
      const patch = { bank: NEW, paymentTerms: '30 days' };
      await acme.staff.call('PATCH', `/ledger-accounts/${from}`, { body: patch });
      await twoPeople(needed);
      const clerk = await colleague(['view'], { accounts: ['view', 'update', 'delete'] });
      const merged = await clerk.call('POST', `/accounts/${winner}/merge`, {
        body: { loserId: loser },
      });
      expect(merged.status).toBe(200);
      expect(await ibanOf(into)).toBe(needed ? undefined : NEW.iban);
      const { body } = await acme.staff.call('GET', `/ledger-accounts/${into}`);
      expect(body).toMatchObject({ paymentTerms: '30 days' });
    },
  );

  test('what waits for a customer that is merged away is taken back', async () => {
    const [winner, loser] = [await acme.account('Acme'), await acme.account('Twin')];
    const from = await ledgerOf(loser);
    const { id: change } = (await ask(second, from)).body as Change;
    const body = { loserId: loser };
    const merge = await acme.staff.call('POST', `/accounts/${winner}/merge`, { body });
    expect(merge.status).toBe(200);
    expect(await storedOf(from)).toEqual([{ id: change, status: 'withdrawn' }]);
    // It went with the customer, and stands in the log.
    expect(await changesOf(from)).toEqual([]);
    expect(codeOf(await decide(acme.staff, from, change))).toBe('404 not_found');
    expect(codeOf(await ask(second, from))).toBe('404 not_found');
    const action = 'ledger_account.bank_details_withdrawn';
    const told = filter({
      and: [
        { field: 'recordId', op: 'eq', value: from },
        { field: 'action', op: 'eq', value: action },
      ],
    });
    const log = await acme.staff.call('GET', `/audit-log?filter=${told}`);
    expect(log.body).toMatchObject({ total: 1 });
  });

  test('what waits for a customer that is deleted is taken back with it', async () => {
    const account = await acme.account('Gone');
    const customer = await ledgerOf(account);
    expect((await ask(second, customer)).status).toBe(201);
    expect(codeOf(await acme.staff.call('DELETE', `/accounts/${account}`))).toBe('204');
    expect(await storedOf(customer)).toMatchObject([{ status: 'withdrawn' }]);
    const told = filter({
      and: [
        { field: 'recordId', op: 'eq', value: customer },
        { field: 'action', op: 'eq', value: 'ledger_account.bank_details_withdrawn' },
      ],
    });
    const log = await acme.staff.call('GET', `/audit-log?filter=${told}`);
    expect(log.body).toMatchObject({ total: 1 });
  });

  test('who merges, who asks and who approves at once wait for one another', async () => {
    for (let round = 0; round < 3; round++) {
      const [winner, loser] = [await acme.account('Acme'), await acme.account('Twin')];
      const from = await ledgerOf(loser);
      const { id: change } = (await ask(second, from)).body as Change;
      const answers = await Promise.all([
        acme.staff.call('POST', `/accounts/${winner}/merge`, { body: { loserId: loser } }),
        decide(acme.staff, from, change),
        ask(second, from),
      ]);
      const [merged, decided] = answers.map(codeOf);
      expect(merged).toBe('200');
      expect(decided).toMatch(/^(200|404 not_found)$/);
      const left = (await storedOf(from)).filter(({ status }) => status === 'waiting');
      expect(left).toEqual([]);
    }
  });

  test('a customer’s are too, and what is taken back or rejected changes nothing', async () => {
    const account = await acme.account('Acme');
    const id = await ledgerOf(account);
    await twoPeople(true);
    for (const step of ['withdraw', 'reject']) {
      const { id: change } = (await ask(second, id)).body as Change;
      expect((await decide(second, id, change, step)).status).toBe(200);
      expect(codeOf(await decide(acme.staff, id, change))).toBe('409 bank_change_decided');
    }
    expect(await ibanOf(id)).toBeUndefined();
  });

  test('a key asks for who has made it, and approves nothing', async () => {
    const id = await supplier();
    const matrix = { 'ledger-accounts': ['view', 'update', 'approve'] };
    const role = await acme.made('/roles', { name: `Sync ${newId()}`, matrix });
    const made = await acme.staff.call('POST', '/api-keys', {
      body: { name: 'Sync', roleId: role.id },
    });
    const headers = { authorization: `Bearer ${(made.body as { key: string }).key}` };
    const path = `/ledger-accounts/${id}/bank-changes`;
    const asked = await stage.staff.call('POST', path, { body: NEW, headers });
    expect(asked).toMatchObject({ status: 201, body: { requestedByName: 'Sync' } });
    const change = (asked.body as Change).id;
    const own = await decide(acme.staff, id, change);
    expect(codeOf(own)).toBe('409 own_bank_change');
    const byKey = await stage.staff.call('POST', `${path}/${change}/approve`, { headers });
    expect(codeOf(byKey)).toBe('403 bank_change_of_people');
    expect((await decide(second, id, change)).status).toBe(200);
  });

  test('the list is one with a page, a filter and a total, its numbers masked', async () => {
    const id = await supplier();
    await ask(second, id);
    const waits = encodeURIComponent(
      JSON.stringify({
        and: [
          { field: 'status', op: 'eq', value: 'waiting' },
          { field: 'vendorId', op: 'eq', value: id },
        ],
      }),
    );
    const whole = await acme.staff.call('GET', `/ledger-accounts/bank-changes?filter=${waits}`);
    expect(whole.body).toMatchObject({ data: [{ status: 'waiting', vendorId: id }], total: 1 });
    expect(besidesIds(whole.body)).not.toContain('532013');
    const paged = await acme.staff.call(
      'GET',
      '/ledger-accounts/bank-changes?pageSize=1&sort=vendorName',
    );
    const { data, total } = paged.body as { data: Change[]; total: number };
    expect([data.length, total > 1]).toEqual([1, true]);
    const wrong = await acme.staff.call('GET', '/ledger-accounts/bank-changes?sort=bank');
    expect(wrong.status).toBe(400);
    const none = await acme.staff.call('GET', `/ledger-accounts/${newId()}/bank-changes`);
    expect(codeOf(none)).toBe('404 not_found');
  });

  test('who may only change approves nothing, and who only looks asks for nothing', async () => {
    const id = await supplier();
    const [writes, looks] = [await colleague(['view', 'update']), await colleague(['view'])];
    expect(codeOf(await ask(looks, id))).toBe('403 permission_denied');
    const { id: change } = (await ask(second, id)).body as Change;
    expect(codeOf(await decide(writes, id, change))).toBe('403 permission_denied');
    const read = await writes.call('GET', `/ledger-accounts/${id}/bank-changes/${change}`);
    expect(besidesIds(read.body)).not.toContain('532013');
  });
});
