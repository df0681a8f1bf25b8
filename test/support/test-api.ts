import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { CreateAdministrator, type UserView } from '@quittance/access/host';
import { UsageBuffer } from '@quittance/analytics/host';
import { loadConfig, type ProcessName } from '@quittance/config/host';
import type { Config } from '@quittance/config';
import type { Database } from '@quittance/database';
import { AccessTokens, PasswordHasher } from '@quittance/identity';
import { startSession } from '@quittance/identity/host';
import { systemCtx, type Ctx, type SessionId, type UserId } from '@quittance/kernel';
import type { HostName } from '@quittance/http/host';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPortalApi } from '../../apps/portal-api/src/create-portal-api.js';
import { createStaffApi } from '../../apps/staff-api/src/create-staff-api.js';
import { signInAt } from '@quittance/http/testing';
import { AnswerWatch } from './watch/answer-watch';
import type { TestDatabase } from './test-database.js';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed when it is JSON, text otherwise, undefined when it is empty. */
  readonly body: unknown;
}

export interface Call {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestApi {
  readonly app: NestFastifyApplication;
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** What it has answered, and to whomever. */
  readonly watch: AnswerWatch;
  /** Sends JSON, as nobody. */
  call(method: string, path: string, call?: Call): Promise<Answer>;
  /** @throws Error when an answer was not as documented, or a write left no audit row */
  close(): Promise<void>;
}

/** Somebody who is signed in at the staff API. */
export interface StaffClient {
  readonly userId: UserId;
  readonly companyId: Ctx['companyId'];
  /** Settles when their session has begun; `call` waits for it. */
  readonly signedIn: Promise<SessionId>;
  /** Good for an hour of the test's clock. @throws Error before the session has begun */
  token(): string;
  call(method: string, path: string, call?: Call): Promise<Answer>;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface TestStaffApi extends TestApi {
  /** The company that was made with the API. */
  readonly company: Ctx;
  readonly credentials: Credentials;
  /** The company's administrator. */
  readonly admin: StaffClient;
  /** Another company with an administrator of its own. */
  newAdmin(company?: Ctx): Promise<StaffClient>;
  /** A client for any staff user of a company. */
  client(companyId: Ctx['companyId'], userId: UserId): StaffClient;
  /** A real `POST /auth/login`; answers the access token. */
  signIn(credentials?: Credentials): Promise<string>;
}

const PASSWORD = 'correct horse battery';

/** Made once: hashing is slow on purpose, and nearly every test begins with an administrator. */
class HashOfPassword extends PasswordHasher {
  private made: Promise<string> | undefined;

  override hash(): Promise<string> {
    return (this.made ??= super.hash(PASSWORD, null));
  }
}
const hasher = new HashOfPassword();

const SECRET = (host: string) => `${host}-test-secret-`.padEnd(32, '*');

/** A stream does not end: whoever walks through all routes has seen that it is there. */
async function leftAlone({ body }: Response): Promise<string> {
  await body?.cancel();
  return '';
}

const ENVIRONMENT = {
  NODE_ENV: 'test',
  DATA_DIR: join(tmpdir(), 'quittance-test-data'),
  LOG_LEVEL: 'silent',
  WORKER_PORT: '0',
  DATABASE_POOL_SIZE: '10',
  STAFF_TOKEN_SECRET: SECRET('staff'),
  PORTAL_TOKEN_SECRET: SECRET('portal'),
  SECRETS_KEY: `test:${Buffer.alloc(32, 7).toString('base64')}`,
  RATE_LIMIT_PER_MINUTE: '1000000',
  RATE_LIMIT_SIGN_IN_PER_MINUTE: '1000000',
  RATE_LIMIT_PORTAL_SESSION_PER_MINUTE: '1000000',
  RATE_LIMIT_FORGOT_PER_HOUR: '1000000',
  RATE_LIMIT_PORTAL_NAME_PER_MINUTE: '1000000',
  RATE_LIMIT_PORTAL_FORGOT_PER_HOUR: '1000000',
  RATE_LIMIT_PORTAL_FORGOT_ADDRESS_PER_HOUR: '1000000',
  RATE_LIMIT_PORTAL_REFRESH_PER_MINUTE: '1000000',
  RATE_LIMIT_PORTAL_LINKS_PER_MINUTE: '1000000',
  RATE_LIMIT_PORTAL_INVITATIONS_PER_DAY: '1000000',
};

/** The settings of a process that works on a test's database. */
export function testConfig(
  t: TestDatabase,
  processName: ProcessName,
  env: Readonly<Record<string, string>> = {},
): Config {
  return loadConfig({ ...ENVIRONMENT, DATABASE_URL: t.url, ...env }, processName);
}

/** The staff API on a free port, by the test's clock, with a company and its administrator. */
export async function startStaffApi(
  t: TestDatabase,
  env: Readonly<Record<string, string>> = {},
): Promise<TestStaffApi> {
  const begin = async () =>
    listen(await createStaffApi(testConfig(t, 'staff-api', env), t.clock), t, 'staff');
  const name = nameOfStaff(t, env);
  const api = name ? await standingHost(t, name, begin) : await begin();
  const { app } = api;
  const tokens = app.get(AccessTokens);
  const client: TestStaffApi['client'] = (companyId, userId) => {
    let begun: SessionId | undefined;
    const ctx = systemCtx(companyId, t.clock.now(), 'test-client');
    const signedIn = t.db
      .write(ctx, (tx) => startSession(tx, userId))
      .then(({ sessionId }) => (begun = sessionId));
    // Whoever calls learns of a failure; a client that nobody uses fails nothing.
    signedIn.catch(() => undefined);
    const token = () => {
      if (begun === undefined) throw new Error('Await signedIn before you ask for a token');
      const holder = { id: userId, companyId, sessionId: begun, audience: 'staff' } as const;
      return tokens.sign(holder, t.clock.now());
    };
    const signed = (call: Call) => ({ authorization: `Bearer ${token()}`, ...call.headers });
    return {
      userId,
      companyId,
      signedIn,
      token,
      call: async (method, path, call = {}) => {
        await signedIn;
        return api.call(method, path, { ...call, headers: signed(call) });
      },
    };
  };
  const administrator = (ctx: Ctx): Promise<UserView> => {
    const email = `admin@${ctx.companyId}.example.com`;
    const operation = new CreateAdministrator(t.db, hasher);
    return operation.execute(ctx, { email, name: 'Ada Admin', password: PASSWORD });
  };
  const company = await t.newCompany();
  const { id, email } = await administrator(company);
  const credentials = { email, password: PASSWORD };
  const admin = client(company.companyId, id);
  await admin.signedIn;
  return {
    ...api,
    company,
    credentials,
    admin,
    client,
    newAdmin: async (ctx) => {
      const other = ctx ?? (await t.newCompany());
      const another = client(other.companyId, (await administrator(other)).id);
      await another.signedIn;
      return another;
    },
    signIn: async (who = credentials) => {
      const { status, body } = await api.call('POST', '/auth/login', { body: who });
      if (status !== 200) throw new Error(`Sign-in was answered with ${status}`);
      return (body as { accessToken: string }).accessToken;
    },
  };
}

/** The portal API on a free port, by the test's clock. */
export async function startPortalApi(
  t: TestDatabase,
  env: Readonly<Record<string, string>> = {},
): Promise<TestApi> {
  const begin = async () => {
    const app = await createPortalApi(testConfig(t, 'portal-api', env), t.clock);
    return listen(app, t, 'portal');
  };
  const isStanding = t.stays && Object.keys(env).length === 0;
  const api = isStanding ? await standingHost(t, 'portal', begin) : await begin();
  const staff = standing.get(t.db)?.staff;
  if (staff) signInAt(staff.app);
  return api;
}

/** The hosts that stay with a database, which the files that use them do not close. */
interface Standing {
  staff?: TestApi;
  portal?: TestApi;
  /** A staff host whose links lead to that portal. */
  linking?: TestApi;
}

const standing = new WeakMap<Database, Standing>();

/** Which of the staff hosts that stay has these settings. */
function nameOfStaff(t: TestDatabase, env: Readonly<Record<string, string>>) {
  if (!t.stays) return undefined;
  const names = Object.keys(env).join();
  if (names === '') return 'staff';
  const { portal } = standing.get(t.db) ?? {};
  const isLinking = names === 'PORTAL_PUBLIC_URL' && env.PORTAL_PUBLIC_URL === portal?.url;
  return isLinking ? 'linking' : undefined;
}

async function standingHost(
  t: TestDatabase,
  name: keyof Standing,
  begin: () => Promise<TestApi>,
): Promise<TestApi> {
  const hosts = standing.get(t.db) ?? {};
  standing.set(t.db, hosts);
  const known = hosts[name];
  const api = known ?? (await begin());
  hosts[name] = api;
  if (!known) t.beforeGone(api.close);
  signInAt(api.app);
  const close = async () => {
    // As before a host ends.
    if (name === 'portal') await api.app.get(UsageBuffer, { strict: false }).flush();
    await api.watch.settle(t.ownerUrl);
  };
  return { ...api, close };
}

async function listen(
  app: NestFastifyApplication,
  t: TestDatabase,
  host: HostName,
): Promise<TestApi> {
  const watch = new AnswerWatch(app, host);
  await app.listen(0, '127.0.0.1');
  const address = app.getHttpServer().address();
  if (address === null || typeof address === 'string') throw new Error('The API has no port');
  const url = `http://127.0.0.1:${address.port}`;
  return {
    app,
    url,
    watch,
    call: (method, path, call = {}) => send(`${url}${path}`, method, call),
    close: async () => {
      await app.close();
      await watch.settle(t.ownerUrl);
    },
  };
}

const JSON_BODY = { 'content-type': 'application/json' };

async function send(url: string, method: string, { body, headers }: Call): Promise<Answer> {
  const json: Record<string, string> = body === undefined ? {} : JSON_BODY;
  const answer = await fetch(url, {
    method,
    headers: { ...json, ...headers },
    ...(body !== undefined && {
      body:
        typeof body === 'string'
          ? body
          : Buffer.isBuffer(body)
            ? new Uint8Array(body)
            : JSON.stringify(body),
    }),
  });
  const type = answer.headers.get('content-type') ?? '';
  const text = type === 'text/event-stream' ? await leftAlone(answer) : await answer.text();
  const isJson = /[/+]json/.test(type);
  return {
    status: answer.status,
    headers: answer.headers,
    body: text === '' ? undefined : isJson ? JSON.parse(text) : text,
  };
}
