import { CreateAdministrator } from '@quittance/access/host';
import { AccessTokens, PasswordHasher } from '@quittance/identity';
import { startSession } from '@quittance/identity/host';
import { systemClock, type Ctx } from '@quittance/kernel';
import { randomBytes } from 'node:crypto';
import { startChild, type ChildServer } from './child-server.js';
import type { OpenBench } from './open-bench.js';

/** The staff API in a process of its own. */
export interface StaffHost {
  readonly server: ChildServer;
  /** What an administrator of a company sends as `authorization`. */
  administrator(ctx: Ctx): Promise<string>;
}

export async function startStaffHost(open: OpenBench, poolSize: number): Promise<StaffHost> {
  const secret = randomBytes(32).toString('hex');
  const server = await startChild('apps/staff-api/src/main.js', 'STAFF_PORT', {
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    DATABASE_URL: open.url,
    DATABASE_POOL_SIZE: String(poolSize),
    STAFF_TOKEN_SECRET: secret,
    SECRETS_KEY: `bench:${randomBytes(32).toString('base64')}`,
    RATE_LIMIT_PER_MINUTE: '1000000',
  });
  return { server, administrator: (ctx) => administratorToken(open, ctx, secret) };
}

async function administratorToken({ db }: OpenBench, ctx: Ctx, secret: string): Promise<string> {
  const password = randomBytes(12).toString('hex');
  const admin = { email: 'admin@example.com', name: 'Admin', password };
  const { id } = await new CreateAdministrator(db, new PasswordHasher()).execute(ctx, admin);
  const { sessionId } = await db.write(ctx, (tx) => startSession(tx, id));
  const tokens = new AccessTokens({ host: 'staff', secret });
  const { companyId } = ctx;
  return `Bearer ${tokens.sign(
    { id, companyId, sessionId, audience: 'staff' },
    systemClock.now(),
  )}`;
}
