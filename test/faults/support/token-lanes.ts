import { startSession } from '@quittance/identity/host';
import { signInAt } from '@quittance/http/testing';
import { newId, type Ctx, type UserId } from '@quittance/kernel';
import type { PortalDirectory } from '@quittance/portal';
import {
  codeOf,
  PREFIX,
  PortalPeople,
  type Signed,
} from '../../../apps/portal-api/test/portal-people.js';
import {
  startPortalApi,
  startStaffApi,
  type Answer,
  type Call,
  type TestApi,
  type TestStaffApi,
} from '../../support/test-api.js';
import { testDatabase, type TestDatabase } from '../../support/test-database.js';

/** Whose tokens are refreshed, and how they travel. */
export const LANES = [
  'staff',
  'customer program',
  'customer browser',
  'partner program',
  'vendor browser',
] as const;
export type Lane = (typeof LANES)[number];

/** Whether a spent token is answered its child again for ten seconds: not to portal programs. */
export const overlaps = (lane: Lane): boolean => !lane.endsWith('program');

/** What a refresh came to, and what it has given. */
export interface Refreshed {
  /** `200`, or `401 refresh_token_invalid`. */
  readonly outcome: string;
  readonly refreshToken: string;
  readonly accessToken: string;
}

/** What is left of the sessions of somebody, and what the log says of them. */
export interface Lines {
  /** Sessions that are not over. */
  readonly alive: number;
  /** Tokens of these that are not spent. */
  readonly unspent: number;
  readonly revoked: number;
  /** Whether it was logged that a spent token came back. */
  readonly logged: boolean;
}

interface Tables {
  readonly schema: 'identity' | 'portal';
  readonly holder: 'user_id' | 'portal_user_id';
}

/** A page of the portal's own. */
const PAGE = { 'x-q-session': '1', 'sec-fetch-site': 'same-origin' };
/** Of a setting that changes nothing here: a host by itself. */
const APART = { LOG_LEVEL: 'fatal' };

/** Two hosts for staff and two for portals, on one database. */
export class TokenHosts {
  private constructor(
    readonly t: TestDatabase,
    readonly staff: readonly [TestStaffApi, TestApi],
    readonly portal: readonly [TestApi, TestApi],
    private readonly people: PortalPeople,
  ) {}

  static async open(): Promise<TokenHosts> {
    const t = await testDatabase();
    const staff = [await startStaffApi(t), await startStaffApi(t, APART)] as const;
    const portal = [await startPortalApi(t), await startPortalApi(t, APART)] as const;
    return new TokenHosts(t, staff, portal, await PortalPeople.of(t, portal[0]));
  }

  async close(): Promise<void> {
    for (const host of [...this.staff, ...this.portal]) await host.close();
    await this.t.close();
  }

  /** Somebody who signs in on one of the lanes. */
  async holder(lane: Lane): Promise<TokenHolder> {
    if (lane === 'staff') return new StaffHolder(this.t, this.staff);
    const [directory, channel] = lane.split(' ') as [PortalDirectory, string];
    const partyId = await this.party(directory);
    const user = await this.people.user({ directory, partyId });
    const { t, portal, people } = this;
    return new PortalHolder(t, portal, { people, user, directory, channel });
  }

  private async party(directory: PortalDirectory): Promise<string> {
    if (directory === 'customer') return this.people.account('Acme');
    const kind = directory === 'vendor' ? 'supplier' : directory;
    const { ctx } = this.people;
    const made = await this.t.db.write(ctx, (tx) =>
      tx.one<{ id: string }>(
        `insert into crm.ledger_account (company_id, id, kind, name, default_currency, created_at,
           updated_at)
         values ($1, gen_random_uuid(), $2, 'Pax', 'EUR', now(), now()) returning id`,
        [ctx.companyId, kind],
      ),
    );
    return made.id;
  }
}

/** Somebody with sessions at two hosts of one kind. */
export abstract class TokenHolder {
  private turn = 0;

  constructor(
    protected readonly t: TestDatabase,
    private readonly hosts: readonly TestApi[],
    private readonly tables: Tables,
  ) {}

  protected abstract readonly ctx: Ctx;
  protected abstract id(): Promise<string>;
  protected abstract readonly path: { readonly refresh: string; readonly me: string };
  protected abstract carried(refreshToken: string): Call;
  protected abstract given(answer: Answer): Refreshed;
  /** Another session; its refresh token. */
  abstract signIn(): Promise<string>;

  /** Presents a refresh token to the hosts in turn. */
  async refresh(refreshToken: string): Promise<Refreshed> {
    return this.given(await this.post(refreshToken));
  }

  /** What the next request with the token comes to at each of the hosts. */
  async asks(accessToken: string): Promise<string[]> {
    const outcomes: string[] = [];
    for (const host of this.hosts) {
      // A process verifies the tokens of one host, and here it has several.
      signInAt(host.app);
      const headers = { authorization: `Bearer ${accessToken}` };
      outcomes.push(codeOf(await host.call('GET', this.path.me, { headers })));
    }
    return outcomes;
  }

  /** As if what has happened in their sessions had happened so long ago. */
  async age(seconds: number): Promise<void> {
    const { schema, holder } = this.tables;
    await this.t.db.write(this.ctx, async (tx) =>
      tx.run(
        `update ${schema}.refresh_token t set spent_at =
           (t.spent_at at time zone 'UTC' - make_interval(secs => $1::int)) at time zone 'UTC'
         from ${schema}.refresh_family f
         where t.company_id = $2 and f.company_id = $2 and f.id = t.family_id and f.${holder} = $3`,
        [seconds, this.ctx.companyId, await this.id()],
      ),
    );
  }

  async lines(): Promise<Lines> {
    const { schema, holder } = this.tables;
    const id = await this.id();
    return this.t.db.read(this.ctx, (tx) =>
      tx.one<Lines>(
        `select count(distinct f.id) filter (where f.revoked_at is null)::int as alive,
           count(*) filter (where f.revoked_at is null and t.spent_at is null)::int as unspent,
           count(distinct f.id) filter (where f.revoked_at is not null)::int as revoked,
           exists (select from audit.entry e where e.company_id = $1 and e.record_id = $3
             and e.action in ('auth.refresh_reused', 'portal_user.refresh_reused')) as logged
         from ${schema}.refresh_family f
         join ${schema}.refresh_token t on t.company_id = f.company_id and t.family_id = f.id
         where f.company_id = $1 and f.${holder} = $2`,
        [this.ctx.companyId, id, id],
      ),
    );
  }

  private post(refreshToken: string): Promise<Answer> {
    this.turn += 1;
    const host = this.hosts[this.turn % this.hosts.length] as TestApi;
    return host.call('POST', this.path.refresh, this.carried(refreshToken));
  }
}

class StaffHolder extends TokenHolder {
  protected readonly path = { refresh: '/auth/refresh', me: '/auth/me' };
  protected readonly ctx: Ctx;
  private made: Promise<UserId> | undefined;

  constructor(
    t: TestDatabase,
    private readonly apis: readonly [TestStaffApi, TestApi],
  ) {
    super(t, apis, { schema: 'identity', holder: 'user_id' });
    this.ctx = t.ctx(apis[0].company.companyId);
  }

  async signIn(): Promise<string> {
    const id = await this.id();
    return (await this.t.db.write(this.ctx, (tx) => startSession(tx, id))).refreshToken;
  }

  protected id(): Promise<UserId> {
    return (this.made ??= this.newUser());
  }

  private async newUser(): Promise<UserId> {
    const [{ admin, app }] = this.apis;
    signInAt(app);
    const body = { email: `${newId()}@example.com`, name: 'Mia Member' };
    return ((await admin.call('POST', '/users', { body })).body as { id: UserId }).id;
  }

  protected carried(refreshToken: string): Call {
    return { body: { refreshToken } };
  }

  protected given(answer: Answer): Refreshed {
    return { outcome: codeOf(answer), ...(answer.body as Signed) };
  }
}

interface PortalHolding {
  readonly people: PortalPeople;
  readonly user: Awaited<ReturnType<PortalPeople['user']>>;
  readonly directory: PortalDirectory;
  readonly channel: string;
}

class PortalHolder extends TokenHolder {
  protected readonly ctx: Ctx;
  protected readonly path: { readonly refresh: string; readonly me: string };
  /** Of the cookie that has the refresh token, in a browser. */
  private cookie = '';

  constructor(
    t: TestDatabase,
    apis: readonly TestApi[],
    private readonly of: PortalHolding,
  ) {
    super(t, apis, { schema: 'portal', holder: 'portal_user_id' });
    this.ctx = of.people.ctx;
    const prefix = PREFIX[of.directory];
    this.path = { refresh: `${prefix}/auth/refresh`, me: `${prefix}/me` };
  }

  async signIn(): Promise<string> {
    const { people, user, directory, channel } = this.of;
    const { email, password } = user;
    const inBrowser = channel === 'browser';
    const body = { email, password, ...(inBrowser && { session: 'cookie', remember: true }) };
    const { outcome, refreshToken } = this.given(
      await people.login(body, directory, inBrowser ? PAGE : {}),
    );
    if (outcome !== '200') throw new Error(`Signing in was answered with ${outcome}`);
    return refreshToken;
  }

  protected async id(): Promise<string> {
    return this.of.user.id;
  }

  protected carried(refreshToken: string): Call {
    if (this.of.channel === 'program') return { body: { refreshToken } };
    return { body: {}, headers: { ...PAGE, cookie: `${this.cookie}=${refreshToken}` } };
  }

  protected given(answer: Answer): Refreshed {
    const signed = { outcome: codeOf(answer), ...(answer.body as Signed) };
    if (this.of.channel === 'program') return signed;
    const [, name = this.cookie, refreshToken = ''] =
      answer.headers
        .getSetCookie()
        .map((line) => /^([\w-]+)=(qr_[^;]+)/.exec(line))
        .find((found) => found !== null) ?? [];
    this.cookie = name;
    return { ...signed, refreshToken };
  }
}
