import { AccessTokens, PasswordHasher } from '@quittance/identity';
import type { Ctx } from '@quittance/kernel';
import { MfaVault, SecondFactors, SignInPortal } from '@quittance/portal/host';
import { randomBytes } from 'node:crypto';
import { startChild, type ChildServer } from './child-server.js';
import type { OpenBench } from './open-bench.js';

/** Who signs in. */
interface User {
  readonly email: string;
  readonly password: string;
}

/** The portal API in a process of its own. */
export interface PortalHost {
  readonly server: ChildServer;
  /** What a user of the customer's portal sends as `authorization`. */
  customer(ctx: Ctx, user: User): Promise<string>;
}

/** Without limits: those would turn requests away before they cost anything. */
const PLENTY = '1000000';

export async function startPortalHost(open: OpenBench, poolSize: number): Promise<PortalHost> {
  const secret = randomBytes(32).toString('hex');
  const server = await startChild('apps/portal-api/src/main.js', 'PORTAL_PORT', {
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    DATABASE_URL: open.url,
    DATABASE_POOL_SIZE: String(poolSize),
    PORTAL_TOKEN_SECRET: secret,
    SECRETS_KEY: `bench:${randomBytes(32).toString('base64')}`,
    // Who attacks comes from many addresses.
    TRUST_PROXY: '127.0.0.1',
    RATE_LIMIT_PER_MINUTE: PLENTY,
    RATE_LIMIT_SIGN_IN_PER_MINUTE: PLENTY,
    RATE_LIMIT_PORTAL_SESSION_PER_MINUTE: PLENTY,
    RATE_LIMIT_PORTAL_NAME_PER_MINUTE: PLENTY,
    RATE_LIMIT_PORTAL_LINKS_PER_MINUTE: PLENTY,
  });
  return {
    server,
    customer: async (ctx, user) => `Bearer ${await token(open, ctx, user, secret)}`,
  };
}

async function token({ db }: OpenBench, ctx: Ctx, user: User, secret: string): Promise<string> {
  const factors = new SecondFactors(new MfaVault({ secretsKeys: [] }));
  const tokens = new AccessTokens({ host: 'portal', secret });
  const { now, requestId, ip, locale } = ctx;
  const signedIn = await new SignInPortal(db, new PasswordHasher(), tokens, factors).execute(
    { now, requestId, ip, locale },
    {
      name: user.email,
      password: user.password,
      directory: 'customer',
      anyDirectory: false,
      company: null,
      deviceToken: null,
      channel: 'program',
      remembered: true,
    },
  );
  if (!('signedIn' in signedIn)) throw new Error('The user is not in');
  return signedIn.signedIn.accessToken;
}
