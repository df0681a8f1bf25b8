import { onCitus } from '@quittance/database/host';
import { recordingRunner } from '../../../test/support/recording-runner';
import { allMigrations } from './assembly.js';

let sent: string[];

/** Every statement of every migration, in order, as a cluster is sent them. */
beforeAll(async () => {
  const { runner, sent: statements } = recordingRunner(true);
  for (const Each of allMigrations.map(onCitus)) await new Each().up(runner);
  sent = statements;
});

const first = (beginning: string): number => sent.findIndex((text) => text.startsWith(beginning));

function matches(pattern: RegExp): string[][] {
  return sent.flatMap((text) => {
    const found = pattern.exec(text);
    return found ? [[...found].slice(1)] : [];
  });
}

test('a table of companies is made, distributed, and then given its policy and references', () => {
  const tables = matches(/^create table (\S+) \(company_id uuid not null/).flat();
  expect(tables.length).toBeGreaterThan(80);
  const wrong = tables.filter((table) => {
    const made = first(`create table ${table} (`);
    const spread = first(`select create_distributed_table('${table}', 'company_id')`);
    const policy = first(`create policy company on ${table} `);
    const reference = sent.findIndex(
      (text) => text.startsWith(`alter table ${table} add`) && text.includes('foreign key'),
    );
    return !(made < spread && spread < policy && (reference < 0 || spread < reference));
  });
  expect(wrong).toEqual([]);
});

test('no policy of a distributed table has a sub-select', () => {
  const policies = matches(/^create policy \S+ on (\S+) (.*)/);
  const nested = policies.filter(([, text]) => text?.includes('(select')).map(([table]) => table);
  expect(policies.length).toBeGreaterThan(80);
  expect(nested).toEqual([]);
});

test('no policy is restrictive: on the shards it would let in what it was to keep out', () => {
  const policies = sent.filter((text) => text.startsWith('create policy '));
  expect(policies.filter((text) => /\bas restrictive\b/i.test(text))).toEqual([]);
});

test('a constraint is added by a statement of its own', () => {
  const alters = sent.filter((text) => /^alter table \S+ .*add constraint/.test(text));
  expect(alters.length).toBeGreaterThan(50);
  const commands = (text: string) => text.match(/\b(add|drop|alter) (constraint|column)\b/g) ?? [];
  expect(alters.filter((text) => commands(text).length > 1)).toEqual([]);
});

test('no door recurses, and none is a function in SQL with parameters', () => {
  const bodies = new Map(
    matches(/^create (?:or replace )?function (\S+\.door_[^(]*)(\(.*)/) as [string, string][],
  );
  expect(bodies.size).toBeGreaterThan(15);
  const refused = [...bodies].filter(
    ([, text]) => text.includes('with recursive') || text.includes('language sql stable'),
  );
  expect(refused.map(([door]) => door)).toEqual([]);
});
