import { allMigrations } from './assembly';
import { migrationNumbers } from './schema-state';

test('the files of migrations are those that run, each once', () => {
  const run = allMigrations.map(({ name }) => name.slice(-13)).sort();
  expect(migrationNumbers().sort()).toEqual(run);
  expect(new Set(run).size).toBe(run.length);
});
