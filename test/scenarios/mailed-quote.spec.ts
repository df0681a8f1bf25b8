import { addSeconds } from '@quittance/kernel';
import { startMailServer, type MailServer } from '@quittance/notifications/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { pdfText } from '../support/texts/pdf-text.js';
import { stopCommands } from '../support/started-product.js';
import {
  startPortalApi,
  startStaffApi,
  type TestApi,
  type TestStaffApi,
} from '../support/test-api.js';
import { testDatabase, type TestDatabase } from '../support/test-database.js';
import { startWorker } from '../support/worker-process.js';

let t: TestDatabase;
let api: TestStaffApi;
let portal: TestApi;
let server: MailServer;
beforeAll(async () => {
  t = await testDatabase();
  server = await startMailServer();
  portal = await startPortalApi(t);
  api = await startStaffApi(t, { SMTP_URL: server.url, MAIL_FROM: 'mail@quittance.example' });
});
afterAll(async () => {
  await stopCommands();
  await api.close();
  await portal.close();
  await server.close();
  await t.close();
});

async function post<T = { id: string }>(path: string, body?: object): Promise<T> {
  const answer = await api.admin.call('POST', path, { ...(body && { body }) });
  expect(answer.status).toBeLessThan(300);
  return answer.body as T;
}

async function mail(count: number) {
  for (let waited = 0; waited < 120_000 && server.mails.length < count; waited += 100) {
    await sleep(100);
  }
  return server.mails[count - 1];
}

const WORD = /\/q\/([\w-]{64})/;

test('a quote reaches its customer in their language, with a link that leads to it', async () => {
  const account = await post('/accounts', { name: 'Acme GmbH', email: 'ap@acme.example' });
  const quote = await post<{ id: string; number: string }>('/quotes', {
    accountId: account.id,
    currency: 'EUR',
    language: 'de',
    title: 'Kasse',
    validUntil: '2099-01-31',
    lines: [{ description: 'Installation', quantity: '2', unitPrice: '50.00', taxRate: '19' }],
  });
  await post(`/quotes/${quote.id}/submit`);
  await post(`/quotes/${quote.id}/approve`);
  const sent = await post<{ link: { token: string } }>(`/quotes/${quote.id}/send`, { email: true });
  startWorker(t, {
    SMTP_URL: server.url,
    MAIL_FROM: 'mail@quittance.example',
    PORTAL_PUBLIC_URL: portal.url,
  });
  const first = await mail(1);
  expect(first?.to?.[0]?.address).toBe('ap@acme.example');
  expect(first?.subject).toBe(`Angebot ${quote.number} von Test Company Ltd`);
  const [file] = first?.attachments ?? [];
  expect(file).toMatchObject({ filename: `${quote.number}.pdf`, mimeType: 'application/pdf' });
  expect(pdfText(Buffer.from(file?.content as ArrayBuffer)).join('\n')).toContain('Gültig bis');

  const word = WORD.exec(first?.text ?? '')?.[1] ?? '';
  expect(word).not.toBe(sent.link.token);
  const page = await fetch(`${portal.url}/q/${word}`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('lang="de"')]);
  const soon = await api.admin.call('POST', `/quotes/${quote.id}/send`, { body: { email: true } });
  expect(soon).toMatchObject({ status: 429, body: { code: 'quote_sent_lately' } });
  t.clock.set(addSeconds(t.clock.now(), 60));
  expect(await post(`/quotes/${quote.id}/send`, { email: true })).toMatchObject({
    quote: { status: 'viewed' },
    link: { token: null, opens: 1 },
  });
  const again = WORD.exec((await mail(2))?.text ?? '')?.[1] ?? '';
  expect(again).not.toBe(word);

  await api.admin.call('DELETE', `/quotes/${quote.id}/share`);
  for (const dead of [word, again, sent.link.token]) {
    expect((await fetch(`${portal.url}/q/${dead}`)).status).toBe(410);
  }
  const log = JSON.stringify((await api.admin.call('GET', '/emails')).body);
  expect(log).toContain(quote.number);
  expect(log).not.toContain(word);
});
