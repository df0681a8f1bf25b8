import {
  applyDecorators,
  Injectable,
  SetMetadata,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Database } from '@quittance/database';
import { PortalActorReader } from '@quittance/portal';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { ApiRequest } from '../requests/api-request.js';

export const ALONG_MARK = 'quittance:actor-asked-along';

/**
 * Lets nothing out, answer or refusal, before it was heard that the actor still is who they were in
 * the request before. Who is another is read by the guard as everybody is, and the route begins
 * anew.
 */
@Injectable()
export class HearActor implements NestInterceptor {
  constructor(private readonly db: Database) {}

  intercept(host: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = host.switchToHttp().getRequest<ApiRequest>();
    return request.ctx?.askedAlong ? from(this.answer(request, next)) : next.handle();
  }

  private async answer(request: ApiRequest, next: CallHandler): Promise<unknown> {
    try {
      return await this.heard(request, next);
    } catch (error) {
      if (!(error instanceof PortalActorReader.Changed)) throw error;
      await request.readAnew?.();
      if (request.ctx?.askedAlong) throw error;
      return lastValueFrom(next.handle());
    }
  }

  private async heard({ ctx }: ApiRequest, next: CallHandler): Promise<unknown> {
    try {
      return await lastValueFrom(next.handle());
    } finally {
      // Of what asked the database for nothing, or failed before it was answered.
      if (ctx) await this.db.hearFirst(ctx);
    }
  }
}

/**
 * Of a route that only reads, and whose first statements leave in one write: whether the actor
 * still may is asked in that write, and not in a round trip before it.
 */
export const AsksActorAlong = () =>
  applyDecorators(SetMetadata(ALONG_MARK, true), UseInterceptors(HearActor));
