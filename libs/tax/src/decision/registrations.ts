import type { RegistrationScheme, TaxRegistration } from '@quittance/company';
import type { LocalDate } from '@quittance/calendar';
import { normalRegion, taxesByRegion } from '../addresses/regions.js';
import type { LapsedRegistration } from './facts.js';
import { NORTHERN_IRELAND, territoryOf } from './territories.js';

/** The registrations of a seller that are in force on a day. */
export class RegistrationsInForce {
  private readonly inForce: readonly TaxRegistration[];
  private readonly others: readonly TaxRegistration[];
  /** Whether the seller is registered anywhere, now or at another time. */
  readonly any: boolean;

  /**
   * @param presumed where a seller that names no registration is taken to have one
   */
  constructor(
    named: readonly TaxRegistration[],
    private readonly date: LocalDate,
    private readonly presumed: TaxRegistration | null = null,
  ) {
    const registrations = presumed && named.length === 0 ? [presumed] : named;
    this.any = registrations.length > 0;
    const isInForce = ({ validFrom = null, validTo = null }: TaxRegistration) =>
      isWithin(date, validFrom, validTo);
    this.inForce = registrations.filter(isInForce);
    this.others = registrations.filter((each) => !isInForce(each));
  }

  /**
   * One that is not in force and would count for what ends in a territory: there, or for consumers
   * of another member state under a One-Stop-Shop. One that begins later comes first.
   */
  lapsedAt(territory: string | null, shop: RegistrationScheme | null): LapsedRegistration | null {
    const found = this.others
      .filter((each) => {
        const scheme = schemeOf(each);
        if (scheme === shop) return true;
        const isOrdinary = scheme === 'normal' || scheme === 'small_business';
        return isOrdinary && territory !== null && territoriesOf(each).includes(territory);
      })
      .map((each): LapsedRegistration => {
        const { country, validFrom = null, validTo = null } = each;
        const begins = validFrom !== null && validFrom > this.date ? validFrom : null;
        return { country, scheme: schemeOf(each), begins, ended: begins ? null : validTo };
      });
    return found.find(({ begins }) => begins !== null) ?? found.at(0) ?? null;
  }

  /** The normal registration that covers a place; one without a region covers its country. */
  at(territory: string | null, region: string | null): TaxRegistration | null {
    return this.find('normal', territory, region) ?? null;
  }

  /** Whether it has the tax of this very region, which that of the country does not cover. */
  hasRegion(country: string, region: string): boolean {
    const named = normalRegion(country, region);
    return this.inForce.some(
      (each) =>
        each.country === country &&
        (each === this.presumed || (named !== null && regionOf(each) === named)),
    );
  }

  /**
   * Whether it has the tax of a country itself: by the country, or by a region of it.
   * @param isOther regions whose registration is one for a tax of their own
   */
  hasCountry(country: string, isOther: (region: string) => boolean): boolean {
    return this.inForce.some((each) => {
      if (each.country !== country || schemeOf(each) !== 'normal') return false;
      const region = regionOf(each);
      return region === null || !isOther(region);
    });
  }

  /** Whether it is registered anywhere in a country. */
  isIn(country: string | null): boolean {
    return this.inForce.some((each) => each.country === country && schemeOf(each) === 'normal');
  }

  isSmallBusinessAt(territory: string | null): boolean {
    return this.find('small_business', territory, null) !== undefined;
  }

  has(scheme: RegistrationScheme): boolean {
    return this.inForce.some((each) => schemeOf(each) === scheme);
  }

  /** Null where no registration says anything of a letter of undertaking. */
  get undertaking(): boolean | null {
    const told = this.inForce.filter(
      ({ undertakingFrom = null, undertakingTo = null }) =>
        undertakingFrom !== null || undertakingTo !== null,
    );
    if (told.length === 0) return null;
    return told.some(({ undertakingFrom = null, undertakingTo = null }) =>
      isWithin(this.date, undertakingFrom, undertakingTo),
    );
  }

  private find(
    scheme: RegistrationScheme,
    territory: string | null,
    region: string | null,
  ): TaxRegistration | undefined {
    return this.inForce.find((each) => {
      if (schemeOf(each) !== scheme || territory === null) return false;
      if (!territoriesOf(each).includes(territory)) return false;
      const own = regionOf(each);
      // A registration in one state of India is one for sales to all.
      if (own === null || !taxesByRegion(each.country) || each.country === 'IN') return true;
      return own === normalRegion(each.country, region);
    });
  }
}

function schemeOf({ scheme = 'normal' }: TaxRegistration): RegistrationScheme {
  return scheme;
}

function regionOf({ country, region = null }: TaxRegistration): string | null {
  return region === null ? null : (normalRegion(country, region) ?? region);
}

/** The territories of tax that a registration is one of; Northern Ireland has ids of its own. */
function territoriesOf({ country, region = null, number }: TaxRegistration): string[] {
  const { code } = territoryOf({ country, postalCode: null });
  if (region !== null && !taxesByRegion(country)) return [`${country}-${region}`];
  const territories = [code ?? country];
  if (country === 'GB' && /^\s*XI/i.test(number)) territories.push(NORTHERN_IRELAND);
  return territories;
}

function isWithin(date: LocalDate, from: LocalDate | null, to: LocalDate | null): boolean {
  return (from === null || from <= date) && (to === null || date <= to);
}
