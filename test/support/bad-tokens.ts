import { AccessTokens } from '@quittance/identity';
import type { Audience } from '@quittance/identity/host';
import {
  addSeconds,
  newId,
  type CompanyId,
  type Instant,
  type SessionId,
  type UserId,
} from '@quittance/kernel';
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';

/** Somebody whose own tokens would be taken. */
export interface Holder {
  readonly id: UserId;
  readonly companyId: CompanyId;
  readonly sessionId: SessionId;
}

interface Forged {
  readonly header?: object;
  readonly claims?: object;
  readonly key?: string;
  readonly digest?: string;
}

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function partsOf(token: string): [header: object, claims: object] {
  const [header, claims] = token
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as object);
  return [header ?? {}, claims ?? {}];
}

/**
 * Tokens that must open nothing, by what is wrong with them. `tokens` is the host's own maker; the
 * holder is good, so that nothing but the named fault is why one of them is refused.
 */
export function badTokens(
  tokens: AccessTokens,
  holder: Holder,
  now: Instant,
  audience: Audience,
  otherAudiences: readonly Audience[],
): Readonly<Record<string, string>> {
  const good = tokens.sign({ ...holder, audience }, now);
  const [goodHeader, goodClaims] = partsOf(good);
  const ownKey = tokens.key.export().toString();
  const forge = ({ header, claims, key = 'x'.repeat(32), digest = 'sha256' }: Forged) => {
    const parts = [
      { ...goodHeader, ...header },
      { ...goodClaims, ...claims },
    ];
    const signed = parts.map((part) => base64(part)).join('.');
    return `${signed}.${createHmac(digest, key).update(signed).digest('base64url')}`;
  };
  const [header = '', claims = '', signature = ''] = good.split('.');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const rsa = `${base64({ alg: 'RS256', typ: 'JWT' })}.${claims}`;
  const others = otherAudiences.map((other): [string, string] => [
    `of a ${other}`,
    tokens.sign({ ...holder, audience: other }, now),
  ]);
  return {
    garbage: 'nonsense',
    'three dots': '...',
    expired: tokens.sign({ ...holder, audience }, addSeconds(now, -3600)),
    'without a signature': `${header}.${claims}.`,
    'of the algorithm none': `${base64({ alg: 'none', typ: 'JWT' })}.${claims}.`,
    'of the algorithm nOnE': `${base64({ alg: 'nOnE', typ: 'JWT' })}.${claims}.${signature}`,
    'of another key': forge({}),
    'of an empty key': forge({ key: '' }),
    'of a key it names itself': forge({ header: { kid: '../../dev/null' }, key: '' }),
    'of another algorithm': forge({ header: { alg: 'HS512' }, digest: 'sha512' }),
    'of a key pair': `${rsa}.${sign('sha256', Buffer.from(rsa), privateKey).toString('base64url')}`,
    'with other claims': `${header}.${base64({ ...goodClaims, sub: newId() })}.${signature}`,
    'cut short': good.slice(0, -4),
    'of nobody': tokens.sign({ ...holder, id: newId<'user'>(), audience }, now),
    'of no company': tokens.sign({ ...holder, companyId: newId<'company'>(), audience }, now),
    'of no session': tokens.sign({ ...holder, sessionId: newId<'session'>(), audience }, now),
    'that names no session': forge({ claims: { sid: undefined }, key: ownKey }),
    'that names a session by a text': forge({ claims: { sid: 'x' }, key: ownKey }),
    'of an API key that is none': `qk_${'0'.repeat(75)}`,
    ...Object.fromEntries(others),
  };
}
