import { PRICE_NAMES } from '@quittance/portal';
import { besidesIds } from '../../../test/support/texts/besides-ids.js';
import { CustomerStage, type Made } from './customer-stage.js';
import { codeOf, type PortalClient } from './portal-people.js';
import { PortalStage } from './portal-stage.js';

let stage: PortalStage;
let acme: CustomerStage;
const accounts = { H: '', A: '', N: '', B: '' };
const invoices: Record<string, Made> = {};
let ada: PortalClient;
let tess: PortalClient;
let di: PortalClient;

const at = (name: string) => `/invoices/${invoices[name]?.id}`;

beforeAll(async () => {
  stage = await PortalStage.open();
  acme = await CustomerStage.of(stage);
  accounts.H = await acme.account('Holding');
  accounts.A = await acme.account('Acme', accounts.H);
  accounts.N = await acme.account('Acme North', accounts.A);
  accounts.B = await acme.account('Rival');
  for (const [name, id] of Object.entries(accounts)) invoices[name] = await acme.invoice(id);
  invoices.draft = await acme.invoice(accounts.A, {}, false);
  // Of somebody else, as they noticed before it left.
  invoices.void = await acme.invoice(accounts.A, {}, false);
  await acme.made(`/invoices/${invoices.void.id}/void`, { reason: 'Of another customer' });
  ada = await acme.person({ partyId: accounts.A, role: 'Admin', accessLevel: 'account' });
  tess = await acme.person({ partyId: accounts.H, accessLevel: 'account_tree' });
  di = await acme.person({ partyId: accounts.A, role: 'Viewer', without: ['seePricing'] });
});
afterAll(() => stage.close());

interface Refused {
  readonly errors: readonly object[];
}
interface Page {
  readonly data: readonly Record<string, unknown>[];
  readonly total: number;
}
const numbers = ({ data }: Page) => data.map(({ number }) => number).sort();

describe('invoices of a customer', () => {
  it('are those of the accounts in reach, and no draft', async () => {
    const own = (await ada.call('GET', '/invoices')).body as Page;
    expect(numbers(own)).toEqual([invoices.A?.number]);
    const tree = (await tess.call('GET', '/invoices')).body as Page;
    const below = [invoices.H, invoices.A, invoices.N].map((each) => each?.number).sort();
    expect([tree.total, numbers(tree)]).toEqual([3, below]);
  });

  it('answer what is beyond reach as what never was', async () => {
    const unknown = await ada.call('GET', '/invoices/01900000-0000-7000-8000-000000000000');
    for (const name of ['H', 'N', 'B', 'draft', 'void']) {
      const found = await ada.call('GET', at(name));
      expect(codeOf(found)).toBe('404 not_found');
      const { requestId: _, instance: __, ...body } = found.body as Record<string, unknown>;
      expect(unknown.body).toMatchObject(body);
      expect(codeOf(await ada.call('GET', `${at(name)}/pdf`))).toBe('404 not_found');
    }
    expect((await tess.call('GET', `${at('N')}/pdf`)).status).toBe(200);
  });

  it('stay where they were sent, once they are void', async () => {
    const { id } = await acme.invoice(accounts.N);
    await acme.made(`/invoices/${id}/void`, { reason: 'By mistake' });
    expect((await tess.call('GET', `/invoices/${id}`)).body).toMatchObject({ status: 'void' });
  });

  it('are noted as viewed once, by whom, and neither by HEAD nor ahead', async () => {
    const { id } = await acme.invoice(accounts.A);
    const path = `/invoices/${id}`;
    await ada.call('HEAD', path);
    await ada.call('GET', path, { headers: { 'sec-purpose': 'prefetch' } });
    await ada.call('GET', '/invoices');
    const now = async () => (await acme.staff.call('GET', path)).body as Record<string, unknown>;
    expect(await now()).toMatchObject({ status: 'sent', viewedAt: null });
    expect((await ada.call('GET', path)).body).toMatchObject({ id, status: 'viewed' });
    const { viewedAt } = await now();
    await tess.call('GET', path);
    expect(await now()).toMatchObject({ status: 'viewed', viewedAt });
    const log = await acme.staff.call('GET', `/audit-log?search=invoice.viewed`);
    expect(JSON.stringify(log.body)).toContain(ada.signed.user.id);
  });
});

describe('without the right to see prices', () => {
  it('has no price in a list or a detail', async () => {
    for (const path of ['/invoices', at('A'), '/invoices/summary']) {
      const answer = await di.call('GET', path);
      // The total of a page is how many there are.
      const { data = answer.body } = answer.body as Partial<Page>;
      expect([path, answer.status, pricesIn(data)]).toEqual([path, 200, []]);
    }
    expect(pricesIn((await ada.call('GET', at('A'))).body)).toContain('total');
  });

  it('neither filters nor sorts by one, and learns nothing by searching', async () => {
    const byTotal = JSON.stringify({ field: 'total', op: 'gt', value: '1' });
    const nonsense = JSON.stringify({ field: 'nonsense', op: 'gt', value: '1' });
    expect((await ada.call('GET', `/invoices?filter=${byTotal}`)).status).toBe(200);
    for (const query of ['sort=total', 'sort=balance', `filter=${byTotal}`, 'sort=currency']) {
      expect([query, (await di.call('GET', `/invoices?${query}`)).status]).toEqual([query, 400]);
    }
    const told = (await di.call('GET', `/invoices?filter=${byTotal}`)).body as Refused;
    const of = (await di.call('GET', `/invoices?filter=${nonsense}`)).body as Refused;
    expect(told.errors).toEqual(of.errors);
    expect((await di.call('GET', '/invoices?search=1190')).body).toMatchObject({ total: 0 });
  });

  it('downloads no column of one', async () => {
    const csv = async (who: PortalClient) =>
      String((await who.call('GET', '/invoices/export?format=csv')).body).split(/\r?\n/)[0];
    expect(await csv(ada)).toContain('total');
    expect(await csv(di)).toMatch(/^id,number,status,accountId,issueDate,dueDate/);
    expect(await csv(di)).not.toMatch(/total|currency|balance|Amount/);
  });

  it('is refused the PDF', async () => {
    expect(codeOf(await di.call('GET', `${at('A')}/pdf`))).toBe('403 prices_not_permitted');
    expect(codeOf(await di.call('GET', `${at('B')}/pdf`))).toBe('403 prices_not_permitted');
  });
});

function pricesIn(body: unknown): string[] {
  if (Array.isArray(body)) return body.flatMap(pricesIn);
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) =>
    PRICE_NAMES.has(name) ? [name] : pricesIn(value),
  );
}

describe('the summary', () => {
  it('counts what is open within reach', async () => {
    const { openInvoices, currencies } = (await tess.call('GET', '/invoices/summary')).body as {
      openInvoices: number;
      currencies: readonly { open: string }[];
    };
    expect(openInvoices).toBeGreaterThanOrEqual(3);
    const sum = (openInvoices * 1190).toFixed(2);
    expect(currencies).toMatchObject([{ currency: 'EUR', open: sum }]);
  });
});

describe('what a customer states to have paid', () => {
  const body = { amount: '2000.00', method: 'bank_transfer', paidOn: '2026-01-02' };

  it('waits, settles nothing, and is taken down once', async () => {
    const { id } = await acme.invoice(accounts.A);
    const path = `/invoices/${id}/payments`;
    const stated = await ada.call('POST', path, { body });
    expect([stated.status, stated.body]).toMatchObject([201, { status: 'pending' }]);
    expect(codeOf(await tess.call('POST', path, { body }))).toBe('409 payment_already_recorded');
    expect((await acme.staff.call('GET', `/invoices/${id}`)).body).toMatchObject({
      balance: '1190.00',
    });
    const payment = (stated.body as Made).id;
    const withdraw = (who: PortalClient) => who.call('POST', `/payments/${payment}/withdraw`);
    expect(codeOf(await tess.call('POST', `/payments/${payment}/withdraw`))).toBe(
      '403 permission_denied',
    );
    expect((await withdraw(ada)).body).toMatchObject({ status: 'withdrawn' });
    // What is over is over, whoever asks.
    for (const who of [ada, tess]) {
      expect(codeOf(await withdraw(who))).toBe('409 payment_not_pending');
    }
  });

  it('is neither stated nor seen of what is beyond reach', async () => {
    expect(codeOf(await ada.call('POST', `${at('B')}/payments`, { body }))).toBe('404 not_found');
    expect(codeOf(await di.call('POST', `${at('A')}/payments`, { body }))).toBe(
      '403 permission_denied',
    );
  });
});

describe('a dispute', () => {
  it('is opened and taken back by the customer', async () => {
    const { id } = await acme.invoice(accounts.A);
    const body = { reason: 'not_received', message: 'Never came', amount: '200.00' };
    const opened = await ada.call('POST', `/invoices/${id}/dispute`, { body });
    expect([opened.status, opened.body]).toMatchObject([
      201,
      {
        status: 'disputed',
        dispute: {
          amount: '200.00',
          status: 'open',
          reason: 'not_received',
          message: 'Never came',
        },
      },
    ]);
    const again = await ada.call('POST', `/invoices/${id}/dispute`, { body });
    expect(again.status).toBe(409);
    const ended = await ada.call('POST', `/invoices/${id}/dispute/withdraw`);
    expect(ended.body).toMatchObject({ dispute: { outcome: 'withdrawn' } });
  });

  it('tells nobody a price who may see none', async () => {
    const { id } = await acme.invoice(accounts.A);
    const ask = (amount?: string) =>
      di.call('POST', `/invoices/${id}/dispute`, { body: { reason: 'duplicate', amount } });
    const tooMuch = await ask('5000.00');
    expect([tooMuch.status, besidesIds(tooMuch.body)]).toEqual([
      403,
      expect.not.stringContaining('1190'),
    ]);
    const opened = await ask();
    expect([opened.status, besidesIds(opened.body)]).toEqual([
      201,
      expect.not.stringContaining('1190'),
    ]);
    expect(besidesIds((await ask()).body)).not.toContain('1190');
  });
});
