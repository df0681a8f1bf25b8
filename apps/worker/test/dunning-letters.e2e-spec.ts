import { OpenPayLink } from '@quittance/gateway/host';
import { createLogger } from '@quittance/http/host';
import { Mailbox, type MailboxEntry } from '@quittance/notifications/host';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bodyOf } from '../../staff-api/test/access/members';
import { MAIL, pursuitBy, type Pursuit } from '../../staff-api/test/dunning/dunning-support';
import { sentInvoice, type InvoiceBody } from '../../staff-api/test/receivables/billing-support';
import { freePort } from '../../../test/support/started-product';
import {
  startStaffApi,
  testConfig,
  type StaffClient,
  type TestStaffApi,
} from '../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database';
import { WorkerModule } from '../src/worker.module';

/** One black pixel. */
const LOGO =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgAB' +
  'SK+kcQAAAABJRU5ErkJggg==';
const PATIENCE_MS = 120_000;

let t: TestDatabase;
let api: TestStaffApi;
let worker: INestApplicationContext;
let mailbox: Mailbox;
let dataDir: string;
let admin: StaffClient;
let p: Pursuit;

beforeAll(async () => {
  t = await testDatabase();
  t.clock.set('2026-03-02T09:00:00.000Z');
  dataDir = await mkdtemp(join(tmpdir(), 'quittance-letters-'));
  mailbox = new Mailbox(join(dataDir, 'mailbox'));
  const config = testConfig(t, 'worker', {
    DATA_DIR: dataDir,
    DEV_MAILBOX_PORT: String(await freePort()),
  });
  const module = WorkerModule.forRoot(config, createLogger('silent', 'worker'));
  worker = await NestFactory.createApplicationContext(module, { logger: false });
  api = await startStaffApi(t, MAIL);
  admin = await api.newAdmin();
  p = pursuitBy(t, admin);
});
afterAll(async () => {
  await api?.close();
  await worker?.close();
  await t?.close();
  await rm(dataDir, { recursive: true });
});

async function must<T>(method: 'POST' | 'PATCH' | 'GET', path: string, body?: object): Promise<T> {
  const answer = await admin.call(method, path, body ? { body } : {});
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
  return bodyOf<T>(answer);
}

async function mailsTo(to: string, count: number): Promise<MailboxEntry['email'][]> {
  for (let waited = 0; waited < PATIENCE_MS; waited += 50) {
    const all = (await mailbox.list()).map(({ email }) => email);
    const found = all.filter((email) => email.to?.some(({ address }) => address === to));
    if (found.length >= count) return found;
    await sleep(50);
  }
  throw new Error(`Too few e-mails came to ${to}`);
}

const overdue = (accountId: string, over: object = {}) =>
  sentInvoice(admin, accountId, { issueDate: '2026-01-01', dueDate: '2026-01-31', ...over });

test('a customer gets one letter in their language about all that is owed', async () => {
  await p.scheduled();
  await must('PATCH', '/company', { logo: LOGO });
  const accountId = await p.account('buchhaltung@acme.example');
  await must('PATCH', `/accounts/${accountId}`, { language: 'de' });
  const first = await overdue(accountId, { dueDate: '2026-01-25' });
  const second = await overdue(accountId);
  const yen = await overdue(accountId, {
    currency: 'JPY',
    lines: [{ description: 'Work', quantity: '1', unitPrice: '9000' }],
  });
  const paused = await overdue(accountId);
  const promised = await overdue(accountId);
  await must('POST', `/invoices/${first.id}/dispute`, { reason: 'one is broken', amount: '30.00' });
  await must('POST', '/dunning/pauses', { invoiceId: paused.id, reason: 'wait' });
  await must('POST', '/dunning/pauses', {
    invoiceId: promised.id,
    reason: 'on Friday',
    until: '2026-03-06',
    promisedAmount: '100.00',
  });

  const forecast = await p.dryRun();
  expect(forecast.letters).toMatchObject([
    {
      subject: 'Zahlungserinnerung: 3 Rechnungen sind überfällig',
      recipient: 'buchhaltung@acme.example',
      steps: 3,
      totals: [
        { currency: 'EUR', invoices: 2, amount: '170.00' },
        { currency: 'JPY', invoices: 1, amount: '9000' },
      ],
      blockedBy: null,
    },
  ]);
  expect(await p.run()).toMatchObject({ invoices: 5, sent: 3, letters: 1, held: 2 });

  const [mail, ...more] = await mailsTo('buchhaltung@acme.example', 1);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('Zahlungserinnerung: 3 Rechnungen sind überfällig');
  for (const part of [mail?.html, mail?.text]) {
    for (const { number } of [first, second, yen]) expect(part).toContain(number);
    for (const { number } of [paused, promised]) expect(part).not.toContain(number);
    expect(part).toMatch(/170,00\s€/);
    expect(part).toMatch(/Von Ihnen beanstandet, hier nicht gefordert:.*30,00\s€/);
  }
  const files = mail?.attachments.map(({ filename, mimeType }) => [mimeType, filename]);
  expect(files).toEqual([
    ['image/png', 'logo.png'],
    ['application/pdf', 'statement-EUR-2026-01-01-2026-03-02.pdf'],
    ['application/pdf', 'statement-JPY-2026-01-01-2026-03-02.pdf'],
    ...[first, second, yen].map(({ number }) => ['application/pdf', `${number}.pdf`]),
  ]);
  expect(mail?.html).toContain('src="cid:company-logo"');
  expect(mail?.attachments[0]?.contentId).toBe('<company-logo>');

  const attempts = await Promise.all([first, second, yen].map(sentAttempt));
  expect(new Set(attempts.map(({ emailId }) => emailId)).size).toBe(1);
  expect(attempts[0]?.paymentLink).toBe(attempts[1]?.paymentLink);
  expect(attempts[0]?.paymentLink).not.toBe(attempts[2]?.paymentLink);

  // The link pays both together, and once one is paid what is left.
  expect(await opened(attempts[0]?.paymentLink)).toMatch(/^http/);
  expect(await openCheckouts(second)).toMatchObject([{ amount: '170.00' }]);
  await must('POST', `/invoices/${second.id}/payments`, { method: 'cash', amount: '100.00' });
  expect(await opened(attempts[0]?.paymentLink)).toMatch(/^http/);
  expect(await openCheckouts(first)).toMatchObject([{ amount: '70.00' }]);
});

test('an invoice is sent in the language of its customer, with a link to pay', async () => {
  const accountId = await p.account('compta@acme.example');
  await must('PATCH', `/accounts/${accountId}`, { language: 'fr' });
  const { id, number } = await must<InvoiceBody>('POST', '/invoices', {
    accountId,
    currency: 'EUR',
    lines: [{ description: 'Work', quantity: '1', unitPrice: '1234.50' }],
  });
  await must('POST', `/invoices/${id}/send`, { email: true });
  const sent = await must<InvoiceBody>('GET', `/invoices/${id}`);
  const [mail] = await mailsTo('compta@acme.example', 1);
  expect(mail?.subject).toContain(`Facture ${sent.number}`);
  expect(number).toBeDefined();
  expect(mail?.text).toMatch(/1\s234,50\s€/u);
  expect(mail?.text).toMatch(/Payer en ligne\u00a0: http\S+\/pay\/[\w-]{86}/);
  expect(mail?.attachments.map(({ filename }) => filename)).toEqual([
    'logo.png',
    `${sent.number}.pdf`,
  ]);
});

async function sentAttempt(invoice: InvoiceBody) {
  const [attempt] = (await p.standing(invoice)).attempts;
  expect(attempt).toMatchObject({ step: 1, result: 'sent', action: 'reminder' });
  return attempt as NonNullable<typeof attempt>;
}

function opened(link: string | null | undefined): Promise<string> {
  const token = link?.split('/').at(-1) ?? '';
  const asked = { token, requestId: 'test', now: t.clock.now() };
  return api.app.get(OpenPayLink, { strict: false }).execute(asked);
}

async function openCheckouts({ id }: InvoiceBody) {
  const { data } = await must<{ data: { status: string }[] }>('GET', `/invoices/${id}/checkouts`);
  return data.filter(({ status }) => status === 'open');
}
