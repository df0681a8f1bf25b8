import type { DistanceSalesYear, RegistrationScheme } from '@quittance/company';
import type { LocalDate } from '@quittance/calendar';
import type { BuyerKind } from '@quittance/registrations';
import type { ExemptionKind, TreatyKind } from './exemption-kinds.js';
import type { SupplyKind, TaxClass } from './decision.js';
import type { Consignment } from './import-limit.js';
import type { OptionFacts } from './options.js';

/** What the decision about the lines of a document depends on, besides what each of them sells. */
export interface DecisionFacts {
  /** The territory of tax the seller has its seat in: mostly the code of a country. */
  readonly seat: string | null;
  /** Where the supply begins: for goods where they are shipped from, else the seat. */
  readonly seller: string | null;
  /** The territory the supply ends in; the seller's own for a customer without an address. */
  readonly destination: string | null;
  /**
   * Whether the seller charges tax anywhere: it has a registration. One that names none is taken to
   * have one at its seat, if it has a number or rates there.
   */
  readonly charges: boolean;
  /** The registration at the seat is taken to be there. */
  readonly presumed: boolean;
  readonly registeredAtDeparture: boolean;
  readonly registeredThere: boolean;
  /** Whether it is known where in that country, as far as the tax depends on it. */
  readonly placed: boolean;
  /** A registration as a small business covers where the supply begins. */
  readonly smallBusiness: boolean;
  /** Registrations under the One-Stop-Shop of sellers in the Union, of others, and for imports. */
  readonly oneStopShop: boolean;
  readonly nonUnionShop: boolean;
  readonly importShop: boolean;
  /** How the goods of the document stand to the limit of that for imports. */
  readonly consignment: Consignment;
  /** Null while the company says nothing of it: it is taken for below. */
  readonly distanceSales: DistanceSalesYear['status'] | null;
  /** Null where nobody said: an id makes a business within the Union, and the border outside it. */
  readonly buyer: BuyerKind | null;
  /** The member state whose valid VAT id the customer has. */
  readonly buyerState: string | null;
  /** The customer has a number of the country the supply ends in. */
  readonly buyerRegisteredThere: boolean;
  /** Of the United States the state the supply ends in. */
  readonly state: string | null;
  /** Certificates that free the customer: of all tax, of all where it goes, or of none. */
  readonly exempt: 'everywhere' | 'there' | null;
  readonly treaty: TreatyFacts;
  /** A kind of certificate that the customer has here, and that no tax of the place knows. */
  readonly idle: ExemptionKind | null;
  /** The line says where it is supplied. */
  readonly atPlace: boolean;
  readonly india: IndianFacts | null;
  /** What the company has decided where the law leaves a choice. */
  readonly options: OptionFacts;
  /** A registration that would count, were it in force on the day. */
  readonly lapsed: LapsedRegistration | null;
}

/** Certificates under article 151 that hold where the supply ends, and where it begins. */
export interface TreatyFacts {
  readonly there: TreatyKind | null;
  readonly home: TreatyKind | null;
}

/** Begins later, or has ended. */
export interface LapsedRegistration {
  readonly country: string;
  readonly scheme: RegistrationScheme;
  /** Null of one that has ended. */
  readonly begins: LocalDate | null;
  readonly ended: LocalDate | null;
}

/** Of an Indian seller. */
export interface IndianFacts {
  /** Null where the registration says nothing of a letter of undertaking. */
  readonly undertaking: boolean | null;
  readonly composition: boolean;
  /** The customer is in India: what is supplied to them abroad is no export. */
  readonly ofResident: boolean;
  /** Within one state, or union territory. */
  readonly local: boolean;
}

/** A line as the decision sees it. */
export interface SuppliedLine {
  /** Null counts as services. */
  readonly kind: SupplyKind | null;
  readonly taxClass: TaxClass | null;
  /** B's sale to C of what A sends to C. */
  readonly triangular: boolean;
  /** Its code is one of services, and has a rate where it is supplied: the company says it is taxed. */
  readonly named: boolean;
}
