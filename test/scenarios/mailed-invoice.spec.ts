import { addAccount } from '@quittance/crm/host';
import { setTimeout as sleep } from 'node:timers/promises';
import { startMailServer, type MailServer } from '@quittance/notifications/testing';
import { pdfText } from '../support/texts/pdf-text.js';
import { stopCommands } from '../support/started-product.js';
import { startStaffApi, type TestStaffApi } from '../support/test-api.js';
import { testDatabase, type TestDatabase } from '../support/test-database.js';
import { startWorker } from '../support/worker-process.js';

let t: TestDatabase;
let api: TestStaffApi;
let server: MailServer;
beforeAll(async () => {
  t = await testDatabase();
  server = await startMailServer();
  api = await startStaffApi(t, { SMTP_URL: server.url, MAIL_FROM: 'mail@quittance.example' });
});
afterAll(async () => {
  await stopCommands();
  await api.close();
  await server.close();
  await t.close();
});

const NO_LINES = { line1: null, line2: null, region: null, postalCode: null };

async function invoiceId(): Promise<{ id: string; number: string }> {
  const { id: accountId } = await t.db.write(api.company, (tx) =>
    addAccount(tx, {
      name: 'Acme GmbH',
      email: 'ap@acme.example',
      billingAddress: { ...NO_LINES, city: 'Berlin', country: 'DE' },
    }),
  );
  const lines = [{ description: 'Installation', quantity: '2', unitPrice: '50.00' }];
  const body = {
    accountId,
    currency: 'EUR',
    issueDate: '2026-03-01',
    dueDate: '2026-03-31',
    lines,
  };
  return (await api.admin.call('POST', '/invoices', { body })).body as {
    id: string;
    number: string;
  };
}

test('an invoice that is sent by e-mail reaches its customer as PDF', async () => {
  const { id, number } = await invoiceId();
  const sent = await api.admin.call('POST', `/invoices/${id}/send`, { body: { email: true } });
  expect(sent.status).toBe(200);
  startWorker(t, { SMTP_URL: server.url, MAIL_FROM: 'mail@quittance.example' });
  for (let waited = 0; waited < 120_000 && server.mails.length === 0; waited += 100) {
    await sleep(100);
  }
  const [mail] = server.mails;
  expect(mail?.to?.[0]?.address).toBe('ap@acme.example');
  const [file] = mail?.attachments ?? [];
  expect(file).toMatchObject({ filename: `${number}.pdf`, mimeType: 'application/pdf' });
  const [page] = pdfText(Buffer.from(file?.content as ArrayBuffer));
  for (const text of [number, 'Acme GmbH', 'Installation', '100.00 EUR']) {
    expect(page).toContain(text);
  }
});
