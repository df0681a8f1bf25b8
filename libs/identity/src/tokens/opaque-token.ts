import { isUuid, type CompanyId } from '@quittance/kernel';
import { createHash, createHmac, randomBytes, type KeyObject } from 'node:crypto';

/** What a token is for; it leads the text so that a leaked one can be recognised. */
export type TokenKind = 'qr' | 'qp' | 'qk' | 'qd' | 'qc' | 'qm' | 'qv';

/** A 256-bit secret that names its company, so that finding its row crosses no company. */
export interface OpaqueToken {
  readonly kind: TokenKind;
  readonly companyId: CompanyId;
  readonly secret: Buffer;
}

const SECRET_BYTES = 32;
const SHAPE = /^(qr|qp|qk|qd|qc|qm|qv)_([0-9a-f]{32})([\w-]{43})$/;

export function newOpaqueToken(kind: TokenKind, companyId: CompanyId): OpaqueToken {
  return { kind, companyId, secret: randomBytes(SECRET_BYTES) };
}

/**
 * `qr_` + company in hexadecimal + secret in base64url: 78 characters without punctuation to
 * escape.
 */
export function formatToken({ kind, companyId, secret }: OpaqueToken): string {
  return `${kind}_${companyId.replaceAll('-', '')}${secret.toString('base64url')}`;
}

/** The parts of a token of this kind, or undefined when the text is not one. */
export function parseToken(text: string, kind: TokenKind): OpaqueToken | undefined {
  const parts = SHAPE.exec(text);
  if (!parts || parts[1] !== kind) return undefined;
  const companyId = (parts[2] ?? '').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  const secret = Buffer.from(parts[3] ?? '', 'base64url');
  if (!isUuid(companyId) || secret.length !== SECRET_BYTES) return undefined;
  return { kind, companyId: companyId as CompanyId, secret };
}

/** What is stored. A 256-bit random secret needs no slow hash. */
export function hashToken({ secret }: OpaqueToken): Buffer {
  return createHash('sha256').update(secret).digest();
}

/**
 * The next token of a family, computed from the one presented and a key of the host. Presenting the
 * same token twice gives the same child without storing it, and the parent alone does not reveal
 * it.
 */
export function childToken(parent: OpaqueToken, key: KeyObject): OpaqueToken {
  return { ...parent, secret: createHmac('sha256', key).update(parent.secret).digest() };
}
