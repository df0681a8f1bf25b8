import { signInAt } from '@quittance/http/testing';
import { newId } from '@quittance/kernel';
import { besidesIds } from '../../../../test/support/texts/besides-ids.js';
import { CustomerStage } from '../customer-stage.js';
import { codeOf, type PortalClient } from '../portal-people.js';
import { PortalStage } from '../portal-stage.js';

const BANK = { accountName: 'Nuts Ltd', iban: 'DE02 1203 0000 0000 2020 51' };

interface Company {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly contacts: readonly object[];
  readonly bank: { readonly iban: string } | null;
  readonly bankChange: { readonly status: string; readonly reason: string | null } | null;
}

let stage: PortalStage;
let acme: CustomerStage;

beforeAll(async () => {
  stage = await PortalStage.open();
  acme = await CustomerStage.of(stage);
});
afterAll(() => stage.close());

async function vendor(): Promise<{ id: string; nina: PortalClient }> {
  const { id } = await acme.made('/ledger-accounts', { name: 'In the books', kind: 'supplier' });
  const user = { directory: 'vendor', partyId: id, role: 'Admin' } as const;
  return { id, nina: await acme.people.enter(await acme.people.user(user), 'vendor') };
}

const read = async (by: PortalClient) => (await by.call('GET', '/me/company')).body as Company;
const send = (by: PortalClient, body: object = BANK) =>
  by.call('POST', '/me/bank-details', { body });
const staff = async (method: string, path: string, body?: object) =>
  acme.staff.call(method, path, { ...(body && { body }) });

/** What a vendor has sent last, as lists show it. */
async function sentOf(id: string): Promise<{ id: string } | undefined> {
  const { body } = await staff('GET', `/ledger-accounts/${id}/bank-changes`);
  return (body as { data: { id: string }[] }).data[0];
}

/** What the log says of who has seen the numbers of a vendor in full. */
async function readings(recordId: string): Promise<readonly object[]> {
  const filter = JSON.stringify({ field: 'recordId', op: 'eq', value: recordId });
  const { body } = await staff('GET', `/audit-log?filter=${encodeURIComponent(filter)}`);
  const { data } = body as {
    data: { action: string; after: { accountName: string; iban: string } }[];
  };
  return data
    .filter(({ action }) => action === 'vendor.bank_details_read')
    .map(({ after: { accountName, iban } }) => ({ accountName, iban }));
}

describe('a vendor', () => {
  test('says what it is called and whom to turn to, beside the books', async () => {
    const { id, nina } = await vendor();
    const body = {
      tradingName: 'Nuts',
      country: 'DE',
      contacts: [{ name: 'Nina', role: 'Sales' }],
    };
    const saved = await nina.call('PATCH', '/me/company', { body, headers: { 'if-match': '"0"' } });
    expect(saved).toMatchObject({
      status: 200,
      body: { version: 1, name: 'In the books', tradingName: 'Nuts' },
    });
    const nowhere = await nina.call('PATCH', '/me/company', { body: { country: 'XX' } });
    expect(codeOf(nowhere)).toBe('422 validation_failed');
    const late = await nina.call('PATCH', '/me/company', { body, headers: { 'if-match': '"0"' } });
    expect(codeOf(late)).toBe('412 precondition_failed');
    const { body: seen } = await staff('GET', `/ledger-accounts/${id}/portal-profile`);
    expect(seen).toMatchObject({ tradingName: 'Nuts', contacts: [{ name: 'Nina', phone: null }] });
  });

  test('is paid to another account once staff have approved it, and not before', async () => {
    const { id, nina } = await vendor();
    const codes = (await Promise.all([send(nina), send(nina)])).map(codeOf).sort();
    expect(codes).toEqual(['201', '409 bank_details_pending']);
    const books = async () =>
      ((await staff('GET', `/ledger-accounts/${id}`)).body as Company).bank?.iban;
    expect(await books()).toBeUndefined();
    expect(await read(nina)).toMatchObject({
      bank: null,
      bankChange: { status: 'waiting', bank: { iban: '••••2051' } },
    });
    const waits = encodeURIComponent('{"field":"status","op":"eq","value":"waiting"}');
    const { body: waiting } = await staff('GET', `/ledger-accounts/bank-changes?filter=${waits}`);
    expect(waiting).toMatchObject({
      data: [{ vendorId: id, requestedBy: null, bank: { iban: '••••2051' } }],
      total: 1,
    });
    const at = `/ledger-accounts/${id}/bank-changes`;
    const sent = await sentOf(id);
    expect(sent).toMatchObject({ bank: { iban: '••••2051' } });
    expect(await readings(id)).toEqual([]);
    expect((await staff('GET', `${at}/${sent?.id}`)).body).toMatchObject({
      bank: { iban: 'DE02120300000000202051' },
    });
    expect(await readings(id)).toEqual([{ accountName: 'Nuts Ltd', iban: '••••2051' }]);
    const elsewhere = await vendor();
    const wrong = `/ledger-accounts/${elsewhere.id}/bank-changes/${sent?.id}/approve`;
    expect(codeOf(await staff('POST', wrong))).toBe('404 not_found');
    expect((await staff('POST', `${at}/${sent?.id}/approve`)).status).toBe(200);
    expect(await books()).toBe('DE02120300000000202051');
    expect((await read(nina)).bank?.iban).toBe('••••2051');
    const again = await staff('POST', `${at}/${sent?.id}/reject`, { reason: 'No' });
    expect(codeOf(again)).toBe('409 bank_change_decided');
    expect((await staff('GET', `${at}/${sent?.id}`)).body).toMatchObject({
      bank: { iban: '••••2051' },
    });
  });

  test('takes back what waits, and nothing that was decided', async () => {
    const { id, nina } = await vendor();
    const withdraw = () => nina.call('DELETE', '/me/bank-details');
    expect(codeOf(await withdraw())).toBe('404 not_found');
    await send(nina);
    const { nina: stranger } = await vendor();
    expect(codeOf(await stranger.call('DELETE', '/me/bank-details'))).toBe('404 not_found');
    const at = `/ledger-accounts/${id}/bank-changes`;
    const sent = await sentOf(id);
    expect((await withdraw()).status).toBe(204);
    expect(codeOf(await staff('POST', `${at}/${sent?.id}/approve`))).toBe(
      '409 bank_change_decided',
    );
    expect(await read(nina)).toMatchObject({ bank: null, bankChange: { status: 'withdrawn' } });
    expect((await staff('GET', `${at}/${sent?.id}`)).body).toMatchObject({
      bank: { iban: '••••2051' },
    });
    expect((await send(nina)).status).toBe(201);
  });

  test('reads why its account was rejected, and may send another', async () => {
    const { id, nina } = await vendor();
    expect(codeOf(await send(nina, { ...BANK, iban: 'DE03120300000000202051' }))).toMatch(/^422/);
    await send(nina);
    const at = `/ledger-accounts/${id}/bank-changes`;
    const sent = await sentOf(id);
    await staff('POST', `${at}/${sent?.id}/reject`, { reason: 'The bank does not know it' });
    expect((await read(nina)).bankChange).toMatchObject({
      status: 'rejected',
      reason: 'The bank does not know it',
    });
    expect((await send(nina)).status).toBe(201);
    expect((await staff('GET', `/ledger-accounts/${newId()}/portal-profile`)).status).toBe(404);
  });

  test('shows its numbers in full to nobody of the staff who may not decide', async () => {
    const { id, nina } = await vendor();
    await send(nina);
    const matrix = { 'ledger-accounts': ['view'] };
    const role = await acme.made('/roles', { name: 'Looks', matrix });
    const person = { email: `${newId()}@example.com`, name: 'Lou', roleIds: [role.id] };
    const { id: userId } = await acme.made('/users', person);
    const looks = stage.staff.client(acme.people.ctx.companyId, userId as never);
    signInAt(stage.staff.app);
    const sent = await sentOf(id);
    signInAt(stage.staff.app);
    const at = `/ledger-accounts/${id}/bank-changes/${sent?.id}`;
    const { status, body } = await looks.call('GET', at);
    expect([status, besidesIds(body)]).toEqual([200, expect.not.stringContaining('202051')]);
    expect(await readings(id)).toEqual([]);
  });
});
