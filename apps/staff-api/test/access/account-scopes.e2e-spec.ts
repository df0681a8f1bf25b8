import { reach } from '@quittance/access';
import { ACTIONS, RESOURCES } from '@quittance/access/host';
import { RouteTable, listOf } from '@quittance/http/host';
import { newId } from '@quittance/kernel';
import { groupsOf } from '../../../../test/support/watch/groups-of-list.js';
import { nameOf } from '../../../../test/support/watch/open-api.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { defineField, done, made, type Made } from '../objects/objects-support.js';
import { bodyOf, refusal } from './members.js';

const EVERYTHING = Object.fromEntries(RESOURCES.map((name) => [name, [...ACTIONS]]));
const OF_ACCOUNTS = RESOURCES.filter(reach.ofAccounts);
const DATES = { issueDate: '2026-02-01', dueDate: '2026-02-10' };

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
/** Reaches what is about their own accounts, and every account itself. */
let by: StaffClient;
let mine: Made;
let theirs: Made;

type Scopes = Readonly<Record<string, string>>;

async function colleague(scopes: Scopes, team?: string): Promise<StaffClient> {
  const role = await made(admin, '/roles', { name: newId(), matrix: EVERYTHING, scopes });
  const body = { email: `${newId()}@example.com`, name: 'Cleo', roleIds: [role.id], team };
  return api.client(admin.companyId, (await made(admin, '/users', body)).id as never);
}

const allOf = (scope: string) => Object.fromEntries(OF_ACCOUNTS.map((name) => [name, scope]));

/** An overdue invoice, what was paid of it and what was credited, and a schedule. */
async function plantMoney(accountId: string, unitPrice: string): Promise<Made> {
  const line = { description: 'Work', quantity: '1', unitPrice };
  const head = { accountId, currency: 'EUR' };
  const invoice = await made(admin, '/invoices', { ...head, ...DATES, lines: [line] });
  await done(admin, 'POST', `/invoices/${invoice.id}/send`, {});
  const paid = { amount: '10.00', method: 'cash' };
  await done(admin, 'POST', `/invoices/${invoice.id}/payments`, paid);
  await made(admin, '/payments', { ...head, amount: unitPrice, method: 'cash' });
  await made(admin, '/credit-notes', { ...head, reason: 'Kind', lines: [line] });
  await made(admin, '/dunning/pauses', { invoiceId: invoice.id, reason: 'Patience' });
  await made(admin, '/billing-schedules', {
    ...head,
    frequency: 'monthly',
    startDate: '2026-03-01',
    lines: [{ ...line, trigger: 'manual' }],
  });
  return invoice;
}

const invoices: Record<'mine' | 'theirs', string> = { mine: '', theirs: '' };

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  admin = api.admin;
  by = await colleague(allOf('own'));
  mine = await made(admin, '/accounts', { name: 'Mine Ltd', ownerId: by.userId });
  theirs = await made(admin, '/accounts', { name: 'Theirs Ltd' });
  invoices.mine = (await plantMoney(mine.id, '111.00')).id;
  invoices.theirs = (await plantMoney(theirs.id, '999.00')).id;
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

const textOf = async (who: StaffClient, path: string, accept = 'application/json') =>
  JSON.stringify((await who.call('GET', path, { headers: { accept } })).body);

describe('what is about an account of somebody else', () => {
  const PATHS = [
    '/invoices',
    '/invoices/overdue',
    '/invoices/overdue?asOf=2026-03-01',
    '/payments',
    '/credit-notes',
    '/billing-schedules',
    '/dunning/pauses',
    '/reports/ageing',
    '/reports/ageing?asOf=2026-03-01',
  ];

  test.each(PATHS)('is not in %s', async (path) => {
    for (const accept of ['application/json', 'text/csv', 'application/x-ndjson']) {
      const [all, own] = [await textOf(admin, path, accept), await textOf(by, path, accept)];
      expect([all.includes(mine.id), all.includes(theirs.id)]).toEqual([
        !path.startsWith('/dunning'),
        !path.startsWith('/dunning'),
      ]);
      const told = path.startsWith('/dunning') ? invoices : { mine: mine.id, theirs: theirs.id };
      expect([own.includes(told.mine), own.includes(told.theirs)]).toEqual([true, false]);
    }
  });

  test('is in no list, whatever is served', async () => {
    const lists = api.app
      .get(RouteTable)
      .all()
      .filter(({ method, path, policy, handler }) => {
        const isOf = policy.kind === 'resource' && reach.ofAccounts(policy.resource);
        return method === 'GET' && isOf && !path.includes(':') && listOf(handler) !== undefined;
      });
    expect(lists.length).toBeGreaterThan(15);
    for (const route of lists) {
      const { threes, aggregates } = groupsOf(listOf(route.handler)?.fields ?? {});
      const groups = threes.map((key) =>
        textOf(by, `${route.path}?groupBy=${key}&aggregate=${aggregates}&display=true`),
      );
      const rows = textOf(by, `${route.path}?display=true`);
      const text = (await Promise.all([rows, ...groups])).join();
      const told = [theirs.id, invoices.theirs, 'Theirs', '999.00'].filter((word) =>
        text.includes(word),
      );
      expect([nameOf(route), told]).toEqual([nameOf(route), []]);
    }
  });

  test('is in no sum', async () => {
    const sums = async (path: string) => {
      const [all, own] = [await textOf(admin, path), await textOf(by, path)];
      return [all === own, own];
    };
    const [sameNow, now] = await sums('/invoices/statistics');
    expect([sameNow, JSON.parse(String(now))]).toMatchObject([false, { asOf: expect.any(String) }]);
    expect(now).not.toContain('999.00');
    const counts = [...String(now).matchAll(/"count":(\d+)/g)].map(([, count]) => Number(count));
    expect(Math.max(...counts)).toBe(1);
    const period = 'from=2026-01-01&to=2026-12-31';
    const [sameThen, then] = await sums('/invoices/statistics?asOf=2026-03-01');
    expect([sameThen, then]).toEqual([false, expect.not.stringContaining('999.00')]);
    const [sameCash, cash] = await sums(`/reports/cash-received?${period}`);
    expect([sameCash, cash]).toEqual([false, expect.stringContaining('"received":"121.00"')]);
    const [sameCollected, collected] = await sums(`/reports/collections?${period}`);
    expect([sameCollected, collected]).toEqual([false, expect.not.stringContaining('1129')]);
  });

  test('is not made, nor moved to it', async () => {
    const head = { accountId: theirs.id, currency: 'EUR' };
    const line = { description: 'Work', quantity: '1', unitPrice: '1.00' };
    const bodies: Record<string, object> = {
      '/invoices': { ...head, lines: [line] },
      '/payments': { ...head, amount: '1.00', method: 'cash' },
      '/credit-notes': { ...head, reason: 'Kind', lines: [line] },
      '/billing-schedules': {
        ...head,
        frequency: 'monthly',
        startDate: '2026-03-01',
        lines: [line],
      },
      '/credit-holds': { accountId: theirs.id, strength: 'soft', reason: 'manual' },
      '/credit-checks': { ...head, amount: '1.00' },
      '/dunning/pauses': { invoiceId: invoices.theirs, reason: 'No' },
    };
    for (const [path, body] of Object.entries(bodies)) {
      const answer = await by.call('POST', path, { body });
      const [error] = (bodyOf(answer).errors ?? []) as { pointer: string; code: string }[];
      expect([path, answer.status, error?.code]).toEqual([path, 422, 'reference_not_found']);
    }
    const draft = await made(by, '/invoices', { ...head, accountId: mine.id, lines: [line] });
    const moved = await by.call('PATCH', `/invoices/${draft.id}`, {
      body: { accountId: theirs.id },
    });
    expect(refusal(moved)).toEqual([422, 'reference_not_found']);
    const kept = bodyOf(await admin.call('GET', `/invoices/${draft.id}`));
    expect(kept.accountId).toBe(mine.id);
  });

  test('is not changed in bulk, by id or by filter', async () => {
    const patch = { notes: 'Changed' };
    const named = await by.call('POST', '/invoices/bulk', {
      body: { ids: [invoices.mine, invoices.theirs], patch },
    });
    expect(bodyOf(named)).toMatchObject({ updated: 1, failed: 1 });
    const filter = { field: 'createdAt', op: 'isSet' };
    const found = await by.call('POST', '/invoices/bulk', { body: { filter, patch } });
    expect(bodyOf(found).failed).toBe(0);
    const other = bodyOf(await admin.call('GET', `/invoices/${invoices.theirs}`));
    expect(other.notes).toBeNull();
  });

  test('is not brought in by a file', async () => {
    await done(admin, 'PATCH', `/accounts/${theirs.id}`, { externalKey: 'C-theirs' });
    const csv = [
      'customerID,invoiceNumber,InvoiceDate,DueDate,InvoiceAmount,Disputed,SettledDate',
      'C-theirs,X-1,1/2/2026,2/1/2026,5.00,No,',
      'C-new,X-2,1/2/2026,2/1/2026,5.00,No,',
    ].join('\n');
    const headers = { 'content-type': 'text/csv' };
    const answer = await by.call('POST', '/invoices/import', { body: csv, headers });
    expect([answer.status, bodyOf(answer)]).toEqual([
      200,
      expect.objectContaining({ imported: 1, failed: 1 }),
    ]);
  });

  test('is not in the files of all records, nor told as one of them', async () => {
    const headers = { 'content-type': 'text/plain' };
    const file = async (id: string) => {
      const path = `/invoices/${id}/documents?fileName=a.txt`;
      return bodyOf<Made>(await admin.call('POST', path, { headers, body: 'Text' })).id;
    };
    const [own, other] = [await file(invoices.mine), await file(invoices.theirs)];
    const [all, seen] = [await textOf(admin, '/documents'), await textOf(by, '/documents')];
    expect([all.includes(own), all.includes(other)]).toEqual([true, true]);
    expect([seen.includes(own), seen.includes(other)]).toEqual([true, false]);
    const one = await Promise.all([own, other].map((id) => by.call('GET', `/documents/${id}`)));
    expect(one.map(({ status }) => status)).toEqual([200, 404]);
  });

  test('is not what a field of a custom object points at', async () => {
    const settings = { target: 'invoice', onDelete: 'clear' };
    await defineField(admin, 'account', { name: 'about__c', type: 'lookup', settings });
    const patch = (id: string) =>
      by.call('PATCH', `/accounts/${mine.id}`, { body: { about__c: id } });
    const answers = [await patch(invoices.theirs), await patch(invoices.mine)];
    expect(answers.map(({ status }) => status)).toEqual([422, 200]);
  });

  test('is told by no ledger of numbers, which has them all', async () => {
    for (const path of ['/numbering/invoice/ledger', '/numbering/invoice/ledger/proof']) {
      expect(refusal(await by.call('GET', path))).toEqual([403, 'scope_too_narrow']);
      expect((await admin.call('GET', path)).status).toBe(200);
    }
  });

  test('is in no report of somebody whose scope of reports is their own', async () => {
    const reader = await colleague({ reports: 'own' });
    await done(admin, 'PATCH', `/accounts/${mine.id}`, { ownerId: reader.userId });
    const text = await textOf(reader, '/reports/ageing');
    expect([text.includes(mine.id), text.includes(theirs.id)]).toEqual([true, false]);
    const period = 'from=2026-01-01&to=2026-12-31';
    expect(await textOf(reader, `/reports/cash-received?${period}`)).toContain('"121.00"');
    await done(admin, 'PATCH', `/accounts/${mine.id}`, { ownerId: by.userId });
  });

  test('is told of an order only to whoever reaches its account', async () => {
    const line = { description: 'Work', ordered: '1', unitPrice: '999.00' };
    const head = { accountId: theirs.id, currency: 'EUR', ownerId: by.userId };
    const order = await made(admin, '/sales-orders', { ...head, lines: [line] });
    expect((await by.call('GET', `/sales-orders/${order.id}`)).status).toBe(200);
    const answer = await by.call('POST', `/sales-orders/${order.id}/invoice`, { body: {} });
    expect(refusal(answer)).toEqual([404, 'not_found']);
  });
});

describe('somebody who reaches the accounts of the team', () => {
  test('sees what is about those, and nothing else', async () => {
    const mate = await colleague(allOf('team'), 'north');
    const total = async () => bodyOf<{ total: number }>(await mate.call('GET', '/payments')).total;
    expect(await total()).toBe(0);
    await done(admin, 'PATCH', `/users/${by.userId}`, { team: 'north' });
    expect(await total()).toBe(2);
    expect((await mate.call('GET', `/invoices/${invoices.mine}`)).status).toBe(200);
    expect((await mate.call('GET', `/invoices/${invoices.theirs}`)).status).toBe(404);
    await done(admin, 'PATCH', `/users/${by.userId}`, { team: null });
  });
});

describe('somebody who reaches the own accounts, and all invoices', () => {
  test('sees every invoice, and makes none of an account that is not there for them', async () => {
    const seller = await colleague({ accounts: 'own' });
    expect((await seller.call('GET', `/invoices/${invoices.theirs}`)).status).toBe(200);
    const line = { description: 'Work', quantity: '1', unitPrice: '1.00' };
    const body = { accountId: theirs.id, currency: 'EUR', lines: [line] };
    const answer = await seller.call('POST', '/invoices', { body });
    expect([answer.status, bodyOf(answer).errors]).toEqual([
      422,
      [
        {
          pointer: '/accountId',
          code: 'reference_not_found',
          message: 'There is no such account.',
        },
      ],
    ]);
    expect(await textOf(seller, '/reports/ageing')).not.toContain('Theirs');
  });
});

describe('somebody who reaches the own invoices, and all of dunning and tax', () => {
  test('is told of the invoices of others by neither', async () => {
    const who = await colleague({ invoices: 'own' });
    for (const path of ['/dunning/pauses', '/dunning/attempts', '/tax/transactions']) {
      expect([path, (await textOf(who, path)).includes(invoices.theirs)]).toEqual([path, false]);
    }
    expect(await textOf(admin, '/dunning/pauses')).toContain(invoices.theirs);
    const run = await who.call('POST', '/dunning/run', { body: { dryRun: true } });
    expect(run).toMatchObject({ status: 403, body: { code: 'scope_too_narrow' } });
  });
});
