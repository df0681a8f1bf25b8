import { Inject, Injectable } from '@nestjs/common';
import { AuditLog } from '@quittance/audit';
import type { DomainError } from '@quittance/kernel';
import { LOGGER, type Logger } from '../logging/logger.js';
import type { ApiRequest } from '../requests/api-request.js';

const FORBIDDEN = 403;

/** Puts into the audit log that somebody asked for what they may not do, whoever refused it. */
@Injectable()
export class RefusalLog {
  constructor(
    private readonly audit: AuditLog,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The refusal stands whether or not it could be logged. */
  async record(request: ApiRequest, { status, code, params }: DomainError): Promise<void> {
    const { ctx } = request;
    if (status !== FORBIDDEN || !ctx) return;
    const object = String(params.resource ?? request.routeOptions.url?.split('/')[1] ?? '');
    const recordId = (request.params as { id?: string }).id ?? null;
    const after = { code, ...params };
    try {
      await this.audit.record(ctx, { action: 'permission.refused', object, recordId, after });
    } catch (err) {
      this.logger.error({ err, requestId: request.id }, 'refusal not audited');
    }
  }
}
