import type { Ctx } from '@quittance/kernel';
import {
  startPortalApi,
  startStaffApi,
  type Answer,
  type StaffClient,
  type TestApi,
  type TestStaffApi,
} from '../../support/test-api.js';
import { testDatabase, type TestDatabase } from '../../support/test-database.js';
import { sentInvoices } from './books.js';
import { WEBHOOK_SECRET, aPayment, captureOf, deliver, type Json } from './razorpay-events.js';

const ENVIRONMENT = {
  RAZORPAY_KEY_ID: 'rzp_test_key',
  RAZORPAY_KEY_SECRET: 'rzp_test_secret',
  RAZORPAY_WEBHOOK_SECRET: WEBHOOK_SECRET,
};

/** What one request came to: `200`, or `409 invoice_not_voidable`. */
export type Outcome = string;

/** Both hosts and one company, whose money is moved from all sides at once. */
export class MoneyStage {
  private constructor(
    readonly t: TestDatabase,
    readonly ctx: Ctx,
    private readonly staff: TestStaffApi,
    private readonly portal: TestApi,
  ) {}

  static async open(): Promise<MoneyStage> {
    const t = await testDatabase();
    const [staff, portal] = await Promise.all([startStaffApi(t), startPortalApi(t, ENVIRONMENT)]);
    return new MoneyStage(t, t.ctx(staff.company.companyId), staff, portal);
  }

  async close(): Promise<void> {
    await Promise.all([this.staff.close(), this.portal.close()]);
    await this.t.close();
  }

  /** Sent invoices of one new customer, in minor units. */
  async invoices(...totals: number[]): Promise<{ id: string; accountId: string }[]> {
    return sentInvoices(this.t, this.ctx, totals);
  }

  /** A call that has to succeed; its body. */
  async must(path: string, body: Json): Promise<Json> {
    const answer = await this.admin.call('POST', path, { body });
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body as Json;
  }

  /** A call that may be refused. */
  async call(path: string, body?: Json): Promise<Outcome> {
    return outcomeOf(await this.admin.call('POST', path, body ? { body } : {}));
  }

  /** A new payment at the provider, told of once. */
  async capture(invoiceId: string, amount: number): Promise<Outcome> {
    const payment = aPayment({ companyId: this.ctx.companyId, invoiceId, amount });
    const answer = await deliver(this.portal.url, captureOf(payment));
    if (!answer) throw new Error('The portal did not answer');
    return answer.status === 200 && answer.body.applied ? '200' : JSON.stringify(answer);
  }

  /** Whether credit of the company's customers goes to their invoices by itself. */
  async automaticCredit(autoApplyCredit: boolean): Promise<void> {
    await this.admin.call('PATCH', '/company', { body: { autoApplyCredit } });
  }

  private get admin(): StaffClient {
    return this.staff.admin;
  }
}

/** Refusals have to be problem documents with a code. */
function outcomeOf({ status, headers, body }: Answer): Outcome {
  if (status < 300) return String(status);
  const { code, status: said } = body as { code?: string; status?: number };
  const isProblem = headers.get('content-type')?.startsWith('application/problem+json');
  return isProblem && said === status ? `${status} ${code}` : `${status} and no problem document`;
}
