import type { Config } from '@quittance/config';
import { createServer } from 'node:net';

/**
 * The settings with a mailbox for development, on any free port, so that e-mails can be read on a
 * bare machine. Never in production, beside a mail server, or against `DEV_MAILBOX_PORT=0`.
 */
export async function withMailbox(
  config: Config,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Config> {
  if (config.production || config.smtpUrl !== null || env.DEV_MAILBOX_PORT?.trim()) return config;
  const devMailboxPort = await freePort();
  return { ...config, devMailboxPort, smtpUrl: `smtp://127.0.0.1:${devMailboxPort}` };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
