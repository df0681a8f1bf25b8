import { CreateAdministrator } from '@quittance/access/host';
import type { EventEnvelope } from '@quittance/contracts';
import { addAccount } from '@quittance/crm/host';
import { PasswordHasher } from '@quittance/identity';
import { addSeconds, newId, type Ctx } from '@quittance/kernel';
import { EventConsumers } from '@quittance/outbox/host';
import { aPortalUser } from '@quittance/portal/testing';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { MailPortalUsers } from './mail-portal-users.js';
import { MailUsers } from './mail-users.js';

const HOUR = 3600;
/** Whoever asks again within it has the e-mail on its way. */
const APART = 120;

let t: TestDatabase;
beforeAll(async () => {
  t = await testDatabase();
});
afterAll(() => t?.close());

interface Somebody {
  readonly ctx: Ctx;
  readonly id: string;
  /** Asks for another link, as an event of now; answers how many letters there are of it in all. */
  asks(): Promise<number>;
}

async function somebody(kind: 'staff' | 'portal', email: string): Promise<Somebody> {
  const ctx = await t.newCompany();
  const id = kind === 'staff' ? await ofStaff(ctx, email) : await ofPortal(ctx, email);
  const mails = kind === 'staff' ? new MailUsers() : new MailPortalUsers(new EventConsumers());
  const type = `${kind === 'staff' ? 'user' : 'portal_user'}.password_reset_requested`;
  return {
    ctx,
    id,
    async asks() {
      const now = t.ctx(ctx.companyId);
      const event = { id: newId(), type, recordId: id, occurredAt: now.now, data: {} };
      await t.db.write(now, (tx) => mails.handle(tx, event as unknown as EventEnvelope<never>));
      const letters = await t.db.read(now, (tx) =>
        tx.rows(`select id from notifications.email where company_id = $1 and record_id = $2`, [
          ctx.companyId,
          id,
        ]),
      );
      return letters.length;
    },
  };
}

async function ofStaff(ctx: Ctx, email: string): Promise<string> {
  const who = { email, name: 'Admin', password: 'correct horse battery' };
  return (await new CreateAdministrator(t.db, new PasswordHasher()).execute(ctx, who)).id;
}

async function ofPortal(ctx: Ctx, email: string): Promise<string> {
  const { id: partyId } = await t.db.write(ctx, (tx) => addAccount(tx, { name: 'Acme' }));
  return (await aPortalUser(t.db, ctx, { partyId, email })).id;
}

const wait = (seconds: number) => t.clock.set(addSeconds(t.clock.now(), seconds));

test.each(['staff', 'portal'] as const)(
  'three links for a password of %s are sent in an hour, in each company for itself',
  async (kind) => {
    const email = `${newId()}@example.com`;
    const [una, theirs] = [await somebody(kind, email), await somebody(kind, email)];
    const began = t.clock.now();
    expect(await una.asks()).toBe(1);
    expect(await una.asks()).toBe(1);
    for (const letters of [2, 3]) {
      wait(APART);
      expect(await una.asks()).toBe(letters);
    }
    wait(APART);
    expect(await una.asks()).toBe(3);
    expect(await theirs.asks()).toBe(1);
    t.clock.set(addSeconds(began, HOUR - 1));
    expect(await una.asks()).toBe(3);
    t.clock.set(addSeconds(began, HOUR));
    expect(await una.asks()).toBe(4);
  },
);
