import { Inject, Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import {
  epochMs,
  isUuid,
  newId,
  type CompanyId,
  type Id,
  type Instant,
  type SessionId,
  type UserId,
} from '@quittance/kernel';
import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/** The directories that sign in; a token of one is refused by every guard of another. */
export const AUDIENCES = ['staff', 'customer', 'partner', 'vendor'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** Seconds an access token is good for. */
export const ACCESS_TOKEN_SECONDS = 3600;

const SHORTEST_SECRET = 32;

export interface TokenSettings {
  /** The two hosts share no secret and name themselves as issuer. */
  readonly host: 'staff' | 'portal';
  readonly secret: string;
}

export const TOKEN_SETTINGS = Symbol('token settings');

export interface AccessClaims {
  readonly sub: UserId;
  readonly cid: CompanyId;
  /** The session it was made in: a token is good for no longer than that lives. */
  readonly sid: SessionId;
  readonly aud: Audience;
  readonly iss: string;
  readonly iat: number;
  readonly exp: number;
  readonly jti: string;
  /** The staff user who looks at a portal as `sub`; absent of everybody who is themselves. */
  readonly act?: UserId;
}

/** Whom a token is made for. */
export interface TokenHolder {
  /** A user of staff or of a portal: of which, says the audience. */
  readonly id: Id<'user' | 'portal-user'>;
  readonly companyId: CompanyId;
  readonly sessionId: SessionId;
  readonly audience: Audience;
  /** Of somebody else who looks on as the holder, for so many seconds. */
  readonly by?: { readonly userId: UserId; readonly seconds: number };
}

/** Whether verified claims name everything that a guard looks up; tokens of old versions do not. */
export function areWhole({ sub, cid, sid, aud, exp, act }: AccessClaims): boolean {
  const named = isUuid(sub) && isUuid(cid) && isUuid(sid) && (act === undefined || isUuid(act));
  return named && typeof aud === 'string' && Number.isInteger(exp);
}

/** Signs and verifies the access tokens of one host (HS256). */
@Injectable()
export class AccessTokens {
  /** A key object, not text: verifying with it is fifty times cheaper. */
  readonly key: KeyObject;
  readonly issuer: string;
  /** Seconds a token is good for. */
  readonly lifeSeconds = ACCESS_TOKEN_SECONDS;
  private readonly jwt: JwtService;

  constructor(@Inject(TOKEN_SETTINGS) settings: TokenSettings) {
    if (Buffer.byteLength(settings.secret) < SHORTEST_SECRET) {
      throw new Error(
        `The token secret of the ${settings.host} host needs at least ${SHORTEST_SECRET} bytes`,
      );
    }
    this.key = createSecretKey(Buffer.from(settings.secret));
    this.issuer = `quittance-${settings.host}`;
    this.jwt = new JwtService({ secret: this.key });
  }

  sign(user: TokenHolder, now: Instant): string {
    const iat = Math.floor(epochMs(now) / 1000);
    const claims: AccessClaims = {
      sub: user.id as UserId,
      cid: user.companyId,
      sid: user.sessionId,
      aud: user.audience,
      iss: this.issuer,
      iat,
      exp: iat + (user.by?.seconds ?? ACCESS_TOKEN_SECONDS),
      jti: newId<'access-token'>(),
      ...(user.by && { act: user.by.userId }),
    };
    return this.jwt.sign(claims, { algorithm: 'HS256' });
  }

  /** The claims of a token of this host and audience, or undefined whatever is wrong with it. */
  verify(token: string, audience: Audience, now: Instant): AccessClaims | undefined {
    try {
      const claims = this.jwt.verify<AccessClaims>(token, {
        algorithms: ['HS256'],
        issuer: this.issuer,
        audience,
        clockTimestamp: Math.floor(epochMs(now) / 1000),
      });
      return areWhole(claims) && claims.aud === audience ? claims : undefined;
    } catch {
      return undefined;
    }
  }

  /** A key for another purpose, derived so that neither reveals the other. */
  derivedKey(purpose: string): KeyObject {
    return createSecretKey(Buffer.from(hkdfSync('sha256', this.key.export(), '', purpose, 32)));
  }
}
