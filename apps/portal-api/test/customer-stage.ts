import { signInAt } from '@quittance/http/testing';
import type { AccountId } from '@quittance/kernel';
import type { PortalRight } from '@quittance/portal';
import type { StaffClient } from '../../../test/support/test-api.js';
import { PortalPeople, type PortalClient } from './portal-people.js';
import { PortalStage } from './portal-stage.js';

export const ALL_RIGHTS: readonly PortalRight[] = [
  'createQuotes',
  'seePricing',
  'seeAllQuotes',
  'approveQuotes',
  'placeOrders',
  'viewOrders',
  'viewInvoices',
];

type User = Parameters<PortalPeople['user']>[0];

/** Of the person: everything but what is said. */
interface Person extends User {
  readonly without?: readonly PortalRight[];
}

/** A company's staff, and its customers with accounts of their own. */
export class CustomerStage {
  private constructor(
    readonly stage: PortalStage,
    readonly people: PortalPeople,
    readonly staff: StaffClient,
  ) {}

  /** A company of its own on these hosts. */
  static async of(stage: PortalStage): Promise<CustomerStage> {
    const people = await PortalPeople.of(stage.t, stage.portal);
    const admin = await stage.staff.newAdmin(people.ctx);
    // A process verifies the tokens of one host, and tests have two in one.
    const staff: StaffClient = {
      ...admin,
      call: (method, path, call) => {
        signInAt(stage.staff.app);
        return admin.call(method, path, call);
      },
    };
    return new CustomerStage(stage, people, staff);
  }

  /** An account as staff make it, with one contact. */
  async account(name: string, parentId: string | null = null): Promise<AccountId> {
    return (await this.made('/accounts', { name, parentId })).id as AccountId;
  }

  async contact(accountId: string, lastName: string): Promise<string> {
    return (await this.made('/contacts', { accountId, lastName })).id;
  }

  /** Somebody with every right, but those that are taken away. */
  async person({ without = [], ...user }: Person): Promise<PortalClient> {
    const held = ALL_RIGHTS.map((right) => [right, !without.includes(right)]);
    const permissions = Object.fromEntries(held) as Record<PortalRight, boolean>;
    return this.people.enter(await this.people.user({ ...user, permissions }));
  }

  /** An invoice of net 1,000.00 and total 1,190.00 EUR; sent unless told. */
  async invoice(accountId: string, more: object = {}, send = true): Promise<Made> {
    const draft = await this.made('/invoices', {
      accountId,
      currency: 'EUR',
      issueDate: '2026-03-01',
      dueDate: '2026-03-31',
      lines: [{ description: 'Work', quantity: '2', unitPrice: '500.00', taxRate: '19' }],
      ...more,
    });
    return send ? this.made(`/invoices/${draft.id}/send`, {}) : draft;
  }

  async made(path: string, body: object): Promise<Made> {
    const answer = await this.staff.call('POST', path, { body });
    if (answer.status >= 300) throw new Error(`POST ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body as Made;
  }
}

/** What the tests read of the records they make. */
export interface Made {
  readonly id: string;
  readonly number: string;
  readonly status: string;
  readonly version: number;
}
