import { CreateAdministrator, CreateRole, CreateUser } from '@quittance/access/host';
import { CreateBillingRun } from '@quittance/billing/host';
import { aBilledAccount, aScheduleLine, storeSchedules } from '@quittance/billing/testing';
import { parseLocalDate } from '@quittance/calendar';
import { Companies } from '@quittance/company/host';
import type { Database } from '@quittance/database';
import { AccessTokens, PasswordHasher } from '@quittance/identity';
import { startSession } from '@quittance/identity/host';
import { newId, systemClock, systemCtx, type Ctx, type UserId } from '@quittance/kernel';
import { TaxQuotes } from '@quittance/tax';
import { RateBooks } from '@quittance/tax/host';
import { randomBytes } from 'node:crypto';

export async function newCompany(db: Database): Promise<Ctx> {
  const now = systemClock.now();
  const company = { slug: `bench-${newId()}`, legalName: 'Bench Ltd', baseCurrency: 'EUR' };
  return systemCtx(await new Companies(db).create(company, now), now, 'bench');
}

/** A company with so many schedules of three lines that are due, and its run in the queue. */
export async function dueCompany(db: Database, count: number): Promise<Ctx> {
  const ctx = await newCompany(db);
  await db.write(ctx, async (tx) => {
    const accountId = await aBilledAccount(tx);
    const lines = () => Array.from({ length: 3 }, () => aScheduleLine({ taxRate: '19' }));
    await storeSchedules(
      tx,
      accountId,
      Array.from({ length: count }, () => ({ lines: lines() })),
    );
  });
  const create = new CreateBillingRun(db, new TaxQuotes(db, new RateBooks()));
  await create.execute(ctx, { asOf: parseLocalDate('2026-02-01') });
  return ctx;
}

/** Who sets a company up, and who works in it and may do no more: their headers. */
export async function signedIn(db: Database, ctx: Ctx, secret: string) {
  const password = randomBytes(12).toString('hex');
  const admin = await new CreateAdministrator(db, new PasswordHasher()).execute(ctx, {
    email: 'admin@example.com',
    name: 'Admin',
    password,
  });
  const matrix = {
    leads: ['view', 'create', 'update'] as const,
    invoices: ['view', 'create'] as const,
  };
  const role = await new CreateRole(db).execute(ctx, { name: 'Clerk', matrix } as never);
  const clerk = await new CreateUser(db).execute(ctx, {
    email: 'clerk@example.com',
    name: 'Clerk',
    roleIds: [role.id],
  });
  const tokens = new AccessTokens({ host: 'staff', secret });
  const bearer = async (id: UserId): Promise<string> => {
    const { sessionId } = await db.write(ctx, (tx) => startSession(tx, id));
    const claims = { id, companyId: ctx.companyId, sessionId, audience: 'staff' } as const;
    return `Bearer ${tokens.sign(claims, systemClock.now())}`;
  };
  return { admin: await bearer(admin.id), clerk: await bearer(clerk.id) };
}
