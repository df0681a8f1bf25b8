import { EVENTS, exampleOf, type PayloadOf } from '@quittance/contracts';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  CreateAdministrator,
  CreateUser,
  DeactivateUser,
  InviteUser,
} from '@quittance/access/host';
import { addAccount } from '@quittance/crm/host';
import { createLogger } from '@quittance/http/host';
import {
  AccessTokens,
  PasswordHasher,
  endPasswordTokens,
  lockUser,
  updateUser,
} from '@quittance/identity';
import { RequestPasswordReset, ResetPassword } from '@quittance/identity/host';
import { RecordAccountPayment } from '@quittance/receivables/host';
import { newId, systemClock, type Ctx, type UserId } from '@quittance/kernel';
import { Mailbox, SaveEmailTemplate, type MailboxEntry } from '@quittance/notifications/host';
import { queueEmail } from '@quittance/notifications';
import { emit } from '@quittance/outbox';
import {
  AcceptInvitation,
  ForgotPortalPassword,
  ResetPortalPassword,
  SignInPortal,
  UpdatePortalUser,
  addPortalUser,
} from '@quittance/portal/host';
import { aPortalUser, testFactors } from '@quittance/portal/testing';

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sentInvoices } from '../../../test/faults/support/books';
import { freePort } from '../../../test/support/started-product';
import { testConfig } from '../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database';
import { waitingFor } from '../../../test/support/waiting';
import { PasswordLinks } from '../src/notifications/password-links';
import { WorkerModule } from '../src/worker.module';

let t: TestDatabase;
let worker: INestApplicationContext;
let mailbox: Mailbox;
let dataDir: string;
let ctx: Ctx;

beforeAll(async () => {
  t = await testDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'quittance-worker-'));
  mailbox = new Mailbox(join(dataDir, 'mailbox'));
  const config = testConfig(t, 'worker', {
    DATA_DIR: dataDir,
    DEV_MAILBOX_PORT: String(await freePort()),
    STAFF_PUBLIC_URL: 'https://staff.example.com',
    PORTAL_PUBLIC_URL: 'https://portal.example.com',
  });
  const module = WorkerModule.forRoot(config, createLogger('silent', 'worker'));
  worker = await NestFactory.createApplicationContext(module, { logger: false });
  ctx = { ...(await t.newCompany()), now: systemClock.now() };
});
afterAll(async () => {
  await worker.close();
  await t.close();
  await rm(dataDir, { recursive: true });
});

const PATIENCE_MS = 120_000;

/** The e-mails to one address, when so many have come. */
async function mailsTo(to: string, count = 1): Promise<MailboxEntry['email'][]> {
  for (let waited = 0; ; waited += 50) {
    const all = (await mailbox.list()).map(({ email }) => email);
    const found = all.filter((email) => email.to?.some(({ address }) => address === to));
    if (found.length >= count) return found;
    if (waited > PATIENCE_MS) throw new Error(`Only ${found.length} e-mails came to ${to}`);
    await sleep(50);
  }
}

/** Every e-mail of the company is finished. */
async function untilQuiet(): Promise<void> {
  const waiting = `select (select count(*) from outbox.event
      where company_id = $1 and state = 'pending') + (select count(*) from notifications.email
      where company_id = $1 and due_at is not null) as count`;
  for (let waited = 0; waited < PATIENCE_MS; waited += 50) {
    const { count } = await t.db.read(ctx, (tx) =>
      tx.one<{ count: bigint | number }>(waiting, [ctx.companyId]),
    );
    if (Number(count) === 0) return;
    await sleep(50);
  }
  throw new Error('Events or e-mails are still waiting');
}

async function newUser(name: string): Promise<{ id: UserId; email: string }> {
  const email = `${newId()}@example.com`;
  const { id } = await new CreateUser(t.db).execute(ctx, { email, name, roleIds: [] });
  return { id, email };
}

/** Whether somebody holds the row of a user. */
async function isLocked(id: UserId): Promise<boolean> {
  const free = `select id from identity.staff_user where company_id = $1 and id = $2
    for update skip locked`;
  const row = await t.db.write(ctx, (tx) => tx.maybe(free, [ctx.companyId, id]));
  return row === undefined;
}

const LINK = /https:\/\/staff\.example\.com\/auth\/password\/set#token=(\S+)/;
const VISITOR = {
  requestId: 'request',
  ip: '127.0.0.1',
  locale: 'en',
  now: systemClock.now(),
};

const tokenIn = (mail: MailboxEntry['email'] | undefined): string =>
  LINK.exec(mail?.text ?? '')?.[1] ?? '';

/** Links that went by e-mail were shown to nobody who could be asked about. */
const NO_LINKS = { areGood: () => Promise.reject(new Error('no link was shown to anybody')) };

function setPassword(token: string): Promise<unknown> {
  const password = `correct horse ${newId()}`;
  return new ResetPassword(t.db, new PasswordHasher(), NO_LINKS).execute(VISITOR, {
    token,
    password,
  });
}

type MailedEvent = 'user.password_reset_requested' | 'payment.received' | 'webhook.disabled';

function announce<T extends MailedEvent>(type: T, said: Partial<PayloadOf<T>>): Promise<void> {
  const record = { object: EVENTS[type].objects?.[0] ?? '', recordId: newId() };
  const data = { ...exampleOf(type), ...said } as PayloadOf<T>;
  return t.db.write(ctx, async (tx) => emit(tx, { type, ...record, data }));
}

describe('an invitation', () => {
  it('comes by e-mail, with a link that works beside the one the inviter was given', async () => {
    const user = await newUser('Ada <b>');
    const given = await new InviteUser(t.db).execute(ctx, user.id);
    const [mail] = await mailsTo(user.email);
    expect(mail?.subject).toBe('Your access to Test Company Ltd');
    expect(mail?.html).toContain('Hello Ada &lt;b&gt;,');
    expect(tokenIn(mail)).not.toBe(given.token);
    await setPassword(tokenIn(mail));
    await expect(setPassword(given.token)).rejects.toMatchObject({
      code: 'password_token_invalid',
    });
  });

  it('of who has a password leaves the link that the inviter was given good', async () => {
    const user = await newUser('Alan');
    const first = await new InviteUser(t.db).execute(ctx, user.id);
    await mailsTo(user.email);
    await setPassword(first.token);
    const given = await new InviteUser(t.db).execute(ctx, user.id);
    const mails = await mailsTo(user.email, 2);
    await untilQuiet();
    await setPassword(given.token);
    const others = mails.map((mail) => setPassword(tokenIn(mail)));
    const invalid = { status: 'rejected', reason: { code: 'password_token_invalid' } };
    expect(await Promise.allSettled(others)).toMatchObject([invalid, invalid]);
  });

  it('leaves no token in the database', async () => {
    const user = await newUser('Grace');
    await new InviteUser(t.db).execute(ctx, user.id);
    const token = tokenIn((await mailsTo(user.email))[0]);
    await untilQuiet();
    const log = `select row_to_json(m)::text as row from notifications.email m
      where company_id = $1 and record_id = $2`;
    const rows = await t.db.read(ctx, (tx) =>
      tx.rows<{ row: string }>(log, [ctx.companyId, user.id]),
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).toContain('"status":"sent"');
    expect(rows[0]?.row).not.toContain(token);
    expect(rows[0]?.row).toContain('•••');
  });
});

describe('a portal user', () => {
  const PORTAL = /\/password\?company=[\w-]+&language=en#portal=customer&for=(\w+)&token=(\S+)/;
  const linkIn = (mail: MailboxEntry['email'] | undefined) =>
    PORTAL.exec(mail?.text ?? '')?.slice(1) ?? [];
  const accept = (token: string) =>
    new AcceptInvitation(
      t.db,
      new PasswordHasher(),
      new AccessTokens({ host: 'portal', secret: 'p'.repeat(32) }),
      testFactors(),
    ).execute(VISITOR, {
      token,
      directory: 'customer',
      password: 'correct horse battery',
      signedInAs: null,
      channel: 'program',
      remembered: true,
    });

  it('is invited by e-mail alone, and sent the way to another password', async () => {
    const email = `${newId()}@example.com`;
    const user = await t.db.write(ctx, async (tx) => {
      const { id: partyId } = await addAccount(tx, { name: 'Contoso & Sons' });
      const who = { directory: 'customer', role: 'Buyer', name: 'Bo <b>' } as const;
      return addPortalUser(tx, { ...who, partyId, email });
    });
    const [invitation] = await mailsTo(email);
    expect(invitation?.html).toContain('Hello Bo &lt;b&gt;,');
    expect(invitation?.html).toContain('Contoso &amp; Sons');
    const [purpose, token = ''] = linkIn(invitation);
    expect(purpose).toBe('invitation');
    await accept(token);
    const { slug } = await t.db.read(ctx, (tx) =>
      tx.one<{ slug: string }>('select slug from company.company where id = $1', [ctx.companyId]),
    );
    const forgotten = { name: email, directory: 'customer', company: slug } as const;
    await new ForgotPortalPassword(t.db).execute(VISITOR, forgotten);
    const links = (await mailsTo(email, 2)).map(linkIn);
    const [, way = ''] = links.find(([why]) => why === 'reset') ?? [];
    const password = 'another horse battery';
    const set = { token: way, password, directory: 'customer' } as const;
    await new ResetPortalPassword(t.db, new PasswordHasher()).execute(VISITOR, set);
    const stored = await t.db.read(ctx, (tx) =>
      tx.rows(
        `select 1 from notifications.email e where e.record_id = $1
           and (e.text || e.html) like '%token=qp%'`,
        [user.id],
      ),
    );
    expect(stored).toEqual([]);
  });
});

describe('a portal user is told by e-mail', () => {
  it('of each change of sign-in and rights, in their language, whatever is set', async () => {
    const { id: partyId } = await t.db.write(ctx, (tx) => addAccount(tx, { name: 'Contoso' }));
    const user = await aPortalUser(t.db, ctx, { partyId, name: 'Bo <b>' });
    await t.db.write(ctx, (tx) =>
      tx.run(`update portal.portal_user set locale = 'de-AT' where id = $1`, [user.id]),
    );
    await new UpdatePortalUser(t.db).execute(ctx, user.id, { role: 'Admin' });
    const visitor = { ...VISITOR, userAgent: 'Teapot <1>' };
    const tokens = new AccessTokens({ host: 'portal', secret: 'p'.repeat(32) });
    const signIn = new SignInPortal(t.db, new PasswordHasher(), tokens, testFactors());
    const { slug: company } = await t.db.read(ctx, (tx) =>
      tx.one<{ slug: string }>('select slug from company.company where id = $1', [ctx.companyId]),
    );
    const enter = () =>
      signIn.execute(visitor, {
        name: user.email,
        password: user.password,
        company,
        directory: 'customer',
        anyDirectory: false,
        deviceToken: null,
        channel: 'program',
        remembered: true,
      });
    await enter();
    // A program that keeps no device is told of once a day.
    await enter();
    const mails = await mailsTo(user.email, 2);
    await untilQuiet();
    expect(await mailsTo(user.email)).toHaveLength(2);
    const security = mails.filter(({ subject }) => subject?.startsWith('Ihr Zugang zum Portal'));
    const texts = security.map(({ html }) => html ?? '');
    expect(texts).toHaveLength(2);
    expect(texts.join()).toContain('Guten Tag Bo &lt;b&gt;');
    expect(texts.some((html) => html.includes('tun, sehen oder ausgeben'))).toBe(true);
    expect(texts.some((html) => html.includes('Teapot &lt;1&gt;'))).toBe(true);
  });
});

describe('a link', () => {
  it('is made for no address that is being taken from the user', async () => {
    const user = await newUser('Barbara');
    let commit = () => undefined as void;
    const mayCommit = new Promise<void>((resolve) => (commit = resolve));
    const moved = t.db.write(ctx, async (tx) => {
      const email = `${newId()}@example.com`;
      await updateUser(tx, await lockUser(tx, user.id), { email });
      await endPasswordTokens(tx, user.id);
      await mayCommit;
    });
    while (!(await isLocked(user.id)));
    const links = new PasswordLinks(t.db, { staffPublicUrl: 'https://staff.example.com' });
    const made = links.make(ctx, { kind: 'invitation', recordId: user.id }, user.email);
    while ((await waitingFor(t)) === 0);
    commit();
    await moved;
    expect(await made).toBeNull();
  });
});

describe('a forgotten password', () => {
  it('is answered once by e-mail, however often it is asked for within minutes', async () => {
    const user = await newUser('Edsger');
    const ask = () => new RequestPasswordReset(t.db).execute(VISITOR, { email: user.email });
    await Promise.all([ask(), ask(), ask()]);
    const mails = await mailsTo(user.email);
    await untilQuiet();
    expect(await mailsTo(user.email)).toHaveLength(1);
    expect(mails[0]?.subject).toBe('Set a new password');
    await setPassword(tokenIn(mails[0]));
  });

  it('of a deactivated user is answered to nobody', async () => {
    const user = await newUser('Niklaus');
    await new RequestPasswordReset(t.db).execute(VISITOR, { email: user.email });
    await new DeactivateUser(t.db).execute(ctx, user.id);
    await untilQuiet();
    const before = (await mailbox.list()).length;
    await announce('user.password_reset_requested', { id: user.id });
    await untilQuiet();
    expect(await mailbox.list()).toHaveLength(before);
  });
});

it('an invoice carries its PDF', async () => {
  const [invoice] = await sentInvoices(t, ctx, [11_800]);
  const to = `${newId()}@customer.example`;
  await t.db.write(ctx, (tx) =>
    queueEmail(tx, {
      templateCode: 'INVOICE_SENT',
      to,
      data: {},
      object: 'invoice',
      recordId: invoice?.id ?? '',
      attachments: [{ kind: 'invoice-pdf', recordId: invoice?.id ?? '' }],
    }),
  );
  const [file] = (await mailsTo(to))[0]?.attachments ?? [];
  expect(file).toMatchObject({
    mimeType: 'application/pdf',
    filename: expect.stringMatching(/^.*INV-\d+.*\.pdf$/),
  });
  expect(Buffer.from(file?.content as ArrayBuffer).toString('latin1', 0, 5)).toBe('%PDF-');
});

describe('customers', () => {
  const texts = {
    subject: '{{ payment.number }}',
    html: '{{ payment.number }}',
    text: '{{ account.name }} paid {{ payment.amount }} {{ payment.currency }}',
  };

  it('hear of payments only where the company has switched that on', async () => {
    const email = `${newId()}@customer.example`;
    const account = await t.db.write(ctx, (tx) => addAccount(tx, { name: 'Contoso', email }));
    const pays = () =>
      new RecordAccountPayment(t.db).execute(ctx, {
        accountId: account.id,
        amount: '10.00',
        currency: 'EUR',
        method: 'cash',
      });
    await pays();
    await untilQuiet();
    const save = worker.get(SaveEmailTemplate, { strict: false });
    await save.execute(ctx, 'PAYMENT_RECEIVED', { ...texts, active: true });
    const { number } = await pays();
    const mails = await mailsTo(email);
    await untilQuiet();
    expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([number]);
    expect(mails[0]?.text?.trim()).toBe('Contoso paid 10.00 EUR');
    expect(mails[0]?.attachments).toMatchObject([
      { mimeType: 'application/pdf', filename: `${number}.pdf` },
    ]);
  });
});

it('tells every administrator of a webhook that was switched off', async () => {
  const emails = [`${newId()}@example.com`, `${newId()}@example.com`];
  for (const email of emails) {
    const who = { email, name: 'Admin', password: 'correct horse battery' };
    await new CreateAdministrator(t.db, new PasswordHasher()).execute(ctx, who);
  }
  const url = 'https://hooks.example.com/a';
  await announce('webhook.disabled', { url, disabledReason: 'gone' });
  for (const email of emails) {
    expect((await mailsTo(email))[0]?.text).toContain('The reason: gone');
  }
});
