import { WORKER_FLAGS, type Config } from '@quittance/config';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseServer } from '../database-server.js';
import { Service } from './service.js';

const APPS = join(__dirname, '../../..');
const POLL_MS = 100;

/** The three processes of the product, none of them with a secret it does not need. */
export function services(config: Config, server: DatabaseServer): Service[] {
  const main = (app: string) => join(APPS, app, 'src/main.js');
  const env = {
    ...process.env,
    DATABASE_URL: server.url,
    DATABASE_OWNER_URL: '',
    DATA_DIR: config.dataDir,
    DEV_MAILBOX_PORT: String(config.devMailboxPort),
    SHUTDOWN_SECONDS: String(config.shutdownSeconds),
  };
  return [
    new Service({
      name: 'staff-api',
      main: main('staff-api'),
      env: { ...env, PORTAL_TOKEN_SECRET: '' },
      ready: () => answers(config.host, config.staffPort),
    }),
    new Service({
      name: 'portal-api',
      main: main('portal-api'),
      env: { ...env, STAFF_TOKEN_SECRET: '' },
      ready: () => answers(config.host, config.portalPort),
    }),
    new Service({
      name: 'worker',
      main: main('worker'),
      flags: WORKER_FLAGS,
      env: { ...env, STAFF_TOKEN_SECRET: '', PORTAL_TOKEN_SECRET: '' },
      ready: saysReady,
    }),
  ];
}

async function answers(host: string, port: number): Promise<void> {
  const near = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const address = `http://${near.includes(':') ? `[${near}]` : near}:${port}/health/ready`;
  for (;;) {
    const answer = await fetch(address).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(POLL_MS);
  }
}

function saysReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.on('message', (message) => {
      if (message === 'ready') resolve();
    });
  });
}
