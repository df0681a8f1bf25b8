import { LoadSeedRates } from '@quittance/tax/host';
import type { Ctx } from '@quittance/kernel';
import type { Bench, BenchResult } from './bench-result.js';
import { besideBare, type HostCase } from './support/beside-bare.js';
import { startChild } from './support/child-server.js';
import { withBench, type OpenBench } from './support/open-bench.js';
import { startPortalHost } from './support/portal-host.js';
import { CART_LINES, INVOICES, writePortal, type PortalData } from './portal/portal-data.js';

const POOL_SIZE = 10;
const PREFIX = '/api/v1/mobile/portal';
const PAGES = 40;
const TARGET = 0.5;

/**
 * What a customer of many documents opens most, through the guard of the portal and within what the
 * user reaches, beside bare Fastify and pg on the same rows: no guard, no reach, no row security,
 * prices and taxes worked out with floats.
 */
export const bench: Bench = {
  name: 'portal',
  run: () => withBench(measureAll),
};

async function measureAll(open: OpenBench): Promise<BenchResult[]> {
  const address = { line1: 'Kai 1', city: 'Köln', postalCode: '50667', country: 'DE' };
  const ctx = await open.newCompany({ address });
  await new LoadSeedRates(open.db).execute(ctx, ['DE']);
  const data = await writePortal(open, ctx);
  const { server: ours, customer } = await startPortalHost(open, POOL_SIZE);
  const bare = await startBare(open, ctx, data);
  try {
    const authorization = await customer(ctx, data.user);
    await sameAnswers(
      `http://127.0.0.1:${ours.port}`,
      `http://127.0.0.1:${bare.port}`,
      authorization,
    );
    const results: BenchResult[] = [];
    const hosts = { ours, bare, authorization, owner: open.owner };
    for (const each of cases()) results.push(await besideBare(each, hosts));
    return results;
  } finally {
    await Promise.all([ours.stop(), bare.stop()]);
  }
}

function cases(): readonly HostCase[] {
  const asked = { target: TARGET, expect: 200 };
  let turn = 0;
  const get = (path: string) => ({ method: 'GET', path: PREFIX + path });
  return [
    {
      measure: `dashboard of an account with ${INVOICES.toLocaleString('en')} invoices`,
      ...asked,
      next: () => get('/dashboard'),
    },
    {
      measure: 'list 50 of them, the latest first, with total',
      ...asked,
      next: () => {
        turn += 1;
        return get(`/invoices?page=${1 + (turn % PAGES)}&pageSize=50&sort=-issueDate,number`);
      },
    },
    {
      measure: `price a cart of ${CART_LINES} lines by tiers`,
      ...asked,
      next: () => get('/cart'),
    },
  ];
}

function startBare({ ownerUrl }: OpenBench, { companyId }: Ctx, { accountId, user }: PortalData) {
  return startChild('test/bench/portal/bare-server.js', 'BARE_PORT', {
    NODE_ENV: 'production',
    DATABASE_URL: ownerUrl,
    POOL_SIZE: String(POOL_SIZE),
    COMPANY_ID: companyId,
    ACCOUNT_ID: accountId,
    PORTAL_USER_ID: user.id,
  });
}

/** What both have to agree in, so that neither does less than the other. */
interface Answer {
  readonly openInvoices?: number;
  readonly waitingApprovals?: number;
  readonly total?: number | string;
  readonly taxTotal?: string;
  readonly data?: readonly { readonly number: string }[];
  readonly lines?: readonly { readonly unitPrice: string }[];
}

async function sameAnswers(ours: string, bare: string, authorization: string): Promise<void> {
  for (const { next, measure } of cases()) {
    const { path } = next();
    const [own, limit] = await Promise.all(
      [ours, bare].map(async (url) => {
        const answer = await fetch(url + path, { headers: { authorization } });
        return (await answer.json()) as Answer;
      }),
    );
    const told = [own, limit].map((each) => JSON.stringify(essenceOf(each ?? {})));
    if (told[0] !== told[1]) throw new Error(`${measure}: ${told.join(' beside ')}`);
  }
}

function essenceOf({ openInvoices, waitingApprovals, total, taxTotal, data, lines }: Answer) {
  const prices = lines?.map(({ unitPrice }) => Number(unitPrice));
  return {
    openInvoices,
    waitingApprovals,
    total,
    taxTotal,
    numbers: data?.map(({ number }) => number),
    prices,
  };
}
