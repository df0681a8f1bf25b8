import type { Answer, TestStaffApi } from '../../../../test/support/test-api.js';
import { LINE, type InvoiceBody } from '../receivables/billing-support.js';
import { bodyOf } from '../access/members.js';

/** Two lines at different rates, 129.68 in all. */
export const TAXED = [
  { ...LINE, description: 'Install', unitPrice: '49.99', quantity: '2', taxRate: '19' },
  { ...LINE, description: 'Food', unitPrice: '10.00', taxRate: '7' },
];

const OVER_100 = { currency: 'EUR', lines: [LINE] };

/** Credit notes of one customer, written by the administrator. */
export class Notes {
  constructor(
    private readonly api: TestStaffApi,
    private readonly accountId: string,
  ) {}

  create(body: object): Promise<Answer> {
    const whole = { accountId: this.accountId, reason: 'Broken', ...body };
    return this.api.admin.call('POST', '/credit-notes', { body: whole });
  }

  operate(id: string, operation: string, body: object = {}): Promise<Answer> {
    return this.api.admin.call('POST', `/credit-notes/${id}/${operation}`, { body });
  }

  /** A draft over 100.00 EUR unless told otherwise. */
  async draft(body: object = OVER_100): Promise<InvoiceBody> {
    const answer = await this.create(body);
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return bodyOf<InvoiceBody>(answer);
  }

  async issued(body?: object): Promise<InvoiceBody> {
    const answer = await this.operate((await this.draft(body)).id, 'issue');
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return bodyOf<InvoiceBody>(answer);
  }
}
