import { ExecuteRun } from '@quittance/billing/host';
import { invoiceObject } from '@quittance/receivables/host';
import { CRM_OBJECTS } from '@quittance/crm/host';
import { CompanyModels, ObjectCatalogue, RecordChecks } from '@quittance/metadata';
import { DefinedMetadata } from '@quittance/customization/host';
import { RateBooks } from '@quittance/tax/host';
import { TaxQuotes } from '@quittance/tax';
import type { Answer, StaffClient } from '../../../../test/support/test-api.js';
import type { TestDatabase } from '../../../../test/support/test-database.js';

export interface ScheduleBody {
  readonly id: string;
  readonly version: number;
  readonly status: string;
  readonly nextBillingDate: string | null;
  readonly total: string;
  readonly lines: readonly { readonly id: string; readonly billedInvoiceId: string | null }[];
}

export interface RunBody {
  readonly id: string;
  readonly status: string;
  readonly scheduled: number;
  readonly invoiced: number;
  readonly skipped: number;
  readonly failed: number;
  readonly failures: readonly { scheduleId: string; code: string; detail: string }[];
}

/** Three seats at 100.00, billed every period. */
export const SEATS = {
  description: 'Seat',
  productId: null,
  quantity: '3',
  unitPrice: '100.00',
  taxCode: null,
  trigger: 'date',
};

function bodyOr<T>(answer: Answer, status: number): T {
  if (answer.status !== status) throw new Error(JSON.stringify(answer.body));
  return answer.body as T;
}

/** Writes a draft: monthly in euro from 31 January 2026, three seats. */
export async function newSchedule(
  client: StaffClient,
  accountId: string,
  body: object = {},
): Promise<ScheduleBody> {
  const schedule = {
    accountId,
    currency: 'EUR',
    frequency: 'monthly',
    startDate: '2026-01-31',
    endDate: null,
    lines: [SEATS],
    ...body,
  };
  return bodyOr(await client.call('POST', '/billing-schedules', { body: schedule }), 201);
}

export async function activeSchedule(
  client: StaffClient,
  accountId: string,
  body: object = {},
): Promise<ScheduleBody> {
  const { id } = await newSchedule(client, accountId, body);
  return bodyOr(await client.call('POST', `/billing-schedules/${id}/activate`), 200);
}

/** Asks for a run over HTTP, carries it out as the worker does, and reads it again. */
export async function billingRun(
  t: TestDatabase,
  client: StaffClient,
  body: object,
): Promise<RunBody> {
  const { id } = bodyOr<RunBody>(await client.call('POST', '/billing-runs', { body }), 202);
  await workOff(t, client);
  return bodyOr(await client.call('GET', `/billing-runs/${id}`), 200);
}

function models(): CompanyModels {
  const catalogue = new ObjectCatalogue();
  catalogue.register(...CRM_OBJECTS, invoiceObject);
  return new CompanyModels(catalogue, new DefinedMetadata(), new RecordChecks());
}

/** Carries out everything that is queued in the client's company. */
export async function workOff(t: TestDatabase, client: StaffClient): Promise<void> {
  const worker = new ExecuteRun(t.db, new TaxQuotes(t.db, new RateBooks()), models());
  while (await worker.execute(client.companyId, { clock: t.clock, batchSize: 1000 }));
}
