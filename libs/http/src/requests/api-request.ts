import type { Ctx, Instant, Unit } from '@quittance/kernel';
import type { FastifyRequest } from 'fastify';
import type { KeptFields } from '../fields/kept-fields.js';
import type { IdempotencyClaim } from '../idempotency/claim.js';

/** The facts of a request that hold before anybody is signed in. */
export interface RequestOrigin {
  readonly requestId: string;
  readonly ip: string;
  readonly locale: string;
  readonly now: Instant;
  readonly userAgent: string | null;
  /**
   * The route and who asks there, on routes for everybody: for whoever finds the host at a
   * standstill.
   */
  unit?: Unit;
}

export interface StreamedBody {
  /** SHA-256, once the body has been read to its end. */
  digest?: Buffer;
}

/** What the hooks, the parsers and the guards leave on a request. */
export interface ApiRequest extends FastifyRequest {
  origin: RequestOrigin;
  /** The credential of `Authorization: Bearer …`. */
  bearer?: string;
  /** Absent on public routes. */
  ctx?: Ctx;
  /** Reads the actor by themselves, where it was to be asked along with what they ask for. */
  readAnew?: () => Promise<unknown>;
  /** The bytes of a JSON body, or of any body on a route marked `@RawBody()`. */
  rawBody?: Buffer;
  /** Of a route that takes its body as a stream. */
  streamed?: StreamedBody;
  /** What is kept from whoever asks; absent where nothing is. */
  kept?: KeptFields;
  /** There was no place for its work, and no line of the log for it alone. */
  turnedAway?: boolean;
  /** The idempotency key this request holds. */
  claim?: IdempotencyClaim;
}
