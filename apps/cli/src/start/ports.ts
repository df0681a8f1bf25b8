import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 250;

/**
 * A process of an earlier start that was killed may still be on its way out, so a port is waited
 * for.
 * @throws Error in one sentence that says what to do
 */
export async function awaitPort(
  host: string,
  port: number,
  variable: string,
  patienceMs: number,
): Promise<void> {
  for (let waited = 0; ; waited += POLL_MS) {
    const fault = await tryListen(host, port);
    if (fault === undefined) return;
    if (fault === 'EADDRNOTAVAIL') throw new Error(`HOST ${host} is no address of this machine.`);
    if (fault === 'EACCES') throw new Error(`Port ${port} is not allowed: set ${variable}.`);
    if (waited >= patienceMs) {
      throw new Error(
        `Port ${port} is in use. Stop what listens there, or set ${variable} to another port.`,
      );
    }
    if (waited === POLL_MS) console.error(`Port ${port} is in use; waiting for it to be left …`);
    await sleep(POLL_MS);
  }
}

function tryListen(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? 'unknown'));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}
