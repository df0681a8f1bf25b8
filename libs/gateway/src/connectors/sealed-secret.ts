import { seal, type KeyRing, type Sealed } from '@quittance/config';

/** A credential as it is stored. */
export interface SealedSecret extends Sealed {
  /** The only part that is ever shown. */
  readonly last4: string;
}

/** Seals a credential for one place; `place` names company, provider and field. */
export function sealSecret(ring: KeyRing, secret: string, place: string): SealedSecret {
  return { ...seal(ring, secret, place), last4: secret.slice(-4) };
}
