import { newId } from '@quittance/kernel';
import { CustomerStage } from '../customer-stage.js';
import { codeOf } from '../portal-people.js';
import { PortalStage } from '../portal-stage.js';

/** What was answered once is answered again to whoever reaches the same, and to nobody else. */

let stage: PortalStage;
let acme: CustomerStage;

beforeAll(async () => {
  stage = await PortalStage.open();
  acme = await CustomerStage.of(stage);
});
afterAll(() => stage.close());

test('of an account that has left the tree nothing is answered again', async () => {
  const holding = await acme.account('Holding');
  const below = await acme.account('Below', holding);
  const tess = await acme.person({
    partyId: holding,
    role: 'Admin',
    accessLevel: 'account_tree',
  });
  const stays = await acme.person({ partyId: below, role: 'Admin' });
  const opens = (by: typeof tess, key: string) => {
    const body = { subject: 'Broken', description: 'It does not start', accountId: below };
    return by.call('POST', '/cases', { body, headers: { 'idempotency-key': key } });
  };
  const [key, other] = [newId(), newId()];
  const first = await opens(tess, key);
  const again = await opens(tess, key);
  expect([first.status, again.body]).toEqual([201, first.body]);
  const ofStays = await opens(stays, other);
  const moved = { body: { parentId: null } };
  expect((await acme.staff.call('PATCH', `/accounts/${below}`, moved)).status).toBe(200);
  expect(codeOf(await opens(tess, key))).toBe('409 idempotency_rights_changed');
  // Whom no tree widens reaches what they did.
  expect((await opens(stays, other)).body).toEqual(ofStays.body);
});

test('the same of a partner below another', async () => {
  const ledger = async () =>
    acme.made('/ledger-accounts', { name: `Partner ${newId()}`, kind: 'partner' });
  const [above, below] = [await ledger(), await ledger()];
  const place = async (parentId: string | null) => {
    const at = `/partner-members/${below.id}`;
    expect((await acme.staff.call('PATCH', at, { body: { parentId } })).status).toBe(200);
  };
  await place(above.id);
  const user = { directory: 'partner', partyId: above.id, role: 'Admin' } as const;
  const level = { accessLevel: 'account_tree' } as const;
  const pax = await acme.people.enter(await acme.people.user({ ...user, ...level }), 'partner');
  const key = newId();
  const register = () =>
    pax.call('POST', '/deal-registrations', {
      body: {
        endCustomer: { name: 'Kunde', country: 'DE' },
        opportunityName: 'Fifty tills',
        estimatedValue: '50000.00',
        currency: 'EUR',
      },
      headers: { 'idempotency-key': key },
    });
  expect((await register()).status).toBe(201);
  expect((await register()).status).toBe(201);
  await place(null);
  expect(codeOf(await register())).toBe('409 idempotency_rights_changed');
});
