import {
  Inject,
  Injectable,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  type Type,
} from '@nestjs/common';
import type { Tx } from '@quittance/database';
import type { ApiRequest } from '@quittance/http/host';
import type { Ctx } from '@quittance/kernel';
import { from, mergeMap, type Observable } from 'rxjs';

/** A document as it is answered. */
interface ShownDocument {
  readonly id: string;
}

/** The custom fields of one kind of document. */
interface DocumentFields {
  show<Shown extends ShownDocument>(ctx: Ctx, document: Shown): Promise<Shown>;
  showIn<Shown extends ShownDocument>(tx: Tx, document: Shown): Promise<Shown>;
}

/**
 * Puts the custom members of a document behind the standard ones of an answer. Where the answer is
 * kept for a repeated request, they are put there in the same transaction, so that both are the
 * same.
 * @param member by which its answers are known from others of the controller
 */
export function showsDocumentFields(fieldsOf: Type<DocumentFields>, member: string) {
  const isDocument = (answer: unknown): answer is ShownDocument =>
    typeof answer === 'object' && answer !== null && 'id' in answer && member in answer;

  @Injectable()
  class DocumentFieldsInterceptor implements NestInterceptor {
    constructor(@Inject(fieldsOf) private readonly fields: DocumentFields) {}

    intercept(host: ExecutionContext, next: CallHandler): Observable<unknown> {
      const request = host.switchToHttp().getRequest<ApiRequest>();
      const { ctx } = request;
      if (!ctx) return next.handle();
      const { conclude } = ctx;
      const kept: { shown?: ShownDocument } = {};
      if (conclude) {
        request.ctx = Object.freeze({
          ...ctx,
          conclude: async (tx: unknown, answer: { readonly result: unknown } | null) => {
            if (!isDocument(answer?.result)) return conclude(tx, answer);
            kept.shown = await this.fields.showIn(tx as Tx, answer.result);
            return conclude(tx, { result: kept.shown });
          },
        });
      }
      return from(next.handle()).pipe(
        mergeMap(async (answer: unknown) => {
          if (!isDocument(answer)) return answer;
          return kept.shown?.id === answer.id ? kept.shown : this.fields.show(ctx, answer);
        }),
      );
    }
  }
  return () => UseInterceptors(DocumentFieldsInterceptor);
}
