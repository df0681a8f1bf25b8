import { createHmac, hkdfSync } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  CONFIG,
  keyRing,
  open,
  seal,
  type Config,
  type KeyRing,
  type Sealed,
} from '@quittance/config';
import type { AccountId, CompanyId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { Cart } from './cart.js';
import type { PricedCart } from './price-cart.js';

/** What a cart was shown to come to, in minor units. */
export interface ShownTotals {
  readonly accountId: AccountId;
  /** Of the cart. */
  readonly version: number;
  readonly currency: Currency;
  readonly pricesIncludeTax: boolean;
  readonly net: bigint;
  readonly tax: bigint;
  /** By what tells one tax from another. */
  readonly taxes: Readonly<Record<string, bigint>>;
}

export function cartTotals(
  { accountId, version }: Pick<Cart, 'accountId' | 'version'>,
  cart: PricedCart,
): ShownTotals {
  const { subtotal: net, taxTotal: tax, groups } = cart.document;
  const taxes = groups.map(({ jurisdiction, taxCode, kind, rate, tax: each }) => [
    JSON.stringify([jurisdiction, taxCode, kind, rate]),
    each,
  ]);
  return {
    accountId,
    version,
    currency: cart.currency,
    pricesIncludeTax: cart.pricesIncludeTax,
    net,
    tax,
    taxes: Object.fromEntries(taxes) as ShownTotals['taxes'],
  };
}

/** Characters that what is shown is filled up to: its length would tell how long the sums are. */
const BLOCK = 512;
/** Digits of any sum, with its sign. */
const WIDEST_SUM = 40;

type Place = Pick<Cart, 'portalUserId'> & { readonly companyId: CompanyId };

/**
 * What somebody was shown goes with them sealed: it comes back with the order, tells nobody a price
 * who may see none, and is good for nobody else.
 */
@Injectable()
export class PriceTokens {
  private readonly keys: KeyRing;
  private readonly digestKey: Buffer;

  constructor(@Inject(CONFIG) { secretsKeys }: Pick<Config, 'secretsKeys'>) {
    this.keys = keyRing(secretsKeys);
    const active = this.keys.keys.get(this.keys.activeId) ?? '';
    this.digestKey = Buffer.from(hkdfSync('sha256', active, '', 'digest of a cart', 32));
  }

  /**
   * Hexadecimal, the same for the same text under one key: what is made of it says no sum to
   * whoever tries all of them.
   */
  digest(text: string): string {
    return createHmac('sha256', this.digestKey).update(text).digest('hex');
  }

  of(place: Place, shown: ShownTotals): string {
    const text = JSON.stringify(shown, (_, value: unknown) =>
      typeof value === 'bigint' ? value.toString().padStart(WIDEST_SUM) : value,
    );
    const filled = text.padEnd(Math.ceil(text.length / BLOCK) * BLOCK);
    const { keyId, iv, tag, text: sealed } = seal(this.keys, filled, placeOf(place));
    return Buffer.from([keyId, iv, tag, sealed].join('.')).toString('base64url');
  }

  /** What a token says; undefined where it is none of this user. */
  read(place: Place, token: string): ShownTotals | undefined {
    const [keyId = '', iv = '', tag = '', text = ''] = Buffer.from(token, 'base64url')
      .toString('utf8')
      .split('.');
    const sealed: Sealed = { keyId, iv, tag, text };
    try {
      return parsed(open(this.keys, sealed, placeOf(place)));
    } catch {
      return undefined;
    }
  }
}

function placeOf({ companyId, portalUserId }: Place): string {
  return `${companyId}/cart/${portalUserId}`;
}

type Plain = 'accountId' | 'version' | 'currency' | 'pricesIncludeTax';

interface Kept extends Pick<ShownTotals, Plain> {
  readonly net: string;
  readonly tax: string;
  readonly taxes: Readonly<Record<string, string>>;
}

function parsed(text: string): ShownTotals {
  const { net, tax, taxes, ...plain } = JSON.parse(text) as Kept;
  const minor = Object.entries(taxes).map(([name, each]) => [name, BigInt(each)]);
  return {
    ...plain,
    net: BigInt(net),
    tax: BigInt(tax),
    taxes: Object.fromEntries(minor) as ShownTotals['taxes'],
  };
}
