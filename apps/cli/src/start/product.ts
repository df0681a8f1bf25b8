import type { Config } from '@quittance/config';
import { admitLogin } from '@quittance/database/host';
import { once } from 'node:events';
import { checkLogin } from '../check-login.js';
import { openDatabaseServer, type DatabaseServer } from '../database-server.js';
import { isUpToDate } from '../schema-state.js';
import { ensureDemoCompany } from './ensure-demo-company.js';
import { awaitPort } from './ports.js';
import { answers, saysReady } from './ready.js';
import { launchServices, stopServices, type Services } from './services.js';

/** What is left of an earlier start may need its whole grace period to leave, and a little more. */
const PORT_PATIENCE_MS = 3000;

/** Everything that runs, from the first moment on, so that it can be stopped at any. */
export class StartedProduct {
  private server: DatabaseServer | undefined;
  private giveUp: (error: Error) => void = () => undefined;
  /** Rejected when what runs cannot go on. */
  readonly givenUp: Promise<never>;

  constructor(
    private readonly config: Config,
    private readonly stopped: AbortSignal,
    /** They load their modules while everything else is prepared. */
    private services: Services,
  ) {
    this.givenUp = new Promise<never>((_, reject) => (this.giveUp = reject));
    this.givenUp.catch(() => undefined);
  }

  /** Answers false when it was stopped before it was ready. */
  async start(): Promise<boolean> {
    const { config, stopped } = this;
    await Promise.race([this.awaitPorts(), aborted(stopped)]);
    if (stopped.aborted) return false;
    this.server = await openDatabaseServer(config);
    if (stopped.aborted) return false;
    if (config.databaseUrl !== null) await checkLogin(this.server, config);
    await prepare(this.server);
    if (stopped.aborted) return false;
    if (config.demoCompany) await ensureDemoCompany(this.server.url);
    if (stopped.aborted) return false;
    await this.startServices(this.server);
    this.watchServer(this.server);
    return !stopped.aborted;
  }

  async stop(): Promise<void> {
    await this.stopServices();
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
    const { host, staffPort, portalPort, dataDir, devMailboxPort, shutdownSeconds } = this.config;
    const go = {
      env: {
        DATABASE_URL: server.url,
        DATA_DIR: dataDir,
        DEV_MAILBOX_PORT: String(devMailboxPort),
        SHUTDOWN_SECONDS: String(shutdownSeconds),
      },
    };
    const { staffApi, portalApi, worker } = this.services;
    const all = Promise.all([
      staffApi.start(go, (_, over) => answers(host, staffPort, over)),
      portalApi.start(go, (_, over) => answers(host, portalPort, over)),
      worker.start(go, saysReady),
    ]);
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
        const { dataDir } = this.config;
        this.giveUp(
          new Error(`The database of ${dataDir} cannot be started again: ${error.message}`),
        );
      });
  }

  private async restartServices(server: DatabaseServer): Promise<void> {
    await this.stopServices();
    this.services = launchServices();
    await this.startServices(server);
  }

  private stopServices(): Promise<void> {
    return stopServices(this.services, this.config.shutdownSeconds);
  }
}

/** The migrations are loaded only where one is missing. */
async function prepare(server: DatabaseServer): Promise<void> {
  if (await isUpToDate(server.ownerUrl)) return admitLogin(server.ownerUrl, server.url);
  const { prepareDatabase } = await import('../prepare-database.js');
  await prepareDatabase(server);
}

/** Fulfilled when it is time to stop. */
export async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}
