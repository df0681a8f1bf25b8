import { DomainError, parseInstant } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { Companies } from './companies.js';
import { companyToday } from './company.js';
import { readCompany } from './company.queries.js';
import { CompanyChecks } from './company-checks.js';
import { UpdateCompany } from './update-company.js';

let t: TestDatabase;
let companies: Companies;
beforeAll(async () => {
  t = await testDatabase();
  companies = new Companies(t.db);
});
afterAll(() => t.close());

async function codeOf(attempt: Promise<unknown>): Promise<string> {
  return attempt.then(
    () => 'done',
    (error: unknown) => (error instanceof DomainError ? error.code : `unexpected: ${error}`),
  );
}

const acme = { slug: 'acme', legalName: 'Acme Ltd', baseCurrency: 'EUR' };

describe('Companies', () => {
  it('makes a company once per slug and finds it from outside', async () => {
    const id = await companies.create(acme, t.clock.now());
    expect(await companies.idOf('acme')).toBe(id);
    expect(await companies.activeIds()).toContain(id);
    expect(await codeOf(companies.create(acme, t.clock.now()))).toBe('company_slug_taken');
    expect(await companies.idOf('nobody')).toBeUndefined();
  });

  it.each(['', 'Acme', 'a b', '-a', 'a'.repeat(64)])('refuses the slug %j', async (slug) => {
    const made = companies.create({ ...acme, slug }, t.clock.now());
    expect(await codeOf(made)).toBe('validation_failed');
  });

  it('leaves closed companies out of the jobs', async () => {
    const ctx = await t.newCompany();
    await t.db.write(ctx, (tx) => tx.run('update company.company set active = false'));
    expect(await companies.activeIds()).not.toContain(ctx.companyId);
  });
});

describe('a company', () => {
  it('is the only one its transactions see and change', async () => {
    const [one, two] = [await t.newCompany(), await t.newCompany()];
    await t.db.write(one, (tx) => tx.run(`update company.company set legal_name = 'Mine'`));
    const names = await Promise.all(
      [one, two].map((ctx) =>
        t.db.read(ctx, (tx) => tx.rows('select legal_name from company.company')),
      ),
    );
    expect(names).toEqual([[{ legal_name: 'Mine' }], [{ legal_name: 'Test Company Ltd' }]]);
  });

  it('loses no change of two people who saw the same version', async () => {
    const ctx = await t.newCompany();
    const update = new UpdateCompany(t.db, new CompanyChecks());
    const codes = await Promise.all(
      ['A', 'B'].map((legalName) => codeOf(update.execute(ctx, { legalName }, 1))),
    );
    expect(codes.sort()).toEqual(['done', 'precondition_failed']);
    expect((await t.db.read(ctx, readCompany)).version).toBe(2);
  });
});

describe('companyToday', () => {
  it.each([
    ['UTC', '2026-03-01'],
    ['Pacific/Kiritimati', '2026-03-02'],
    ['America/Los_Angeles', '2026-03-01'],
  ])('is the calendar date in %s', (timeZone, today) => {
    expect(companyToday({ timeZone }, parseInstant('2026-03-01T12:00:00Z'))).toBe(today);
  });
});
