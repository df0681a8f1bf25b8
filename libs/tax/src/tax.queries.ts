import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { TaxCode } from './codes/tax-code.js';
import { taxCodeKind } from './codes/tax-code.queries.js';
import type { TaxExemption } from './exemptions/tax-exemption.js';
import { taxExemptionKind } from './exemptions/tax-exemption.queries.js';
import type { TaxJurisdiction } from './jurisdictions/tax-jurisdiction.js';
import { taxJurisdictionKind } from './jurisdictions/tax-jurisdiction.queries.js';
import type { TaxRate } from './rates/tax-rate.js';
import { taxRateKind } from './rates/tax-rate.queries.js';
import { findSetUp } from './set-up-record.js';
import { taxTransactionView, type TaxTransactionView } from './transactions/tax-transaction.js';
import { findTaxTransaction } from './transactions/tax-transaction.repository.js';

/** Reads of single records; each may answer `not_found`. */
@Injectable()
export class TaxQueries {
  constructor(private readonly db: Database) {}

  code(ctx: Ctx, id: string): Promise<TaxCode> {
    return this.db.read(ctx, (tx) => findSetUp(tx, taxCodeKind, id));
  }

  jurisdiction(ctx: Ctx, id: string): Promise<TaxJurisdiction> {
    return this.db.read(ctx, (tx) => findSetUp(tx, taxJurisdictionKind, id));
  }

  rate(ctx: Ctx, id: string): Promise<TaxRate> {
    return this.db.read(ctx, (tx) => findSetUp(tx, taxRateKind, id));
  }

  exemption(ctx: Ctx, id: string): Promise<TaxExemption> {
    return this.db.read(ctx, (tx) => findSetUp(tx, taxExemptionKind, id));
  }

  transaction(ctx: Ctx, id: string): Promise<TaxTransactionView> {
    return this.db.read(ctx, async (tx) => taxTransactionView(await findTaxTransaction(tx, id)));
  }
}
