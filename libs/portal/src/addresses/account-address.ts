import { isCountry } from '@quittance/registrations';
import { invalidFields, type AccountId, type FieldError, type Id } from '@quittance/kernel';

export type AddressId = Id<'portal-address'>;

/** What of an address is written on a parcel. */
export interface AddressParts {
  readonly line1: string;
  readonly line2: string | null;
  readonly city: string;
  /** The ISO 3166-2 suffix, where the country has such. */
  readonly region: string | null;
  readonly postalCode: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

/** Where an account has things delivered. */
export interface AccountAddress extends AddressParts {
  readonly id: AddressId;
  readonly version: number;
  readonly accountId: AccountId;
  /** By what it is told from others: `Warehouse`. */
  readonly label: string;
  readonly recipient: string | null;
}

export interface NewAddress {
  /** The user's own unless said. */
  readonly accountId?: string | undefined;
  readonly label: string;
  readonly recipient?: string | null | undefined;
  readonly line1: string;
  readonly line2?: string | null | undefined;
  readonly city: string;
  readonly region?: string | null | undefined;
  readonly postalCode?: string | null | undefined;
  readonly country: string;
}

/** A merge: what is absent stays. */
export type AddressPatch = Partial<Omit<NewAddress, 'accountId'>>;

type Said = Omit<AccountAddress, 'id' | 'version' | 'accountId'>;

/** An address with what is said of it. @throws DomainError validation_failed */
export function addressWith(known: Said, said: AddressPatch): Said {
  const all = {
    label: plain(said.label, known.label),
    recipient: plain(said.recipient, known.recipient),
    line1: plain(said.line1, known.line1),
    line2: plain(said.line2, known.line2),
    city: plain(said.city, known.city),
    region: plain(said.region, known.region),
    postalCode: plain(said.postalCode, known.postalCode),
    country: plain(said.country, known.country),
  };
  const errors: FieldError[] = [];
  for (const name of ['label', 'line1', 'city'] as const) {
    if (all[name] === null) errors.push(wrong(name, 'required', 'must be given'));
  }
  if (all.country === null || !isCountry(all.country)) {
    errors.push(wrong('country', 'enum', 'must be an ISO 3166 alpha-2 code'));
  }
  if (errors.length > 0) throw invalidFields(errors);
  return all as Said;
}

/** Of nothing but spaces nothing is left. */
function plain(said: string | null | undefined, known: string | null): string | null {
  return said === undefined ? known : said?.trim() || null;
}

const wrong = (name: string, code: string, message: string): FieldError => ({
  pointer: `/${name}`,
  code,
  message,
});

export const NOTHING_SAID: Said = {
  label: '',
  recipient: null,
  line1: '',
  line2: null,
  city: '',
  region: null,
  postalCode: null,
  country: '',
};
