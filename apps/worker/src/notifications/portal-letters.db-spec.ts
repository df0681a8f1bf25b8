import type { NewCompany } from '@quittance/company/host';
import type { EventEnvelope } from '@quittance/contracts';
import { addAccount } from '@quittance/crm/host';
import { newId } from '@quittance/kernel';
import { EventConsumers } from '@quittance/outbox/host';
import { aPortalUser } from '@quittance/portal/testing';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { MailPortalSecurity } from './mail-portal-security.js';
import { MailPortalUsers } from './mail-portal-users.js';

let t: TestDatabase;
beforeAll(async () => {
  t = await testDatabase();
});
afterAll(() => t?.close());

interface Spoken {
  readonly company: Partial<NewCompany>;
  readonly account: 'de' | 'fr' | null;
  readonly user: string | null;
}

/** What a portal user is written: invited, or of a change to their sign-in. */
async function subjectOf(what: 'invited' | 'security_changed', { company, account, user }: Spoken) {
  const ctx = await t.newCompany({ legalName: 'Acme', ...company });
  const party = await t.db.write(ctx, (tx) => addAccount(tx, { name: 'Bo', language: account }));
  const email = 'bo@example.com';
  const to = { partyId: party.id, email };
  const verified = what !== 'invited';
  const { id } = await aPortalUser(t.db, ctx, to, { verified });
  const mails = new (verified ? MailPortalSecurity : MailPortalUsers)(new EventConsumers());
  const data = { what: 'password_changed', device: null, email };
  const event = { id: newId(), type: `portal_user.${what}`, recordId: id, data };
  const dated = { ...event, occurredAt: ctx.now } as unknown as EventEnvelope<never>;
  return t.db.write(ctx, async (tx) => {
    await tx.run('update portal.portal_user set locale = $3 where company_id = $1 and id = $2', [
      ctx.companyId,
      id,
      user,
    ]);
    await mails.handle(tx, dated);
    const found = await tx.rows<{ subject: string }>(
      'select subject from notifications.email where company_id = $1 and record_id = $2',
      [ctx.companyId, id],
    );
    return found.map(({ subject }) => subject);
  });
}

const german = { locale: 'en-GB', documentLanguage: 'de' } as const;

test.each([
  [
    'their own',
    { company: german, account: 'de', user: 'fr-CA' },
    'Votre accès au portail de Acme',
  ],
  [
    'the account’s',
    { company: german, account: 'fr', user: null },
    'Votre accès au portail de Acme',
  ],
  [
    'the company’s',
    { company: german, account: null, user: null },
    'Ihr Zugang zum Portal von Acme',
  ],
  [
    'that of its place',
    { company: { locale: 'de-AT' }, account: null, user: null },
    'Ihr Zugang zum Portal von Acme',
  ],
  [
    'English for one without words',
    { company: german, account: 'de', user: 'sv-SE' },
    'Your access to the portal of Acme',
  ],
] as const)('portal users are written to in a language: %s', async (_, spoken, subject) => {
  for (const what of ['invited', 'security_changed'] as const) {
    expect(await subjectOf(what, spoken)).toEqual([subject]);
  }
});
