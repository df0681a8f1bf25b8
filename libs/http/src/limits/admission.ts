import { Injectable } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { DomainError } from '@quittance/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { sendProblem } from '../problems/send-problem.js';
import type { ApiRequest } from '../requests/api-request.js';
import { RateWindows } from './rate-windows.js';

/** Work of which so much may wait and no more. */
export interface BoundedWork {
  /** What nobody has is told who would find no place; undefined while there is one. */
  readonly refusal: () => DomainError | undefined;
  /**
   * What of a body or of cookies may be a credential that has places of its own, and how often a
   * second it is let through to be looked up; asked without a look anywhere.
   */
  readonly claimsIn: (text: string) => readonly Claim[];
}

/** Something that may be such a credential. */
interface Claim {
  readonly counted: string;
  readonly most: number;
}

const SECOND = 1000;
/** Whoever asks for such work needs a few hundred bytes. */
const MOST_BYTES = 4096;

/** Signing in, of which a password is hashed. */
export const SIGN_INS = 'sign-ins';

/**
 * A route that asks for bounded work. While there is no place for it, whoever asks is turned away
 * before the route, its guards or the database are troubled.
 */
export const AsksFor = (work: string) => RouteConfig({ asksFor: work });

/**
 * Turns requests away for whose work there is no place, in the cheapest place there is: a storm of
 * them then takes little from who is served. It says nothing of who asks and about whom.
 */
@Injectable()
export class Admission {
  private readonly works = new Map<string, BoundedWork>();
  private readonly claims = new RateWindows();

  /** Said while the application starts. */
  bound(name: string, work: BoundedWork): void {
    this.works.set(name, work);
  }

  /** The hook of all requests. */
  readonly admit = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const { asksFor } = request.routeOptions.config as { readonly asksFor?: string };
    const work = asksFor === undefined ? undefined : this.works.get(asksFor);
    const refusal = work?.refusal();
    if (!work || !refusal) return done();
    const decide = (body: Buffer | null) => {
      const said = `${body?.toString('latin1') ?? ''}\n${request.headers.cookie ?? ''}`;
      if (work.claimsIn(said).some((claim) => this.admits(claim))) return done();
      (request as ApiRequest).turnedAway = true;
      return sendProblem(reply, refusal, request);
    };
    return peekAtBody(request.raw, decide);
  };

  private admits({ counted, most }: Claim): boolean {
    return this.claims.hit(counted, SECOND, most).wait === 0;
  }
}

/** Shows a small body, which stays to be read; null for another. */
function peekAtBody(raw: IncomingMessage, show: (body: Buffer | null) => void): void {
  const length = Number(raw.headers['content-length']);
  if (!(length > 0 && length <= MOST_BYTES)) return show(null);
  const pieces: Buffer[] = [];
  let taken = 0;
  const settle = (body: Buffer | null) => {
    raw.off('readable', look).off('close', fail);
    if (body) raw.unshift(body);
    show(body);
  };
  const fail = () => settle(null);
  const look = () => {
    const piece = raw.read() as Buffer | null;
    if (piece === null) return;
    pieces.push(piece);
    taken += piece.length;
    if (taken >= length) settle(pieces.length === 1 ? piece : Buffer.concat(pieces));
  };
  raw.on('readable', look).on('close', fail);
}
