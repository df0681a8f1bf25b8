import { newId } from '@quittance/kernel';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';

interface Body extends Readonly<Record<string, unknown>> {
  readonly id: string;
}
interface Summary extends Readonly<Record<string, unknown>> {
  readonly results: readonly Readonly<Record<string, unknown>>[];
}

const IBAN = 'DE89370400440532013000';
const OTHER_IBAN = 'GB29NWBK60161331926819';
let t: TestDatabase;
let api: TestStaffApi;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
afterAll(async () => {
  await api?.close();
  await t?.close();
});

async function done<T = Body>(path: string, body: unknown, status = 201, type?: string) {
  const headers = type === undefined ? {} : { 'content-type': type };
  const answer = await api.admin.call('POST', path, { body, headers } as never);
  expect([answer.status, answer.body]).toEqual([status, answer.body]);
  return answer.body as T;
}

const supplier = (more: object = {}) =>
  done('/ledger-accounts', { kind: 'supplier', name: 'Steel AG', ...more });
const customer = async () =>
  String((await done<Record<string, unknown>>('/accounts', { name: 'Acme' })).ledgerAccountId);
const read = async (id: string) => (await api.admin.call('GET', `/ledger-accounts/${id}`)).body;
const named = async (name: string) => {
  const filter = encodeURIComponent(JSON.stringify({ field: 'name', op: 'eq', value: name }));
  const { body } = await api.admin.call('GET', `/ledger-accounts?filter=${filter}`);
  return (body as { data: readonly Body[] }).data;
};
/** What anybody is told of what happened. */
const told = async () => {
  const pages = ['/events?pageSize=200', '/audit-log?pageSize=200'];
  return JSON.stringify(await Promise.all(pages.map((page) => api.admin.call('GET', page))));
};

describe('POST /ledger-accounts/bulk', () => {
  const bulk = (body: object) => done<Summary>('/ledger-accounts/bulk', body, 200);

  it('changes those that are named, each for itself, and tells no bank number', async () => {
    const [one, same, owing, gone] = [
      await supplier({ bank: { bankName: 'Old', bic: 'COBADEFFXXX' } }),
      await supplier({ creditDays: 30, bank: { iban: IBAN }, defaultCurrency: 'USD' }),
      await supplier({ openingBalance: '12.50' }),
      newId(),
    ];
    const patch = { creditDays: 30, bank: { iban: IBAN }, defaultCurrency: 'USD' };
    const summary = await bulk({ ids: [one.id, same.id, owing.id, gone], patch });
    expect(summary).toEqual({
      updated: 1,
      unchanged: 1,
      failed: 2,
      results: [
        { id: one.id, status: 'updated', version: 2 },
        { id: same.id, status: 'unchanged', version: 1 },
        {
          id: owing.id,
          status: 'failed',
          problem: expect.objectContaining({ code: 'ledger_account_amounts_needed' }),
        },
        { id: gone, status: 'failed', problem: expect.objectContaining({ code: 'not_found' }) },
      ],
    });
    expect(await read(one.id)).toMatchObject({
      version: 2,
      creditDays: 30,
      defaultCurrency: 'USD',
      bank: { bankName: 'Old', iban: IBAN, bic: 'COBADEFFXXX' },
    });
    expect(await read(owing.id)).toEqual(owing);
    expect(JSON.stringify(summary)).not.toContain(IBAN);
    await bulk({ ids: [one.id], patch: { bank: { iban: OTHER_IBAN } } });
    const seen = await told();
    expect(seen).toContain(one.id);
    expect(seen).not.toContain(IBAN);
    expect(seen).not.toContain(OTHER_IBAN);
  });

  it('keeps every member that is not named as it is', async () => {
    const made = await supplier({
      taxRegistration: { vat: 'DE136695976', ein: '12-3456789' },
      bank: { iban: IBAN },
      openingBalance: '-12.50',
      creditLimit: '100.00',
      paymentTerms: 'Net 30',
    });
    await bulk({ ids: [made.id], patch: { creditDays: 7 } });
    const { userId: updatedBy } = api.admin;
    const updatedAt = expect.any(String);
    expect(await read(made.id)).toEqual({
      ...made,
      version: 2,
      creditDays: 7,
      updatedAt,
      updatedBy,
    });
  });

  it('changes those of a filter; that of a customer has its name from the account', async () => {
    const [first, second, held] = [await supplier(), await supplier(), await customer()];
    const mark = newId();
    const ids = [first.id, second.id, held];
    await bulk({ ids, patch: { paymentTerms: 'soon', creditDays: 99 } });
    const filter = { field: 'creditDays', op: 'eq', value: 99 };
    expect(await bulk({ filter, patch: { name: mark } })).toMatchObject({ updated: 2, failed: 1 });
    expect(await named(mark)).toHaveLength(2);
    expect(await read(held)).toMatchObject({ name: 'Acme', paymentTerms: 'soon' });
    const owner = await bulk({ filter, patch: { ownerId: newId() } });
    expect(owner).toMatchObject({ updated: 0, failed: 3 });
    expect(owner.results[0]).toMatchObject({ problem: { errors: [{ pointer: '/ownerId' }] } });
  });

  it.each([
    [{ kind: 'partner' }, '/patch/kind'],
    [{ creditDays: 'many' }, '/patch/creditDays'],
    [{ bank: { pin: '1' } }, '/patch/bank/pin'],
    [{ name: 'x'.repeat(201) }, '/patch/name'],
  ])('takes nothing but what a single request does: %j', async (patch, pointer) => {
    const { id } = await supplier();
    const body = { ids: [id], patch };
    const answer = await api.admin.call('POST', '/ledger-accounts/bulk', { body });
    expect([answer.status, answer.body]).toMatchObject([422, { errors: [{ pointer }] }]);
  });
});

describe('POST /ledger-accounts/import', () => {
  const load = (file: string, query = '', type = 'text/csv') =>
    done<Summary>(`/ledger-accounts/import${query}`, file, 200, type);
  const HEADER = 'kind,name,taxRegistration.vat,bank.iban,openingBalance,creditDays,ownerId';

  it('makes one of each row that can be, and says of the others why not', async () => {
    const name = newId();
    const file = [
      HEADER,
      `supplier,${name},DE136695976,${IBAN},12.50,30,`,
      `customer,${name},,,,,`,
      `partner,${name},,,1.001,,`,
      `partner,${name},,,,soon,`,
      `partner,${name},,,,,${newId()}`,
      `partner,${name},,,,,`,
    ].join('\n');
    const counts = { rows: 6, created: 2, updated: 0, unchanged: 0, failed: 4 };
    const failures = [
      [3, '/kind'],
      [4, '/openingBalance'],
      [5, '/creditDays'],
      [6, '/ownerId'],
    ].map(([line, pointer]) =>
      expect.objectContaining({
        line,
        status: 'failed',
        problem: expect.objectContaining({ errors: [expect.objectContaining({ pointer })] }),
      }),
    );
    const dry = await load(file, '?dryRun=true');
    const made = (line: number) => ({ line, status: 'created' });
    const results = [made(2), ...failures, made(7)];
    expect(dry).toEqual({ dryRun: true, ...counts, resultsTruncated: false, results });
    expect(await named(name)).toEqual([]);

    const summary = await load(file);
    expect(summary).toMatchObject({ dryRun: false, ...counts });
    expect(summary.results.slice(1, -1)).toEqual(failures);
    expect(await named(name)).toHaveLength(2);
    expect(await read(String(summary.results[0]?.id))).toMatchObject({
      kind: 'supplier',
      name,
      taxRegistration: { vat: 'DE136695976', gstin: null },
      bank: { iban: IBAN, bic: null },
      openingBalance: '12.50',
      creditDays: 30,
      ownerId: api.admin.userId,
    });
    expect(JSON.stringify([dry, summary, await named(name)])).not.toContain(IBAN);
    const seen = await told();
    expect(seen).toContain('ledger_account.imported');
    expect(seen).not.toContain(IBAN);
  });

  it('takes JSON lines, and refuses a file whose columns are none of its members', async () => {
    const name = newId();
    const row = { kind: 'partner', name, bank: { bankName: 'Bank' }, creditDays: 5 };
    const summary = await load(`${JSON.stringify(row)}\n`, '', 'application/x-ndjson');
    expect(summary).toMatchObject({ rows: 1, created: 1 });
    expect(await read(String(summary.results[0]?.id))).toMatchObject({
      name,
      bank: { bankName: 'Bank' },
      creditDays: 5,
    });
    const headers = { 'content-type': 'text/csv' };
    const body = 'kind,name,bank.pin\nsupplier,A,1\n';
    const refused = await api.admin.call('POST', '/ledger-accounts/import', { body, headers });
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { code: 'import_columns_invalid', errors: [{ parameter: 'bank.pin' }] },
    ]);
  });

  const fileOf = (...lines: readonly string[]) => [HEADER, ...lines].join('\n');

  it.each([
    ['name', ''],
    ['taxRegistration.vat', 'BE0428759497'],
  ])('by %s makes nothing twice when it is loaded again', async (matchBy, vat) => {
    const name = newId();
    const query = `?matchBy=${matchBy}`;
    const file = fileOf(`partner,${name},${vat},${IBAN},12.50,30,`, `supplier,${name},${vat},,,,`);
    expect(await load(file, query)).toMatchObject({ created: 2 });
    expect(await load(file, query)).toMatchObject({ created: 0, unchanged: 2, failed: 0 });
    const changed = fileOf(`partner,${name},${vat.toLowerCase()},,,45,`);
    const { results } = await load(changed, query);
    expect(results).toMatchObject([{ line: 2, status: 'updated' }]);
    const partner = { name, creditDays: 45, openingBalance: '12.50', bank: { iban: IBAN } };
    expect(await read(String(results[0]?.id))).toMatchObject(partner);
    expect(await named(name)).toHaveLength(2);
  });

  it('by a value that several have changes none of them', async () => {
    const name = newId();
    await supplier({ name });
    await supplier({ name });
    const { results } = await load(fileOf(`supplier,${name},,,,7,`), '?matchBy=name');
    expect(results).toMatchObject([
      { status: 'failed', problem: { errors: [{ pointer: '/name', code: 'ambiguous' }] } },
    ]);
    expect(await load(fileOf(`partner,${name},,,,7,`), '?matchBy=name')).toMatchObject({
      created: 1,
    });
  });

  it('changes those that are named by their ids, customers too', async () => {
    const [one, held] = [await supplier(), await customer()];
    const lines = [
      `${one.id},supplier,9`,
      `${held.toUpperCase()},customer,9`,
      `${held},supplier,9`,
      `${newId()},supplier,9`,
      'x,supplier,9',
      `${one.id},supplier,9`,
    ];
    const { results } = await load(['id,kind,creditDays', ...lines].join('\n'));
    expect(results).toMatchObject([
      { line: 2, status: 'updated', id: one.id },
      { line: 3, status: 'updated', id: held },
      { line: 4, status: 'failed', problem: { errors: [{ pointer: '/id', code: 'duplicate' }] } },
      { line: 5, status: 'failed', problem: { code: 'not_found' } },
      { line: 6, status: 'failed', problem: { errors: [{ pointer: '/id', code: 'format' }] } },
      { line: 7, status: 'unchanged', id: one.id },
    ]);
    expect(await read(held)).toMatchObject({ creditDays: 9, name: 'Acme', version: 2 });
  });

  it.each([
    ['csv', 'text/csv'],
    ['jsonl', 'application/x-ndjson'],
  ])('takes its own download back as %s, masked numbers and all', async (format, type) => {
    const bank = { iban: IBAN, accountNumber: '0532013000' };
    const { id } = await supplier({ bank, openingBalance: '-12.50', creditLimit: '100.00' });
    await customer();
    const before = await read(id);
    const path = `/ledger-accounts/export?format=${format}`;
    const file = String((await api.admin.call('GET', path)).body);
    const { results, ...counts } = await load(file, '', type);
    expect(results.filter(({ status }) => status !== 'unchanged')).toEqual([]);
    expect(counts).toMatchObject({ created: 0, updated: 0, failed: 0 });
    expect(counts.ignoredColumns).toEqual(expect.arrayContaining(['accountId', 'createdAt']));
    expect(await read(id)).toEqual(before);
  });

  it('takes rows that say the same once, and refuses what contradicts them', async () => {
    const name = newId();
    const rows = [`supplier,${name},,,,7,`, `supplier,${name},,,,7,`, `supplier,${name},,,,8,`];
    expect(await load(fileOf(...rows), '?matchBy=name')).toMatchObject({
      created: 1,
      unchanged: 1,
      failed: 1,
    });
    const twice = await Promise.all(
      [1, 2].map(() => load(fileOf(`partner,${name},,,,7,`), '?matchBy=name')),
    );
    expect(twice.map(({ created }) => created).toSorted()).toEqual([0, 1]);
  });
});
