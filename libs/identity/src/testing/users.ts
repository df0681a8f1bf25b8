import type { Database } from '@quittance/database';
import { newId, type Ctx, type UserId } from '@quittance/kernel';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { insertUser } from '../users/user.repository.js';

export const TEST_PASSWORD = 'correct horse battery staple';

let made = 0;
const hasher = new PasswordHasher();
let hash: Promise<string> | undefined;

/** A user who may sign in with `TEST_PASSWORD`; the hash is made once per test file. */
export async function aStaffUser(
  db: Database,
  ctx: Ctx,
  user: { email?: string; password?: boolean; team?: string } = {},
): Promise<{ id: UserId; email: string }> {
  hash ??= hasher.hash(TEST_PASSWORD, null);
  made += 1;
  const id = newId<'user'>();
  const email = user.email ?? `user-${made}-${id.slice(-6)}@example.com`;
  const passwordHash = user.password === false ? null : await hash;
  const row = { id, email, name: `User ${made}`, team: user.team ?? null, passwordHash };
  await db.write(ctx, (tx) => insertUser(tx, row));
  return { id, email };
}
