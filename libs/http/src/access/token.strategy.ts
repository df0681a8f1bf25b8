import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { AccessTokens, AUDIENCES, areWhole, type AccessClaims } from '@quittance/identity';
import { ExtractJwt, Strategy } from 'passport-jwt';

export const TOKEN_STRATEGY = 'access-token';

/** The directories whose tokens each host takes; the hosts share no secret either. */
const AUDIENCES_OF: Readonly<Record<string, readonly string[]>> = {
  'quittance-staff': ['staff'],
  'quittance-portal': AUDIENCES.filter((audience) => audience !== 'staff'),
};

/**
 * Verifies signature, issuer and audience. The time a token is good for is left to the guard, which
 * looks at it on every request, with the clock of the host.
 */
@Injectable()
export class TokenStrategy extends PassportStrategy(Strategy, TOKEN_STRATEGY) {
  constructor(tokens: AccessTokens) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      // A key object, as the types do not say: with a string every request would derive it anew.
      secretOrKey: tokens.key as unknown as Buffer,
      algorithms: ['HS256'],
      issuer: tokens.issuer,
      audience: AUDIENCES_OF[tokens.issuer] as string[],
      ignoreExpiration: true,
    });
  }

  validate(claims: AccessClaims): AccessClaims | false {
    return areWhole(claims) ? claims : false;
  }
}
