import { signInAt } from '@quittance/http/testing';
import { newId, type Ctx, type UserId } from '@quittance/kernel';
import { codeOf, type PortalClient } from '../../../apps/portal-api/test/portal-people.js';
import { ShopStage } from '../../../apps/portal-api/test/shop/shop-stage.js';
import type { Answer, Call, StaffClient, TestApi } from '../../support/test-api.js';
import type { TestDatabase } from '../../support/test-database.js';

/** How somebody is kept from going on with what they have begun. */
export const REVOCATIONS = ['without the right', 'deactivated', 'locked'] as const;
export type Revocation = (typeof REVOCATIONS)[number];

/** Somebody in the middle of something. */
export interface Person {
  /** What is asked once they are kept from it: `401 unauthenticated`. */
  readonly refusals: Readonly<Record<Revocation, string>>;
  call(method: string, path: string, call?: Call): Promise<Answer>;
  revoke(how: Revocation): Promise<void>;
  /** Takes it back, and has them sign in anew. */
  restore(how: Revocation): Promise<void>;
}

const RIGHTS = {
  accounts: ['view'],
  invoices: ['view', 'create', 'update'],
  payments: ['view', 'create', 'update'],
  'credit-notes': ['view', 'create', 'update'],
  subscriptions: ['view', 'create', 'update'],
} as const;
const RIGHTS_TO_LOOK = Object.fromEntries(
  Object.keys(RIGHTS).map((resource) => [resource, ['view']]),
);
const GUESSES = 5;

/** Both hosts, and a company whose staff and customers lose their rights. */
export class RevocationStage {
  private planned: Promise<string> | undefined;

  /** The same for every call: the host knows it, and verifies it no more. */
  private readonly headers: Readonly<Record<string, string>>;

  private constructor(readonly shop: ShopStage) {
    this.headers = { authorization: `Bearer ${shop.acme.staff.token()}` };
  }

  static async open(): Promise<RevocationStage> {
    const stage = new RevocationStage(await ShopStage.open());
    // A process verifies the tokens of one host, and here it has two.
    signInAt(stage.staffApi.app);
    await stage.byAdmin('PATCH', '/company/sign-in', { lockEndsSessions: true });
    return stage;
  }

  get t(): TestDatabase {
    return this.shop.stage.t;
  }

  get ctx(): Ctx {
    return this.shop.acme.people.ctx;
  }

  get staffApi(): TestApi {
    return this.shop.stage.staff;
  }

  close(): Promise<void> {
    return this.shop.close();
  }

  /** A call of the company's administrator. @throws Error when it is refused */
  async byAdmin<T = { readonly id: string }>(
    method: string,
    path: string,
    body?: object,
  ): Promise<T> {
    const { headers } = this;
    const answer = await this.staffApi.call(method, path, { headers, ...(body && { body }) });
    if (answer.status < 300) return answer.body as T;
    throw new Error(`${method} ${path}: ${codeOf(answer)} ${JSON.stringify(answer.body)}`);
  }

  /** A plan at 50.00 a month, the same for all. */
  plan(): Promise<string> {
    return (this.planned ??= this.newPlan());
  }

  private async newPlan(): Promise<string> {
    const product = { sku: 'SEAT', name: 'Seat', kind: 'recurring' };
    const { id: productId } = await this.byAdmin('POST', '/products', product);
    const { id } = await this.byAdmin('POST', '/plans', { name: 'Seats', productId });
    const prices = [{ currency: 'EUR', unitPrice: '50.00' }];
    await this.byAdmin('POST', `/plans/${id}/versions`, { frequency: 'monthly', prices });
    return id;
  }

  /** Somebody of the staff with a role of their own. */
  async clerk(): Promise<Person> {
    const role = { name: `Clerk ${newId()}`, matrix: RIGHTS };
    const { id: roleId } = await this.byAdmin('POST', '/roles', role);
    const email = `${newId()}@example.com`;
    const body = { email, name: 'Cleo Clerk', roleIds: [roleId] };
    const { id } = await this.byAdmin<{ id: UserId }>('POST', '/users', body);
    return new Clerk(this, { id, roleId, email });
  }

  /** A user of an account, who may do everything there. */
  async buyer(partyId: string): Promise<Person> {
    return new Buyer(this, await this.shop.acme.person({ partyId, role: 'Buyer' }));
  }
}

interface ClerkOf {
  readonly id: UserId;
  readonly roleId: string;
  readonly email: string;
}

class Clerk implements Person {
  readonly refusals = {
    'without the right': '403 permission_denied',
    deactivated: '401 unauthenticated',
    locked: '401 unauthenticated',
  };
  private client: StaffClient;

  constructor(
    private readonly stage: RevocationStage,
    private readonly of: ClerkOf,
  ) {
    this.client = this.signedIn();
  }

  async call(method: string, path: string, call: Call = {}): Promise<Answer> {
    await this.client.signedIn;
    signInAt(this.stage.staffApi.app);
    return this.client.call(method, path, call);
  }

  async revoke(how: Revocation): Promise<void> {
    const { id, roleId, email } = this.of;
    if (how === 'locked') {
      const guess = { body: { email, password: 'not the password' } };
      const guesses = Array.from({ length: GUESSES }, () =>
        this.stage.staffApi.call('POST', '/auth/login', guess),
      );
      await Promise.all(guesses);
    } else if (how === 'deactivated') {
      await this.stage.byAdmin('POST', `/users/${id}/deactivate`);
    } else {
      await this.stage.byAdmin('PATCH', `/roles/${roleId}`, { matrix: RIGHTS_TO_LOOK });
    }
  }

  async restore(how: Revocation): Promise<void> {
    const { id, roleId } = this.of;
    if (how === 'locked') await this.stage.byAdmin('POST', `/users/${id}/unlock`);
    else if (how === 'deactivated') {
      await this.stage.byAdmin('PATCH', `/users/${id}`, { active: true });
    } else await this.stage.byAdmin('PATCH', `/roles/${roleId}`, { matrix: RIGHTS });
    this.client = this.signedIn();
  }

  private signedIn(): StaffClient {
    return this.stage.shop.stage.staff.client(this.stage.ctx.companyId, this.of.id);
  }
}

/** What a buyer needs for what they have begun. */
const NEEDED = ['placeOrders', 'approveQuotes', 'viewInvoices'] as const;
const setTo = (held: boolean) => Object.fromEntries(NEEDED.map((right) => [right, held]));

class Buyer implements Person {
  readonly refusals = {
    'without the right': '403 permission_denied',
    deactivated: '401 portal_user_deactivated',
    locked: '401 account_locked',
  };

  constructor(
    private readonly stage: RevocationStage,
    private client: PortalClient,
  ) {}

  call(method: string, path: string, call?: Call): Promise<Answer> {
    return this.client.call(method, path, call);
  }

  async revoke(how: Revocation): Promise<void> {
    const path = `/portal-users/${this.client.signed.user.id}`;
    if (how === 'deactivated') await this.stage.byAdmin('POST', `${path}/deactivate`);
    else if (how === 'locked') {
      const lockedUntil = '2999-01-01T00:00:00.000Z';
      await this.stage.byAdmin('PATCH', path, { lockedUntil });
    } else await this.stage.byAdmin('PATCH', path, { permissions: setTo(false) });
  }

  async restore(how: Revocation): Promise<void> {
    const path = `/portal-users/${this.client.signed.user.id}`;
    if (how === 'deactivated') await this.stage.byAdmin('POST', `${path}/reactivate`);
    else if (how === 'locked') await this.stage.byAdmin('POST', `${path}/unlock`);
    else await this.stage.byAdmin('PATCH', path, { permissions: setTo(true) });
    const { email } = await this.stage.byAdmin<{ email: string }>('GET', path);
    const password = 'correct horse battery staple';
    const { acme } = this.stage.shop;
    this.client = await acme.people.enter({ email, password } as Parameters<
      typeof acme.people.enter
    >[0]);
  }
}
