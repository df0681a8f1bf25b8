import { Inject, Injectable, Optional } from '@nestjs/common';
import type { PostalAddress } from '@quittance/company';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { EngineCalls } from '../engines/engine-calls.js';
import { TaxEngineFailure, type EngineAddress } from '../engines/tax-engine.port.js';
import type { ServingEngine } from '../connectors/serving-engines.js';
import { EngineQuotes } from '../quotes/engine-quotes.js';
import { BUILT_IN_ENGINE } from '../transactions/tax-transaction.js';
import { validateAddress, type AddressCheck } from './validate-address.js';

export interface CheckedAddress extends AddressCheck {
  /** Who said so. */
  readonly engine: string;
  /** Why the company's external engine did not say so, when it should have. */
  readonly fallbackReason: string | null;
}

/**
 * What the company's engine says of an address. Where an external one knows nothing of the country,
 * or does not answer, the built-in one looks at its form.
 */
@Injectable()
export class CheckAddress {
  constructor(
    private readonly db: Database,
    @Optional() @Inject(EngineQuotes) private readonly engines: EngineQuotes | null = null,
    @Optional() @Inject(EngineCalls) private readonly calls: EngineCalls | null = null,
  ) {}

  async execute(ctx: Ctx, given: Partial<PostalAddress>): Promise<CheckedAddress> {
    const own = { ...validateAddress(given), engine: BUILT_IN_ENGINE, fallbackReason: null };
    const { engines, calls } = this;
    if (!engines || !calls) return own;
    const serving = await this.db.read(ctx, (tx) => engines.active(tx));
    if (!serving?.engine) return own;
    try {
      const found = await resolve(calls, serving, own.address);
      return found ? checked(serving, found) : own;
    } catch (error) {
      if (!(error instanceof TaxEngineFailure)) throw error;
      return { ...own, fallbackReason: error.message };
    }
  }
}

async function resolve(
  calls: EngineCalls,
  { engine, account }: ServingEngine,
  address: PostalAddress,
): Promise<EngineAddress | null> {
  const ask = (signal: AbortSignal) => engine?.validateAddress(account, address, signal);
  return (await calls.promptly(async (signal) => ask(signal))) ?? null;
}

function checked({ provider }: ServingEngine, found: EngineAddress): CheckedAddress {
  const { valid, address, problems } = found;
  return {
    valid,
    address,
    problems: problems.map((message) => ({ code: 'unresolved', message })),
    engine: provider,
    fallbackReason: null,
  };
}
