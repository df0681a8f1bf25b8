import { CURRENCIES, currencyDigits } from '@quittance/money';
import type { QueryRunner } from 'typeorm';
import { APP_ROLE } from '../server/data-source.js';
import { ForwardMigration } from '../server/forward-migration.js';

/** The role of requests and jobs, and the one SQL function that knows currencies. */
export class ApplicationRole1764000010001 extends ForwardMigration {
  name = 'ApplicationRole1764000010001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`do $$ begin
      if not exists (select from pg_roles where rolname = '${APP_ROLE}') then
        create role ${APP_ROLE} nologin nosuperuser nobypassrls;
      end if;
    exception when duplicate_object or unique_violation then null; end $$`);
    // Since PostgreSQL 16 who creates a role is a member that may not become it: granted in any
    // case.
    await runner.query(`do $$ begin
      execute format('grant ${APP_ROLE} to %I', current_user);
    exception when insufficient_privilege then
      if not pg_has_role(current_user, '${APP_ROLE}', 'member') then raise; end if;
    end $$`);
    await runner.query(`grant usage on schema public to ${APP_ROLE}`);
    const odd = CURRENCIES.filter((code) => currencyDigits(code) !== 2);
    const cases = odd.map((code) => `when '${code}' then ${currencyDigits(code)}`).join(' ');
    await runner.query(`create function public.currency_digits(code text) returns integer
      language sql immutable parallel safe as $$ select case code ${cases} else 2 end $$`);
    await runner.query(`create function public.major_units(minor bigint, currency text)
      returns numeric language sql immutable parallel safe as
      $$ select minor / power(10::numeric, public.currency_digits(currency)) $$`);
  }
}
