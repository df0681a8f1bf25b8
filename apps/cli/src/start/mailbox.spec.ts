import { loadConfig } from '@quittance/config/host';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withMailbox } from './mailbox.js';

const dataDir = mkdtempSync(join(tmpdir(), 'quittance-start-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

function mailbox(env: Record<string, string>) {
  const all = { DATA_DIR: dataDir, ...env };
  return withMailbox(loadConfig(all, 'cli'), all);
}

it('a bare machine gets a mailbox on a free port', async () => {
  const { devMailboxPort, smtpUrl } = await mailbox({});
  expect(devMailboxPort).toBeGreaterThan(1023);
  expect(smtpUrl).toBe(`smtp://127.0.0.1:${devMailboxPort}`);
});

it.each([
  ['in production', { NODE_ENV: 'production', SECRETS_KEY: `k:${'A'.repeat(43)}=` }],
  ['beside a mail server', { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'a@example.com' }],
  ['against the word of its owner', { DEV_MAILBOX_PORT: '0' }],
])('there is none %s', async (_, env) => {
  expect((await mailbox(env)).devMailboxPort).toBe(0);
});
