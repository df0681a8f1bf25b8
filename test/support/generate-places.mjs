import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { iso31661, iso31662 } from 'iso-3166';
import { format } from 'oxfmt';

// Writes the countries and subdivisions of the installed package iso-3166
// into our data. The names of countries that people use are ours and stay;
// a new country has that of the standard until somebody gives it one.
const root = join(import.meta.dirname, '../..');
const { version, license } = createRequire(import.meta.url)('iso-3166/package.json');
const [day] = process.argv.slice(2);
if (!/^\d{4}-\d\d-\d\d$/.test(day ?? '')) throw new Error('Say the day of the package: YYYY-MM-DD');

const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

async function write(path, content) {
  const file = join(root, path);
  const { code } = await format(file, JSON.stringify(content), read('.oxfmtrc.json'));
  writeFileSync(file, code);
}

/** Apostrophes as they are typed. */
const plain = (name) => name.replaceAll('’', "'");
const byCode = (a, b) => (a < b ? -1 : 1);
const from = `from the package iso-3166 ${version} (${license})`;

const COUNTRIES = 'libs/registrations/src/iso-3166-1.json';
const known = read(COUNTRIES).countries;
const countries = iso31661.map(({ alpha2, name }) => {
  const used = known[alpha2]?.name ?? plain(name);
  return [alpha2, used === name ? { name } : { name: used, standardName: name }];
});
countries.sort(([a], [b]) => byCode(a, b));
const source = `ISO 3166-1 ${from}; names in use after Unicode CLDR 48`;
await write(COUNTRIES, { source, date: day, countries: Object.fromEntries(countries) });

const subdivisions = iso31662.map(({ code, name }) => [code, plain(name)]);
subdivisions.sort(([a], [b]) => byCode(a, b));
await write('libs/masters/src/seed/iso-3166-2.json', {
  source: `ISO 3166-2 ${from}`,
  date: day,
  subdivisions: Object.fromEntries(subdivisions),
});
