import { Inject, Injectable } from '@nestjs/common';
import { CannotStart, type DomainError } from '@quittance/kernel';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { API_SETTINGS, type ApiSettings } from '../api-settings.js';
import { methodNotAllowed, routeNotFound, unauthenticated } from '../http.errors.js';
import { LOGGER, type Logger } from '../logging/logger.js';
import { mayScrape } from '../metrics/may-scrape.js';
import { METRICS_MEDIA_TYPE, Metrics } from '../metrics/metrics.js';
import { asProblem } from '../problems/as-problem.js';
import { problemDocument, problemHeaders } from '../problems/problem-document.js';
import { PROBLEM_MEDIA_TYPE } from '../problems/send-problem.js';
import { pathOf, requestIdOf } from '../requests/request-origin.js';
import { SECURITY_HEADERS } from '../requests/security-headers.js';
import { Readiness, type ReadinessView } from './readiness.js';

/** An earlier process may still be on its way out, or another worker has the port. */
const RETRY_MS = 1000;
const REQUEST_TIMEOUT_MS = 10_000;
const JSON_MEDIA_TYPE = 'application/json; charset=utf-8';

type Answer = readonly [mediaType: string, body: string];

/**
 * Health and metrics of a process that serves nothing else, by the addresses and rules of the
 * hosts.
 */
@Injectable()
export class HealthServer {
  private readonly server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, to) => {
    void this.answer(request, to);
  });
  private retry: NodeJS.Timeout | undefined;
  private checking: Promise<ReadinessView> | undefined;

  private readonly routes: Readonly<Record<string, (request: IncomingMessage) => Promise<Answer>>> =
    {
      '/health/live': async () => [JSON_MEDIA_TYPE, JSON.stringify({ status: 'live' })],
      '/health/ready': async () => [JSON_MEDIA_TYPE, JSON.stringify(await this.check())],
      '/metrics': async (request) => {
        if (!mayScrape(request, this.settings.metricsToken)) throw unauthenticated();
        return [METRICS_MEDIA_TYPE, await this.metrics.registry.metrics()];
      },
    };

  constructor(
    private readonly readiness: Readiness,
    private readonly metrics: Metrics,
    @Inject(API_SETTINGS) private readonly settings: HealthSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Listens, or goes on trying where the port is in use: the work is not to wait for it.
   * @throws CannotStart where it never can
   */
  async start(): Promise<void> {
    if (this.settings.port === 0) return;
    if (await this.listen()) return;
    const { port } = this.settings;
    this.logger.warn({ port }, 'the port of health and metrics is in use; it is waited for');
    this.tryAgain();
  }

  async stop(): Promise<void> {
    clearTimeout(this.retry);
    if (!this.server.listening) return;
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  private tryAgain(): void {
    const again = async () => {
      if (!(await this.listen())) this.tryAgain();
    };
    this.retry = setTimeout(() => {
      again().catch((err: unknown) =>
        this.logger.error({ err }, 'no health or metrics are served'),
      );
    }, RETRY_MS).unref();
  }

  /** Answers false when the port is in use. */
  private async listen(): Promise<boolean> {
    const { host, port } = this.settings;
    try {
      this.server.listen({ host, port });
      await once(this.server, 'listening');
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'EADDRINUSE') return false;
      throw new CannotStart(`WORKER_PORT cannot be listened on: ${message}`, { cause: error });
    }
    this.logger.info({ host, port }, 'listening');
    return true;
  }

  private async answer(request: IncomingMessage, to: ServerResponse): Promise<void> {
    const { method = '', url = '/', headers } = request;
    const requestId = requestIdOf(headers['x-request-id']);
    const path = pathOf(url);
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) to.setHeader(name, value);
    to.setHeader('x-request-id', requestId);
    if (this.readiness.stopping) to.setHeader('connection', 'close');
    try {
      const [mediaType, body] = await this.route(method, path)(request);
      to.writeHead(200, { 'content-type': mediaType }).end(body);
    } catch (error) {
      const problem: DomainError = asProblem(error, { method, path });
      if (problem.status === 500) this.logger.error({ requestId, err: error }, 'request failed');
      to.writeHead(problem.status, {
        ...problemHeaders(problem),
        ...(problem.code === methodNotAllowed.code && { allow: 'GET, HEAD' }),
        'content-type': PROBLEM_MEDIA_TYPE,
      }).end(JSON.stringify(problemDocument(problem, { path, requestId })));
    }
  }

  private route(method: string, path: string) {
    const route = Object.hasOwn(this.routes, path) ? this.routes[path] : undefined;
    if (!route) throw routeNotFound({ method, path: path.slice(0, 200) });
    if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed({ method, path });
    return route;
  }

  /** Asked once at a time, however many ask: the connections are for the work. */
  private check(): Promise<ReadinessView> {
    this.checking ??= this.readiness.check().finally(() => (this.checking = undefined));
    return this.checking;
  }
}

/** What the health of a process that is no host is served with. */
export interface HealthSettings extends Pick<ApiSettings, 'clock' | 'metricsToken' | 'migrations'> {
  readonly host: string;
  /** 0 where none is served. */
  readonly port: number;
}
