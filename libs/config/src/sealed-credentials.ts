import { open, seal, type KeyRing, type Sealed } from './secret-box.js';

/** A credential as it is stored. */
export interface SealedSecret extends Sealed {
  /** The only part that is ever shown. */
  readonly last4: string;
}

/** Whose credentials they are, and at which provider: what a sealed one is bound to. */
export interface CredentialOwner {
  readonly companyId: string;
  readonly provider: string;
}

/** A secret as it is shown: that it is there and how it ends, never more. */
export interface SecretView {
  readonly configured: true;
  readonly last4: string;
}

/** Seals a credential for one place; `place` names company, provider and field. */
export function sealSecret(ring: KeyRing, secret: string, place: string): SealedSecret {
  return { ...seal(ring, secret, place), last4: secret.slice(-4) };
}

/** Binds a sealed secret to its company, provider and field. */
export function sealingPlace(companyId: string, provider: string, field: string): string {
  return `${companyId}/${provider}/${field}`;
}

/** Seals credentials by name, each bound to its owner and name. */
export function sealCredentials(
  ring: KeyRing,
  { companyId, provider }: CredentialOwner,
  credentials: Readonly<Record<string, string>>,
): Record<string, SealedSecret> {
  return mapped(credentials, (name, secret) =>
    sealSecret(ring, secret, sealingPlace(companyId, provider, name)),
  );
}

/**
 * Opens what `sealCredentials` has sealed.
 * @throws Error when a key is gone, or a row was altered or moved to another owner
 */
export function openCredentials(
  ring: KeyRing,
  { companyId, provider }: CredentialOwner,
  sealed: Readonly<Record<string, SealedSecret>>,
): Record<string, string> {
  return mapped(sealed, (name, secret) =>
    open(ring, secret, sealingPlace(companyId, provider, name)),
  );
}

export function secretView({ last4 }: SealedSecret): SecretView {
  return { configured: true, last4 };
}

/** Sealed credentials as they are shown. */
export function credentialsView(
  sealed: Readonly<Record<string, SealedSecret>>,
): Record<string, SecretView> {
  return mapped(sealed, (_, secret) => secretView(secret));
}

/** Sealed credentials as the audit log keeps them: no secret, not even sealed. */
export function auditedCredentials(
  sealed: Readonly<Record<string, SealedSecret>>,
): Record<string, string> {
  return mapped(sealed, (_, { last4 }) => `…${last4}`);
}

function mapped<A, B>(
  from: Readonly<Record<string, A>>,
  make: (name: string, value: A) => B,
): Record<string, B> {
  return Object.fromEntries(Object.entries(from).map(([name, value]) => [name, make(name, value)]));
}
