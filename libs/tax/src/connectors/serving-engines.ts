import { openCredentials, type KeyRing } from '@quittance/config';
import type { Tx } from '@quittance/database';
import { epochMs, type CompanyId, type Instant } from '@quittance/kernel';
import type { EngineAccount, TaxEngine } from '../engines/tax-engine.port.js';
import type { TaxEngines } from '../engines/tax-engines.js';
import type { TaxConnector } from './tax-connector.js';
import { findTaxConnectors } from './tax-connector.repository.js';

/** The external engine that serves a company. */
export interface ServingEngine {
  readonly connectorId: string;
  readonly provider: string;
  /** Whether it was marked as failing when it was read. */
  readonly failing: boolean;
  /** Undefined when this process has no adapter for the provider, or cannot open its secrets. */
  readonly engine: TaxEngine | undefined;
  readonly account: EngineAccount;
}

interface Choice {
  readonly until: number;
  /** Null: the built-in engine. */
  readonly serving: ServingEngine | null;
}

/** How long a choice is kept; a change in this process ends it at once. */
const KEPT_MS = 5 * 60_000;

/** Which engine serves a company. Mostly an answer from memory, so any transaction may ask. */
export class ServingEngines {
  private readonly choices = new Map<CompanyId, Choice>();
  /** Counts the changes of this process: what was read before one is not kept after it. */
  private changes = 0;

  constructor(
    private readonly engines: TaxEngines,
    private readonly keys: KeyRing,
  ) {}

  /** The active connector's engine; null where the built-in one serves. */
  async active(tx: Tx): Promise<ServingEngine | null> {
    const { companyId, now } = tx.ctx;
    const known = this.known(companyId, now);
    if (known) return known.serving;
    const before = this.changes;
    const connector = (await findTaxConnectors(tx)).find(({ active }) => active);
    const serving = connector ? this.serve(companyId, connector) : null;
    if (before === this.changes) {
      this.choices.set(companyId, { until: epochMs(now) + KEPT_MS, serving });
    }
    return serving;
  }

  /** The engine of one provider, active or not, for what was recorded with it. */
  async of(tx: Tx, provider: string): Promise<ServingEngine | undefined> {
    const connectors = await findTaxConnectors(tx);
    const connector = connectors.find((each) => each.provider === provider);
    return connector && this.serve(tx.ctx.companyId, connector);
  }

  serve(companyId: CompanyId, connector: TaxConnector): ServingEngine {
    const { id: connectorId, provider, settings, failingSince } = connector;
    const credentials = this.opened(companyId, connector);
    const account = { companyId, credentials: credentials ?? {}, settings };
    const engine = credentials ? this.engines.find(provider) : undefined;
    return { connectorId, provider, failing: failingSince !== null, engine, account };
  }

  /** Without its key a secret is lost; invoices are written all the same, by the fallback. */
  private opened(companyId: CompanyId, { provider, credentials }: TaxConnector) {
    try {
      return openCredentials(this.keys, { companyId, provider }, credentials);
    } catch {
      return undefined;
    }
  }

  /** Forgets the company's choice; called after its connectors have changed. */
  drop(companyId: CompanyId): void {
    this.changes += 1;
    this.choices.delete(companyId);
  }

  private known(companyId: CompanyId, now: Instant): Choice | undefined {
    const choice = this.choices.get(companyId);
    if (!choice) return undefined;
    const at = epochMs(now);
    // A clock that was set back keeps nothing for longer than it should be.
    return at < choice.until && at >= choice.until - KEPT_MS ? choice : undefined;
  }
}
