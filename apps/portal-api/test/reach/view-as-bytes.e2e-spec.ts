import { signInAt } from '@quittance/http/testing';
import { newId } from '@quittance/kernel';
import { CustomerStage } from '../customer-stage.js';
import { PREFIX, PortalClient, type Signed } from '../portal-people.js';
import { PortalStage } from '../portal-stage.js';

let stage: PortalStage;
let acme: CustomerStage;
let account: string;
let ada: PortalClient;

beforeAll(async () => {
  stage = await PortalStage.open();
  acme = await CustomerStage.of(stage);
  account = await acme.account('Acme');
  ada = await acme.person({ partyId: account, role: 'Admin' });
});
afterAll(() => stage.close());

/** Somebody of the staff who looks on as the user. */
async function onlooker(id: string): Promise<PortalClient> {
  const { code } = (await acme.made(`/portal-users/${id}/view-as`, {
    reason: 'They cannot find it',
  })) as unknown as { code: string };
  signInAt(stage.portal.app);
  const path = `${PREFIX.customer}/auth/view-as`;
  const taken = await stage.portal.call('POST', path, { body: { code } });
  return new PortalClient(stage.portal, PREFIX.customer, taken.body as Signed);
}

test('who looks on gets each byte of lists, files, downloads, searches and refusals', async () => {
  const invoice = await acme.invoice(account, {});
  const quote = await acme.quote(account);
  const order = await acme.order(account);
  const paper = await acme.document(`/accounts/${account}`, 'customer');
  const by = await onlooker(ada.signed.user.id);
  const filter = encodeURIComponent('{"field":"status","op":"ne","value":"draft"}');
  const broken = encodeURIComponent('{"field":"internalNotes","op":"isSet"}');
  const asked = [
    ...['invoices', 'quotes', 'orders'].flatMap((list) => [
      `/${list}?filter=${filter}&sort=-number&pageSize=1&display=true`,
      `/${list}?search=${invoice.number}`,
      `/${list}?cursor=&fields=number,account.name`,
      ...['csv', 'jsonl'].map((format) => `/${list}/export?format=${format}`),
      `/${list}?filter=${broken}`,
      `/${list}?sort=margin`,
      `/${list}/${newId()}`,
      `/${list}/no-id`,
    ]),
    `/invoices/${invoice.id}/pdf`,
    `/quotes/${quote.id}/pdf`,
    `/orders/${order.id}/pdf`,
    `/documents/${paper.id}/file`,
    `/search?q=${quote.number}`,
    '/statement?from=2026-01-01&to=2026-12-31&format=csv',
    '/statement?from=2026-01-01&to=2026-12-31&format=pdf',
    '/statement?from=2026-12-31&to=2026-01-01',
    '/nowhere',
  ];
  const rawOf = async (client: PortalClient, path: string) => {
    signInAt(stage.portal.app);
    const headers = { authorization: `Bearer ${client.signed.accessToken}` };
    const answer = await fetch(`${stage.portal.url}${PREFIX.customer}${path}`, { headers });
    const body = Buffer.from(await answer.arrayBuffer()).toString('latin1');
    const said = ['content-type', 'content-disposition', 'etag', 'cache-control'];
    return [
      answer.status,
      ...said.map((name) => answer.headers.get(name)),
      body.replace(/"requestId":"[^"]+"/, ''),
    ];
  };
  const statuses = new Set<unknown>();
  for (const path of asked) {
    await rawOf(ada, path);
    const [seen, shown] = [await rawOf(by, path), await rawOf(ada, path)];
    expect([path, ...seen]).toEqual([path, ...shown]);
    statuses.add(shown[0]);
  }
  expect([...statuses].sort()).toEqual([200, 400, 404, 422]);
});
