import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, keyRing, open, seal, type Config, type Sealed } from '@quittance/config';
import type { CompanyId } from '@quittance/kernel';
import type { CredentialId } from '../actors/portal-actor.js';

/** Whose secret it is: it opens nowhere else. */
export interface FactorOwner {
  readonly companyId: CompanyId;
  readonly credentialId: CredentialId;
}

/** Seals the secrets of authenticators as those of connectors are, by the keys of `SECRETS_KEY`. */
@Injectable()
export class MfaVault {
  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'secretsKeys'>) {}

  seal(secret: string, owner: FactorOwner): Sealed {
    return seal(keyRing(this.config.secretsKeys), secret, placeOf(owner));
  }

  /** @throws Error when the key is gone, or the row was altered or moved */
  open(sealed: Sealed, owner: FactorOwner): string {
    return open(keyRing(this.config.secretsKeys), sealed, placeOf(owner));
  }
}

const placeOf = ({ companyId, credentialId }: FactorOwner) =>
  `portal-mfa/${companyId}/${credentialId}`;
