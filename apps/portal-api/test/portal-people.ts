import { addAccount } from '@quittance/crm/host';
import { signInAt } from '@quittance/http/testing';
import { newId, type AccountId, type Ctx } from '@quittance/kernel';
import type { PortalDirectory } from '@quittance/portal';
import { aPortalUser, type TestPortalUser } from '@quittance/portal/testing';
import type { Answer, Call, TestApi } from '../../../test/support/test-api.js';
import type { TestDatabase } from '../../../test/support/test-database.js';

export const PREFIX: Readonly<Record<PortalDirectory, string>> = {
  customer: '/api/v1/mobile/portal',
  partner: '/api/v1/mobile/partner',
  vendor: '/api/v1/mobile/vendor',
};

type User = Parameters<typeof aPortalUser>[2];

/** A company with accounts and people who use its portals. */
export class PortalPeople {
  constructor(
    readonly t: TestDatabase,
    readonly api: TestApi,
    readonly ctx: Ctx,
    readonly slug: string,
  ) {}

  static async of(t: TestDatabase, api: TestApi): Promise<PortalPeople> {
    const slug = `portal-${newId()}`;
    return new PortalPeople(t, api, await t.newCompany({ slug }), slug);
  }

  async account(name: string, parentId: AccountId | null = null): Promise<AccountId> {
    const made = await this.t.db.write(this.ctx, (tx) => addAccount(tx, { name, parentId }));
    return made.id;
  }

  user(input: User, options?: Parameters<typeof aPortalUser>[3]): Promise<TestPortalUser> {
    return aPortalUser(this.t.db, this.ctx, input, options);
  }

  login(body: object, directory: PortalDirectory = 'customer', headers = {}): Promise<Answer> {
    const all = { company: this.slug, ...body };
    const call = { body: all, headers };
    return this.api.call('POST', `${PREFIX[directory]}/auth/login`, call);
  }

  /** Signs in for good. @throws Error when it is refused */
  async enter(
    { email, password }: TestPortalUser,
    directory: PortalDirectory = 'customer',
  ): Promise<PortalClient> {
    const { status, body } = await this.login({ email, password }, directory);
    const { accessToken } = body as Signed;
    if (status !== 200 || !accessToken) throw new Error(JSON.stringify(body));
    return new PortalClient(this.api, PREFIX[directory], body as Signed);
  }
}

/** What a sign-in answers. */
export interface Signed {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly deviceToken: string;
  readonly user: { readonly id: string };
}

/** Somebody who is signed in at a portal. */
export class PortalClient {
  constructor(
    private readonly api: TestApi,
    private readonly prefix: string,
    readonly signed: Signed,
  ) {}

  call(method: string, path: string, call: Call = {}): Promise<Answer> {
    return this.callAt(method, `${this.prefix}${path}`, call);
  }

  /** The same at a whole path. */
  callAt(method: string, path: string, call: Call = {}): Promise<Answer> {
    // A process verifies the tokens of one host, and tests have two in one.
    signInAt(this.api.app);
    const authorization = `Bearer ${this.signed.accessToken}`;
    const headers = { authorization, ...call.headers };
    return this.api.call(method, path, { ...call, headers });
  }
}

export const codeOf = ({ status, body }: Answer): string =>
  `${status} ${(body as { code?: string } | undefined)?.code ?? ''}`.trim();
