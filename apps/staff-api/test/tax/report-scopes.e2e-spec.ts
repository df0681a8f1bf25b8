import { ACTIONS, RESOURCES } from '@quittance/access/host';
import { RouteTable } from '@quittance/http/host';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { done, made } from '../objects/objects-support.js';
import { FRANCE, SELLER } from './tax-shop.js';
import { bodyOf, memberWith, refusal } from '../access/members.js';

const EVERYTHING = Object.fromEntries(RESOURCES.map((name) => [name, [...ACTIONS]]));
const PERIOD = 'from=2026-03-01&to=2026-03-31';
const SALES = `/reports/ec-sales-list?${PERIOD}`;

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
let by: StaffClient;

/** Amounts that stand nowhere else, whole or as what is left of them. */
const AMOUNTS = { mine: '4321', theirs: '8765' } as const;
const IDS = { mine: 'FR40303265045', theirs: 'FR61954506077' } as const;

beforeAll(async () => {
  t = await testDatabase();
  t.clock.set('2026-03-15T09:00:00.000Z');
  api = await startStaffApi(t);
  admin = api.admin;
  await done(admin, 'PATCH', '/company', SELLER);
  await done(admin, 'POST', '/tax/seed', { countries: ['DE', 'FR'] });
  by = await within('reports');
  const sku = { sku: 'G-1', name: 'Goods', type: 'goods' };
  const { id: productId } = await made(admin, '/products', sku);
  await sell('mine', productId, by.userId);
  await sell('theirs', productId);
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

/** May do everything, but reaches their own accounts alone among one resource. */
function within(resource: string): Promise<StaffClient> {
  return memberWith(api, { matrix: EVERYTHING, scopes: { [resource]: 'own' } });
}

/** Goods, a payment of them and a quote to a customer of another member state. */
async function sell(whose: 'mine' | 'theirs', productId: string, ownerId?: string): Promise<void> {
  const account = await made(admin, '/accounts', {
    name: `${whose} SARL`,
    billingAddress: FRANCE,
    taxRegistration: IDS[whose],
    ...(ownerId && { ownerId }),
  });
  const head = { accountId: account.id, currency: 'EUR' };
  const line = { description: 'Goods', quantity: '1', productId };
  const unitPrice = `${AMOUNTS[whose]}.00`;
  const dates = { issueDate: '2026-03-02', dueDate: '2026-03-10' };
  const sold = { ...head, ...dates, lines: [{ ...line, unitPrice }] };
  const invoice = await made(admin, '/invoices', sold);
  await done(admin, 'POST', `/invoices/${invoice.id}/send`, {});
  await made(admin, '/payments', { ...head, amount: unitPrice, method: 'cash' });
  const draft = { ...head, lines: [{ ...line, unitPrice }] };
  await made(admin, '/quotes', draft);
}

const textOf = async (who: StaffClient, path: string, accept = 'application/json') =>
  JSON.stringify((await who.call('GET', path, { headers: { accept } })).body ?? '');

/** Of all reports there are; later ones too. */
const reports = () =>
  api.app
    .get(RouteTable)
    .all()
    .filter(({ method, policy }) => method === 'GET' && policy.kind === 'resource')
    .filter(({ path }) => path.startsWith('/reports/') && !path.includes(':'))
    .flatMap(({ path }) => [`${path}?${PERIOD}`, path]);

describe('a report', () => {
  it('sums up own accounts alone for whoever reaches no others among reports', async () => {
    const told: string[] = [];
    let some = 0;
    const known = { all: 0, own: 0 };
    for (const path of reports()) {
      for (const accept of ['application/json', 'text/csv']) {
        const [all, own] = [await textOf(admin, path, accept), await textOf(by, path, accept)];
        some += 1;
        const names = [AMOUNTS.theirs, 'theirs SARL', IDS.theirs];
        // Together, and apart.
        const sum = String(Number(AMOUNTS.mine) + Number(AMOUNTS.theirs));
        if ([...names, sum].some((name) => all.includes(name))) known.all += 1;
        if ([...names, sum].some((name) => own.includes(name))) told.push(`${path} ${accept}`);
        if (own.includes(AMOUNTS.mine) || own.includes(IDS.mine)) known.own += 1;
      }
    }
    expect(told).toEqual([]);
    expect(some).toBeGreaterThan(20);
    expect(known.all).toBeGreaterThan(8);
    expect(known.own).toBeGreaterThan(8);
  });

  it.each(['accounts', 'invoices', 'credit-notes', 'tax'])(
    'of sales in the Union names buyers within the scope of %s',
    async (resource) => {
      const member = await within(resource);
      const text = await textOf(member, SALES);
      expect([resource, text]).toEqual([resource, '[]']);
      expect(await textOf(admin, SALES)).toContain(IDS.theirs);
    },
  );

  it.each([
    ['accounts', 'name'],
    ['accounts', 'taxRegistration'],
    ['invoices', 'billTo'],
  ])(
    'of sales in the Union is told to nobody from whom %s keep their %s',
    async (resource, name) => {
      const fields = { [resource]: { [name]: 'hidden' } } as const;
      const member = await memberWith(api, { matrix: EVERYTHING, fields });
      for (const accept of ['application/json', 'text/csv', 'application/x-ndjson']) {
        const answer = await member.call('GET', SALES, { headers: { accept } });
        expect([accept, ...refusal(answer)]).toEqual([accept, 403, 'fields_hidden']);
      }
      const taxes = await member.call('GET', `/reports/tax?${PERIOD}`);
      expect(taxes.status).toBe(200);
    },
  );

  it('tells no id of a buyer whom invoices hide', async () => {
    const matrix = { invoices: ['view', 'print'], reports: ['view'] } as const;
    const fields = { invoices: { billTo: 'hidden' } } as const;
    const member = await memberWith(api, { matrix, fields });
    const told: string[] = [];
    for (const path of reports()) {
      const text = await textOf(member, path);
      if (Object.values(IDS).some((id) => text.includes(id))) told.push(path);
    }
    expect(told).toEqual([]);
  });

  it.each(['invoices', 'credit-notes'])(
    'of documents is for whoever may look at %s, and is shown what names them',
    async (resource) => {
      const path = `/reports/tax-documents?${PERIOD}`;
      const { [resource]: _, ...others } = EVERYTHING;
      const without = await memberWith(api, { matrix: others });
      expect(bodyOf(await without.call('GET', path))).toMatchObject({
        code: 'permission_denied',
        resource,
        action: 'view',
      });
      const fields = { [resource]: { number: 'hidden' } } as const;
      const blind = await memberWith(api, { matrix: EVERYTHING, fields });
      for (const each of [path, path.replace('?', '/export?').replace(PERIOD, 'format=csv')]) {
        const answer = await blind.call('GET', each);
        expect([each, ...refusal(answer)]).toEqual([each, 403, 'fields_hidden']);
      }
    },
  );
});
