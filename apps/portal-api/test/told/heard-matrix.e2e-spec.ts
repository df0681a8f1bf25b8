import { signInAt } from '@quittance/http/testing';
import { HeardStream } from '../../../../test/support/heard-stream.js';
import { besidesIds } from '../../../../test/support/texts/besides-ids.js';
import { CustomerStage } from '../customer-stage.js';
import { PREFIX, codeOf, type PortalClient } from '../portal-people.js';
import { PortalStage } from '../portal-stage.js';

/** Who hears of requests, approvals and credit notes: whoever may read them, and nobody else. */

const KINDS = ['quote-request', 'portal-approval', 'credit-note'] as const;
type Kind = (typeof KINDS)[number];
const PATHS: Readonly<Record<Kind, string>> = {
  'quote-request': '/quote-requests',
  'portal-approval': '/approvals',
  'credit-note': '/credit-notes',
};

const HEARD: Readonly<Record<string, readonly Kind[]>> = {
  'whoever asked, with level own': KINDS,
  'an Admin of the account': KINDS,
  'who sees no prices': KINDS,
  'an Admin above, with its tree': KINDS,
  'an Admin above, without': [],
  'a colleague with level own': ['quote-request', 'portal-approval'],
  'the same, of own quotes alone': ['portal-approval'],
  'who may ask for no quotes': ['portal-approval', 'credit-note'],
  'who may approve nothing': ['quote-request', 'credit-note'],
  'who sees no invoices': ['quote-request', 'portal-approval'],
  'a rival': [],
};

let stage: PortalStage;
let acme: CustomerStage;
const people = new Map<string, PortalClient>();
const streams = new Map<string, HeardStream>();
const made = new Map<Kind, string>();

beforeAll(async () => {
  stage = await PortalStage.open();
  acme = await CustomerStage.of(stage);
  const holding = await acme.account('Holding');
  const account = await acme.account('Acme', holding);
  const contact = await acme.contact(account, 'Buyer');
  const at = { partyId: account, role: 'Approver' } as const;
  const own = { ...at, accessLevel: 'own' } as const;
  const admin = { role: 'Admin' } as const;
  const bo = await acme.person({ ...own, contactId: contact as never });
  const all: Readonly<Record<string, Promise<PortalClient> | PortalClient>> = {
    'whoever asked, with level own': bo,
    'an Admin of the account': acme.person({ ...at, ...admin }),
    'who sees no prices': acme.person({ ...at, without: ['seePricing'] }),
    'an Admin above, with its tree': acme.person({
      ...admin,
      partyId: holding,
      accessLevel: 'account_tree',
    }),
    'an Admin above, without': acme.person({ ...admin, partyId: holding }),
    'a colleague with level own': acme.person(own),
    'the same, of own quotes alone': acme.person({ ...own, without: ['seeAllQuotes'] }),
    'who may ask for no quotes': acme.person({ ...at, without: ['createQuotes'] }),
    'who may approve nothing': acme.person({ ...at, without: ['approveQuotes'] }),
    'who sees no invoices': acme.person({ ...at, without: ['viewInvoices'] }),
    'a rival': acme.person({
      ...admin,
      partyId: await acme.account('Rival'),
      accessLevel: 'account_tree',
    }),
  };
  for (const [who, client] of Object.entries(all)) people.set(who, await client);
  await dispatch();
  signInAt(stage.portal.app);
  for (const [who, { signed }] of people) {
    const headers = { authorization: `Bearer ${signed.accessToken}` };
    const url = `${stage.portal.url}${PREFIX.customer}/events/stream`;
    streams.set(who, new HeardStream(await HeardStream.at(url, headers)));
  }
  await plant(bo, account, contact);
  await dispatch();
  const hears = streams.get('an Admin of the account');
  for (const id of made.values()) await hears?.until(id);
  await new Promise((resolve) => setTimeout(resolve, 500));
});
afterAll(async () => {
  for (const heard of streams.values()) heard.leave();
  await stage.close();
});

function dispatch(): Promise<void> {
  return stage.tellPortals({ mails: false, appUrl: null });
}

/** One of each, of somebody with level own. */
async function plant(bo: PortalClient, accountId: string, contactId: string): Promise<void> {
  const wanted = { lines: [{ description: 'A till' }] };
  const request = (await bo.call('POST', '/quote-requests', { body: wanted })).body as Made;
  await bo.call('POST', `/quote-requests/${request.id}/submit`, { body: {} });
  made.set('quote-request', request.id);
  const quote = await acme.quote(accountId, { contactId });
  const { version } = (await bo.call('GET', `/quotes/${quote.id}`)).body as Made;
  const body = { version };
  const asked = await bo.call('POST', `/quotes/${quote.id}/submit-for-approval`, { body });
  made.set('portal-approval', (asked.body as { approvalId: string }).approvalId);
  const order = await acme.order(accountId, { contactId });
  const invoice = await acme.invoice(accountId, { salesOrderId: order.id });
  const note = await acme.made('/credit-notes', {
    accountId,
    invoiceId: invoice.id,
    currency: 'EUR',
    reason: 'Too dear',
    lines: [{ description: 'Less', quantity: '1', unitPrice: '51.00', taxRate: '19' }],
  });
  made.set('credit-note', (await acme.made(`/credit-notes/${note.id}/issue`, {})).id);
}

interface Made {
  readonly id: string;
  readonly version: number;
}

const idOf = (kind: Kind) => made.get(kind) ?? 'nothing';

test.each(Object.entries(HEARD))('%s hears of %j', (who, heard) => {
  const text = streams.get(who)?.text ?? '';
  expect(KINDS.filter((kind) => text.includes(`{"object":"${kind}","id":"${idOf(kind)}"`))).toEqual(
    heard,
  );
  expect(besidesIds(text)).not.toMatch(/51\.00|60\.69|119\.98|142\.78|total|amount|currency/);
});

test.each(Object.entries(HEARD))('%s reads what they hear of: %j', async (who, heard) => {
  const by = people.get(who);
  const codes = await Promise.all(
    KINDS.map(async (kind) => codeOf((await by?.call('GET', `${PATHS[kind]}/${idOf(kind)}`))!)),
  );
  expect(KINDS.filter((_, i) => codes[i] === '200')).toEqual(heard);
});

test('nobody hears that staff have looked at a request', async () => {
  await acme.made(`/self-service-quotes/${idOf('quote-request')}/publish`, {});
  await dispatch();
  const invoice = await acme.invoice(await acme.account('Elsewhere'));
  await dispatch();
  expect(invoice.id).toBeTruthy();
  await new Promise((resolve) => setTimeout(resolve, 500));
  for (const { text } of streams.values()) expect(text).not.toContain('published');
});
