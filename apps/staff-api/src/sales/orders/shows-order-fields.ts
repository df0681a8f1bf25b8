import {
  Injectable,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { Tx } from '@quittance/database';
import type { ApiRequest } from '@quittance/http/host';
import { OrderFields } from '@quittance/sales/host';
import { from, mergeMap, type Observable } from 'rxjs';

interface ShownOrder {
  readonly id: string;
}

/**
 * Puts the custom members of an order behind the standard ones of an answer, and of what is kept
 * for a repeated request in the same transaction.
 */
@Injectable()
export class OrderFieldsInterceptor implements NestInterceptor {
  constructor(private readonly fields: OrderFields) {}

  intercept(host: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = host.switchToHttp().getRequest<ApiRequest>();
    const { ctx } = request;
    if (!ctx) return next.handle();
    const { conclude } = ctx;
    const kept: { shown?: ShownOrder } = {};
    if (conclude) {
      request.ctx = Object.freeze({
        ...ctx,
        conclude: async (tx: unknown, answer: { readonly result: unknown } | null) => {
          if (!isOrder(answer?.result)) return conclude(tx, answer);
          kept.shown = await this.fields.showIn(tx as Tx, answer.result);
          return conclude(tx, { result: kept.shown });
        },
      });
    }
    return from(next.handle()).pipe(
      mergeMap(async (answer: unknown) => {
        if (!isOrder(answer)) return answer;
        return kept.shown?.id === answer.id ? kept.shown : this.fields.show(ctx, answer);
      }),
    );
  }
}

function isOrder(answer: unknown): answer is ShownOrder {
  return (
    typeof answer === 'object' && answer !== null && 'id' in answer && 'paymentStatus' in answer
  );
}

/** Every order that the controller answers comes with its custom fields. */
export const ShowsOrderFields = () => UseInterceptors(OrderFieldsInterceptor);
