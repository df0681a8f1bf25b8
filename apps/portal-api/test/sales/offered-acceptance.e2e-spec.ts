import { newId } from '@quittance/kernel';
import { PortalStage } from '../portal-stage.js';

let stage: PortalStage;
beforeAll(async () => {
  stage = await PortalStage.open();
});
afterAll(() => stage.close());

type Said = Record<'id' | 'nonce', string>;
const staff = async <T = Said>(method: 'POST' | 'GET' | 'PATCH', path: string, body?: object) =>
  (await stage.staff.admin.call(method, path, { ...(body && { body }) })).body as T;

const fetchPath = (path: string, init: RequestInit = {}) =>
  fetch(`${stage.portal.url}${path}`, { redirect: 'manual', ...init });

interface Opened {
  readonly nonce: string;
  readonly quote: Record<'open' | 'acceptable' | 'beingReviewed', boolean> & {
    readonly contentHash: string;
  };
}

const open = async (token: string) =>
  (await (await fetchPath(`/public/quotes/${token}`)).json()) as Opened;

async function sentQuote() {
  const account = await staff('POST', '/accounts', { name: 'Acme' });
  const lines = [{ description: 'Install', unitPrice: '49.99', taxRate: '19' }];
  const head = { accountId: account.id, currency: 'EUR', title: 'Q', lines };
  const { id } = await staff('POST', '/quotes', head);
  for (const step of ['submit', 'approve']) await staff('POST', `/quotes/${id}/${step}`);
  const sent = await staff<{ link: { token: string } }>('POST', `/quotes/${id}/send`);
  return { id, token: sent.link.token, accountId: account.id };
}

/** A rule that has asked about a quote, and was not approved. */
async function rejected(quoteId: string): Promise<string> {
  const { user } = await staff<{ user: { email: string } }>('GET', '/auth/me');
  const { id } = await staff('POST', '/workflows', {
    object: 'quote',
    name: 'Asks of Q',
    trigger: 'change',
    field: 'title',
    condition: 'title = "Q"',
    actions: [{ kind: 'request_approval', steps: [{ approver: user.email }] }],
  });
  const ctx = stage.t.ctx(stage.staff.company.companyId);
  await stage.t.db.write(ctx, (tx) =>
    tx.run(
      `insert into rules.approval (company_id, id, rule_id, rule_name, object, record_id, title,
         status, step, steps, asked, requested_at, decided_at, history)
       values ($1, $2, $3, 'Asks of Q', 'quote', $4, 'Q', 'rejected', 1, '[{}]', '[]', $5, $5,
         '[]')`,
      [ctx.companyId, newId(), id, quoteId, ctx.now],
    ),
  );
  return id;
}

it('is offered exactly where it is taken, for what came to nothing and for a hold', async () => {
  const { id, accountId, token } = await sentQuote();
  const { nonce, quote } = await open(token);
  const form = () =>
    fetchPath(`/q/${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        action: 'accept',
        nonce,
        contentHash: quote.contentHash,
        name: 'Bea',
        email: 'bea@example.com',
      }).toString(),
    });
  const offers = async () => {
    const page = await (await fetchPath(`/q/${token}`)).text();
    const { acceptable, beingReviewed, open: isOpen } = (await open(token)).quote;
    const told = page.includes('We are reviewing this quote');
    const accepts = page.includes('value="accept"');
    expect([isOpen, page.includes('value="reject"')]).toEqual([true, true]);
    expect([accepts, told, beingReviewed]).toEqual([acceptable, !acceptable, !acceptable]);
    return acceptable;
  };
  expect(await offers()).toBe(true);
  const ruleId = await rejected(id);
  expect(await offers()).toBe(false);
  const refused = await form();
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain('value="bea@example.com"');
  await staff('PATCH', `/workflows/${ruleId}`, { condition: 'title = "R"' });
  expect(await offers()).toBe(true);
  const hold = { accountId, strength: 'hard', reason: 'manual' };
  const placed = await staff('POST', '/credit-holds', hold);
  expect(await offers()).toBe(false);
  expect((await form()).status).toBe(422);
  await staff('POST', `/credit-holds/${placed.id}/release`, { note: 'Paid' });
  expect(await offers()).toBe(true);
  expect((await form()).status).toBe(200);
});
