import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, keyRing, open, seal, type Config, type Sealed } from '@quittance/config';
import { sql, type Tx } from '@quittance/database';
import type { CompanyId } from '@quittance/kernel';
import { newPushKey, type PushKey, type PushTarget } from './push-crypto.js';

interface KeyRow {
  readonly publicKey: string;
  readonly privateKey: Sealed;
}

/** By primary key. */
const FIND = sql(`
  select public_key as "publicKey", private_key as "privateKey"
  from portal.push_key where company_id = $1`);

/** Of two that are made at once the first stays. */
const KEEP = sql(`
  insert into portal.push_key (company_id, public_key, private_key, created_at)
  values ($1, $2, $3::jsonb, now()) on conflict (company_id) do nothing`);

/**
 * What pushes are made with is kept sealed, as the secrets of connectors are: the key of a company,
 * and where and by which keys a browser is reached.
 */
@Injectable()
export class PushVault {
  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'secretsKeys'>) {}

  sealTarget(target: PushTarget, place: SubscriptionPlace): Sealed {
    return seal(keyRing(this.config.secretsKeys), JSON.stringify(target), placeOf(place));
  }

  /** @throws Error when the key is gone, or the row was altered or moved */
  openTarget(sealed: Sealed, place: SubscriptionPlace): PushTarget {
    return JSON.parse(open(keyRing(this.config.secretsKeys), sealed, placeOf(place))) as PushTarget;
  }

  /** The key of the company, which is made the first time that anybody asks for it. */
  async keyOf(tx: Tx): Promise<PushKey> {
    const { companyId } = tx.ctx;
    const ring = keyRing(this.config.secretsKeys);
    let row = await tx.maybe<KeyRow>(FIND, [companyId]);
    if (!row) {
      const { publicKey, privateKey } = newPushKey();
      const sealed = JSON.stringify(seal(ring, privateKey, placeOfKey(companyId)));
      await tx.run(KEEP, [companyId, publicKey, sealed]);
      row = await tx.one<KeyRow>(FIND, [companyId]);
    }
    const { publicKey, privateKey } = row;
    return { publicKey, privateKey: open(ring, privateKey, placeOfKey(companyId)) };
  }
}

/** Whose address it is: it opens nowhere else. */
interface SubscriptionPlace {
  readonly companyId: CompanyId;
  readonly id: string;
}

const placeOf = ({ companyId, id }: SubscriptionPlace) => `portal-push/${companyId}/${id}`;
const placeOfKey = (companyId: CompanyId) => `portal-push-key/${companyId}`;
