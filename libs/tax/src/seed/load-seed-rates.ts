import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, sql, type Tx } from '@quittance/database';
import { invalidField, newId, type Ctx } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { newRevision } from '../rate-books/rate-books.js';
import { placeName, SEED_CODES, SEED_COUNTRIES, SEED_RATES, type SeedRate } from './seed-rates.js';

/** How many records were added; what was there already is left as it is. */
export interface SeedResult {
  readonly countries: readonly string[];
  readonly codes: number;
  readonly jurisdictions: number;
  readonly rates: number;
}

/** Adds codes that are missing; the first default code of a company is `standard`. */
const INSERT_CODES = sql(`
  insert into tax.code (company_id, id, code, name, is_default, created_at, updated_at)
  select k.id, s.id, s.code, s.name,
    s.code = 'standard' and not exists
      (select 1 from tax.code d where d.company_id = $1 and d.is_default),
    $5::timestamptz, $5::timestamptz
  from company.pub_company k
  cross join unnest($2::uuid[], $3::text[], $4::text[]) as s (id, code, name)
  where k.id = $1
  on conflict (company_id, code) do nothing`);

/** Adds countries, then states below the countries of the same code. */
const INSERT_JURISDICTIONS = sql(`
  insert into tax.jurisdiction (company_id, id, parent_id, level, code, name, created_at,
  updated_at)
  select k.id, s.id, p.id, case when s.region is null then 'country' else 'state' end,
    coalesce(s.region, s.country), s.name, $6::timestamptz, $6::timestamptz
  from company.pub_company k
  cross join unnest($2::uuid[], $3::text[], $4::text[], $5::text[])
    as s (id, country, region, name)
  left join tax.jurisdiction p on s.region is not null and p.company_id = $1
    and p.parent_id is null and p.level = 'country' and p.code = s.country
  where k.id = $1
  on conflict on constraint jurisdiction_code_key do nothing`);

/** Adds a rate where the place has none of its code and kind that begins on the day. */
const INSERT_RATES = sql(`
  insert into tax.rate (company_id, id, jurisdiction_id, tax_code, kind, rate, valid_from, valid_to,
    source, source_date, created_at, updated_at)
  select c.company_id, (s->>'id')::uuid, j.id, s->>'taxCode', s->>'kind', (s->>'rate')::numeric,
    (s->>'validFrom')::date, (s->>'validTo')::date, s->>'source', (s->>'sourceDate')::date,
    $3::timestamptz, $3::timestamptz
  from jsonb_array_elements($2::jsonb) as s
  join tax.jurisdiction c on c.company_id = $1 and c.level = 'country' and c.code = s->>'country'
  join tax.jurisdiction j on j.company_id = $1 and
    case when s->>'region' is null then j.id = c.id
      else j.parent_id = c.id and j.level = 'state' and j.code = s->>'region' end
  where not exists (select 1 from tax.rate r where r.company_id = $1 and r.jurisdiction_id = j.id
    and r.tax_code = s->>'taxCode' and r.kind = s->>'kind' and daterange(r.valid_from, r.valid_to,
      '[]') && daterange((s->>'validFrom')::date, (s->>'validTo')::date, '[]'))`);

/** Loads the starter set of countries into the company's set-up. Loading twice adds nothing. */
@Injectable()
export class LoadSeedRates {
  constructor(private readonly db: Database) {}

  /** @throws DomainError validation_failed */
  async execute(ctx: Ctx, countries: readonly string[]): Promise<SeedResult> {
    const unknown = countries.findIndex((country) => !SEED_COUNTRIES.includes(country));
    if (unknown >= 0) {
      const message = `must be one of ${SEED_COUNTRIES.join(', ')}`;
      throw invalidField(`/countries/${unknown}`, 'enum', message);
    }
    return this.db.write(ctx, (tx) => load(tx, [...new Set(countries)]));
  }
}

async function load(tx: Tx, countries: readonly string[]): Promise<SeedResult> {
  await newRevision(tx);
  const { companyId, now } = tx.ctx;
  const seeds = [...SEED_RATES, ...withoutTax(countries)].filter(({ country }) =>
    countries.includes(country),
  );
  const codes = [...new Set(seeds.map(({ taxCode }) => taxCode))];
  const names = codes.map((code) => SEED_CODES[code] ?? code);
  const codeIds = codes.map(() => newId());
  const addedCodes = await tx.run(INSERT_CODES, [companyId, codeIds, codes, names, now]);
  const places = (await addPlaces(tx, countries, [])) + (await addPlaces(tx, [], statesOf(seeds)));
  const rates = JSON.stringify(seeds.map((seed) => ({ ...seed, id: newId<'tax-rate'>() })));
  const addedRates = await tx.run(INSERT_RATES, [companyId, rates, now]);
  const result = { countries, codes: addedCodes, jurisdictions: places, rates: addedRates };
  const record = { object: 'tax-set-up', recordId: companyId };
  audit(tx, { action: 'tax_set_up.seeded', ...record, after: result });
  emit(tx, { type: 'record.updated', ...record, data: result });
  return result;
}

/** In each country goods may be zero rated or exempt by their code. */
function withoutTax(countries: readonly string[]): SeedRate[] {
  return countries.flatMap((country) =>
    (['zero', 'exempt'] as const).map((kind) => ({
      country,
      region: null,
      taxCode: kind,
      kind,
      rate: '0',
      validFrom: '2000-01-01',
      validTo: null,
      source: 'No tax by definition of the code',
      sourceDate: '2000-01-01',
    })),
  );
}

/** `US-CA` for every state among the seeds. */
function statesOf(seeds: readonly SeedRate[]): string[] {
  const states = seeds.flatMap(({ country, region }) => (region ? [`${country}-${region}`] : []));
  return [...new Set(states)];
}

function addPlaces(
  tx: Tx,
  countries: readonly string[],
  states: readonly string[],
): Promise<number> {
  const keys = [...countries, ...states];
  return tx.run(INSERT_JURISDICTIONS, [
    tx.ctx.companyId,
    keys.map(() => newId()),
    keys.map((key) => key.slice(0, 2)),
    keys.map((key) => (key.length > 2 ? key.slice(3) : null)),
    keys.map(placeName),
    tx.ctx.now,
  ]);
}
