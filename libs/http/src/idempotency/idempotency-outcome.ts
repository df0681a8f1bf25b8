import { Inject, Injectable } from '@nestjs/common';
import { references, validationFailed } from '@quittance/kernel';
import type { FastifyReply } from 'fastify';
import { LOGGER, type Logger } from '../logging/logger.js';
import type { ApiRequest } from '../requests/api-request.js';
import type { IdempotencyClaim, KeptAnswer } from './claim.js';
import { IdempotencyKeys } from './idempotency-keys.js';

/** Decides what becomes of a key when its request is answered. */
@Injectable()
export class IdempotencyOutcome {
  constructor(
    private readonly keys: IdempotencyKeys,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * A success or a refusal by a business rule is kept; whatever came to nothing lets the key go,
   * and what broke off half-way leaves it to the same request.
   * Never fails: the answer goes out in any case, and an unkept key is free again after a minute.
   */
  async settle(
    request: ApiRequest,
    claim: IdempotencyClaim,
    reply: FastifyReply,
    payload: unknown,
  ): Promise<void> {
    claim.rest?.();
    try {
      const answer = answerOf(reply, payload);
      if (!answer || !isKept(answer) || !claim.fingerprint()) await this.keys.release(claim);
      else if (!claim.kept || differs(claim.kept, answer)) await this.keys.keep(claim, answer);
    } catch (error) {
      this.logger.error({ err: error, requestId: request.id }, 'idempotency key not settled');
    }
  }
}

function answerOf(reply: FastifyReply, payload: unknown): KeptAnswer | undefined {
  if (payload !== undefined && payload !== null && typeof payload !== 'string') return undefined;
  const header = (name: string) => (reply.getHeader(name) as string | undefined) ?? null;
  return {
    status: reply.statusCode,
    contentType: header('content-type'),
    location: header('location'),
    etag: header('etag'),
    body: payload ?? '',
  };
}

/** What is wrong with the request itself; it may be sent again once that is put right. */
const OF_THE_REQUEST: readonly string[] = [validationFailed.code, references.notFound.code];

function isKept({ status, body }: KeptAnswer): boolean {
  if (status < 300 || status === 409) return true;
  return status === 422 && !OF_THE_REQUEST.includes((JSON.parse(body) as { code: string }).code);
}

/** What was not made for its caller is another, whatever it says. */
function differs(a: KeptAnswer, b: KeptAnswer): boolean {
  return (
    a.unshown === true ||
    a.status !== b.status ||
    a.body !== b.body ||
    a.etag !== b.etag ||
    a.location !== b.location
  );
}
