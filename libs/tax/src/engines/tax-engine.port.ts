import type { PostalAddress } from '@quittance/company';
import type { CompanyId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import type { TaxKind, TaxParty } from '../calculation/pricing.js';
import type { EngineFailureKind } from './engine-failure.js';

/** The external engines that connectors can be set up for. */
export const TAX_PROVIDERS = ['avatax', 'taxjar'] as const;

/** One company's access to an external engine. Lives in memory only and is never logged. */
export interface EngineAccount {
  readonly companyId: CompanyId;
  /** By the names in `credentialSets`. */
  readonly credentials: Readonly<Record<string, string>>;
  readonly settings: EngineSettings;
}

export interface EngineSettings {
  /** Instead of the provider's public address. */
  readonly baseUrl?: string;
  /** Which of the provider's companies documents are recorded for. */
  readonly companyCode?: string;
}

/** One line to tax. */
export interface EngineLine {
  /** Ours; comes back with the answer. */
  readonly id: string;
  readonly quantity: string;
  readonly unitPrice: string;
  /** Minor units that were taken off the line. */
  readonly discount: bigint;
  /** Minor units after discount: net, or gross where prices include tax. */
  readonly amount: bigint;
  readonly taxCode: string | null;
}

/** What an engine is asked about a document. */
export interface EngineRequest {
  readonly currency: Currency;
  readonly date: LocalDate;
  readonly pricesIncludeTax: boolean;
  readonly seller: TaxParty;
  readonly customer: TaxParty & { readonly accountId: string };
  /** The certificate of the customer's exemption where it is delivered; null when there is none. */
  readonly exemption: string | null;
  readonly lines: readonly EngineLine[];
}

/** One tax of a line as the engine has it, amounts in minor units. */
export interface EngineTax {
  readonly jurisdiction: string | null;
  readonly kind: TaxKind;
  /** Percent. */
  readonly rate: string;
  readonly base: bigint;
  readonly tax: bigint;
}

/** What the engine says of one line. */
export interface EngineLineTax {
  readonly tax: bigint;
  readonly taxable: bigint;
  readonly taxes: readonly EngineTax[];
}

/** By the ids of the lines; a line that the engine said nothing usable about is missing. */
export type EngineAnswer = ReadonlyMap<string, EngineLineTax>;

/** A line of a document to be recorded, with the tax that the customer was charged. */
export interface RecordedLine extends EngineLine {
  readonly description: string;
  readonly itemCode: string | null;
  readonly tax: bigint;
}

/** An invoice that was recorded before. */
export interface RecordedInvoice {
  /** The number of the invoice: unique per company. */
  readonly code: string;
  /** Our id of it: unique everywhere. */
  readonly reference: string;
  /** The day whose rates it bears. */
  readonly date: LocalDate;
}

/** What a recorded document is known by. */
export interface RecordedName extends Pick<RecordedInvoice, 'code' | 'reference'> {
  /** The invoice that a credit note gives back a part of; null for an invoice. */
  readonly corrects: RecordedInvoice | null;
}

/**
 * A document as it is recorded with the provider: what the customer was really charged, or of a
 * credit note what the customer is given back. All amounts are positive; which of the two says
 * `corrects`.
 */
export interface EngineDocument extends EngineRequest, RecordedName {
  /** The day whose rates it bears, where that is not its own. */
  readonly taxDate?: LocalDate;
  readonly lines: readonly RecordedLine[];
  readonly net: bigint;
  readonly tax: bigint;
  /** Some of the tax was not computed by the provider. */
  readonly fallback: boolean;
}

/** What an engine says of an address. */
export interface EngineAddress {
  readonly valid: boolean;
  readonly address: PostalAddress;
  /** Why not, a sentence each. */
  readonly problems: readonly string[];
}

/**
 * What an external tax provider must offer. Calls are made outside any transaction, end with the
 * signal, are single tries, and fail with `TaxEngineFailure` only.
 */
export interface TaxEngine {
  /** As it stands in paths and in the data: `avatax`. */
  readonly name: string;
  /** Names of credentials that belong together; a connector needs all of one set. */
  readonly credentialSets: readonly (readonly string[])[];
  /** Settings it knows besides `baseUrl`. */
  readonly settingNames: readonly 'companyCode'[];
  /** The provider's own addresses, production first. */
  readonly publicOrigins: readonly string[];

  /** Asks the provider whether the credentials are good. */
  test(account: EngineAccount, signal: AbortSignal): Promise<void>;

  /** Null for an address that this provider knows nothing of. */
  validateAddress(
    account: EngineAccount,
    address: PostalAddress,
    signal: AbortSignal,
  ): Promise<EngineAddress | null>;

  /** The tax of each line; nothing is recorded. */
  calculate(
    account: EngineAccount,
    request: EngineRequest,
    signal: AbortSignal,
  ): Promise<EngineAnswer>;

  /**
   * Records the document as final and answers the provider's name for it. May be asked again for
   * the same document: then `again` is set, and an earlier try may have got through.
   */
  commit(
    account: EngineAccount,
    document: EngineDocument,
    call: { readonly signal: AbortSignal; readonly again: boolean },
  ): Promise<string | null>;

  /** Takes a recorded document back; one that was never recorded counts as taken back. */
  void(account: EngineAccount, document: RecordedName, signal: AbortSignal): Promise<void>;
}

/** The one error of calls to engines. The message is shown to staff: never a secret in it. */
export class TaxEngineFailure extends Error {
  override readonly name = 'TaxEngineFailure';

  constructor(
    readonly kind: EngineFailureKind,
    message: string,
    /** The lines that were refused, when it was not the whole document. */
    readonly lines: readonly string[] = [],
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
