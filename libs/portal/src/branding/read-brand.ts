import { Injectable } from '@nestjs/common';
import { readCompany } from '@quittance/company';
import { Database, sql } from '@quittance/database';
import type { Visitor } from '@quittance/identity';
import type { CompanyId } from '@quittance/kernel';
import { readBrandColour } from '../settings/brand-colour.js';
import { visitorCtx } from '../sign-in/portal-visitor.js';

const COMPANY = sql(`select company_id as "companyId" from portal.door_company($1)`);

/** What an application is dressed in before anybody has signed in. */
export interface Brand {
  readonly name: string;
  /** A PNG or JPEG as a data URL. */
  readonly logo: string | null;
  /** `#rrggbb`. */
  readonly colour: string | null;
}

/** Of no company in particular: what is shown where none is meant, or there is none such. */
export const NO_BRAND: Brand = Object.freeze({ name: 'Portal', logo: null, colour: null });

/** The name, logo and colour of a company, for whoever stands before its portals. */
@Injectable()
export class ReadBrand {
  constructor(private readonly db: Database) {}

  /** @param slug null: the only company there is */
  async execute(visitor: Visitor, slug: string | null): Promise<Brand> {
    const [known] = await this.db.door<{ companyId: CompanyId }>(COMPANY, [slug]);
    if (!known) return NO_BRAND;
    return this.db.read(visitorCtx(visitor, known.companyId), async (tx) => {
      const [{ legalName, logo }, colour] = [await readCompany(tx), await readBrandColour(tx)];
      return { name: legalName, logo, colour };
    });
  }
}
