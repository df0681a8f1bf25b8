import {
  Catch,
  Inject,
  Injectable,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import type { DomainError } from '@quittance/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RefusalLog } from '../access/refusal-log.js';
import { methodNotAllowed, routeNotFound } from '../http.errors.js';
import { StoredAnswer, sendStored } from '../idempotency/stored-answer.js';
import { LOGGER, type Logger } from '../logging/logger.js';
import type { ApiRequest } from '../requests/api-request.js';
import { pathOf } from '../requests/request-origin.js';
import { RouteMethods } from '../requests/route-methods.js';
import { asProblem } from './as-problem.js';
import { blankProblem } from './blank-problem.js';
import { sendProblem } from './send-problem.js';

/** Writes every refusal of a host, the framework's own included, as a problem document. */
@Catch()
@Injectable()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly routes: RouteMethods,
    private readonly refusals: RefusalLog,
  ) {}

  /** Nobody waits for the promise, so whatever fails in here ends here. */
  async catch(exception: unknown, host: ArgumentsHost): Promise<void> {
    try {
      await this.answer(exception, host);
    } catch (error) {
      this.logger.error({ err: error }, 'a refusal could not be written');
      host.switchToHttp().getResponse<FastifyReply>().raw.destroy();
    }
  }

  private async answer(exception: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    const request = http.getRequest<ApiRequest>();
    const reply = http.getResponse<FastifyReply>();
    if (exception instanceof StoredAnswer) return sendStored(reply, exception.row);
    const path = pathOf(request.url);
    const error = asProblem(exception, { method: request.method, path });
    if (error.status >= 500) this.log(request, error);
    await this.refusals.record(request, error);
    if (reply.sent || reply.raw.headersSent) {
      // The answer has begun: cutting the connection is the only way left to say that it is not
      // whole.
      reply.raw.destroy();
      return undefined;
    }
    const allowed =
      error.code === routeNotFound.code ? this.routes.besides(request.method, path) : [];
    if (allowed.length === 0) return this.send(reply, blankProblem(error, request.kept), request);
    reply.header('allow', allowed.join(', '));
    return sendProblem(reply, methodNotAllowed({ method: request.method, path }), request);
  }

  /** Pages say it in their own way to people. */
  protected send(reply: FastifyReply, error: DomainError, request: FastifyRequest): void {
    sendProblem(reply, error, request);
  }

  /**
   * Operators are called for errors: what is turned away on purpose, as anybody can bring about, is
   * none.
   */
  private log(request: ApiRequest, error: DomainError): void {
    const log = { requestId: request.id, route: request.routeOptions?.url };
    if (error.options.turnedAway) this.logger.warn(log, error.code);
    else this.logger.error({ ...log, err: error.cause ?? error }, error.code);
  }
}
