-- The schema as all migrations leave it, for reading a change of it in review; the
-- migrations make it. Indexes and columns that a company's own fields get while it works are no
-- part of it, and what is made for a cluster is not either. Generated from a migrated database by
-- `npm run docs:generate`.

create schema access;
grant usage on schema access to quittance_app;

create table access.api_key (
  company_id uuid not null,
  id uuid not null,
  name text not null,
  secret_hash bytea not null,
  last_characters text not null,
  role_id uuid not null,
  created_by uuid,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint api_key_pkey PRIMARY KEY (company_id, id),
  constraint api_key_secret_key UNIQUE (company_id, secret_hash),
  constraint api_key_role_fk FOREIGN KEY (company_id, role_id) REFERENCES access.role(company_id, id)
);
alter table access.api_key enable row level security;
alter table access.api_key force row level security;
create policy company on access.api_key for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on access.api_key for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX api_key_role_index ON access.api_key USING btree (company_id, role_id);
grant delete, insert, select, update on table access.api_key to quittance_app;

create table access.role (
  company_id uuid not null,
  id uuid not null,
  name text not null,
  description text,
  built_in boolean not null,
  matrix jsonb not null,
  scopes jsonb not null,
  grants jsonb not null,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  fields jsonb not null default '{}'::jsonb,
  constraint role_pkey PRIMARY KEY (company_id, id)
);
alter table access.role enable row level security;
alter table access.role force row level security;
create policy company on access.role for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on access.role for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE UNIQUE INDEX role_built_in_key ON access.role USING btree (company_id) WHERE built_in;
CREATE UNIQUE INDEX role_name_key ON access.role USING btree (company_id, lower(name));
grant delete, insert, select, update on table access.role to quittance_app;

create table access.user_role (
  company_id uuid not null,
  user_id uuid not null,
  role_id uuid not null,
  constraint user_role_pkey PRIMARY KEY (company_id, user_id, role_id),
  constraint user_role_role_fk FOREIGN KEY (company_id, role_id) REFERENCES access.role(company_id, id),
  constraint user_role_user_fk FOREIGN KEY (company_id, user_id) REFERENCES identity.staff_user(company_id, id)
);
alter table access.user_role enable row level security;
alter table access.user_role force row level security;
create policy company on access.user_role for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on access.user_role for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX user_role_role_index ON access.user_role USING btree (company_id, role_id);
grant delete, insert, select, update on table access.user_role to quittance_app;

create view access.pub_api_key (
  company_id /* uuid */,
  id /* uuid */,
  created_by /* uuid */
) with (security_invoker=true) as
 SELECT company_id,
    id,
    created_by
   FROM access.api_key t;
grant select on table access.pub_api_key to quittance_app;
comment on view access.pub_api_key is 'An API key of a company, whether it still serves or not.';
comment on column access.pub_api_key.company_id is 'The company.';
comment on column access.pub_api_key.id is 'The key.';
comment on column access.pub_api_key.created_by is 'The user who made it; empty where a program did.';

create view access.pub_role (
  company_id /* uuid */,
  id /* uuid */,
  name /* text */
) with (security_invoker=true) as
 SELECT company_id,
    id,
    name
   FROM access.role t;
grant select on table access.pub_role to quittance_app;
comment on view access.pub_role is 'A role of a company.';
comment on column access.pub_role.company_id is 'The company.';
comment on column access.pub_role.id is 'The role.';
comment on column access.pub_role.name is 'What it is called; no two of a company bear one name.';

create view access.pub_role_holder (
  company_id /* uuid */,
  role_id /* uuid */,
  user_id /* uuid */
) with (security_invoker=true) as
 SELECT company_id,
    role_id,
    user_id
   FROM access.user_role t;
grant select on table access.pub_role_holder to quittance_app;
comment on view access.pub_role_holder is 'That a user holds a role.';
comment on column access.pub_role_holder.company_id is 'The company.';
comment on column access.pub_role_holder.role_id is 'The role.';
comment on column access.pub_role_holder.user_id is 'Who holds it.';

CREATE OR REPLACE FUNCTION access.door_actors(wanted_company uuid, wanted_sessions uuid[])
 RETURNS TABLE(session_id uuid, id uuid, email text, name text, team text, role_ids uuid[], role_versions integer[], metadata_version integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
       #variable_conflict use_column
       begin perform pg_catalog.set_config('app.every_company', 'on', true); return query select f.id, u.id, u.email, u.name, u.team,
           array_agg(r.id order by r.id) filter (where r.id is not null),
           array_agg(r.version order by r.id) filter (where r.id is not null),
           c.metadata_version
         from company.pub_company c
         join identity.pub_session f on f.company_id = c.id and f.id = any (wanted_sessions)
           and f.revoked_at is null and f.expires_at > now()
         join identity.pub_user u on u.company_id = f.company_id and u.id = f.user_id and u.active
         left join access.user_role h on h.company_id = u.company_id and h.user_id = u.id
         left join access.role r on r.company_id = h.company_id and r.id = h.role_id
         where c.id = wanted_company and c.active
         group by c.metadata_version, f.id, u.company_id, u.id, u.email, u.name, u.team; end $function$;
revoke all on function access.door_actors(wanted_company uuid, wanted_sessions uuid[]) from public;
grant execute on function access.door_actors(wanted_company uuid, wanted_sessions uuid[]) to quittance_app;

CREATE OR REPLACE FUNCTION access.door_api_key(wanted_company uuid, wanted_hash bytea)
 RETURNS TABLE(id uuid, name text, role_id uuid, role_version integer, metadata_version integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
       #variable_conflict use_column
       begin perform pg_catalog.set_config('app.every_company', 'on', true); return query select k.id, k.name, r.id, r.version, c.metadata_version
         from company.pub_company c
         join access.api_key k on k.company_id = c.id and k.secret_hash = wanted_hash
         join access.role r on r.company_id = k.company_id and r.id = k.role_id
         where c.id = wanted_company and c.active and k.revoked_at is null
           and (k.expires_at is null or k.expires_at > now()); end $function$;
revoke all on function access.door_api_key(wanted_company uuid, wanted_hash bytea) from public;
grant execute on function access.door_api_key(wanted_company uuid, wanted_hash bytea) to quittance_app;

create schema analytics;
grant usage on schema analytics to quittance_app;

create table analytics.progress (
  company_id uuid not null,
  summed_through date not null,
  constraint progress_pkey PRIMARY KEY (company_id)
);
alter table analytics.progress enable row level security;
alter table analytics.progress force row level security;
create policy company on analytics.progress for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on analytics.progress for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant delete, insert, select, update on table analytics.progress to quittance_app;

create table analytics.usage_day (
  company_id uuid not null,
  id uuid not null,
  day date not null,
  name text not null,
  directory text not null,
  channel text not null,
  account_id uuid not null,
  events integer not null,
  users integer not null,
  constraint usage_day_pkey PRIMARY KEY (company_id, id),
  constraint usage_day_key UNIQUE (company_id, day, name, directory, channel, account_id),
  constraint usage_day_events_check CHECK (((events > 0) AND ((users >= 0) AND (users <= events))))
);
alter table analytics.usage_day enable row level security;
alter table analytics.usage_day force row level security;
create policy company on analytics.usage_day for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on analytics.usage_day for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant delete, insert, select, update on table analytics.usage_day to quittance_app;
comment on column analytics.usage_day.account_id is 'The account; the nil UUID of what is of none';

create table analytics.usage_event (
  company_id uuid not null,
  id uuid not null,
  at timestamp with time zone not null,
  directory text not null,
  portal_user_id uuid,
  account_id uuid,
  channel text not null,
  name text not null,
  object_type text,
  object_id uuid,
  props jsonb not null,
  constraint usage_event_pkey PRIMARY KEY (company_id, id),
  constraint usage_event_channel_check CHECK ((channel = ANY (ARRAY['web'::text, 'mobile'::text, 'api'::text, 'link'::text]))),
  constraint usage_event_directory_check CHECK ((directory = ANY (ARRAY['customer'::text, 'partner'::text, 'vendor'::text]))),
  constraint usage_event_object_check CHECK (((object_type IS NULL) = (object_id IS NULL))),
  constraint usage_event_props_check CHECK ((octet_length((props)::text) <= 512)),
  constraint usage_event_portal_user_fk FOREIGN KEY (company_id, portal_user_id) REFERENCES portal.portal_user(company_id, id)
);
alter table analytics.usage_event enable row level security;
alter table analytics.usage_event force row level security;
create policy company on analytics.usage_event for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on analytics.usage_event for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX usage_event_at_index ON analytics.usage_event USING btree (company_id, at, id);
CREATE INDEX usage_event_name_index ON analytics.usage_event USING btree (company_id, name, at);
CREATE INDEX usage_event_user_index ON analytics.usage_event USING btree (company_id, portal_user_id, name, at);
grant delete, insert, select, update on table analytics.usage_event to quittance_app;

create schema audit;
grant usage on schema audit to quittance_app;

create table audit.entry (
  company_id uuid not null,
  id uuid not null,
  occurred_at timestamp with time zone not null,
  actor_kind text not null,
  actor_id text,
  actor_name text not null,
  action text not null,
  object text not null,
  record_id text,
  before jsonb,
  after jsonb,
  request_id text not null,
  ip text,
  constraint entry_pkey PRIMARY KEY (company_id, id)
);
alter table audit.entry enable row level security;
alter table audit.entry force row level security;
create policy company on audit.entry for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on audit.entry for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX entry_actor_index ON audit.entry USING btree (company_id, actor_id, occurred_at);
CREATE INDEX entry_occurred_index ON audit.entry USING btree (company_id, occurred_at);
CREATE INDEX entry_record_index ON audit.entry USING btree (company_id, record_id, occurred_at);
grant insert, select on table audit.entry to quittance_app;

create view audit.pub_entry (
  company_id /* uuid */,
  action /* text */,
  record_id /* text */,
  after /* jsonb */
) with (security_invoker=true) as
 SELECT company_id,
    action,
    record_id,
    after
   FROM audit.entry t;
grant select on table audit.pub_entry to quittance_app;
comment on view audit.pub_entry is 'Something that somebody has done, written once.';
comment on column audit.pub_entry.company_id is 'The company.';
comment on column audit.pub_entry.action is 'What was done: schedule.paused.';
comment on column audit.pub_entry.record_id is 'The record it was done to, as text; null where there is none.';
comment on column audit.pub_entry.after is 'What it was done with, or the record as it was left; null where that says nothing.';

CREATE OR REPLACE FUNCTION audit.door_forget_strangers(most integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select pg_catalog.set_config('app.every_company', 'on', true); with forgotten as (
        delete from audit.entry where company_id = '00000000-0000-0000-0000-000000000000' and id in (
          select e.id from audit.entry e
          where e.company_id = '00000000-0000-0000-0000-000000000000' and e.occurred_at < now() - interval '30 days'
          order by e.occurred_at limit most)
        returning 1)
      select count(*)::integer from forgotten $function$;
revoke all on function audit.door_forget_strangers(most integer) from public;
grant execute on function audit.door_forget_strangers(most integer) to quittance_app;

create schema billing;
grant usage on schema billing to quittance_app;

create table billing.billed_item (
  company_id uuid not null,
  schedule_id uuid not null,
  item_id uuid not null,
  id uuid not null,
  start_on date not null,
  until_on date not null,
  full_days integer not null,
  price bigint not null,
  amount bigint not null,
  invoice_id uuid,
  line_position integer,
  cut_by uuid,
  uncut_on date,
  given_back bigint not null default 0,
  change_id uuid,
  own_change boolean not null default false,
  uncut_back bigint not null default 0,
  held_back bigint not null default 0,
  given_against bigint not null default 0,
  uncut_held bigint not null default 0,
  uncut_against bigint not null default 0,
  begun_by uuid,
  given_by uuid,
  division jsonb,
  uncut_division jsonb,
  constraint billed_item_pkey PRIMARY KEY (company_id, schedule_id, item_id, id),
  constraint billed_item_asked_check CHECK (((invoice_id IS NOT NULL) OR (change_id IS NOT NULL))),
  constraint billed_item_days_check CHECK ((until_on >= start_on)),
  constraint billed_item_full_check CHECK ((full_days >= 1)),
  constraint billed_item_given_against_check CHECK (((given_against >= 0) AND (uncut_against >= 0))),
  constraint billed_item_given_back_check CHECK ((given_back >= 0)),
  constraint billed_item_held_back_check CHECK (((held_back >= 0) AND (uncut_held >= 0))),
  constraint billed_item_price_check CHECK ((price >= 0)),
  constraint billed_item_invoice_fk FOREIGN KEY (company_id, invoice_id) REFERENCES receivables.invoice(company_id, id),
  constraint billed_item_schedule_fk FOREIGN KEY (company_id, schedule_id) REFERENCES billing.schedule(company_id, id)
);
alter table billing.billed_item enable row level security;
alter table billing.billed_item force row level security;
create policy company on billing.billed_item for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on billing.billed_item for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX billed_item_held_index ON billing.billed_item USING btree (company_id, schedule_id) WHERE ((held_back > 0) OR (given_against > 0));
CREATE UNIQUE INDEX billed_item_start_key ON billing.billed_item USING btree (company_id, schedule_id, item_id, start_on) WHERE (until_on > start_on);
grant delete, insert, select, update on table billing.billed_item to quittance_app;

create table billing.billed_usage (
  company_id uuid not null,
  schedule_id uuid not null,
  item_id uuid not null,
  start_on date not null,
  until_on date not null,
  plan_version_id uuid not null,
  flat bigint not null,
  minimum bigint not null,
  usage bigint not null,
  true_up bigint not null,
  revision bigint not null,
  pending boolean not null,
  invoice_id uuid,
  overrides jsonb,
  period_on date,
  ahead jsonb not null default '[]'::jsonb,
  first_line integer,
  last_line integer,
  by_hand bigint not null default 0,
  constraint billed_usage_pkey PRIMARY KEY (company_id, schedule_id, item_id, start_on),
  constraint billed_usage_by_hand_check CHECK ((by_hand >= 0)),
  constraint billed_usage_days_check CHECK ((until_on > start_on)),
  constraint billed_usage_lines_check CHECK ((((first_line IS NULL) = (last_line IS NULL)) AND (last_line >= first_line))),
  constraint billed_usage_true_up_check CHECK ((true_up >= 0)),
  constraint billed_usage_invoice_fk FOREIGN KEY (company_id, invoice_id) REFERENCES receivables.invoice(company_id, id),
  constraint billed_usage_schedule_fk FOREIGN KEY (company_id, schedule_id) REFERENCES billing.schedule(company_id, id),
  constraint billed_usage_version_fk FOREIGN KEY (company_id, plan_version_id) REFERENCES sales.plan_version(company_id, id)
);
alter table billing.billed_usage enable row level security;
alter table billing.billed_usage force row level security;
create policy company on billing.billed_usage for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on billing.billed_usage for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX billed_usage_pending_index ON billing.billed_usage USING btree (company_id, schedule_id) WHERE pending;
grant delete, insert, select, update on table billing.billed_usage to quittance_app;

create table billing.billing_run (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  run_key text not null,
  as_of date not null,
  catch_up boolean not null,
  schedule_ids uuid[],
  preview_token text,
  status text not null,
  scheduled integer not null default 0,
  taken integer not null default 0,
  invoiced integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  error jsonb,
  actor jsonb not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint billing_run_pkey PRIMARY KEY (company_id, id),
  constraint billing_run_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'completed'::text, 'completed_with_failures'::text, 'failed'::text])))
);
alter table billing.billing_run enable row level security;
alter table billing.billing_run force row level security;
create policy company on billing.billing_run for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on billing.billing_run for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX billing_run_created_index ON billing.billing_run USING btree (company_id, created_at, id);
CREATE UNIQUE INDEX billing_run_key ON billing.billing_run USING btree (company_id, run_key);
CREATE INDEX billing_run_open_index ON billing.billing_run USING btree (company_id, created_at) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE UNIQUE INDEX billing_run_running_key ON billing.billing_run USING btree (company_id) WHERE (status = 'running'::text);
grant delete, insert, select, update on table billing.billing_run to quittance_app;

create table billing.billing_run_failure (
  company_id uuid not null,
  run_id uuid not null,
  schedule_id uuid not null,
  period_start date,
  code text not null,
  detail text not null,
  created_at timestamp with time zone not null,
  constraint billing_run_failure_pkey PRIMARY KEY (company_id, run_id, schedule_id),
  constraint billing_run_failure_run_fk FOREIGN KEY (company_id, run_id) REFERENCES billing.billing_run(company_id, id),
  constraint billing_run_failure_schedule_fk FOREIGN KEY (company_id, schedule_id) REFERENCES billing.schedule(company_id, id)
);
alter table billing.billing_run_failure enable row level security;
alter table billing.billing_run_failure force row level security;
create policy company on billing.billing_run_failure for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on billing.billing_run_failure for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant delete, insert, select, update on table billing.billing_run_failure to quittance_app;

create table billing.change_line (
  company_id uuid not null,
  schedule_id uuid not null,
  id uuid not null,
  change_id uuid not null,
  item_id uuid not null,
  made_on date not null,
  start_on date not null,
  until_on date not null,
  amount bigint not null,
  product_id uuid,
  description text not null,
  tax_code text,
  corrects uuid,
  invoice_id uuid,
  whole boolean not null,
  returned boolean not null default false,
  settled_on date,
  credit_note_id uuid,
  of_period boolean not null default false,
  part_of uuid,
  netted boolean not null default false,
  place_of jsonb,
  constraint change_line_pkey PRIMARY KEY (company_id, schedule_id, id),
  constraint change_line_amount_check CHECK ((amount <> 0)),
  constraint change_line_bearer_check CHECK (((invoice_id IS NULL) OR (credit_note_id IS NULL))),
  constraint change_line_days_check CHECK ((until_on > start_on)),
  constraint change_line_netted_check CHECK (((NOT netted) OR ((invoice_id IS NULL) AND (credit_note_id IS NULL)))),
  constraint change_line_place_of_check CHECK (((place_of ?& ARRAY['country'::text, 'region'::text, 'postalCode'::text]) AND ((place_of ->> 'country'::text) ~ '^[A-Z]{2}$'::text))),
  constraint change_line_corrects_fk FOREIGN KEY (company_id, corrects) REFERENCES receivables.invoice(company_id, id),
  constraint change_line_credit_note_fk FOREIGN KEY (company_id, credit_note_id) REFERENCES receivables.credit_note(company_id, id),
  constraint change_line_invoice_fk FOREIGN KEY (company_id, invoice_id) REFERENCES receivables.invoice(company_id, id),
  constraint change_line_product_fk FOREIGN KEY (company_id, product_id) REFERENCES catalog.product(company_id, id) DEFERRABLE INITIALLY DEFERRED,
  constraint change_line_schedule_fk FOREIGN KEY (company_id, schedule_id) REFERENCES billing.schedule(company_id, id)
);
alter table billing.change_line enable row level security;
alter table billing.change_line force row level security;
create policy company on billing.change_line for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on billing.change_line for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX change_line_corrects_index ON billing.change_line USING btree (company_id, corrects) WHERE ((corrects IS NOT NULL) AND (settled_on IS NULL));
CREATE INDEX change_line_credit_note_index ON billing.change_line USING btree (company_id, credit_note_id) WHERE (credit_note_id IS NOT NULL);
CREATE INDEX change_line_invoice_index ON billing.change_line USING btree (company_id, invoice_id) WHERE (invoice_id IS NOT NULL);
CREATE INDEX change_line_part_index ON billing.change_line USING btree (company_id, schedule_id, part_of) WHERE (part_of IS NOT NULL);
CREATE INDEX change_line_returned_index ON billing.change_line USING btree (company_id, schedule_id) WHERE (returned AND (settled_on IS NULL));
grant delete, insert, select, update on table billing.change_line to quittance_app;

create table billing.interim_usage (
  company_id uuid not null,
  schedule_id uuid not null,
  start_on date not null,
  plan_version_id uuid not null,
  threshold bigint not null,
  item_id uuid not null,
  until_on date not null,
  usage bigint not null,
  amount bigint not null,
  invoice_id uuid not null,
  constraint interim_usage_pkey PRIMARY KEY (company_id, schedule_id, start_on, plan_version_id, threshold),
  constraint interim_usage_amount_check CHECK (((amount > 0) AND (amount <= usage))),
  constraint interim_usage_days_check CHECK ((until_on > start_on)),
  constraint interim_usage_reached_check CHECK (((threshold > 0) AND (usage >= threshold))),
  constraint interim_usage_invoice_fk FOREIGN KEY (company_id, invoice_id) REFERENCES receivables.invoice(company_id, id),
  constraint interim_usage_schedule_fk FOREIGN KEY (company_id, schedule_id) REFERENCES billing.schedule(company_id, id),
  constraint interim_usage_version_fk FOREIGN KEY (company_id, plan_version_id) REFERENCES sales.plan_version(company_id, id)
);
alter table billing.interim_usage enable row level security;
alter table billing.interim_usage force row level security;
create policy company on billing.interim_usage for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on billing.interim_usage for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE UNIQUE INDEX interim_usage_invoice_key ON billing.interim_usage USING btree (company_id, invoice_id);
grant insert, select on table billing.interim_usage to quittance_app;

create table billing.schedule (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  account_id uuid not null,
  quote_id uuid,
  sales_order_id uuid,
  contract_id uuid,
  subscription_id uuid,
  source text not null default 'lines'::text,
  frequency text not null,
  start_date date not null,
  end_date date,
  next_period integer not null default 0,
  next_billing_date date not null,
  billed_through date,
  covered_until date,
  usage_until date,
  gaps jsonb,
  parts integer,
  currency text not null,
  prices_include_tax boolean not null default false,
  total bigint not null default 0,
  total_stated boolean not null default false,
  status text not null,
  last_run_id uuid,
  last_run_periods integer not null default 0,
  last_run_failed boolean not null default false,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  prorate boolean not null default false,
  anchor_date date,
  constraint schedule_pkey PRIMARY KEY (company_id, id),
  constraint schedule_anchor_check CHECK (((anchor_date IS NULL) OR ((anchor_date >= start_date) AND (frequency <> 'one_time'::text) AND (source = 'lines'::text)))),
  constraint schedule_dates_check CHECK (((end_date IS NULL) OR (end_date >= start_date))),
  constraint schedule_frequency_check CHECK ((frequency = ANY (ARRAY['one_time'::text, 'weekly'::text, 'fortnightly'::text, 'monthly'::text, 'quarterly'::text, 'half_yearly'::text, 'annually'::text]))),
  constraint schedule_next_check CHECK (((next_period >= 0) AND (next_billing_date >= start_date))),
  constraint schedule_source_check CHECK (
CASE source
    WHEN 'lines'::text THEN ((covered_until IS NULL) AND (usage_until IS NULL) AND (gaps IS NULL) AND (parts IS NULL))
    WHEN 'subscription'::text THEN ((subscription_id IS NOT NULL) AND (covered_until IS NOT NULL) AND (usage_until IS NOT NULL) AND (gaps IS NOT NULL) AND (parts >= 0) AND (frequency <> 'one_time'::text))
    ELSE false
END),
  constraint schedule_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'paused'::text, 'cancelled'::text, 'completed'::text]))),
  constraint schedule_account_fk FOREIGN KEY (company_id, account_id) REFERENCES crm.account(company_id, id),
  constraint schedule_contract_fk FOREIGN KEY (company_id, contract_id) REFERENCES sales.contract(company_id, id),
  constraint schedule_quote_fk FOREIGN KEY (company_id, quote_id) REFERENCES sales.quote(company_id, id),
  constraint schedule_sales_order_fk FOREIGN KEY (company_id, sales_order_id) REFERENCES sales.sales_order(company_id, id),
  constraint schedule_subscription_fk FOREIGN KEY (company_id, subscription_id) REFERENCES sales.subscription(company_id, id)
);
alter table billing.schedule enable row level security;
alter table billing.schedule force row level security;
create policy company on billing.schedule for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on billing.schedule for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX schedule_account_index ON billing.schedule USING btree (company_id, account_id);
CREATE INDEX schedule_contract_index ON billing.schedule USING btree (company_id, contract_id) WHERE (contract_id IS NOT NULL);
CREATE INDEX schedule_created_index ON billing.schedule USING btree (company_id, created_at, id);
CREATE INDEX schedule_due_index ON billing.schedule USING btree (company_id, next_billing_date, id) WHERE (status = 'active'::text);
CREATE INDEX schedule_sales_order_index ON billing.schedule USING btree (company_id, sales_order_id) WHERE (sales_order_id IS NOT NULL);
CREATE INDEX schedule_subscription_index ON billing.schedule USING btree (company_id, subscription_id) WHERE (subscription_id IS NOT NULL);
CREATE UNIQUE INDEX schedule_subscription_key ON billing.schedule USING btree (company_id, subscription_id) WHERE (source = 'subscription'::text);
grant delete, insert, select, update on table billing.schedule to quittance_app;

create table billing.schedule_line (
  company_id uuid not null,
  schedule_id uuid not null,
  id uuid not null,
  "position" integer not null,
  product_id uuid,
  description text not null,
  quantity numeric(18,6) not null,
  unit_price numeric(18,6) not null,
  discount_percent numeric(9,6),
  discount_amount bigint,
  tax_code text,
  tax_rate numeric(9,6),
  trigger text not null,
  trigger_date date,
  milestone text,
  reached_at timestamp with time zone,
  percent numeric(9,6),
  released_at timestamp with time zone,
  billed_invoice_id uuid,
  place_of jsonb,
  constraint schedule_line_pkey PRIMARY KEY (company_id, schedule_id, id),
  constraint schedule_line_id_key UNIQUE (company_id, id),
  constraint schedule_line_milestone_check CHECK (((trigger <> 'milestone'::text) OR (milestone IS NOT NULL))),
  constraint schedule_line_percent_check CHECK (((trigger <> 'percentage'::text) OR (percent IS NOT NULL))),
  constraint schedule_line_place_of_check CHECK (((place_of ?& ARRAY['country'::text, 'region'::text, 'postalCode'::text]) AND ((place_of ->> 'country'::text) ~ '^[A-Z]{2}$'::text))),
  constraint schedule_line_trigger_check CHECK ((trigger = ANY (ARRAY['date'::text, 'milestone'::text, 'percentage'::text, 'manual'::text]))),
  constraint schedule_line_invoice_fk FOREIGN KEY (company_id, billed_invoice_id) REFERENCES receivables.invoice(company_id, id),
  constraint schedule_line_product_fk FOREIGN KEY (company_id, product_id) REFERENCES catalog.product(company_id, id),
  constraint schedule_line_schedule_fk FOREIGN KEY (company_id, schedule_id) REFERENCES billing.schedule(company_id, id)
);
alter table billing.schedule_line enable row level security;
alter table billing.schedule_line force row level security;
create policy company on billing.schedule_line for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on billing.schedule_line for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant delete, insert, select, update on table billing.schedule_line to quittance_app;

create table billing.unused_line (
  company_id uuid not null,
  schedule_id uuid not null,
  invoice_line_id uuid not null,
  invoice_id uuid not null,
  credit_note_id uuid,
  unused_from date not null,
  days integer not null,
  of_days integer not null,
  asked bigint not null,
  amount bigint not null,
  created_at timestamp with time zone not null,
  constraint unused_line_pkey PRIMARY KEY (company_id, schedule_id, invoice_line_id),
  constraint unused_line_amount_check CHECK (((amount > 0) AND (amount <= asked))),
  constraint unused_line_days_check CHECK (((days > 0) AND (days <= of_days))),
  constraint unused_line_invoice_fk FOREIGN KEY (company_id, invoice_id) REFERENCES receivables.invoice(company_id, id),
  constraint unused_line_note_fk FOREIGN KEY (company_id, credit_note_id) REFERENCES receivables.credit_note(company_id, id),
  constraint unused_line_schedule_fk FOREIGN KEY (company_id, schedule_id) REFERENCES billing.schedule(company_id, id)
);
alter table billing.unused_line enable row level security;
alter table billing.unused_line force row level security;
create policy company on billing.unused_line for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on billing.unused_line for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX unused_line_invoice_index ON billing.unused_line USING btree (company_id, invoice_id);
grant insert, select on table billing.unused_line to quittance_app;

CREATE OR REPLACE FUNCTION billing.door_companies_with_open_runs()
 RETURNS TABLE(company_id uuid, running boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select pg_catalog.set_config('app.every_company', 'on', true); select r.company_id, bool_or(r.status = 'running') from billing.billing_run r
       where r.status in ('queued','running') group by r.company_id $function$;
revoke all on function billing.door_companies_with_open_runs() from public;
grant execute on function billing.door_companies_with_open_runs() to quittance_app;

CREATE OR REPLACE FUNCTION billing.door_run_figures(since timestamp with time zone, at timestamp with time zone)
 RETURNS TABLE(kind text, runs bigint, seconds double precision)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select pg_catalog.set_config('app.every_company', 'on', true); with runs as (
        select b.status, b.started_at, b.created_at, b.finished_at
        from company.pub_company k cross join lateral (
          select r.status, r.started_at, r.created_at, r.finished_at from billing.billing_run r
          where r.company_id = k.id and r.created_at >= since) b)
      select 'open', count(*) filter (where r.status in ('queued', 'running')),
        coalesce(max(extract(epoch from at - coalesce(r.started_at, r.created_at)))
          filter (where r.status in ('queued', 'running')), 0)::float8
      from runs r
      union all
      select 'failed',
        count(*) filter (where r.status in ('failed', 'completed_with_failures')), 0::float8
      from runs r
      union all
      select 'finished', count(*) filter (where r.finished_at is not null),
        coalesce(max(extract(epoch from
          r.finished_at - coalesce(r.started_at, r.created_at))), 0)::float8
      from runs r $function$;
revoke all on function billing.door_run_figures(since timestamp with time zone, at timestamp with time zone) from public;
grant execute on function billing.door_run_figures(since timestamp with time zone, at timestamp with time zone) to quittance_app;

create schema catalog;
grant usage on schema catalog to quittance_app;

create table catalog.price_book (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  name text not null,
  currency text not null,
  is_default boolean not null default false,
  active boolean not null default true,
  valid_from date,
  valid_to date,
  owner_id uuid,
  custom jsonb not null default '{}'::jsonb,
  created_by uuid,
  updated_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint price_book_pkey PRIMARY KEY (company_id, id),
  constraint price_book_valid_check CHECK ((valid_to >= valid_from)),
  constraint price_book_owner_fk FOREIGN KEY (company_id, owner_id) REFERENCES identity.staff_user(company_id, id)
);
alter table catalog.price_book enable row level security;
alter table catalog.price_book force row level security;
create policy company on catalog.price_book for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on catalog.price_book for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX price_book_created_index ON catalog.price_book USING btree (company_id, created_at, id);
CREATE UNIQUE INDEX price_book_is_default_key ON catalog.price_book USING btree (company_id, currency) WHERE is_default;
CREATE UNIQUE INDEX price_book_name_key ON catalog.price_book USING btree (company_id, name);
CREATE INDEX price_book_owner_index ON catalog.price_book USING btree (company_id, owner_id, created_at, id);
grant delete, insert, select, update on table catalog.price_book to quittance_app;

create table catalog.price_book_entry (
  company_id uuid not null,
  price_book_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  product_id uuid not null,
  min_quantity numeric(18,6) not null default 0,
  unit_price numeric(18,6) not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint price_book_entry_pkey PRIMARY KEY (company_id, id),
  constraint price_book_entry_price_check CHECK ((unit_price >= (0)::numeric)),
  constraint price_book_entry_quantity_check CHECK ((min_quantity >= (0)::numeric)),
  constraint price_book_entry_book_fk FOREIGN KEY (company_id, price_book_id) REFERENCES catalog.price_book(company_id, id) ON DELETE CASCADE,
  constraint price_book_entry_product_fk FOREIGN KEY (company_id, product_id) REFERENCES catalog.product(company_id, id)
);
alter table catalog.price_book_entry enable row level security;
alter table catalog.price_book_entry force row level security;
create policy company on catalog.price_book_entry for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on catalog.price_book_entry for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE UNIQUE INDEX price_book_entry_tier_key ON catalog.price_book_entry USING btree (company_id, price_book_id, product_id, min_quantity);
grant delete, insert, select, update on table catalog.price_book_entry to quittance_app;

create table catalog.product (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  sku text not null,
  name text not null,
  description text,
  type text not null,
  kind text not null default 'one_off'::text,
  category text,
  unit text,
  tax_code text,
  hsn_code text,
  active boolean not null default true,
  owner_id uuid,
  custom jsonb not null default '{}'::jsonb,
  created_by uuid,
  updated_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  in_catalogue boolean not null default false,
  minimum_quantity numeric(18,6),
  quantity_step numeric(18,6),
  availability text,
  supply_address jsonb not null default '{"city": null, "line1": null, "line2": null, "region": null, "country": null, "postalCode": null}'::jsonb,
  constraint product_pkey PRIMARY KEY (company_id, id),
  constraint product_availability_check CHECK ((availability = ANY (ARRAY['in_stock'::text, 'low_stock'::text, 'on_order'::text, 'out_of_stock'::text, 'made_to_order'::text]))),
  constraint product_hsn_code_check CHECK ((hsn_code ~ '^[0-9]{4}([0-9]{2}){0,2}$'::text)),
  constraint product_kind_check CHECK ((kind = ANY (ARRAY['one_off'::text, 'recurring'::text]))),
  constraint product_minimum_check CHECK ((minimum_quantity > (0)::numeric)),
  constraint product_step_check CHECK ((quantity_step > (0)::numeric)),
  constraint product_supply_address_check CHECK ((((supply_address ->> 'country'::text) ~ '^[A-Z]{2}$'::text) OR (COALESCE((supply_address ->> 'line1'::text), (supply_address ->> 'line2'::text), (supply_address ->> 'city'::text), (supply_address ->> 'region'::text), (supply_address ->> 'postalCode'::text), (supply_address ->> 'country'::text)) IS NULL))),
  constraint product_type_check CHECK ((type = ANY (ARRAY['goods'::text, 'service'::text]))),
  constraint product_owner_fk FOREIGN KEY (company_id, owner_id) REFERENCES identity.staff_user(company_id, id)
);
alter table catalog.product enable row level security;
alter table catalog.product force row level security;
create policy company on catalog.product for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on catalog.product for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX product_catalogue_index ON catalog.product USING btree (company_id, name, id) WHERE (in_catalogue AND active AND (deleted_at IS NULL));
CREATE INDEX product_catalogue_sku_index ON catalog.product USING btree (company_id, upper(sku)) WHERE (in_catalogue AND active AND (deleted_at IS NULL));
CREATE INDEX product_category_index ON catalog.product USING btree (company_id, category, name, id) WHERE (deleted_at IS NULL);
CREATE INDEX product_created_index ON catalog.product USING btree (company_id, created_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX product_name_index ON catalog.product USING btree (company_id, name, id) WHERE (deleted_at IS NULL);
CREATE INDEX product_owner_index ON catalog.product USING btree (company_id, owner_id, created_at, id) INCLUDE (deleted_at);
CREATE UNIQUE INDEX product_sku_key ON catalog.product USING btree (company_id, sku) WHERE (deleted_at IS NULL);
grant delete, insert, select, update on table catalog.product to quittance_app;

create table catalog.product_cost (
  company_id uuid not null,
  product_id uuid not null,
  currency text not null,
  unit_cost numeric(18,6) not null,
  updated_at timestamp with time zone not null,
  constraint product_cost_pkey PRIMARY KEY (company_id, product_id, currency),
  constraint product_cost_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint product_cost_unit_check CHECK ((unit_cost >= (0)::numeric)),
  constraint product_cost_product_fk FOREIGN KEY (company_id, product_id) REFERENCES catalog.product(company_id, id)
);
alter table catalog.product_cost enable row level security;
alter table catalog.product_cost force row level security;
create policy company on catalog.product_cost for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on catalog.product_cost for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant delete, insert, select, update on table catalog.product_cost to quittance_app;

create view catalog.pub_catalogue_product (
  company_id /* uuid */,
  id /* uuid */,
  sku /* text */,
  name /* text */,
  description /* text */,
  type /* text */,
  kind /* text */,
  category /* text */,
  unit /* text */,
  tax_code /* text */,
  hsn_code /* text */,
  supply_address /* jsonb */,
  active /* boolean */,
  in_catalogue /* boolean */,
  minimum_quantity /* numeric(18,6) */,
  quantity_step /* numeric(18,6) */,
  availability /* text */,
  deleted_at /* timestamp with time zone */
) with (security_invoker=true) as
 SELECT company_id,
    id,
    sku,
    name,
    description,
    type,
    kind,
    category,
    unit,
    tax_code,
    hsn_code,
    supply_address,
    active,
    in_catalogue,
    minimum_quantity,
    quantity_step,
    availability,
    deleted_at
   FROM catalog.product t;
grant select on table catalog.pub_catalogue_product to quittance_app;
comment on view catalog.pub_catalogue_product is 'A product as a catalogue shows it, whether customers see it or not; deleted ones too.';
comment on column catalog.pub_catalogue_product.company_id is 'The company.';
comment on column catalog.pub_catalogue_product.id is 'The product.';
comment on column catalog.pub_catalogue_product.sku is 'By which it is ordered; free again once the product is deleted.';
comment on column catalog.pub_catalogue_product.name is 'What it is called.';
comment on column catalog.pub_catalogue_product.description is 'What is said of it; null where nothing is.';
comment on column catalog.pub_catalogue_product.type is 'goods or service.';
comment on column catalog.pub_catalogue_product.kind is '`one_off`, or `recurring` where it is subscribed to.';
comment on column catalog.pub_catalogue_product.category is 'What it is among; null where nothing was said.';
comment on column catalog.pub_catalogue_product.unit is 'What it is counted in; null where nothing was said.';
comment on column catalog.pub_catalogue_product.tax_code is 'The code of lines that have none of their own.';
comment on column catalog.pub_catalogue_product.hsn_code is 'India’s code of the goods or the service.';
comment on column catalog.pub_catalogue_product.supply_address is 'Where it is supplied, whoever buys it; without a country nobody said.';
comment on column catalog.pub_catalogue_product.active is 'Whether it is sold.';
comment on column catalog.pub_catalogue_product.in_catalogue is 'Whether customers are shown it.';
comment on column catalog.pub_catalogue_product.minimum_quantity is 'The least that is ordered at once; null where nothing was said.';
comment on column catalog.pub_catalogue_product.quantity_step is 'By how much more at a time; null where nothing was said.';
comment on column catalog.pub_catalogue_product.availability is 'What customers are told of its stock; null where nothing was said.';
comment on column catalog.pub_catalogue_product.deleted_at is 'When it was deleted; null while it is there.';

create view catalog.pub_product (
  company_id /* uuid */,
  id /* uuid */,
  name /* text */,
  kind /* text */,
  category /* text */,
  tax_code /* text */
) with (security_invoker=true) as
 SELECT company_id,
    id,
    name,
    kind,
    category,
    tax_code
   FROM catalog.product t;
grant select on table catalog.pub_product to quittance_app;
comment on view catalog.pub_product is 'Something that is sold, once or again and again; deleted ones too.';
comment on column catalog.pub_product.company_id is 'The company.';
comment on column catalog.pub_product.id is 'The product.';
comment on column catalog.pub_product.name is 'What it is called.';
comment on column catalog.pub_product.kind is '`one_off`, or `recurring` where it is subscribed to.';
comment on column catalog.pub_product.category is 'What it is among; null where nothing was said.';
comment on column catalog.pub_product.tax_code is 'The code of lines that have none of their own.';

create schema company;
grant usage on schema company to quittance_app;

create table company.company (
  id uuid not null,
  slug text not null,
  legal_name text not null,
  trade_name text,
  registration_number text,
  address jsonb not null,
  contact jsonb,
  tax_registrations jsonb not null,
  bank_account jsonb,
  base_currency text not null,
  currency_switches jsonb not null default '{}'::jsonb,
  time_zone text not null,
  locale text not null,
  document_language text,
  fiscal_year_start_month integer not null default 1,
  tax_rounding text not null default 'document'::text,
  auto_apply_credit boolean not null default false,
  resume_on_payment boolean not null default true,
  logo text,
  active boolean not null default true,
  version integer not null default 1,
  metadata_version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  distance_sales jsonb not null default '[]'::jsonb,
  max_late_days integer not null default 60,
  electronic_address jsonb,
  bank_changes_need_approval boolean not null default false,
  bank_approval_switch_off jsonb,
  tax_options jsonb not null default '{"sourcing": [], "buyerOwes": [], "triangulation": "reverse_charge", "smallBusinessExports": "exempt"}'::jsonb,
  distance_sales_set_by text not null default 'hand'::text,
  constraint company_pkey PRIMARY KEY (id),
  constraint company_distance_sales_set_by_check CHECK ((distance_sales_set_by = ANY (ARRAY['hand'::text, 'count'::text]))),
  constraint company_fiscal_year_check CHECK (((fiscal_year_start_month >= 1) AND (fiscal_year_start_month <= 12))),
  constraint company_late_days_check CHECK (((max_late_days >= 0) AND (max_late_days <= 60))),
  constraint company_slug_check CHECK ((slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'::text)),
  constraint company_switch_off_check CHECK (((bank_approval_switch_off IS NULL) OR bank_changes_need_approval)),
  constraint company_tax_rounding_check CHECK ((tax_rounding = ANY (ARRAY['document'::text, 'line'::text]))),
  constraint company_slug_fk FOREIGN KEY (id, slug) REFERENCES company.slug(id, slug)
);
alter table company.company enable row level security;
alter table company.company force row level security;
create policy company on company.company for all to public
  using ((id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on company.company for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant insert, select, update on table company.company to quittance_app;

create table company.distance_sales_notice (
  company_id uuid not null,
  year integer not null,
  standing text not null,
  told_at timestamp with time zone not null,
  constraint distance_sales_notice_pkey PRIMARY KEY (company_id, year, standing),
  constraint distance_sales_notice_standing_check CHECK ((standing = ANY (ARRAY['near'::text, 'exceeded'::text])))
);
alter table company.distance_sales_notice enable row level security;
alter table company.distance_sales_notice force row level security;
create policy company on company.distance_sales_notice for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on company.distance_sales_notice for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant insert, select on table company.distance_sales_notice to quittance_app;

create table company.slug (
  id uuid not null,
  slug text not null,
  constraint slug_pkey PRIMARY KEY (id, slug),
  constraint company_slug_key UNIQUE (slug)
);
alter table company.slug enable row level security;
alter table company.slug force row level security;
create policy company on company.slug for all to public
  using ((id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on company.slug for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant insert on table company.slug to quittance_app;

create view company.pub_company (
  id /* uuid */,
  slug /* text */,
  active /* boolean */,
  time_zone /* text */,
  metadata_version /* integer */
) with (security_invoker=true) as
 SELECT id,
    slug,
    active,
    time_zone,
    metadata_version
   FROM company.company t;
grant select on table company.pub_company to quittance_app;
comment on view company.pub_company is 'A company that keeps its books here.';
comment on column company.pub_company.id is 'The company.';
comment on column company.pub_company.slug is 'Its short name, by which people choose it when they sign in.';
comment on column company.pub_company.active is 'Whether anybody may sign in to it and work is done for it.';
comment on column company.pub_company.time_zone is 'The IANA zone that its days are counted in.';
comment on column company.pub_company.metadata_version is 'Rises with every change of how the company has shaped its system.';

create view company.pub_currency_terms (
  company_id /* uuid */,
  base_currency /* text */,
  currency_switches /* jsonb */
) with (security_invoker=true) as
 SELECT id AS company_id,
    base_currency,
    currency_switches
   FROM company.company t;
grant select on table company.pub_currency_terms to quittance_app;
comment on view company.pub_currency_terms is 'Which currencies a company deals in.';
comment on column company.pub_currency_terms.company_id is 'The company.';
comment on column company.pub_currency_terms.base_currency is 'The code of the currency it counts in.';
comment on column company.pub_currency_terms.currency_switches is 'By code whether a currency is on; one that is not named is.';

CREATE OR REPLACE FUNCTION company.door_active_companies()
 RETURNS TABLE(id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select pg_catalog.set_config('app.every_company', 'on', true); select c.id from company.company c where c.active order by c.id $function$;
revoke all on function company.door_active_companies() from public;
grant execute on function company.door_active_companies() to quittance_app;

CREATE OR REPLACE FUNCTION company.door_company_by_slug(wanted text)
 RETURNS TABLE(id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select pg_catalog.set_config('app.every_company', 'on', true); select s.id from company.slug s where s.slug = wanted $function$;
revoke all on function company.door_company_by_slug(wanted text) from public;
grant execute on function company.door_company_by_slug(wanted text) to quittance_app;

CREATE OR REPLACE FUNCTION company.door_every_company()
 RETURNS TABLE(id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select pg_catalog.set_config('app.every_company', 'on', true); select c.id from company.company c order by c.id $function$;
revoke all on function company.door_every_company() from public;
grant execute on function company.door_every_company() to quittance_app;

create schema configuration;
grant usage on schema configuration to quittance_app;

create table configuration.revision (
  company_id uuid not null,
  id uuid not null,
  change_id uuid not null,
  kind text not null,
  subject_id text not null,
  object text,
  name text not null,
  before json,
  after json,
  revert_of uuid,
  made_at timestamp with time zone not null,
  actor_kind text not null,
  actor_id text,
  actor_name text not null,
  request_id text not null,
  constraint revision_pkey PRIMARY KEY (company_id, id),
  constraint revision_change_check CHECK (((before IS NOT NULL) OR (after IS NOT NULL))),
  constraint revision_revert_fk FOREIGN KEY (company_id, revert_of) REFERENCES configuration.revision(company_id, id)
);
alter table configuration.revision enable row level security;
alter table configuration.revision force row level security;
create policy company on configuration.revision for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on configuration.revision for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX revision_change_index ON configuration.revision USING btree (company_id, change_id, id);
CREATE INDEX revision_made_index ON configuration.revision USING btree (company_id, made_at, id);
CREATE INDEX revision_object_index ON configuration.revision USING btree (company_id, object, made_at, id) WHERE (object IS NOT NULL);
CREATE INDEX revision_revert_index ON configuration.revision USING btree (company_id, revert_of) WHERE (revert_of IS NOT NULL);
CREATE INDEX revision_subject_index ON configuration.revision USING btree (company_id, kind, subject_id, id);
grant insert, select on table configuration.revision to quittance_app;

create schema credit;
grant usage on schema credit to quittance_app;

create table credit.credit_check (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  account_id uuid not null,
  document_type text,
  document_id uuid,
  status text not null,
  outcome text not null,
  reasons jsonb not null,
  checked_on date not null,
  currency text not null,
  credit_limit bigint,
  exposure bigint not null,
  available bigint,
  requested bigint not null,
  shortfall bigint,
  document_currency text not null,
  document_amount bigint not null,
  risk_score integer not null,
  risk_inputs jsonb not null,
  superseded_at timestamp with time zone,
  created_by jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint credit_check_pkey PRIMARY KEY (company_id, id),
  constraint credit_check_amounts_check CHECK (((credit_limit >= 0) AND (exposure >= 0) AND (requested >= 0) AND (document_amount >= 0))),
  constraint credit_check_available_check CHECK (
CASE
    WHEN (credit_limit IS NULL) THEN ((available IS NULL) AND (shortfall IS NULL))
    ELSE ((available = (credit_limit - exposure)) AND (shortfall = GREATEST((requested - available), (0)::bigint)))
END),
  constraint credit_check_document_check CHECK ((((document_type IS NULL) = (document_id IS NULL)) AND (document_type = ANY (ARRAY['quote'::text, 'sales-order'::text])))),
  constraint credit_check_hard_hold_check CHECK ((((risk_score = 100) = (reasons ? 'hard_hold'::text)) AND ((outcome = 'rejected'::text) OR (risk_score < 100)))),
  constraint credit_check_outcome_check CHECK ((outcome = ANY (ARRAY['approved'::text, 'needs_approval'::text, 'rejected'::text]))),
  constraint credit_check_score_check CHECK ((((risk_score >= 0) AND (risk_score <= 55)) OR (risk_score = 100))),
  constraint credit_check_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'awaiting_approval'::text, 'approved'::text, 'needs_approval'::text, 'rejected'::text, 'cancelled'::text]))),
  constraint credit_check_account_fk FOREIGN KEY (company_id, account_id) REFERENCES crm.account(company_id, id)
);
alter table credit.credit_check enable row level security;
alter table credit.credit_check force row level security;
create policy company on credit.credit_check for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on credit.credit_check for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX credit_check_account_index ON credit.credit_check USING btree (company_id, account_id, created_at, id);
CREATE INDEX credit_check_bad_index ON credit.credit_check USING btree (company_id, account_id, created_at) WHERE (outcome <> 'approved'::text);
CREATE INDEX credit_check_created_index ON credit.credit_check USING btree (company_id, created_at, id);
CREATE UNIQUE INDEX credit_check_document_key ON credit.credit_check USING btree (company_id, document_type, document_id) WHERE ((superseded_at IS NULL) AND (status <> 'cancelled'::text));
grant insert, select on table credit.credit_check to quittance_app;
grant update on table credit.credit_check (version) to quittance_app;
grant update on table credit.credit_check (status) to quittance_app;
grant update on table credit.credit_check (superseded_at) to quittance_app;
grant update on table credit.credit_check (updated_at) to quittance_app;

create table credit.credit_hold (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  account_id uuid not null,
  strength text not null,
  reason text not null,
  status text not null,
  amount bigint,
  currency text,
  note text,
  check_id uuid,
  placed_by jsonb not null,
  placed_at timestamp with time zone not null,
  released_by jsonb,
  released_at timestamp with time zone,
  release_note text,
  override_id uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint credit_hold_pkey PRIMARY KEY (company_id, id),
  constraint credit_hold_amount_check CHECK ((((amount IS NULL) = (currency IS NULL)) AND (amount >= 0))),
  constraint credit_hold_reason_check CHECK ((reason = ANY (ARRAY['overdue_payment'::text, 'risk'::text, 'manual'::text]))),
  constraint credit_hold_released_check CHECK (
CASE
    WHEN (status = 'placed'::text) THEN ((released_by IS NULL) AND (released_at IS NULL) AND (release_note IS NULL) AND (override_id IS NULL))
    ELSE ((released_by IS NOT NULL) AND (released_at IS NOT NULL) AND (release_note IS NOT NULL))
END),
  constraint credit_hold_status_check CHECK ((status = ANY (ARRAY['placed'::text, 'released'::text]))),
  constraint credit_hold_strength_check CHECK ((strength = ANY (ARRAY['hard'::text, 'soft'::text]))),
  constraint credit_hold_account_fk FOREIGN KEY (company_id, account_id) REFERENCES crm.account(company_id, id),
  constraint credit_hold_check_fk FOREIGN KEY (company_id, check_id) REFERENCES credit.credit_check(company_id, id),
  constraint credit_hold_override_fk FOREIGN KEY (company_id, override_id) REFERENCES credit.credit_override(company_id, id)
);
alter table credit.credit_hold enable row level security;
alter table credit.credit_hold force row level security;
create policy company on credit.credit_hold for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on credit.credit_hold for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX credit_hold_account_index ON credit.credit_hold USING btree (company_id, account_id, placed_at);
CREATE INDEX credit_hold_check_index ON credit.credit_hold USING btree (company_id, check_id) WHERE (check_id IS NOT NULL);
CREATE INDEX credit_hold_override_index ON credit.credit_hold USING btree (company_id, override_id) WHERE (override_id IS NOT NULL);
CREATE INDEX credit_hold_placed_at_index ON credit.credit_hold USING btree (company_id, placed_at, id);
CREATE UNIQUE INDEX credit_hold_placed_key ON credit.credit_hold USING btree (company_id, account_id, strength, reason) WHERE (status = 'placed'::text);
grant insert, select, update on table credit.credit_hold to quittance_app;

create table credit.credit_override (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  check_id uuid not null,
  account_id uuid not null,
  status text not null,
  reason text not null,
  expires_at timestamp with time zone,
  status_before text not null,
  requested_by jsonb not null,
  requested_at timestamp with time zone not null,
  decided_by jsonb,
  decided_at timestamp with time zone,
  decision_note text,
  expired_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  asked_by uuid,
  constraint credit_override_pkey PRIMARY KEY (company_id, id),
  constraint credit_override_before_check CHECK ((status_before = ANY (ARRAY['needs_approval'::text, 'rejected'::text]))),
  constraint credit_override_decided_check CHECK ((((decided_by IS NULL) = (decided_at IS NULL)) AND ((status <> ALL (ARRAY['approved'::text, 'rejected'::text])) OR (decided_at IS NOT NULL)) AND ((status <> ALL (ARRAY['requested'::text, 'cancelled'::text])) OR (decided_at IS NULL)) AND ((status <> 'rejected'::text) OR (decision_note IS NOT NULL)))),
  constraint credit_override_expired_check CHECK ((((status = 'expired'::text) = (expired_at IS NOT NULL)) AND ((status <> 'expired'::text) OR (expires_at IS NOT NULL)))),
  constraint credit_override_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'approved'::text, 'rejected'::text, 'expired'::text, 'cancelled'::text]))),
  constraint credit_override_account_fk FOREIGN KEY (company_id, account_id) REFERENCES crm.account(company_id, id),
  constraint credit_override_check_fk FOREIGN KEY (company_id, check_id) REFERENCES credit.credit_check(company_id, id)
);
alter table credit.credit_override enable row level security;
alter table credit.credit_override force row level security;
create policy company on credit.credit_override for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on credit.credit_override for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX credit_override_account_index ON credit.credit_override USING btree (company_id, account_id, requested_at);
CREATE INDEX credit_override_check_index ON credit.credit_override USING btree (company_id, check_id, requested_at);
CREATE UNIQUE INDEX credit_override_check_key ON credit.credit_override USING btree (company_id, check_id) WHERE (status = 'requested'::text);
CREATE INDEX credit_override_expiry_index ON credit.credit_override USING btree (company_id, account_id, expires_at) WHERE ((expires_at IS NOT NULL) AND (status = ANY (ARRAY['requested'::text, 'approved'::text])));
CREATE INDEX credit_override_requested_index ON credit.credit_override USING btree (company_id, requested_at, id);
grant insert, select, update on table credit.credit_override to quittance_app;

create table credit.settings (
  company_id uuid not null,
  version integer not null,
  release_own_hold boolean not null,
  recheck_on_confirm boolean not null,
  own_override boolean not null,
  overdue_hold_days integer,
  overdue_hold_strength text not null,
  overdue_hold_release boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  recheck_grown boolean not null default false,
  constraint settings_pkey PRIMARY KEY (company_id),
  constraint settings_days_check CHECK (((overdue_hold_days >= 1) AND (overdue_hold_days <= 3650))),
  constraint settings_strength_check CHECK ((overdue_hold_strength = ANY (ARRAY['hard'::text, 'soft'::text])))
);
alter table credit.settings enable row level security;
alter table credit.settings force row level security;
create policy company on credit.settings for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on credit.settings for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant delete, insert, select, update on table credit.settings to quittance_app;

create view credit.pub_credit_hold (
  company_id /* uuid */,
  account_id /* uuid */,
  strength /* text */,
  status /* text */
) with (security_invoker=true) as
 SELECT company_id,
    account_id,
    strength,
    status
   FROM credit.credit_hold t;
grant select on table credit.pub_credit_hold to quittance_app;
comment on view credit.pub_credit_hold is 'That a customer gets no credit, or none without approval; released ones too.';
comment on column credit.pub_credit_hold.company_id is 'The company.';
comment on column credit.pub_credit_hold.account_id is 'The customer.';
comment on column credit.pub_credit_hold.strength is 'hard refuses, soft asks for approval.';
comment on column credit.pub_credit_hold.status is 'placed or released.';

create schema crm;
grant usage on schema crm to quittance_app;

create table crm.account (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  name text not null,
  type text,
  industry text,
  rating text,
  ownership text,
  website text,
  email text,
  billing_email text,
  phone text,
  billing_address jsonb not null,
  shipping_address jsonb not null,
  tax_registration text,
  parent_id uuid,
  manager_id uuid,
  owner_id uuid,
  ledger_account_id uuid not null,
  status text not null default 'active'::text,
  external_key text,
  merged_into uuid,
  custom jsonb not null default '{}'::jsonb,
  created_by uuid,
  updated_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  buyer_kind text,
  language text,
  e_invoice_profile text,
  endpoint_scheme text,
  endpoint_id text,
  buyer_reference text,
  constraint account_pkey PRIMARY KEY (company_id, id),
  constraint account_buyer_kind_check CHECK ((buyer_kind = ANY (ARRAY['business'::text, 'consumer'::text, 'government'::text, 'sez_unit'::text]))),
  constraint account_e_invoice_profile_check CHECK ((e_invoice_profile = ANY (ARRAY['en16931'::text, 'xrechnung'::text, 'peppol-bis-3'::text]))),
  constraint account_endpoint_check CHECK (((endpoint_scheme IS NULL) = (endpoint_id IS NULL))),
  constraint account_merged_check CHECK (((merged_into IS NULL) OR (deleted_at IS NOT NULL))),
  constraint account_parent_check CHECK ((parent_id <> id)),
  constraint account_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint account_ledger_account_fk FOREIGN KEY (company_id, ledger_account_id, id) REFERENCES crm.ledger_account(company_id, id, account_id) DEFERRABLE INITIALLY DEFERRED,
  constraint account_manager_fk FOREIGN KEY (company_id, manager_id) REFERENCES identity.staff_user(company_id, id),
  constraint account_merged_into_fk FOREIGN KEY (company_id, merged_into) REFERENCES crm.account(company_id, id),
  constraint account_owner_fk FOREIGN KEY (company_id, owner_id) REFERENCES identity.staff_user(company_id, id),
  constraint account_parent_fk FOREIGN KEY (company_id, parent_id) REFERENCES crm.account(company_id, id)
);
alter table crm.account enable row level security;
alter table crm.account force row level security;
create policy company on crm.account for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on crm.account for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX account_created_index ON crm.account USING btree (company_id, created_at, id) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX account_external_key_key ON crm.account USING btree (company_id, external_key) WHERE ((deleted_at IS NULL) OR (merged_into IS NOT NULL));
CREATE INDEX account_host_index ON crm.account USING btree (company_id, split_part(lower(email), '@'::text, 2));
CREATE INDEX account_manager_index ON crm.account USING btree (company_id, manager_id);
CREATE INDEX account_match_index ON crm.account USING btree (company_id, lower(btrim(name)));
CREATE INDEX account_merged_index ON crm.account USING btree (company_id, merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX account_name_index ON crm.account USING btree (company_id, name, id) WHERE (deleted_at IS NULL);
CREATE INDEX account_owner_index ON crm.account USING btree (company_id, owner_id, created_at, id) INCLUDE (deleted_at);
CREATE INDEX account_parent_index ON crm.account USING btree (company_id, parent_id) WHERE (parent_id IS NOT NULL);
grant delete, insert, select, update on table crm.account to quittance_app;

create table crm.activity (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  subject text not null,
  description text,
  priority text,
  status text not null default 'open'::text,
  related_object text,
  related_id uuid,
  completed_at timestamp with time zone,
  kind text not null,
  due_at timestamp with time zone,
  owner_id uuid,
  custom jsonb not null default '{}'::jsonb,
  created_by uuid,
  updated_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint activity_pkey PRIMARY KEY (company_id, id),
  constraint activity_completed_check CHECK (((status = 'completed'::text) = (completed_at IS NOT NULL))),
  constraint activity_kind_check CHECK ((kind = ANY (ARRAY['call'::text, 'meeting'::text, 'note'::text, 'email'::text]))),
  constraint activity_related_check CHECK (((related_object IS NULL) = (related_id IS NULL))),
  constraint activity_status_check CHECK ((status = ANY (ARRAY['open'::text, 'completed'::text, 'cancelled'::text]))),
  constraint activity_owner_fk FOREIGN KEY (company_id, owner_id) REFERENCES identity.staff_user(company_id, id)
);
alter table crm.activity enable row level security;
alter table crm.activity force row level security;
create policy company on crm.activity for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on crm.activity for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX activity_created_index ON crm.activity USING btree (company_id, created_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX activity_due_index ON crm.activity USING btree (company_id, status, due_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX activity_owner_index ON crm.activity USING btree (company_id, owner_id, created_at, id) INCLUDE (deleted_at);
CREATE INDEX activity_related_index ON crm.activity USING btree (company_id, related_object, related_id, created_at);
grant delete, insert, select, update on table crm.activity to quittance_app;
comment on column crm.activity.custom is 'Values of custom fields by API name of activity';

create table crm.article_feedback (
  company_id uuid not null,
  article_id uuid not null,
  portal_user_id uuid not null,
  helpful boolean not null,
  at timestamp with time zone not null,
  constraint article_feedback_pkey PRIMARY KEY (company_id, article_id, portal_user_id),
  constraint article_feedback_article_fk FOREIGN KEY (company_id, article_id) REFERENCES crm.knowledge_article(company_id, id),
  constraint article_feedback_portal_user_fk FOREIGN KEY (company_id, portal_user_id) REFERENCES portal.portal_user(company_id, id)
);
alter table crm.article_feedback enable row level security;
alter table crm.article_feedback force row level security;
create policy company on crm.article_feedback for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on crm.article_feedback for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant delete, insert, select, update on table crm.article_feedback to quittance_app;

create table crm.article_word (
  company_id uuid not null,
  word text collate "C" not null,
  article_id uuid not null,
  weight integer not null,
  constraint article_word_pkey PRIMARY KEY (company_id, word, article_id) INCLUDE (weight),
  constraint article_word_weight_check CHECK ((weight > 0)),
  constraint article_word_article_fk FOREIGN KEY (company_id, article_id) REFERENCES crm.knowledge_article(company_id, id)
);
alter table crm.article_word enable row level security;
alter table crm.article_word force row level security;
create policy company on crm.article_word for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on crm.article_word for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX article_word_article_index ON crm.article_word USING btree (company_id, article_id);
grant delete, insert, select, update on table crm.article_word to quittance_app;

create table crm.asset (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  name text not null,
  account_id uuid,
  product_id uuid,
  serial text,
  status text not null,
  installed_on date,
  warranty_until date,
  description text,
  owner_id uuid,
  custom jsonb not null default '{}'::jsonb,
  created_by uuid,
  updated_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  order_id uuid,
  constraint asset_pkey PRIMARY KEY (company_id, id),
  constraint asset_account_check CHECK (((account_id IS NOT NULL) OR (status = ANY (ARRAY['in_stock'::text, 'retired'::text])))),
  constraint asset_status_check CHECK ((status = ANY (ARRAY['in_stock'::text, 'shipped'::text, 'installed'::text, 'in_repair'::text, 'retired'::text]))),
  constraint asset_warranty_check CHECK ((warranty_until >= installed_on)),
  constraint asset_account_fk FOREIGN KEY (company_id, account_id) REFERENCES crm.account(company_id, id),
  constraint asset_order_fk FOREIGN KEY (company_id, order_id) REFERENCES sales.sales_order(company_id, id) DEFERRABLE INITIALLY DEFERRED,
  constraint asset_owner_fk FOREIGN KEY (company_id, owner_id) REFERENCES identity.staff_user(company_id, id),
  constraint asset_product_fk FOREIGN KEY (company_id, product_id) REFERENCES catalog.product(company_id, id) ON DELETE RESTRICT
);
alter table crm.asset enable row level security;
alter table crm.asset force row level security;
create policy company on crm.asset for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on crm.asset for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX asset_account_index ON crm.asset USING btree (company_id, account_id, created_at, id);
CREATE INDEX asset_created_index ON crm.asset USING btree (company_id, created_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX asset_name_index ON crm.asset USING btree (company_id, name, id) WHERE (deleted_at IS NULL);
CREATE INDEX asset_order_index ON crm.asset USING btree (company_id, order_id);
CREATE INDEX asset_owner_index ON crm.asset USING btree (company_id, owner_id, created_at, id) INCLUDE (deleted_at);
CREATE INDEX asset_product_index ON crm.asset USING btree (company_id, product_id);
CREATE INDEX asset_serial_index ON crm.asset USING btree (company_id, serial);
CREATE INDEX asset_warranty_index ON crm.asset USING btree (company_id, warranty_until, id);
grant delete, insert, select, update on table crm.asset to quittance_app;
comment on column crm.asset.custom is 'Values of custom fields by API name of asset';

create table crm.campaign (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  name text not null,
  type text,
  status text not null default 'planned'::text,
  description text,
  start_date date,
  end_date date,
  budget bigint,
  currency text not null,
  owner_id uuid,
  custom jsonb not null default '{}'::jsonb,
  created_by uuid,
  updated_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint campaign_pkey PRIMARY KEY (company_id, id),
  constraint campaign_budget_check CHECK ((budget >= 0)),
  constraint campaign_dates_check CHECK ((end_date >= start_date)),
  constraint campaign_status_check CHECK ((status = ANY (ARRAY['planned'::text, 'active'::text, 'completed'::text, 'cancelled'::text]))),
  constraint campaign_owner_fk FOREIGN KEY (company_id, owner_id) REFERENCES identity.staff_user(company_id, id)
);
alter table crm.campaign enable row level security;
alter table crm.campaign force row level security;
create policy company on crm.campaign for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on crm.campaign for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX campaign_created_index ON crm.campaign USING btree (company_id, created_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX campaign_name_index ON crm.campaign USING btree (company_id, name, id) WHERE (deleted_at IS NULL);
CREATE INDEX campaign_owner_index ON crm.campaign USING btree (company_id, owner_id, created_at, id) INCLUDE (deleted_at);
grant delete, insert, select, update on table crm.campaign to quittance_app;
comment on column crm.campaign.custom is 'Values of custom fields by API name of campaign';

create table crm.campaign_member (
  company_id uuid not null,
  campaign_id uuid not null,
  id uuid not null,
  lead_id uuid,
  contact_id uuid,
  status text not null default 'planned'::text,
  added_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint campaign_member_pkey PRIMARY KEY (company_id, campaign_id, id),
  constraint campaign_member_kind_check CHECK (((lead_id IS NULL) <> (contact_id IS NULL))),
  constraint campaign_member_status_check CHECK ((status = ANY (ARRAY['planned'::text, 'sent'::text, 'responded'::text, 'converted'::text, 'unsubscribed'::text]))),
  constraint campaign_member_campaign_fk FOREIGN KEY (company_id, campaign_id) REFERENCES crm.campaign(company_id, id),
  constraint campaign_member_contact_fk FOREIGN KEY (company_id, contact_id) REFERENCES crm.contact(company_id, id),
  constraint campaign_member_lead_fk FOREIGN KEY (company_id, lead_id) REFERENCES crm.lead(company_id, id)
);
alter table crm.campaign_member enable row level security;
alter table crm.campaign_member force row level security;
create policy company on crm.campaign_member for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on crm.campaign_member for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX campaign_member_contact_index ON crm.campaign_member USING btree (company_id, contact_id);
CREATE UNIQUE INDEX campaign_member_contact_key ON crm.campaign_member USING btree (company_id, campaign_id, contact_id);
CREATE INDEX campaign_member_lead_index ON crm.campaign_member USING btree (company_id, lead_id);
CREATE UNIQUE INDEX campaign_member_lead_key ON crm.campaign_member USING btree (company_id, campaign_id, lead_id);
CREATE INDEX campaign_member_list_index ON crm.campaign_member USING btree (company_id, campaign_id, created_at, id);
grant delete, insert, select, update on table crm.campaign_member to quittance_app;

create table crm.case_comment (
  company_id uuid not null,
  case_id uuid not null,
  id uuid not null,
  visibility text not null,
  body text not null,
  author_kind text not null,
  author_id text,
  author_name text not null,
  created_at timestamp with time zone not null,
  constraint case_comment_pkey PRIMARY KEY (company_id, case_id, id),
  constraint case_comment_visibility_check CHECK ((visibility = ANY (ARRAY['public'::text, 'internal'::text]))),
  constraint case_comment_case_fk FOREIGN KEY (company_id, case_id) REFERENCES crm.support_case(company_id, id)
);
alter table crm.case_comment enable row level security;
alter table crm.case_comment force row level security;
create policy company on crm.case_comment for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on crm.case_comment for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant insert, select on table crm.case_comment to quittance_app;

create table crm.contact (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  name text not null,
  account_id uuid,
  first_name text,
  last_name text not null,
  email text,
  phone text,
  title text,
  is_primary boolean not null default false,
  owner_id uuid,
  custom jsonb not null default '{}'::jsonb,
  created_by uuid,
  updated_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint contact_pkey PRIMARY KEY (company_id, id),
  constraint contact_primary_check CHECK (((NOT is_primary) OR (account_id IS NOT NULL))),
  constraint contact_account_fk FOREIGN KEY (company_id, account_id) REFERENCES crm.account(company_id, id),
  constraint contact_owner_fk FOREIGN KEY (company_id, owner_id) REFERENCES identity.staff_user(company_id, id)
);
alter table crm.contact enable row level security;
alter table crm.contact force row level security;
create policy company on crm.contact for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on crm.contact for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX contact_account_index ON crm.contact USING btree (company_id, account_id);
CREATE INDEX contact_created_index ON crm.contact USING btree (company_id, created_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX contact_email_index ON crm.contact USING btree (company_id, lower(email));
CREATE INDEX contact_name_index ON crm.contact USING btree (company_id, name, id) WHERE (deleted_at IS NULL);
CREATE INDEX contact_owner_index ON crm.contact USING btree (company_id, owner_id, created_at, id) INCLUDE (deleted_at);
CREATE INDEX contact_phone_index ON crm.contact USING btree (company_id, phone);
CREATE UNIQUE INDEX contact_primary_key ON crm.contact USING btree (company_id, account_id) WHERE (is_primary AND (deleted_at IS NULL));
grant delete, insert, select, update on table crm.contact to quittance_app;
comment on column crm.contact.custom is 'Values of custom fields by API name of contact';

create table crm.deal (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  name text not null,
  account_id uuid,
  contact_id uuid,
  pipeline_id uuid not null,
  stage_id uuid not null,
  amount bigint,
  currency text not null,
  probability integer not null,
  probability_overridden boolean not null default false,
  expected_close_date date,
  status text not null default 'open'::text,
  loss_reason text,
  partner_id uuid,
  stage_entered_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  closed_on date,
  owner_id uuid,
  custom jsonb not null default '{}'::jsonb,
  created_by uuid,
  updated_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint deal_pkey PRIMARY KEY (company_id, id),
  constraint deal_amount_check CHECK ((amount >= 0)),
  constraint deal_closed_check CHECK (((status = 'open'::text) = (closed_at IS NULL))),
  constraint deal_lost_check CHECK (((loss_reason IS NULL) OR (status = 'lost'::text))),
  constraint deal_probability_check CHECK (((probability >= 0) AND (probability <= 100))),
  constraint deal_status_check CHECK ((status = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text]))),
  constraint deal_account_fk FOREIGN KEY (company_id, account_id) REFERENCES crm.account(company_id, id),
  constraint deal_contact_fk FOREIGN KEY (company_id, contact_id) REFERENCES crm.contact(company_id, id),
  constraint deal_owner_fk FOREIGN KEY (company_id, owner_id) REFERENCES identity.staff_user(company_id, id),
  constraint deal_partner_fk FOREIGN KEY (company_id, partner_id) REFERENCES crm.ledger_account(company_id, id),
  constraint deal_pipeline_fk FOREIGN KEY (company_id, pipeline_id) REFERENCES crm.pipeline(company_id, id),
  constraint deal_stage_fk FOREIGN KEY (company_id, pipeline_id, stage_id) REFERENCES crm.pipeline_stage(company_id, pipeline_id, id)
);
alter table crm.deal enable row level security;
alter table crm.deal force row level security;
create policy company on crm.deal for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on crm.deal for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX deal_account_index ON crm.deal USING btree (company_id, account_id);
CREATE INDEX deal_closed_index ON crm.deal USING btree (company_id, status, closed_on, id) WHERE (deleted_at IS NULL);
CREATE INDEX deal_contact_index ON crm.deal USING btree (company_id, contact_id);
CREATE INDEX deal_created_index ON crm.deal USING btree (company_id, created_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX deal_expected_index ON crm.deal USING btree (company_id, status, expected_close_date, id) WHERE (deleted_at IS NULL);
CREATE INDEX deal_name_index ON crm.deal USING btree (company_id, name, id) WHERE (deleted_at IS NULL);
CREATE INDEX deal_owner_index ON crm.deal USING btree (company_id, owner_id, created_at, id) INCLUDE (deleted_at);
CREATE INDEX deal_partner_index ON crm.deal USING btree (company_id, partner_id);
CREATE INDEX deal_stage_index ON crm.deal USING btree (company_id, pipeline_id, stage_id);
grant delete, insert, select, update on table crm.deal to quittance_app;
comment on column crm.deal.custom is 'Values of custom fields by API name of deal';

create table crm.exchange_rate (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  name text not null,
  base text not null,
  quote text not null,
  rate numeric(22,10) not null,
  day date not null,
  source text not null,
  owner_id uuid,
  custom jsonb not null default '{}'::jsonb,
  created_by uuid,
  updated_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint exchange_rate_pkey PRIMARY KEY (company_id, id),
  constraint exchange_rate_pair_check CHECK ((base <> quote)),
  constraint exchange_rate_rate_check CHECK ((rate > (0)::numeric)),
  constraint exchange_rate_owner_fk FOREIGN KEY (company_id, owner_id) REFERENCES identity.staff_user(company_id, id)
);
alter table crm.exchange_rate enable row level security;
alter table crm.exchange_rate force row level security;
create policy company on crm.exchange_rate for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on crm.exchange_rate for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX exchange_rate_created_index ON crm.exchange_rate USING btree (company_id, created_at, id);
CREATE INDEX exchange_rate_day_index ON crm.exchange_rate USING btree (company_id, day DESC, name, id);
CREATE INDEX exchange_rate_name_index ON crm.exchange_rate USING btree (company_id, name, id);
CREATE UNIQUE INDEX exchange_rate_name_key ON crm.exchange_rate USING btree (company_id, name) WHERE (deleted_at IS NULL);
CREATE INDEX exchange_rate_owner_index ON crm.exchange_rate USING btree (company_id, owner_id);
CREATE INDEX exchange_rate_pair_index ON crm.exchange_rate USING btree (company_id, base, quote, day DESC, updated_at DESC, id DESC);
grant delete, insert, select, update on table crm.exchange_rate to quittance_app;
comment on column crm.exchange_rate.custom is 'Values of custom fields by API name of exchange_rate';

create table crm.knowledge_article (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  title text not null,
  body text not null,
  audience text not null default 'internal'::text,
  status text not null default 'draft'::text,
  published_at timestamp with time zone,
  archived_at timestamp with time zone,
  owner_id uuid,
  custom jsonb not null default '{}'::jsonb,
  created_by uuid,
  updated_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint knowledge_article_pkey PRIMARY KEY (company_id, id),
  constraint knowledge_article_audience_check CHECK ((audience = ANY (ARRAY['internal'::text, 'customer'::text, 'partner'::text, 'vendor'::text]))),
  constraint knowledge_article_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'published'::text, 'archived'::text]))),
  constraint knowledge_article_owner_fk FOREIGN KEY (company_id, owner_id) REFERENCES identity.staff_user(company_id, id)
);
alter table crm.knowledge_article enable row level security;
alter table crm.knowledge_article force row level security;
create policy company on crm.knowledge_article for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on crm.knowledge_article for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX knowledge_article_audience_index ON crm.knowledge_article USING btree (company_id, audience, status, title, id) WHERE (deleted_at IS NULL);
CREATE INDEX knowledge_article_created_index ON crm.knowledge_article USING btree (company_id, created_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX knowledge_article_owner_index ON crm.knowledge_article USING btree (company_id, owner_id, created_at, id) INCLUDE (deleted_at);
CREATE INDEX knowledge_article_title_index ON crm.knowledge_article USING btree (company_id, title, id) WHERE (deleted_at IS NULL);
grant delete, insert, select, update on table crm.knowledge_article to quittance_app;
comment on column crm.knowledge_article.custom is 'Values of custom fields by API name of knowledge_article';

create table crm.lead (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  name text not null,
  company_name text,
  email text,
  phone text,
  title text,
  source text,
  status text not null default 'new'::text,
  rating text,
  industry text,
  address jsonb not null,
  score integer not null default 0,
  converted_at timestamp with time zone,
  converted_account_id uuid,
  converted_contact_id uuid,
  converted_deal_id uuid,
  owner_id uuid,
  custom jsonb not null default '{}'::jsonb,
  created_by uuid,
  updated_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint lead_pkey PRIMARY KEY (company_id, id),
  constraint lead_converted_check CHECK ((((status = 'converted'::text) = (converted_at IS NOT NULL)) AND ((status = 'converted'::text) = (converted_account_id IS NOT NULL)) AND ((status = 'converted'::text) = (converted_contact_id IS NOT NULL)) AND ((converted_deal_id IS NULL) OR (status = 'converted'::text)))),
  constraint lead_status_check CHECK ((status = ANY (ARRAY['new'::text, 'working'::text, 'qualified'::text, 'unqualified'::text, 'converted'::text]))),
  constraint lead_converted_account_fk FOREIGN KEY (company_id, converted_account_id) REFERENCES crm.account(company_id, id),
  constraint lead_converted_contact_fk FOREIGN KEY (company_id, converted_contact_id) REFERENCES crm.contact(company_id, id),
  constraint lead_converted_deal_fk FOREIGN KEY (company_id, converted_deal_id) REFERENCES crm.deal(company_id, id),
  constraint lead_owner_fk FOREIGN KEY (company_id, owner_id) REFERENCES identity.staff_user(company_id, id)
);
alter table crm.lead enable row level security;
alter table crm.lead force row level security;
create policy company on crm.lead for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on crm.lead for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX lead_converted_account_index ON crm.lead USING btree (company_id, converted_account_id);
CREATE INDEX lead_converted_contact_index ON crm.lead USING btree (company_id, converted_contact_id);
CREATE INDEX lead_converted_deal_index ON crm.lead USING btree (company_id, converted_deal_id);
CREATE INDEX lead_created_index ON crm.lead USING btree (company_id, created_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX lead_email_index ON crm.lead USING btree (company_id, lower(email));
CREATE INDEX lead_name_index ON crm.lead USING btree (company_id, name, id) WHERE (deleted_at IS NULL);
CREATE INDEX lead_owner_index ON crm.lead USING btree (company_id, owner_id, created_at, id) INCLUDE (deleted_at);
CREATE INDEX lead_phone_index ON crm.lead USING btree (company_id, phone);
CREATE INDEX lead_score_index ON crm.lead USING btree (company_id, score, id) WHERE (deleted_at IS NULL);
CREATE INDEX lead_status_index ON crm.lead USING btree (company_id, status, created_at, id) WHERE (deleted_at IS NULL);
grant delete, insert, select, update on table crm.lead to quittance_app;
comment on column crm.lead.custom is 'Values of custom fields by API name of lead';

create table crm.ledger_account (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  kind text not null,
  account_id uuid,
  name text not null,
  gstin text,
  pan text,
  tan text,
  vat text,
  ein text,
  bank jsonb,
  default_currency text not null,
  opening_balance bigint not null default 0,
  credit_limit bigint,
  credit_days integer,
  payment_terms text,
  default_price_book_id uuid,
  owner_id uuid,
  created_by uuid,
  updated_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint ledger_account_pkey PRIMARY KEY (company_id, id),
  constraint ledger_account_credit_check CHECK (((credit_limit >= 0) AND (credit_days >= 0))),
  constraint ledger_account_kind_check CHECK ((kind = ANY (ARRAY['customer'::text, 'supplier'::text, 'partner'::text]))),
  constraint ledger_account_party_check CHECK (((kind = 'customer'::text) = (account_id IS NOT NULL))),
  constraint ledger_account_account_fk FOREIGN KEY (company_id, account_id) REFERENCES crm.account(company_id, id),
  constraint ledger_account_owner_fk FOREIGN KEY (company_id, owner_id) REFERENCES identity.staff_user(company_id, id),
  constraint ledger_account_price_book_fk FOREIGN KEY (company_id, default_price_book_id) REFERENCES catalog.price_book(company_id, id)
);
alter table crm.ledger_account enable row level security;
alter table crm.ledger_account force row level security;
create policy company on crm.ledger_account for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on crm.ledger_account for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE UNIQUE INDEX ledger_account_account_key ON crm.ledger_account USING btree (company_id, account_id);
CREATE INDEX ledger_account_kind_index ON crm.ledger_account USING btree (company_id, kind, name, id);
CREATE INDEX ledger_account_name_index ON crm.ledger_account USING btree (company_id, name, id) WHERE (deleted_at IS NULL);
CREATE INDEX ledger_account_owner_index ON crm.ledger_account USING btree (company_id, owner_id, created_at, id) INCLUDE (deleted_at);
CREATE UNIQUE INDEX ledger_account_pair_key ON crm.ledger_account USING btree (company_id, id, account_id);
grant delete, insert, select, update on table crm.ledger_account to quittance_app;

create table crm.pipeline (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  name text not null,
  stages jsonb not null,
  is_default boolean not null default false,
  active boolean not null default true,
  owner_id uuid,
  custom jsonb not null default '{}'::jsonb,
  created_by uuid,
  updated_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint pipeline_pkey PRIMARY KEY (company_id, id),
  constraint pipeline_default_check CHECK ((active OR (NOT is_default))),
  constraint pipeline_owner_fk FOREIGN KEY (company_id, owner_id) REFERENCES identity.staff_user(company_id, id)
);
alter table crm.pipeline enable row level security;
alter table crm.pipeline force row level security;
create policy company on crm.pipeline for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on crm.pipeline for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX pipeline_created_index ON crm.pipeline USING btree (company_id, created_at, id);
CREATE UNIQUE INDEX pipeline_default_key ON crm.pipeline USING btree (company_id) WHERE (is_default AND (deleted_at IS NULL));
CREATE INDEX pipeline_name_index ON crm.pipeline USING btree (company_id, name, id);
CREATE INDEX pipeline_owner_index ON crm.pipeline USING btree (company_id, owner_id);
grant delete, insert, select, update on table crm.pipeline to quittance_app;
comment on column crm.pipeline.custom is 'Values of custom fields by API name of pipeline';

create table crm.pipeline_stage (
  company_id uuid not null,
  pipeline_id uuid not null,
  id uuid not null,
  name text not null,
  "position" integer not null,
  probability integer not null,
  kind text not null,
  constraint pipeline_stage_pkey PRIMARY KEY (company_id, pipeline_id, id),
  constraint pipeline_stage_kind_check CHECK ((kind = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text]))),
  constraint pipeline_stage_probability_check CHECK (((probability >= 0) AND (probability <= 100))),
  constraint pipeline_stage_pipeline_fk FOREIGN KEY (company_id, pipeline_id) REFERENCES crm.pipeline(company_id, id)
);
alter table crm.pipeline_stage enable row level security;
alter table crm.pipeline_stage force row level security;
create policy company on crm.pipeline_stage for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on crm.pipeline_stage for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX pipeline_stage_id_index ON crm.pipeline_stage USING btree (company_id, id);
grant delete, insert, select, update on table crm.pipeline_stage to quittance_app;

create table crm.sla_policy (
  company_id uuid not null,
  version integer not null,
  targets jsonb not null,
  hours jsonb,
  updated_at timestamp with time zone not null,
  constraint sla_policy_pkey PRIMARY KEY (company_id)
);
alter table crm.sla_policy enable row level security;
alter table crm.sla_policy force row level security;
create policy company on crm.sla_policy for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on crm.sla_policy for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant delete, insert, select, update on table crm.sla_policy to quittance_app;

create table crm.support_case (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  number text not null,
  number_period text,
  number_seq bigint,
  account_id uuid,
  contact_id uuid,
  subject text not null,
  description text,
  origin text,
  reason text,
  priority text,
  status text not null default 'new'::text,
  resolution text,
  first_response_due_at timestamp with time zone,
  resolution_due_at timestamp with time zone,
  first_responded_at timestamp with time zone,
  resolved_at timestamp with time zone,
  closed_at timestamp with time zone,
  waiting_since timestamp with time zone,
  paused_seconds integer not null default 0,
  first_response_breached boolean not null default false,
  resolution_breached boolean not null default false,
  owner_id uuid,
  custom jsonb not null default '{}'::jsonb,
  created_by uuid,
  updated_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  portal_user_id uuid,
  related_object text,
  related_id uuid,
  rating integer,
  rated_at timestamp with time zone,
  constraint support_case_pkey PRIMARY KEY (company_id, id),
  constraint support_case_rated_check CHECK (((rating IS NULL) = (rated_at IS NULL))),
  constraint support_case_rating_check CHECK (((rating >= 1) AND (rating <= 5))),
  constraint support_case_related_check CHECK (((related_object IS NULL) = (related_id IS NULL))),
  constraint support_case_resolved_check CHECK (((resolved_at IS NULL) OR (status = ANY (ARRAY['resolved'::text, 'closed'::text])))),
  constraint support_case_status_check CHECK ((status = ANY (ARRAY['new'::text, 'open'::text, 'waiting'::text, 'resolved'::text, 'closed'::text]))),
  constraint support_case_waiting_check CHECK (((status = 'waiting'::text) = (waiting_since IS NOT NULL))),
  constraint support_case_account_fk FOREIGN KEY (company_id, account_id) REFERENCES crm.account(company_id, id),
  constraint support_case_contact_fk FOREIGN KEY (company_id, contact_id) REFERENCES crm.contact(company_id, id),
  constraint support_case_owner_fk FOREIGN KEY (company_id, owner_id) REFERENCES identity.staff_user(company_id, id),
  constraint support_case_portal_user_fk FOREIGN KEY (company_id, portal_user_id) REFERENCES portal.portal_user(company_id, id)
);
alter table crm.support_case enable row level security;
alter table crm.support_case force row level security;
create policy company on crm.support_case for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on crm.support_case for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX support_case_account_created_index ON crm.support_case USING btree (company_id, account_id, created_at, id);
CREATE INDEX support_case_account_index ON crm.support_case USING btree (company_id, account_id);
CREATE INDEX support_case_contact_index ON crm.support_case USING btree (company_id, contact_id);
CREATE INDEX support_case_created_index ON crm.support_case USING btree (company_id, created_at, id) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX support_case_number_key ON crm.support_case USING btree (company_id, number);
CREATE INDEX support_case_owner_index ON crm.support_case USING btree (company_id, owner_id, created_at, id) INCLUDE (deleted_at);
CREATE INDEX support_case_portal_user_index ON crm.support_case USING btree (company_id, portal_user_id, created_at, id);
CREATE INDEX support_case_related_index ON crm.support_case USING btree (company_id, related_object, related_id, created_at);
CREATE INDEX support_case_resolution_due_index ON crm.support_case USING btree (company_id, resolution_due_at) WHERE ((resolved_at IS NULL) AND (NOT resolution_breached) AND (deleted_at IS NULL));
CREATE INDEX support_case_response_due_index ON crm.support_case USING btree (company_id, first_response_due_at) WHERE ((first_responded_at IS NULL) AND (NOT first_response_breached) AND (deleted_at IS NULL));
CREATE INDEX support_case_status_index ON crm.support_case USING btree (company_id, status, created_at, id) WHERE (deleted_at IS NULL);
grant delete, insert, select, update on table crm.support_case to quittance_app;
comment on column crm.support_case.custom is 'Values of custom fields by API name of support_case';

create table crm.task (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  subject text not null,
  description text,
  priority text,
  status text not null default 'open'::text,
  related_object text,
  related_id uuid,
  completed_at timestamp with time zone,
  due_date date,
  owner_id uuid,
  custom jsonb not null default '{}'::jsonb,
  created_by uuid,
  updated_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint task_pkey PRIMARY KEY (company_id, id),
  constraint task_completed_check CHECK (((status = 'completed'::text) = (completed_at IS NOT NULL))),
  constraint task_related_check CHECK (((related_object IS NULL) = (related_id IS NULL))),
  constraint task_status_check CHECK ((status = ANY (ARRAY['open'::text, 'in_progress'::text, 'completed'::text, 'cancelled'::text]))),
  constraint task_owner_fk FOREIGN KEY (company_id, owner_id) REFERENCES identity.staff_user(company_id, id)
);
alter table crm.task enable row level security;
alter table crm.task force row level security;
create policy company on crm.task for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on crm.task for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX task_created_index ON crm.task USING btree (company_id, created_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX task_due_index ON crm.task USING btree (company_id, status, due_date, id) WHERE (deleted_at IS NULL);
CREATE INDEX task_owner_index ON crm.task USING btree (company_id, owner_id, created_at, id) INCLUDE (deleted_at);
CREATE INDEX task_related_index ON crm.task USING btree (company_id, related_object, related_id, created_at);
grant delete, insert, select, update on table crm.task to quittance_app;
comment on column crm.task.custom is 'Values of custom fields by API name of task';

create view crm.pub_account (
  company_id /* uuid */,
  id /* uuid */,
  name /* text */,
  owner_id /* uuid */
) with (security_invoker=true) as
 SELECT company_id,
    id,
    name,
    owner_id
   FROM crm.account t;
grant select on table crm.pub_account to quittance_app;
comment on view crm.pub_account is 'A customer, partner or other business that the company deals with; deleted ones too.';
comment on column crm.pub_account.company_id is 'The company.';
comment on column crm.pub_account.id is 'The account.';
comment on column crm.pub_account.name is 'What it is called.';
comment on column crm.pub_account.owner_id is 'The user whose record it is; null of nobody’s.';

create view crm.pub_account_manager (
  company_id /* uuid */,
  id /* uuid */,
  user_id /* uuid */
) with (security_invoker=true) as
 SELECT company_id,
    id,
    COALESCE(manager_id, owner_id) AS user_id
   FROM crm.account t;
grant select on table crm.pub_account_manager to quittance_app;
comment on view crm.pub_account_manager is 'Who of the company stands behind an account.';
comment on column crm.pub_account_manager.company_id is 'The company.';
comment on column crm.pub_account_manager.id is 'The account.';
comment on column crm.pub_account_manager.user_id is 'Its account manager, else the user whose record it is; null of nobody’s.';

create view crm.pub_account_place (
  company_id /* uuid */,
  id /* uuid */,
  name /* text */,
  city /* text */,
  country /* text */
) with (security_invoker=true) as
 SELECT company_id,
    id,
    name,
    billing_address ->> 'city'::text AS city,
    billing_address ->> 'country'::text AS country
   FROM crm.account t;
grant select on table crm.pub_account_place to quittance_app;
comment on view crm.pub_account_place is 'Where a business is; deleted ones too.';
comment on column crm.pub_account_place.company_id is 'The company.';
comment on column crm.pub_account_place.id is 'The account.';
comment on column crm.pub_account_place.name is 'What it is called.';
comment on column crm.pub_account_place.city is 'Where it is billed; null where not said.';
comment on column crm.pub_account_place.country is 'Its country; null where not said.';

create view crm.pub_asset (
  company_id /* uuid */,
  id /* uuid */,
  account_id /* uuid */,
  order_id /* uuid */,
  deleted_at /* timestamp with time zone */
) with (security_invoker=true) as
 SELECT company_id,
    id,
    account_id,
    order_id,
    deleted_at
   FROM crm.asset t;
grant select on table crm.pub_asset to quittance_app;
comment on view crm.pub_asset is 'A thing that was sold, or will be; deleted ones too.';
comment on column crm.pub_asset.company_id is 'The company.';
comment on column crm.pub_asset.id is 'The asset.';
comment on column crm.pub_asset.account_id is 'Who has it; null of one that nobody has.';
comment on column crm.pub_asset.order_id is 'The sales order by which it was sold; null where nobody said.';
comment on column crm.pub_asset.deleted_at is 'When it was deleted; null while it is there.';

create view crm.pub_case (
  company_id /* uuid */,
  id /* uuid */,
  number /* text */,
  subject /* text */,
  status /* text */,
  account_id /* uuid */,
  contact_id /* uuid */,
  portal_user_id /* uuid */,
  created_at /* timestamp with time zone */,
  updated_at /* timestamp with time zone */,
  deleted_at /* timestamp with time zone */
) with (security_invoker=true) as
 SELECT company_id,
    id,
    number,
    subject,
    status,
    account_id,
    contact_id,
    portal_user_id,
    created_at,
    updated_at,
    deleted_at
   FROM crm.support_case t;
grant select on table crm.pub_case to quittance_app;
comment on view crm.pub_case is 'A question or complaint; deleted ones too.';
comment on column crm.pub_case.company_id is 'The company.';
comment on column crm.pub_case.id is 'The case.';
comment on column crm.pub_case.number is 'Its number, which no other case of the company bears.';
comment on column crm.pub_case.subject is 'What it is about.';
comment on column crm.pub_case.status is 'new, open, waiting, resolved or closed.';
comment on column crm.pub_case.account_id is 'The customer; null without one.';
comment on column crm.pub_case.contact_id is 'Who of the customer it is dealt with; null where nobody said.';
comment on column crm.pub_case.portal_user_id is 'Who raised it in a portal; null of one that staff made.';
comment on column crm.pub_case.created_at is 'When it was made.';
comment on column crm.pub_case.updated_at is 'When it changed last.';
comment on column crm.pub_case.deleted_at is 'When it was deleted; null while it is there.';

create view crm.pub_contact (
  company_id /* uuid */,
  id /* uuid */,
  account_id /* uuid */
) with (security_invoker=true) as
 SELECT company_id,
    id,
        CASE
            WHEN deleted_at IS NULL THEN account_id
            ELSE NULL::uuid
        END AS account_id
   FROM crm.contact t;
grant select on table crm.pub_contact to quittance_app;
comment on view crm.pub_contact is 'A person that the company talks to; deleted ones too.';
comment on column crm.pub_contact.company_id is 'The company.';
comment on column crm.pub_contact.id is 'The contact.';
comment on column crm.pub_contact.account_id is 'The account that it is a contact of; null without one, and once it was deleted.';

create view crm.pub_customer (
  company_id /* uuid */,
  id /* uuid */,
  name /* text */,
  owner_id /* uuid */,
  active /* boolean */
) with (security_invoker=true) as
 SELECT company_id,
    id,
    name,
    owner_id,
    status = 'active'::text AND deleted_at IS NULL AS active
   FROM crm.account t;
grant select on table crm.pub_customer to quittance_app;
comment on view crm.pub_customer is 'An account as whoever acts for it meets it; deleted ones too.';
comment on column crm.pub_customer.company_id is 'The company.';
comment on column crm.pub_customer.id is 'The account.';
comment on column crm.pub_customer.name is 'What it is called.';
comment on column crm.pub_customer.owner_id is 'The user whose record it is; null of nobody’s.';
comment on column crm.pub_customer.active is 'Whether the company deals with it.';

create view crm.pub_deal (
  company_id /* uuid */,
  id /* uuid */,
  status /* text */,
  account_id /* uuid */,
  partner_id /* uuid */,
  deleted_at /* timestamp with time zone */
) with (security_invoker=true) as
 SELECT company_id,
    id,
    status,
    account_id,
    partner_id,
    deleted_at
   FROM crm.deal t;
grant select on table crm.pub_deal to quittance_app;
comment on view crm.pub_deal is 'What may be sold to whom; deleted ones too.';
comment on column crm.pub_deal.company_id is 'The company.';
comment on column crm.pub_deal.id is 'The deal.';
comment on column crm.pub_deal.status is 'open, won or lost.';
comment on column crm.pub_deal.account_id is 'The customer; null without one.';
comment on column crm.pub_deal.partner_id is 'The ledger account of the partner; null without one.';
comment on column crm.pub_deal.deleted_at is 'When it was deleted; null while it is there.';

create view crm.pub_ledger_account (
  company_id /* uuid */,
  id /* uuid */,
  kind /* text */,
  account_id /* uuid */,
  name /* text */,
  default_currency /* text */,
  credit_limit /* bigint */,
  deleted_at /* timestamp with time zone */
) with (security_invoker=true) as
 SELECT company_id,
    id,
    kind,
    account_id,
    name,
    default_currency,
    credit_limit,
    deleted_at
   FROM crm.ledger_account t;
grant select on table crm.pub_ledger_account to quittance_app;
comment on view crm.pub_ledger_account is 'The terms of a customer, supplier or partner; deleted ones too.';
comment on column crm.pub_ledger_account.company_id is 'The company.';
comment on column crm.pub_ledger_account.id is 'The ledger account.';
comment on column crm.pub_ledger_account.kind is 'customer, supplier or partner.';
comment on column crm.pub_ledger_account.account_id is 'The account of a customer; null of suppliers and partners.';
comment on column crm.pub_ledger_account.name is 'What it is called.';
comment on column crm.pub_ledger_account.default_currency is 'The code of the currency that its credit is counted in.';
comment on column crm.pub_ledger_account.credit_limit is 'What it may owe, in minor units; null without a limit.';
comment on column crm.pub_ledger_account.deleted_at is 'When it was deleted; null while it is there.';

create view crm.pub_trading_partner (
  company_id /* uuid */,
  id /* uuid */,
  name /* text */,
  owner_id /* uuid */,
  active /* boolean */
) with (security_invoker=true) as
 SELECT company_id,
    id,
    name,
    owner_id,
    deleted_at IS NULL AS active
   FROM crm.ledger_account t;
grant select on table crm.pub_trading_partner to quittance_app;
comment on view crm.pub_trading_partner is 'A supplier or partner, or the terms of a customer; deleted ones too.';
comment on column crm.pub_trading_partner.company_id is 'The company.';
comment on column crm.pub_trading_partner.id is 'The ledger account.';
comment on column crm.pub_trading_partner.name is 'What it is called.';
comment on column crm.pub_trading_partner.owner_id is 'The user whose record it is; null of nobody’s.';
comment on column crm.pub_trading_partner.active is 'Whether the company deals with it.';

create schema customization;
grant usage on schema customization to quittance_app;

create table customization.field (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  object text not null,
  name text not null,
  "position" integer not null,
  label text not null,
  help text,
  field_group text,
  type text not null,
  settings jsonb not null,
  required boolean not null,
  required_when text,
  default_value jsonb,
  is_unique boolean not null,
  indexed boolean not null,
  searched boolean not null,
  personal boolean not null,
  portals jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint field_pkey PRIMARY KEY (company_id, id),
  constraint field_name_key UNIQUE (company_id, object, name),
  constraint field_name_check CHECK ((name ~ '^[a-z][a-z0-9_]{0,59}__c$'::text))
);
alter table customization.field enable row level security;
alter table customization.field force row level security;
create policy company on customization.field for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on customization.field for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant delete, insert, select, update on table customization.field to quittance_app;

create table customization.form (
  company_id uuid not null,
  id uuid not null,
  name text not null,
  status text not null,
  definition jsonb not null,
  published_version integer not null default 0,
  dirty boolean not null,
  public_hash text,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint form_pkey PRIMARY KEY (company_id, id),
  constraint form_published_check CHECK (((status <> 'published'::text) OR (published_version > 0))),
  constraint form_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'published'::text, 'archived'::text])))
);
alter table customization.form enable row level security;
alter table customization.form force row level security;
create policy company on customization.form for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on customization.form for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE UNIQUE INDEX form_name_key ON customization.form USING btree (company_id, lower(name));
CREATE UNIQUE INDEX form_public_key ON customization.form USING btree (company_id, public_hash) WHERE (public_hash IS NOT NULL);
grant delete, insert, select, update on table customization.form to quittance_app;

create table customization.form_submission (
  company_id uuid not null,
  id uuid not null,
  form_id uuid not null,
  form_version integer not null,
  data jsonb not null,
  record_object text,
  record_id uuid,
  via text not null,
  submitted_by uuid,
  submitted_at timestamp with time zone not null,
  constraint form_submission_pkey PRIMARY KEY (company_id, id),
  constraint form_submission_record_check CHECK (((record_object IS NULL) = (record_id IS NULL))),
  constraint form_submission_via_check CHECK ((via = ANY (ARRAY['staff'::text, 'public'::text]))),
  constraint form_submission_version_fk FOREIGN KEY (company_id, form_id, form_version) REFERENCES customization.form_version(company_id, form_id, number)
);
alter table customization.form_submission enable row level security;
alter table customization.form_submission force row level security;
create policy company on customization.form_submission for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on customization.form_submission for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX form_submission_form_index ON customization.form_submission USING btree (company_id, form_id, submitted_at, id);
grant insert, select on table customization.form_submission to quittance_app;

create table customization.form_version (
  company_id uuid not null,
  form_id uuid not null,
  number integer not null,
  definition jsonb not null,
  published_at timestamp with time zone not null,
  constraint form_version_pkey PRIMARY KEY (company_id, form_id, number),
  constraint form_version_number_check CHECK ((number > 0)),
  constraint form_version_form_fk FOREIGN KEY (company_id, form_id) REFERENCES customization.form(company_id, id)
);
alter table customization.form_version enable row level security;
alter table customization.form_version force row level security;
create policy company on customization.form_version for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on customization.form_version for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant insert, select on table customization.form_version to quittance_app;

create table customization.layout (
  company_id uuid not null,
  id uuid not null,
  object text not null,
  name text not null,
  sections jsonb not null,
  is_default boolean not null,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint layout_pkey PRIMARY KEY (company_id, id),
  constraint layout_sections_check CHECK ((jsonb_typeof(sections) = 'array'::text))
);
alter table customization.layout enable row level security;
alter table customization.layout force row level security;
create policy company on customization.layout for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on customization.layout for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE UNIQUE INDEX layout_default_key ON customization.layout USING btree (company_id, object) WHERE is_default;
CREATE UNIQUE INDEX layout_name_key ON customization.layout USING btree (company_id, object, lower(name));
grant delete, insert, select, update on table customization.layout to quittance_app;

create table customization.object (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  name text not null,
  label text not null,
  plural_label text not null,
  name_label text not null,
  description text,
  owned boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint object_pkey PRIMARY KEY (company_id, id),
  constraint object_name_key UNIQUE (company_id, name),
  constraint object_name_check CHECK ((name ~ '^[a-z][a-z0-9_]{0,59}__c$'::text))
);
alter table customization.object enable row level security;
alter table customization.object force row level security;
create policy company on customization.object for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on customization.object for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant delete, insert, select, update on table customization.object to quittance_app;

create table customization.submission_key (
  company_id uuid not null,
  form_id uuid not null,
  key text not null,
  print bytea not null,
  submission_id uuid not null,
  constraint submission_key_pk PRIMARY KEY (company_id, form_id, key),
  constraint submission_key_key_check CHECK (((length(key) >= 1) AND (length(key) <= 255))),
  constraint submission_key_submission_fk FOREIGN KEY (company_id, submission_id) REFERENCES customization.form_submission(company_id, id)
);
alter table customization.submission_key enable row level security;
alter table customization.submission_key force row level security;
create policy company on customization.submission_key for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on customization.submission_key for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant insert, select on table customization.submission_key to quittance_app;

create table customization.view (
  company_id uuid not null,
  id uuid not null,
  kind text not null,
  object text not null,
  path text not null,
  name text not null,
  columns jsonb,
  sort text,
  filter jsonb,
  is_default boolean not null,
  owner_id uuid,
  visibility text not null,
  shared_with jsonb not null,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint view_pkey PRIMARY KEY (company_id, id),
  constraint view_columns_check CHECK (((columns IS NULL) OR (jsonb_typeof(columns) = 'array'::text))),
  constraint view_default_check CHECK (((NOT is_default) OR (kind = 'list_view'::text) OR (owner_id IS NOT NULL))),
  constraint view_kind_check CHECK ((kind = ANY (ARRAY['list_view'::text, 'view'::text]))),
  constraint view_list_check CHECK (((kind = 'view'::text) OR ((visibility = 'public'::text) AND (owner_id IS NULL)))),
  constraint view_owner_check CHECK (((owner_id IS NOT NULL) OR (visibility = 'public'::text))),
  constraint view_shared_check CHECK ((jsonb_typeof(shared_with) = 'object'::text)),
  constraint view_visibility_check CHECK ((visibility = ANY (ARRAY['private'::text, 'shared'::text, 'public'::text]))),
  constraint view_owner_fk FOREIGN KEY (company_id, owner_id) REFERENCES identity.staff_user(company_id, id)
);
alter table customization.view enable row level security;
alter table customization.view force row level security;
create policy company on customization.view for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on customization.view for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE UNIQUE INDEX view_list_default_key ON customization.view USING btree (company_id, object) WHERE ((kind = 'list_view'::text) AND is_default);
CREATE UNIQUE INDEX view_list_name_key ON customization.view USING btree (company_id, object, lower(name)) WHERE (kind = 'list_view'::text);
CREATE UNIQUE INDEX view_own_default_key ON customization.view USING btree (company_id, owner_id, object) WHERE ((owner_id IS NOT NULL) AND is_default);
CREATE UNIQUE INDEX view_own_name_key ON customization.view USING btree (company_id, owner_id, object, lower(name)) WHERE (owner_id IS NOT NULL);
CREATE UNIQUE INDEX view_public_name_key ON customization.view USING btree (company_id, object, lower(name)) WHERE ((kind = 'view'::text) AND (visibility = 'public'::text));
grant delete, insert, select, update on table customization.view to quittance_app;

create schema dunning;
grant usage on schema dunning to quittance_app;

create table dunning.attempt (
  company_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  ladder integer not null,
  step integer not null,
  days_after_due integer not null,
  action text not null,
  result text not null,
  reason text,
  tries integer not null,
  payment_link text,
  email_id uuid,
  as_of date not null,
  made_on date not null,
  run_id uuid not null,
  leased_until timestamp with time zone,
  attempted_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint attempt_pkey PRIMARY KEY (company_id, id),
  constraint attempt_of_invoice_key UNIQUE (company_id, invoice_id, id),
  constraint attempt_leased_check CHECK (((result = 'running'::text) = (leased_until IS NOT NULL))),
  constraint attempt_result_check CHECK ((result = ANY (ARRAY['running'::text, 'sent'::text, 'done'::text, 'failed'::text, 'skipped'::text]))),
  constraint attempt_email_fk FOREIGN KEY (company_id, email_id) REFERENCES notifications.email(company_id, id) DEFERRABLE INITIALLY DEFERRED,
  constraint attempt_invoice_fk FOREIGN KEY (company_id, invoice_id) REFERENCES receivables.invoice(company_id, id),
  constraint attempt_run_fk FOREIGN KEY (company_id, run_id) REFERENCES dunning.run(company_id, id)
);
alter table dunning.attempt enable row level security;
alter table dunning.attempt force row level security;
create policy added on dunning.attempt for insert to public
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy company on dunning.attempt for select to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on dunning.attempt for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
create policy pending on dunning.attempt for update to public
  using (((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")) AND (result = 'running'::text)))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE INDEX attempt_attempted_index ON dunning.attempt USING btree (company_id, attempted_at, id);
CREATE INDEX attempt_email_index ON dunning.attempt USING btree (company_id, email_id) WHERE (email_id IS NOT NULL);
CREATE INDEX attempt_invoice_index ON dunning.attempt USING btree (company_id, invoice_id, attempted_at, id);
CREATE INDEX attempt_run_index ON dunning.attempt USING btree (company_id, run_id);
CREATE UNIQUE INDEX attempt_step_key ON dunning.attempt USING btree (company_id, invoice_id, ladder, step) WHERE (result <> 'failed'::text);
grant insert, select on table dunning.attempt to quittance_app;
grant update on table dunning.attempt (result) to quittance_app;
grant update on table dunning.attempt (reason) to quittance_app;
grant update on table dunning.attempt (payment_link) to quittance_app;
grant update on table dunning.attempt (email_id) to quittance_app;
grant update on table dunning.attempt (leased_until) to quittance_app;

create table dunning.attempt_retry (
  company_id uuid not null,
  attempt_id uuid not null,
  asked_by jsonb not null,
  asked_at timestamp with time zone not null,
  constraint attempt_retry_pkey PRIMARY KEY (company_id, attempt_id),
  constraint attempt_retry_attempt_fk FOREIGN KEY (company_id, attempt_id) REFERENCES dunning.attempt(company_id, id)
);
alter table dunning.attempt_retry enable row level security;
alter table dunning.attempt_retry force row level security;
create policy company on dunning.attempt_retry for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on dunning.attempt_retry for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant insert, select on table dunning.attempt_retry to quittance_app;

create table dunning.last_letter (
  company_id uuid not null,
  account_id uuid not null,
  run_id uuid not null,
  letter_on date,
  constraint last_letter_pkey PRIMARY KEY (company_id, account_id),
  constraint last_letter_account_fk FOREIGN KEY (company_id, account_id) REFERENCES crm.account(company_id, id),
  constraint last_letter_run_fk FOREIGN KEY (company_id, run_id) REFERENCES dunning.run(company_id, id)
);
alter table dunning.last_letter enable row level security;
alter table dunning.last_letter force row level security;
create policy company on dunning.last_letter for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on dunning.last_letter for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant delete, insert, select, update on table dunning.last_letter to quittance_app;

create table dunning.late_terms (
  company_id uuid not null,
  version integer not null,
  active boolean not null,
  annual_rate numeric(9,6),
  grace_days integer not null,
  applies_from date not null,
  amounts jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  ask_on_day integer,
  last_asked_on date,
  said_on date,
  earlier jsonb not null default '[]'::jsonb,
  constraint late_terms_pkey PRIMARY KEY (company_id),
  constraint late_terms_amounts_check CHECK ((jsonb_typeof(amounts) = 'array'::text)),
  constraint late_terms_day_check CHECK (((ask_on_day >= 1) AND (ask_on_day <= 28))),
  constraint late_terms_earlier_check CHECK ((jsonb_typeof(earlier) = 'array'::text)),
  constraint late_terms_grace_check CHECK (((grace_days >= 0) AND (grace_days <= 365))),
  constraint late_terms_rate_check CHECK (((annual_rate > (0)::numeric) AND (annual_rate <= (100)::numeric)))
);
alter table dunning.late_terms enable row level security;
alter table dunning.late_terms force row level security;
create policy company on dunning.late_terms for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on dunning.late_terms for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant delete, insert, select, update on table dunning.late_terms to quittance_app;

create table dunning.pause (
  company_id uuid not null,
  id uuid not null,
  kind text not null,
  account_id uuid,
  invoice_id uuid,
  reason text not null,
  until date,
  promised_amount bigint,
  balance_then bigint,
  currency text,
  outcome text,
  ended_at timestamp with time zone,
  created_by jsonb not null,
  created_at timestamp with time zone not null,
  constraint pause_pkey PRIMARY KEY (company_id, id),
  constraint pause_ended_check CHECK (((outcome IS NULL) = (ended_at IS NULL))),
  constraint pause_kind_check CHECK ((kind = ANY (ARRAY['pause'::text, 'promise'::text]))),
  constraint pause_of_check CHECK (((account_id IS NULL) <> (invoice_id IS NULL))),
  constraint pause_outcome_check CHECK ((outcome = ANY (ARRAY['ended'::text, 'expired'::text, 'kept'::text, 'broken'::text, 'voided'::text]))),
  constraint pause_promise_check CHECK (((kind = 'pause'::text) OR ((invoice_id IS NOT NULL) AND (until IS NOT NULL) AND (promised_amount > 0) AND (balance_then >= promised_amount) AND (currency IS NOT NULL)))),
  constraint pause_account_fk FOREIGN KEY (company_id, account_id) REFERENCES crm.account(company_id, id),
  constraint pause_invoice_fk FOREIGN KEY (company_id, invoice_id) REFERENCES receivables.invoice(company_id, id)
);
alter table dunning.pause enable row level security;
alter table dunning.pause force row level security;
create policy company on dunning.pause for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on dunning.pause for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX pause_account_index ON dunning.pause USING btree (company_id, account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX pause_created_index ON dunning.pause USING btree (company_id, created_at, id);
CREATE INDEX pause_invoice_index ON dunning.pause USING btree (company_id, invoice_id) WHERE (invoice_id IS NOT NULL);
CREATE INDEX pause_open_index ON dunning.pause USING btree (company_id, until) WHERE (ended_at IS NULL);
grant delete, insert, select, update on table dunning.pause to quittance_app;

create table dunning.run (
  company_id uuid not null,
  id uuid not null,
  run_key text not null,
  as_of date not null,
  status text not null,
  invoices integer not null default 0,
  sent integer not null default 0,
  done integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  held integer not null default 0,
  actor jsonb not null,
  started_at timestamp with time zone not null,
  alive_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  letters integer not null default 0,
  hands integer not null default 1,
  constraint run_pkey PRIMARY KEY (company_id, id),
  constraint run_finished_check CHECK (((status = 'running'::text) = (finished_at IS NULL))),
  constraint run_hands_check CHECK ((hands >= 0)),
  constraint run_status_check CHECK ((status = ANY (ARRAY['running'::text, 'completed'::text, 'failed'::text])))
);
alter table dunning.run enable row level security;
alter table dunning.run force row level security;
create policy company on dunning.run for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on dunning.run for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE UNIQUE INDEX run_key ON dunning.run USING btree (company_id, run_key);
CREATE UNIQUE INDEX run_running_key ON dunning.run USING btree (company_id) WHERE (status = 'running'::text);
CREATE INDEX run_started_index ON dunning.run USING btree (company_id, started_at, id);
grant delete, insert, select, update on table dunning.run to quittance_app;

create table dunning.schedule (
  company_id uuid not null,
  version integer not null,
  steps jsonb not null,
  auto_run boolean not null,
  require_issued boolean not null,
  minimum_balance numeric not null,
  minimum_gap_days integer not null default 3,
  ladder integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  consolidate boolean not null default true,
  constraint schedule_pkey PRIMARY KEY (company_id),
  constraint schedule_gap_check CHECK (((minimum_gap_days >= 0) AND (minimum_gap_days <= 365))),
  constraint schedule_minimum_check CHECK ((minimum_balance >= (0)::numeric)),
  constraint schedule_steps_check CHECK ((jsonb_typeof(steps) = 'array'::text))
);
alter table dunning.schedule enable row level security;
alter table dunning.schedule force row level security;
create policy company on dunning.schedule for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on dunning.schedule for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant delete, insert, select, update on table dunning.schedule to quittance_app;

CREATE OR REPLACE FUNCTION dunning.door_companies_asking_late()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select pg_catalog.set_config('app.every_company', 'on', true); select t.company_id from dunning.late_terms t
       join company.pub_company c on c.id = t.company_id
       where t.active and t.ask_on_day is not null and c.active $function$;
revoke all on function dunning.door_companies_asking_late() from public;
grant execute on function dunning.door_companies_asking_late() to quittance_app;

CREATE OR REPLACE FUNCTION dunning.door_companies_with_auto_run()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select pg_catalog.set_config('app.every_company', 'on', true); select s.company_id from dunning.schedule s
       join company.pub_company c on c.id = s.company_id
       where s.auto_run and jsonb_array_length(s.steps) > 0 and c.active $function$;
revoke all on function dunning.door_companies_with_auto_run() from public;
grant execute on function dunning.door_companies_with_auto_run() to quittance_app;

CREATE OR REPLACE FUNCTION dunning.door_dead_runs(before timestamp with time zone)
 RETURNS TABLE(company_id uuid, as_of date)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select pg_catalog.set_config('app.every_company', 'on', true); select r.company_id, r.as_of from dunning.run r
     where r.status = 'running' and r.alive_at < before $function$;
revoke all on function dunning.door_dead_runs(before timestamp with time zone) from public;
grant execute on function dunning.door_dead_runs(before timestamp with time zone) to quittance_app;

CREATE OR REPLACE FUNCTION dunning.door_run_figures(since timestamp with time zone, at timestamp with time zone)
 RETURNS TABLE(kind text, runs bigint, seconds double precision)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select pg_catalog.set_config('app.every_company', 'on', true); with runs as (
        select b.status, b.started_at, b.finished_at
        from company.pub_company k cross join lateral (
          select r.status, r.started_at, r.finished_at from dunning.run r
          where r.company_id = k.id and r.started_at >= since) b)
      select 'open', count(*) filter (where r.status in ('running')),
        coalesce(max(extract(epoch from at - r.started_at))
          filter (where r.status in ('running')), 0)::float8
      from runs r
      union all
      select 'failed', count(*) filter (where r.status in ('failed')), 0::float8 from runs r
      union all
      select 'finished', count(*) filter (where r.finished_at is not null),
        coalesce(max(extract(epoch from r.finished_at - r.started_at)), 0)::float8
      from runs r $function$;
revoke all on function dunning.door_run_figures(since timestamp with time zone, at timestamp with time zone) from public;
grant execute on function dunning.door_run_figures(since timestamp with time zone, at timestamp with time zone) to quittance_app;

create schema gateway;
grant usage on schema gateway to quittance_app;

create table gateway.checkout (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  invoice_id uuid not null,
  attempt integer not null,
  provider text not null,
  account_key text not null,
  reference text not null,
  status text not null,
  balance bigint not null,
  amount bigint not null,
  wire_amount bigint not null,
  currency text not null,
  callback_url text,
  link_id text,
  order_id text,
  payment_url text,
  lasting_url text,
  expires_at timestamp with time zone not null,
  close_requested boolean not null default false,
  payment_id uuid,
  last_error text,
  sweeps integer not null default 0,
  next_sweep_at timestamp with time zone,
  busy_until timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  invoice_count integer not null default 1,
  money_under_way_at timestamp with time zone,
  account_id uuid,
  constraint checkout_pkey PRIMARY KEY (company_id, id),
  constraint checkout_amount_check CHECK (((balance > 0) AND (amount >= balance))),
  constraint checkout_invoice_count_check CHECK (((invoice_count >= 1) AND (invoice_count <= 100))),
  constraint checkout_open_check CHECK (((status <> 'open'::text) OR ((link_id IS NOT NULL) AND (payment_url IS NOT NULL)))),
  constraint checkout_status_check CHECK ((status = ANY (ARRAY['creating'::text, 'open'::text, 'processing'::text, 'closing'::text, 'paid'::text, 'cancelled'::text, 'expired'::text, 'failed'::text]))),
  constraint checkout_sweep_check CHECK (((status <> ALL (ARRAY['creating'::text, 'closing'::text])) OR (next_sweep_at IS NOT NULL) OR (sweeps > 0))),
  constraint checkout_account_fk FOREIGN KEY (company_id, account_id) REFERENCES crm.account(company_id, id),
  constraint checkout_invoice_fk FOREIGN KEY (company_id, invoice_id) REFERENCES receivables.invoice(company_id, id),
  constraint checkout_payment_fk FOREIGN KEY (company_id, payment_id) REFERENCES receivables.payment(company_id, id)
);
alter table gateway.checkout enable row level security;
alter table gateway.checkout force row level security;
create policy company on gateway.checkout for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on gateway.checkout for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX checkout_account_index ON gateway.checkout USING btree (company_id, account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX checkout_created_index ON gateway.checkout USING btree (company_id, created_at, id);
CREATE INDEX checkout_invoice_index ON gateway.checkout USING btree (company_id, invoice_id, attempt);
CREATE INDEX checkout_link_index ON gateway.checkout USING btree (link_id, company_id) WHERE (link_id IS NOT NULL);
CREATE UNIQUE INDEX checkout_link_key ON gateway.checkout USING btree (company_id, provider, link_id) WHERE (link_id IS NOT NULL);
CREATE UNIQUE INDEX checkout_live_key ON gateway.checkout USING btree (company_id, invoice_id) WHERE (status = ANY (ARRAY['creating'::text, 'open'::text, 'processing'::text]));
CREATE INDEX checkout_order_index ON gateway.checkout USING btree (order_id, company_id) WHERE (order_id IS NOT NULL);
CREATE INDEX checkout_reference_index ON gateway.checkout USING btree (reference, company_id);
CREATE UNIQUE INDEX checkout_reference_key ON gateway.checkout USING btree (company_id, provider, reference);
CREATE INDEX checkout_sweep_index ON gateway.checkout USING btree (company_id, next_sweep_at) WHERE (next_sweep_at IS NOT NULL);
grant delete, insert, select, update on table gateway.checkout to quittance_app;

create table gateway.checkout_invoice (
  company_id uuid not null,
  checkout_id uuid not null,
  "position" integer not null,
  invoice_id uuid not null,
  amount bigint not null,
  constraint checkout_invoice_pkey PRIMARY KEY (company_id, checkout_id, "position"),
  constraint checkout_invoice_amount_check CHECK ((amount > 0)),
  constraint checkout_invoice_checkout_fk FOREIGN KEY (company_id, checkout_id) REFERENCES gateway.checkout(company_id, id),
  constraint checkout_invoice_invoice_fk FOREIGN KEY (company_id, invoice_id) REFERENCES receivables.invoice(company_id, id)
);
alter table gateway.checkout_invoice enable row level security;
alter table gateway.checkout_invoice force row level security;
create policy company on gateway.checkout_invoice for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on gateway.checkout_invoice for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX checkout_invoice_collected_index ON gateway.checkout_invoice USING btree (company_id, invoice_id);
CREATE UNIQUE INDEX checkout_invoice_key ON gateway.checkout_invoice USING btree (company_id, checkout_id, invoice_id);
grant insert, select on table gateway.checkout_invoice to quittance_app;

create table gateway.connector (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  kind text not null,
  provider text not null,
  active boolean not null,
  credentials jsonb not null,
  previous_webhook_secret jsonb,
  previous_webhook_secret_until timestamp with time zone,
  settings jsonb not null default '{}'::jsonb,
  account_id text generated always as ((settings ->> 'accountId'::text)) stored,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint connector_pkey PRIMARY KEY (company_id, id),
  constraint connector_kind_check CHECK ((kind = 'payment'::text)),
  constraint connector_previous_check CHECK (((previous_webhook_secret IS NULL) = (previous_webhook_secret_until IS NULL)))
);
alter table gateway.connector enable row level security;
alter table gateway.connector force row level security;
create policy company on gateway.connector for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on gateway.connector for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX connector_account_index ON gateway.connector USING btree (account_id, company_id) WHERE (account_id IS NOT NULL);
CREATE UNIQUE INDEX connector_active_key ON gateway.connector USING btree (company_id, kind) WHERE active;
CREATE UNIQUE INDEX connector_provider_key ON gateway.connector USING btree (company_id, kind, provider);
grant delete, insert, select, update on table gateway.connector to quittance_app;

create table gateway.covered_refund (
  company_id uuid not null,
  provider text not null,
  provider_refund_id text not null,
  provider_payment_id text not null,
  amount bigint not null,
  created_at timestamp with time zone not null,
  constraint covered_refund_pkey PRIMARY KEY (company_id, provider, provider_refund_id),
  constraint covered_refund_amount_check CHECK ((amount > 0))
);
alter table gateway.covered_refund enable row level security;
alter table gateway.covered_refund force row level security;
create policy company on gateway.covered_refund for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on gateway.covered_refund for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX covered_refund_payment_index ON gateway.covered_refund USING btree (company_id, provider, provider_payment_id);
grant insert, select on table gateway.covered_refund to quittance_app;

create table gateway.dispute_evidence (
  company_id uuid not null,
  receipt_id uuid not null,
  id uuid not null,
  kind text not null,
  body text not null,
  document_ids jsonb not null,
  by jsonb not null,
  at timestamp with time zone not null,
  constraint dispute_evidence_pkey PRIMARY KEY (company_id, id),
  constraint dispute_evidence_kind_check CHECK ((kind = ANY (ARRAY['piece'::text, 'submission'::text]))),
  constraint dispute_evidence_receipt_fk FOREIGN KEY (company_id, receipt_id) REFERENCES gateway.unapplied_receipt(company_id, id)
);
alter table gateway.dispute_evidence enable row level security;
alter table gateway.dispute_evidence force row level security;
create policy company on gateway.dispute_evidence for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on gateway.dispute_evidence for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX dispute_evidence_receipt_index ON gateway.dispute_evidence USING btree (company_id, receipt_id, at, id);
CREATE UNIQUE INDEX dispute_evidence_submission_key ON gateway.dispute_evidence USING btree (company_id, receipt_id) WHERE (kind = 'submission'::text);
grant insert, select on table gateway.dispute_evidence to quittance_app;

create table gateway.dispute_fee (
  company_id uuid not null,
  receipt_id uuid not null,
  provider_reference text not null,
  amount bigint not null,
  currency text not null,
  created_at timestamp with time zone not null,
  constraint dispute_fee_pkey PRIMARY KEY (company_id, receipt_id, provider_reference),
  constraint dispute_fee_amount_check CHECK ((amount <> 0)),
  constraint dispute_fee_receipt_fk FOREIGN KEY (company_id, receipt_id) REFERENCES gateway.unapplied_receipt(company_id, id)
);
alter table gateway.dispute_fee enable row level security;
alter table gateway.dispute_fee force row level security;
create policy company on gateway.dispute_fee for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on gateway.dispute_fee for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant insert, select on table gateway.dispute_fee to quittance_app;

create table gateway.dispute_reminder (
  company_id uuid not null,
  receipt_id uuid not null,
  due_by timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint dispute_reminder_pkey PRIMARY KEY (company_id, receipt_id, due_by),
  constraint dispute_reminder_receipt_fk FOREIGN KEY (company_id, receipt_id) REFERENCES gateway.unapplied_receipt(company_id, id)
);
alter table gateway.dispute_reminder enable row level security;
alter table gateway.dispute_reminder force row level security;
create policy company on gateway.dispute_reminder for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on gateway.dispute_reminder for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant insert, select on table gateway.dispute_reminder to quittance_app;

create table gateway.failed_payment (
  company_id uuid not null,
  provider text not null,
  provider_payment_id text not null,
  checkout_id uuid,
  invoice_id uuid,
  code text,
  description text,
  failed_at timestamp with time zone not null,
  constraint failed_payment_pkey PRIMARY KEY (company_id, provider, provider_payment_id),
  constraint failed_payment_checkout_fk FOREIGN KEY (company_id, checkout_id) REFERENCES gateway.checkout(company_id, id),
  constraint failed_payment_invoice_fk FOREIGN KEY (company_id, invoice_id) REFERENCES receivables.invoice(company_id, id)
);
alter table gateway.failed_payment enable row level security;
alter table gateway.failed_payment force row level security;
create policy company on gateway.failed_payment for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on gateway.failed_payment for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX failed_payment_age_index ON gateway.failed_payment USING btree (company_id, failed_at);
CREATE INDEX failed_payment_invoice_index ON gateway.failed_payment USING btree (company_id, invoice_id) WHERE (invoice_id IS NOT NULL);
CREATE INDEX failed_payment_provider_index ON gateway.failed_payment USING btree (provider_payment_id, company_id);
grant insert, select on table gateway.failed_payment to quittance_app;

create table gateway.pay_link (
  company_id uuid not null,
  id uuid not null,
  invoice_ids uuid[] not null,
  created_at timestamp with time zone not null,
  constraint pay_link_pkey PRIMARY KEY (company_id, id),
  constraint pay_link_invoices_check CHECK (((cardinality(invoice_ids) >= 2) AND (cardinality(invoice_ids) <= 100)))
);
alter table gateway.pay_link enable row level security;
alter table gateway.pay_link force row level security;
create policy company on gateway.pay_link for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on gateway.pay_link for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant insert, select on table gateway.pay_link to quittance_app;

create table gateway.refund_request (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  payment_id uuid not null,
  provider text not null,
  provider_payment_id text not null,
  provider_refund_id text,
  amount bigint not null,
  wire_amount bigint not null,
  currency text not null,
  reason text not null,
  asked_as text,
  status text not null,
  last_error text,
  sweeps integer not null default 0,
  next_sweep_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint refund_request_pkey PRIMARY KEY (company_id, id),
  constraint refund_request_amount_check CHECK ((amount > 0)),
  constraint refund_request_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'pending'::text, 'confirmed'::text, 'failed'::text]))),
  constraint refund_request_payment_fk FOREIGN KEY (company_id, payment_id) REFERENCES receivables.payment(company_id, id)
);
alter table gateway.refund_request enable row level security;
alter table gateway.refund_request force row level security;
create policy company on gateway.refund_request for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on gateway.refund_request for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX refund_request_asked_index ON gateway.refund_request USING btree (company_id, payment_id, asked_as) WHERE (asked_as IS NOT NULL);
CREATE INDEX refund_request_created_index ON gateway.refund_request USING btree (company_id, created_at, id);
CREATE UNIQUE INDEX refund_request_open_key ON gateway.refund_request USING btree (company_id, payment_id) WHERE (status = ANY (ARRAY['requested'::text, 'pending'::text]));
CREATE UNIQUE INDEX refund_request_provider_key ON gateway.refund_request USING btree (company_id, provider, provider_refund_id) WHERE (provider_refund_id IS NOT NULL);
CREATE INDEX refund_request_sweep_index ON gateway.refund_request USING btree (company_id, next_sweep_at) WHERE (next_sweep_at IS NOT NULL);
grant delete, insert, select, update on table gateway.refund_request to quittance_app;

create table gateway.sandbox_delivery (
  company_id uuid not null,
  id uuid not null,
  link_id uuid not null,
  type text not null,
  body text not null,
  status text not null,
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone,
  last_status integer,
  last_error text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint sandbox_delivery_pkey PRIMARY KEY (company_id, id),
  constraint sandbox_delivery_next_check CHECK (((status = 'pending'::text) = (next_attempt_at IS NOT NULL))),
  constraint sandbox_delivery_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'abandoned'::text]))),
  constraint sandbox_delivery_link_fk FOREIGN KEY (company_id, link_id) REFERENCES gateway.sandbox_link(company_id, id)
);
alter table gateway.sandbox_delivery enable row level security;
alter table gateway.sandbox_delivery force row level security;
create policy company on gateway.sandbox_delivery for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on gateway.sandbox_delivery for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX sandbox_delivery_due_index ON gateway.sandbox_delivery USING btree (company_id, next_attempt_at) WHERE (next_attempt_at IS NOT NULL);
grant delete, insert, select, update on table gateway.sandbox_delivery to quittance_app;

create table gateway.sandbox_link (
  company_id uuid not null,
  id uuid not null,
  reference text not null,
  status text not null,
  amount bigint not null,
  currency text not null,
  company_name text not null,
  invoice_number text not null,
  customer_name text not null,
  metadata jsonb not null,
  callback_url text,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint sandbox_link_pkey PRIMARY KEY (company_id, id),
  constraint sandbox_link_amount_check CHECK ((amount > 0)),
  constraint sandbox_link_status_check CHECK ((status = ANY (ARRAY['open'::text, 'paid'::text, 'cancelled'::text, 'expired'::text])))
);
alter table gateway.sandbox_link enable row level security;
alter table gateway.sandbox_link force row level security;
create policy company on gateway.sandbox_link for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on gateway.sandbox_link for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE UNIQUE INDEX sandbox_link_reference_key ON gateway.sandbox_link USING btree (company_id, reference);
grant delete, insert, select, update on table gateway.sandbox_link to quittance_app;

create table gateway.sandbox_payment (
  company_id uuid not null,
  id text not null,
  link_id uuid not null,
  attempt_key text not null,
  status text not null,
  amount bigint not null,
  created_at timestamp with time zone not null,
  constraint sandbox_payment_pkey PRIMARY KEY (company_id, id),
  constraint sandbox_payment_status_check CHECK ((status = ANY (ARRAY['captured'::text, 'failed'::text, 'refunded'::text, 'disputed'::text, 'won'::text, 'lost'::text]))),
  constraint sandbox_payment_link_fk FOREIGN KEY (company_id, link_id) REFERENCES gateway.sandbox_link(company_id, id)
);
alter table gateway.sandbox_payment enable row level security;
alter table gateway.sandbox_payment force row level security;
create policy company on gateway.sandbox_payment for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on gateway.sandbox_payment for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE UNIQUE INDEX sandbox_payment_attempt_key ON gateway.sandbox_payment USING btree (company_id, link_id, attempt_key);
grant insert, select on table gateway.sandbox_payment to quittance_app;

create table gateway.told_refunds (
  company_id uuid not null,
  provider text not null,
  provider_payment_id text not null,
  succeeded jsonb not null default '{}'::jsonb,
  failed jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint told_refunds_pkey PRIMARY KEY (company_id, provider, provider_payment_id)
);
alter table gateway.told_refunds enable row level security;
alter table gateway.told_refunds force row level security;
create policy company on gateway.told_refunds for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on gateway.told_refunds for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant delete, insert, select, update on table gateway.told_refunds to quittance_app;

create table gateway.unapplied_receipt (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  kind text not null,
  provider text not null,
  provider_object_id text not null,
  provider_payment_id text,
  event_id text,
  type text not null,
  body_hash text not null,
  amount bigint,
  currency text,
  invoice_id uuid,
  payment_id uuid,
  stages jsonb not null default '[]'::jsonb,
  evidence_due_by timestamp with time zone,
  provider_reason text,
  reason text not null,
  status text not null,
  note text,
  resolved_at timestamp with time zone,
  resolved_by jsonb,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  lost bigint,
  constraint unapplied_receipt_pkey PRIMARY KEY (company_id, id),
  constraint unapplied_receipt_kind_check CHECK ((kind = ANY (ARRAY['capture'::text, 'refund'::text, 'unreadable'::text, 'dispute'::text]))),
  constraint unapplied_receipt_lost_check CHECK (((lost IS NULL) OR ((lost >= 0) AND (kind = 'dispute'::text) AND (payment_id IS NOT NULL) AND (currency IS NOT NULL)))),
  constraint unapplied_receipt_resolved_check CHECK (((status = 'resolved'::text) = (resolved_at IS NOT NULL))),
  constraint unapplied_receipt_stages_check CHECK (((jsonb_typeof(stages) = 'array'::text) AND ((kind = 'dispute'::text) = (stages <> '[]'::jsonb)))),
  constraint unapplied_receipt_status_check CHECK ((status = ANY (ARRAY['open'::text, 'resolved'::text])))
);
alter table gateway.unapplied_receipt enable row level security;
alter table gateway.unapplied_receipt force row level security;
create policy company on gateway.unapplied_receipt for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on gateway.unapplied_receipt for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX unapplied_receipt_created_index ON gateway.unapplied_receipt USING btree (company_id, created_at, id);
CREATE INDEX unapplied_receipt_dispute_index ON gateway.unapplied_receipt USING btree (company_id, provider, provider_payment_id) WHERE (kind = 'dispute'::text);
CREATE INDEX unapplied_receipt_lone_dispute_index ON gateway.unapplied_receipt USING btree (company_id, provider, provider_payment_id) WHERE ((kind = 'dispute'::text) AND (payment_id IS NULL));
CREATE UNIQUE INDEX unapplied_receipt_object_key ON gateway.unapplied_receipt USING btree (company_id, provider, kind, provider_object_id);
CREATE INDEX unapplied_receipt_open_dispute_index ON gateway.unapplied_receipt USING btree (company_id) WHERE ((kind = 'dispute'::text) AND (status = 'open'::text));
CREATE INDEX unapplied_receipt_open_index ON gateway.unapplied_receipt USING btree (company_id, created_at) WHERE (status = 'open'::text);
grant delete, insert, select, update on table gateway.unapplied_receipt to quittance_app;

create table gateway.webhook_delivery (
  company_id uuid not null,
  id uuid not null,
  provider text not null,
  event_id text,
  type text not null,
  applied boolean not null,
  reason text,
  invoice_id uuid,
  payment_id uuid,
  provider_payment_id text,
  body_hash text not null,
  duration_ms integer not null,
  request_id text not null,
  received_at timestamp with time zone not null,
  constraint webhook_delivery_pkey PRIMARY KEY (company_id, id),
  constraint webhook_delivery_reason_check CHECK ((applied = (reason IS NULL)))
);
alter table gateway.webhook_delivery enable row level security;
alter table gateway.webhook_delivery force row level security;
create policy company on gateway.webhook_delivery for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on gateway.webhook_delivery for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX webhook_delivery_payment_index ON gateway.webhook_delivery USING btree (company_id, provider_payment_id) WHERE (provider_payment_id IS NOT NULL);
CREATE INDEX webhook_delivery_received_index ON gateway.webhook_delivery USING btree (company_id, received_at, id);
grant insert, select on table gateway.webhook_delivery to quittance_app;

create view gateway.pub_checkout_invoice (
  company_id /* uuid */,
  checkout_id /* uuid */,
  invoice_id /* uuid */,
  amount /* bigint */
) with (security_invoker=true) as
 SELECT company_id,
    checkout_id,
    invoice_id,
    amount
   FROM gateway.checkout_invoice t;
grant select on table gateway.pub_checkout_invoice to quittance_app;
comment on view gateway.pub_checkout_invoice is 'What an attempt to collect several invoices at once asks for one of them; written once.';
comment on column gateway.pub_checkout_invoice.company_id is 'The company.';
comment on column gateway.pub_checkout_invoice.checkout_id is 'The attempt.';
comment on column gateway.pub_checkout_invoice.invoice_id is 'The invoice.';
comment on column gateway.pub_checkout_invoice.amount is 'What of the attempt is meant for it, in minor units.';

CREATE OR REPLACE FUNCTION gateway.door_companies_of_account(named_provider text, account text)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select pg_catalog.set_config('app.every_company', 'on', true); select company_id from gateway.connector
       where kind = 'payment' and provider = named_provider and account_id = account
       order by created_at, company_id limit 8 $function$;
revoke all on function gateway.door_companies_of_account(named_provider text, account text) from public;
grant execute on function gateway.door_companies_of_account(named_provider text, account text) to quittance_app;

CREATE OR REPLACE FUNCTION gateway.door_companies_of_event(named_provider text, link text, referenced text, ordered text, paid text)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select pg_catalog.set_config('app.every_company', 'on', true); select known.company_id from (
       select company_id, created_at as since,
         case when link_id = link or reference = referenced then 0 else 1 end as place
       from gateway.checkout
       where provider = named_provider
         and (link_id = link or reference = referenced or order_id = ordered)
       union all
       select company_id, failed_at, 1 from gateway.failed_payment
       where provider = named_provider and provider_payment_id = paid
     ) known
     group by known.company_id
     order by min(known.place), min(known.since), known.company_id limit 8 $function$;
revoke all on function gateway.door_companies_of_event(named_provider text, link text, referenced text, ordered text, paid text) from public;
grant execute on function gateway.door_companies_of_event(named_provider text, link text, referenced text, ordered text, paid text) to quittance_app;

CREATE OR REPLACE FUNCTION gateway.door_companies_to_sweep(at timestamp with time zone)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select pg_catalog.set_config('app.every_company', 'on', true); select distinct company_id from gateway.checkout where next_sweep_at <= at $function$;
revoke all on function gateway.door_companies_to_sweep(at timestamp with time zone) from public;
grant execute on function gateway.door_companies_to_sweep(at timestamp with time zone) to quittance_app;

CREATE OR REPLACE FUNCTION gateway.door_companies_with_evidence_due(at timestamp with time zone)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select pg_catalog.set_config('app.every_company', 'on', true); select distinct r.company_id from gateway.unapplied_receipt r
       where r.kind = 'dispute' and r.status = 'open'
         and r.evidence_due_by > at and r.evidence_due_by <= at + interval '3 days'
         and not exists (select from gateway.dispute_reminder m where m.company_id = r.company_id
           and m.receipt_id = r.id and m.due_by = r.evidence_due_by) $function$;
revoke all on function gateway.door_companies_with_evidence_due(at timestamp with time zone) from public;
grant execute on function gateway.door_companies_with_evidence_due(at timestamp with time zone) to quittance_app;

CREATE OR REPLACE FUNCTION gateway.door_companies_with_refunds_to_sweep(at timestamp with time zone)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select pg_catalog.set_config('app.every_company', 'on', true); select distinct company_id from gateway.refund_request where next_sweep_at <= at $function$;
revoke all on function gateway.door_companies_with_refunds_to_sweep(at timestamp with time zone) from public;
grant execute on function gateway.door_companies_with_refunds_to_sweep(at timestamp with time zone) to quittance_app;

CREATE OR REPLACE FUNCTION gateway.door_companies_with_sandbox_deliveries(at timestamp with time zone)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select pg_catalog.set_config('app.every_company', 'on', true); select distinct company_id from gateway.sandbox_delivery where next_attempt_at <= at $function$;
revoke all on function gateway.door_companies_with_sandbox_deliveries(at timestamp with time zone) from public;
grant execute on function gateway.door_companies_with_sandbox_deliveries(at timestamp with time zone) to quittance_app;

CREATE OR REPLACE FUNCTION gateway.door_company_of_link(named_provider text, link text, ordered text)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select pg_catalog.set_config('app.every_company', 'on', true); select company_id from gateway.checkout
     where provider = named_provider and (link_id = link or order_id = ordered) limit 1 $function$;
revoke all on function gateway.door_company_of_link(named_provider text, link text, ordered text) from public;
grant execute on function gateway.door_company_of_link(named_provider text, link text, ordered text) to quittance_app;

CREATE OR REPLACE FUNCTION gateway.door_forget_deliveries(of_company uuid, named uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
       declare gone integer;
       begin perform pg_catalog.set_config('app.every_company', 'on', true); delete from gateway.webhook_delivery d
        where d.company_id = of_company and d.id = any(named) and d.received_at < now() - interval '90 days'
          and (d.provider_payment_id is null
            or exists (select from gateway.webhook_delivery o
              where o.company_id = of_company and o.provider = d.provider
                and o.provider_payment_id = d.provider_payment_id
                and (not o.applied, o.received_at, o.id) < (not d.applied, d.received_at, d.id))
            or not exists (select from receivables.pub_payment p
                where p.company_id = of_company and p.provider = d.provider
                  and p.provider_payment_id = d.provider_payment_id)
              and not exists (select from gateway.unapplied_receipt r
                where r.company_id = of_company and r.provider = d.provider
                  and r.provider_payment_id = d.provider_payment_id)); get diagnostics gone = row_count; return gone; end $function$;
revoke all on function gateway.door_forget_deliveries(of_company uuid, named uuid[]) from public;
grant execute on function gateway.door_forget_deliveries(of_company uuid, named uuid[]) to quittance_app;

CREATE OR REPLACE FUNCTION gateway.door_forget_failures(of_company uuid, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
       declare gone integer;
       begin perform pg_catalog.set_config('app.every_company', 'on', true); delete from gateway.failed_payment f
        where f.company_id = of_company and (f.provider, f.provider_payment_id) in (
          select o.provider, o.provider_payment_id from gateway.failed_payment o
          where o.company_id = of_company and o.failed_at < now() - interval '90 days'
            and not exists (select from gateway.checkout c
              where c.company_id = of_company and c.id = o.checkout_id
                and c.status in ('creating', 'open', 'processing', 'closing'))
          order by o.failed_at limit most); get diagnostics gone = row_count; return gone; end $function$;
revoke all on function gateway.door_forget_failures(of_company uuid, most integer) from public;
grant execute on function gateway.door_forget_failures(of_company uuid, most integer) to quittance_app;

CREATE OR REPLACE FUNCTION gateway.door_unapplied_receipts(at timestamp with time zone)
 RETURNS TABLE(receipts bigint, seconds double precision)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select pg_catalog.set_config('app.every_company', 'on', true); select count(*), coalesce(max(extract(epoch from at - r.created_at)), 0)::float8
       from gateway.unapplied_receipt r where r.status = 'open' $function$;
revoke all on function gateway.door_unapplied_receipts(at timestamp with time zone) from public;
grant execute on function gateway.door_unapplied_receipts(at timestamp with time zone) to quittance_app;

CREATE OR REPLACE FUNCTION gateway.door_webhook_company(claimed uuid)
 RETURNS TABLE(time_zone text, connectors jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select pg_catalog.set_config('app.every_company', 'on', true); select c.time_zone, coalesce((
         select jsonb_agg(to_jsonb(n) || jsonb_build_object(
           'createdAt', to_char(n."createdAt", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           'updatedAt', to_char(n."updatedAt", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           'previousWebhookSecretUntil',
             to_char(n."previousWebhookSecretUntil", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
         from (
           select id, version, provider, active, credentials,
             previous_webhook_secret as "previousWebhookSecret",
             previous_webhook_secret_until at time zone 'UTC' as "previousWebhookSecretUntil",
             settings, created_at at time zone 'UTC' as "createdAt",
             updated_at at time zone 'UTC' as "updatedAt"
           from gateway.connector where company_id = c.id and kind = 'payment') as n
         ), '[]')
       from company.pub_company c where c.id = claimed $function$;
revoke all on function gateway.door_webhook_company(claimed uuid) from public;
grant execute on function gateway.door_webhook_company(claimed uuid) to quittance_app;

create schema http;
grant usage on schema http to quittance_app;

create table http.idempotency_key (
  company_id uuid not null,
  principal_kind text not null,
  principal_id uuid not null,
  key text not null,
  fingerprint bytea,
  state text not null,
  owner uuid not null,
  locked_at timestamp with time zone not null,
  status integer,
  content_type text,
  location text,
  etag text,
  body text,
  sealed_body jsonb,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  rights bytea,
  unshown boolean not null default false,
  steps integer not null default 0,
  constraint idempotency_key_pk PRIMARY KEY (company_id, principal_kind, principal_id, key),
  constraint idempotency_key_key_check CHECK (((length(key) >= 1) AND (length(key) <= 255))),
  constraint idempotency_key_sealed_check CHECK (((sealed_body IS NULL) OR (body = ''::text))),
  constraint idempotency_key_state_check CHECK ((((state = ANY (ARRAY['in_progress'::text, 'abandoned'::text])) AND (status IS NULL) AND (body IS NULL)) OR ((state = 'completed'::text) AND (status IS NOT NULL) AND (body IS NOT NULL) AND (fingerprint IS NOT NULL))))
);
alter table http.idempotency_key enable row level security;
alter table http.idempotency_key force row level security;
create policy company on http.idempotency_key for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on http.idempotency_key for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX idempotency_key_expiry ON http.idempotency_key USING btree (company_id, expires_at);
CREATE INDEX idempotency_key_in_progress_index ON http.idempotency_key USING btree (company_id, locked_at) WHERE (state = 'in_progress'::text);
grant delete, insert, select, update on table http.idempotency_key to quittance_app;

create table http.idempotency_step (
  company_id uuid not null,
  principal_kind text not null,
  principal_id uuid not null,
  key text not null,
  reach integer not null,
  rights bytea not null,
  told text not null,
  constraint idempotency_step_pk PRIMARY KEY (company_id, principal_kind, principal_id, key, reach),
  constraint idempotency_step_reach_check CHECK ((reach > 0)),
  constraint idempotency_step_key_fk FOREIGN KEY (company_id, principal_kind, principal_id, key) REFERENCES http.idempotency_key(company_id, principal_kind, principal_id, key) ON DELETE CASCADE
);
alter table http.idempotency_step enable row level security;
alter table http.idempotency_step force row level security;
create policy company on http.idempotency_step for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on http.idempotency_step for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant delete, insert, select, update on table http.idempotency_step to quittance_app;

CREATE OR REPLACE FUNCTION http.door_companies_with_silent_keys()
 RETURNS TABLE(company_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select pg_catalog.set_config('app.every_company', 'on', true); select distinct k.company_id from http.idempotency_key k
       where k.state = 'in_progress' and k.locked_at < now() - interval '60 seconds' $function$;
revoke all on function http.door_companies_with_silent_keys() from public;
grant execute on function http.door_companies_with_silent_keys() to quittance_app;

CREATE OR REPLACE FUNCTION http.door_migrations()
 RETURNS TABLE(name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select pg_catalog.set_config('app.every_company', 'on', true); select m.name::text from public.quittance_migration m $function$;
revoke all on function http.door_migrations() from public;
grant execute on function http.door_migrations() to quittance_app;

create schema identity;
grant usage on schema identity to quittance_app;

create table identity.directory (
  company_id uuid not null,
  audience text not null,
  lock_ends_sessions boolean not null,
  updated_at timestamp with time zone not null,
  constraint directory_pkey PRIMARY KEY (company_id, audience),
  constraint directory_audience_check CHECK ((audience = ANY (ARRAY['staff'::text, 'customer'::text, 'partner'::text, 'vendor'::text])))
);
alter table identity.directory enable row level security;
alter table identity.directory force row level security;
create policy company on identity.directory for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on identity.directory for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant delete, insert, select, update on table identity.directory to quittance_app;

create table identity.known_device (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  sign_ins integer not null default 1,
  failures integer not null default 0,
  locked_until timestamp with time zone,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  tries_in_lock integer not null default 0,
  constraint known_device_pkey PRIMARY KEY (company_id, id),
  constraint known_device_token_key UNIQUE (company_id, token_hash),
  constraint known_device_failures_check CHECK (((failures >= 0) AND (failures <= 5))),
  constraint known_device_tries_check CHECK (((tries_in_lock >= 0) AND (tries_in_lock <= 5))),
  constraint known_device_user_fk FOREIGN KEY (company_id, user_id) REFERENCES identity.staff_user(company_id, id)
);
alter table identity.known_device enable row level security;
alter table identity.known_device force row level security;
create policy company on identity.known_device for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on identity.known_device for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX known_device_expiry_index ON identity.known_device USING btree (company_id, expires_at);
CREATE INDEX known_device_user_index ON identity.known_device USING btree (company_id, user_id);
grant delete, insert, select, update on table identity.known_device to quittance_app;

create table identity.password_token (
  company_id uuid not null,
  token_hash bytea not null,
  user_id uuid not null,
  purpose text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  shown_to uuid,
  constraint password_token_pkey PRIMARY KEY (company_id, token_hash),
  constraint password_token_purpose_check CHECK ((purpose = ANY (ARRAY['reset'::text, 'invitation'::text]))),
  constraint password_token_user_fk FOREIGN KEY (company_id, user_id) REFERENCES identity.staff_user(company_id, id)
);
alter table identity.password_token enable row level security;
alter table identity.password_token force row level security;
create policy company on identity.password_token for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on identity.password_token for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX password_token_user_index ON identity.password_token USING btree (company_id, user_id);
grant delete, insert, select, update on table identity.password_token to quittance_app;

create table identity.refresh_family (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  device_id uuid,
  user_agent text,
  ip text,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  revoked_reason text,
  constraint refresh_family_pkey PRIMARY KEY (company_id, id),
  constraint refresh_family_revoked_check CHECK (((revoked_at IS NULL) = (revoked_reason IS NULL))),
  constraint refresh_family_device_fk FOREIGN KEY (company_id, device_id) REFERENCES identity.known_device(company_id, id),
  constraint refresh_family_user_fk FOREIGN KEY (company_id, user_id) REFERENCES identity.staff_user(company_id, id)
);
alter table identity.refresh_family enable row level security;
alter table identity.refresh_family force row level security;
create policy company on identity.refresh_family for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on identity.refresh_family for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX refresh_family_device_index ON identity.refresh_family USING btree (company_id, device_id);
CREATE INDEX refresh_family_expiry_index ON identity.refresh_family USING btree (company_id, expires_at);
CREATE INDEX refresh_family_user_index ON identity.refresh_family USING btree (company_id, user_id);
grant delete, insert, select, update on table identity.refresh_family to quittance_app;

create table identity.refresh_token (
  company_id uuid not null,
  token_hash bytea not null,
  family_id uuid not null,
  created_at timestamp with time zone not null,
  spent_at timestamp with time zone,
  child_hash bytea,
  constraint refresh_token_pkey PRIMARY KEY (company_id, token_hash),
  constraint refresh_token_child_check CHECK (((spent_at IS NULL) = (child_hash IS NULL))),
  constraint refresh_token_family_fk FOREIGN KEY (company_id, family_id) REFERENCES identity.refresh_family(company_id, id) ON DELETE CASCADE
);
alter table identity.refresh_token enable row level security;
alter table identity.refresh_token force row level security;
create policy company on identity.refresh_token for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on identity.refresh_token for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX refresh_token_family_index ON identity.refresh_token USING btree (company_id, family_id);
CREATE UNIQUE INDEX refresh_token_live_key ON identity.refresh_token USING btree (company_id, family_id) WHERE (spent_at IS NULL);
grant delete, insert, select, update on table identity.refresh_token to quittance_app;

create table identity.staff_user (
  company_id uuid not null,
  id uuid not null,
  email text not null,
  name text not null,
  team text,
  password_hash text,
  active boolean not null default true,
  failures integer not null default 0,
  locked_until timestamp with time zone,
  last_failed_at timestamp with time zone,
  last_sign_in_at timestamp with time zone,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  tries_in_lock integer not null default 0,
  manager_id uuid,
  language text,
  constraint staff_user_pkey PRIMARY KEY (company_id, id),
  constraint staff_user_email_key UNIQUE (company_id, email),
  constraint staff_user_email_check CHECK ((email = lower(email))),
  constraint staff_user_failures_check CHECK (((failures >= 0) AND (failures <= 5))),
  constraint staff_user_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text, 'fr'::text, 'es'::text, 'it'::text, 'nl'::text, 'pt'::text, 'pl'::text, 'ja'::text, 'hi'::text, 'ar'::text, 'he'::text]))),
  constraint staff_user_manager_check CHECK ((manager_id <> id)),
  constraint staff_user_tries_check CHECK (((tries_in_lock >= 0) AND (tries_in_lock <= 5))),
  constraint staff_user_manager_fk FOREIGN KEY (company_id, manager_id) REFERENCES identity.staff_user(company_id, id)
) with (fillfactor=85);
alter table identity.staff_user enable row level security;
alter table identity.staff_user force row level security;
create policy company on identity.staff_user for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on identity.staff_user for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX staff_user_manager_index ON identity.staff_user USING btree (company_id, manager_id) WHERE (manager_id IS NOT NULL);
CREATE INDEX staff_user_sign_in_index ON identity.staff_user USING btree (email);
grant delete, insert, select, update on table identity.staff_user to quittance_app;

create view identity.pub_directory (
  company_id /* uuid */,
  audience /* text */,
  lock_ends_sessions /* boolean */
) with (security_invoker=true) as
 SELECT company_id,
    audience,
    lock_ends_sessions
   FROM identity.directory t;
grant select on table identity.pub_directory to quittance_app;
comment on view identity.pub_directory is 'What a company has set for all users of a directory.';
comment on column identity.pub_directory.company_id is 'The company.';
comment on column identity.pub_directory.audience is 'The directory: staff, customer, partner or vendor.';
comment on column identity.pub_directory.lock_ends_sessions is 'Whether five wrong guesses keep those out as well who are signed in.';

create view identity.pub_session (
  company_id /* uuid */,
  id /* uuid */,
  user_id /* uuid */,
  expires_at /* timestamp with time zone */,
  revoked_at /* timestamp with time zone */
) with (security_invoker=true) as
 SELECT company_id,
    id,
    user_id,
    expires_at,
    revoked_at
   FROM identity.refresh_family t;
grant select on table identity.pub_session to quittance_app;
comment on view identity.pub_session is 'A sign-in of a user on a device, and all that was refreshed from it.';
comment on column identity.pub_session.company_id is 'The company.';
comment on column identity.pub_session.id is 'The session, which its tokens name.';
comment on column identity.pub_session.user_id is 'Who signed in.';
comment on column identity.pub_session.expires_at is 'When it ends by itself.';
comment on column identity.pub_session.revoked_at is 'When it was ended; null while it is not.';

create view identity.pub_user (
  company_id /* uuid */,
  id /* uuid */,
  email /* text */,
  name /* text */,
  team /* text */,
  manager_id /* uuid */,
  language /* text */,
  active /* boolean */,
  has_password /* boolean */,
  locked_until /* timestamp with time zone */,
  last_sign_in_at /* timestamp with time zone */,
  version /* integer */,
  created_at /* timestamp with time zone */,
  updated_at /* timestamp with time zone */
) with (security_invoker=true) as
 SELECT company_id,
    id,
    email,
    name,
    team,
    manager_id,
    language,
    active,
    password_hash IS NOT NULL AS has_password,
    locked_until,
    last_sign_in_at,
    version,
    created_at,
    updated_at
   FROM identity.staff_user t;
grant select on table identity.pub_user to quittance_app;
comment on view identity.pub_user is 'Somebody of the staff of a company.';
comment on column identity.pub_user.company_id is 'The company.';
comment on column identity.pub_user.id is 'The user.';
comment on column identity.pub_user.email is 'Their address, in small letters; they sign in with it.';
comment on column identity.pub_user.name is 'What they are called.';
comment on column identity.pub_user.team is 'The team whose records they share; null without one.';
comment on column identity.pub_user.manager_id is 'The user whom they report to, and who may be asked in their place; null: none.';
comment on column identity.pub_user.language is 'In which they are written to; null: that of the company''s documents.';
comment on column identity.pub_user.active is 'Whether they may sign in.';
comment on column identity.pub_user.has_password is 'False until they have set a password for the first time.';
comment on column identity.pub_user.locked_until is 'Until then devices that have not signed in before are kept out; null where nothing was guessed.';
comment on column identity.pub_user.last_sign_in_at is 'When they last signed in; null if never.';
comment on column identity.pub_user.version is 'Rises with every change; a change names the one it was made from.';
comment on column identity.pub_user.created_at is 'When they were added.';
comment on column identity.pub_user.updated_at is 'When they were last changed.';

CREATE OR REPLACE FUNCTION identity.door_sign_in(wanted_email text, wanted_company text, device_hash bytea)
 RETURNS TABLE(company_id uuid, id uuid, password_hash text, known boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select pg_catalog.set_config('app.every_company', 'on', true); select u.company_id, u.id, u.password_hash, exists (
         select from identity.known_device d
         where d.company_id = u.company_id and d.token_hash = coalesce(device_hash, '')
           and d.user_id = u.id and d.expires_at > now()
           and (d.locked_until is null or d.locked_until <= now()))
       from identity.staff_user u
       join company.pub_company c on c.id = u.company_id and c.active
       where u.email = wanted_email and u.active
         and (wanted_company is null or c.slug = wanted_company)
       order by u.last_sign_in_at desc nulls last, u.id limit 5 $function$;
revoke all on function identity.door_sign_in(wanted_email text, wanted_company text, device_hash bytea) from public;
grant execute on function identity.door_sign_in(wanted_email text, wanted_company text, device_hash bytea) to quittance_app;

create schema masters;
grant usage on schema masters to quittance_app;

create table masters.entry (
  company_id uuid not null,
  id uuid not null,
  type text not null,
  code text not null,
  parent_code text,
  name text not null,
  description text,
  sort_order integer not null,
  icon text,
  colour text,
  active boolean not null,
  seeded boolean not null,
  version integer not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint entry_pkey PRIMARY KEY (company_id, id),
  constraint entry_parent_check CHECK (((type = ANY (ARRAY['state'::text, 'city'::text])) = (parent_code IS NOT NULL))),
  constraint entry_type_check CHECK ((type = ANY (ARRAY['lead_source'::text, 'account_type'::text, 'industry'::text, 'rating'::text, 'ownership'::text, 'case_origin'::text, 'case_reason'::text, 'case_priority'::text, 'task_priority'::text, 'approval_status'::text, 'country'::text, 'state'::text, 'city'::text, 'tax'::text])))
);
alter table masters.entry enable row level security;
alter table masters.entry force row level security;
create policy company on masters.entry for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on masters.entry for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE UNIQUE INDEX entry_code_key ON masters.entry USING btree (company_id, type, lower(code));
CREATE INDEX entry_parent_index ON masters.entry USING btree (company_id, type, parent_code);
grant delete, insert, select, update on table masters.entry to quittance_app;

create table masters.seed_entry (
  type text not null,
  code text not null,
  id uuid not null,
  parent_code text,
  name text not null,
  description text,
  sort_order integer not null,
  colour text,
  created_at timestamp with time zone not null,
  constraint seed_entry_pkey PRIMARY KEY (type, code),
  constraint seed_entry_id_key UNIQUE (id)
);
CREATE UNIQUE INDEX seed_entry_code_key ON masters.seed_entry USING btree (type, lower(code));
CREATE INDEX seed_entry_parent_index ON masters.seed_entry USING btree (type, parent_code);
grant select on table masters.seed_entry to quittance_app;

create view masters.known_entry (
  company_id /* uuid */,
  id /* uuid */,
  type /* text */,
  code /* text */,
  parent_code /* text */,
  name /* text */,
  description /* text */,
  sort_order /* integer */,
  icon /* text */,
  colour /* text */,
  active /* boolean */,
  seeded /* boolean */,
  version /* integer */,
  created_at /* timestamp with time zone */,
  updated_at /* timestamp with time zone */,
  deleted_at /* timestamp with time zone */
) with (security_invoker=true) as
 SELECT e.company_id,
    e.id,
    e.type,
    e.code,
    e.parent_code,
    e.name,
    e.description,
    e.sort_order,
    e.icon,
    e.colour,
    e.active,
    e.seeded,
    e.version,
    e.created_at,
    e.updated_at,
    e.deleted_at
   FROM masters.entry e
UNION ALL
 SELECT c.id AS company_id,
    s.id,
    s.type,
    s.code,
    s.parent_code,
    s.name,
    s.description,
    s.sort_order,
    NULL::text AS icon,
    s.colour,
    true AS active,
    true AS seeded,
    1 AS version,
    s.created_at,
    s.created_at AS updated_at,
    NULL::timestamp with time zone AS deleted_at
   FROM company.pub_company c
     CROSS JOIN masters.seed_entry s
     LEFT JOIN masters.entry e ON e.company_id = c.id AND e.id = s.id
  WHERE e.id IS NULL;
grant select on table masters.known_entry to quittance_app;

create schema notifications;
grant usage on schema notifications to quittance_app;

create table notifications.email (
  company_id uuid not null,
  id uuid not null,
  template_code text not null,
  status text not null,
  to_address text not null,
  subject text not null,
  html text not null,
  text text not null,
  language text not null,
  from_name text not null,
  reply_to text,
  late jsonb,
  attachments jsonb not null,
  object text not null,
  record_id text not null,
  bulk boolean not null default false,
  dedupe_key text,
  message_id text,
  attempts integer not null default 0,
  due_at timestamp with time zone,
  last_error text,
  answer text,
  request_id text not null,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  body_removed_at timestamp with time zone,
  constraint email_pkey PRIMARY KEY (company_id, id),
  constraint email_due_check CHECK (((status = ANY (ARRAY['queued'::text, 'sending'::text])) = (due_at IS NOT NULL))),
  constraint email_finished_check CHECK (((status = ANY (ARRAY['sent'::text, 'failed'::text])) = (finished_at IS NOT NULL))),
  constraint email_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'failed'::text])))
);
alter table notifications.email enable row level security;
alter table notifications.email force row level security;
create policy company on notifications.email for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on notifications.email for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX email_body_index ON notifications.email USING btree (company_id, created_at) WHERE (body_removed_at IS NULL);
CREATE INDEX email_created_index ON notifications.email USING btree (company_id, created_at, id);
CREATE UNIQUE INDEX email_dedupe_key ON notifications.email USING btree (company_id, dedupe_key) WHERE (dedupe_key IS NOT NULL);
CREATE INDEX email_due_index ON notifications.email USING btree (company_id, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX email_failed_index ON notifications.email USING btree (company_id, created_at) WHERE (status = 'failed'::text);
CREATE INDEX email_lane_index ON notifications.email USING btree (company_id, bulk, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX email_record_index ON notifications.email USING btree (company_id, record_id);
grant delete, insert, select, update on table notifications.email to quittance_app;

create table notifications.email_template (
  company_id uuid not null,
  code text not null,
  version integer not null default 1,
  subject text not null,
  html text not null,
  text text not null,
  language text,
  active boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  translations jsonb not null default '[]'::jsonb,
  constraint email_template_pkey PRIMARY KEY (company_id, code),
  constraint email_template_translations_check CHECK ((jsonb_typeof(translations) = 'array'::text))
);
alter table notifications.email_template enable row level security;
alter table notifications.email_template force row level security;
create policy company on notifications.email_template for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on notifications.email_template for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant delete, insert, select, update on table notifications.email_template to quittance_app;

create view notifications.pub_email (
  company_id /* uuid */,
  id /* uuid */
) with (security_invoker=true) as
 SELECT company_id,
    id
   FROM notifications.email t;
grant select on table notifications.pub_email to quittance_app;
comment on view notifications.pub_email is 'An e-mail that was written, sent or not.';
comment on column notifications.pub_email.company_id is 'The company.';
comment on column notifications.pub_email.id is 'The e-mail.';

CREATE OR REPLACE FUNCTION notifications.door_backlog(most integer, at timestamp with time zone)
 RETURNS TABLE(kind text, waiting bigint, oldest timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select pg_catalog.set_config('app.every_company', 'on', true); with recursive open as (
    (select company_id from notifications.email where due_at is not null order by company_id limit 1)
    union all
    select (select e.company_id from notifications.email e
            where due_at is not null and e.company_id > w.company_id order by e.company_id limit 1)
    from open w where w.company_id is not null), failed as (
    (select company_id from notifications.email where status = 'failed' order by company_id limit 1)
    union all
    select (select e.company_id from notifications.email e
            where status = 'failed' and e.company_id > w.company_id order by e.company_id limit 1)
    from failed w where w.company_id is not null)
       select case when l.bulk then 'bulk' else 'fresh' end, coalesce(sum(c.waiting), 0)::bigint,
         min(o.since)
       from (values (false), (true)) as l(bulk) left join open w on w.company_id is not null
       left join lateral (select count(*) as waiting from (
         select 1 from notifications.email e where e.company_id = w.company_id and e.bulk = l.bulk and e.due_at <= at limit most) e) c on true
       left join lateral (select e.due_at as since from notifications.email e where e.company_id = w.company_id and e.bulk = l.bulk and e.due_at <= at
         order by e.due_at limit 1) o on true
       group by l.bulk
       union all
       select 'failed', coalesce(sum(c.waiting), 0)::bigint, null
       from failed f cross join lateral (select count(*) as waiting from (
         select 1 from notifications.email e
         where e.company_id = f.company_id and e.status = 'failed' limit most) e) c
       where f.company_id is not null $function$;
revoke all on function notifications.door_backlog(most integer, at timestamp with time zone) from public;
grant execute on function notifications.door_backlog(most integer, at timestamp with time zone) to quittance_app;

CREATE OR REPLACE FUNCTION notifications.door_companies_with_due_email(now timestamp with time zone)
 RETURNS TABLE(company_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select pg_catalog.set_config('app.every_company', 'on', true); with recursive due as (
         (select e.company_id, e.due_at from notifications.email e
          where e.due_at is not null order by e.company_id, e.due_at limit 1)
         union all
         select n.company_id, n.due_at from due d, lateral (
           select e.company_id, e.due_at from notifications.email e
           where e.due_at is not null and e.company_id > d.company_id
           order by e.company_id, e.due_at limit 1) n)
       select d.company_id from due d where d.due_at <= now $function$;
revoke all on function notifications.door_companies_with_due_email(now timestamp with time zone) from public;
grant execute on function notifications.door_companies_with_due_email(now timestamp with time zone) to quittance_app;

create schema numbering;
grant usage on schema numbering to quittance_app;

create table numbering.counter (
  company_id uuid not null,
  type text not null,
  period text not null,
  first_seq bigint not null,
  last_seq bigint not null,
  increment bigint not null,
  constraint counter_pkey PRIMARY KEY (company_id, type, period),
  constraint counter_order_check CHECK ((last_seq >= first_seq))
);
alter table numbering.counter enable row level security;
alter table numbering.counter force row level security;
create policy company on numbering.counter for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on numbering.counter for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant delete, insert, select, update on table numbering.counter to quittance_app;

create table numbering.setting (
  company_id uuid not null,
  type text not null,
  version integer not null default 1,
  format text not null,
  reset text not null,
  start bigint not null,
  increment bigint not null,
  in_force boolean not null default true,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint setting_pkey PRIMARY KEY (company_id, type),
  constraint setting_counter_check CHECK (((start >= 0) AND (increment >= 1))),
  constraint setting_reset_check CHECK ((reset = ANY (ARRAY['never'::text, 'yearly'::text, 'monthly'::text, 'daily'::text])))
);
alter table numbering.setting enable row level security;
alter table numbering.setting force row level security;
create policy company on numbering.setting for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on numbering.setting for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant delete, insert, select, update on table numbering.setting to quittance_app;

create table numbering.skipped_number (
  company_id uuid not null,
  type text not null,
  period text not null,
  seq bigint not null,
  number text not null,
  reason text not null,
  created_at timestamp with time zone not null,
  constraint skipped_number_pkey PRIMARY KEY (company_id, type, period, seq)
);
alter table numbering.skipped_number enable row level security;
alter table numbering.skipped_number force row level security;
create policy company on numbering.skipped_number for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on numbering.skipped_number for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant insert, select on table numbering.skipped_number to quittance_app;

create view numbering.pub_counter (
  company_id /* uuid */,
  type /* text */,
  period /* text */,
  first_seq /* bigint */,
  last_seq /* bigint */,
  increment /* bigint */
) with (security_invoker=true) as
 SELECT company_id,
    type,
    period,
    first_seq,
    last_seq,
    increment
   FROM numbering.counter t;
grant select on table numbering.pub_counter to quittance_app;
comment on view numbering.pub_counter is 'Where the numbers of a type stand in a period.';
comment on column numbering.pub_counter.company_id is 'The company.';
comment on column numbering.pub_counter.type is 'The type of document.';
comment on column numbering.pub_counter.period is 'The period of the counter; empty where it never starts anew.';
comment on column numbering.pub_counter.first_seq is 'The first value that was given.';
comment on column numbering.pub_counter.last_seq is 'The last value that was given.';
comment on column numbering.pub_counter.increment is 'The step of the last one.';

create view numbering.pub_setting (
  company_id /* uuid */,
  type /* text */,
  increment /* bigint */
) with (security_invoker=true) as
 SELECT company_id,
    type,
    increment
   FROM numbering.setting t;
grant select on table numbering.pub_setting to quittance_app;
comment on view numbering.pub_setting is 'How a company numbers documents of a type.';
comment on column numbering.pub_setting.company_id is 'The company.';
comment on column numbering.pub_setting.type is 'The type of document: invoice, payment, credit-note.';
comment on column numbering.pub_setting.increment is 'The step from one number to the next.';

create view numbering.pub_skipped_number (
  company_id /* uuid */,
  type /* text */,
  period /* text */,
  seq /* bigint */,
  number /* text */
) with (security_invoker=true) as
 SELECT company_id,
    type,
    period,
    seq,
    number
   FROM numbering.skipped_number t;
grant select on table numbering.pub_skipped_number to quittance_app;
comment on view numbering.pub_skipped_number is 'A number that no document bears, for a reason that is stated.';
comment on column numbering.pub_skipped_number.company_id is 'The company.';
comment on column numbering.pub_skipped_number.type is 'The type of document.';
comment on column numbering.pub_skipped_number.period is 'The period of its counter.';
comment on column numbering.pub_skipped_number.seq is 'The value of the counter.';
comment on column numbering.pub_skipped_number.number is 'The number as it would have been printed.';

create schema objects;
grant usage on schema objects to quittance_app;

create table objects.counter (
  company_id uuid not null,
  object text not null,
  field text not null,
  last_value bigint not null,
  constraint counter_pkey PRIMARY KEY (company_id, object, field)
);
alter table objects.counter enable row level security;
alter table objects.counter force row level security;
create policy company on objects.counter for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on objects.counter for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant delete, insert, select, update on table objects.counter to quittance_app;

create table objects.document (
  company_id uuid not null,
  id uuid not null,
  object text not null,
  record_id uuid not null,
  version integer not null default 1,
  file_name text not null,
  mime_type text not null,
  size bigint not null,
  sha256 text not null,
  visibility text not null,
  state text not null,
  due_at timestamp with time zone,
  created_at timestamp with time zone not null,
  created_by uuid,
  updated_at timestamp with time zone not null,
  portal_user_id uuid,
  constraint document_pkey PRIMARY KEY (company_id, id),
  constraint document_due_check CHECK (((state = 'stored'::text) = (due_at IS NULL))),
  constraint document_state_check CHECK ((state = ANY (ARRAY['uploading'::text, 'waiting'::text, 'stored'::text, 'removed'::text]))),
  constraint document_visibility_check CHECK ((visibility = ANY (ARRAY['internal'::text, 'customer'::text, 'partner'::text, 'vendor'::text]))),
  constraint document_waiting_check CHECK (((state <> 'waiting'::text) OR (portal_user_id IS NOT NULL))),
  constraint document_portal_user_fk FOREIGN KEY (company_id, portal_user_id) REFERENCES portal.portal_user(company_id, id)
);
alter table objects.document enable row level security;
alter table objects.document force row level security;
create policy company on objects.document for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on objects.document for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX document_author_index ON objects.document USING btree (company_id, created_by, created_at, id) WHERE (state = 'stored'::text);
CREATE INDEX document_created_index ON objects.document USING btree (company_id, created_at, id) WHERE (state = 'stored'::text);
CREATE INDEX document_due_index ON objects.document USING btree (company_id, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX document_object_index ON objects.document USING btree (company_id, object, created_at, id) WHERE (state = 'stored'::text);
CREATE INDEX document_record_index ON objects.document USING btree (company_id, record_id, created_at, id);
CREATE INDEX document_sender_index ON objects.document USING btree (company_id, portal_user_id, created_at) WHERE (portal_user_id IS NOT NULL);
grant delete, insert, select, update on table objects.document to quittance_app;

create table objects.field_index (
  company_id uuid not null,
  field_id uuid not null,
  purpose text not null,
  object text not null,
  name text not null,
  kind text not null,
  state text not null,
  rebuild boolean not null default true,
  horizon xid8,
  "position" uuid,
  started_at timestamp with time zone not null,
  constraint field_index_pkey PRIMARY KEY (company_id, field_id, purpose),
  constraint field_index_purpose_check CHECK ((purpose = ANY (ARRAY['value'::text, 'reference'::text, 'unique'::text]))),
  constraint field_index_state_check CHECK ((state = ANY (ARRAY['emptying'::text, 'building'::text, 'ready'::text, 'failed'::text])))
);
alter table objects.field_index enable row level security;
alter table objects.field_index force row level security;
create policy company on objects.field_index for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on objects.field_index for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX field_index_object_index ON objects.field_index USING btree (company_id, object);
CREATE INDEX field_index_work_index ON objects.field_index USING btree (company_id, started_at) WHERE (state = ANY (ARRAY['emptying'::text, 'building'::text]));
grant delete, insert, select, update on table objects.field_index to quittance_app;

create table objects.field_value (
  company_id uuid not null,
  field_id uuid not null,
  record_id uuid not null,
  kind text not null,
  text_value text,
  number_value numeric,
  number_near double precision,
  boolean_value boolean,
  date_value date,
  instant_value timestamp with time zone,
  constraint field_value_pkey PRIMARY KEY (company_id, field_id, record_id),
  constraint field_value_kind_check CHECK ((kind = ANY (ARRAY['text'::text, 'number'::text, 'boolean'::text, 'date'::text, 'instant'::text]))),
  constraint field_value_near_check CHECK (((number_near IS NULL) = (number_value IS NULL)))
);
alter table objects.field_value enable row level security;
alter table objects.field_value force row level security;
create policy company on objects.field_value for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on objects.field_value for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX field_value_boolean_index ON objects.field_value USING btree (company_id, field_id, boolean_value, record_id) WHERE (kind = 'boolean'::text);
CREATE INDEX field_value_date_index ON objects.field_value USING btree (company_id, field_id, date_value, record_id) WHERE (kind = 'date'::text);
CREATE INDEX field_value_instant_index ON objects.field_value USING btree (company_id, field_id, instant_value, record_id) WHERE (kind = 'instant'::text);
CREATE INDEX field_value_number_index ON objects.field_value USING btree (company_id, field_id, number_near, number_value, record_id) WHERE (kind = 'number'::text);
CREATE INDEX field_value_text_index ON objects.field_value USING btree (company_id, field_id, text_value, record_id) WHERE (kind = 'text'::text);
CREATE STATISTICS objects.field_value_company (dependencies) ON company_id, field_id FROM objects.field_value;
grant delete, insert, select, update on table objects.field_value to quittance_app;

create table objects.record (
  company_id uuid not null,
  object_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  name text not null,
  owner_id uuid,
  custom jsonb not null default '{}'::jsonb,
  created_by uuid,
  updated_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint record_pkey PRIMARY KEY (company_id, id),
  constraint record_object_fk FOREIGN KEY (company_id, object_id) REFERENCES customization.object(company_id, id),
  constraint record_owner_fk FOREIGN KEY (company_id, owner_id) REFERENCES identity.staff_user(company_id, id)
);
alter table objects.record enable row level security;
alter table objects.record force row level security;
create policy company on objects.record for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on objects.record for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX record_created_index ON objects.record USING btree (company_id, object_id, created_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_id_index ON objects.record USING btree (company_id, object_id, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_name_index ON objects.record USING btree (company_id, object_id, name, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_owner_index ON objects.record USING btree (company_id, owner_id) WHERE (owner_id IS NOT NULL);
grant delete, insert, select, update on table objects.record to quittance_app;

create table objects.reference (
  company_id uuid not null,
  field_id uuid not null,
  record_id uuid not null,
  target_id uuid,
  constraint reference_pkey PRIMARY KEY (company_id, field_id, record_id)
);
alter table objects.reference enable row level security;
alter table objects.reference force row level security;
create policy company on objects.reference for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on objects.reference for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX reference_target_index ON objects.reference USING btree (company_id, field_id, target_id, record_id);
CREATE STATISTICS objects.reference_company (dependencies) ON company_id, field_id FROM objects.reference;
grant delete, insert, select, update on table objects.reference to quittance_app;

create table objects.search_word (
  company_id uuid not null,
  kind text not null,
  record_id uuid not null,
  word text collate "C" not null,
  constraint search_word_pkey PRIMARY KEY (company_id, record_id, word)
);
alter table objects.search_word enable row level security;
alter table objects.search_word force row level security;
create policy company on objects.search_word for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on objects.search_word for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX search_word_word_index ON objects.search_word USING btree (company_id, kind, word, record_id);
grant delete, insert, select, update on table objects.search_word to quittance_app;

create table objects.unique_value (
  company_id uuid not null,
  field_id uuid not null,
  key text not null,
  record_id uuid not null,
  constraint unique_value_pkey PRIMARY KEY (company_id, field_id, key)
);
alter table objects.unique_value enable row level security;
alter table objects.unique_value force row level security;
create policy company on objects.unique_value for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on objects.unique_value for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX unique_value_record_index ON objects.unique_value USING btree (company_id, field_id, record_id);
grant delete, insert, select, update on table objects.unique_value to quittance_app;

CREATE OR REPLACE FUNCTION objects.door_index_work()
 RETURNS TABLE(company_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select pg_catalog.set_config('app.every_company', 'on', true); select distinct f.company_id from objects.field_index f
       join company.pub_company c on c.id = f.company_id and c.active
       where f.state in ('emptying', 'building') $function$;
revoke all on function objects.door_index_work() from public;
grant execute on function objects.door_index_work() to quittance_app;

create schema outbox;
grant usage on schema outbox to quittance_app;

create table outbox.event (
  company_id uuid not null,
  id uuid not null,
  seq bigint not null default outbox.next_seq(),
  type text not null,
  object text not null,
  record_id text not null,
  occurred_at timestamp with time zone not null,
  actor_kind text not null,
  actor_id text,
  actor_name text not null,
  request_id text not null,
  depth smallint not null default 0,
  bulk boolean not null default false,
  data jsonb not null,
  changed jsonb,
  before jsonb,
  state text not null default 'pending'::text,
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone,
  last_error text,
  finished_at timestamp with time zone,
  cause jsonb,
  constraint event_pkey PRIMARY KEY (company_id, id),
  constraint event_finished_check CHECK (((state = 'pending'::text) = (finished_at IS NULL))),
  constraint event_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'dispatched'::text, 'dead'::text])))
);
alter table outbox.event enable row level security;
alter table outbox.event force row level security;
create policy company on outbox.event for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on outbox.event for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX event_dead_index ON outbox.event USING btree (company_id, seq) WHERE (state = 'dead'::text);
CREATE INDEX event_lane_index ON outbox.event USING btree (company_id, bulk, seq) WHERE (state = 'pending'::text);
CREATE INDEX event_occurred_index ON outbox.event USING btree (company_id, occurred_at);
CREATE INDEX event_pending_record_index ON outbox.event USING btree (company_id, record_id, seq) WHERE (state = 'pending'::text);
grant delete, insert, select, update on table outbox.event to quittance_app;

create table outbox.inbox (
  company_id uuid not null,
  consumer text not null,
  event_id uuid not null,
  handled_at timestamp with time zone not null,
  constraint inbox_pkey PRIMARY KEY (company_id, event_id, consumer),
  constraint inbox_event_fk FOREIGN KEY (company_id, event_id) REFERENCES outbox.event(company_id, id) ON DELETE CASCADE
);
alter table outbox.inbox enable row level security;
alter table outbox.inbox force row level security;
create policy company on outbox.inbox for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on outbox.inbox for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant delete, insert, select, update on table outbox.inbox to quittance_app;

create sequence outbox.event_seq as bigint increment by 1048576 minvalue 1 maxvalue 9223372036854775807 start with 1048576 cache 1;
grant usage on sequence outbox.event_seq to quittance_app;

create view outbox.pub_event (
  company_id /* uuid */,
  id /* uuid */,
  state /* text */
) with (security_invoker=true) as
 SELECT company_id,
    id,
    state
   FROM outbox.event t;
grant select on table outbox.pub_event to quittance_app;
comment on view outbox.pub_event is 'Which events are still to be handled.';
comment on column outbox.pub_event.company_id is 'The company.';
comment on column outbox.pub_event.id is 'The event.';
comment on column outbox.pub_event.state is 'pending, dispatched or dead.';

CREATE OR REPLACE FUNCTION outbox.door_backlog(most integer)
 RETURNS TABLE(kind text, waiting bigint, oldest timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select pg_catalog.set_config('app.every_company', 'on', true); with recursive pending as (
      (select company_id from outbox.event where state = 'pending' order by company_id limit 1)
      union all
      select (select e.company_id from outbox.event e
              where e.state = 'pending' and e.company_id > p.company_id
              order by e.company_id limit 1)
      from pending p where p.company_id is not null), dead as (
         (select company_id from outbox.event where state = 'dead' order by company_id limit 1)
         union all
         select (select e.company_id from outbox.event e
                 where e.state = 'dead' and e.company_id > d.company_id
                 order by e.company_id limit 1)
         from dead d where d.company_id is not null)
       select case when l.bulk then 'bulk' else 'fresh' end,
         coalesce(sum(c.waiting), 0)::bigint, min(o.occurred_at)
       from (values (false), (true)) as l(bulk) left join pending p on p.company_id is not null
       left join lateral (select e.occurred_at from outbox.event e
    where e.company_id = p.company_id and e.state = 'pending' and e.bulk = l.bulk
    order by e.seq limit 1) o on true
       left join lateral (select count(*) as waiting from (
         select 1 from outbox.event e
         where e.company_id = p.company_id and e.state = 'pending' and e.bulk = l.bulk
         limit most) e) c on true
       group by l.bulk
       union all
       select 'dead', coalesce(sum(c.waiting), 0)::bigint, null
       from dead d cross join lateral (select count(*) as waiting from (
         select 1 from outbox.event e
         where e.company_id = d.company_id and e.state = 'dead' limit most) e) c
       where d.company_id is not null $function$;
revoke all on function outbox.door_backlog(most integer) from public;
grant execute on function outbox.door_backlog(most integer) to quittance_app;

CREATE OR REPLACE FUNCTION outbox.door_companies_with_events(in_bulk boolean)
 RETURNS TABLE(company_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select pg_catalog.set_config('app.every_company', 'on', true); with recursive pending as (
      (select company_id from outbox.event where state = 'pending' order by company_id limit 1)
      union all
      select (select e.company_id from outbox.event e
              where e.state = 'pending' and e.company_id > p.company_id
              order by e.company_id limit 1)
      from pending p where p.company_id is not null) select p.company_id from pending p
        where p.company_id is not null and exists (select 1 from outbox.event e
          where e.company_id = p.company_id and e.state = 'pending' and e.bulk = in_bulk) $function$;
revoke all on function outbox.door_companies_with_events(in_bulk boolean) from public;
grant execute on function outbox.door_companies_with_events(in_bulk boolean) to quittance_app;

CREATE OR REPLACE FUNCTION outbox.door_oldest_pending()
 RETURNS TABLE(company_id uuid, occurred_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select pg_catalog.set_config('app.every_company', 'on', true); with recursive pending as (
      (select company_id from outbox.event where state = 'pending' order by company_id limit 1)
      union all
      select (select e.company_id from outbox.event e
              where e.state = 'pending' and e.company_id > p.company_id
              order by e.company_id limit 1)
      from pending p where p.company_id is not null) select p.company_id, min(o.occurred_at)
        from pending p cross join (values (false), (true)) as l(bulk) cross join lateral (select e.occurred_at from outbox.event e
    where e.company_id = p.company_id and e.state = 'pending' and e.bulk = l.bulk
    order by e.seq limit 1) o
        where p.company_id is not null group by p.company_id $function$;
revoke all on function outbox.door_oldest_pending() from public;
grant execute on function outbox.door_oldest_pending() to quittance_app;

CREATE OR REPLACE FUNCTION outbox.door_recent_events(asked uuid[], since timestamp with time zone, most integer)
 RETURNS TABLE(company_id uuid, id uuid, type text, object text, record_id text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select pg_catalog.set_config('app.every_company', 'on', true); select c.company_id, c.id, c.type, c.object, c.record_id
          from unnest(asked) as a (company_id)
          cross join lateral (select e.company_id, e.id, e.type, e.object, e.record_id, e.occurred_at, e.seq from outbox.event e
            where e.company_id = a.company_id and e.occurred_at > since and not e.bulk
            order by e.occurred_at desc, e.seq desc limit most) c
          order by c.occurred_at desc, c.seq desc $function$;
revoke all on function outbox.door_recent_events(asked uuid[], since timestamp with time zone, most integer) from public;
grant execute on function outbox.door_recent_events(asked uuid[], since timestamp with time zone, most integer) to quittance_app;

CREATE OR REPLACE FUNCTION outbox.next_seq()
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
AS $function$ begin return nextval('outbox.event_seq'); end $function$;

create schema partner;
grant usage on schema partner to quittance_app;

create table partner.commission (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  seq integer not null,
  kind text not null,
  status text not null,
  partner_id uuid not null,
  plan_id uuid,
  line text,
  order_id uuid,
  invoice_id uuid,
  reverses_id uuid,
  reason text not null,
  money_on date not null,
  available_on date not null,
  period_start date,
  currency text not null,
  base bigint not null,
  rate numeric(9,6),
  amount bigint not null,
  payout_currency text not null,
  payout_base bigint not null,
  payout_amount bigint not null,
  minimum_payout bigint not null,
  hold_reason text,
  held_from text,
  statement_id uuid,
  created_by jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  written_by uuid,
  constraint commission_pkey PRIMARY KEY (company_id, id),
  constraint commission_held_check CHECK ((((status = 'on_hold'::text) = (hold_reason IS NOT NULL)) AND ((hold_reason IS NULL) = (held_from IS NULL)) AND (held_from = ANY (ARRAY['pending'::text, 'payable'::text])) AND (hold_reason = ANY (ARRAY['staff'::text, 'dispute'::text, 'chargeback'::text])))),
  constraint commission_kind_check CHECK ((kind = ANY (ARRAY['earned'::text, 'top_up'::text, 'reversed'::text, 'adjustment'::text]))),
  constraint commission_of_check CHECK (
CASE
    WHEN (kind = 'adjustment'::text) THEN ((invoice_id IS NULL) AND (reverses_id IS NULL))
    ELSE ((plan_id IS NOT NULL) AND (line IS NOT NULL) AND (order_id IS NOT NULL) AND (invoice_id IS NOT NULL) AND (rate IS NOT NULL))
END),
  constraint commission_sign_check CHECK (
CASE kind
    WHEN 'earned'::text THEN ((base >= 0) AND (amount >= 0) AND (payout_amount >= 0) AND (reverses_id IS NULL))
    WHEN 'top_up'::text THEN ((base = 0) AND (payout_amount <> 0) AND (reverses_id IS NULL))
    WHEN 'reversed'::text THEN ((base <= 0) AND (amount <= 0) AND (payout_amount <= 0) AND (reverses_id IS NOT NULL))
    ELSE (payout_amount <> 0)
END),
  constraint commission_statement_check CHECK (((status = ANY (ARRAY['on_statement'::text, 'paid'::text])) = (statement_id IS NOT NULL))),
  constraint commission_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'payable'::text, 'on_hold'::text, 'on_statement'::text, 'paid'::text]))),
  constraint commission_order_fk FOREIGN KEY (company_id, order_id) REFERENCES sales.sales_order(company_id, id) DEFERRABLE INITIALLY DEFERRED,
  constraint commission_partner_fk FOREIGN KEY (company_id, partner_id) REFERENCES crm.ledger_account(company_id, id),
  constraint commission_plan_fk FOREIGN KEY (company_id, plan_id) REFERENCES partner.commission_plan(company_id, id),
  constraint commission_reverses_fk FOREIGN KEY (company_id, reverses_id) REFERENCES partner.commission(company_id, id),
  constraint commission_source_fk FOREIGN KEY (company_id, invoice_id) REFERENCES partner.commission_source(company_id, invoice_id),
  constraint commission_statement_fk FOREIGN KEY (company_id, statement_id) REFERENCES partner.commission_statement(company_id, id)
);
alter table partner.commission enable row level security;
alter table partner.commission force row level security;
create policy company on partner.commission for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on partner.commission for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX commission_created_index ON partner.commission USING btree (company_id, created_at, id);
CREATE INDEX commission_partner_index ON partner.commission USING btree (company_id, partner_id, created_at, id);
CREATE INDEX commission_payable_index ON partner.commission USING btree (company_id, partner_id, payout_currency, available_on, id) WHERE (status = 'payable'::text);
CREATE INDEX commission_pending_index ON partner.commission USING btree (company_id, available_on, id) WHERE (status = 'pending'::text);
CREATE INDEX commission_period_index ON partner.commission USING btree (company_id, partner_id, plan_id, line, period_start) WHERE (period_start IS NOT NULL);
CREATE INDEX commission_reverses_index ON partner.commission USING btree (company_id, reverses_id) WHERE (reverses_id IS NOT NULL);
CREATE UNIQUE INDEX commission_seq_key ON partner.commission USING btree (company_id, invoice_id, seq) WHERE (invoice_id IS NOT NULL);
CREATE INDEX commission_statement_index ON partner.commission USING btree (company_id, statement_id) WHERE (statement_id IS NOT NULL);
grant insert, select on table partner.commission to quittance_app;
grant update on table partner.commission (version) to quittance_app;
grant update on table partner.commission (status) to quittance_app;
grant update on table partner.commission (hold_reason) to quittance_app;
grant update on table partner.commission (held_from) to quittance_app;
grant update on table partner.commission (statement_id) to quittance_app;
grant update on table partner.commission (updated_at) to quittance_app;

create table partner.commission_counter (
  company_id uuid not null,
  partner_id uuid not null,
  plan_id uuid not null,
  line text not null,
  period_start date not null,
  base bigint not null,
  constraint commission_counter_pkey PRIMARY KEY (company_id, partner_id, plan_id, line, period_start),
  constraint commission_counter_base_check CHECK ((base >= 0)),
  constraint commission_counter_partner_fk FOREIGN KEY (company_id, partner_id) REFERENCES crm.ledger_account(company_id, id) DEFERRABLE INITIALLY DEFERRED,
  constraint commission_counter_plan_fk FOREIGN KEY (company_id, plan_id) REFERENCES partner.commission_plan(company_id, id)
);
alter table partner.commission_counter enable row level security;
alter table partner.commission_counter force row level security;
create policy company on partner.commission_counter for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on partner.commission_counter for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant insert, select, update on table partner.commission_counter to quittance_app;

create table partner.commission_plan (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  name text not null,
  active boolean not null,
  partner_ids jsonb not null,
  tier text,
  lines jsonb not null,
  tier_period text not null,
  tier_mode text not null,
  hold_days integer not null,
  currency text not null,
  minimum_payout bigint not null,
  valid_from date not null,
  valid_to date,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint commission_plan_pkey PRIMARY KEY (company_id, id),
  constraint commission_plan_for_check CHECK (((partner_ids = '[]'::jsonb) = (tier IS NOT NULL))),
  constraint commission_plan_hold_check CHECK (((hold_days >= 0) AND (hold_days <= 365))),
  constraint commission_plan_minimum_check CHECK ((minimum_payout >= 0)),
  constraint commission_plan_mode_check CHECK ((tier_mode = ANY (ARRAY['marginal'::text, 'whole'::text]))),
  constraint commission_plan_period_check CHECK ((tier_period = ANY (ARRAY['month'::text, 'quarter'::text, 'year'::text]))),
  constraint commission_plan_valid_check CHECK ((valid_to >= valid_from))
);
alter table partner.commission_plan enable row level security;
alter table partner.commission_plan force row level security;
create policy company on partner.commission_plan for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on partner.commission_plan for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE UNIQUE INDEX commission_plan_name_key ON partner.commission_plan USING btree (company_id, lower(name));
grant insert, select, update on table partner.commission_plan to quittance_app;

create table partner.commission_plan_version (
  company_id uuid not null,
  plan_id uuid not null,
  version integer not null,
  since timestamp with time zone not null,
  terms jsonb not null,
  constraint commission_plan_version_pkey PRIMARY KEY (company_id, plan_id, version),
  constraint commission_plan_version_plan_fk FOREIGN KEY (company_id, plan_id) REFERENCES partner.commission_plan(company_id, id)
);
alter table partner.commission_plan_version enable row level security;
alter table partner.commission_plan_version force row level security;
create policy company on partner.commission_plan_version for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on partner.commission_plan_version for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant insert, select on table partner.commission_plan_version to quittance_app;

create table partner.commission_source (
  company_id uuid not null,
  invoice_id uuid not null,
  order_id uuid not null,
  partner_id uuid not null,
  seen bigint not null,
  stopped boolean not null,
  waits_for text,
  waits_on date,
  categories jsonb not null default '{}'::jsonb,
  constraint commission_source_pkey PRIMARY KEY (company_id, invoice_id),
  constraint commission_source_waits_check CHECK (((waits_for IS NULL) = (waits_on IS NULL))),
  constraint commission_source_invoice_fk FOREIGN KEY (company_id, invoice_id) REFERENCES receivables.invoice(company_id, id),
  constraint commission_source_partner_fk FOREIGN KEY (company_id, partner_id) REFERENCES crm.ledger_account(company_id, id) DEFERRABLE INITIALLY DEFERRED,
  constraint commission_source_terms_fk FOREIGN KEY (company_id, order_id) REFERENCES partner.commission_terms(company_id, order_id)
);
alter table partner.commission_source enable row level security;
alter table partner.commission_source force row level security;
create policy company on partner.commission_source for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on partner.commission_source for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX commission_source_waits_index ON partner.commission_source USING btree (company_id, waits_on, invoice_id) WHERE (waits_for IS NOT NULL);
grant insert, select, update on table partner.commission_source to quittance_app;

create table partner.commission_statement (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  partner_id uuid not null,
  currency text not null,
  month date not null,
  status text not null,
  entries integer not null,
  carried bigint not null,
  earned bigint not null,
  reversed bigint not null,
  total bigint not null,
  approved_by jsonb,
  approved_at timestamp with time zone,
  paid_on date,
  reference text,
  voided_at timestamp with time zone,
  void_reason text,
  created_by jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint commission_statement_pkey PRIMARY KEY (company_id, id),
  constraint commission_statement_approved_check CHECK ((((approved_at IS NULL) = (approved_by IS NULL)) AND ((status <> ALL (ARRAY['approved'::text, 'paid'::text])) OR (approved_at IS NOT NULL)))),
  constraint commission_statement_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  constraint commission_statement_paid_check CHECK (((status = 'paid'::text) = (paid_on IS NOT NULL))),
  constraint commission_statement_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'approved'::text, 'paid'::text, 'void'::text]))),
  constraint commission_statement_total_check CHECK (((total = ((carried + earned) + reversed)) AND (total > 0) AND (entries > 0))),
  constraint commission_statement_void_check CHECK ((((status = 'void'::text) = (voided_at IS NOT NULL)) AND ((voided_at IS NULL) = (void_reason IS NULL)))),
  constraint commission_statement_partner_fk FOREIGN KEY (company_id, partner_id) REFERENCES crm.ledger_account(company_id, id)
);
alter table partner.commission_statement enable row level security;
alter table partner.commission_statement force row level security;
create policy company on partner.commission_statement for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on partner.commission_statement for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX commission_statement_month_index ON partner.commission_statement USING btree (company_id, month, id);
CREATE UNIQUE INDEX commission_statement_month_key ON partner.commission_statement USING btree (company_id, partner_id, currency, month) WHERE (status <> 'void'::text);
grant insert, select, update on table partner.commission_statement to quittance_app;

create table partner.commission_terms (
  company_id uuid not null,
  order_id uuid not null,
  partner_id uuid not null,
  plan_id uuid,
  terms jsonb,
  constraint commission_terms_pkey PRIMARY KEY (company_id, order_id),
  constraint commission_terms_plan_check CHECK (((plan_id IS NULL) = (terms IS NULL))),
  constraint commission_terms_order_fk FOREIGN KEY (company_id, order_id) REFERENCES sales.sales_order(company_id, id),
  constraint commission_terms_partner_fk FOREIGN KEY (company_id, partner_id) REFERENCES crm.ledger_account(company_id, id),
  constraint commission_terms_plan_fk FOREIGN KEY (company_id, plan_id) REFERENCES partner.commission_plan(company_id, id)
);
alter table partner.commission_terms enable row level security;
alter table partner.commission_terms force row level security;
create policy company on partner.commission_terms for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on partner.commission_terms for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant insert, select, update on table partner.commission_terms to quittance_app;

create table partner.deal_registration (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  partner_id uuid not null,
  registered_by jsonb not null,
  portal_user_id uuid,
  status text not null,
  customer_name text not null,
  customer_country text not null,
  end_customer jsonb not null,
  opportunity_name text not null,
  description text,
  estimated_value bigint not null,
  currency text not null,
  expected_close_date date,
  protection_level text not null,
  submitted_at timestamp with time zone,
  approved_at timestamp with time zone,
  protected_until date,
  extensions integer not null default 0,
  extension_asked_at timestamp with time zone,
  extension_days integer,
  extension_reason text,
  override_reason text,
  decided_by jsonb,
  decided_at timestamp with time zone,
  message text,
  deal_id uuid,
  account_id uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint deal_registration_pkey PRIMARY KEY (company_id, id),
  constraint deal_registration_approved_check CHECK ((((approved_at IS NULL) = (protected_until IS NULL)) AND ((status <> ALL (ARRAY['approved'::text, 'converted'::text, 'expired'::text])) OR (approved_at IS NOT NULL)) AND ((status <> ALL (ARRAY['draft'::text, 'submitted'::text, 'under_review'::text, 'returned'::text, 'rejected'::text])) OR (approved_at IS NULL)))),
  constraint deal_registration_converted_check CHECK (
CASE
    WHEN (status = 'converted'::text) THEN ((deal_id IS NOT NULL) AND (account_id IS NOT NULL))
    ELSE ((deal_id IS NULL) AND (account_id IS NULL))
END),
  constraint deal_registration_decided_check CHECK ((((decided_by IS NULL) = (decided_at IS NULL)) AND ((status <> ALL (ARRAY['approved'::text, 'rejected'::text, 'converted'::text])) OR (decided_at IS NOT NULL)))),
  constraint deal_registration_extension_check CHECK (((extensions >= 0) AND ((extension_asked_at IS NULL) = (extension_reason IS NULL)) AND ((extension_days IS NULL) OR (extension_asked_at IS NOT NULL)))),
  constraint deal_registration_level_check CHECK ((protection_level = ANY (ARRAY['standard'::text, 'premium'::text]))),
  constraint deal_registration_reason_check CHECK (((status <> ALL (ARRAY['returned'::text, 'rejected'::text])) OR (message IS NOT NULL))),
  constraint deal_registration_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'submitted'::text, 'under_review'::text, 'returned'::text, 'approved'::text, 'rejected'::text, 'converted'::text, 'expired'::text, 'withdrawn'::text]))),
  constraint deal_registration_submitted_check CHECK (((status = ANY (ARRAY['draft'::text, 'withdrawn'::text])) OR (submitted_at IS NOT NULL))),
  constraint deal_registration_value_check CHECK ((estimated_value >= 0)),
  constraint deal_registration_account_fk FOREIGN KEY (company_id, account_id) REFERENCES crm.account(company_id, id),
  constraint deal_registration_deal_fk FOREIGN KEY (company_id, deal_id) REFERENCES crm.deal(company_id, id),
  constraint deal_registration_partner_fk FOREIGN KEY (company_id, partner_id) REFERENCES crm.ledger_account(company_id, id)
);
alter table partner.deal_registration enable row level security;
alter table partner.deal_registration force row level security;
create policy company on partner.deal_registration for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on partner.deal_registration for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX deal_registration_created_index ON partner.deal_registration USING btree (company_id, created_at, id);
CREATE UNIQUE INDEX deal_registration_deal_key ON partner.deal_registration USING btree (company_id, deal_id) WHERE (deal_id IS NOT NULL);
CREATE INDEX deal_registration_over_index ON partner.deal_registration USING btree (company_id, protected_until, id) WHERE (status = 'approved'::text);
CREATE INDEX deal_registration_partner_index ON partner.deal_registration USING btree (company_id, partner_id, created_at, id);
CREATE INDEX deal_registration_standing_index ON partner.deal_registration USING btree (company_id, created_at, id) WHERE (status = ANY (ARRAY['submitted'::text, 'under_review'::text, 'approved'::text, 'converted'::text]));
grant delete, insert, select, update on table partner.deal_registration to quittance_app;

create table partner.match_key (
  company_id uuid not null,
  key text not null,
  constraint match_key_pkey PRIMARY KEY (company_id, key)
);
alter table partner.match_key enable row level security;
alter table partner.match_key force row level security;
create policy company on partner.match_key for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on partner.match_key for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant insert, select, update on table partner.match_key to quittance_app;

create table partner.member (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  tier text,
  parent_id uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint member_pkey PRIMARY KEY (company_id, id),
  constraint member_parent_check CHECK ((parent_id <> id)),
  constraint member_ledger_account_fk FOREIGN KEY (company_id, id) REFERENCES crm.ledger_account(company_id, id),
  constraint member_parent_fk FOREIGN KEY (company_id, parent_id) REFERENCES crm.ledger_account(company_id, id)
);
alter table partner.member enable row level security;
alter table partner.member force row level security;
create policy company on partner.member for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on partner.member for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX member_parent_index ON partner.member USING btree (company_id, parent_id) WHERE (parent_id IS NOT NULL);
grant insert, select, update on table partner.member to quittance_app;

create table partner.registration_key (
  company_id uuid not null,
  registration_id uuid not null,
  key text not null,
  constraint registration_key_pkey PRIMARY KEY (company_id, registration_id, key),
  constraint registration_key_key_fk FOREIGN KEY (company_id, key) REFERENCES partner.match_key(company_id, key),
  constraint registration_key_registration_fk FOREIGN KEY (company_id, registration_id) REFERENCES partner.deal_registration(company_id, id)
);
alter table partner.registration_key enable row level security;
alter table partner.registration_key force row level security;
create policy company on partner.registration_key for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on partner.registration_key for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX registration_key_index ON partner.registration_key USING btree (company_id, key);
grant delete, insert, select, update on table partner.registration_key to quittance_app;

create table partner.settings (
  company_id uuid not null,
  max_extensions integer,
  updated_at timestamp with time zone not null,
  constraint settings_pkey PRIMARY KEY (company_id),
  constraint settings_extensions_check CHECK (((max_extensions >= 0) AND (max_extensions <= 100)))
);
alter table partner.settings enable row level security;
alter table partner.settings force row level security;
create policy company on partner.settings for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on partner.settings for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant delete, insert, select, update on table partner.settings to quittance_app;

create table partner.settled_money (
  company_id uuid not null,
  invoice_id uuid not null,
  movement_id uuid not null,
  amount bigint not null,
  constraint settled_money_pkey PRIMARY KEY (company_id, invoice_id, movement_id),
  constraint settled_money_source_fk FOREIGN KEY (company_id, invoice_id) REFERENCES partner.commission_source(company_id, invoice_id)
);
alter table partner.settled_money enable row level security;
alter table partner.settled_money force row level security;
create policy company on partner.settled_money for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on partner.settled_money for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant insert, select, update on table partner.settled_money to quittance_app;

create schema portal;
grant usage on schema portal to quittance_app;

create table portal.address (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  account_id uuid not null,
  label text not null,
  recipient text,
  line1 text not null,
  line2 text,
  city text not null,
  region text,
  postal_code text,
  country text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint address_pkey PRIMARY KEY (company_id, id),
  constraint address_account_fk FOREIGN KEY (company_id, account_id) REFERENCES crm.account(company_id, id)
);
alter table portal.address enable row level security;
alter table portal.address force row level security;
create policy company on portal.address for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on portal.address for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX address_account_index ON portal.address USING btree (company_id, account_id) WHERE (deleted_at IS NULL);
grant delete, insert, select, update on table portal.address to quittance_app;

create table portal.approval (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  account_id uuid not null,
  requested_by uuid not null,
  subject text not null,
  order_id uuid,
  quote_id uuid,
  subscription_id uuid,
  total bigint not null,
  currency text not null,
  status text not null,
  approvals integer not null,
  approver_ids jsonb not null,
  to_admins boolean not null default false,
  asked jsonb,
  note text,
  expires_at timestamp with time zone not null,
  remind_at timestamp with time zone,
  escalate_at timestamp with time zone,
  decided_at timestamp with time zone,
  decided_by uuid,
  reason text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint approval_pkey PRIMARY KEY (company_id, id),
  constraint approval_approvals_check CHECK (((approvals >= 1) AND (approvals <= 3))),
  constraint approval_decided_check CHECK ((((status = 'pending'::text) = (decided_at IS NULL)) AND ((status <> ALL (ARRAY['approved'::text, 'rejected'::text])) OR (decided_by IS NOT NULL)))),
  constraint approval_own_check CHECK (((status <> ALL (ARRAY['approved'::text, 'rejected'::text])) OR (decided_by <> requested_by))),
  constraint approval_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text, 'expired'::text]))),
  constraint approval_subject_check CHECK (
CASE subject
    WHEN 'order'::text THEN ((order_id IS NOT NULL) AND (subscription_id IS NULL) AND (asked IS NULL))
    WHEN 'quote'::text THEN ((quote_id IS NOT NULL) AND (order_id IS NULL) AND (subscription_id IS NULL) AND (asked IS NOT NULL))
    WHEN 'quote_order'::text THEN ((quote_id IS NOT NULL) AND (order_id IS NULL) AND (subscription_id IS NULL) AND (asked IS NULL))
    WHEN 'plan_change'::text THEN ((subscription_id IS NOT NULL) AND (order_id IS NULL) AND (quote_id IS NULL) AND (asked IS NOT NULL))
    WHEN 'resumption'::text THEN ((subscription_id IS NOT NULL) AND (order_id IS NULL) AND (quote_id IS NULL) AND (asked IS NULL))
    ELSE false
END),
  constraint approval_total_check CHECK ((total >= 0)),
  constraint approval_account_fk FOREIGN KEY (company_id, account_id) REFERENCES crm.account(company_id, id),
  constraint approval_decider_fk FOREIGN KEY (company_id, decided_by) REFERENCES portal.portal_user(company_id, id),
  constraint approval_order_fk FOREIGN KEY (company_id, order_id) REFERENCES sales.sales_order(company_id, id),
  constraint approval_quote_fk FOREIGN KEY (company_id, quote_id) REFERENCES sales.quote(company_id, id),
  constraint approval_requester_fk FOREIGN KEY (company_id, requested_by) REFERENCES portal.portal_user(company_id, id),
  constraint approval_subscription_fk FOREIGN KEY (company_id, subscription_id) REFERENCES sales.subscription(company_id, id)
);
alter table portal.approval enable row level security;
alter table portal.approval force row level security;
create policy company on portal.approval for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on portal.approval for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX approval_account_index ON portal.approval USING btree (company_id, account_id, created_at);
CREATE INDEX approval_due_index ON portal.approval USING btree (company_id, LEAST(remind_at, escalate_at), id) WHERE (status = 'pending'::text);
CREATE INDEX approval_list_index ON portal.approval USING btree (company_id, created_at, id);
CREATE INDEX approval_of_order_index ON portal.approval USING btree (company_id, order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX approval_of_quote_index ON portal.approval USING btree (company_id, quote_id) WHERE (quote_id IS NOT NULL);
CREATE INDEX approval_of_subscription_index ON portal.approval USING btree (company_id, subscription_id) WHERE (subscription_id IS NOT NULL);
CREATE UNIQUE INDEX approval_order_key ON portal.approval USING btree (company_id, order_id) WHERE ((status = 'pending'::text) AND (order_id IS NOT NULL));
CREATE INDEX approval_pending_index ON portal.approval USING btree (company_id, expires_at, id) WHERE (status = 'pending'::text);
CREATE UNIQUE INDEX approval_quote_key ON portal.approval USING btree (company_id, quote_id) WHERE ((status = 'pending'::text) AND (order_id IS NULL) AND (quote_id IS NOT NULL));
CREATE INDEX approval_requester_index ON portal.approval USING btree (company_id, requested_by, created_at);
CREATE UNIQUE INDEX approval_subscription_key ON portal.approval USING btree (company_id, subscription_id) WHERE ((status = 'pending'::text) AND (subscription_id IS NOT NULL));
grant insert, select, update on table portal.approval to quittance_app;

create table portal.approval_rules (
  company_id uuid not null,
  account_id uuid not null,
  version integer not null,
  currency text not null,
  rules jsonb not null,
  updated_at timestamp with time zone not null,
  constraint approval_rules_pkey PRIMARY KEY (company_id, account_id),
  constraint approval_rules_list_check CHECK ((jsonb_typeof(rules) = 'array'::text)),
  constraint approval_rules_account_fk FOREIGN KEY (company_id, account_id) REFERENCES crm.account(company_id, id)
);
alter table portal.approval_rules enable row level security;
alter table portal.approval_rules force row level security;
create policy company on portal.approval_rules for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on portal.approval_rules for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant delete, insert, select, update on table portal.approval_rules to quittance_app;

create table portal.approval_signature (
  company_id uuid not null,
  approval_id uuid not null,
  portal_user_id uuid not null,
  decision text not null,
  note text,
  signed_at timestamp with time zone not null,
  constraint approval_signature_pkey PRIMARY KEY (company_id, approval_id, portal_user_id),
  constraint approval_signature_decision_check CHECK ((decision = ANY (ARRAY['approved'::text, 'rejected'::text]))),
  constraint approval_signature_approval_fk FOREIGN KEY (company_id, approval_id) REFERENCES portal.approval(company_id, id),
  constraint approval_signature_user_fk FOREIGN KEY (company_id, portal_user_id) REFERENCES portal.portal_user(company_id, id)
);
alter table portal.approval_signature enable row level security;
alter table portal.approval_signature force row level security;
create policy company on portal.approval_signature for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on portal.approval_signature for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX approval_signature_user_index ON portal.approval_signature USING btree (company_id, portal_user_id);
grant insert, select on table portal.approval_signature to quittance_app;

create table portal.bank_change (
  company_id uuid not null,
  id uuid not null,
  ledger_account_id uuid not null,
  portal_user_id uuid,
  status text not null,
  bank jsonb not null,
  created_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  decided_by uuid,
  reason text,
  requested_by uuid,
  requested_by_name text,
  constraint bank_change_pkey PRIMARY KEY (company_id, id),
  constraint bank_change_asker_check CHECK ((((portal_user_id IS NULL) = (requested_by IS NOT NULL)) AND ((requested_by IS NULL) = (requested_by_name IS NULL)))),
  constraint bank_change_decided_check CHECK (((status = 'waiting'::text) = (decided_at IS NULL))),
  constraint bank_change_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text]))),
  constraint bank_change_ledger_fk FOREIGN KEY (company_id, ledger_account_id) REFERENCES crm.ledger_account(company_id, id),
  constraint bank_change_user_fk FOREIGN KEY (company_id, portal_user_id) REFERENCES portal.portal_user(company_id, id)
);
alter table portal.bank_change enable row level security;
alter table portal.bank_change force row level security;
create policy company on portal.bank_change for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on portal.bank_change for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX bank_change_created_index ON portal.bank_change USING btree (company_id, created_at, id);
CREATE INDEX bank_change_ledger_index ON portal.bank_change USING btree (company_id, ledger_account_id, created_at DESC);
CREATE INDEX bank_change_user_index ON portal.bank_change USING btree (company_id, portal_user_id);
CREATE UNIQUE INDEX bank_change_waiting_key ON portal.bank_change USING btree (company_id, ledger_account_id) WHERE (status = 'waiting'::text);
grant delete, insert, select, update on table portal.bank_change to quittance_app;

create table portal.change (
  company_id uuid not null,
  id uuid not null,
  portal_user_id uuid,
  object text not null,
  record_id uuid not null,
  version integer,
  change text not null,
  at timestamp with time zone not null,
  constraint change_pkey PRIMARY KEY (company_id, id),
  constraint change_user_fk FOREIGN KEY (company_id, portal_user_id) REFERENCES portal.portal_user(company_id, id)
);
alter table portal.change enable row level security;
alter table portal.change force row level security;
create policy company on portal.change for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on portal.change for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX change_at_index ON portal.change USING btree (company_id, at);
CREATE INDEX change_user_index ON portal.change USING btree (company_id, portal_user_id) WHERE (portal_user_id IS NOT NULL);
grant delete, insert, select, update on table portal.change to quittance_app;

create table portal.credential (
  company_id uuid not null,
  id uuid not null,
  directory text not null,
  email text not null,
  username text,
  password_hash text,
  failures integer not null default 0,
  tries_in_lock integer not null default 0,
  locked_until timestamp with time zone,
  last_failed_at timestamp with time zone,
  last_sign_in_at timestamp with time zone,
  last_user_id uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint credential_pkey PRIMARY KEY (company_id, id),
  constraint credential_directory_key UNIQUE (company_id, id, directory),
  constraint credential_email_key UNIQUE (company_id, directory, email),
  constraint credential_username_key UNIQUE (company_id, directory, username),
  constraint credential_count_check CHECK ((((failures >= 0) AND (failures <= 5)) AND ((tries_in_lock >= 0) AND (tries_in_lock <= 5)))),
  constraint credential_directory_check CHECK ((directory = ANY (ARRAY['customer'::text, 'partner'::text, 'vendor'::text]))),
  constraint credential_email_check CHECK ((email = lower(email))),
  constraint credential_username_check CHECK (((username = lower(username)) AND (username !~ '@'::text)))
) with (fillfactor=85);
alter table portal.credential enable row level security;
alter table portal.credential force row level security;
create policy company on portal.credential for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on portal.credential for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX credential_alias_index ON portal.credential USING btree (username) WHERE (username IS NOT NULL);
CREATE INDEX credential_sign_in_index ON portal.credential USING btree (email);
grant delete, insert, select, update on table portal.credential to quittance_app;

create table portal.download (
  company_id uuid not null,
  token_hash bytea not null,
  portal_user_id uuid not null,
  session_id uuid not null,
  path text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint download_pkey PRIMARY KEY (company_id, token_hash),
  constraint download_user_fk FOREIGN KEY (company_id, portal_user_id) REFERENCES portal.portal_user(company_id, id)
);
alter table portal.download enable row level security;
alter table portal.download force row level security;
create policy company on portal.download for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on portal.download for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX download_expiry_index ON portal.download USING btree (company_id, expires_at);
CREATE INDEX download_user_index ON portal.download USING btree (company_id, portal_user_id);
grant delete, insert, select, update on table portal.download to quittance_app;

create table portal.follower (
  company_id uuid not null,
  portal_user_id uuid not null,
  object text not null,
  record_id uuid not null,
  created_at timestamp with time zone not null,
  constraint follower_pkey PRIMARY KEY (company_id, record_id, object, portal_user_id),
  constraint follower_user_fk FOREIGN KEY (company_id, portal_user_id) REFERENCES portal.portal_user(company_id, id)
);
alter table portal.follower enable row level security;
alter table portal.follower force row level security;
create policy company on portal.follower for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on portal.follower for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX follower_user_index ON portal.follower USING btree (company_id, portal_user_id);
grant delete, insert, select, update on table portal.follower to quittance_app;

create table portal.known_device (
  company_id uuid not null,
  id uuid not null,
  credential_id uuid not null,
  token_hash bytea not null,
  sign_ins integer not null default 1,
  failures integer not null default 0,
  tries_in_lock integer not null default 0,
  locked_until timestamp with time zone,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint known_device_pkey PRIMARY KEY (company_id, id),
  constraint known_device_token_key UNIQUE (company_id, token_hash),
  constraint known_device_count_check CHECK ((((failures >= 0) AND (failures <= 5)) AND ((tries_in_lock >= 0) AND (tries_in_lock <= 5)))),
  constraint known_device_credential_fk FOREIGN KEY (company_id, credential_id) REFERENCES portal.credential(company_id, id)
);
alter table portal.known_device enable row level security;
alter table portal.known_device force row level security;
create policy company on portal.known_device for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on portal.known_device for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX known_device_credential_index ON portal.known_device USING btree (company_id, credential_id);
CREATE INDEX known_device_expiry_index ON portal.known_device USING btree (company_id, expires_at);
grant delete, insert, select, update on table portal.known_device to quittance_app;

create table portal.limit_entry (
  company_id uuid not null,
  id uuid not null,
  kind text not null,
  portal_user_id uuid not null,
  chain_id uuid not null,
  reserve_id uuid,
  spent_on date not null,
  currency text not null,
  amount bigint not null,
  document_currency text not null,
  document_amount bigint not null,
  order_id uuid,
  quote_id uuid,
  subscription_id uuid,
  approval_id uuid,
  created_at timestamp with time zone not null,
  constraint limit_entry_pkey PRIMARY KEY (company_id, id),
  constraint limit_entry_once_key UNIQUE (company_id, reserve_id, kind),
  constraint limit_entry_kind_check CHECK (
CASE kind
    WHEN 'reserve'::text THEN ((amount >= 0) AND (document_amount >= 0) AND (reserve_id IS NULL))
    WHEN 'commit'::text THEN ((amount = 0) AND (document_amount = 0) AND (reserve_id IS NOT NULL))
    WHEN 'release'::text THEN ((amount <= 0) AND (document_amount <= 0) AND (reserve_id IS NOT NULL))
    ELSE false
END),
  constraint limit_entry_subject_check CHECK ((COALESCE(order_id, quote_id, subscription_id) IS NOT NULL)),
  constraint limit_entry_approval_fk FOREIGN KEY (company_id, approval_id) REFERENCES portal.approval(company_id, id),
  constraint limit_entry_order_fk FOREIGN KEY (company_id, order_id) REFERENCES sales.sales_order(company_id, id),
  constraint limit_entry_quote_fk FOREIGN KEY (company_id, quote_id) REFERENCES sales.quote(company_id, id),
  constraint limit_entry_reserve_fk FOREIGN KEY (company_id, reserve_id) REFERENCES portal.limit_entry(company_id, id),
  constraint limit_entry_subscription_fk FOREIGN KEY (company_id, subscription_id) REFERENCES sales.subscription(company_id, id),
  constraint limit_entry_user_fk FOREIGN KEY (company_id, portal_user_id) REFERENCES portal.portal_user(company_id, id)
);
alter table portal.limit_entry enable row level security;
alter table portal.limit_entry force row level security;
create policy company on portal.limit_entry for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on portal.limit_entry for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX limit_entry_approval_index ON portal.limit_entry USING btree (company_id, approval_id) WHERE (approval_id IS NOT NULL);
CREATE INDEX limit_entry_chain_index ON portal.limit_entry USING btree (company_id, chain_id);
CREATE INDEX limit_entry_order_index ON portal.limit_entry USING btree (company_id, order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX limit_entry_quote_index ON portal.limit_entry USING btree (company_id, quote_id) WHERE (quote_id IS NOT NULL);
CREATE INDEX limit_entry_subscription_index ON portal.limit_entry USING btree (company_id, subscription_id) WHERE (subscription_id IS NOT NULL);
CREATE INDEX limit_entry_user_index ON portal.limit_entry USING btree (company_id, portal_user_id, spent_on);
grant insert, select on table portal.limit_entry to quittance_app;

create table portal.limit_use (
  company_id uuid not null,
  portal_user_id uuid not null,
  period text not null,
  starts_on date not null,
  currency text not null,
  used bigint not null,
  constraint limit_use_pkey PRIMARY KEY (company_id, portal_user_id, period, starts_on, currency),
  constraint limit_use_period_check CHECK ((period = ANY (ARRAY['day'::text, 'week'::text, 'month'::text, 'quarter'::text, 'year'::text]))),
  constraint limit_use_used_check CHECK ((used >= 0)),
  constraint limit_use_user_fk FOREIGN KEY (company_id, portal_user_id) REFERENCES portal.portal_user(company_id, id)
);
alter table portal.limit_use enable row level security;
alter table portal.limit_use force row level security;
create policy company on portal.limit_use for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on portal.limit_use for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant insert, select, update on table portal.limit_use to quittance_app;

create table portal.mfa (
  company_id uuid not null,
  credential_id uuid not null,
  secret jsonb,
  confirmed_at timestamp with time zone,
  used_step integer,
  pending jsonb,
  pending_at timestamp with time zone,
  updated_at timestamp with time zone not null,
  constraint mfa_pkey PRIMARY KEY (company_id, credential_id),
  constraint mfa_confirmed_check CHECK ((((secret IS NULL) = (confirmed_at IS NULL)) AND ((secret IS NULL) = (used_step IS NULL)))),
  constraint mfa_pending_check CHECK (((pending IS NULL) = (pending_at IS NULL))),
  constraint mfa_credential_fk FOREIGN KEY (company_id, credential_id) REFERENCES portal.credential(company_id, id)
);
alter table portal.mfa enable row level security;
alter table portal.mfa force row level security;
create policy company on portal.mfa for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on portal.mfa for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant delete, insert, select, update on table portal.mfa to quittance_app;

create table portal.mfa_recovery_code (
  company_id uuid not null,
  credential_id uuid not null,
  code_hash text not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint mfa_recovery_code_pkey PRIMARY KEY (company_id, credential_id, code_hash),
  constraint mfa_recovery_code_credential_fk FOREIGN KEY (company_id, credential_id) REFERENCES portal.credential(company_id, id)
);
alter table portal.mfa_recovery_code enable row level security;
alter table portal.mfa_recovery_code force row level security;
create policy company on portal.mfa_recovery_code for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on portal.mfa_recovery_code for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant delete, insert, select, update on table portal.mfa_recovery_code to quittance_app;

create table portal.mfa_step (
  company_id uuid not null,
  token_hash bytea not null,
  credential_id uuid not null,
  portal_user_id uuid not null,
  device_id uuid,
  channel text not null,
  remembered boolean not null,
  pending jsonb,
  failures integer not null default 0,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint mfa_step_pkey PRIMARY KEY (company_id, token_hash),
  constraint mfa_step_channel_check CHECK ((channel = ANY (ARRAY['browser'::text, 'program'::text]))),
  constraint mfa_step_failures_check CHECK (((failures >= 0) AND (failures <= 5))),
  constraint mfa_step_credential_fk FOREIGN KEY (company_id, credential_id) REFERENCES portal.credential(company_id, id),
  constraint mfa_step_device_fk FOREIGN KEY (company_id, device_id) REFERENCES portal.known_device(company_id, id) ON DELETE CASCADE,
  constraint mfa_step_user_fk FOREIGN KEY (company_id, portal_user_id) REFERENCES portal.portal_user(company_id, id)
);
alter table portal.mfa_step enable row level security;
alter table portal.mfa_step force row level security;
create policy company on portal.mfa_step for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on portal.mfa_step for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX mfa_step_credential_index ON portal.mfa_step USING btree (company_id, credential_id);
CREATE INDEX mfa_step_device_index ON portal.mfa_step USING btree (company_id, device_id);
CREATE INDEX mfa_step_expiry_index ON portal.mfa_step USING btree (company_id, expires_at);
CREATE INDEX mfa_step_user_index ON portal.mfa_step USING btree (company_id, portal_user_id);
grant delete, insert, select, update on table portal.mfa_step to quittance_app;

create table portal.notice (
  company_id uuid not null,
  id uuid not null,
  portal_user_id uuid not null,
  source text not null,
  kind text not null,
  category text not null,
  object text not null,
  record_id uuid not null,
  facts jsonb not null,
  in_app boolean not null,
  created_at timestamp with time zone not null,
  read_at timestamp with time zone,
  mail_due_at timestamp with time zone,
  constraint notice_pkey PRIMARY KEY (company_id, id),
  constraint notice_source_key UNIQUE (company_id, portal_user_id, source),
  constraint notice_user_fk FOREIGN KEY (company_id, portal_user_id) REFERENCES portal.portal_user(company_id, id)
);
alter table portal.notice enable row level security;
alter table portal.notice force row level security;
create policy company on portal.notice for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on portal.notice for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX notice_age_index ON portal.notice USING btree (company_id, created_at);
CREATE INDEX notice_list_index ON portal.notice USING btree (company_id, portal_user_id, created_at DESC, id);
CREATE INDEX notice_mail_index ON portal.notice USING btree (company_id, mail_due_at) WHERE (mail_due_at IS NOT NULL);
CREATE INDEX notice_unread_index ON portal.notice USING btree (company_id, portal_user_id) WHERE ((read_at IS NULL) AND in_app);
grant delete, insert, select, update on table portal.notice to quittance_app;

create table portal.notice_choice (
  company_id uuid not null,
  portal_user_id uuid not null,
  category text not null,
  in_app boolean not null,
  by_mail boolean not null,
  by_push boolean not null,
  of_colleagues boolean not null,
  updated_at timestamp with time zone not null,
  constraint notice_choice_pkey PRIMARY KEY (company_id, portal_user_id, category),
  constraint notice_choice_user_fk FOREIGN KEY (company_id, portal_user_id) REFERENCES portal.portal_user(company_id, id)
);
alter table portal.notice_choice enable row level security;
alter table portal.notice_choice force row level security;
create policy company on portal.notice_choice for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on portal.notice_choice for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant delete, insert, select, update on table portal.notice_choice to quittance_app;

create table portal.notice_digest (
  company_id uuid not null,
  portal_user_id uuid not null,
  digest text not null,
  updated_at timestamp with time zone not null,
  constraint notice_digest_pkey PRIMARY KEY (company_id, portal_user_id),
  constraint notice_digest_check CHECK ((digest = ANY (ARRAY['off'::text, 'daily'::text, 'weekly'::text]))),
  constraint notice_digest_user_fk FOREIGN KEY (company_id, portal_user_id) REFERENCES portal.portal_user(company_id, id)
);
alter table portal.notice_digest enable row level security;
alter table portal.notice_digest force row level security;
create policy company on portal.notice_digest for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on portal.notice_digest for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant delete, insert, select, update on table portal.notice_digest to quittance_app;

create table portal.portal_user (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  directory text not null,
  credential_id uuid not null,
  account_id uuid,
  ledger_account_id uuid,
  contact_id uuid,
  name text not null,
  role text not null,
  access_level text not null,
  create_quotes boolean not null,
  see_pricing boolean not null,
  see_all_quotes boolean not null,
  approve_quotes boolean not null,
  place_orders boolean not null,
  view_orders boolean not null,
  view_invoices boolean not null,
  approval_limit bigint,
  currency text not null,
  limit_period text not null,
  locale text,
  time_zone text,
  theme text,
  active boolean not null default true,
  verified_at timestamp with time zone,
  locked_until timestamp with time zone,
  invited_at timestamp with time zone,
  renewals integer not null default 0,
  last_sign_in_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint portal_user_pkey PRIMARY KEY (company_id, id),
  constraint portal_user_account_key UNIQUE (company_id, credential_id, account_id),
  constraint portal_user_ledger_key UNIQUE (company_id, credential_id, ledger_account_id),
  constraint portal_user_contact_check CHECK (((contact_id IS NULL) OR (account_id IS NOT NULL))),
  constraint portal_user_level_check CHECK ((access_level = ANY (ARRAY['own'::text, 'account'::text, 'account_tree'::text]))),
  constraint portal_user_limit_check CHECK ((approval_limit >= 0)),
  constraint portal_user_party_check CHECK ((((directory = 'customer'::text) = (account_id IS NOT NULL)) AND ((directory = 'customer'::text) = (ledger_account_id IS NULL)))),
  constraint portal_user_period_check CHECK ((limit_period = ANY (ARRAY['order'::text, 'day'::text, 'week'::text, 'month'::text, 'quarter'::text, 'year'::text]))),
  constraint portal_user_renewals_check CHECK (((renewals >= 0) AND (renewals <= 3))),
  constraint portal_user_role_check CHECK ((role = ANY (ARRAY['Admin'::text, 'Buyer'::text, 'Approver'::text, 'Viewer'::text]))),
  constraint portal_user_account_fk FOREIGN KEY (company_id, account_id) REFERENCES crm.account(company_id, id),
  constraint portal_user_contact_fk FOREIGN KEY (company_id, contact_id) REFERENCES crm.contact(company_id, id),
  constraint portal_user_credential_fk FOREIGN KEY (company_id, credential_id, directory) REFERENCES portal.credential(company_id, id, directory),
  constraint portal_user_ledger_fk FOREIGN KEY (company_id, ledger_account_id) REFERENCES crm.ledger_account(company_id, id)
);
alter table portal.portal_user enable row level security;
alter table portal.portal_user force row level security;
create policy company on portal.portal_user for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on portal.portal_user for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX portal_user_list_index ON portal.portal_user USING btree (company_id, directory, name, id);
CREATE INDEX portal_user_of_account_index ON portal.portal_user USING btree (company_id, account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX portal_user_of_contact_index ON portal.portal_user USING btree (company_id, contact_id) WHERE (contact_id IS NOT NULL);
CREATE INDEX portal_user_of_ledger_account_index ON portal.portal_user USING btree (company_id, ledger_account_id) WHERE (ledger_account_id IS NOT NULL);
grant delete, insert, select, update on table portal.portal_user to quittance_app;

create table portal.preference (
  company_id uuid not null,
  portal_user_id uuid not null,
  key text not null,
  value jsonb not null,
  updated_at timestamp with time zone not null,
  constraint preference_pkey PRIMARY KEY (company_id, portal_user_id, key),
  constraint preference_key_check CHECK ((key ~ '^[a-zA-Z0-9._-]{1,64}$'::text)),
  constraint preference_user_fk FOREIGN KEY (company_id, portal_user_id) REFERENCES portal.portal_user(company_id, id)
);
alter table portal.preference enable row level security;
alter table portal.preference force row level security;
create policy company on portal.preference for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on portal.preference for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant delete, insert, select, update on table portal.preference to quittance_app;

create table portal.push_key (
  company_id uuid not null,
  public_key text not null,
  private_key jsonb not null,
  created_at timestamp with time zone not null,
  constraint push_key_pkey PRIMARY KEY (company_id)
);
alter table portal.push_key enable row level security;
alter table portal.push_key force row level security;
create policy company on portal.push_key for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on portal.push_key for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant delete, insert, select, update on table portal.push_key to quittance_app;

create table portal.push_message (
  company_id uuid not null,
  notice_id uuid not null,
  subscription_id uuid not null,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  attempts integer not null default 0,
  constraint push_message_pkey PRIMARY KEY (company_id, notice_id, subscription_id),
  constraint push_message_notice_fk FOREIGN KEY (company_id, notice_id) REFERENCES portal.notice(company_id, id) ON DELETE CASCADE,
  constraint push_message_subscription_fk FOREIGN KEY (company_id, subscription_id) REFERENCES portal.push_subscription(company_id, id) ON DELETE CASCADE
);
alter table portal.push_message enable row level security;
alter table portal.push_message force row level security;
create policy company on portal.push_message for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on portal.push_message for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX push_message_due_index ON portal.push_message USING btree (company_id, due_at);
CREATE INDEX push_message_subscription_index ON portal.push_message USING btree (company_id, subscription_id);
grant delete, insert, select, update on table portal.push_message to quittance_app;

create table portal.push_subscription (
  company_id uuid not null,
  id uuid not null,
  portal_user_id uuid not null,
  session_id uuid not null,
  endpoint_hash bytea not null,
  host text not null,
  target jsonb not null,
  created_at timestamp with time zone not null,
  constraint push_subscription_pkey PRIMARY KEY (company_id, id),
  constraint push_subscription_endpoint_key UNIQUE (company_id, endpoint_hash),
  constraint push_subscription_session_fk FOREIGN KEY (company_id, session_id) REFERENCES portal.refresh_family(company_id, id) ON DELETE CASCADE,
  constraint push_subscription_user_fk FOREIGN KEY (company_id, portal_user_id) REFERENCES portal.portal_user(company_id, id)
);
alter table portal.push_subscription enable row level security;
alter table portal.push_subscription force row level security;
create policy company on portal.push_subscription for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on portal.push_subscription for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX push_subscription_session_index ON portal.push_subscription USING btree (company_id, session_id);
CREATE INDEX push_subscription_user_index ON portal.push_subscription USING btree (company_id, portal_user_id, created_at);
grant delete, insert, select, update on table portal.push_subscription to quittance_app;

create table portal.quote_request (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  status text not null,
  account_id uuid,
  portal_user_id uuid not null,
  portal_user_name text not null,
  contact_id uuid,
  partner_id uuid,
  registration_id uuid,
  contract_id uuid,
  case_id uuid,
  origin text not null,
  title text,
  notes text,
  special_instructions text,
  preferred_delivery_date date,
  currency text,
  estimated_total bigint,
  needs_internal_review boolean not null,
  review_reasons jsonb not null,
  review_notes text,
  assignee_id uuid,
  published boolean not null,
  published_at timestamp with time zone,
  published_by jsonb,
  submitted_at timestamp with time zone,
  quote_id uuid,
  quote_number text,
  ready_at timestamp with time zone,
  order_id uuid,
  converted boolean not null,
  converted_at timestamp with time zone,
  abandoned boolean not null,
  abandoned_at timestamp with time zone,
  reason text,
  closed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  custom jsonb not null default '{}'::jsonb,
  constraint quote_request_pkey PRIMARY KEY (company_id, id),
  constraint quote_request_quote_key UNIQUE (company_id, quote_number),
  constraint quote_request_abandoned_check CHECK ((abandoned = (abandoned_at IS NOT NULL))),
  constraint quote_request_closed_check CHECK ((((closed_at IS NOT NULL) = (status = ANY (ARRAY['withdrawn'::text, 'declined'::text]))) AND ((status = 'declined'::text) = (reason IS NOT NULL)))),
  constraint quote_request_converted_check CHECK (((converted = (converted_at IS NOT NULL)) AND (converted = (order_id IS NOT NULL)) AND ((status <> 'converted'::text) OR converted))),
  constraint quote_request_custom_check CHECK ((jsonb_typeof(custom) = 'object'::text)),
  constraint quote_request_estimate_check CHECK ((((currency IS NULL) = (estimated_total IS NULL)) AND (estimated_total >= 0))),
  constraint quote_request_origin_check CHECK ((origin = ANY (ARRAY['mobile'::text, 'web'::text, 'api'::text]))),
  constraint quote_request_party_check CHECK ((((account_id IS NOT NULL) OR (registration_id IS NOT NULL)) AND ((registration_id IS NULL) = (partner_id IS NULL)))),
  constraint quote_request_published_check CHECK (((published = (published_at IS NOT NULL)) AND (published = (published_by IS NOT NULL)) AND ((NOT published) OR (submitted_at IS NOT NULL)))),
  constraint quote_request_quoted_check CHECK ((((quote_id IS NULL) = (quote_number IS NULL)) AND ((status <> ALL (ARRAY['ready'::text, 'converted'::text])) OR (quote_id IS NOT NULL)) AND ((status <> 'ready'::text) OR (ready_at IS NOT NULL)))),
  constraint quote_request_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'submitted'::text, 'ready'::text, 'converted'::text, 'withdrawn'::text, 'declined'::text]))),
  constraint quote_request_submitted_check CHECK ((((status <> 'draft'::text) OR (submitted_at IS NULL)) AND ((status <> ALL (ARRAY['submitted'::text, 'ready'::text, 'converted'::text, 'declined'::text])) OR (submitted_at IS NOT NULL)))),
  constraint quote_request_account_fk FOREIGN KEY (company_id, account_id) REFERENCES crm.account(company_id, id),
  constraint quote_request_assignee_fk FOREIGN KEY (company_id, assignee_id) REFERENCES identity.staff_user(company_id, id),
  constraint quote_request_case_fk FOREIGN KEY (company_id, case_id) REFERENCES crm.support_case(company_id, id),
  constraint quote_request_contact_fk FOREIGN KEY (company_id, contact_id) REFERENCES crm.contact(company_id, id),
  constraint quote_request_contract_fk FOREIGN KEY (company_id, contract_id) REFERENCES sales.contract(company_id, id),
  constraint quote_request_order_fk FOREIGN KEY (company_id, order_id) REFERENCES sales.sales_order(company_id, id),
  constraint quote_request_partner_fk FOREIGN KEY (company_id, partner_id) REFERENCES crm.ledger_account(company_id, id),
  constraint quote_request_portal_user_fk FOREIGN KEY (company_id, portal_user_id) REFERENCES portal.portal_user(company_id, id),
  constraint quote_request_quote_fk FOREIGN KEY (company_id, quote_id) REFERENCES sales.quote(company_id, id),
  constraint quote_request_registration_fk FOREIGN KEY (company_id, registration_id) REFERENCES partner.deal_registration(company_id, id)
);
alter table portal.quote_request enable row level security;
alter table portal.quote_request force row level security;
create policy company on portal.quote_request for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on portal.quote_request for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX quote_request_account_index ON portal.quote_request USING btree (company_id, account_id, created_at, id);
CREATE INDEX quote_request_contract_index ON portal.quote_request USING btree (company_id, contract_id, created_at) WHERE (contract_id IS NOT NULL);
CREATE INDEX quote_request_created_index ON portal.quote_request USING btree (company_id, created_at, id);
CREATE INDEX quote_request_unanswered_index ON portal.quote_request USING btree (company_id, id) WHERE ((status = 'ready'::text) AND (NOT abandoned));
CREATE INDEX quote_request_untouched_index ON portal.quote_request USING btree (company_id, updated_at, id) WHERE ((status = 'draft'::text) AND (NOT abandoned));
CREATE INDEX quote_request_user_index ON portal.quote_request USING btree (company_id, portal_user_id, created_at, id);
grant insert, select, update on table portal.quote_request to quittance_app;

create table portal.quote_request_line (
  company_id uuid not null,
  request_id uuid not null,
  id uuid not null,
  "position" integer not null,
  product_id uuid,
  description text not null,
  quantity numeric(18,6) not null,
  note text,
  constraint quote_request_line_pkey PRIMARY KEY (company_id, request_id, id),
  constraint quote_request_line_position_key UNIQUE (company_id, request_id, "position"),
  constraint quote_request_line_position_check CHECK ((("position" >= 1) AND ("position" <= 500))),
  constraint quote_request_line_quantity_check CHECK ((quantity > (0)::numeric)),
  constraint quote_request_line_product_fk FOREIGN KEY (company_id, product_id) REFERENCES catalog.product(company_id, id),
  constraint quote_request_line_request_fk FOREIGN KEY (company_id, request_id) REFERENCES portal.quote_request(company_id, id)
);
alter table portal.quote_request_line enable row level security;
alter table portal.quote_request_line force row level security;
create policy company on portal.quote_request_line for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on portal.quote_request_line for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX quote_request_line_product_index ON portal.quote_request_line USING btree (company_id, product_id) WHERE (product_id IS NOT NULL);
grant delete, insert, select, update on table portal.quote_request_line to quittance_app;

create table portal.refresh_family (
  company_id uuid not null,
  id uuid not null,
  credential_id uuid not null,
  portal_user_id uuid not null,
  device_id uuid,
  channel text not null,
  remembered boolean not null,
  user_agent text,
  ip text,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  revoked_reason text,
  constraint refresh_family_pkey PRIMARY KEY (company_id, id),
  constraint refresh_family_channel_check CHECK ((channel = ANY (ARRAY['browser'::text, 'program'::text]))),
  constraint refresh_family_end_check CHECK ((expires_at <= ends_at)),
  constraint refresh_family_revoked_check CHECK (((revoked_at IS NULL) = (revoked_reason IS NULL))),
  constraint refresh_family_credential_fk FOREIGN KEY (company_id, credential_id) REFERENCES portal.credential(company_id, id),
  constraint refresh_family_device_fk FOREIGN KEY (company_id, device_id) REFERENCES portal.known_device(company_id, id),
  constraint refresh_family_user_fk FOREIGN KEY (company_id, portal_user_id) REFERENCES portal.portal_user(company_id, id)
);
alter table portal.refresh_family enable row level security;
alter table portal.refresh_family force row level security;
create policy company on portal.refresh_family for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on portal.refresh_family for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX refresh_family_credential_index ON portal.refresh_family USING btree (company_id, credential_id);
CREATE INDEX refresh_family_device_index ON portal.refresh_family USING btree (company_id, device_id);
CREATE INDEX refresh_family_expiry_index ON portal.refresh_family USING btree (company_id, expires_at);
CREATE INDEX refresh_family_user_index ON portal.refresh_family USING btree (company_id, portal_user_id);
grant delete, insert, select, update on table portal.refresh_family to quittance_app;

create table portal.refresh_token (
  company_id uuid not null,
  token_hash bytea not null,
  family_id uuid not null,
  created_at timestamp with time zone not null,
  spent_at timestamp with time zone,
  child_hash bytea,
  constraint refresh_token_pkey PRIMARY KEY (company_id, token_hash),
  constraint refresh_token_child_check CHECK (((spent_at IS NULL) = (child_hash IS NULL))),
  constraint refresh_token_family_fk FOREIGN KEY (company_id, family_id) REFERENCES portal.refresh_family(company_id, id) ON DELETE CASCADE
);
alter table portal.refresh_token enable row level security;
alter table portal.refresh_token force row level security;
create policy company on portal.refresh_token for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on portal.refresh_token for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX refresh_token_family_index ON portal.refresh_token USING btree (company_id, family_id);
CREATE UNIQUE INDEX refresh_token_live_key ON portal.refresh_token USING btree (company_id, family_id) WHERE (spent_at IS NULL);
grant delete, insert, select, update on table portal.refresh_token to quittance_app;

create table portal.secret_link (
  company_id uuid not null,
  token_hash bytea not null,
  purpose text not null,
  credential_id uuid not null,
  portal_user_id uuid,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint secret_link_pkey PRIMARY KEY (company_id, token_hash),
  constraint secret_link_purpose_check CHECK ((purpose = ANY (ARRAY['invitation'::text, 'reset'::text]))),
  constraint secret_link_user_check CHECK (((purpose = 'invitation'::text) = (portal_user_id IS NOT NULL))),
  constraint secret_link_credential_fk FOREIGN KEY (company_id, credential_id) REFERENCES portal.credential(company_id, id),
  constraint secret_link_user_fk FOREIGN KEY (company_id, portal_user_id) REFERENCES portal.portal_user(company_id, id)
);
alter table portal.secret_link enable row level security;
alter table portal.secret_link force row level security;
create policy company on portal.secret_link for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on portal.secret_link for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX secret_link_credential_index ON portal.secret_link USING btree (company_id, credential_id);
CREATE INDEX secret_link_expiry_index ON portal.secret_link USING btree (company_id, expires_at);
CREATE INDEX secret_link_user_index ON portal.secret_link USING btree (company_id, portal_user_id);
grant delete, insert, select, update on table portal.secret_link to quittance_app;

create table portal.settings (
  company_id uuid not null,
  admins_manage_users boolean not null,
  updated_at timestamp with time zone not null,
  po_number_required boolean not null default false,
  terms_required boolean not null default false,
  review_above bigint,
  mfa text not null default 'optional'::text,
  partial_payments text not null default 'off'::text,
  minimum_partial numeric(20,3),
  shows_credit boolean not null default true,
  tells_views boolean not null default true,
  brand_colour text,
  free_delivery_address boolean not null default false,
  constraint settings_pkey PRIMARY KEY (company_id),
  constraint settings_brand_colour_check CHECK ((brand_colour ~ '^#[0-9a-f]{6}$'::text)),
  constraint settings_mfa_check CHECK ((mfa = ANY (ARRAY['off'::text, 'optional'::text, 'admins'::text, 'all'::text]))),
  constraint settings_minimum_partial_check CHECK ((minimum_partial > (0)::numeric)),
  constraint settings_partial_payments_check CHECK ((partial_payments = ANY (ARRAY['off'::text, 'on'::text]))),
  constraint settings_review_above_check CHECK ((review_above >= 0))
);
alter table portal.settings enable row level security;
alter table portal.settings force row level security;
create policy company on portal.settings for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on portal.settings for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant delete, insert, select, update on table portal.settings to quittance_app;

create table portal.sign_in_step (
  company_id uuid not null,
  token_hash bytea not null,
  credential_id uuid not null,
  device_id uuid,
  channel text not null,
  remembered boolean not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint sign_in_step_pkey PRIMARY KEY (company_id, token_hash, credential_id),
  constraint sign_in_step_channel_check CHECK ((channel = ANY (ARRAY['browser'::text, 'program'::text]))),
  constraint sign_in_step_credential_fk FOREIGN KEY (company_id, credential_id) REFERENCES portal.credential(company_id, id),
  constraint sign_in_step_device_fk FOREIGN KEY (company_id, device_id) REFERENCES portal.known_device(company_id, id) ON DELETE CASCADE
);
alter table portal.sign_in_step enable row level security;
alter table portal.sign_in_step force row level security;
create policy company on portal.sign_in_step for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on portal.sign_in_step for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX sign_in_step_credential_index ON portal.sign_in_step USING btree (company_id, credential_id);
CREATE INDEX sign_in_step_device_index ON portal.sign_in_step USING btree (company_id, device_id);
CREATE INDEX sign_in_step_expiry_index ON portal.sign_in_step USING btree (company_id, expires_at);
grant delete, insert, select, update on table portal.sign_in_step to quittance_app;

create table portal.vendor_profile (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  trading_name text,
  line1 text,
  line2 text,
  city text,
  region text,
  postal_code text,
  country text,
  contacts jsonb not null default '[]'::jsonb,
  updated_at timestamp with time zone not null,
  updated_by_portal_user_id uuid not null,
  constraint vendor_profile_pkey PRIMARY KEY (company_id, id),
  constraint vendor_profile_ledger_fk FOREIGN KEY (company_id, id) REFERENCES crm.ledger_account(company_id, id),
  constraint vendor_profile_user_fk FOREIGN KEY (company_id, updated_by_portal_user_id) REFERENCES portal.portal_user(company_id, id)
);
alter table portal.vendor_profile enable row level security;
alter table portal.vendor_profile force row level security;
create policy company on portal.vendor_profile for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on portal.vendor_profile for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX vendor_profile_user_index ON portal.vendor_profile USING btree (company_id, updated_by_portal_user_id);
grant delete, insert, select, update on table portal.vendor_profile to quittance_app;

create table portal.view_as_session (
  company_id uuid not null,
  id uuid not null,
  portal_user_id uuid not null,
  staff_id uuid not null,
  staff_name text not null,
  reason text not null,
  code_hash bytea not null,
  created_at timestamp with time zone not null,
  code_expires_at timestamp with time zone not null,
  began_at timestamp with time zone,
  ends_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint view_as_session_pkey PRIMARY KEY (company_id, id),
  constraint view_as_session_code_key UNIQUE (company_id, code_hash),
  constraint view_as_session_began_check CHECK (((began_at IS NULL) = (ends_at IS NULL))),
  constraint view_as_session_user_fk FOREIGN KEY (company_id, portal_user_id) REFERENCES portal.portal_user(company_id, id)
);
alter table portal.view_as_session enable row level security;
alter table portal.view_as_session force row level security;
create policy company on portal.view_as_session for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on portal.view_as_session for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX view_as_session_list_index ON portal.view_as_session USING btree (company_id, created_at DESC, id);
CREATE INDEX view_as_session_user_index ON portal.view_as_session USING btree (company_id, portal_user_id);
grant delete, insert, select, update on table portal.view_as_session to quittance_app;

create view portal.pub_quote_request (
  company_id /* uuid */,
  id /* uuid */,
  account_id /* uuid */,
  partner_id /* uuid */,
  origin /* text */,
  submitted_at /* timestamp with time zone */,
  quote_id /* uuid */
) with (security_invoker=true) as
 SELECT company_id,
    id,
    account_id,
    partner_id,
    origin,
    submitted_at,
    quote_id
   FROM portal.quote_request t;
grant select on table portal.pub_quote_request to quittance_app;
comment on view portal.pub_quote_request is 'What a customer or a partner asks a quote for, in whatever state.';
comment on column portal.pub_quote_request.company_id is 'The company.';
comment on column portal.pub_quote_request.id is 'The request.';
comment on column portal.pub_quote_request.account_id is 'The customer; null of one that is no account yet.';
comment on column portal.pub_quote_request.partner_id is 'The ledger account of the partner who asks; null of a customer.';
comment on column portal.pub_quote_request.origin is 'web, mobile or api.';
comment on column portal.pub_quote_request.submitted_at is 'When it was handed in; null while it has not been.';
comment on column portal.pub_quote_request.quote_id is 'The quote that was made of it, its newest revision; null before.';

create view portal.pub_session (
  company_id /* uuid */,
  id /* uuid */,
  portal_user_id /* uuid */,
  channel /* text */,
  user_agent /* text */,
  last_used_at /* timestamp with time zone */
) with (security_invoker=true) as
 SELECT company_id,
    id,
    portal_user_id,
    channel,
    user_agent,
    last_used_at
   FROM portal.refresh_family t;
grant select on table portal.pub_session to quittance_app;
comment on view portal.pub_session is 'A session of a portal user, until some time after its end.';
comment on column portal.pub_session.company_id is 'The company.';
comment on column portal.pub_session.id is 'The session.';
comment on column portal.pub_session.portal_user_id is 'Whose it is.';
comment on column portal.pub_session.channel is 'browser or program.';
comment on column portal.pub_session.user_agent is 'What it said of itself when it began; null where it said nothing.';
comment on column portal.pub_session.last_used_at is 'When it was begun or refreshed last.';

create view portal.pub_user (
  company_id /* uuid */,
  id /* uuid */,
  directory /* text */,
  account_id /* uuid */,
  inactive_since /* timestamp with time zone */
) with (security_invoker=true) as
 SELECT company_id,
    id,
    directory,
    account_id,
        CASE
            WHEN active THEN NULL::timestamp with time zone
            ELSE updated_at
        END AS inactive_since
   FROM portal.portal_user t;
grant select on table portal.pub_user to quittance_app;
comment on view portal.pub_user is 'Somebody who acts for a customer, partner or vendor at the portal.';
comment on column portal.pub_user.company_id is 'The company.';
comment on column portal.pub_user.id is 'The user.';
comment on column portal.pub_user.directory is 'customer, partner or vendor.';
comment on column portal.pub_user.account_id is 'The account of a customer; null of others.';
comment on column portal.pub_user.inactive_since is 'Since when at the latest the user is deactivated; null of one who may act.';

CREATE OR REPLACE FUNCTION portal.door_actor(wanted_company uuid, wanted_session uuid)
 RETURNS TABLE(portal_user_id uuid, credential_id uuid, directory text, party_id uuid, party_name text, email text, name text, role text, access_level text, rights boolean[], approval_limit bigint, limit_currency text, limit_period text, contact_id uuid, active boolean, verified boolean, locked_until timestamp with time zone, party_active boolean, live boolean, metadata_version integer, now timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
       #variable_conflict use_column
       begin perform pg_catalog.set_config('app.every_company', 'on', true); return query select u.id, k.id, u.directory, coalesce(u.account_id, u.ledger_account_id),
  coalesce(a.name, l.name), k.email, u.name, u.role, u.access_level,
  array[u.create_quotes, u.see_pricing, u.see_all_quotes, u.approve_quotes, u.place_orders, u.view_orders, u.view_invoices],
  u.approval_limit, u.currency, u.limit_period, o.id,
  u.active, u.verified_at is not null,
    greatest(
      case when u.locked_until > now() then u.locked_until end,
      case when coalesce(s.lock_ends_sessions, true) and k.locked_until > now()
        and f.created_at <= k.locked_until - interval '15 minutes' then k.locked_until end,
      case when coalesce(s.lock_ends_sessions, true) and d.locked_until > now()
        and f.created_at <= d.locked_until - interval '15 minutes' then d.locked_until end),
    coalesce(a.active, l.active, false),
    f.revoked_at is null and f.expires_at > now(), c.metadata_version, now()
  from company.pub_company c
  join portal.refresh_family f on f.company_id = c.id and f.id = wanted_session
  join portal.portal_user u on u.company_id = f.company_id and u.id = f.portal_user_id
  join portal.credential k on k.company_id = u.company_id and k.id = u.credential_id
  left join portal.known_device d on d.company_id = f.company_id and d.id = f.device_id
  left join identity.pub_directory s on s.company_id = u.company_id and s.audience = u.directory

  left join crm.pub_customer a on a.company_id = u.company_id and a.id = u.account_id
  left join crm.pub_trading_partner l
    on l.company_id = u.company_id and l.id = u.ledger_account_id
  left join crm.pub_contact o on o.company_id = u.company_id and o.id = u.contact_id
    and o.account_id = u.account_id
  where c.id = wanted_company and c.active; end $function$;
revoke all on function portal.door_actor(wanted_company uuid, wanted_session uuid) from public;
grant execute on function portal.door_actor(wanted_company uuid, wanted_session uuid) to quittance_app;

CREATE OR REPLACE FUNCTION portal.door_companies_with_due_push(now timestamp with time zone)
 RETURNS TABLE(company_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select pg_catalog.set_config('app.every_company', 'on', true); select distinct m.company_id from portal.push_message m where m.due_at <= $1 $function$;
revoke all on function portal.door_companies_with_due_push(now timestamp with time zone) from public;
grant execute on function portal.door_companies_with_due_push(now timestamp with time zone) to quittance_app;

CREATE OR REPLACE FUNCTION portal.door_company(wanted_slug text)
 RETURNS TABLE(company_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select pg_catalog.set_config('app.every_company', 'on', true); select (array_agg(c.id))[1] from company.pub_company c
       where c.active and (wanted_slug is null or c.slug = wanted_slug)
       having count(*) = 1 $function$;
revoke all on function portal.door_company(wanted_slug text) from public;
grant execute on function portal.door_company(wanted_slug text) to quittance_app;

CREATE OR REPLACE FUNCTION portal.door_recent_changes(asked uuid[])
 RETURNS TABLE(company_id uuid, id uuid, portal_user_id uuid, object text, record_id uuid, version integer, change text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select pg_catalog.set_config('app.every_company', 'on', true); select c.company_id, c.id, c.portal_user_id, c.object, c.record_id, c.version,
           c.change
         from unnest(asked) as a (company_id)
         cross join lateral (select * from portal.change c
           where c.company_id = a.company_id and c.at > now() - interval '10 seconds'
           order by c.at desc, c.id desc limit 500) c
         order by c.at desc, c.id desc $function$;
revoke all on function portal.door_recent_changes(asked uuid[]) from public;
grant execute on function portal.door_recent_changes(asked uuid[]) to quittance_app;

CREATE OR REPLACE FUNCTION portal.door_sign_in(wanted_name text, wanted_company uuid, wanted_directories text[], device_hash bytea)
 RETURNS TABLE(company_id uuid, id uuid, directory text, email text, password_hash text, known boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select pg_catalog.set_config('app.every_company', 'on', true); select k.company_id, k.id, k.directory, k.email, k.password_hash, exists (
         select from portal.known_device d
         where d.company_id = k.company_id and d.token_hash = coalesce(device_hash, '')
           and d.credential_id = k.id and d.expires_at > now()
           and (d.locked_until is null or d.locked_until <= now()))
       from portal.credential k
       join company.pub_company c on c.id = k.company_id and c.active
       where (k.email = wanted_name or k.username = wanted_name)
         and k.directory = any (wanted_directories)
         and (wanted_company is null or k.company_id = wanted_company)
       order by k.last_sign_in_at desc nulls last, k.id limit 3 $function$;
revoke all on function portal.door_sign_in(wanted_name text, wanted_company uuid, wanted_directories text[], device_hash bytea) from public;
grant execute on function portal.door_sign_in(wanted_name text, wanted_company uuid, wanted_directories text[], device_hash bytea) to quittance_app;

CREATE OR REPLACE FUNCTION portal.door_viewed_actor(wanted_company uuid, wanted_session uuid)
 RETURNS TABLE(portal_user_id uuid, credential_id uuid, directory text, party_id uuid, party_name text, email text, name text, role text, access_level text, rights boolean[], approval_limit bigint, limit_currency text, limit_period text, contact_id uuid, active boolean, verified boolean, locked_until timestamp with time zone, party_active boolean, live boolean, metadata_version integer, now timestamp with time zone, staff_id uuid)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
       #variable_conflict use_column
       begin perform pg_catalog.set_config('app.every_company', 'on', true); return query select u.id, k.id, u.directory, coalesce(u.account_id, u.ledger_account_id),
  coalesce(a.name, l.name), k.email, u.name, u.role, u.access_level,
  array[u.create_quotes, u.see_pricing, u.see_all_quotes, u.approve_quotes, u.place_orders, u.view_orders, u.view_invoices],
  u.approval_limit, u.currency, u.limit_period, o.id,
  u.active, u.verified_at is not null, null::timestamptz,
    coalesce(a.active, l.active, false),
    f.began_at is not null and f.ended_at is null and f.ends_at > now(), c.metadata_version, now(),
    f.staff_id
  from company.pub_company c
  join portal.view_as_session f on f.company_id = c.id and f.id = wanted_session
  join portal.portal_user u on u.company_id = f.company_id and u.id = f.portal_user_id
  join portal.credential k on k.company_id = u.company_id and k.id = u.credential_id

  left join crm.pub_customer a on a.company_id = u.company_id and a.id = u.account_id
  left join crm.pub_trading_partner l
    on l.company_id = u.company_id and l.id = u.ledger_account_id
  left join crm.pub_contact o on o.company_id = u.company_id and o.id = u.contact_id
    and o.account_id = u.account_id
  where c.id = wanted_company and c.active; end $function$;
revoke all on function portal.door_viewed_actor(wanted_company uuid, wanted_session uuid) from public;
grant execute on function portal.door_viewed_actor(wanted_company uuid, wanted_session uuid) to quittance_app;

create table public.quittance_migration (
  id integer not null default nextval('public.quittance_migration_id_seq'::regclass),
  "timestamp" bigint not null,
  name character varying not null,
  constraint "PK_853d56c3f4eb97895e2ec4e3abf" PRIMARY KEY (id)
);

create sequence public.quittance_migration_id_seq as integer increment by 1 minvalue 1 maxvalue 2147483647 start with 1 cache 1;

CREATE OR REPLACE FUNCTION public.currency_digits(code text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select case code when 'BHD' then 3 when 'BIF' then 0 when 'CLF' then 4 when 'CLP' then 0 when 'DJF' then 0 when 'GNF' then 0 when 'IQD' then 3 when 'ISK' then 0 when 'JOD' then 3 when 'JPY' then 0 when 'KMF' then 0 when 'KRW' then 0 when 'KWD' then 3 when 'LYD' then 3 when 'OMR' then 3 when 'PYG' then 0 when 'RWF' then 0 when 'TND' then 3 when 'UGX' then 0 when 'UYI' then 0 when 'UYW' then 4 when 'VND' then 0 when 'VUV' then 0 when 'XAF' then 0 when 'XOF' then 0 when 'XPF' then 0 else 2 end $function$;

CREATE OR REPLACE FUNCTION public.major_units(minor bigint, currency text)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select minor / power(10::numeric, public.currency_digits(currency)) $function$;

create schema receivables;
grant usage on schema receivables to quittance_app;

create table receivables.account_deposit (
  company_id uuid not null,
  invoice_id uuid not null,
  created_at timestamp with time zone not null,
  constraint account_deposit_pkey PRIMARY KEY (company_id, invoice_id),
  constraint account_deposit_invoice_fk FOREIGN KEY (company_id, invoice_id) REFERENCES receivables.invoice(company_id, id)
);
alter table receivables.account_deposit enable row level security;
alter table receivables.account_deposit force row level security;
create policy company on receivables.account_deposit for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on receivables.account_deposit for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant insert, select on table receivables.account_deposit to quittance_app;

create table receivables.credit_application (
  company_id uuid not null,
  id uuid not null,
  credit_note_id uuid not null,
  invoice_id uuid not null,
  amount bigint not null,
  applied_on date not null,
  created_at timestamp with time zone not null,
  for_invoice_id uuid,
  constraint credit_application_pkey PRIMARY KEY (company_id, id),
  constraint credit_application_amount_check CHECK ((amount <> 0)),
  constraint credit_application_for_fk FOREIGN KEY (company_id, for_invoice_id) REFERENCES receivables.invoice(company_id, id),
  constraint credit_application_invoice_fk FOREIGN KEY (company_id, invoice_id) REFERENCES receivables.invoice(company_id, id),
  constraint credit_application_note_fk FOREIGN KEY (company_id, credit_note_id) REFERENCES receivables.credit_note(company_id, id)
);
alter table receivables.credit_application enable row level security;
alter table receivables.credit_application force row level security;
create policy company on receivables.credit_application for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on receivables.credit_application for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX credit_application_for_index ON receivables.credit_application USING btree (company_id, for_invoice_id) WHERE (for_invoice_id IS NOT NULL);
CREATE INDEX credit_application_invoice_index ON receivables.credit_application USING btree (company_id, invoice_id);
CREATE INDEX credit_application_note_index ON receivables.credit_application USING btree (company_id, credit_note_id);
grant insert, select on table receivables.credit_application to quittance_app;

create table receivables.credit_note (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  number text not null,
  number_period text not null,
  number_seq bigint not null,
  kind text not null,
  status text not null,
  account_id uuid not null,
  invoice_id uuid,
  payment_id uuid,
  provider_payment_id text,
  currency text not null,
  issue_date date not null,
  reason text not null,
  bill_to jsonb,
  prices_include_tax boolean not null default false,
  tax_rounding text not null default 'document'::text,
  subtotal bigint not null,
  tax_total bigint not null,
  total bigint not null,
  applied_amount bigint not null default 0,
  refunded_amount bigint not null default 0,
  remaining bigint not null,
  issued_at timestamp with time zone,
  voided_at timestamp with time zone,
  void_reason text,
  irn jsonb,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  reopen_order boolean not null default false,
  refund_id uuid,
  buyer_reference text,
  contract_reference text,
  delivery_date date,
  delivery_address jsonb,
  payment_terms text,
  e_invoice_profile text,
  po_number text,
  constraint credit_note_pkey PRIMARY KEY (company_id, id),
  constraint credit_note_bill_to_check CHECK (((kind = 'on_account'::text) OR (bill_to IS NOT NULL))),
  constraint credit_note_delivery_address_check CHECK ((delivery_address ?& ARRAY['line1'::text, 'line2'::text, 'city'::text, 'region'::text, 'postalCode'::text, 'country'::text])),
  constraint credit_note_e_invoice_profile_check CHECK ((e_invoice_profile = ANY (ARRAY['en16931'::text, 'xrechnung'::text, 'peppol-bis-3'::text]))),
  constraint credit_note_irn_check CHECK (((irn IS NULL) OR (((irn ->> 'irn'::text) ~ '^[0-9a-f]{64}$'::text) AND (irn ?& ARRAY['ackNumber'::text, 'ackDate'::text, 'signedQr'::text])))),
  constraint credit_note_issued_check CHECK (
CASE
    WHEN (status = 'void'::text) THEN true
    ELSE ((status = 'draft'::text) = (issued_at IS NULL))
END),
  constraint credit_note_kind_check CHECK ((kind = ANY (ARRAY['credit'::text, 'on_account'::text]))),
  constraint credit_note_on_account_check CHECK (((kind <> 'on_account'::text) OR (payment_id IS NOT NULL))),
  constraint credit_note_payment_check CHECK (((kind = 'on_account'::text) = (payment_id IS NOT NULL))),
  constraint credit_note_refund_check CHECK (((refund_id IS NULL) OR (kind = 'on_account'::text))),
  constraint credit_note_remaining_check CHECK (((remaining >= 0) AND (applied_amount >= 0) AND (refunded_amount >= 0) AND
CASE
    WHEN (status = 'void'::text) THEN ((remaining = 0) AND (applied_amount = 0))
    ELSE (remaining = ((total - applied_amount) - refunded_amount))
END)),
  constraint credit_note_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'issued'::text, 'partially_applied'::text, 'applied'::text, 'void'::text]))),
  constraint credit_note_status_money_check CHECK (
CASE status
    WHEN 'draft'::text THEN ((applied_amount = 0) AND (refunded_amount = 0))
    WHEN 'issued'::text THEN (applied_amount = 0)
    WHEN 'partially_applied'::text THEN ((applied_amount > 0) AND (remaining > 0))
    WHEN 'applied'::text THEN ((applied_amount > 0) AND (remaining = 0))
    ELSE true
END),
  constraint credit_note_tax_rounding_check CHECK ((tax_rounding = ANY (ARRAY['document'::text, 'line'::text]))),
  constraint credit_note_total_check CHECK (((total = (subtotal + tax_total)) AND (total >= 0))),
  constraint credit_note_voided_check CHECK (((status = 'void'::text) = (voided_at IS NOT NULL))),
  constraint credit_note_account_fk FOREIGN KEY (company_id, account_id) REFERENCES crm.account(company_id, id),
  constraint credit_note_invoice_fk FOREIGN KEY (company_id, invoice_id) REFERENCES receivables.invoice(company_id, id),
  constraint credit_note_payment_fk FOREIGN KEY (company_id, payment_id) REFERENCES receivables.payment(company_id, id),
  constraint credit_note_refund_fk FOREIGN KEY (company_id, refund_id) REFERENCES receivables.refund(company_id, id)
);
alter table receivables.credit_note enable row level security;
alter table receivables.credit_note force row level security;
create policy company on receivables.credit_note for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on receivables.credit_note for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX credit_note_account_index ON receivables.credit_note USING btree (company_id, account_id, issue_date);
CREATE INDEX credit_note_invoice_index ON receivables.credit_note USING btree (company_id, invoice_id) WHERE (invoice_id IS NOT NULL);
CREATE UNIQUE INDEX credit_note_irn_key ON receivables.credit_note USING btree (company_id, ((irn ->> 'irn'::text))) WHERE (irn IS NOT NULL);
CREATE INDEX credit_note_issue_date_index ON receivables.credit_note USING btree (company_id, issue_date, id);
CREATE UNIQUE INDEX credit_note_number_key ON receivables.credit_note USING btree (company_id, number);
CREATE UNIQUE INDEX credit_note_on_account_key ON receivables.credit_note USING btree (company_id, payment_id, refund_id) NULLS NOT DISTINCT WHERE (kind = 'on_account'::text);
CREATE INDEX credit_note_open_index ON receivables.credit_note USING btree (company_id, account_id, issue_date, id) WHERE ((remaining > 0) AND (status = ANY (ARRAY['issued'::text, 'partially_applied'::text])));
grant delete, insert, select, update on table receivables.credit_note to quittance_app;

create table receivables.credit_note_line (
  company_id uuid not null,
  credit_note_id uuid not null,
  id uuid not null,
  "position" integer not null,
  invoice_id uuid,
  invoice_line_id uuid,
  product_id uuid,
  description text not null,
  sku text,
  unit text,
  hsn_code text,
  supply_kind text,
  quantity numeric(18,6) not null,
  unit_price numeric(18,6) not null,
  discount_percent numeric(9,6),
  discount_amount bigint,
  discount bigint not null default 0,
  net bigint not null,
  tax_code text,
  product_taxed boolean not null default false,
  requested_tax_rate numeric(9,6),
  tax_rate numeric(9,6) not null default 0,
  taxes jsonb not null default '[]'::jsonb,
  tax_category text,
  tax_reason text,
  tax_fallback boolean not null default false,
  tax_fallback_reason text,
  tax bigint not null,
  total bigint not null,
  period_start date,
  period_end date,
  adjustment text,
  adjustment_percent numeric,
  adjustment_base bigint,
  place_of jsonb,
  adjustment_index integer,
  constraint credit_note_line_pkey PRIMARY KEY (company_id, credit_note_id, id),
  constraint credit_note_line_adjustment_check CHECK ((((adjustment = ANY (ARRAY['allowance'::text, 'charge'::text])) AND ((adjustment_percent IS NULL) = (adjustment_base IS NULL))) OR ((adjustment IS NULL) AND (adjustment_percent IS NULL) AND (adjustment_base IS NULL)))),
  constraint credit_note_line_adjustment_index_check CHECK (((adjustment_index IS NULL) OR ((adjustment IS NOT NULL) AND (adjustment_index >= 0)))),
  constraint credit_note_line_category_check CHECK ((tax_category = ANY (ARRAY['S'::text, 'Z'::text, 'E'::text, 'AE'::text, 'K'::text, 'G'::text, 'O'::text, 'L'::text, 'M'::text]))),
  constraint credit_note_line_decision_check CHECK (((tax_category IS NULL) OR ((tax_reason IS NOT NULL) AND ((tax_category = ANY (ARRAY['S'::text, 'L'::text, 'M'::text])) OR (tax = 0))))),
  constraint credit_note_line_discount_check CHECK (((discount_percent IS NULL) OR (discount_amount IS NULL))),
  constraint credit_note_line_invoice_check CHECK (((invoice_line_id IS NULL) OR (invoice_id IS NOT NULL))),
  constraint credit_note_line_place_of_check CHECK (((place_of ?& ARRAY['country'::text, 'region'::text, 'postalCode'::text]) AND ((place_of ->> 'country'::text) ~ '^[A-Z]{2}$'::text))),
  constraint credit_note_line_supply_check CHECK ((supply_kind = ANY (ARRAY['goods'::text, 'services'::text, 'digital'::text]))),
  constraint credit_note_line_total_check CHECK ((total = (net + tax))),
  constraint credit_note_line_invoice_fk FOREIGN KEY (company_id, invoice_id, invoice_line_id) REFERENCES receivables.invoice_line(company_id, invoice_id, id),
  constraint credit_note_line_note_fk FOREIGN KEY (company_id, credit_note_id) REFERENCES receivables.credit_note(company_id, id),
  constraint credit_note_line_product_fk FOREIGN KEY (company_id, product_id) REFERENCES catalog.product(company_id, id)
);
alter table receivables.credit_note_line enable row level security;
alter table receivables.credit_note_line force row level security;
create policy company on receivables.credit_note_line for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on receivables.credit_note_line for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant delete, insert, select, update on table receivables.credit_note_line to quittance_app;

create table receivables.deposit_deduction (
  company_id uuid not null,
  credit_note_id uuid not null,
  invoice_id uuid not null,
  created_at timestamp with time zone not null,
  for_invoice_id uuid,
  constraint deposit_deduction_pkey PRIMARY KEY (company_id, credit_note_id),
  constraint deposit_deduction_for_fk FOREIGN KEY (company_id, for_invoice_id) REFERENCES receivables.invoice(company_id, id),
  constraint deposit_deduction_invoice_fk FOREIGN KEY (company_id, invoice_id) REFERENCES receivables.invoice(company_id, id),
  constraint deposit_deduction_note_fk FOREIGN KEY (company_id, credit_note_id) REFERENCES receivables.credit_note(company_id, id)
);
alter table receivables.deposit_deduction enable row level security;
alter table receivables.deposit_deduction force row level security;
create policy company on receivables.deposit_deduction for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on receivables.deposit_deduction for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX deposit_deduction_for_index ON receivables.deposit_deduction USING btree (company_id, for_invoice_id) WHERE (for_invoice_id IS NOT NULL);
CREATE INDEX deposit_deduction_invoice_index ON receivables.deposit_deduction USING btree (company_id, invoice_id);
grant insert, select on table receivables.deposit_deduction to quittance_app;

create table receivables.dispute (
  company_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  amount bigint not null,
  line_ids jsonb not null default '[]'::jsonb,
  reason text not null,
  opened_at timestamp with time zone not null,
  opened_by jsonb not null,
  closed_at timestamp with time zone,
  closed_by jsonb,
  outcome text,
  note text,
  kind text,
  lines jsonb not null default '[]'::jsonb,
  reviewed_at timestamp with time zone,
  constraint dispute_pkey PRIMARY KEY (company_id, id),
  constraint dispute_amount_check CHECK ((amount >= 0)),
  constraint dispute_closed_check CHECK ((((closed_at IS NULL) = (outcome IS NULL)) AND ((closed_at IS NULL) = (closed_by IS NULL)))),
  constraint dispute_kind_check CHECK ((kind = ANY (ARRAY['wrong_price'::text, 'wrong_quantity'::text, 'not_received'::text, 'damaged'::text, 'already_paid'::text, 'duplicate'::text, 'other'::text]))),
  constraint dispute_outcome_check CHECK ((outcome = ANY (ARRAY['resolved'::text, 'accepted'::text, 'partly'::text, 'rejected'::text, 'withdrawn'::text, 'settled'::text, 'voided'::text]))),
  constraint dispute_invoice_fk FOREIGN KEY (company_id, invoice_id) REFERENCES receivables.invoice(company_id, id)
);
alter table receivables.dispute enable row level security;
alter table receivables.dispute force row level security;
create policy company on receivables.dispute for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on receivables.dispute for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX dispute_invoice_index ON receivables.dispute USING btree (company_id, invoice_id, opened_at, id);
CREATE UNIQUE INDEX dispute_open_key ON receivables.dispute USING btree (company_id, invoice_id) WHERE (closed_at IS NULL);
grant delete, insert, select, update on table receivables.dispute to quittance_app;

create table receivables.dispute_message (
  company_id uuid not null,
  dispute_id uuid not null,
  id uuid not null,
  author jsonb not null,
  message text not null,
  document_ids jsonb not null default '[]'::jsonb,
  written_at timestamp with time zone not null,
  constraint dispute_message_pkey PRIMARY KEY (company_id, dispute_id, id),
  constraint dispute_message_dispute_fk FOREIGN KEY (company_id, dispute_id) REFERENCES receivables.dispute(company_id, id)
);
alter table receivables.dispute_message enable row level security;
alter table receivables.dispute_message force row level security;
create policy company on receivables.dispute_message for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on receivables.dispute_message for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant insert, select on table receivables.dispute_message to quittance_app;

create table receivables.invoice (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  number text not null,
  number_period text not null,
  number_seq bigint not null,
  status text not null,
  unsent_status text not null default 'draft'::text,
  account_id uuid not null,
  currency text not null,
  issue_date date not null,
  due_date date not null,
  period_start date,
  period_end date,
  period_part integer not null default 0,
  sales_order_id uuid,
  schedule_id uuid,
  subscription_id uuid,
  contract_id uuid,
  bill_to jsonb not null,
  po_number text,
  notes text,
  prices_include_tax boolean not null default false,
  tax_rounding text not null default 'document'::text,
  subtotal bigint not null,
  tax_total bigint not null,
  total bigint not null,
  paid_amount bigint not null default 0,
  credited_amount bigint not null default 0,
  noted_amount bigint not null default 0,
  balance bigint not null,
  sent_at timestamp with time zone,
  viewed_at timestamp with time zone,
  dispute jsonb,
  void_reason text,
  closed_at timestamp with time zone,
  external_reference text,
  irn jsonb,
  custom jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  written_off_amount bigint not null default 0,
  buyer_reference text,
  contract_reference text,
  delivery_date date,
  delivery_address jsonb,
  payment_terms text,
  e_invoice_profile text,
  adjustments jsonb,
  billed_country text generated always as (((bill_to -> 'address'::text) ->> 'country'::text)) stored,
  delivered_country text generated always as ((delivery_address ->> 'country'::text)) stored,
  constraint invoice_pkey PRIMARY KEY (company_id, id),
  constraint invoice_balance_check CHECK (((balance >= 0) AND
CASE
    WHEN (status = ANY (ARRAY['void'::text, 'cancelled'::text])) THEN ((balance = 0) AND (paid_amount = 0) AND (credited_amount = 0) AND (written_off_amount = 0))
    ELSE (balance = (((total - paid_amount) - credited_amount) - written_off_amount))
END)),
  constraint invoice_delivery_address_check CHECK ((delivery_address ?& ARRAY['line1'::text, 'line2'::text, 'city'::text, 'region'::text, 'postalCode'::text, 'country'::text])),
  constraint invoice_due_check CHECK ((due_date >= issue_date)),
  constraint invoice_e_invoice_profile_check CHECK ((e_invoice_profile = ANY (ARRAY['en16931'::text, 'xrechnung'::text, 'peppol-bis-3'::text]))),
  constraint invoice_irn_check CHECK (((irn IS NULL) OR (((irn ->> 'irn'::text) ~ '^[0-9a-f]{64}$'::text) AND (irn ?& ARRAY['ackNumber'::text, 'ackDate'::text, 'signedQr'::text])))),
  constraint invoice_noted_check CHECK (((noted_amount >= 0) AND (noted_amount <= total))),
  constraint invoice_settled_check CHECK (((paid_amount >= 0) AND (credited_amount >= 0) AND (written_off_amount >= 0))),
  constraint invoice_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'pending'::text, 'sent'::text, 'viewed'::text, 'partially_paid'::text, 'overdue'::text, 'disputed'::text, 'paid'::text, 'written_off'::text, 'void'::text, 'cancelled'::text]))),
  constraint invoice_status_money_check CHECK ((((status <> 'paid'::text) OR ((balance = 0) AND (written_off_amount = 0))) AND ((status <> 'written_off'::text) OR ((balance = 0) AND (written_off_amount > 0))) AND ((status <> 'partially_paid'::text) OR ((balance > 0) AND ((paid_amount + credited_amount) > 0))))),
  constraint invoice_total_check CHECK (((total = (subtotal + tax_total)) AND (total >= 0))),
  constraint invoice_unsent_status_check CHECK ((unsent_status = ANY (ARRAY['draft'::text, 'pending'::text]))),
  constraint invoice_account_fk FOREIGN KEY (company_id, account_id) REFERENCES crm.account(company_id, id),
  constraint invoice_contract_fk FOREIGN KEY (company_id, contract_id) REFERENCES sales.contract(company_id, id),
  constraint invoice_sales_order_fk FOREIGN KEY (company_id, sales_order_id) REFERENCES sales.sales_order(company_id, id),
  constraint invoice_schedule_fk FOREIGN KEY (company_id, schedule_id) REFERENCES billing.schedule(company_id, id),
  constraint invoice_subscription_fk FOREIGN KEY (company_id, subscription_id) REFERENCES sales.subscription(company_id, id)
);
alter table receivables.invoice enable row level security;
alter table receivables.invoice force row level security;
create policy company on receivables.invoice for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on receivables.invoice for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX invoice_account_index ON receivables.invoice USING btree (company_id, account_id, issue_date) INCLUDE (status, sent_at, paid_amount);
CREATE INDEX invoice_billed_country_index ON receivables.invoice USING btree (company_id, billed_country, issue_date);
CREATE INDEX invoice_contract_index ON receivables.invoice USING btree (company_id, contract_id, issue_date, id) WHERE (contract_id IS NOT NULL);
CREATE INDEX invoice_delivered_country_index ON receivables.invoice USING btree (company_id, delivered_country, issue_date) WHERE (delivered_country IS NOT NULL);
CREATE INDEX invoice_due_index ON receivables.invoice USING btree (company_id, due_date, id) WHERE (balance > 0);
CREATE INDEX invoice_exposure_index ON receivables.invoice USING btree (company_id, account_id) INCLUDE (currency, balance, status, due_date, sent_at, paid_amount) WHERE (balance > 0);
CREATE UNIQUE INDEX invoice_external_reference_key ON receivables.invoice USING btree (company_id, external_reference) WHERE (external_reference IS NOT NULL);
CREATE UNIQUE INDEX invoice_irn_key ON receivables.invoice USING btree (company_id, ((irn ->> 'irn'::text))) WHERE (irn IS NOT NULL);
CREATE INDEX invoice_issue_date_index ON receivables.invoice USING btree (company_id, issue_date, id);
CREATE UNIQUE INDEX invoice_number_key ON receivables.invoice USING btree (company_id, number);
CREATE INDEX invoice_sales_order_index ON receivables.invoice USING btree (company_id, sales_order_id) WHERE (sales_order_id IS NOT NULL);
CREATE UNIQUE INDEX invoice_schedule_period_key ON receivables.invoice USING btree (company_id, schedule_id, period_start, period_part) WHERE (schedule_id IS NOT NULL);
CREATE INDEX invoice_status_index ON receivables.invoice USING btree (company_id, status, due_date);
CREATE INDEX invoice_subscription_debt_index ON receivables.invoice USING btree (company_id, subscription_id, due_date) WHERE ((subscription_id IS NOT NULL) AND (balance > 0));
CREATE INDEX invoice_subscription_index ON receivables.invoice USING btree (company_id, subscription_id, issue_date, id) WHERE (subscription_id IS NOT NULL);
grant delete, insert, select, update on table receivables.invoice to quittance_app;

create table receivables.invoice_line (
  company_id uuid not null,
  invoice_id uuid not null,
  id uuid not null,
  "position" integer not null,
  product_id uuid,
  schedule_line_id uuid,
  description text not null,
  sku text,
  unit text,
  hsn_code text,
  supply_kind text,
  quantity numeric(18,6) not null,
  unit_price numeric(18,6) not null,
  discount_percent numeric(9,6),
  discount_amount bigint,
  discount bigint not null default 0,
  net bigint not null,
  tax_code text,
  product_taxed boolean not null default false,
  requested_tax_rate numeric(9,6),
  tax_rate numeric(9,6) not null default 0,
  taxes jsonb not null default '[]'::jsonb,
  tax_category text,
  tax_reason text,
  tax_fallback boolean not null default false,
  tax_fallback_reason text,
  tax bigint not null,
  total bigint not null,
  period_start date,
  period_end date,
  adjustment text,
  adjustment_percent numeric,
  adjustment_base bigint,
  place_of jsonb,
  tax_warnings jsonb not null default '[]'::jsonb,
  default_tax_code text,
  adjustment_index integer,
  constraint invoice_line_pkey PRIMARY KEY (company_id, invoice_id, id),
  constraint invoice_line_adjustment_check CHECK ((((adjustment = ANY (ARRAY['allowance'::text, 'charge'::text])) AND ((adjustment_percent IS NULL) = (adjustment_base IS NULL))) OR ((adjustment IS NULL) AND (adjustment_percent IS NULL) AND (adjustment_base IS NULL)))),
  constraint invoice_line_adjustment_index_check CHECK (((adjustment_index IS NULL) OR ((adjustment IS NOT NULL) AND (adjustment_index >= 0)))),
  constraint invoice_line_category_check CHECK ((tax_category = ANY (ARRAY['S'::text, 'Z'::text, 'E'::text, 'AE'::text, 'K'::text, 'G'::text, 'O'::text, 'L'::text, 'M'::text]))),
  constraint invoice_line_decision_check CHECK (((tax_category IS NULL) OR ((tax_reason IS NOT NULL) AND ((tax_category = ANY (ARRAY['S'::text, 'L'::text, 'M'::text])) OR (tax = 0))))),
  constraint invoice_line_default_tax_code_check CHECK (((default_tax_code IS NULL) OR ((tax_code IS NULL) AND (requested_tax_rate IS NULL)))),
  constraint invoice_line_discount_check CHECK (((discount_percent IS NULL) OR (discount_amount IS NULL))),
  constraint invoice_line_fallback_check CHECK (((tax_fallback_reason IS NULL) OR tax_fallback)),
  constraint invoice_line_place_of_check CHECK (((place_of ?& ARRAY['country'::text, 'region'::text, 'postalCode'::text]) AND ((place_of ->> 'country'::text) ~ '^[A-Z]{2}$'::text))),
  constraint invoice_line_supply_check CHECK ((supply_kind = ANY (ARRAY['goods'::text, 'services'::text, 'digital'::text]))),
  constraint invoice_line_tax_warnings_check CHECK ((jsonb_typeof(tax_warnings) = 'array'::text)),
  constraint invoice_line_total_check CHECK ((total = (net + tax))),
  constraint invoice_line_invoice_fk FOREIGN KEY (company_id, invoice_id) REFERENCES receivables.invoice(company_id, id),
  constraint invoice_line_product_fk FOREIGN KEY (company_id, product_id) REFERENCES catalog.product(company_id, id),
  constraint invoice_line_schedule_line_fk FOREIGN KEY (company_id, schedule_line_id) REFERENCES billing.schedule_line(company_id, id) DEFERRABLE INITIALLY DEFERRED
);
alter table receivables.invoice_line enable row level security;
alter table receivables.invoice_line force row level security;
create policy company on receivables.invoice_line for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on receivables.invoice_line for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX invoice_line_fallback_index ON receivables.invoice_line USING btree (company_id, invoice_id) WHERE (tax_fallback_reason IS NOT NULL);
CREATE INDEX invoice_line_schedule_line_index ON receivables.invoice_line USING btree (company_id, schedule_line_id) WHERE (schedule_line_id IS NOT NULL);
CREATE INDEX invoice_line_undetermined_index ON receivables.invoice_line USING btree (company_id, invoice_id) WHERE ((tax_category IS NULL) AND (tax_reason IS NOT NULL));
grant delete, insert, select, update on table receivables.invoice_line to quittance_app;

create table receivables.late_charge (
  company_id uuid not null,
  id uuid not null,
  kind text not null,
  invoice_id uuid not null,
  from_on date not null,
  to_on date not null,
  behind_on date,
  annual_rate numeric(9,6),
  amount bigint not null,
  charging_invoice_id uuid not null,
  charging_line_id uuid not null,
  created_at timestamp with time zone not null,
  attempt_id uuid,
  constraint late_charge_pkey PRIMARY KEY (company_id, id),
  constraint late_charge_amount_check CHECK ((amount > 0)),
  constraint late_charge_attempt_check CHECK (((kind = 'step_fee'::text) = (attempt_id IS NOT NULL))),
  constraint late_charge_days_check CHECK (((from_on <= to_on) AND ((behind_on IS NULL) OR (behind_on < from_on)) AND ((kind = 'interest'::text) OR ((behind_on IS NULL) AND (annual_rate IS NULL))))),
  constraint late_charge_kind_check CHECK ((kind = ANY (ARRAY['interest'::text, 'fee'::text, 'step_fee'::text]))),
  constraint late_charge_other_check CHECK ((charging_invoice_id <> invoice_id)),
  constraint late_charge_rate_check CHECK (((kind = 'interest'::text) = (annual_rate IS NOT NULL))),
  constraint late_charge_attempt_fk FOREIGN KEY (company_id, invoice_id, attempt_id) REFERENCES dunning.attempt(company_id, invoice_id, id),
  constraint late_charge_behind_fk FOREIGN KEY (company_id, invoice_id, kind, behind_on) REFERENCES receivables.late_charge(company_id, invoice_id, kind, to_on),
  constraint late_charge_invoice_fk FOREIGN KEY (company_id, invoice_id) REFERENCES receivables.invoice(company_id, id),
  constraint late_charge_line_fk FOREIGN KEY (company_id, charging_invoice_id, charging_line_id) REFERENCES receivables.invoice_line(company_id, invoice_id, id)
);
alter table receivables.late_charge enable row level security;
alter table receivables.late_charge force row level security;
create policy company on receivables.late_charge for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on receivables.late_charge for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE UNIQUE INDEX late_charge_attempt_key ON receivables.late_charge USING btree (company_id, attempt_id) WHERE (attempt_id IS NOT NULL);
CREATE UNIQUE INDEX late_charge_behind_key ON receivables.late_charge USING btree (company_id, invoice_id, behind_on) NULLS NOT DISTINCT WHERE (kind = 'interest'::text);
CREATE UNIQUE INDEX late_charge_fee_key ON receivables.late_charge USING btree (company_id, invoice_id) WHERE (kind = 'fee'::text);
CREATE UNIQUE INDEX late_charge_last_key ON receivables.late_charge USING btree (company_id, invoice_id, kind, to_on);
CREATE UNIQUE INDEX late_charge_line_key ON receivables.late_charge USING btree (company_id, charging_invoice_id, charging_line_id);
grant insert, select on table receivables.late_charge to quittance_app;

create table receivables.order_deposit (
  company_id uuid not null,
  invoice_id uuid not null,
  order_id uuid not null,
  created_at timestamp with time zone not null,
  constraint order_deposit_pkey PRIMARY KEY (company_id, invoice_id),
  constraint order_deposit_invoice_fk FOREIGN KEY (company_id, invoice_id) REFERENCES receivables.invoice(company_id, id),
  constraint order_deposit_order_fk FOREIGN KEY (company_id, order_id) REFERENCES sales.sales_order(company_id, id)
);
alter table receivables.order_deposit enable row level security;
alter table receivables.order_deposit force row level security;
create policy company on receivables.order_deposit for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on receivables.order_deposit for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX order_deposit_order_index ON receivables.order_deposit USING btree (company_id, order_id);
grant delete, insert, select, update on table receivables.order_deposit to quittance_app;

create table receivables.ordered_line (
  company_id uuid not null,
  invoice_id uuid not null,
  line_id uuid not null,
  order_id uuid not null,
  order_line_id uuid not null,
  quantity numeric(18,6) not null,
  share numeric(9,6) not null,
  net bigint not null,
  tax bigint not null,
  back_quantity numeric(18,6) not null default 0,
  back_share numeric(9,6) not null default 0,
  back_net bigint not null default 0,
  back_tax bigint not null default 0,
  constraint ordered_line_pkey PRIMARY KEY (company_id, invoice_id, line_id),
  constraint ordered_line_amount_check CHECK ((((net >= 0) AND (tax >= 0)) OR ((quantity = (0)::numeric) AND (share = (0)::numeric) AND (net <= 0) AND (tax <= 0)))),
  constraint ordered_line_back_check CHECK ((((back_quantity >= (0)::numeric) AND (back_quantity <= quantity)) AND ((back_share >= (0)::numeric) AND (back_share <= share)) AND ((back_net >= LEAST((0)::bigint, net)) AND (back_net <= GREATEST((0)::bigint, net))) AND ((back_tax >= LEAST((0)::bigint, tax)) AND (back_tax <= GREATEST((0)::bigint, tax))))),
  constraint ordered_line_part_check CHECK (((quantity >= (0)::numeric) AND ((share >= (0)::numeric) AND (share <= (100)::numeric)) AND ((quantity = (0)::numeric) OR (share = (0)::numeric)))),
  constraint ordered_line_invoice_fk FOREIGN KEY (company_id, invoice_id) REFERENCES receivables.invoice(company_id, id),
  constraint ordered_line_order_line_fk FOREIGN KEY (company_id, order_id, order_line_id) REFERENCES sales.sales_order_line(company_id, order_id, id)
);
alter table receivables.ordered_line enable row level security;
alter table receivables.ordered_line force row level security;
create policy company on receivables.ordered_line for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on receivables.ordered_line for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX ordered_line_order_index ON receivables.ordered_line USING btree (company_id, order_id, order_line_id);
grant delete, insert, select, update on table receivables.ordered_line to quittance_app;

create table receivables.payment (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  number text not null,
  number_period text not null,
  number_seq bigint not null,
  account_id uuid not null,
  invoice_id uuid,
  currency text not null,
  amount bigint not null,
  applied_amount bigint not null default 0,
  on_account_amount bigint not null default 0,
  refunded_amount bigint not null default 0,
  method text not null,
  status text not null,
  reference text,
  provider text,
  provider_payment_id text,
  received_on date not null,
  cleared_at timestamp with time zone,
  portal_user_id uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint payment_pkey PRIMARY KEY (company_id, id),
  constraint payment_amount_check CHECK (((amount > 0) AND (applied_amount >= 0) AND (on_account_amount >= 0) AND ((refunded_amount >= 0) AND (refunded_amount <= amount)))),
  constraint payment_method_check CHECK ((method = ANY (ARRAY['cash'::text, 'cheque'::text, 'bank_transfer'::text, 'card'::text, 'upi'::text, 'gateway'::text, 'other'::text]))),
  constraint payment_provider_check CHECK (((provider IS NULL) = (provider_payment_id IS NULL))),
  constraint payment_split_check CHECK (
CASE
    WHEN (status = ANY (ARRAY['pending'::text, 'failed'::text, 'withdrawn'::text])) THEN ((applied_amount = 0) AND (on_account_amount = 0) AND (refunded_amount = 0))
    ELSE ((applied_amount + on_account_amount) = amount)
END),
  constraint payment_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'completed'::text, 'failed'::text, 'withdrawn'::text, 'refunded'::text]))),
  constraint payment_account_fk FOREIGN KEY (company_id, account_id) REFERENCES crm.account(company_id, id),
  constraint payment_invoice_fk FOREIGN KEY (company_id, invoice_id) REFERENCES receivables.invoice(company_id, id),
  constraint payment_portal_user_fk FOREIGN KEY (company_id, portal_user_id) REFERENCES portal.portal_user(company_id, id)
);
alter table receivables.payment enable row level security;
alter table receivables.payment force row level security;
create policy company on receivables.payment for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on receivables.payment for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX payment_account_index ON receivables.payment USING btree (company_id, account_id, received_on);
CREATE INDEX payment_invoice_index ON receivables.payment USING btree (company_id, invoice_id) WHERE (invoice_id IS NOT NULL);
CREATE UNIQUE INDEX payment_number_key ON receivables.payment USING btree (company_id, number);
CREATE INDEX payment_pending_index ON receivables.payment USING btree (company_id, invoice_id) WHERE (status = 'pending'::text);
CREATE INDEX payment_portal_user_index ON receivables.payment USING btree (company_id, portal_user_id) WHERE (portal_user_id IS NOT NULL);
CREATE UNIQUE INDEX payment_provider_key ON receivables.payment USING btree (company_id, provider, provider_payment_id) WHERE (provider IS NOT NULL);
CREATE INDEX payment_provider_payment_index ON receivables.payment USING btree (provider_payment_id, company_id) WHERE (provider_payment_id IS NOT NULL);
CREATE INDEX payment_received_index ON receivables.payment USING btree (company_id, received_on, id);
grant delete, insert, select, update on table receivables.payment to quittance_app;

create table receivables.payment_allocation (
  company_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  invoice_id uuid not null,
  refund_id uuid,
  amount bigint not null,
  applied_on date not null,
  created_at timestamp with time zone not null,
  constraint payment_allocation_pkey PRIMARY KEY (company_id, id),
  constraint payment_allocation_sign_check CHECK ((((refund_id IS NULL) AND (amount > 0)) OR ((refund_id IS NOT NULL) AND (amount <> 0)))),
  constraint payment_allocation_invoice_fk FOREIGN KEY (company_id, invoice_id) REFERENCES receivables.invoice(company_id, id),
  constraint payment_allocation_payment_fk FOREIGN KEY (company_id, payment_id) REFERENCES receivables.payment(company_id, id),
  constraint payment_allocation_refund_fk FOREIGN KEY (company_id, refund_id) REFERENCES receivables.refund(company_id, id)
);
alter table receivables.payment_allocation enable row level security;
alter table receivables.payment_allocation force row level security;
create policy company on receivables.payment_allocation for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on receivables.payment_allocation for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX payment_allocation_invoice_index ON receivables.payment_allocation USING btree (company_id, invoice_id);
CREATE INDEX payment_allocation_payment_index ON receivables.payment_allocation USING btree (company_id, payment_id);
grant insert, select on table receivables.payment_allocation to quittance_app;

create table receivables.payment_proof (
  company_id uuid not null,
  payment_id uuid not null,
  document_id uuid not null,
  constraint payment_proof_pkey PRIMARY KEY (company_id, payment_id, document_id),
  constraint payment_proof_document_fk FOREIGN KEY (company_id, document_id) REFERENCES objects.document(company_id, id),
  constraint payment_proof_payment_fk FOREIGN KEY (company_id, payment_id) REFERENCES receivables.payment(company_id, id)
);
alter table receivables.payment_proof enable row level security;
alter table receivables.payment_proof force row level security;
create policy company on receivables.payment_proof for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on receivables.payment_proof for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant insert, select on table receivables.payment_proof to quittance_app;

create table receivables.quote_deposit (
  company_id uuid not null,
  invoice_id uuid not null,
  quote_id uuid not null,
  created_at timestamp with time zone not null,
  constraint quote_deposit_pkey PRIMARY KEY (company_id, invoice_id),
  constraint quote_deposit_invoice_fk FOREIGN KEY (company_id, invoice_id) REFERENCES receivables.invoice(company_id, id),
  constraint quote_deposit_quote_fk FOREIGN KEY (company_id, quote_id) REFERENCES sales.quote(company_id, id)
);
alter table receivables.quote_deposit enable row level security;
alter table receivables.quote_deposit force row level security;
create policy company on receivables.quote_deposit for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on receivables.quote_deposit for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX quote_deposit_quote_index ON receivables.quote_deposit USING btree (company_id, quote_id);
grant insert, select on table receivables.quote_deposit to quittance_app;

create table receivables.refund (
  company_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  amount bigint not null,
  from_credit bigint not null,
  from_invoices bigint not null,
  reason text not null,
  provider text,
  provider_refund_id text,
  refunded_on date not null,
  actor jsonb not null,
  created_at timestamp with time zone not null,
  kind text not null default 'refund'::text,
  reverses_id uuid,
  to_credit bigint not null default 0,
  provider_dispute_id text,
  constraint refund_pkey PRIMARY KEY (company_id, id),
  constraint refund_amount_check CHECK (
CASE
    WHEN (kind = 'returned'::text) THEN ((amount < 0) AND (from_credit = 0) AND (from_invoices <= 0) AND (to_credit >= 0) AND (amount = (from_invoices - to_credit)))
    ELSE ((amount > 0) AND (from_credit >= 0) AND (from_invoices >= 0) AND (to_credit = 0) AND (amount = (from_credit + from_invoices)))
END),
  constraint refund_dispute_check CHECK (((kind = 'chargeback'::text) = (provider_dispute_id IS NOT NULL))),
  constraint refund_kind_check CHECK ((kind = ANY (ARRAY['refund'::text, 'chargeback'::text, 'returned'::text]))),
  constraint refund_reverses_check CHECK (((kind = 'returned'::text) = (reverses_id IS NOT NULL))),
  constraint refund_payment_fk FOREIGN KEY (company_id, payment_id) REFERENCES receivables.payment(company_id, id),
  constraint refund_reverses_fk FOREIGN KEY (company_id, reverses_id) REFERENCES receivables.refund(company_id, id)
);
alter table receivables.refund enable row level security;
alter table receivables.refund force row level security;
create policy company on receivables.refund for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on receivables.refund for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX refund_payment_index ON receivables.refund USING btree (company_id, payment_id);
CREATE UNIQUE INDEX refund_provider_key ON receivables.refund USING btree (company_id, provider, provider_refund_id) WHERE (provider_refund_id IS NOT NULL);
CREATE INDEX refund_reverses_index ON receivables.refund USING btree (company_id, reverses_id) WHERE (reverses_id IS NOT NULL);
grant insert, select on table receivables.refund to quittance_app;
grant update on table receivables.refund (provider) to quittance_app;
grant update on table receivables.refund (provider_refund_id) to quittance_app;

create table receivables.refund_credit (
  company_id uuid not null,
  refund_id uuid not null,
  credit_note_id uuid not null,
  amount bigint not null,
  created_at timestamp with time zone not null,
  constraint refund_credit_pkey PRIMARY KEY (company_id, refund_id, credit_note_id),
  constraint refund_credit_amount_check CHECK ((amount > 0)),
  constraint refund_credit_note_fk FOREIGN KEY (company_id, credit_note_id) REFERENCES receivables.credit_note(company_id, id),
  constraint refund_credit_refund_fk FOREIGN KEY (company_id, refund_id) REFERENCES receivables.refund(company_id, id)
);
alter table receivables.refund_credit enable row level security;
alter table receivables.refund_credit force row level security;
create policy company on receivables.refund_credit for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on receivables.refund_credit for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX refund_credit_note_index ON receivables.refund_credit USING btree (company_id, credit_note_id);
grant insert, select on table receivables.refund_credit to quittance_app;

create table receivables.stated_allocation (
  company_id uuid not null,
  payment_id uuid not null,
  "position" integer not null,
  invoice_id uuid not null,
  amount bigint not null,
  constraint stated_allocation_pkey PRIMARY KEY (company_id, payment_id, "position"),
  constraint stated_allocation_amount_check CHECK ((amount > 0)),
  constraint stated_allocation_invoice_fk FOREIGN KEY (company_id, invoice_id) REFERENCES receivables.invoice(company_id, id),
  constraint stated_allocation_payment_fk FOREIGN KEY (company_id, payment_id) REFERENCES receivables.payment(company_id, id)
);
alter table receivables.stated_allocation enable row level security;
alter table receivables.stated_allocation force row level security;
create policy company on receivables.stated_allocation for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on receivables.stated_allocation for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX stated_allocation_invoice_index ON receivables.stated_allocation USING btree (company_id, invoice_id);
CREATE UNIQUE INDEX stated_allocation_key ON receivables.stated_allocation USING btree (company_id, payment_id, invoice_id);
grant insert, select on table receivables.stated_allocation to quittance_app;

create table receivables.withdrawn_charge (
  company_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  currency text not null,
  issue_date date not null,
  bill_to jsonb not null,
  lines jsonb not null,
  created_at timestamp with time zone not null,
  constraint withdrawn_charge_pkey PRIMARY KEY (company_id, id),
  constraint withdrawn_charge_invoice_fk FOREIGN KEY (company_id, invoice_id) REFERENCES receivables.invoice(company_id, id)
);
alter table receivables.withdrawn_charge enable row level security;
alter table receivables.withdrawn_charge force row level security;
create policy company on receivables.withdrawn_charge for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on receivables.withdrawn_charge for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX withdrawn_charge_invoice_index ON receivables.withdrawn_charge USING btree (company_id, invoice_id);
grant insert, select on table receivables.withdrawn_charge to quittance_app;

create table receivables.write_off (
  company_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  kind text not null,
  amount bigint not null,
  reason text,
  applied_on date not null,
  created_at timestamp with time zone not null,
  constraint write_off_pkey PRIMARY KEY (company_id, id),
  constraint write_off_amount_check CHECK (
CASE
    WHEN (kind = 'written_off'::text) THEN (amount > 0)
    ELSE (amount < 0)
END),
  constraint write_off_kind_check CHECK ((kind = ANY (ARRAY['written_off'::text, 'undone'::text, 'recovered'::text]))),
  constraint write_off_reason_check CHECK (((reason IS NULL) = (kind = 'recovered'::text))),
  constraint write_off_invoice_fk FOREIGN KEY (company_id, invoice_id) REFERENCES receivables.invoice(company_id, id)
);
alter table receivables.write_off enable row level security;
alter table receivables.write_off force row level security;
create policy company on receivables.write_off for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on receivables.write_off for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX write_off_day_index ON receivables.write_off USING btree (company_id, applied_on);
CREATE INDEX write_off_invoice_index ON receivables.write_off USING btree (company_id, invoice_id);
grant insert, select on table receivables.write_off to quittance_app;

create view receivables.pub_credit_application (
  company_id /* uuid */,
  credit_note_id /* uuid */,
  invoice_id /* uuid */,
  amount /* bigint */,
  applied_on /* date */
) with (security_invoker=true) as
 SELECT company_id,
    credit_note_id,
    invoice_id,
    amount,
    applied_on
   FROM receivables.credit_application t;
grant select on table receivables.pub_credit_application to quittance_app;
comment on view receivables.pub_credit_application is 'Credit that was applied to an invoice, or taken off it again; written once.';
comment on column receivables.pub_credit_application.company_id is 'The company.';
comment on column receivables.pub_credit_application.credit_note_id is 'The credit note.';
comment on column receivables.pub_credit_application.invoice_id is 'The invoice.';
comment on column receivables.pub_credit_application.amount is 'What was applied to it, in minor units of the invoice''s currency; negative where it was taken off.';
comment on column receivables.pub_credit_application.applied_on is 'The day from which it counts.';

create view receivables.pub_credit_note (
  company_id /* uuid */,
  id /* uuid */,
  number /* text */,
  kind /* text */,
  status /* text */,
  account_id /* uuid */,
  currency /* text */,
  issue_date /* date */,
  total /* bigint */,
  issued_at /* timestamp with time zone */,
  voided_at /* timestamp with time zone */
) with (security_invoker=true) as
 SELECT company_id,
    id,
    number,
    kind,
    status,
    account_id,
    currency,
    issue_date,
    total,
    issued_at,
    voided_at
   FROM receivables.credit_note t;
grant select on table receivables.pub_credit_note to quittance_app;
comment on view receivables.pub_credit_note is 'A credit note, or what a customer has on account.';
comment on column receivables.pub_credit_note.company_id is 'The company.';
comment on column receivables.pub_credit_note.id is 'The credit note.';
comment on column receivables.pub_credit_note.number is 'Its number, which no other credit note of the company bears.';
comment on column receivables.pub_credit_note.kind is 'credit of a credit note, on_account of what was paid beyond what was owed.';
comment on column receivables.pub_credit_note.status is 'draft, issued, partially_applied, applied or void.';
comment on column receivables.pub_credit_note.account_id is 'The account that is credited.';
comment on column receivables.pub_credit_note.currency is 'The code of the currency of its amounts.';
comment on column receivables.pub_credit_note.issue_date is 'The date it bears.';
comment on column receivables.pub_credit_note.total is 'What it credits with tax, in minor units.';
comment on column receivables.pub_credit_note.issued_at is 'When it was issued; null while it is a draft.';
comment on column receivables.pub_credit_note.voided_at is 'When it became void; null before.';

create view receivables.pub_credit_note_buyer (
  company_id /* uuid */,
  id /* uuid */,
  bill_to /* jsonb */
) with (security_invoker=true) as
 SELECT company_id,
    id,
    bill_to
   FROM receivables.credit_note t;
grant select on table receivables.pub_credit_note_buyer to quittance_app;
comment on view receivables.pub_credit_note_buyer is 'Whom a credit note is addressed to, as it was when that was made.';
comment on column receivables.pub_credit_note_buyer.company_id is 'The company.';
comment on column receivables.pub_credit_note_buyer.id is 'The credit note.';
comment on column receivables.pub_credit_note_buyer.bill_to is 'Name, address and taxRegistration, as JSON; null of what is on account.';

create view receivables.pub_credit_use (
  company_id /* uuid */,
  credit_note_id /* uuid */,
  invoice_id /* uuid */
) with (security_invoker=true) as
 SELECT company_id,
    credit_note_id,
    invoice_id
   FROM receivables.credit_application t;
grant select on table receivables.pub_credit_use to quittance_app;
comment on view receivables.pub_credit_use is 'What credit was applied to, or taken off again; written once.';
comment on column receivables.pub_credit_use.company_id is 'The company.';
comment on column receivables.pub_credit_use.credit_note_id is 'The credit note.';
comment on column receivables.pub_credit_use.invoice_id is 'The invoice.';

create view receivables.pub_invoice (
  company_id /* uuid */,
  id /* uuid */,
  number /* text */,
  status /* text */,
  account_id /* uuid */,
  currency /* text */,
  issue_date /* date */,
  due_date /* date */,
  period_start /* date */,
  period_end /* date */,
  schedule_id /* uuid */,
  sales_order_id /* uuid */,
  subscription_id /* uuid */,
  total /* bigint */,
  paid_amount /* bigint */,
  balance /* bigint */,
  dispute /* jsonb */,
  sent_at /* timestamp with time zone */,
  closed_at /* timestamp with time zone */
) with (security_invoker=true) as
 SELECT company_id,
    id,
    number,
    status,
    account_id,
    currency,
    issue_date,
    due_date,
    period_start,
    period_end,
    schedule_id,
    sales_order_id,
    subscription_id,
    total,
    paid_amount,
    balance,
    dispute,
    sent_at,
    closed_at
   FROM receivables.invoice t;
grant select on table receivables.pub_invoice to quittance_app;
comment on view receivables.pub_invoice is 'An invoice, in whatever state.';
comment on column receivables.pub_invoice.company_id is 'The company.';
comment on column receivables.pub_invoice.id is 'The invoice.';
comment on column receivables.pub_invoice.number is 'Its number, which no other invoice of the company bears.';
comment on column receivables.pub_invoice.status is 'draft, pending, sent, viewed, partially_paid, overdue, disputed, paid, written_off, void or cancelled.';
comment on column receivables.pub_invoice.account_id is 'The account that is billed.';
comment on column receivables.pub_invoice.currency is 'The code of the currency of its amounts.';
comment on column receivables.pub_invoice.issue_date is 'The date it bears.';
comment on column receivables.pub_invoice.due_date is 'The last day on which it can be paid in time.';
comment on column receivables.pub_invoice.period_start is 'The first day of the period it bills; null without one.';
comment on column receivables.pub_invoice.period_end is 'The last day of that period.';
comment on column receivables.pub_invoice.schedule_id is 'The billing schedule it was made by; null where a person made it.';
comment on column receivables.pub_invoice.sales_order_id is 'The order it bills; null without one.';
comment on column receivables.pub_invoice.subscription_id is 'The subscription it bills; null without one.';
comment on column receivables.pub_invoice.total is 'What it charges with tax, in minor units.';
comment on column receivables.pub_invoice.paid_amount is 'What was paid of it in money, in minor units; no credit.';
comment on column receivables.pub_invoice.balance is 'What is left to pay, in minor units: 0 once it is void or cancelled.';
comment on column receivables.pub_invoice.dispute is 'What the customer objects to, as JSON: amount in minor units, openedAt, partPaidAt, closedAt; null if nothing ever was.';
comment on column receivables.pub_invoice.sent_at is 'When it was first sent; null while it has not been.';
comment on column receivables.pub_invoice.closed_at is 'When it became void or cancelled; null before.';

create view receivables.pub_invoice_buyer (
  company_id /* uuid */,
  id /* uuid */,
  bill_to /* jsonb */
) with (security_invoker=true) as
 SELECT company_id,
    id,
    bill_to
   FROM receivables.invoice t;
grant select on table receivables.pub_invoice_buyer to quittance_app;
comment on view receivables.pub_invoice_buyer is 'Whom an invoice is addressed to, as it was when that was made.';
comment on column receivables.pub_invoice_buyer.company_id is 'The company.';
comment on column receivables.pub_invoice_buyer.id is 'The invoice.';
comment on column receivables.pub_invoice_buyer.bill_to is 'Name, address and taxRegistration, as JSON.';

create view receivables.pub_invoice_line (
  company_id /* uuid */,
  invoice_id /* uuid */,
  schedule_line_id /* uuid */
) with (security_invoker=true) as
 SELECT company_id,
    invoice_id,
    schedule_line_id
   FROM receivables.invoice_line t;
grant select on table receivables.pub_invoice_line to quittance_app;
comment on view receivables.pub_invoice_line is 'A line of an invoice.';
comment on column receivables.pub_invoice_line.company_id is 'The company.';
comment on column receivables.pub_invoice_line.invoice_id is 'Its invoice.';
comment on column receivables.pub_invoice_line.schedule_line_id is 'The line of the billing schedule it was made by; null where a person made it.';

create view receivables.pub_payer_credit_note (
  company_id /* uuid */,
  id /* uuid */,
  number /* text */,
  account_id /* uuid */,
  invoice_id /* uuid */,
  issued_at /* timestamp with time zone */
) with (security_invoker=true) as
 SELECT company_id,
    id,
    number,
    account_id,
    invoice_id,
    issued_at
   FROM receivables.credit_note t;
grant select on table receivables.pub_payer_credit_note to quittance_app;
comment on view receivables.pub_payer_credit_note is 'A credit note as whoever is credited knows it.';
comment on column receivables.pub_payer_credit_note.company_id is 'The company.';
comment on column receivables.pub_payer_credit_note.id is 'The credit note.';
comment on column receivables.pub_payer_credit_note.number is 'Its number, which no other credit note of the company bears.';
comment on column receivables.pub_payer_credit_note.account_id is 'The account that is credited.';
comment on column receivables.pub_payer_credit_note.invoice_id is 'The invoice that it credits; null of none.';
comment on column receivables.pub_payer_credit_note.issued_at is 'When it was issued; null while it is a draft.';

create view receivables.pub_payer_payment (
  company_id /* uuid */,
  id /* uuid */,
  number /* text */,
  account_id /* uuid */,
  invoice_id /* uuid */,
  portal_user_id /* uuid */
) with (security_invoker=true) as
 SELECT company_id,
    id,
    number,
    account_id,
    invoice_id,
    portal_user_id
   FROM receivables.payment t;
grant select on table receivables.pub_payer_payment to quittance_app;
comment on view receivables.pub_payer_payment is 'A payment as its payer knows it, in whatever state.';
comment on column receivables.pub_payer_payment.company_id is 'The company.';
comment on column receivables.pub_payer_payment.id is 'The payment.';
comment on column receivables.pub_payer_payment.number is 'Its number, which no other payment of the company bears.';
comment on column receivables.pub_payer_payment.account_id is 'The account that paid.';
comment on column receivables.pub_payer_payment.invoice_id is 'The invoice it is for; null of several, or of none.';
comment on column receivables.pub_payer_payment.portal_user_id is 'Who stated it in a portal; null where nobody did.';

create view receivables.pub_payment (
  company_id /* uuid */,
  id /* uuid */,
  number /* text */,
  status /* text */,
  account_id /* uuid */,
  currency /* text */,
  amount /* bigint */,
  method /* text */,
  received_on /* date */,
  provider /* text */,
  provider_payment_id /* text */
) with (security_invoker=true) as
 SELECT company_id,
    id,
    number,
    status,
    account_id,
    currency,
    amount,
    method,
    received_on,
    provider,
    provider_payment_id
   FROM receivables.payment t;
grant select on table receivables.pub_payment to quittance_app;
comment on view receivables.pub_payment is 'Money that was received, or is on its way.';
comment on column receivables.pub_payment.company_id is 'The company.';
comment on column receivables.pub_payment.id is 'The payment.';
comment on column receivables.pub_payment.number is 'Its number, which no other payment of the company bears.';
comment on column receivables.pub_payment.status is 'pending, completed, failed or refunded.';
comment on column receivables.pub_payment.account_id is 'The account that paid.';
comment on column receivables.pub_payment.currency is 'The code of the currency of its amount.';
comment on column receivables.pub_payment.amount is 'What was paid, in minor units.';
comment on column receivables.pub_payment.method is 'cash, cheque, bank_transfer, card, upi, gateway or other.';
comment on column receivables.pub_payment.received_on is 'The day on which it was received.';
comment on column receivables.pub_payment.provider is 'The payment provider it came through; null without one.';
comment on column receivables.pub_payment.provider_payment_id is 'What that provider calls it.';

create view receivables.pub_payment_allocation (
  company_id /* uuid */,
  payment_id /* uuid */,
  invoice_id /* uuid */,
  amount /* bigint */,
  applied_on /* date */
) with (security_invoker=true) as
 SELECT company_id,
    payment_id,
    invoice_id,
    amount,
    applied_on
   FROM receivables.payment_allocation t;
grant select on table receivables.pub_payment_allocation to quittance_app;
comment on view receivables.pub_payment_allocation is 'Money of a payment that was applied to an invoice, or taken off it again; written once.';
comment on column receivables.pub_payment_allocation.company_id is 'The company.';
comment on column receivables.pub_payment_allocation.payment_id is 'The payment.';
comment on column receivables.pub_payment_allocation.invoice_id is 'The invoice.';
comment on column receivables.pub_payment_allocation.amount is 'What was applied to it, in minor units of the invoice''s currency; negative where it was taken off.';
comment on column receivables.pub_payment_allocation.applied_on is 'The day from which it counts.';

create view receivables.pub_payment_credit (
  company_id /* uuid */,
  id /* uuid */,
  kind /* text */,
  payment_id /* uuid */
) with (security_invoker=true) as
 SELECT company_id,
    id,
    kind,
    payment_id
   FROM receivables.credit_note t;
grant select on table receivables.pub_payment_credit to quittance_app;
comment on view receivables.pub_payment_credit is 'Credit, with the payment that left it on account.';
comment on column receivables.pub_payment_credit.company_id is 'The company.';
comment on column receivables.pub_payment_credit.id is 'The credit note.';
comment on column receivables.pub_payment_credit.kind is 'on_account of what was paid beyond what was owed.';
comment on column receivables.pub_payment_credit.payment_id is 'The payment; null of credit that was no money.';

create view receivables.pub_refund (
  company_id /* uuid */,
  id /* uuid */,
  payment_id /* uuid */,
  kind /* text */,
  reverses_id /* uuid */,
  amount /* bigint */,
  refunded_on /* date */,
  provider /* text */,
  provider_refund_id /* text */,
  provider_dispute_id /* text */
) with (security_invoker=true) as
 SELECT company_id,
    id,
    payment_id,
    kind,
    reverses_id,
    amount,
    refunded_on,
    provider,
    provider_refund_id,
    provider_dispute_id
   FROM receivables.refund t;
grant select on table receivables.pub_refund to quittance_app;
comment on view receivables.pub_refund is 'Money that a payment lost, or got back of such a loss; written once.';
comment on column receivables.pub_refund.company_id is 'The company.';
comment on column receivables.pub_refund.id is 'The row.';
comment on column receivables.pub_refund.payment_id is 'The payment.';
comment on column receivables.pub_refund.kind is 'refund, chargeback of a dispute, or returned of one of these.';
comment on column receivables.pub_refund.reverses_id is 'What it brings back; null of a loss.';
comment on column receivables.pub_refund.amount is 'In minor units of the payment''s currency; negative where it came back.';
comment on column receivables.pub_refund.refunded_on is 'The day on which it was.';
comment on column receivables.pub_refund.provider is 'The payment provider that gave it back; null without one.';
comment on column receivables.pub_refund.provider_refund_id is 'What that provider calls it.';
comment on column receivables.pub_refund.provider_dispute_id is 'What the provider calls the dispute that took it; null of others.';

create view receivables.pub_stated_part (
  company_id /* uuid */,
  payment_id /* uuid */,
  invoice_id /* uuid */
) with (security_invoker=true) as
 SELECT company_id,
    payment_id,
    invoice_id
   FROM receivables.stated_allocation t;
grant select on table receivables.pub_stated_part to quittance_app;
comment on view receivables.pub_stated_part is 'What a payer has said that a payment over several invoices is for.';
comment on column receivables.pub_stated_part.company_id is 'The company.';
comment on column receivables.pub_stated_part.payment_id is 'The payment.';
comment on column receivables.pub_stated_part.invoice_id is 'An invoice of it.';

create view receivables.pub_supplied_invoice (
  company_id /* uuid */,
  id /* uuid */,
  number /* text */,
  status /* text */,
  account_id /* uuid */,
  currency /* text */,
  issue_date /* date */,
  bill_to /* jsonb */,
  delivery_address /* jsonb */,
  sent_at /* timestamp with time zone */,
  billed_country /* text */,
  delivered_country /* text */
) with (security_invoker=true) as
 SELECT company_id,
    id,
    number,
    status,
    account_id,
    currency,
    issue_date,
    bill_to,
    delivery_address,
    sent_at,
    billed_country,
    delivered_country
   FROM receivables.invoice t;
grant select on table receivables.pub_supplied_invoice to quittance_app;
comment on view receivables.pub_supplied_invoice is 'To whom and where what an invoice charges is supplied, as it was when that was made.';
comment on column receivables.pub_supplied_invoice.company_id is 'The company.';
comment on column receivables.pub_supplied_invoice.id is 'The invoice.';
comment on column receivables.pub_supplied_invoice.number is 'Its number.';
comment on column receivables.pub_supplied_invoice.status is 'Its status.';
comment on column receivables.pub_supplied_invoice.account_id is 'The account.';
comment on column receivables.pub_supplied_invoice.currency is 'The code of the currency of its amounts.';
comment on column receivables.pub_supplied_invoice.issue_date is 'The date it bears.';
comment on column receivables.pub_supplied_invoice.bill_to is 'Name, address, taxRegistration and buyerKind of whom it is addressed to, as JSON.';
comment on column receivables.pub_supplied_invoice.delivery_address is 'Where its goods are delivered, as JSON; null where that is the address.';
comment on column receivables.pub_supplied_invoice.sent_at is 'When it was first sent; null while it has not been.';
comment on column receivables.pub_supplied_invoice.billed_country is 'The country of the address in bill_to.';
comment on column receivables.pub_supplied_invoice.delivered_country is 'The country of delivery_address.';

create view receivables.pub_supplied_invoice_line (
  company_id /* uuid */,
  invoice_id /* uuid */,
  net /* bigint */,
  tax_category /* text */,
  tax_reason /* text */,
  taxes /* jsonb */,
  supply_kind /* text */,
  tax_code /* text */
) with (security_invoker=true) as
 SELECT company_id,
    invoice_id,
    net,
    tax_category,
    tax_reason,
    taxes,
    supply_kind,
    COALESCE(tax_code, default_tax_code) AS tax_code
   FROM receivables.invoice_line t;
grant select on table receivables.pub_supplied_invoice_line to quittance_app;
comment on view receivables.pub_supplied_invoice_line is 'What a line of an invoice supplies.';
comment on column receivables.pub_supplied_invoice_line.company_id is 'The company.';
comment on column receivables.pub_supplied_invoice_line.invoice_id is 'Its invoice.';
comment on column receivables.pub_supplied_invoice_line.net is 'What it comes to without tax, in minor units.';
comment on column receivables.pub_supplied_invoice_line.tax_category is 'S, Z, E, AE, K, G, O as EN 16931 has them; null while it is not determined.';
comment on column receivables.pub_supplied_invoice_line.tax_reason is 'The ground of the category.';
comment on column receivables.pub_supplied_invoice_line.taxes is 'Each of its taxes, as JSON: jurisdiction, kind, rate, base and tax in minor units.';
comment on column receivables.pub_supplied_invoice_line.supply_kind is 'goods, services or digital; null where nobody said.';
comment on column receivables.pub_supplied_invoice_line.tax_code is 'By which it is taxed.';

create view receivables.pub_supplied_note (
  company_id /* uuid */,
  id /* uuid */,
  invoice_id /* uuid */,
  kind /* text */,
  number /* text */,
  status /* text */,
  account_id /* uuid */,
  currency /* text */,
  issue_date /* date */,
  bill_to /* jsonb */,
  delivery_address /* jsonb */,
  issued_at /* timestamp with time zone */
) with (security_invoker=true) as
 SELECT company_id,
    id,
    invoice_id,
    kind,
    number,
    status,
    account_id,
    currency,
    issue_date,
    bill_to,
    delivery_address,
    issued_at
   FROM receivables.credit_note t;
grant select on table receivables.pub_supplied_note to quittance_app;
comment on view receivables.pub_supplied_note is 'To whom and where what a credit note gives back was supplied.';
comment on column receivables.pub_supplied_note.company_id is 'The company.';
comment on column receivables.pub_supplied_note.id is 'The credit note.';
comment on column receivables.pub_supplied_note.invoice_id is 'The invoice it corrects; null where it names none.';
comment on column receivables.pub_supplied_note.kind is 'credit of a credit note, on_account of what was paid beyond what was owed.';
comment on column receivables.pub_supplied_note.number is 'Its number.';
comment on column receivables.pub_supplied_note.status is 'Its status.';
comment on column receivables.pub_supplied_note.account_id is 'The account.';
comment on column receivables.pub_supplied_note.currency is 'The code of the currency of its amounts.';
comment on column receivables.pub_supplied_note.issue_date is 'The date it bears.';
comment on column receivables.pub_supplied_note.bill_to is 'Name, address, taxRegistration and buyerKind of whom it is addressed to, as JSON.';
comment on column receivables.pub_supplied_note.delivery_address is 'Where its goods are delivered, as JSON; null where that is the address.';
comment on column receivables.pub_supplied_note.issued_at is 'When it was issued; null while it is a draft.';

create view receivables.pub_supplied_note_line (
  company_id /* uuid */,
  credit_note_id /* uuid */,
  invoice_id /* uuid */,
  net /* bigint */,
  tax_category /* text */,
  tax_reason /* text */,
  taxes /* jsonb */,
  supply_kind /* text */,
  tax_code /* text */
) with (security_invoker=true) as
 SELECT company_id,
    credit_note_id,
    invoice_id,
    net,
    tax_category,
    tax_reason,
    taxes,
    supply_kind,
    tax_code
   FROM receivables.credit_note_line t;
grant select on table receivables.pub_supplied_note_line to quittance_app;
comment on view receivables.pub_supplied_note_line is 'What a line of a credit note gives back.';
comment on column receivables.pub_supplied_note_line.company_id is 'The company.';
comment on column receivables.pub_supplied_note_line.credit_note_id is 'Its credit note.';
comment on column receivables.pub_supplied_note_line.invoice_id is 'The invoice whose line it corrects; null where it names none.';
comment on column receivables.pub_supplied_note_line.net is 'What it comes to without tax, in minor units.';
comment on column receivables.pub_supplied_note_line.tax_category is 'S, Z, E, AE, K, G, O as EN 16931 has them; null while it is not determined.';
comment on column receivables.pub_supplied_note_line.tax_reason is 'The ground of the category.';
comment on column receivables.pub_supplied_note_line.taxes is 'Each of its taxes, as JSON: jurisdiction, kind, rate, base and tax in minor units.';
comment on column receivables.pub_supplied_note_line.supply_kind is 'goods, services or digital; null where nobody said.';
comment on column receivables.pub_supplied_note_line.tax_code is 'By which it is taxed.';

create view receivables.pub_taxed_invoice_line (
  company_id /* uuid */,
  invoice_id /* uuid */,
  id /* uuid */,
  net /* bigint */,
  tax /* bigint */,
  tax_category /* text */,
  tax_reason /* text */,
  taxes /* jsonb */,
  supply_kind /* text */,
  tax_code /* text */
) with (security_invoker=true) as
 SELECT company_id,
    invoice_id,
    id,
    net,
    tax,
    tax_category,
    tax_reason,
    taxes,
    supply_kind,
    COALESCE(tax_code, default_tax_code) AS tax_code
   FROM receivables.invoice_line t;
grant select on table receivables.pub_taxed_invoice_line to quittance_app;
comment on view receivables.pub_taxed_invoice_line is 'What a line of an invoice bears of tax.';
comment on column receivables.pub_taxed_invoice_line.company_id is 'The company.';
comment on column receivables.pub_taxed_invoice_line.invoice_id is 'Its invoice.';
comment on column receivables.pub_taxed_invoice_line.id is 'The line.';
comment on column receivables.pub_taxed_invoice_line.net is 'What it comes to without tax, in minor units.';
comment on column receivables.pub_taxed_invoice_line.tax is 'What it bears, in minor units.';
comment on column receivables.pub_taxed_invoice_line.tax_category is 'S, Z, E, AE, K, G, O as EN 16931 has them; null while it is not determined.';
comment on column receivables.pub_taxed_invoice_line.tax_reason is 'The ground of the category.';
comment on column receivables.pub_taxed_invoice_line.taxes is 'Each of its taxes, as JSON: jurisdiction, kind, rate, base and tax in minor units.';
comment on column receivables.pub_taxed_invoice_line.supply_kind is 'goods, services or digital; null where nobody said.';
comment on column receivables.pub_taxed_invoice_line.tax_code is 'By which it is taxed.';

create view receivables.pub_taxed_note_line (
  company_id /* uuid */,
  credit_note_id /* uuid */,
  id /* uuid */,
  net /* bigint */,
  tax /* bigint */,
  tax_category /* text */,
  tax_reason /* text */,
  taxes /* jsonb */,
  supply_kind /* text */,
  tax_code /* text */
) with (security_invoker=true) as
 SELECT company_id,
    credit_note_id,
    id,
    net,
    tax,
    tax_category,
    tax_reason,
    taxes,
    supply_kind,
    tax_code
   FROM receivables.credit_note_line t;
grant select on table receivables.pub_taxed_note_line to quittance_app;
comment on view receivables.pub_taxed_note_line is 'What a line of a credit note gives back of tax.';
comment on column receivables.pub_taxed_note_line.company_id is 'The company.';
comment on column receivables.pub_taxed_note_line.credit_note_id is 'Its credit note.';
comment on column receivables.pub_taxed_note_line.id is 'The line.';
comment on column receivables.pub_taxed_note_line.net is 'What it comes to without tax, in minor units.';
comment on column receivables.pub_taxed_note_line.tax is 'What it bears, in minor units.';
comment on column receivables.pub_taxed_note_line.tax_category is 'S, Z, E, AE, K, G, O as EN 16931 has them; null while it is not determined.';
comment on column receivables.pub_taxed_note_line.tax_reason is 'The ground of the category.';
comment on column receivables.pub_taxed_note_line.taxes is 'Each of its taxes, as JSON: jurisdiction, kind, rate, base and tax in minor units.';
comment on column receivables.pub_taxed_note_line.supply_kind is 'goods, services or digital; null where nobody said.';
comment on column receivables.pub_taxed_note_line.tax_code is 'By which it is taxed.';

create view receivables.pub_withdrawn_charge (
  company_id /* uuid */,
  invoice_id /* uuid */,
  currency /* text */,
  issue_date /* date */,
  bill_to /* jsonb */,
  lines /* jsonb */,
  created_at /* timestamp with time zone */
) with (security_invoker=true) as
 SELECT company_id,
    invoice_id,
    currency,
    issue_date,
    bill_to,
    lines,
    created_at
   FROM receivables.withdrawn_charge t;
grant select on table receivables.pub_withdrawn_charge to quittance_app;
comment on view receivables.pub_withdrawn_charge is 'What an invoice that was paid before it was sent charged, until all of that went back.';
comment on column receivables.pub_withdrawn_charge.company_id is 'The company.';
comment on column receivables.pub_withdrawn_charge.invoice_id is 'The invoice, a draft again since then.';
comment on column receivables.pub_withdrawn_charge.currency is 'The code of the currency of its amounts.';
comment on column receivables.pub_withdrawn_charge.issue_date is 'The date it bore.';
comment on column receivables.pub_withdrawn_charge.bill_to is 'Name, address and taxRegistration of whom it was addressed to, as JSON.';
comment on column receivables.pub_withdrawn_charge.lines is 'Its lines with net, tax_category, tax_reason, taxes, supply_kind and tax_code, as JSON; older ones have no tax_code.';
comment on column receivables.pub_withdrawn_charge.created_at is 'When it became a draft again.';

create view receivables.pub_write_off (
  company_id /* uuid */,
  id /* uuid */,
  invoice_id /* uuid */,
  kind /* text */,
  amount /* bigint */,
  applied_on /* date */
) with (security_invoker=true) as
 SELECT company_id,
    id,
    invoice_id,
    kind,
    amount,
    applied_on
   FROM receivables.write_off t;
grant select on table receivables.pub_write_off to quittance_app;
comment on view receivables.pub_write_off is 'What of an invoice is expected of nobody any more, or is again; written once.';
comment on column receivables.pub_write_off.company_id is 'The company.';
comment on column receivables.pub_write_off.id is 'The row.';
comment on column receivables.pub_write_off.invoice_id is 'The invoice.';
comment on column receivables.pub_write_off.kind is 'written_off, undone by a person, or recovered where money came after all.';
comment on column receivables.pub_write_off.amount is 'In minor units of the invoice''s currency; negative where it is expected again.';
comment on column receivables.pub_write_off.applied_on is 'The day from which it counts.';

CREATE OR REPLACE FUNCTION receivables.check_books(company uuid, invoices uuid[], payments uuid[], notes uuid[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE
AS $function$
    declare wrong text;
    begin
      select 'invoice ' || i.number into wrong from receivables.invoice i
      where i.company_id = company and i.id = any(invoices) and (
        i.paid_amount <> (select coalesce(sum(a.amount), 0) from receivables.payment_allocation a
          where a.company_id = company and a.invoice_id = i.id)
        or i.credited_amount <> (select coalesce(sum(c.amount), 0)
          from receivables.credit_application c
          where c.company_id = company and c.invoice_id = i.id)
        or i.written_off_amount <> (select coalesce(sum(w.amount), 0)
          from receivables.write_off w
          where w.company_id = company and w.invoice_id = i.id)
        or (i.subtotal, i.tax_total) <> (select coalesce(sum(l.net), 0), coalesce(sum(l.tax), 0)
          from receivables.invoice_line l where l.company_id = company and l.invoice_id = i.id)
        or (i.balance = 0 and i.total > 0
          and i.status not in ('paid', 'written_off', 'void', 'cancelled'))
        or (i.paid_amount + i.credited_amount > 0
          and i.status not in ('paid', 'written_off', 'partially_paid', 'disputed')))
      limit 1;
      if wrong is null then
        select 'payment ' || p.number into wrong from receivables.payment p
        where p.company_id = company and p.id = any(payments) and (
          p.applied_amount <> (select coalesce(sum(a.amount), 0)
            from receivables.payment_allocation a
            where a.company_id = company and a.payment_id = p.id and a.refund_id is null)
          or p.on_account_amount <> (select coalesce(sum(n.total), 0) from receivables.credit_note n
            where n.company_id = company and n.payment_id = p.id and n.kind = 'on_account'
              and n.refund_id is null)
          or (select coalesce(sum(r.to_credit), 0) from receivables.refund r
            where r.company_id = company and r.payment_id = p.id)
            <> (select coalesce(sum(n.total), 0) from receivables.credit_note n
            where n.company_id = company and n.payment_id = p.id and n.kind = 'on_account'
              and n.refund_id is not null)
          or p.refunded_amount <> (select coalesce(sum(r.amount), 0) from receivables.refund r
            where r.company_id = company and r.payment_id = p.id))
        limit 1;
      end if;
      if wrong is null then
        select 'credit note ' || n.number into wrong from receivables.credit_note n
        where n.company_id = company and n.id = any(notes) and (
          n.applied_amount <> (select coalesce(sum(c.amount), 0)
            from receivables.credit_application c
            where c.company_id = company and c.credit_note_id = n.id)
          or (n.payment_id is not null and n.refunded_amount <> case when n.refund_id is null
            then (select coalesce(sum(r.from_credit), 0) from receivables.refund r
                where r.company_id = company and r.payment_id = n.payment_id)
              - (select coalesce(sum(x.amount), 0) from receivables.refund_credit x
                join receivables.refund r on r.company_id = company and r.id = x.refund_id
                where x.company_id = company and r.payment_id = n.payment_id)
            else (select coalesce(sum(x.amount), 0) from receivables.refund_credit x
              where x.company_id = company and x.credit_note_id = n.id) end))
        limit 1;
      end if;
      if wrong is not null then
        raise exception using errcode = 'QB001',
          message = format('The books of %s do not agree', wrong);
      end if;
    end $function$;

CREATE OR REPLACE FUNCTION receivables.check_credit_notes(company uuid, changed uuid[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE
AS $function$
    declare wrong text;
    begin
      select 'credit note ' || n.number into wrong from receivables.credit_note n
      where n.company_id = company and n.id = any(changed) and n.kind = 'credit'
        and (n.subtotal, n.tax_total) <> (
          select coalesce(sum(l.net), 0), coalesce(sum(l.tax), 0)
          from receivables.credit_note_line l
          where l.company_id = company and l.credit_note_id = n.id)
      limit 1;
      if wrong is null then
        select 'invoice ' || i.number into wrong from receivables.invoice i
        where i.company_id = company and i.id in (select n.invoice_id from receivables.credit_note n
            where n.company_id = company and n.id = any(changed) and n.kind = 'credit')
          and i.noted_amount <> (select coalesce(sum(n.total), 0) from receivables.credit_note n
            where n.company_id = company and n.invoice_id = i.id and n.kind = 'credit'
              and n.status <> 'void')
        limit 1;
      end if;
      if wrong is not null then
        raise exception using errcode = 'QB001',
          message = format('The books of %s do not agree', wrong);
      end if;
    end $function$;

CREATE OR REPLACE FUNCTION receivables.door_companies_of_payment(named_provider text, named_payment text)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select pg_catalog.set_config('app.every_company', 'on', true); select company_id from receivables.payment
     where provider = named_provider and provider_payment_id = named_payment
     order by created_at, id limit 8 $function$;
revoke all on function receivables.door_companies_of_payment(named_provider text, named_payment text) from public;
grant execute on function receivables.door_companies_of_payment(named_provider text, named_payment text) to quittance_app;

CREATE OR REPLACE FUNCTION receivables.door_refresh_statistics()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ begin analyze (skip_locked) receivables.invoice, receivables.invoice_line, receivables.payment, receivables.payment_allocation, receivables.credit_application; end $function$;
revoke all on function receivables.door_refresh_statistics() from public;
grant execute on function receivables.door_refresh_statistics() to quittance_app;

create schema rules;
grant usage on schema rules to quittance_app;

create table rules.approval (
  company_id uuid not null,
  id uuid not null,
  rule_id uuid not null,
  rule_name text not null,
  object text not null,
  record_id uuid not null,
  title text not null,
  message text,
  field text,
  status text not null,
  step smallint not null,
  steps jsonb not null,
  asked jsonb not null,
  requested_by uuid,
  requested_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  history jsonb not null,
  resources jsonb,
  depth smallint not null default 1,
  due_at timestamp with time zone,
  next_at timestamp with time zone,
  changed_by jsonb not null default '[]'::jsonb,
  called_by jsonb,
  constraint approval_pkey PRIMARY KEY (company_id, id),
  constraint approval_decided_check CHECK (((status = 'waiting'::text) = (decided_at IS NULL))),
  constraint approval_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'approved'::text, 'rejected'::text, 'recalled'::text]))),
  constraint approval_step_check CHECK (((step >= 1) AND (step <= jsonb_array_length(steps))))
);
alter table rules.approval enable row level security;
alter table rules.approval force row level security;
create policy company on rules.approval for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on rules.approval for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX approval_clock_index ON rules.approval USING btree (company_id, next_at) WHERE ((status = 'waiting'::text) AND (next_at IS NOT NULL));
CREATE INDEX approval_record_index ON rules.approval USING btree (company_id, record_id, requested_at);
CREATE INDEX approval_requested_index ON rules.approval USING btree (company_id, requested_at, id);
CREATE INDEX approval_rule_index ON rules.approval USING btree (company_id, rule_id) WHERE (status = 'waiting'::text);
CREATE UNIQUE INDEX approval_waiting_key ON rules.approval USING btree (company_id, record_id) WHERE (status = 'waiting'::text);
grant delete, insert, select, update on table rules.approval to quittance_app;

create table rules.approval_letter (
  company_id uuid not null,
  user_id uuid not null,
  kind text not null,
  written_at timestamp with time zone not null,
  unsaid integer not null,
  constraint approval_letter_pkey PRIMARY KEY (company_id, user_id, kind),
  constraint approval_letter_kind_check CHECK ((kind = ANY (ARRAY['asked'::text, 'decided'::text]))),
  constraint approval_letter_unsaid_check CHECK ((unsaid >= 0)),
  constraint approval_letter_user_fk FOREIGN KEY (company_id, user_id) REFERENCES identity.staff_user(company_id, id)
);
alter table rules.approval_letter enable row level security;
alter table rules.approval_letter force row level security;
create policy company on rules.approval_letter for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on rules.approval_letter for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX approval_letter_unsaid_index ON rules.approval_letter USING btree (company_id, written_at) WHERE (unsaid > 0);
grant delete, insert, select, update on table rules.approval_letter to quittance_app;

create table rules.due_approval (
  company_id uuid not null,
  event_id uuid not null,
  record_id uuid not null,
  constraint due_approval_pkey PRIMARY KEY (company_id, event_id)
);
alter table rules.due_approval enable row level security;
alter table rules.due_approval force row level security;
create policy company on rules.due_approval for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on rules.due_approval for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX due_approval_record_index ON rules.due_approval USING btree (company_id, record_id);
grant delete, insert, select, update on table rules.due_approval to quittance_app;

create table rules.duplicate_guard (
  company_id uuid not null,
  rule_id uuid not null,
  key text not null,
  constraint duplicate_guard_pkey PRIMARY KEY (company_id, rule_id, key),
  constraint duplicate_guard_rule_fk FOREIGN KEY (company_id, rule_id) REFERENCES rules.rule(company_id, id) ON DELETE CASCADE
);
alter table rules.duplicate_guard enable row level security;
alter table rules.duplicate_guard force row level security;
create policy company on rules.duplicate_guard for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on rules.duplicate_guard for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant delete, insert, select, update on table rules.duplicate_guard to quittance_app;

create table rules.duplicate_key (
  company_id uuid not null,
  rule_id uuid not null,
  record_id uuid not null,
  key text not null,
  constraint duplicate_key_pkey PRIMARY KEY (company_id, rule_id, record_id),
  constraint duplicate_key_rule_fk FOREIGN KEY (company_id, rule_id) REFERENCES rules.rule(company_id, id) ON DELETE CASCADE
);
alter table rules.duplicate_key enable row level security;
alter table rules.duplicate_key force row level security;
create policy company on rules.duplicate_key for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on rules.duplicate_key for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX duplicate_key_index ON rules.duplicate_key USING btree (company_id, rule_id, key, record_id);
grant delete, insert, select, update on table rules.duplicate_key to quittance_app;

create table rules.emails_of_day (
  company_id uuid not null,
  day date not null,
  part integer not null,
  sent integer not null,
  constraint emails_of_day_pkey PRIMARY KEY (company_id, day, part),
  constraint emails_of_day_sent_check CHECK ((sent > 0))
);
alter table rules.emails_of_day enable row level security;
alter table rules.emails_of_day force row level security;
create policy company on rules.emails_of_day for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on rules.emails_of_day for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant delete, insert, select, update on table rules.emails_of_day to quittance_app;

create table rules.rule (
  company_id uuid not null,
  id uuid not null,
  version integer not null,
  kind text not null,
  object text not null,
  name text not null,
  active boolean not null,
  "position" integer not null,
  definition jsonb not null,
  state text not null default 'ready'::text,
  build_after uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint rule_pkey PRIMARY KEY (company_id, id),
  constraint rule_building_check CHECK (((state = 'ready'::text) OR (kind = 'duplicate'::text))),
  constraint rule_definition_check CHECK ((jsonb_typeof(definition) = 'object'::text)),
  constraint rule_kind_check CHECK ((kind = ANY (ARRAY['duplicate'::text, 'validation'::text, 'workflow'::text]))),
  constraint rule_state_check CHECK ((state = ANY (ARRAY['ready'::text, 'building'::text])))
);
alter table rules.rule enable row level security;
alter table rules.rule force row level security;
create policy company on rules.rule for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on rules.rule for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX rule_building_index ON rules.rule USING btree (company_id, id) WHERE (state = 'building'::text);
CREATE UNIQUE INDEX rule_name_key ON rules.rule USING btree (company_id, kind, object, lower(name));
CREATE INDEX rule_object_index ON rules.rule USING btree (company_id, kind, object, "position", id);
CREATE INDEX rule_timed_index ON rules.rule USING btree (company_id, id) WHERE ((kind = 'workflow'::text) AND active AND ((definition ->> 'trigger'::text) = 'date'::text));
grant delete, insert, select, update on table rules.rule to quittance_app;

create table rules.timed_run (
  company_id uuid not null,
  rule_id uuid not null,
  record_id uuid not null,
  field_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint timed_run_pkey PRIMARY KEY (company_id, rule_id, record_id, field_at),
  constraint timed_run_rule_fk FOREIGN KEY (company_id, rule_id) REFERENCES rules.rule(company_id, id) ON DELETE CASCADE
);
alter table rules.timed_run enable row level security;
alter table rules.timed_run force row level security;
create policy company on rules.timed_run for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on rules.timed_run for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX timed_run_created_index ON rules.timed_run USING btree (company_id, created_at);
grant delete, insert, select, update on table rules.timed_run to quittance_app;

create table rules.workflow_run (
  company_id uuid not null,
  id uuid not null,
  rule_id uuid not null,
  rule_name text not null,
  object text not null,
  record_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  depth smallint not null,
  outcome text not null,
  actions integer not null,
  error text,
  message text,
  ran_at timestamp with time zone not null,
  details jsonb,
  constraint workflow_run_pkey PRIMARY KEY (company_id, id),
  constraint workflow_run_error_check CHECK (((outcome = 'done'::text) = (error IS NULL))),
  constraint workflow_run_outcome_check CHECK ((outcome = ANY (ARRAY['done'::text, 'failed'::text, 'too_deep'::text])))
);
alter table rules.workflow_run enable row level security;
alter table rules.workflow_run force row level security;
create policy company on rules.workflow_run for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on rules.workflow_run for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE UNIQUE INDEX workflow_run_event_key ON rules.workflow_run USING btree (company_id, event_id, rule_id);
CREATE INDEX workflow_run_ran_index ON rules.workflow_run USING btree (company_id, ran_at, id);
CREATE INDEX workflow_run_rule_index ON rules.workflow_run USING btree (company_id, rule_id, ran_at, id);
grant delete, insert, select, update on table rules.workflow_run to quittance_app;

create view rules.pub_approval (
  company_id /* uuid */,
  record_id /* uuid */,
  object /* text */,
  status /* text */
) with (security_invoker=true) as
 SELECT company_id,
    record_id,
    object,
    status
   FROM rules.approval t;
grant select on table rules.pub_approval to quittance_app;
comment on view rules.pub_approval is 'What rules have sent for approval.';
comment on column rules.pub_approval.company_id is 'The company.';
comment on column rules.pub_approval.record_id is 'The record that is sent; while it waits it stays as it is.';
comment on column rules.pub_approval.object is 'API name of its object.';
comment on column rules.pub_approval.status is 'waiting, approved, rejected or recalled.';

CREATE OR REPLACE FUNCTION rules.door_companies_with_approvals()
 RETURNS TABLE(company_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select pg_catalog.set_config('app.every_company', 'on', true); select distinct company_id from rules.approval where status = 'waiting'
       union
       select distinct company_id from rules.approval_letter where unsaid > 0 $function$;
revoke all on function rules.door_companies_with_approvals() from public;
grant execute on function rules.door_companies_with_approvals() to quittance_app;

CREATE OR REPLACE FUNCTION rules.door_companies_with_building_rules()
 RETURNS TABLE(company_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select pg_catalog.set_config('app.every_company', 'on', true); select distinct company_id from rules.rule where state = 'building' $function$;
revoke all on function rules.door_companies_with_building_rules() from public;
grant execute on function rules.door_companies_with_building_rules() to quittance_app;

CREATE OR REPLACE FUNCTION rules.door_companies_with_timed_rules()
 RETURNS TABLE(company_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select pg_catalog.set_config('app.every_company', 'on', true); select distinct company_id from rules.rule
       where kind = 'workflow' and active and definition ->> 'trigger' = 'date' $function$;
revoke all on function rules.door_companies_with_timed_rules() from public;
grant execute on function rules.door_companies_with_timed_rules() to quittance_app;

create schema sales;
grant usage on schema sales to quittance_app;

create table sales.amendment (
  company_id uuid not null,
  subscription_id uuid not null,
  id uuid not null,
  number integer not null,
  kind text not null,
  effective_on date not null,
  before jsonb not null,
  after jsonb not null,
  reason text,
  actor_kind text not null,
  actor_id text,
  actor_name text not null,
  created_at timestamp with time zone not null,
  constraint amendment_pkey PRIMARY KEY (company_id, subscription_id, id),
  constraint amendment_number_check CHECK ((number >= 1)),
  constraint amendment_subscription_fk FOREIGN KEY (company_id, subscription_id) REFERENCES sales.subscription(company_id, id)
);
alter table sales.amendment enable row level security;
alter table sales.amendment force row level security;
create policy company on sales.amendment for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on sales.amendment for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE UNIQUE INDEX amendment_number_key ON sales.amendment USING btree (company_id, subscription_id, number);
CREATE INDEX amendment_pause_index ON sales.amendment USING btree (company_id, subscription_id) WHERE (kind = 'paused'::text);
grant insert, select on table sales.amendment to quittance_app;

create table sales.contract (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  number text not null,
  number_period text,
  number_seq bigint,
  account_id uuid not null,
  status text not null default 'draft'::text,
  start_date date not null,
  end_date date,
  currency text,
  value bigint,
  auto_renew boolean not null default false,
  notice_days integer not null default 30,
  renewal_term_months integer,
  uplift_percent numeric(9,6) not null default 0,
  uplift_cap numeric(9,6),
  notice_given_on date,
  notice_told_on date,
  terminated_on date,
  end_reason text,
  previous_id uuid,
  successor_id uuid,
  description text,
  owner_id uuid,
  custom jsonb not null default '{}'::jsonb,
  created_by uuid,
  updated_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  sales_order_id uuid,
  quote_id uuid,
  in_force boolean generated always as ((status <> 'draft'::text)) stored,
  constraint contract_pkey PRIMARY KEY (company_id, id),
  constraint contract_in_force_key UNIQUE (company_id, id, in_force),
  constraint contract_dates_check CHECK (((end_date IS NULL) OR (end_date >= start_date))),
  constraint contract_notice_check CHECK (((notice_days >= 0) AND (notice_days <= 730))),
  constraint contract_renew_check CHECK (((NOT auto_renew) OR (end_date IS NOT NULL))),
  constraint contract_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'expired'::text, 'renewed'::text, 'terminated'::text]))),
  constraint contract_successor_check CHECK (((status = 'renewed'::text) = (successor_id IS NOT NULL))),
  constraint contract_term_check CHECK (((renewal_term_months >= 1) AND (renewal_term_months <= 120))),
  constraint contract_terminated_check CHECK (((status = 'terminated'::text) = (terminated_on IS NOT NULL))),
  constraint contract_terminated_on_check CHECK ((terminated_on >= start_date)),
  constraint contract_uplift_check CHECK (((uplift_percent >= (0)::numeric) AND (uplift_cap >= (0)::numeric))),
  constraint contract_account_fk FOREIGN KEY (company_id, account_id) REFERENCES crm.account(company_id, id),
  constraint contract_owner_fk FOREIGN KEY (company_id, owner_id) REFERENCES identity.staff_user(company_id, id),
  constraint contract_previous_fk FOREIGN KEY (company_id, previous_id) REFERENCES sales.contract(company_id, id),
  constraint contract_quote_fk FOREIGN KEY (company_id, quote_id) REFERENCES sales.quote(company_id, id),
  constraint contract_sales_order_fk FOREIGN KEY (company_id, sales_order_id) REFERENCES sales.sales_order(company_id, id),
  constraint contract_successor_fk FOREIGN KEY (company_id, successor_id) REFERENCES sales.contract(company_id, id) DEFERRABLE INITIALLY DEFERRED
);
alter table sales.contract enable row level security;
alter table sales.contract force row level security;
create policy company on sales.contract for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on sales.contract for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX contract_account_index ON sales.contract USING btree (company_id, account_id);
CREATE INDEX contract_created_index ON sales.contract USING btree (company_id, created_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX contract_ending_index ON sales.contract USING btree (company_id, end_date) WHERE (status = 'active'::text);
CREATE UNIQUE INDEX contract_number_key ON sales.contract USING btree (company_id, number);
CREATE INDEX contract_owner_index ON sales.contract USING btree (company_id, owner_id, created_at, id) INCLUDE (deleted_at);
CREATE UNIQUE INDEX contract_previous_key ON sales.contract USING btree (company_id, previous_id);
CREATE UNIQUE INDEX contract_sales_order_key ON sales.contract USING btree (company_id, sales_order_id) WHERE (sales_order_id IS NOT NULL);
CREATE INDEX contract_status_index ON sales.contract USING btree (company_id, status, created_at, id) WHERE (deleted_at IS NULL);
grant delete, insert, select, update on table sales.contract to quittance_app;

create table sales.meter (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  code text not null,
  name text not null,
  aggregation text not null,
  counted_property text,
  unit text,
  owner_id uuid,
  custom jsonb not null default '{}'::jsonb,
  created_by uuid,
  updated_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint meter_pkey PRIMARY KEY (company_id, id),
  constraint meter_aggregation_check CHECK ((aggregation = ANY (ARRAY['sum'::text, 'count'::text, 'max'::text, 'last'::text, 'unique_count'::text, 'weighted'::text]))),
  constraint meter_counted_check CHECK (((aggregation = 'unique_count'::text) = (counted_property IS NOT NULL))),
  constraint meter_owner_fk FOREIGN KEY (company_id, owner_id) REFERENCES identity.staff_user(company_id, id)
);
alter table sales.meter enable row level security;
alter table sales.meter force row level security;
create policy company on sales.meter for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on sales.meter for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX meter_code_index ON sales.meter USING btree (company_id, code, id) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX meter_code_key ON sales.meter USING btree (company_id, code) WHERE (deleted_at IS NULL);
CREATE INDEX meter_created_index ON sales.meter USING btree (company_id, created_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX meter_owner_index ON sales.meter USING btree (company_id, owner_id, created_at, id) INCLUDE (deleted_at);
grant delete, insert, select, update on table sales.meter to quittance_app;

create table sales.order_amendment (
  company_id uuid not null,
  order_id uuid not null,
  id uuid not null,
  number integer not null,
  actor_kind text not null,
  actor_id text,
  actor_name text not null,
  created_at timestamp with time zone not null,
  kind text not null,
  reason text not null,
  before jsonb not null,
  after jsonb not null,
  value_before bigint not null,
  value_after bigint not null,
  constraint order_amendment_pkey PRIMARY KEY (company_id, order_id, id),
  constraint order_amendment_kind_check CHECK ((kind = ANY (ARRAY['amended'::text, 'closed_short'::text]))),
  constraint order_amendment_number_check CHECK ((number >= 1)),
  constraint order_amendment_value_check CHECK (((value_before >= 0) AND (value_after >= 0))),
  constraint order_amendment_order_fk FOREIGN KEY (company_id, order_id) REFERENCES sales.sales_order(company_id, id)
);
alter table sales.order_amendment enable row level security;
alter table sales.order_amendment force row level security;
create policy company on sales.order_amendment for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on sales.order_amendment for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE UNIQUE INDEX order_amendment_number_key ON sales.order_amendment USING btree (company_id, order_id, number);
grant insert, select on table sales.order_amendment to quittance_app;

create table sales.order_return (
  company_id uuid not null,
  order_id uuid not null,
  id uuid not null,
  number integer not null,
  actor_kind text not null,
  actor_id text,
  actor_name text not null,
  created_at timestamp with time zone not null,
  restock boolean not null,
  reason text not null,
  returned_on date not null,
  lines jsonb not null,
  constraint order_return_pkey PRIMARY KEY (company_id, order_id, id),
  constraint order_return_number_check CHECK ((number >= 1)),
  constraint order_return_order_fk FOREIGN KEY (company_id, order_id) REFERENCES sales.sales_order(company_id, id)
);
alter table sales.order_return enable row level security;
alter table sales.order_return force row level security;
create policy company on sales.order_return for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on sales.order_return for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE UNIQUE INDEX order_return_number_key ON sales.order_return USING btree (company_id, order_id, number);
grant insert, select on table sales.order_return to quittance_app;

create table sales.order_shipment (
  company_id uuid not null,
  order_id uuid not null,
  id uuid not null,
  number integer not null,
  actor_kind text not null,
  actor_id text,
  actor_name text not null,
  created_at timestamp with time zone not null,
  carrier text,
  tracking_number text,
  shipped_on date not null,
  lines jsonb not null,
  constraint order_shipment_pkey PRIMARY KEY (company_id, order_id, id),
  constraint order_shipment_number_check CHECK ((number >= 1)),
  constraint order_shipment_order_fk FOREIGN KEY (company_id, order_id) REFERENCES sales.sales_order(company_id, id)
);
alter table sales.order_shipment enable row level security;
alter table sales.order_shipment force row level security;
create policy company on sales.order_shipment for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on sales.order_shipment for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE UNIQUE INDEX order_shipment_number_key ON sales.order_shipment USING btree (company_id, order_id, number);
grant insert, select on table sales.order_shipment to quittance_app;

create table sales.plan (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  name text not null,
  product_id uuid not null,
  description text,
  active boolean not null default true,
  owner_id uuid,
  custom jsonb not null default '{}'::jsonb,
  created_by uuid,
  updated_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  customer_may_pause boolean not null default false,
  constraint plan_pkey PRIMARY KEY (company_id, id),
  constraint plan_owner_fk FOREIGN KEY (company_id, owner_id) REFERENCES identity.staff_user(company_id, id),
  constraint plan_product_fk FOREIGN KEY (company_id, product_id) REFERENCES catalog.product(company_id, id)
);
alter table sales.plan enable row level security;
alter table sales.plan force row level security;
create policy company on sales.plan for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on sales.plan for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX plan_created_index ON sales.plan USING btree (company_id, created_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX plan_name_index ON sales.plan USING btree (company_id, name, id) WHERE (deleted_at IS NULL);
CREATE INDEX plan_owner_index ON sales.plan USING btree (company_id, owner_id, created_at, id) INCLUDE (deleted_at);
CREATE INDEX plan_product_index ON sales.plan USING btree (company_id, product_id);
grant delete, insert, select, update on table sales.plan to quittance_app;

create table sales.plan_version (
  company_id uuid not null,
  id uuid not null,
  plan_id uuid not null,
  number integer not null,
  frequency text not null,
  timing text not null,
  trial_days integer not null,
  trial_end_action text not null,
  stub text not null,
  usage_while_paused boolean not null,
  grace_days smallint not null,
  prices jsonb not null,
  charges jsonb not null,
  minimums jsonb not null,
  note text,
  created_by uuid,
  created_at timestamp with time zone not null,
  thresholds jsonb not null default '[]'::jsonb,
  constraint plan_version_pkey PRIMARY KEY (company_id, id),
  constraint plan_version_frequency_check CHECK ((frequency = ANY (ARRAY['weekly'::text, 'fortnightly'::text, 'monthly'::text, 'quarterly'::text, 'half_yearly'::text, 'annually'::text]))),
  constraint plan_version_grace_check CHECK (((grace_days >= 0) AND (grace_days <= 15))),
  constraint plan_version_number_check CHECK ((number >= 1)),
  constraint plan_version_stub_check CHECK ((stub = ANY (ARRAY['prorated'::text, 'free'::text, 'full'::text]))),
  constraint plan_version_timing_check CHECK ((timing = ANY (ARRAY['advance'::text, 'arrears'::text]))),
  constraint plan_version_trial_check CHECK (((trial_days >= 0) AND (trial_days <= 730))),
  constraint plan_version_trial_end_check CHECK ((trial_end_action = ANY (ARRAY['activate'::text, 'cancel'::text]))),
  constraint plan_version_plan_fk FOREIGN KEY (company_id, plan_id) REFERENCES sales.plan(company_id, id)
);
alter table sales.plan_version enable row level security;
alter table sales.plan_version force row level security;
create policy company on sales.plan_version for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on sales.plan_version for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX plan_version_alerts_index ON sales.plan_version USING btree (company_id, id) WHERE jsonb_path_exists(charges, '$[*]."alerts"."percents"[*]'::jsonpath);
CREATE UNIQUE INDEX plan_version_number_key ON sales.plan_version USING btree (company_id, plan_id, number);
CREATE INDEX plan_version_thresholds_index ON sales.plan_version USING btree (company_id, id) WHERE (jsonb_array_length(thresholds) > 0);
grant insert, select on table sales.plan_version to quittance_app;

create table sales.quote (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  number text not null,
  number_period text not null,
  number_seq bigint not null,
  revision integer not null default 1,
  superseded_by_id uuid,
  status text not null,
  account_id uuid not null,
  contact_id uuid,
  deal_id uuid,
  partner_id uuid,
  owner_id uuid,
  currency text not null,
  price_book_id uuid,
  pricing_date date not null,
  tiers_across text not null default 'line'::text,
  language text,
  prices_include_tax boolean not null default false,
  tax_rounding text not null default 'document'::text,
  payment_terms text,
  credit_days integer,
  bill_to jsonb not null,
  ship_to jsonb not null,
  issue_date date not null,
  valid_until date not null,
  start_on date,
  term_months integer,
  title text,
  introduction text,
  terms text,
  notes text,
  internal_notes text,
  discount jsonb,
  signature_required boolean not null default false,
  subtotal bigint not null,
  tax_total bigint not null,
  total bigint not null,
  mrr bigint not null default 0,
  acv bigint not null default 0,
  tcv bigint,
  figures jsonb not null,
  approval jsonb,
  credit_check_id uuid,
  content text,
  content_hash text,
  submitted_by uuid,
  submitted_at timestamp with time zone,
  approved_at timestamp with time zone,
  sent_at timestamp with time zone,
  viewed_at timestamp with time zone,
  decided_at timestamp with time zone,
  closed_at timestamp with time zone,
  loss_reason text,
  requested_changes jsonb,
  custom jsonb not null default '{}'::jsonb,
  created_by uuid,
  updated_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  auto_convert text not null default 'manual'::text,
  auto_renew boolean not null default false,
  notice_days integer not null default 30,
  uplift_percent numeric(9,6) not null default 0,
  order_id uuid,
  priced_by uuid,
  deposit jsonb,
  template_id uuid,
  external_reference text,
  buyer_reference text,
  delivery_date date,
  delivery_address jsonb,
  po_number text,
  return_note text,
  adjustments jsonb,
  written_by uuid,
  pricers jsonb not null default '[]'::jsonb,
  passed_rules jsonb,
  constraint quote_pkey PRIMARY KEY (company_id, id),
  constraint quote_convert_check CHECK ((auto_convert = ANY (ARRAY['manual'::text, 'on_accept'::text, 'on_deposit_paid'::text]))),
  constraint quote_credit_days_check CHECK ((credit_days >= 0)),
  constraint quote_delivery_address_check CHECK ((delivery_address ?& ARRAY['line1'::text, 'line2'::text, 'city'::text, 'region'::text, 'postalCode'::text, 'country'::text])),
  constraint quote_frozen_check CHECK (((status = 'cancelled'::text) OR (((status = 'draft'::text) = (content_hash IS NULL)) AND ((content_hash IS NULL) = (content IS NULL))))),
  constraint quote_hash_check CHECK ((content_hash ~ '^[0-9a-f]{64}$'::text)),
  constraint quote_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text, 'fr'::text, 'es'::text, 'it'::text, 'nl'::text, 'pt'::text, 'pl'::text, 'ja'::text, 'hi'::text, 'ar'::text, 'he'::text]))),
  constraint quote_notice_check CHECK (((notice_days >= 0) AND (notice_days <= 730))),
  constraint quote_ordered_check CHECK (((status = 'ordered'::text) = (order_id IS NOT NULL))),
  constraint quote_renew_check CHECK (((NOT auto_renew) OR (term_months IS NOT NULL))),
  constraint quote_revision_check CHECK ((revision >= 1)),
  constraint quote_sent_check CHECK (((status <> ALL (ARRAY['sent'::text, 'viewed'::text])) OR (sent_at IS NOT NULL))),
  constraint quote_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'submitted'::text, 'approved'::text, 'sent'::text, 'viewed'::text, 'accepted'::text, 'rejected'::text, 'changes_requested'::text, 'expired'::text, 'ordered'::text, 'cancelled'::text]))),
  constraint quote_superseded_check CHECK ((superseded_by_id <> id)),
  constraint quote_term_check CHECK (((term_months >= 1) AND (term_months <= 120))),
  constraint quote_tiers_check CHECK ((tiers_across = ANY (ARRAY['line'::text, 'document'::text]))),
  constraint quote_total_check CHECK (((total = (subtotal + tax_total)) AND (total >= 0))),
  constraint quote_uplift_check CHECK (((uplift_percent >= (0)::numeric) AND (uplift_percent <= (100)::numeric))),
  constraint quote_valid_check CHECK ((valid_until >= issue_date)),
  constraint quote_account_fk FOREIGN KEY (company_id, account_id) REFERENCES crm.account(company_id, id),
  constraint quote_contact_fk FOREIGN KEY (company_id, contact_id) REFERENCES crm.contact(company_id, id),
  constraint quote_credit_check_fk FOREIGN KEY (company_id, credit_check_id) REFERENCES credit.credit_check(company_id, id) DEFERRABLE INITIALLY DEFERRED,
  constraint quote_deal_fk FOREIGN KEY (company_id, deal_id) REFERENCES crm.deal(company_id, id),
  constraint quote_order_fk FOREIGN KEY (company_id, order_id) REFERENCES sales.sales_order(company_id, id),
  constraint quote_owner_fk FOREIGN KEY (company_id, owner_id) REFERENCES identity.staff_user(company_id, id),
  constraint quote_partner_fk FOREIGN KEY (company_id, partner_id) REFERENCES crm.ledger_account(company_id, id),
  constraint quote_price_book_fk FOREIGN KEY (company_id, price_book_id) REFERENCES catalog.price_book(company_id, id),
  constraint quote_superseded_by_fk FOREIGN KEY (company_id, superseded_by_id) REFERENCES sales.quote(company_id, id),
  constraint quote_template_fk FOREIGN KEY (company_id, template_id) REFERENCES sales.quote_template(company_id, id)
);
alter table sales.quote enable row level security;
alter table sales.quote force row level security;
create policy company on sales.quote for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on sales.quote for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX quote_account_index ON sales.quote USING btree (company_id, account_id, issue_date);
CREATE UNIQUE INDEX quote_external_reference_key ON sales.quote USING btree (company_id, external_reference) WHERE (external_reference IS NOT NULL);
CREATE INDEX quote_issue_date_index ON sales.quote USING btree (company_id, issue_date, id);
CREATE UNIQUE INDEX quote_number_key ON sales.quote USING btree (company_id, number, revision);
CREATE INDEX quote_open_index ON sales.quote USING btree (company_id, valid_until, id) WHERE ((status = ANY (ARRAY['approved'::text, 'sent'::text, 'viewed'::text])) AND (superseded_by_id IS NULL));
CREATE INDEX quote_owner_index ON sales.quote USING btree (company_id, owner_id, issue_date, id);
CREATE INDEX quote_partner_index ON sales.quote USING btree (company_id, partner_id) WHERE (partner_id IS NOT NULL);
CREATE INDEX quote_sent_index ON sales.quote USING btree (company_id, number, sent_at) WHERE (sent_at IS NOT NULL);
CREATE INDEX quote_status_index ON sales.quote USING btree (company_id, status, issue_date, id);
CREATE UNIQUE INDEX quote_superseded_key ON sales.quote USING btree (company_id, superseded_by_id) WHERE (superseded_by_id IS NOT NULL);
grant delete, insert, select, update on table sales.quote to quittance_app;

create table sales.quote_acceptance (
  company_id uuid not null,
  quote_id uuid not null,
  id uuid not null,
  at timestamp with time zone not null,
  method text not null,
  name text not null,
  email text,
  title text,
  po_number text,
  signature text,
  ip text,
  user_agent text,
  staff_user_id uuid,
  portal_user_id uuid,
  evidence text,
  selections jsonb not null,
  content_hash text not null,
  covers_document boolean not null,
  receipt text not null,
  receipt_hash text not null,
  constraint quote_acceptance_pkey PRIMARY KEY (company_id, quote_id),
  constraint quote_acceptance_evidence_check CHECK (((method <> 'staff'::text) OR (evidence IS NOT NULL))),
  constraint quote_acceptance_hash_check CHECK ((receipt_hash ~ '^[0-9a-f]{64}$'::text)),
  constraint quote_acceptance_method_check CHECK ((method = ANY (ARRAY['link'::text, 'portal'::text, 'staff'::text]))),
  constraint quote_acceptance_portal_check CHECK (((method = 'portal'::text) = (portal_user_id IS NOT NULL))),
  constraint quote_acceptance_portal_user_fk FOREIGN KEY (company_id, portal_user_id) REFERENCES portal.portal_user(company_id, id),
  constraint quote_acceptance_quote_fk FOREIGN KEY (company_id, quote_id) REFERENCES sales.quote(company_id, id)
);
alter table sales.quote_acceptance enable row level security;
alter table sales.quote_acceptance force row level security;
create policy company on sales.quote_acceptance for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on sales.quote_acceptance for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX quote_acceptance_at_index ON sales.quote_acceptance USING btree (company_id, at);
CREATE INDEX quote_acceptance_hash_index ON sales.quote_acceptance USING btree (receipt_hash);
CREATE INDEX quote_acceptance_portal_user_index ON sales.quote_acceptance USING btree (company_id, portal_user_id) WHERE (portal_user_id IS NOT NULL);
CREATE UNIQUE INDEX quote_acceptance_receipt_key ON sales.quote_acceptance USING btree (company_id, receipt_hash);
grant insert, select on table sales.quote_acceptance to quittance_app;

create table sales.quote_approval (
  company_id uuid not null,
  mode text not null,
  rules jsonb not null default '[]'::jsonb,
  version integer not null default 1,
  updated_at timestamp with time zone not null,
  constraint quote_approval_pkey PRIMARY KEY (company_id),
  constraint quote_approval_mode_check CHECK ((mode = ANY (ARRAY['always'::text, 'rules'::text])))
);
alter table sales.quote_approval enable row level security;
alter table sales.quote_approval force row level security;
create policy company on sales.quote_approval for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on sales.quote_approval for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant delete, insert, select, update on table sales.quote_approval to quittance_app;

create table sales.quote_line (
  company_id uuid not null,
  quote_id uuid not null,
  id uuid not null,
  "position" integer not null,
  kind text not null default 'one_off'::text,
  product_id uuid,
  sku text,
  description text not null,
  hsn_code text,
  quantity numeric(18,6) not null,
  unit text,
  unit_price numeric(18,6),
  list_price numeric(18,6),
  price_source text,
  tiers jsonb not null default '[]'::jsonb,
  discount_percent numeric(9,6),
  discount_amount bigint,
  discount bigint not null default 0,
  share bigint not null default 0,
  net bigint not null,
  tax_code text,
  product_taxed boolean not null default false,
  requested_tax_rate numeric(9,6),
  tax_rate numeric(9,6) not null default 0,
  taxes jsonb not null default '[]'::jsonb,
  tax_fallback boolean not null default false,
  tax_fallback_reason text,
  tax_category text,
  tax_reason text,
  tax bigint not null,
  total bigint not null,
  supply_kind text,
  invoicing text,
  frequency text,
  timing text,
  term_periods integer,
  trial_days integer not null default 0,
  anchor_day integer,
  anchor_month integer,
  discount_periods integer,
  optional boolean not null default false,
  selected boolean not null default true,
  min_quantity numeric(18,6),
  max_quantity numeric(18,6),
  adjustment text,
  adjustment_percent numeric,
  adjustment_base bigint,
  place_of jsonb,
  tax_warnings jsonb not null default '[]'::jsonb,
  default_tax_code text,
  adjustment_index integer,
  plan_id uuid,
  plan_version_id uuid,
  plan_said text,
  charges jsonb not null default '[]'::jsonb,
  usage_minimum bigint,
  constraint quote_line_pkey PRIMARY KEY (company_id, quote_id, id),
  constraint quote_line_id_key UNIQUE (company_id, id),
  constraint quote_line_adjustment_check CHECK (
CASE
    WHEN (kind = 'adjustment'::text) THEN ((product_id IS NULL) AND ((adjustment_percent IS NULL) = (adjustment_base IS NULL)) AND
    CASE adjustment
        WHEN 'allowance'::text THEN ((quantity = ('-1'::integer)::numeric) AND (net <= 0) AND (tax <= 0))
        WHEN 'charge'::text THEN ((quantity = (1)::numeric) AND (net >= 0) AND (tax >= 0))
        ELSE false
    END)
    ELSE ((adjustment IS NULL) AND (adjustment_percent IS NULL) AND (adjustment_base IS NULL))
END),
  constraint quote_line_adjustment_index_check CHECK (((adjustment_index IS NULL) OR ((adjustment IS NOT NULL) AND (adjustment_index >= 0)))),
  constraint quote_line_anchor_check CHECK ((((anchor_day >= 1) AND (anchor_day <= 31)) AND ((anchor_month >= 1) AND (anchor_month <= 12)))),
  constraint quote_line_category_check CHECK ((tax_category = ANY (ARRAY['S'::text, 'Z'::text, 'E'::text, 'AE'::text, 'K'::text, 'G'::text, 'O'::text, 'L'::text, 'M'::text]))),
  constraint quote_line_charges_check CHECK ((jsonb_typeof(charges) = 'array'::text)),
  constraint quote_line_default_tax_code_check CHECK (((default_tax_code IS NULL) OR ((tax_code IS NULL) AND (requested_tax_rate IS NULL)))),
  constraint quote_line_discount_check CHECK (((discount_percent IS NULL) OR (discount_amount IS NULL))),
  constraint quote_line_frequency_check CHECK ((frequency = ANY (ARRAY['weekly'::text, 'fortnightly'::text, 'monthly'::text, 'quarterly'::text, 'half_yearly'::text, 'annually'::text]))),
  constraint quote_line_invoicing_check CHECK ((invoicing = ANY (ARRAY['on_order'::text, 'on_delivery'::text, 'percent'::text, 'milestone'::text]))),
  constraint quote_line_kind_check CHECK ((kind = ANY (ARRAY['one_off'::text, 'recurring'::text, 'section'::text, 'note'::text, 'adjustment'::text]))),
  constraint quote_line_once_check CHECK (((kind = 'one_off'::text) = (invoicing IS NOT NULL))),
  constraint quote_line_periods_check CHECK (((term_periods >= 1) AND (trial_days >= 0) AND (discount_periods >= 0))),
  constraint quote_line_place_of_check CHECK (((place_of ?& ARRAY['country'::text, 'region'::text, 'postalCode'::text]) AND ((place_of ->> 'country'::text) ~ '^[A-Z]{2}$'::text))),
  constraint quote_line_plan_check CHECK ((((plan_id IS NULL) = (plan_version_id IS NULL)) AND ((plan_id IS NULL) OR (kind = 'recurring'::text)) AND ((plan_id IS NOT NULL) OR ((plan_said IS NULL) AND (usage_minimum IS NULL))))),
  constraint quote_line_plan_said_check CHECK ((plan_said = ANY (ARRAY['plan'::text, 'version'::text]))),
  constraint quote_line_quantities_check CHECK (((min_quantity <= quantity) AND (quantity <= max_quantity))),
  constraint quote_line_recurring_check CHECK ((((kind = 'recurring'::text) = (frequency IS NOT NULL)) AND ((kind = 'recurring'::text) = (timing IS NOT NULL)))),
  constraint quote_line_selected_check CHECK ((selected OR optional)),
  constraint quote_line_sign_check CHECK (((share >= 0) AND (unit_price >= (0)::numeric) AND ((kind = 'adjustment'::text) OR ((quantity >= (0)::numeric) AND (net >= 0))))),
  constraint quote_line_tax_warnings_check CHECK ((jsonb_typeof(tax_warnings) = 'array'::text)),
  constraint quote_line_text_check CHECK (((kind <> ALL (ARRAY['section'::text, 'note'::text])) OR ((quantity = (0)::numeric) AND (unit_price IS NULL) AND (total = 0) AND (NOT optional)))),
  constraint quote_line_timing_check CHECK ((timing = ANY (ARRAY['advance'::text, 'arrears'::text]))),
  constraint quote_line_total_check CHECK ((total = (net + tax))),
  constraint quote_line_usage_minimum_check CHECK ((usage_minimum >= 0)),
  constraint quote_line_plan_fk FOREIGN KEY (company_id, plan_id) REFERENCES sales.plan(company_id, id),
  constraint quote_line_plan_version_fk FOREIGN KEY (company_id, plan_version_id) REFERENCES sales.plan_version(company_id, id),
  constraint quote_line_product_fk FOREIGN KEY (company_id, product_id) REFERENCES catalog.product(company_id, id),
  constraint quote_line_quote_fk FOREIGN KEY (company_id, quote_id) REFERENCES sales.quote(company_id, id)
);
alter table sales.quote_line enable row level security;
alter table sales.quote_line force row level security;
create policy company on sales.quote_line for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on sales.quote_line for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant delete, insert, select, update on table sales.quote_line to quittance_app;

create table sales.quote_link (
  company_id uuid not null,
  id uuid not null,
  quote_id uuid not null,
  token_hash text not null,
  expires_on date not null,
  opens integer not null default 0,
  last_opened_at timestamp with time zone,
  revoked_at timestamp with time zone,
  created_by uuid,
  created_at timestamp with time zone not null,
  constraint quote_link_pkey PRIMARY KEY (company_id, id),
  constraint quote_link_opens_check CHECK ((opens >= 0)),
  constraint quote_link_quote_fk FOREIGN KEY (company_id, quote_id) REFERENCES sales.quote(company_id, id)
);
alter table sales.quote_link enable row level security;
alter table sales.quote_link force row level security;
create policy company on sales.quote_link for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on sales.quote_link for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE UNIQUE INDEX quote_link_live_key ON sales.quote_link USING btree (company_id, quote_id) WHERE (revoked_at IS NULL);
CREATE UNIQUE INDEX quote_link_token_key ON sales.quote_link USING btree (company_id, token_hash);
grant delete, insert, select, update on table sales.quote_link to quittance_app;

create table sales.quote_link_word (
  company_id uuid not null,
  token_hash text not null,
  link_id uuid not null,
  created_at timestamp with time zone not null,
  constraint quote_link_word_pkey PRIMARY KEY (company_id, token_hash),
  constraint quote_link_word_link_fk FOREIGN KEY (company_id, link_id) REFERENCES sales.quote_link(company_id, id)
);
alter table sales.quote_link_word enable row level security;
alter table sales.quote_link_word force row level security;
create policy company on sales.quote_link_word for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on sales.quote_link_word for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX quote_link_word_link_index ON sales.quote_link_word USING btree (company_id, link_id);
grant insert, select on table sales.quote_link_word to quittance_app;

create table sales.quote_settings (
  company_id uuid not null,
  validity_days integer not null,
  version integer not null default 1,
  updated_at timestamp with time zone not null,
  auto_convert text not null default 'manual'::text,
  start_on_convert boolean not null default false,
  credit_basis text not null default 'total'::text,
  introduction text,
  terms text,
  notes text,
  prices_include_tax boolean not null default false,
  payment_terms text,
  credit_days integer,
  constraint quote_settings_pkey PRIMARY KEY (company_id),
  constraint quote_settings_convert_check CHECK ((auto_convert = ANY (ARRAY['manual'::text, 'on_accept'::text, 'on_deposit_paid'::text]))),
  constraint quote_settings_credit_basis_check CHECK ((credit_basis = ANY (ARRAY['total'::text, 'tcv'::text]))),
  constraint quote_settings_credit_days_check CHECK (((credit_days >= 0) AND (credit_days <= 999))),
  constraint quote_settings_validity_check CHECK (((validity_days >= 0) AND (validity_days <= 3650)))
);
alter table sales.quote_settings enable row level security;
alter table sales.quote_settings force row level security;
create policy company on sales.quote_settings for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on sales.quote_settings for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant delete, insert, select, update on table sales.quote_settings to quittance_app;

create table sales.quote_signed_pdf (
  company_id uuid not null,
  quote_id uuid not null,
  file_name text not null,
  language text not null,
  digest text not null,
  bytes bytea not null,
  created_at timestamp with time zone not null,
  constraint quote_signed_pdf_pkey PRIMARY KEY (company_id, quote_id),
  constraint quote_signed_pdf_digest_check CHECK ((digest ~ '^[0-9a-f]{64}$'::text)),
  constraint quote_signed_pdf_acceptance_fk FOREIGN KEY (company_id, quote_id) REFERENCES sales.quote_acceptance(company_id, quote_id)
);
alter table sales.quote_signed_pdf enable row level security;
alter table sales.quote_signed_pdf force row level security;
create policy company on sales.quote_signed_pdf for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on sales.quote_signed_pdf for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant insert, select on table sales.quote_signed_pdf to quittance_app;

create table sales.quote_template (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  name text not null,
  active boolean not null default true,
  title text,
  language text,
  introduction text,
  terms text,
  notes text,
  validity_days integer,
  term_months integer,
  deposit jsonb,
  signature_required boolean not null default false,
  lines jsonb not null default '[]'::jsonb,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  adjustments jsonb,
  constraint quote_template_pkey PRIMARY KEY (company_id, id),
  constraint quote_template_adjustments_check CHECK (((adjustments IS NULL) OR (jsonb_typeof(adjustments) = 'array'::text))),
  constraint quote_template_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text, 'fr'::text, 'es'::text, 'it'::text, 'nl'::text, 'pt'::text, 'pl'::text, 'ja'::text, 'hi'::text, 'ar'::text, 'he'::text]))),
  constraint quote_template_lines_check CHECK ((jsonb_typeof(lines) = 'array'::text)),
  constraint quote_template_term_check CHECK (((term_months >= 1) AND (term_months <= 120))),
  constraint quote_template_validity_check CHECK (((validity_days >= 0) AND (validity_days <= 3650)))
);
alter table sales.quote_template enable row level security;
alter table sales.quote_template force row level security;
create policy company on sales.quote_template for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on sales.quote_template for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE UNIQUE INDEX quote_template_name_key ON sales.quote_template USING btree (company_id, name);
grant delete, insert, select, update on table sales.quote_template to quittance_app;

create table sales.sales_order (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  number text not null,
  number_period text not null,
  number_seq bigint not null,
  status text not null,
  payment_status text not null default 'unpaid'::text,
  fulfilment text not null default 'none'::text,
  amendment integer not null default 0,
  quote_id uuid,
  contract_id uuid,
  account_id uuid not null,
  contact_id uuid,
  deal_id uuid,
  partner_id uuid,
  owner_id uuid,
  po_number text,
  requested_on date,
  currency text not null,
  price_book_id uuid,
  pricing_date date not null,
  tiers_across text not null default 'line'::text,
  language text,
  prices_include_tax boolean not null default false,
  tax_rounding text not null default 'document'::text,
  payment_terms text,
  credit_days integer,
  bill_to jsonb not null,
  ship_to jsonb not null,
  issue_date date not null,
  start_on date,
  term_months integer,
  auto_renew boolean not null default false,
  notice_days integer not null default 30,
  uplift_percent numeric(9,6) not null default 0,
  title text,
  introduction text,
  terms text,
  notes text,
  internal_notes text,
  discount jsonb,
  subtotal bigint not null,
  tax_total bigint not null,
  total bigint not null,
  value bigint not null,
  invoiced_total bigint not null default 0,
  mrr bigint not null default 0,
  acv bigint not null default 0,
  tcv bigint,
  figures jsonb not null,
  credit_check_id uuid,
  carrier text,
  tracking_number text,
  shipped_on date,
  placed_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  delivered_at timestamp with time zone,
  closed_at timestamp with time zone,
  reason text,
  custom jsonb not null default '{}'::jsonb,
  created_by uuid,
  updated_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  external_reference text,
  portal_user_id uuid,
  approval text,
  tax_difference bigint not null default 0,
  buyer_reference text,
  delivery_date date,
  delivery_address jsonb,
  adjustments jsonb,
  constraint sales_order_pkey PRIMARY KEY (company_id, id),
  constraint sales_order_amendment_check CHECK ((amendment >= 0)),
  constraint sales_order_approval_check CHECK ((approval = ANY (ARRAY['waiting'::text, 'approved'::text]))),
  constraint sales_order_closed_check CHECK (((closed_at IS NOT NULL) = (status = ANY (ARRAY['closed'::text, 'cancelled'::text])))),
  constraint sales_order_confirmed_check CHECK (((confirmed_at IS NOT NULL) OR (status = ANY (ARRAY['draft'::text, 'pending'::text, 'pending_approval'::text, 'cancelled'::text])))),
  constraint sales_order_credit_days_check CHECK ((credit_days >= 0)),
  constraint sales_order_delivery_address_check CHECK ((delivery_address ?& ARRAY['line1'::text, 'line2'::text, 'city'::text, 'region'::text, 'postalCode'::text, 'country'::text])),
  constraint sales_order_fulfilment_check CHECK ((fulfilment = ANY (ARRAY['none'::text, 'partial'::text, 'full'::text]))),
  constraint sales_order_notice_check CHECK (((notice_days >= 0) AND (notice_days <= 730))),
  constraint sales_order_payment_check CHECK ((payment_status = ANY (ARRAY['unpaid'::text, 'partially_paid'::text, 'paid'::text]))),
  constraint sales_order_renew_check CHECK (((NOT auto_renew) OR (term_months IS NOT NULL))),
  constraint sales_order_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'pending'::text, 'pending_approval'::text, 'confirmed'::text, 'in_production'::text, 'shipped'::text, 'delivered'::text, 'closed'::text, 'cancelled'::text]))),
  constraint sales_order_term_check CHECK (((term_months >= 1) AND (term_months <= 120))),
  constraint sales_order_tiers_check CHECK ((tiers_across = ANY (ARRAY['line'::text, 'document'::text]))),
  constraint sales_order_total_check CHECK (((total = (subtotal + tax_total)) AND (total >= 0))),
  constraint sales_order_uplift_check CHECK (((uplift_percent >= (0)::numeric) AND (uplift_percent <= (100)::numeric))),
  constraint sales_order_value_check CHECK ((((value >= 0) AND (value <= total)) AND (invoiced_total >= 0))),
  constraint sales_order_waiting_check CHECK (((approval IS DISTINCT FROM 'waiting'::text) OR ((status = 'draft'::text) AND (placed_at IS NOT NULL)))),
  constraint sales_order_account_fk FOREIGN KEY (company_id, account_id) REFERENCES crm.account(company_id, id),
  constraint sales_order_contact_fk FOREIGN KEY (company_id, contact_id) REFERENCES crm.contact(company_id, id),
  constraint sales_order_contract_fk FOREIGN KEY (company_id, contract_id) REFERENCES sales.contract(company_id, id),
  constraint sales_order_credit_check_fk FOREIGN KEY (company_id, credit_check_id) REFERENCES credit.credit_check(company_id, id) DEFERRABLE INITIALLY DEFERRED,
  constraint sales_order_deal_fk FOREIGN KEY (company_id, deal_id) REFERENCES crm.deal(company_id, id),
  constraint sales_order_owner_fk FOREIGN KEY (company_id, owner_id) REFERENCES identity.staff_user(company_id, id),
  constraint sales_order_partner_fk FOREIGN KEY (company_id, partner_id) REFERENCES crm.ledger_account(company_id, id),
  constraint sales_order_portal_user_fk FOREIGN KEY (company_id, portal_user_id) REFERENCES portal.portal_user(company_id, id),
  constraint sales_order_price_book_fk FOREIGN KEY (company_id, price_book_id) REFERENCES catalog.price_book(company_id, id),
  constraint sales_order_quote_fk FOREIGN KEY (company_id, quote_id) REFERENCES sales.quote(company_id, id)
);
alter table sales.sales_order enable row level security;
alter table sales.sales_order force row level security;
create policy company on sales.sales_order for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on sales.sales_order for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX sales_order_account_index ON sales.sales_order USING btree (company_id, account_id, issue_date);
CREATE INDEX sales_order_exposure_index ON sales.sales_order USING btree (company_id, account_id) INCLUDE (id, currency, value, invoiced_total) WHERE (status = ANY (ARRAY['pending'::text, 'pending_approval'::text, 'confirmed'::text, 'in_production'::text, 'shipped'::text]));
CREATE UNIQUE INDEX sales_order_external_reference_key ON sales.sales_order USING btree (company_id, external_reference) WHERE (external_reference IS NOT NULL);
CREATE INDEX sales_order_issue_date_index ON sales.sales_order USING btree (company_id, issue_date, id);
CREATE UNIQUE INDEX sales_order_number_key ON sales.sales_order USING btree (company_id, number);
CREATE INDEX sales_order_owner_index ON sales.sales_order USING btree (company_id, owner_id, issue_date, id);
CREATE INDEX sales_order_partner_index ON sales.sales_order USING btree (company_id, partner_id) WHERE (partner_id IS NOT NULL);
CREATE INDEX sales_order_portal_user_index ON sales.sales_order USING btree (company_id, portal_user_id) WHERE (portal_user_id IS NOT NULL);
CREATE UNIQUE INDEX sales_order_quote_key ON sales.sales_order USING btree (company_id, quote_id) WHERE (quote_id IS NOT NULL);
CREATE INDEX sales_order_requested_index ON sales.sales_order USING btree (company_id, requested_on) WHERE (status = ANY (ARRAY['confirmed'::text, 'in_production'::text]));
CREATE INDEX sales_order_status_index ON sales.sales_order USING btree (company_id, status, issue_date, id);
CREATE INDEX sales_order_waiting_index ON sales.sales_order USING btree (company_id, id) WHERE (approval = 'waiting'::text);
grant delete, insert, select, update on table sales.sales_order to quittance_app;

create table sales.sales_order_line (
  company_id uuid not null,
  order_id uuid not null,
  id uuid not null,
  "position" integer not null,
  kind text not null default 'one_off'::text,
  quote_line_id uuid,
  product_id uuid,
  sku text,
  description text not null,
  hsn_code text,
  ordered numeric(18,6) not null,
  cancelled numeric(18,6) not null default 0,
  shipped numeric(18,6) not null default 0,
  returned numeric(18,6) not null default 0,
  invoiced numeric(18,6) not null default 0,
  invoiced_percent numeric(9,6) not null default 0,
  invoiced_net bigint not null default 0,
  invoiced_tax bigint not null default 0,
  over_delivery_percent numeric(9,6) not null default 0,
  invoicing text,
  stages jsonb not null default '[]'::jsonb,
  unit text,
  unit_price numeric(18,6),
  list_price numeric(18,6),
  price_source text,
  tiers jsonb not null default '[]'::jsonb,
  discount_percent numeric(9,6),
  discount_amount bigint,
  discount bigint not null default 0,
  share bigint not null default 0,
  net bigint not null,
  tax_code text,
  product_taxed boolean not null default false,
  requested_tax_rate numeric(9,6),
  tax_rate numeric(9,6) not null default 0,
  taxes jsonb not null default '[]'::jsonb,
  tax_fallback boolean not null default false,
  tax_fallback_reason text,
  tax_category text,
  tax_reason text,
  tax bigint not null,
  total bigint not null,
  supply_kind text,
  frequency text,
  timing text,
  term_periods integer,
  trial_days integer not null default 0,
  anchor_day integer,
  anchor_month integer,
  discount_periods integer,
  adjustment text,
  adjustment_percent numeric,
  adjustment_base bigint,
  place_of jsonb,
  tax_warnings jsonb not null default '[]'::jsonb,
  default_tax_code text,
  adjustment_index integer,
  plan_id uuid,
  plan_version_id uuid,
  plan_said text,
  charges jsonb not null default '[]'::jsonb,
  usage_minimum bigint,
  constraint sales_order_line_pkey PRIMARY KEY (company_id, order_id, id),
  constraint sales_order_line_adjustment_check CHECK (
CASE
    WHEN (kind = 'adjustment'::text) THEN ((product_id IS NULL) AND ((adjustment_percent IS NULL) = (adjustment_base IS NULL)) AND
    CASE adjustment
        WHEN 'allowance'::text THEN ((ordered = ('-1'::integer)::numeric) AND (net <= 0) AND (tax <= 0))
        WHEN 'charge'::text THEN ((ordered = (1)::numeric) AND (net >= 0) AND (tax >= 0))
        ELSE false
    END)
    ELSE ((adjustment IS NULL) AND (adjustment_percent IS NULL) AND (adjustment_base IS NULL))
END),
  constraint sales_order_line_adjustment_index_check CHECK (((adjustment_index IS NULL) OR ((adjustment IS NOT NULL) AND (adjustment_index >= 0)))),
  constraint sales_order_line_anchor_check CHECK ((((anchor_day >= 1) AND (anchor_day <= 31)) AND ((anchor_month >= 1) AND (anchor_month <= 12)))),
  constraint sales_order_line_cancelled_check CHECK (((cancelled >= (0)::numeric) AND (cancelled <= GREATEST((0)::numeric, (ordered - GREATEST(shipped, invoiced)))))),
  constraint sales_order_line_category_check CHECK ((tax_category = ANY (ARRAY['S'::text, 'Z'::text, 'E'::text, 'AE'::text, 'K'::text, 'G'::text, 'O'::text, 'L'::text, 'M'::text]))),
  constraint sales_order_line_charges_check CHECK ((jsonb_typeof(charges) = 'array'::text)),
  constraint sales_order_line_default_tax_code_check CHECK (((default_tax_code IS NULL) OR ((tax_code IS NULL) AND (requested_tax_rate IS NULL)))),
  constraint sales_order_line_discount_check CHECK (((discount_percent IS NULL) OR (discount_amount IS NULL))),
  constraint sales_order_line_frequency_check CHECK ((frequency = ANY (ARRAY['weekly'::text, 'fortnightly'::text, 'monthly'::text, 'quarterly'::text, 'half_yearly'::text, 'annually'::text]))),
  constraint sales_order_line_fulfilled_check CHECK (((kind = 'one_off'::text) OR ((shipped = (0)::numeric) AND (invoiced = (0)::numeric) AND ((invoiced_net = 0) OR (kind = 'adjustment'::text))))),
  constraint sales_order_line_invoiced_check CHECK (((invoiced >= (0)::numeric) AND (invoiced <= GREATEST((0)::numeric, ordered)))),
  constraint sales_order_line_invoiced_net_check CHECK (
CASE
    WHEN ((kind = 'adjustment'::text) AND (net < 0)) THEN (((invoiced_net >= net) AND (invoiced_net <= 0)) AND (invoiced_tax <= 0))
    ELSE (((invoiced_net >= 0) AND (invoiced_net <= net)) AND (invoiced_tax >= 0))
END),
  constraint sales_order_line_invoicing_check CHECK (
CASE kind
    WHEN 'one_off'::text THEN (invoicing = ANY (ARRAY['on_order'::text, 'on_delivery'::text, 'percent'::text, 'milestone'::text]))
    WHEN 'recurring'::text THEN (invoicing = 'subscription'::text)
    ELSE (invoicing IS NULL)
END),
  constraint sales_order_line_kind_check CHECK ((kind = ANY (ARRAY['one_off'::text, 'recurring'::text, 'section'::text, 'note'::text, 'adjustment'::text]))),
  constraint sales_order_line_over_check CHECK (((over_delivery_percent >= (0)::numeric) AND (over_delivery_percent <= (100)::numeric))),
  constraint sales_order_line_percent_check CHECK (((invoiced_percent >= (0)::numeric) AND (invoiced_percent <= (100)::numeric))),
  constraint sales_order_line_periods_check CHECK (((term_periods >= 1) AND (trial_days >= 0) AND (discount_periods >= 0))),
  constraint sales_order_line_place_of_check CHECK (((place_of ?& ARRAY['country'::text, 'region'::text, 'postalCode'::text]) AND ((place_of ->> 'country'::text) ~ '^[A-Z]{2}$'::text))),
  constraint sales_order_line_plan_check CHECK ((((plan_id IS NULL) = (plan_version_id IS NULL)) AND ((plan_id IS NULL) OR (kind = 'recurring'::text)) AND ((plan_id IS NOT NULL) OR ((plan_said IS NULL) AND (usage_minimum IS NULL))))),
  constraint sales_order_line_plan_said_check CHECK ((plan_said = ANY (ARRAY['plan'::text, 'version'::text]))),
  constraint sales_order_line_recurring_check CHECK ((((kind = 'recurring'::text) = (frequency IS NOT NULL)) AND ((kind = 'recurring'::text) = (timing IS NOT NULL)))),
  constraint sales_order_line_returned_check CHECK (((returned >= (0)::numeric) AND (returned <= shipped))),
  constraint sales_order_line_shipped_check CHECK (((shipped >= (0)::numeric) AND ((kind = 'adjustment'::text) OR ((shipped * (100)::numeric) <= (ordered * ((100)::numeric + over_delivery_percent)))))),
  constraint sales_order_line_sign_check CHECK (((share >= 0) AND (unit_price >= (0)::numeric) AND ((kind = 'adjustment'::text) OR ((ordered >= (0)::numeric) AND (net >= 0))))),
  constraint sales_order_line_stages_check CHECK (((invoicing = ANY (ARRAY['percent'::text, 'milestone'::text])) OR (stages = '[]'::jsonb))),
  constraint sales_order_line_tax_warnings_check CHECK ((jsonb_typeof(tax_warnings) = 'array'::text)),
  constraint sales_order_line_text_check CHECK (((kind <> ALL (ARRAY['section'::text, 'note'::text])) OR ((ordered = (0)::numeric) AND (unit_price IS NULL) AND (total = 0)))),
  constraint sales_order_line_timing_check CHECK ((timing = ANY (ARRAY['advance'::text, 'arrears'::text]))),
  constraint sales_order_line_total_check CHECK ((total = (net + tax))),
  constraint sales_order_line_usage_minimum_check CHECK ((usage_minimum >= 0)),
  constraint sales_order_line_order_fk FOREIGN KEY (company_id, order_id) REFERENCES sales.sales_order(company_id, id),
  constraint sales_order_line_plan_fk FOREIGN KEY (company_id, plan_id) REFERENCES sales.plan(company_id, id),
  constraint sales_order_line_plan_version_fk FOREIGN KEY (company_id, plan_version_id) REFERENCES sales.plan_version(company_id, id),
  constraint sales_order_line_product_fk FOREIGN KEY (company_id, product_id) REFERENCES catalog.product(company_id, id),
  constraint sales_order_line_quote_line_fk FOREIGN KEY (company_id, quote_line_id) REFERENCES sales.quote_line(company_id, id) DEFERRABLE INITIALLY DEFERRED
);
alter table sales.sales_order_line enable row level security;
alter table sales.sales_order_line force row level security;
create policy company on sales.sales_order_line for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on sales.sales_order_line for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX sales_order_line_quote_line_index ON sales.sales_order_line USING btree (company_id, quote_line_id) WHERE (quote_line_id IS NOT NULL);
grant delete, insert, select, update on table sales.sales_order_line to quittance_app;

create table sales.subscription (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  owner_id uuid,
  status text not null,
  account_id uuid not null,
  contact_id uuid,
  contract_id uuid,
  previous_id uuid,
  plan_id uuid not null,
  plan_version_id uuid not null,
  quantity numeric(18,6) not null,
  currency text not null,
  frequency text not null,
  timing text not null,
  start_date date not null,
  anchor_date date not null,
  anchor_day smallint not null,
  billed_from date not null,
  stub text not null,
  trial_end date,
  trial_end_action text not null,
  cancel_at date,
  cancel_reason text,
  ended_on date,
  pause_on date,
  change_on date,
  suspended_reason text,
  suspended_on date,
  resume_on date,
  past_due_waived_on date,
  po_number text,
  external_key text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  sales_order_id uuid,
  quote_id uuid,
  awaits_order boolean not null default false,
  pause_credit boolean not null default false,
  cancel_credit text,
  grid_before jsonb,
  grid_next jsonb,
  trial_told_for date,
  served boolean generated always as (
CASE
    WHEN (status = ANY (ARRAY['pending'::text, 'cancelled'::text, 'expired'::text])) THEN NULL::boolean
    ELSE true
END) stored,
  later_settlement jsonb,
  constraint subscription_pkey PRIMARY KEY (company_id, id),
  constraint subscription_anchor_check CHECK (((anchor_date >= billed_from) AND ((anchor_day >= 1) AND (anchor_day <= 31)))),
  constraint subscription_awaits_check CHECK (((NOT awaits_order) OR ((sales_order_id IS NOT NULL) AND (status = ANY (ARRAY['pending'::text, 'cancelled'::text]))))),
  constraint subscription_cancel_credit_check CHECK (((cancel_credit IS NULL) OR ((cancel_credit = ANY (ARRAY['prorated'::text, 'full'::text])) AND (cancel_at IS NOT NULL)))),
  constraint subscription_change_check CHECK (((change_on IS NULL) OR (status <> ALL (ARRAY['cancelled'::text, 'expired'::text])))),
  constraint subscription_ended_check CHECK (((status = ANY (ARRAY['cancelled'::text, 'expired'::text])) = (ended_on IS NOT NULL))),
  constraint subscription_frequency_check CHECK ((frequency = ANY (ARRAY['weekly'::text, 'fortnightly'::text, 'monthly'::text, 'quarterly'::text, 'half_yearly'::text, 'annually'::text]))),
  constraint subscription_grid_next_check CHECK (((grid_next IS NULL) OR ((grid_next ->> 'on'::text) = (change_on)::text))),
  constraint subscription_pause_check CHECK (((pause_on IS NULL) OR (status = ANY (ARRAY['trialing'::text, 'active'::text, 'past_due'::text])))),
  constraint subscription_pause_credit_check CHECK (((NOT pause_credit) OR (pause_on IS NOT NULL))),
  constraint subscription_quantity_check CHECK ((quantity > (0)::numeric)),
  constraint subscription_reason_check CHECK ((suspended_reason = ANY (ARRAY['pause'::text, 'dunning'::text, 'manual'::text]))),
  constraint subscription_resume_check CHECK (((resume_on IS NULL) OR
CASE
    WHEN (pause_on IS NULL) THEN (status = 'suspended'::text)
    ELSE (resume_on > pause_on)
END)),
  constraint subscription_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'trialing'::text, 'active'::text, 'past_due'::text, 'suspended'::text, 'cancelled'::text, 'expired'::text]))),
  constraint subscription_stub_check CHECK ((stub = ANY (ARRAY['prorated'::text, 'free'::text, 'full'::text]))),
  constraint subscription_suspended_check CHECK (((status = 'suspended'::text) = ((suspended_reason IS NOT NULL) AND (suspended_on IS NOT NULL)))),
  constraint subscription_timing_check CHECK ((timing = ANY (ARRAY['advance'::text, 'arrears'::text]))),
  constraint subscription_trial_check CHECK ((trial_end > start_date)),
  constraint subscription_trial_end_check CHECK ((trial_end_action = ANY (ARRAY['activate'::text, 'cancel'::text]))),
  constraint subscription_waived_check CHECK (((past_due_waived_on IS NULL) OR (status <> 'past_due'::text))),
  constraint subscription_account_fk FOREIGN KEY (company_id, account_id) REFERENCES crm.account(company_id, id),
  constraint subscription_contact_fk FOREIGN KEY (company_id, contact_id) REFERENCES crm.contact(company_id, id),
  constraint subscription_contract_fk FOREIGN KEY (company_id, contract_id) REFERENCES sales.contract(company_id, id),
  constraint subscription_in_force_fk FOREIGN KEY (company_id, contract_id, served) REFERENCES sales.contract(company_id, id, in_force),
  constraint subscription_owner_fk FOREIGN KEY (company_id, owner_id) REFERENCES identity.staff_user(company_id, id),
  constraint subscription_plan_fk FOREIGN KEY (company_id, plan_id) REFERENCES sales.plan(company_id, id),
  constraint subscription_previous_fk FOREIGN KEY (company_id, previous_id) REFERENCES sales.subscription(company_id, id),
  constraint subscription_quote_fk FOREIGN KEY (company_id, quote_id) REFERENCES sales.quote(company_id, id),
  constraint subscription_sales_order_fk FOREIGN KEY (company_id, sales_order_id) REFERENCES sales.sales_order(company_id, id),
  constraint subscription_version_fk FOREIGN KEY (company_id, plan_version_id) REFERENCES sales.plan_version(company_id, id)
);
alter table sales.subscription enable row level security;
alter table sales.subscription force row level security;
create policy company on sales.subscription for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on sales.subscription for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX subscription_account_index ON sales.subscription USING btree (company_id, account_id);
CREATE INDEX subscription_cancel_index ON sales.subscription USING btree (company_id, cancel_at) WHERE ((cancel_at IS NOT NULL) AND (ended_on IS NULL));
CREATE INDEX subscription_change_index ON sales.subscription USING btree (company_id, change_on) WHERE (change_on IS NOT NULL);
CREATE INDEX subscription_contract_index ON sales.subscription USING btree (company_id, contract_id);
CREATE INDEX subscription_created_index ON sales.subscription USING btree (company_id, created_at, id);
CREATE INDEX subscription_debt_index ON sales.subscription USING btree (company_id, id) WHERE ((status = 'past_due'::text) OR (suspended_reason = 'dunning'::text));
CREATE UNIQUE INDEX subscription_external_key ON sales.subscription USING btree (company_id, external_key);
CREATE INDEX subscription_later_settlement_index ON sales.subscription USING btree (company_id, id) WHERE (later_settlement IS NOT NULL);
CREATE INDEX subscription_owner_index ON sales.subscription USING btree (company_id, owner_id, created_at, id);
CREATE INDEX subscription_pause_index ON sales.subscription USING btree (company_id, pause_on) WHERE (pause_on IS NOT NULL);
CREATE INDEX subscription_plan_index ON sales.subscription USING btree (company_id, plan_id, account_id);
CREATE INDEX subscription_previous_index ON sales.subscription USING btree (company_id, previous_id);
CREATE UNIQUE INDEX subscription_previous_key ON sales.subscription USING btree (company_id, previous_id) WHERE ((previous_id IS NOT NULL) AND (status <> ALL (ARRAY['cancelled'::text, 'expired'::text])));
CREATE INDEX subscription_resume_index ON sales.subscription USING btree (company_id, resume_on) WHERE (resume_on IS NOT NULL);
CREATE INDEX subscription_sales_order_index ON sales.subscription USING btree (company_id, sales_order_id) WHERE (sales_order_id IS NOT NULL);
CREATE INDEX subscription_start_index ON sales.subscription USING btree (company_id, start_date) WHERE (status = 'pending'::text);
CREATE INDEX subscription_trial_index ON sales.subscription USING btree (company_id, trial_end) WHERE (status = 'trialing'::text);
grant delete, insert, select, update on table sales.subscription to quittance_app;

create table sales.subscription_item (
  company_id uuid not null,
  subscription_id uuid not null,
  id uuid not null,
  item_id uuid not null,
  "position" smallint not null,
  valid_from date not null,
  valid_to date,
  plan_id uuid not null,
  plan_version_id uuid not null,
  product_id uuid not null,
  description text not null,
  quantity numeric(18,6) not null,
  unit_price numeric(18,6) not null,
  price_overridden boolean not null,
  discount_percent numeric(9,6),
  discount_amount bigint,
  tax_code text,
  net bigint not null,
  created_at timestamp with time zone not null,
  overrides jsonb,
  discount_until date,
  place_of jsonb,
  later_discounts jsonb,
  constraint subscription_item_pkey PRIMARY KEY (company_id, subscription_id, id),
  constraint subscription_item_discount_check CHECK (((discount_percent IS NULL) OR (discount_amount IS NULL))),
  constraint subscription_item_later_check CHECK (((later_discounts IS NULL) OR (discount_until IS NOT NULL))),
  constraint subscription_item_place_of_check CHECK (((place_of ?& ARRAY['country'::text, 'region'::text, 'postalCode'::text]) AND ((place_of ->> 'country'::text) ~ '^[A-Z]{2}$'::text))),
  constraint subscription_item_price_check CHECK (((unit_price >= (0)::numeric) AND (net >= 0))),
  constraint subscription_item_quantity_check CHECK ((quantity > (0)::numeric)),
  constraint subscription_item_until_check CHECK (((discount_until IS NULL) OR ((discount_until > valid_from) AND ((discount_percent IS NOT NULL) OR (discount_amount IS NOT NULL) OR (later_discounts IS NOT NULL))))),
  constraint subscription_item_valid_check CHECK (((valid_to IS NULL) OR (valid_to >= valid_from))),
  constraint subscription_item_plan_fk FOREIGN KEY (company_id, plan_id) REFERENCES sales.plan(company_id, id),
  constraint subscription_item_plan_version_fk FOREIGN KEY (company_id, plan_version_id) REFERENCES sales.plan_version(company_id, id),
  constraint subscription_item_product_fk FOREIGN KEY (company_id, product_id) REFERENCES catalog.product(company_id, id),
  constraint subscription_item_subscription_fk FOREIGN KEY (company_id, subscription_id) REFERENCES sales.subscription(company_id, id)
);
alter table sales.subscription_item enable row level security;
alter table sales.subscription_item force row level security;
create policy company on sales.subscription_item for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on sales.subscription_item for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE UNIQUE INDEX subscription_item_from_key ON sales.subscription_item USING btree (company_id, subscription_id, item_id, valid_from) WHERE ((valid_to IS NULL) OR (valid_to > valid_from));
CREATE UNIQUE INDEX subscription_item_open_key ON sales.subscription_item USING btree (company_id, subscription_id, item_id) WHERE (valid_to IS NULL);
CREATE INDEX subscription_item_plan_index ON sales.subscription_item USING btree (company_id, plan_id);
CREATE INDEX subscription_item_version_index ON sales.subscription_item USING btree (company_id, plan_version_id);
grant delete, insert, select, update on table sales.subscription_item to quittance_app;

create table sales.usage_alert (
  company_id uuid not null,
  subscription_id uuid not null,
  charge_key text not null,
  start date not null,
  percent integer not null,
  reached_at timestamp with time zone not null,
  constraint usage_alert_pkey PRIMARY KEY (company_id, subscription_id, charge_key, start, percent),
  constraint usage_alert_subscription_fk FOREIGN KEY (company_id, subscription_id) REFERENCES sales.subscription(company_id, id)
);
alter table sales.usage_alert enable row level security;
alter table sales.usage_alert force row level security;
create policy company on sales.usage_alert for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on sales.usage_alert for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant insert, select on table sales.usage_alert to quittance_app;

create table sales.usage_day (
  company_id uuid not null,
  subscription_id uuid not null,
  meter_id uuid not null,
  day date not null,
  events bigint not null,
  sum numeric(27,6) not null,
  max numeric(21,6),
  revision bigint not null default 1,
  constraint usage_day_pkey PRIMARY KEY (company_id, subscription_id, meter_id, day),
  constraint usage_day_events_check CHECK ((events >= 0)),
  constraint usage_day_meter_fk FOREIGN KEY (company_id, meter_id) REFERENCES sales.meter(company_id, id),
  constraint usage_day_subscription_fk FOREIGN KEY (company_id, subscription_id) REFERENCES sales.subscription(company_id, id)
);
alter table sales.usage_day enable row level security;
alter table sales.usage_day force row level security;
create policy company on sales.usage_day for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on sales.usage_day for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant delete, insert, select, update on table sales.usage_day to quittance_app;

create table sales.usage_due (
  company_id uuid not null,
  subscription_id uuid not null,
  revision bigint not null default 1,
  constraint usage_due_pkey PRIMARY KEY (company_id, subscription_id),
  constraint usage_due_subscription_fk FOREIGN KEY (company_id, subscription_id) REFERENCES sales.subscription(company_id, id)
);
alter table sales.usage_due enable row level security;
alter table sales.usage_due force row level security;
create policy company on sales.usage_due for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on sales.usage_due for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant delete, insert, select, update on table sales.usage_due to quittance_app;

create table sales.usage_event (
  company_id uuid not null,
  event_id text not null,
  meter_id uuid not null,
  subscription_id uuid not null,
  at timestamp with time zone not null,
  day date not null,
  value numeric(21,6) not null,
  counted text,
  properties jsonb,
  content text not null,
  received_at timestamp with time zone not null,
  constraint usage_event_pkey PRIMARY KEY (company_id, event_id),
  constraint usage_event_id_check CHECK (((char_length(event_id) >= 1) AND (char_length(event_id) <= 100))),
  constraint usage_event_meter_fk FOREIGN KEY (company_id, meter_id) REFERENCES sales.meter(company_id, id),
  constraint usage_event_subscription_fk FOREIGN KEY (company_id, subscription_id) REFERENCES sales.subscription(company_id, id)
);
alter table sales.usage_event enable row level security;
alter table sales.usage_event force row level security;
create policy company on sales.usage_event for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on sales.usage_event for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX usage_event_period_index ON sales.usage_event USING btree (company_id, subscription_id, meter_id, day, at, received_at);
grant insert, select on table sales.usage_event to quittance_app;

create table sales.usage_void (
  company_id uuid not null,
  event_id text not null,
  reason text not null,
  actor_kind text not null,
  actor_id text,
  actor_name text not null,
  voided_at timestamp with time zone not null,
  constraint usage_void_pkey PRIMARY KEY (company_id, event_id),
  constraint usage_void_event_fk FOREIGN KEY (company_id, event_id) REFERENCES sales.usage_event(company_id, event_id)
);
alter table sales.usage_void enable row level security;
alter table sales.usage_void force row level security;
create policy company on sales.usage_void for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on sales.usage_void for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant insert, select on table sales.usage_void to quittance_app;

create view sales.pub_brought_quote (
  company_id /* uuid */,
  id /* uuid */,
  number /* text */,
  revision /* integer */,
  superseded_by_id /* uuid */,
  status /* text */,
  account_id /* uuid */,
  deal_id /* uuid */,
  partner_id /* uuid */,
  issue_date /* date */,
  valid_until /* date */,
  currency /* text */,
  subtotal /* bigint */,
  sent_at /* timestamp with time zone */
) with (security_invoker=true) as
 SELECT company_id,
    id,
    number,
    revision,
    superseded_by_id,
    status,
    account_id,
    deal_id,
    partner_id,
    issue_date,
    valid_until,
    currency,
    subtotal,
    sent_at
   FROM sales.quote t;
grant select on table sales.pub_brought_quote to quittance_app;
comment on view sales.pub_brought_quote is 'A revision of a quote as whoever brought its deal meets it.';
comment on column sales.pub_brought_quote.company_id is 'The company.';
comment on column sales.pub_brought_quote.id is 'The revision.';
comment on column sales.pub_brought_quote.number is 'Its number, which all revisions of the quote bear.';
comment on column sales.pub_brought_quote.revision is 'From 1.';
comment on column sales.pub_brought_quote.superseded_by_id is 'The next revision; null of the newest.';
comment on column sales.pub_brought_quote.status is 'draft, submitted, approved, sent, viewed, accepted, rejected, changes_requested, expired, ordered or cancelled.';
comment on column sales.pub_brought_quote.account_id is 'The customer.';
comment on column sales.pub_brought_quote.deal_id is 'The deal it is about; null without one.';
comment on column sales.pub_brought_quote.partner_id is 'The ledger account of the partner; null without one.';
comment on column sales.pub_brought_quote.issue_date is 'The day of the quote.';
comment on column sales.pub_brought_quote.valid_until is 'The last day on which it can be accepted.';
comment on column sales.pub_brought_quote.currency is 'The code of the currency of its amounts.';
comment on column sales.pub_brought_quote.subtotal is 'What it comes to, net, in minor units.';
comment on column sales.pub_brought_quote.sent_at is 'When it was sent; null while it has not been.';

create view sales.pub_contract (
  company_id /* uuid */,
  id /* uuid */,
  status /* text */,
  account_id /* uuid */,
  deleted_at /* timestamp with time zone */
) with (security_invoker=true) as
 SELECT company_id,
    id,
    status,
    account_id,
    deleted_at
   FROM sales.contract t;
grant select on table sales.pub_contract to quittance_app;
comment on view sales.pub_contract is 'What is agreed with a customer for a time; deleted ones too.';
comment on column sales.pub_contract.company_id is 'The company.';
comment on column sales.pub_contract.id is 'The contract.';
comment on column sales.pub_contract.status is 'draft, active, expired, renewed or terminated.';
comment on column sales.pub_contract.account_id is 'The customer.';
comment on column sales.pub_contract.deleted_at is 'When it was deleted; null while it is there.';

create view sales.pub_placed_order (
  company_id /* uuid */,
  id /* uuid */,
  portal_user_id /* uuid */
) with (security_invoker=true) as
 SELECT company_id,
    id,
    portal_user_id
   FROM sales.sales_order t;
grant select on table sales.pub_placed_order to quittance_app;
comment on view sales.pub_placed_order is 'Who of a customer has placed an order in the portal.';
comment on column sales.pub_placed_order.company_id is 'The company.';
comment on column sales.pub_placed_order.id is 'The order.';
comment on column sales.pub_placed_order.portal_user_id is 'The user of the portal; null of an order that staff wrote.';

create view sales.pub_quote (
  company_id /* uuid */,
  id /* uuid */,
  number /* text */,
  revision /* integer */,
  superseded_by_id /* uuid */,
  status /* text */,
  account_id /* uuid */,
  contact_id /* uuid */,
  owner_id /* uuid */,
  currency /* text */,
  issue_date /* date */,
  valid_until /* date */,
  subtotal /* bigint */,
  tax_total /* bigint */,
  total /* bigint */,
  sent_at /* timestamp with time zone */,
  decided_at /* timestamp with time zone */
) with (security_invoker=true) as
 SELECT company_id,
    id,
    number,
    revision,
    superseded_by_id,
    status,
    account_id,
    contact_id,
    owner_id,
    currency,
    issue_date,
    valid_until,
    subtotal,
    tax_total,
    total,
    sent_at,
    decided_at
   FROM sales.quote t;
grant select on table sales.pub_quote to quittance_app;
comment on view sales.pub_quote is 'A revision of a quote, in whatever state.';
comment on column sales.pub_quote.company_id is 'The company.';
comment on column sales.pub_quote.id is 'The revision.';
comment on column sales.pub_quote.number is 'Its number, which all revisions of the quote bear.';
comment on column sales.pub_quote.revision is 'From 1.';
comment on column sales.pub_quote.superseded_by_id is 'The next revision; null of the newest.';
comment on column sales.pub_quote.status is 'draft, submitted, approved, sent, viewed, accepted, rejected, changes_requested, expired, ordered or cancelled.';
comment on column sales.pub_quote.account_id is 'The customer.';
comment on column sales.pub_quote.contact_id is 'Who of the customer it is for; null where nobody said.';
comment on column sales.pub_quote.owner_id is 'Whose it is; null where nobody’s.';
comment on column sales.pub_quote.currency is 'The code of the currency of its amounts.';
comment on column sales.pub_quote.issue_date is 'The day of the quote.';
comment on column sales.pub_quote.valid_until is 'The last day on which it can be accepted.';
comment on column sales.pub_quote.subtotal is 'What it comes to, net, in minor units.';
comment on column sales.pub_quote.tax_total is 'The tax of that.';
comment on column sales.pub_quote.total is 'Both together.';
comment on column sales.pub_quote.sent_at is 'When it was sent; null while it has not been.';
comment on column sales.pub_quote.decided_at is 'When the customer accepted or rejected it, or sent it back; null before.';

create view sales.pub_sales_order (
  company_id /* uuid */,
  id /* uuid */,
  number /* text */,
  status /* text */,
  payment_status /* text */,
  fulfilment /* text */,
  quote_id /* uuid */,
  contract_id /* uuid */,
  account_id /* uuid */,
  contact_id /* uuid */,
  owner_id /* uuid */,
  partner_id /* uuid */,
  po_number /* text */,
  requested_on /* date */,
  currency /* text */,
  prices_include_tax /* boolean */,
  issue_date /* date */,
  subtotal /* bigint */,
  tax_total /* bigint */,
  total /* bigint */,
  value /* bigint */,
  invoiced_total /* bigint */,
  placed_at /* timestamp with time zone */,
  confirmed_at /* timestamp with time zone */,
  closed_at /* timestamp with time zone */,
  created_at /* timestamp with time zone */
) with (security_invoker=true) as
 SELECT company_id,
    id,
    number,
    status,
    payment_status,
    fulfilment,
    quote_id,
    contract_id,
    account_id,
    contact_id,
    owner_id,
    partner_id,
    po_number,
    requested_on,
    currency,
    prices_include_tax,
    issue_date,
    subtotal,
    tax_total,
    total,
    value,
    invoiced_total,
    placed_at,
    confirmed_at,
    closed_at,
    created_at
   FROM sales.sales_order t;
grant select on table sales.pub_sales_order to quittance_app;
comment on view sales.pub_sales_order is 'A sales order, in whatever state.';
comment on column sales.pub_sales_order.company_id is 'The company.';
comment on column sales.pub_sales_order.id is 'The order.';
comment on column sales.pub_sales_order.number is 'Its number, which no other order of the company bears.';
comment on column sales.pub_sales_order.status is 'draft, pending, pending_approval, confirmed, in_production, shipped, delivered, closed or cancelled.';
comment on column sales.pub_sales_order.payment_status is 'unpaid, partially_paid or paid.';
comment on column sales.pub_sales_order.fulfilment is 'none, partial or full: what of the goods has left.';
comment on column sales.pub_sales_order.quote_id is 'The quote it was made of; null of one that a person wrote.';
comment on column sales.pub_sales_order.contract_id is 'The contract of what recurs; null without one.';
comment on column sales.pub_sales_order.account_id is 'The customer.';
comment on column sales.pub_sales_order.contact_id is 'Who of the customer it is agreed with; null where nobody said.';
comment on column sales.pub_sales_order.owner_id is 'Whose it is; null where nobody’s.';
comment on column sales.pub_sales_order.partner_id is 'The ledger account of the partner; null without one.';
comment on column sales.pub_sales_order.po_number is 'By which the customer knows it; null without one.';
comment on column sales.pub_sales_order.requested_on is 'When the customer wants it; null where nothing was said.';
comment on column sales.pub_sales_order.currency is 'The code of the currency of its amounts.';
comment on column sales.pub_sales_order.prices_include_tax is 'Whether prices of its lines include tax.';
comment on column sales.pub_sales_order.issue_date is 'The day of the order.';
comment on column sales.pub_sales_order.subtotal is 'What was ordered, net, in minor units.';
comment on column sales.pub_sales_order.tax_total is 'The tax of that.';
comment on column sales.pub_sales_order.total is 'Both together.';
comment on column sales.pub_sales_order.value is 'Of the total what was not cancelled.';
comment on column sales.pub_sales_order.invoiced_total is 'Of the value what was invoiced, with tax.';
comment on column sales.pub_sales_order.placed_at is 'When it was placed; null of a draft.';
comment on column sales.pub_sales_order.confirmed_at is 'When it was confirmed; null while it has not been.';
comment on column sales.pub_sales_order.closed_at is 'When it was closed or cancelled; null before.';
comment on column sales.pub_sales_order.created_at is 'When it was written.';

create view sales.pub_sales_order_line (
  company_id /* uuid */,
  order_id /* uuid */,
  id /* uuid */,
  "position" /* integer */,
  kind /* text */,
  product_id /* uuid */,
  description /* text */,
  ordered /* numeric(18,6) */,
  cancelled /* numeric(18,6) */,
  shipped /* numeric(18,6) */,
  returned /* numeric(18,6) */,
  invoiced /* numeric(18,6) */,
  invoiced_percent /* numeric(9,6) */,
  invoiced_net /* bigint */,
  invoiced_tax /* bigint */,
  supply_kind /* text */,
  invoicing /* text */,
  tax_code /* text */,
  requested_tax_rate /* numeric(9,6) */,
  default_tax_code /* text */,
  tax_category /* text */,
  tax_reason /* text */,
  taxes /* jsonb */,
  net /* bigint */,
  tax /* bigint */,
  total /* bigint */
) with (security_invoker=true) as
 SELECT company_id,
    order_id,
    id,
    "position",
    kind,
    product_id,
    description,
    ordered,
    cancelled,
    shipped,
    returned,
    invoiced,
    invoiced_percent,
    invoiced_net,
    invoiced_tax,
    supply_kind,
    invoicing,
    tax_code,
    requested_tax_rate,
    default_tax_code,
    tax_category,
    tax_reason,
    taxes,
    net,
    tax,
    total
   FROM sales.sales_order_line t;
grant select on table sales.pub_sales_order_line to quittance_app;
comment on view sales.pub_sales_order_line is 'A line of a sales order. Quantities have six decimals, amounts are minor units.';
comment on column sales.pub_sales_order_line.company_id is 'The company.';
comment on column sales.pub_sales_order_line.order_id is 'Its order.';
comment on column sales.pub_sales_order_line.id is 'The line.';
comment on column sales.pub_sales_order_line."position" is 'Its place in the order, from 1.';
comment on column sales.pub_sales_order_line.kind is 'one_off, recurring, section, note, or adjustment: what the whole takes off or puts on.';
comment on column sales.pub_sales_order_line.product_id is 'The product; null without one.';
comment on column sales.pub_sales_order_line.description is 'What it says.';
comment on column sales.pub_sales_order_line.ordered is 'How much was ordered, as amended.';
comment on column sales.pub_sales_order_line.cancelled is 'Of that how much was given up.';
comment on column sales.pub_sales_order_line.shipped is 'How much has left, what came back among it.';
comment on column sales.pub_sales_order_line.returned is 'How much came back.';
comment on column sales.pub_sales_order_line.invoiced is 'How much was invoiced and not given back.';
comment on column sales.pub_sales_order_line.invoiced_percent is 'How much of a line that is invoiced by percentages or milestones.';
comment on column sales.pub_sales_order_line.invoiced_net is 'What of its net was invoiced.';
comment on column sales.pub_sales_order_line.invoiced_tax is 'The tax of that.';
comment on column sales.pub_sales_order_line.supply_kind is 'goods, services or such; null without a product.';
comment on column sales.pub_sales_order_line.invoicing is 'on_order, on_delivery, percent, milestone or subscription; null of a text.';
comment on column sales.pub_sales_order_line.tax_code is 'By which it is taxed; null where by a rate, or as its product is.';
comment on column sales.pub_sales_order_line.requested_tax_rate is 'The rate in percent that was said; null where a code or the place decides.';
comment on column sales.pub_sales_order_line.default_tax_code is 'The company’s code that it was priced by, as it says neither code nor rate; else null.';
comment on column sales.pub_sales_order_line.tax_category is 'As EN 16931 names it; null while it is not determined.';
comment on column sales.pub_sales_order_line.tax_reason is 'The ground of the category; null while it is not determined.';
comment on column sales.pub_sales_order_line.taxes is 'Its taxes: of each jurisdiction, kind, rate and amounts.';
comment on column sales.pub_sales_order_line.net is 'What was ordered, net of all discounts.';
comment on column sales.pub_sales_order_line.tax is 'The tax of that.';
comment on column sales.pub_sales_order_line.total is 'Both together.';

create view sales.pub_subscription (
  company_id /* uuid */,
  id /* uuid */,
  account_id /* uuid */,
  contact_id /* uuid */,
  currency /* text */,
  sales_order_id /* uuid */,
  start_date /* date */
) with (security_invoker=true) as
 SELECT company_id,
    id,
    account_id,
    contact_id,
    currency,
    sales_order_id,
    start_date
   FROM sales.subscription t;
grant select on table sales.pub_subscription to quittance_app;
comment on view sales.pub_subscription is 'What an account is subscribed to.';
comment on column sales.pub_subscription.company_id is 'The company.';
comment on column sales.pub_subscription.id is 'The subscription.';
comment on column sales.pub_subscription.account_id is 'Who is billed for it.';
comment on column sales.pub_subscription.contact_id is 'Who of the account it is agreed with; null where nobody said.';
comment on column sales.pub_subscription.currency is 'The code of the currency of its prices.';
comment on column sales.pub_subscription.sales_order_id is 'The order it was made of; null of one that a person wrote.';
comment on column sales.pub_subscription.start_date is 'Its first day.';

CREATE OR REPLACE FUNCTION sales.door_receipt(wanted_hash text)
 RETURNS TABLE(company_id uuid, quote_id uuid)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
       #variable_conflict use_column
       begin perform pg_catalog.set_config('app.every_company', 'on', true); return query select a.company_id, a.quote_id from sales.quote_acceptance a
          where a.receipt_hash = wanted_hash limit 1; end $function$;
revoke all on function sales.door_receipt(wanted_hash text) from public;
grant execute on function sales.door_receipt(wanted_hash text) to quittance_app;

create schema storefront;
grant usage on schema storefront to quittance_app;

create table storefront.cart (
  company_id uuid not null,
  id uuid not null,
  portal_user_id uuid not null,
  account_id uuid not null,
  version integer not null default 1,
  po_number text,
  requested_delivery_date date,
  notes text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  delivery_address_id uuid,
  delivery_address jsonb,
  constraint cart_pkey PRIMARY KEY (company_id, id),
  constraint cart_owner_key UNIQUE (company_id, portal_user_id, account_id),
  constraint cart_delivery_check CHECK (((delivery_address IS NULL) OR (delivery_address_id IS NULL))),
  constraint cart_account_fk FOREIGN KEY (company_id, account_id) REFERENCES crm.account(company_id, id),
  constraint cart_delivery_address_fk FOREIGN KEY (company_id, delivery_address_id) REFERENCES portal.address(company_id, id),
  constraint cart_portal_user_fk FOREIGN KEY (company_id, portal_user_id) REFERENCES portal.portal_user(company_id, id)
);
alter table storefront.cart enable row level security;
alter table storefront.cart force row level security;
create policy company on storefront.cart for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on storefront.cart for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX cart_account_index ON storefront.cart USING btree (company_id, account_id);
CREATE INDEX cart_delivery_address_index ON storefront.cart USING btree (company_id, delivery_address_id) WHERE (delivery_address_id IS NOT NULL);
grant delete, insert, select, update on table storefront.cart to quittance_app;

create table storefront.cart_line (
  company_id uuid not null,
  cart_id uuid not null,
  id uuid not null,
  "position" integer not null,
  product_id uuid not null,
  quantity numeric(18,6) not null,
  note text,
  deliver_on date,
  shown_price numeric(18,6),
  shown_currency text,
  constraint cart_line_pkey PRIMARY KEY (company_id, cart_id, id),
  constraint cart_line_position_key UNIQUE (company_id, cart_id, "position"),
  constraint cart_line_quantity_check CHECK ((quantity > (0)::numeric)),
  constraint cart_line_shown_check CHECK (((shown_price IS NULL) OR (shown_currency IS NOT NULL))),
  constraint cart_line_cart_fk FOREIGN KEY (company_id, cart_id) REFERENCES storefront.cart(company_id, id) ON DELETE CASCADE,
  constraint cart_line_product_fk FOREIGN KEY (company_id, product_id) REFERENCES catalog.product(company_id, id)
);
alter table storefront.cart_line enable row level security;
alter table storefront.cart_line force row level security;
create policy company on storefront.cart_line for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on storefront.cart_line for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX cart_line_product_index ON storefront.cart_line USING btree (company_id, product_id);
grant delete, insert, select, update on table storefront.cart_line to quittance_app;

create table storefront.cart_order (
  company_id uuid not null,
  cart_id uuid not null,
  version integer not null,
  order_id uuid not null,
  outcome text not null,
  approval_id uuid,
  price_dropped bigint,
  ordered_at timestamp with time zone not null,
  constraint cart_order_pkey PRIMARY KEY (company_id, cart_id, version),
  constraint cart_order_order_key UNIQUE (company_id, order_id),
  constraint cart_order_dropped_check CHECK ((price_dropped > 0)),
  constraint cart_order_outcome_check CHECK ((outcome = ANY (ARRAY['placed'::text, 'awaiting_approval'::text, 'awaiting_credit'::text]))),
  constraint cart_order_approval_fk FOREIGN KEY (company_id, approval_id) REFERENCES portal.approval(company_id, id) DEFERRABLE INITIALLY DEFERRED,
  constraint cart_order_cart_fk FOREIGN KEY (company_id, cart_id) REFERENCES storefront.cart(company_id, id),
  constraint cart_order_order_fk FOREIGN KEY (company_id, order_id) REFERENCES sales.sales_order(company_id, id)
);
alter table storefront.cart_order enable row level security;
alter table storefront.cart_order force row level security;
create policy company on storefront.cart_order for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on storefront.cart_order for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant insert, select on table storefront.cart_order to quittance_app;

create table storefront.favourite_item (
  company_id uuid not null,
  list_id uuid not null,
  product_id uuid not null,
  quantity numeric(18,6) not null,
  added_at timestamp with time zone not null,
  constraint favourite_item_pkey PRIMARY KEY (company_id, list_id, product_id),
  constraint favourite_item_quantity_check CHECK ((quantity > (0)::numeric)),
  constraint favourite_item_list_fk FOREIGN KEY (company_id, list_id) REFERENCES storefront.favourite_list(company_id, id) ON DELETE CASCADE,
  constraint favourite_item_product_fk FOREIGN KEY (company_id, product_id) REFERENCES catalog.product(company_id, id)
);
alter table storefront.favourite_item enable row level security;
alter table storefront.favourite_item force row level security;
create policy company on storefront.favourite_item for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on storefront.favourite_item for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX favourite_item_product_index ON storefront.favourite_item USING btree (company_id, product_id);
grant delete, insert, select, update on table storefront.favourite_item to quittance_app;

create table storefront.favourite_list (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  portal_user_id uuid not null,
  account_id uuid not null,
  name text not null,
  shared boolean not null default false,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint favourite_list_pkey PRIMARY KEY (company_id, id),
  constraint favourite_list_account_fk FOREIGN KEY (company_id, account_id) REFERENCES crm.account(company_id, id),
  constraint favourite_list_portal_user_fk FOREIGN KEY (company_id, portal_user_id) REFERENCES portal.portal_user(company_id, id)
);
alter table storefront.favourite_list enable row level security;
alter table storefront.favourite_list force row level security;
create policy company on storefront.favourite_list for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on storefront.favourite_list for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX favourite_list_account_index ON storefront.favourite_list USING btree (company_id, account_id);
CREATE INDEX favourite_list_shared_index ON storefront.favourite_list USING btree (company_id, account_id) WHERE shared;
CREATE INDEX favourite_list_user_index ON storefront.favourite_list USING btree (company_id, portal_user_id, name, id);
grant delete, insert, select, update on table storefront.favourite_list to quittance_app;

create schema tax;
grant usage on schema tax to quittance_app;

create table tax.code (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  code text not null,
  name text not null,
  description text,
  kind text,
  is_default boolean not null default false,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  tax_class text,
  constraint code_pkey PRIMARY KEY (company_id, id),
  constraint code_code_key UNIQUE (company_id, code),
  constraint code_kind_check CHECK ((kind = ANY (ARRAY['goods'::text, 'services'::text, 'digital'::text, 'intangible_services'::text, 'event'::text, 'virtual_event'::text, 'immovable'::text, 'restaurant'::text, 'passenger_transport'::text, 'goods_transport'::text, 'vehicle_hire'::text, 'intermediary'::text]))),
  constraint code_tax_class_check CHECK ((tax_class = ANY (ARRAY['exempt'::text, 'exempt_hospital'::text, 'exempt_medical'::text, 'exempt_education'::text, 'exempt_sport'::text, 'exempt_culture'::text, 'exempt_insurance'::text, 'exempt_credit'::text, 'exempt_payments'::text, 'exempt_letting'::text, 'domestic_reverse_charge'::text, 'margin_second_hand'::text, 'margin_art'::text, 'margin_antiques'::text, 'margin_travel'::text, 'out_of_scope'::text])))
);
alter table tax.code enable row level security;
alter table tax.code force row level security;
create policy company on tax.code for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on tax.code for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE UNIQUE INDEX code_default_key ON tax.code USING btree (company_id) WHERE is_default;
grant delete, insert, select, update on table tax.code to quittance_app;

create table tax.connector (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  provider text not null,
  active boolean not null,
  credentials jsonb not null,
  settings jsonb not null default '{}'::jsonb,
  failing_since timestamp with time zone,
  last_error text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint connector_pkey PRIMARY KEY (company_id, id),
  constraint connector_failing_check CHECK (((failing_since IS NULL) = (last_error IS NULL)))
);
alter table tax.connector enable row level security;
alter table tax.connector force row level security;
create policy company on tax.connector for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on tax.connector for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE UNIQUE INDEX connector_active_key ON tax.connector USING btree (company_id) WHERE active;
CREATE UNIQUE INDEX connector_provider_key ON tax.connector USING btree (company_id, provider);
grant delete, insert, select, update on table tax.connector to quittance_app;

create table tax.exemption (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  account_id uuid not null,
  certificate text not null,
  reason text,
  jurisdiction_ids jsonb not null default '[]'::jsonb,
  valid_from date not null,
  valid_to date,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  kind text not null default 'other'::text,
  constraint exemption_pkey PRIMARY KEY (company_id, id),
  constraint exemption_kind_check CHECK ((kind = ANY (ARRAY['other'::text, 'resale'::text, 'diplomatic'::text, 'union_body'::text, 'international_organisation'::text, 'armed_forces'::text, 'first_nations'::text]))),
  constraint exemption_valid_check CHECK ((valid_to >= valid_from)),
  constraint exemption_account_fk FOREIGN KEY (company_id, account_id) REFERENCES crm.account(company_id, id)
);
alter table tax.exemption enable row level security;
alter table tax.exemption force row level security;
create policy company on tax.exemption for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on tax.exemption for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX exemption_account_index ON tax.exemption USING btree (company_id, account_id);
grant delete, insert, select, update on table tax.exemption to quittance_app;

create table tax.jurisdiction (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  parent_id uuid,
  level text not null,
  code text not null,
  name text not null,
  postal_patterns jsonb not null default '[]'::jsonb,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint jurisdiction_pkey PRIMARY KEY (company_id, id),
  constraint jurisdiction_code_key UNIQUE NULLS NOT DISTINCT (company_id, parent_id, level, code),
  constraint jurisdiction_level_check CHECK ((level = ANY (ARRAY['country'::text, 'state'::text, 'county'::text, 'city'::text]))),
  constraint jurisdiction_parent_check CHECK (((level = 'country'::text) = (parent_id IS NULL))),
  constraint jurisdiction_parent_fk FOREIGN KEY (company_id, parent_id) REFERENCES tax.jurisdiction(company_id, id)
);
alter table tax.jurisdiction enable row level security;
alter table tax.jurisdiction force row level security;
create policy company on tax.jurisdiction for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on tax.jurisdiction for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant delete, insert, select, update on table tax.jurisdiction to quittance_app;

create table tax.rate (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  jurisdiction_id uuid not null,
  tax_code text not null,
  kind text not null,
  rate numeric(9,6) not null,
  compound boolean not null default false,
  priority integer not null default 0,
  valid_from date not null,
  valid_to date,
  source text,
  source_date date,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint rate_pkey PRIMARY KEY (company_id, id),
  constraint rate_kind_check CHECK ((kind = ANY (ARRAY['vat'::text, 'gst_cgst'::text, 'gst_sgst'::text, 'gst_igst'::text, 'sales'::text, 'zero'::text, 'exempt'::text, 'reverse_charge'::text]))),
  constraint rate_rate_check CHECK ((((rate >= (0)::numeric) AND (rate <= (100)::numeric)) AND ((rate = (0)::numeric) OR (kind <> ALL (ARRAY['zero'::text, 'exempt'::text, 'reverse_charge'::text]))))),
  constraint rate_valid_check CHECK ((valid_to >= valid_from)),
  constraint rate_code_fk FOREIGN KEY (company_id, tax_code) REFERENCES tax.code(company_id, code),
  constraint rate_jurisdiction_fk FOREIGN KEY (company_id, jurisdiction_id) REFERENCES tax.jurisdiction(company_id, id)
);
alter table tax.rate enable row level security;
alter table tax.rate force row level security;
create policy company on tax.rate for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on tax.rate for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX rate_code_index ON tax.rate USING btree (company_id, tax_code);
CREATE INDEX rate_jurisdiction_index ON tax.rate USING btree (company_id, jurisdiction_id, tax_code, valid_from);
grant delete, insert, select, update on table tax.rate to quittance_app;

create table tax.rate_book (
  company_id uuid not null,
  revision uuid not null,
  constraint rate_book_pkey PRIMARY KEY (company_id)
);
alter table tax.rate_book enable row level security;
alter table tax.rate_book force row level security;
create policy company on tax.rate_book for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on tax.rate_book for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
grant delete, insert, select, update on table tax.rate_book to quittance_app;

create table tax.transaction (
  company_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  invoice_id uuid not null,
  invoice_number text not null,
  credit_note_id uuid,
  credit_note_number text,
  provider text not null,
  operation text not null,
  state text not null,
  invoice_void boolean not null default false,
  currency text not null,
  net bigint not null,
  tax bigint not null,
  total bigint not null,
  fallback boolean not null default false,
  document jsonb,
  provider_reference text,
  last_error text,
  attempts integer not null default 0,
  sweeps integer not null default 0,
  next_sweep_at timestamp with time zone,
  busy_until timestamp with time zone,
  committed_at timestamp with time zone,
  voided_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint transaction_pkey PRIMARY KEY (company_id, id),
  constraint transaction_credit_note_check CHECK (((credit_note_id IS NULL) = (credit_note_number IS NULL))),
  constraint transaction_document_check CHECK (((provider = 'built_in'::text) = (document IS NULL))),
  constraint transaction_operation_check CHECK ((operation = ANY (ARRAY['commit'::text, 'void'::text]))),
  constraint transaction_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'committed'::text, 'voided'::text, 'failed'::text]))),
  constraint transaction_total_check CHECK ((total = (net + tax))),
  constraint transaction_credit_note_fk FOREIGN KEY (company_id, credit_note_id) REFERENCES receivables.credit_note(company_id, id) DEFERRABLE INITIALLY DEFERRED,
  constraint transaction_invoice_fk FOREIGN KEY (company_id, invoice_id) REFERENCES receivables.invoice(company_id, id)
);
alter table tax.transaction enable row level security;
alter table tax.transaction force row level security;
create policy company on tax.transaction for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on tax.transaction for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX transaction_created_index ON tax.transaction USING btree (company_id, created_at, id);
CREATE UNIQUE INDEX transaction_credit_note_key ON tax.transaction USING btree (company_id, credit_note_id) WHERE (credit_note_id IS NOT NULL);
CREATE UNIQUE INDEX transaction_invoice_key ON tax.transaction USING btree (company_id, invoice_id) WHERE (credit_note_id IS NULL);
CREATE INDEX transaction_sweep_index ON tax.transaction USING btree (company_id, next_sweep_at) WHERE (next_sweep_at IS NOT NULL);
grant delete, insert, select, update on table tax.transaction to quittance_app;

create view tax.pub_transaction (
  company_id /* uuid */,
  invoice_id /* uuid */,
  credit_note_id /* uuid */,
  state /* text */,
  operation /* text */,
  invoice_void /* boolean */,
  currency /* text */,
  net /* bigint */,
  tax /* bigint */,
  total /* bigint */
) with (security_invoker=true) as
 SELECT company_id,
    invoice_id,
    credit_note_id,
    state,
    operation,
    invoice_void,
    currency,
    net,
    tax,
    total
   FROM tax.transaction t;
grant select on table tax.pub_transaction to quittance_app;
comment on view tax.pub_transaction is 'The tax of an invoice or credit note as it is recorded, with a provider of taxes or here.';
comment on column tax.pub_transaction.company_id is 'The company.';
comment on column tax.pub_transaction.invoice_id is 'The invoice, or the one that the credit note corrects.';
comment on column tax.pub_transaction.credit_note_id is 'The credit note; null where it is the tax of the invoice itself.';
comment on column tax.pub_transaction.state is 'pending, committed, voided or failed: how far it has come.';
comment on column tax.pub_transaction.operation is 'commit where it is to be recorded, void where that is to be taken back.';
comment on column tax.pub_transaction.invoice_void is 'Whether the document is void.';
comment on column tax.pub_transaction.currency is 'The code of the currency of its amounts.';
comment on column tax.pub_transaction.net is 'The amount that is taxed, in minor units.';
comment on column tax.pub_transaction.tax is 'The tax, in minor units.';
comment on column tax.pub_transaction.total is 'Both, in minor units.';

CREATE OR REPLACE FUNCTION tax.door_companies_with_transactions_to_sweep(at timestamp with time zone)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select pg_catalog.set_config('app.every_company', 'on', true); select distinct company_id from tax.transaction where next_sweep_at <= at $function$;
revoke all on function tax.door_companies_with_transactions_to_sweep(at timestamp with time zone) from public;
grant execute on function tax.door_companies_with_transactions_to_sweep(at timestamp with time zone) to quittance_app;

create schema webhooks;
grant usage on schema webhooks to quittance_app;

create table webhooks.attempt (
  company_id uuid not null,
  id uuid not null,
  message_id uuid not null,
  number integer not null,
  attempted_at timestamp with time zone not null,
  duration_ms integer not null,
  status_code integer,
  error text,
  answer text not null,
  constraint attempt_pkey PRIMARY KEY (company_id, id),
  constraint attempt_message_fk FOREIGN KEY (company_id, message_id) REFERENCES webhooks.message(company_id, id) ON DELETE CASCADE
);
alter table webhooks.attempt enable row level security;
alter table webhooks.attempt force row level security;
create policy company on webhooks.attempt for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on webhooks.attempt for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX attempt_message_index ON webhooks.attempt USING btree (company_id, message_id, attempted_at);
grant insert, select on table webhooks.attempt to quittance_app;

create table webhooks.endpoint (
  company_id uuid not null,
  id uuid not null,
  version integer not null,
  slot integer not null,
  url text not null,
  description text,
  types jsonb not null,
  active boolean not null,
  secret jsonb not null,
  previous_secret jsonb,
  previous_secret_until timestamp with time zone,
  disabled_reason text,
  failing_since timestamp with time zone,
  failures integer not null default 0,
  in_flight_limit integer not null default 5,
  served_at timestamp with time zone,
  paused_until timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint endpoint_pkey PRIMARY KEY (company_id, id),
  constraint endpoint_disabled_check CHECK ((active = (disabled_reason IS NULL))),
  constraint endpoint_reason_check CHECK ((disabled_reason = ANY (ARRAY['manual'::text, 'gone'::text, 'failing'::text]))),
  constraint endpoint_slot_check CHECK (((slot >= 1) AND (slot <= 10))),
  constraint endpoint_types_check CHECK ((jsonb_typeof(types) = 'array'::text))
);
alter table webhooks.endpoint enable row level security;
alter table webhooks.endpoint force row level security;
create policy company on webhooks.endpoint for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on webhooks.endpoint for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX endpoint_created_index ON webhooks.endpoint USING btree (company_id, created_at, id);
CREATE UNIQUE INDEX endpoint_slot_key ON webhooks.endpoint USING btree (company_id, slot);
grant delete, insert, select, update on table webhooks.endpoint to quittance_app;

create table webhooks.message (
  company_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  event_id uuid,
  type text not null,
  object text,
  record_id text,
  bulk boolean not null default false,
  body text not null,
  occurred_at timestamp with time zone not null,
  status text not null default 'pending'::text,
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone,
  leased_until timestamp with time zone,
  status_code integer,
  error text,
  delivered_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint message_pkey PRIMARY KEY (company_id, id),
  constraint message_delivered_check CHECK (((status = 'delivered'::text) = (delivered_at IS NOT NULL))),
  constraint message_next_check CHECK (((status = 'pending'::text) = (next_attempt_at IS NOT NULL))),
  constraint message_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text]))),
  constraint message_endpoint_fk FOREIGN KEY (company_id, endpoint_id) REFERENCES webhooks.endpoint(company_id, id) ON DELETE CASCADE
);
alter table webhooks.message enable row level security;
alter table webhooks.message force row level security;
create policy company on webhooks.message for all to public
  using ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")))
  with check ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));
create policy owner on webhooks.message for all to current_user
  using ((NULLIF(current_setting('app.every_company'::text, true), ''::text) IS NOT NULL));
CREATE INDEX message_created_index ON webhooks.message USING btree (company_id, endpoint_id, created_at, id);
CREATE UNIQUE INDEX message_event_key ON webhooks.message USING btree (company_id, endpoint_id, event_id) WHERE (event_id IS NOT NULL);
CREATE INDEX message_failed_index ON webhooks.message USING btree (company_id, endpoint_id, created_at) WHERE (status = 'failed'::text);
CREATE INDEX message_in_flight_index ON webhooks.message USING btree (company_id, endpoint_id, leased_until) WHERE ((status = 'pending'::text) AND (leased_until IS NOT NULL));
CREATE INDEX message_lane_index ON webhooks.message USING btree (company_id, endpoint_id, bulk, next_attempt_at, id) WHERE ((status = 'pending'::text) AND (leased_until IS NULL));
CREATE INDEX message_old_index ON webhooks.message USING btree (company_id, created_at);
CREATE INDEX message_record_index ON webhooks.message USING btree (company_id, record_id, endpoint_id) WHERE ((status = 'pending'::text) AND (record_id IS NOT NULL));
grant delete, insert, select, update on table webhooks.message to quittance_app;

CREATE OR REPLACE FUNCTION webhooks.door_backlog(most integer, at timestamp with time zone)
 RETURNS TABLE(kind text, waiting bigint, oldest timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select pg_catalog.set_config('app.every_company', 'on', true); with recursive waiting as (
  (select company_id from webhooks.message where status = 'pending' and leased_until is null order by company_id limit 1)
  union all
  select (select m.company_id from webhooks.message m
          where status = 'pending' and leased_until is null and m.company_id > w.company_id order by m.company_id limit 1)
  from waiting w where w.company_id is not null), failed as (
  (select company_id from webhooks.message where status = 'failed' order by company_id limit 1)
  union all
  select (select m.company_id from webhooks.message m
          where status = 'failed' and m.company_id > w.company_id order by m.company_id limit 1)
  from failed w where w.company_id is not null), lane as (
         select case when not (e.failing_since is null and (e.paused_until is null or e.paused_until <= at)
  and e.in_flight_limit >= 5) then 'held' when l.bulk then 'bulk' else 'fresh' end as kind,
           c.waiting, o.since
         from webhooks.endpoint e cross join (values (false), (true)) as l(bulk)
         cross join lateral (select count(*) as waiting from (
           select 1 from webhooks.message m where m.company_id = e.company_id and m.endpoint_id = e.id and m.bulk = l.bulk
    and m.status = 'pending' and m.leased_until is null and m.next_attempt_at <= at limit most) m) c
         left join lateral (select m.next_attempt_at as since from webhooks.message m where m.company_id = e.company_id and m.endpoint_id = e.id and m.bulk = l.bulk
    and m.status = 'pending' and m.leased_until is null and m.next_attempt_at <= at
           order by m.next_attempt_at limit 1) o on true
         where e.active
           and e.company_id in (select w.company_id from waiting w where w.company_id is not null))
       select k.kind, coalesce(sum(l.waiting), 0)::bigint, min(l.since)
       from (values ('fresh'), ('bulk'), ('held')) as k(kind) left join lane l on l.kind = k.kind
       group by k.kind
       union all
       select 'failed', coalesce(sum(c.waiting), 0)::bigint, null
       from failed f cross join lateral (select count(*) as waiting from (
         select 1 from webhooks.message m
         where m.company_id = f.company_id and m.status = 'failed' limit most) m) c
       where f.company_id is not null $function$;
revoke all on function webhooks.door_backlog(most integer, at timestamp with time zone) from public;
grant execute on function webhooks.door_backlog(most integer, at timestamp with time zone) to quittance_app;

CREATE OR REPLACE FUNCTION webhooks.door_companies_with_due_messages(at timestamp with time zone)
 RETURNS TABLE(company_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select pg_catalog.set_config('app.every_company', 'on', true); with recursive waiting as (
  (select company_id from webhooks.message where status = 'pending' and leased_until is null order by company_id limit 1)
  union all
  select (select m.company_id from webhooks.message m
          where status = 'pending' and leased_until is null and m.company_id > w.company_id order by m.company_id limit 1)
  from waiting w where w.company_id is not null), under_way as (
  (select company_id from webhooks.message where status = 'pending' and leased_until is not null order by company_id limit 1)
  union all
  select (select m.company_id from webhooks.message m
          where status = 'pending' and leased_until is not null and m.company_id > w.company_id order by m.company_id limit 1)
  from under_way w where w.company_id is not null)
       select e.company_id from webhooks.endpoint e
       where e.company_id in (select w.company_id from waiting w where w.company_id is not null
           union select u.company_id from under_way u where u.company_id is not null)
         and e.active and (e.paused_until is null or e.paused_until <= at)
         and (exists (select 1 from webhooks.message m
  where m.company_id = e.company_id and m.endpoint_id = e.id and m.bulk = false
    and m.status = 'pending' and m.leased_until is null and m.next_attempt_at <= at) or exists (select 1 from webhooks.message m
  where m.company_id = e.company_id and m.endpoint_id = e.id and m.bulk = true
    and m.status = 'pending' and m.leased_until is null and m.next_attempt_at <= at) or exists (select 1 from webhooks.message m
  where m.company_id = e.company_id and m.endpoint_id = e.id and m.status = 'pending'
    and m.leased_until <= at))
       group by e.company_id $function$;
revoke all on function webhooks.door_companies_with_due_messages(at timestamp with time zone) from public;
grant execute on function webhooks.door_companies_with_due_messages(at timestamp with time zone) to quittance_app;
