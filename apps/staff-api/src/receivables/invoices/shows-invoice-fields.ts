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
    const { conclude } = ctx;
    const kept: { shown?: ShownInvoice } = {};
    if (conclude) {
      request.ctx = Object.freeze({
        ...ctx,
        conclude: async (tx: unknown, answer: { readonly result: unknown } | null) => {
          if (!isInvoice(answer?.result)) return conclude(tx, answer);
          const shown = await this.fields.showIn(tx as Tx, answer.result);
          kept.shown = shown;
          return conclude(tx, { result: shown });
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
