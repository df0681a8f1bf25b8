import {
  Injectable,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { InvoiceFields } from '@quittance/receivables/host';
import type { Tx } from '@quittance/database';
import type { ApiRequest } from '@quittance/http/host';
import { from, mergeMap, type Observable } from 'rxjs';

interface ShownInvoice {
  readonly id: string;
}

/**
 * Puts the custom members of an invoice behind the standard ones of an answer. Where the answer is
 * kept for a repeated request, they are put there in the same transaction, so that both are the
 * same.
 */
@Injectable()
export class InvoiceFieldsInterceptor implements NestInterceptor {
  constructor(private readonly fields: InvoiceFields) {}

  intercept(host: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = host.switchToHttp().getRequest<ApiRequest>();
    const { ctx } = request;
    if (!ctx) return next.handle();
    const { beforeCommit } = ctx;
    const kept: { shown?: ShownInvoice } = {};
    if (beforeCommit) {
      request.ctx = Object.freeze({
        ...ctx,
        beforeCommit: async (tx: unknown, result: unknown) => {
          if (!isInvoice(result)) return beforeCommit(tx, result);
          const shown = await this.fields.showIn(tx as Tx, result);
          kept.shown = shown;
          return beforeCommit(tx, shown);
        },
      });
    }
    return from(next.handle()).pipe(
      mergeMap(async (answer: unknown) => {
        if (!isInvoice(answer)) return answer;
        return kept.shown?.id === answer.id ? kept.shown : this.fields.show(ctx, answer);
      }),
    );
  }
}

function isInvoice(answer: unknown): answer is ShownInvoice {
  return typeof answer === 'object' && answer !== null && 'id' in answer && 'billTo' in answer;
}

/** Every invoice that the controller answers comes with its custom fields. */
export const ShowsInvoiceFields = () => UseInterceptors(InvoiceFieldsInterceptor);
