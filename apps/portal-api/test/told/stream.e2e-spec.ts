import { signInAt } from '@quittance/http/testing';
import type { PortalDirectory, PortalRight } from '@quittance/portal';
import { HeardStream } from '../../../../test/support/heard-stream.js';
import { besidesIds } from '../../../../test/support/texts/besides-ids.js';
import { ALL_RIGHTS, CustomerStage } from '../customer-stage.js';
import { PREFIX, codeOf, type PortalClient } from '../portal-people.js';
import { PortalStage } from '../portal-stage.js';

let stage: PortalStage;
let acme: CustomerStage;
let account: string;
let own: PortalClient;
let rival: PortalClient;
const open: Heard[] = [];

beforeAll(async () => {
  stage = await PortalStage.open();
  acme = await CustomerStage.of(stage);
  account = await acme.account('Acme');
  own = await acme.person({ partyId: account, role: 'Admin' });
  rival = await acme.person({ partyId: await acme.account('Rival'), role: 'Admin' });
});
afterAll(async () => {
  for (const heard of open) heard.leave();
  await stage.close();
});

function dispatch(): Promise<void> {
  return stage.tellPortals({ mails: false, appUrl: null });
}

/** What somebody of a portal hears. */
class Heard extends HeardStream {
  static async by(
    client: PortalClient,
    headers: Record<string, string> = {},
    directory: PortalDirectory = 'customer',
  ): Promise<Heard> {
    signInAt(stage.portal.app);
    const heard = new Heard(
      await HeardStream.at(`${stage.portal.url}${PREFIX[directory]}/events/stream`, {
        authorization: `Bearer ${client.signed.accessToken}`,
        ...headers,
      }),
    );
    open.push(heard);
    return heard;
  }
}

test('tells of what changes within reach, with no data of it, and nobody else', async () => {
  const [mine, theirs] = [await Heard.by(own), await Heard.by(rival)];
  const invoice = await acme.invoice(account);
  await dispatch();
  await mine.until(invoice.id);
  expect(mine.text).toMatch(
    new RegExp(
      `id: [0-9a-f-]{36}\nevent: change\n` +
        `data: {"object":"invoice","id":"${invoice.id}","version":\\d+,"change":"sent"}\n`,
    ),
  );
  expect(besidesIds(mine.text)).not.toContain('1190');
  const order = await acme.order(account);
  await dispatch();
  await mine.until(order.id);
  for (const { id } of [invoice, order]) expect(theirs.text).not.toContain(id);
});

test('tells of what is said of a case to its customer, not among staff', async () => {
  const mine = await Heard.by(own);
  const asked = { subject: 'Where is it?', description: 'It is late.' };
  const { id } = (await own.call('POST', '/cases', { body: asked })).body as { id: string };
  const say = (visibility: string) =>
    acme.staff.call('POST', `/cases/${id}/comments`, { body: { body: 'Hm.', visibility } });
  expect((await say('internal')).status).toBe(201);
  await dispatch();
  const invoice = await acme.invoice(account);
  await dispatch();
  await mine.until(invoice.id);
  expect(mine.text).toContain(id);
  expect(mine.text).not.toContain('commented');
  expect((await say('public')).status).toBe(201);
  await dispatch();
  await mine.until('"change":"commented"');
});

test('tells of a document whom it is shown to alone, by the right to its record', async () => {
  const buyer = await acme.person({ partyId: account, role: 'Buyer', without: ['viewInvoices'] });
  const narrow = await acme.person({ partyId: account, role: 'Admin', accessLevel: 'own' });
  const [mine, theirs, without, narrowly] = await Promise.all(
    [own, rival, buyer, narrow].map((client) => Heard.by(client)),
  );
  const invoice = await acme.invoice(account);
  const hidden = await acme.document(`/invoices/${invoice.id}`, 'internal');
  const partners = await acme.document(`/invoices/${invoice.id}`, 'partner');
  const ofInvoice = await acme.document(`/invoices/${invoice.id}`, 'customer');
  const ofAccount = await acme.document(`/accounts/${account}`, 'customer', 'frame.pdf');
  await dispatch();
  await mine!.until(ofAccount.id);
  expect(mine!.text).toContain(
    `{"object":"document","id":"${ofInvoice.id}","version":1,"change":"attached"}`,
  );
  await without!.until(ofAccount.id);
  for (const { text } of [theirs!, without!, narrowly!]) expect(text).not.toContain(ofInvoice.id);
  for (const { text } of [theirs!, narrowly!]) expect(text).not.toContain(ofAccount.id);
  for (const { text } of [mine!, theirs!, without!, narrowly!]) {
    expect(text).not.toContain(hidden.id);
    expect(text).not.toContain(partners.id);
    expect(text).not.toContain('frame');
  }
  await acme.staff.call('PATCH', `/documents/${hidden.id}`, { body: { visibility: 'customer' } });
  await dispatch();
  await mine!.until(`"id":"${hidden.id}","version":2,"change":"updated"`);
});

describe('of partners and vendors', () => {
  const heardBy = async (
    directory: 'partner' | 'vendor',
    partyId: string,
    rights: readonly PortalRight[] = ALL_RIGHTS,
  ): Promise<{ client: PortalClient; heard: Heard }> => {
    const held = ALL_RIGHTS.map((right) => [right, rights.includes(right)]);
    const permissions = Object.fromEntries(held) as Record<PortalRight, boolean>;
    const user = await acme.people.user({ directory, partyId, role: 'Admin', permissions });
    const client = await acme.people.enter(user, directory);
    return { client, heard: await Heard.by(client, {}, directory) };
  };
  const ledger = async (kind: string) =>
    (await acme.made('/ledger-accounts', { name: `Party of ${account}`, kind })).id;

  test('tells a partner of registrations and orders within reach, each by its right', async () => {
    const [x, y] = [await ledger('partner'), await ledger('partner')];
    const { client, heard: pax } = await heardBy('partner', x);
    const { heard: colleague } = await heardBy('partner', x, ['createQuotes']);
    const { heard: yan } = await heardBy('partner', y);
    const endCustomer = { name: 'Kunde', country: 'DE' };
    const money = { estimatedValue: '50000.00', currency: 'EUR' };
    const body = { endCustomer, opportunityName: 'Fifty tills', ...money };
    const made = (await client.call('POST', '/deal-registrations', { body })).body as {
      id: string;
    };
    await client.call('POST', `/deal-registrations/${made.id}/submit`, { body: {} });
    const order = await acme.order(account, { partnerId: x });
    await dispatch();
    await pax.until(made.id);
    await pax.until(order.id);
    expect(pax.text).toContain(
      `{"object":"deal-registration","id":"${made.id}","version":2,"change":"submitted"}`,
    );
    for (const { text } of [colleague, yan]) {
      expect(text).not.toContain(made.id);
      expect(text).not.toContain(order.id);
    }
  });

  test('tells a vendor what becomes of its bank details, and no other vendor', async () => {
    const id = await ledger('supplier');
    const { client, heard: nina } = await heardBy('vendor', id);
    const { heard: rival } = await heardBy('vendor', await ledger('supplier'));
    const body = { accountName: 'Nuts Ltd', iban: 'DE02120300000000202051' };
    await client.call('POST', '/me/bank-details', { body });
    await client.call('DELETE', '/me/bank-details');
    await dispatch();
    await nina.until('bank_details_withdrawn');
    const paper = await acme.document(`/ledger-accounts/${id}`, 'vendor');
    const internal = await acme.document(`/ledger-accounts/${id}`, 'internal');
    await dispatch();
    await nina.until(paper.id);
    for (const { text } of [nina, rival]) expect(text).not.toContain(internal.id);
    expect(rival.text).not.toContain(paper.id);
    expect(nina.text).toContain(
      `{"object":"ledger-account","id":"${id}","version":null,"change":"bank_details_sent"}`,
    );
    expect(besidesIds(nina.text)).not.toContain('2051');
    expect(rival.text).not.toContain(id);
  });
});

test('goes on where it was left, and says where that is not known any more', async () => {
  const first = await Heard.by(own);
  const one = await acme.invoice(account);
  await dispatch();
  await first.until(one.id);
  const last = [...first.text.matchAll(/^id: (\S+)$/gm)].at(-1)?.[1] ?? '';
  first.leave();
  const two = await acme.invoice(account);
  await dispatch();
  const again = await Heard.by(own, { 'last-event-id': last });
  await again.until(two.id);
  const lost = await Heard.by(own, { 'last-event-id': account });
  expect(await lost.until('event: reset')).toBeLessThan(5000);
});

test('ends when its user is put out', async () => {
  const people = await acme.person({ partyId: account, role: 'Buyer' });
  const heard = await Heard.by(people);
  await acme.staff.call('POST', `/portal-users/${people.signed.user.id}/deactivate`, { body: {} });
  await dispatch();
  expect(await heard.ended).toBe('ended');
});

test('ends with its session', async () => {
  const people = await acme.person({ partyId: account, role: 'Buyer' });
  const heard = await Heard.by(people);
  const body = { refreshToken: people.signed.refreshToken };
  await people.call('POST', '/auth/logout', { body });
  expect(await heard.ended).toBe('ended');
});

test('is bounded for a user', async () => {
  const many = await acme.person({ partyId: account, role: 'Buyer' });
  for (let n = 0; n < 5; n += 1) await Heard.by(many);
  expect(codeOf(await many.call('GET', '/events/stream'))).toBe('429 stream_limit_reached');
});
