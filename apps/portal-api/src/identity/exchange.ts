import type { RequestOrigin } from '@quittance/http/host';
import type { Channel } from '@quittance/portal/host';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A request of who is not signed in yet, with where its cookies come from and go to. */
export interface Exchange {
  readonly origin: RequestOrigin;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export const channelOf = (session: 'token' | 'cookie' | undefined): Channel =>
  session === 'cookie' ? 'browser' : 'program';
