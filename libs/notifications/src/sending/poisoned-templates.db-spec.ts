import type { Ctx } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { RetryEmail } from '../emails/retry-email.js';
import type { EmailId } from '../emails/email.js';
import { queueEmail, queueEmails } from '../emails/queue-email.js';
import type { NewEmail } from '../emails/prepare-emails.js';
import { SaveEmailTemplate } from '../templates/save-email-template.js';
import { TemplateUsage } from '../templates/template-usage.js';
import { startMailServer, type MailServer } from '../testing/mail-server.js';
import { testRenderer } from '../testing/test-renderer.js';
import { renderQueued } from './render-queued.js';
import { SendEmails } from './send-emails.js';
import { SmtpCarrier } from './smtp-carrier.js';

let t: TestDatabase;
let ctx: Ctx;
let server: MailServer;
beforeAll(async () => {
  t = await testDatabase();
});
afterAll(() => t?.close());
beforeEach(async () => {
  t.clock.set('2026-03-02T09:00:00.000Z');
  ctx = await t.newCompany();
  server = await startMailServer();
});
afterEach(() => server.close());

/** Costs more than it may, for one customer alone: no sample shows it. */
const POISON =
  `{% if account.name == 'Mallory' %}{% for i in (1..999999) %}{{ i }}{% endfor ` + '%}{% endif %}';

const save = (html: string, code = 'INVOICE_SENT') =>
  new SaveEmailTemplate(t.db, testRenderer, new TemplateUsage()).execute(ctx, code, {
    subject: code === 'INVOICE_SENT' ? 'For {{ account.name }}' : 'Welcome',
    html,
    text: code === 'INVOICE_SENT' ? html : 'Set it: {{ link }}',
  });

const about = (name: string): NewEmail => ({
  templateCode: 'INVOICE_SENT',
  to: `${name.toLowerCase()}@contoso.example`,
  data: { account: { name } },
  object: 'invoice',
  recordId: name,
});

const queue = (...names: string[]) => t.db.write(ctx, (tx) => queueEmails(tx, names.map(about)));

function send(): Promise<number> {
  const carrier = new SmtpCarrier({ url: server.url, from: 'mail@quittance.example' });
  const files = { render: () => Promise.resolve(null) };
  const links = { make: () => Promise.resolve('https://staff.example.com/set#token=canary') };
  const occasions = { isOver: () => Promise.resolve(null) };
  return new SendEmails(t.db, carrier, files, links, occasions, testRenderer).execute(t.clock);
}

interface Row {
  readonly id: EmailId;
  readonly status: string;
  readonly subject: string;
  readonly html: string;
  readonly error: string | null;
  readonly late: object | null;
}

const rows = (of: Ctx = ctx) =>
  t.db.read(of, (tx) =>
    tx.rows<Row>(
      `select id, status, subject, html, last_error as error, late from notifications.email
       where company_id = $1 order by record_id`,
      [of.companyId],
    ),
  );

it('in its own words an e-mail is rendered when it is sent, by what is in force then', async () => {
  await save('<p>first</p>');
  await queue('Ada');
  expect(await rows()).toMatchObject([{ status: 'queued', subject: '', html: '' }]);
  await save('<p>second, {{ account.name }}</p>');
  await send();
  expect(await rows()).toMatchObject([
    { status: 'sent', subject: 'For Ada', html: '<p>second, Ada</p>', late: null },
  ]);
  expect(server.mails[0]?.html?.trim()).toBe('<p>second, Ada</p>');
});

it('a template poisoned in a branch only real data reaches fails those e-mails alone', async () => {
  await save(`${POISON}<p>{{ account.name }}</p>`);
  await queue('Ada', 'Mallory', 'Zoe');
  const other = await t.newCompany();
  await t.db.write(other, (tx) => queueEmail(tx, about('Bob')));
  expect(await send()).toBe(4);
  expect(await rows()).toMatchObject([
    { status: 'sent', subject: 'For Ada' },
    {
      status: 'failed',
      subject: '',
      error: expect.stringMatching(
        /^Its template could not be rendered: html: line 1, column \d+: it costs more work/,
      ),
    },
    { status: 'sent', subject: 'For Zoe' },
  ]);
  expect(await rows(other)).toMatchObject([{ status: 'sent' }]);
});

it('one that failed is sent when its template is put right and it is tried again', async () => {
  await save(`${POISON}<p>{{ account.name }}</p>`);
  await queue('Mallory');
  await send();
  const [failed] = await rows();
  await save('<p>{{ account.name }}</p>');
  await new RetryEmail(t.db).execute({ ...ctx, now: t.clock.now() }, failed?.id as EmailId);
  await send();
  expect(await rows()).toMatchObject([{ status: 'sent', html: '<p>Mallory</p>' }]);
});

it('is rendered behind its transaction where somebody asks, or given up if it fails', async () => {
  await save(`${POISON}<p>{{ account.name }}</p>`);
  await queue('Ada', 'Mallory');
  const ids = (await rows()).map(({ id }) => id);
  const means = { db: t.db, renderer: testRenderer };
  await Promise.all([renderQueued(ctx, means, ids), renderQueued(ctx, means, ids)]);
  expect(await rows()).toMatchObject([
    { status: 'queued', html: '<p>Ada</p>', late: null },
    { status: 'failed', error: expect.stringContaining('it costs more work') },
  ]);
  expect(await send()).toBe(1);
  expect(server.mails).toHaveLength(1);
});

it('a secret link in its own words reaches the recipient and stays out of the log', async () => {
  await save('<a href="{{ link }}">{{ user.name }}</a>', 'USER_INVITED');
  await t.db.write(ctx, (tx) =>
    queueEmail(tx, {
      ...about('Ada'),
      templateCode: 'USER_INVITED',
      data: { user: { name: 'Ada' } },
      secret: { kind: 'invitation', recordId: 'user-1' },
    }),
  );
  await send();
  expect(server.mails[0]?.html).toContain('#token=canary');
  const [row] = await rows();
  expect(row).toMatchObject({ status: 'sent', html: '<a href="•••">Ada</a>', late: null });
});
