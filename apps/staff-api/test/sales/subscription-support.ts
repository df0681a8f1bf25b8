import { ExecuteRun } from '@quittance/billing/host';
import { SweepSubscriptions } from '@quittance/sales/host';
import type { StaffClient, TestStaffApi } from '../../../../test/support/test-api.js';
import type { TestDatabase } from '../../../../test/support/test-database.js';
import type { Json, Made } from '../objects/objects-support.js';
import { call } from './sales-support.js';

export interface Line extends Json {
  readonly id: string;
  readonly description: string;
  readonly quantity: string;
  readonly unitPrice: string;
  readonly net: string;
  readonly periodStart: string;
  readonly periodEnd: string;
}

export interface Invoice extends Json {
  readonly id: string;
  readonly number: string;
  readonly issueDate: string;
  readonly total: string;
  readonly lines: readonly Line[];
}

interface Books {
  readonly t: TestDatabase;
  readonly api: TestStaffApi;
  readonly admin: StaffClient;
}

/** Bills what is due on a day, as the sweep of the day and the run behind it do. */
export async function billedOn(books: Books, day: string, more: object = {}): Promise<Json> {
  const { t, api, admin } = books;
  t.clock.set(`${day}T10:00:00Z`);
  await api.app.get(SweepSubscriptions).execute(t.ctx(admin.companyId));
  return ranOn(books, day, more);
}

/** Bills what is due on a day, before any sweep of it. */
export async function ranOn(
  { t, api, admin }: Books,
  day: string,
  more: object = {},
): Promise<Json> {
  t.clock.set(`${day}T10:00:00Z`);
  const { body } = await call(admin, 'POST', '/billing-runs', {
    asOf: day,
    catchUp: true,
    ...more,
  });
  const worker = api.app.get(ExecuteRun);
  while (await worker.execute(admin.companyId, { clock: t.clock, batchSize: 1000 }));
  return (await call(admin, 'GET', `/billing-runs/${String(body.id)}`)).body;
}

/** All invoices of the company with their lines, in the order of their numbers. */
export async function invoicesOf(admin: StaffClient): Promise<Invoice[]> {
  const { body } = await call(admin, 'GET', '/invoices?sort=number');
  const found: Invoice[] = [];
  for (const { id } of body.data as Made[]) {
    found.push((await call(admin, 'GET', `/invoices/${id}`)).body as Invoice);
  }
  return found;
}

/** The date of each invoice, and what its lines are for. */
export const told = (all: readonly Invoice[]) =>
  all.map(({ issueDate, lines }) => [
    issueDate,
    ...lines.map(({ net, periodStart, periodEnd }) => `${net}: ${periodStart} to ${periodEnd}`),
  ]);

/** The schedule that bills a subscription. */
export async function scheduleOf(admin: StaffClient, { id }: Made): Promise<Json> {
  const filter = JSON.stringify({ field: 'subscriptionId', op: 'eq', value: id });
  const path = `/billing-schedules?filter=${encodeURIComponent(filter)}`;
  const { body } = await call(admin, 'GET', path);
  return (body.data as Json[])[0] as Json;
}
