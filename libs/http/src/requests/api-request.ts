import type { Ctx, Instant } from '@quittance/kernel';
import type { FastifyRequest } from 'fastify';

/** The facts of a request that hold before anybody is signed in. */
export interface RequestOrigin {
  readonly requestId: string;
  readonly ip: string;
  readonly locale: string;
  readonly now: Instant;
  readonly userAgent: string | null;
}

/** What the guard and the hooks leave on a request. */
export interface ApiRequest extends FastifyRequest {
  origin: RequestOrigin;
  /** Absent on public routes. */
  ctx?: Ctx;
  /** The bytes of the body, on routes marked `@RawBody()` and beside an idempotency key. */
  rawBody?: Buffer;
}
