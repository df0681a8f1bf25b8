import {
  Inject,
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { AuditLog } from '@quittance/audit';
import { LOGGER, type ApiRequest, type Logger } from '@quittance/http';
import { DomainError, type Ctx } from '@quittance/kernel';
import { catchError, type Observable } from 'rxjs';

const FORBIDDEN = 403;

/**
 * Logs refusals that an operation itself makes (grants, administrators only, downloads), as the guard
 * does those of the matrix. The operation's own transaction is gone by then.
 */
@Injectable()
export class AuditRefusals implements NestInterceptor {
  constructor(
    private readonly audit: AuditLog,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  intercept(host: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = host.switchToHttp().getRequest<ApiRequest>();
    return next.handle().pipe(catchError((error: unknown) => this.refused(request, error)));
  }

  private async refused(request: ApiRequest, error: unknown): Promise<never> {
    const { ctx } = request;
    if (ctx && error instanceof DomainError && error.status === FORBIDDEN) {
      await this.log(ctx, request, error);
    }
    throw error;
  }

  /** A refusal stands whether or not it could be logged. */
  private async log(ctx: Ctx, request: ApiRequest, { code, params }: DomainError): Promise<void> {
    const object = request.routeOptions.url?.split('/')[1] ?? '';
    const recordId = (request.params as { id?: string }).id ?? null;
    const after = { code, ...params };
    try {
      await this.audit.record(ctx, { action: 'permission.refused', object, recordId, after });
    } catch (err) {
      this.logger.error({ err, requestId: request.id }, 'refusal not audited');
    }
  }
}
