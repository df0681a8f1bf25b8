import { startMailServer, type MailServer } from '../testing/mail-server.js';
import { SmtpCarrier } from './smtp-carrier.js';

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.close());

/** Without what parts an encoded word and is not seen. */
const seen = (text?: string) => text?.replaceAll('\u2060', '');

test.each([
  '=?utf-8?q?Payroll?=',
  '=?UTF-8?B?UGF5cm9sbA==?= Ltd',
  'ä =?utf-8?q?Payroll?= ü',
  'Acme "Tools" Ltd',
])('the name %s is shown as it is written', async (name) => {
  const carrier = new SmtpCarrier({ url: server.url, from: 'mail@quittance.example' });
  const { outcome } = await carrier.carry({
    messageId: 'one@quittance.example',
    fromName: name,
    replyTo: null,
    to: 'billing@contoso.example',
    subject: `Invoice from ${name}`,
    html: '<p>Hello</p>',
    text: 'Hello',
    language: 'en',
    attachments: [],
  });
  expect(outcome).toBe('accepted');
  const mail = server.mails.at(-1);
  expect(seen(mail?.from?.name)).toBe(name);
  expect(mail?.from?.address).toBe('mail@quittance.example');
  expect(seen(mail?.subject)).toBe(`Invoice from ${name}`);
});
