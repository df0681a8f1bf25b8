import type { Config } from '@quittance/config';
import { once } from 'node:events';
import { openDatabaseServer, prepareDatabase, type DatabaseServer } from '../database-server.js';
import { ensureDemoCompany } from './demo-company.js';
import { awaitPort } from './ports.js';
import type { Service } from './service.js';
import { services } from './services.js';

/** What is left of an earlier start may need its whole grace period to leave, and a little more. */
const PORT_PATIENCE_MS = 3000;
/** Beyond the processes' own deadline. */
const STOP_MARGIN_MS = 3000;

/** Everything that runs, from the first moment on, so that it can be stopped at any. */
export class Product {
  private server: DatabaseServer | undefined;
  private running: Service[] = [];

  constructor(
    private readonly config: Config,
    private readonly stopped: AbortSignal,
  ) {}

  /** Answers false when it was stopped before it was ready. */
  async start(): Promise<boolean> {
    const { config, stopped } = this;
    await Promise.race([this.awaitPorts(), aborted(stopped)]);
    if (stopped.aborted) return false;
    this.server = await openDatabaseServer(config);
    if (stopped.aborted) return false;
    await prepareDatabase(this.server);
    if (stopped.aborted) return false;
    if (config.demoCompany) await ensureDemoCompany(this.server.url);
    if (stopped.aborted) return false;
    await this.startServices(this.server);
    this.watchServer(this.server);
    return !stopped.aborted;
  }

  async stop(): Promise<void> {
    const deadline = this.config.shutdownSeconds * 1000 + STOP_MARGIN_MS;
    await Promise.all(this.running.map((service) => service.stop(deadline)));
    await this.server?.stop();
  }

  get database(): string {
    return this.server?.description ?? '';
  }

  private async awaitPorts(): Promise<void> {
    const { host, staffPort, portalPort, shutdownSeconds } = this.config;
    const patience = shutdownSeconds * 1000 + PORT_PATIENCE_MS;
    await Promise.all([
      awaitPort(host, staffPort, 'STAFF_PORT', patience),
      awaitPort(host, portalPort, 'PORTAL_PORT', patience),
    ]);
  }

  private async startServices(server: DatabaseServer): Promise<void> {
    this.running = services(this.config, server);
    const all = Promise.all(this.running.map((service) => service.start()));
    all.catch(() => undefined);
    await Promise.race([all, aborted(this.stopped)]);
  }

  /** The embedded server is started again when it was killed; the processes' pools reconnect. */
  private watchServer(server: DatabaseServer): void {
    server.lost
      .then(async () => {
        if (this.stopped.aborted) return;
        console.error('The embedded database went away; it is started again.');
        const again = await openDatabaseServer(this.config);
        this.server = again;
        if (again.url !== server.url) await this.restartServices(again);
        this.watchServer(again);
      })
      .catch((error: Error) => {
        console.error(error.message);
        process.kill(process.pid, 'SIGTERM');
      });
  }

  private async restartServices(server: DatabaseServer): Promise<void> {
    const deadline = this.config.shutdownSeconds * 1000 + STOP_MARGIN_MS;
    await Promise.all(this.running.map((service) => service.stop(deadline)));
    await this.startServices(server);
  }
}

/** Fulfilled when it is time to stop. */
export async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}
