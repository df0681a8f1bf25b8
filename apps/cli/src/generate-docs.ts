import { envExample } from '@quittance/config/host';
import { viewsOf } from '@quittance/database/host';
import { problemCatalogue } from '@quittance/kernel/host';
// Has no tables, and problem codes of its own.
import '@quittance/reporting/host';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
// Whoever assembles the schema loads every lib, and with it every problem code.
import { allMigrations } from './assembly.js';
import { eventsPage } from './events-page.js';
import { problemsPage } from './problems-page.js';
import { publishedViewsPage } from './published-views-page.js';

const DOCS = join(process.cwd(), 'docs');

function main(): void {
  const problems = problemCatalogue();
  if (allMigrations.length === 0) throw new Error('No lib is loaded');
  mkdirSync(DOCS, { recursive: true });
  writeFileSync(join(DOCS, 'problems.md'), problemsPage(problems));
  writeFileSync(join(DOCS, 'events.md'), eventsPage());
  const views = viewsOf(allMigrations);
  writeFileSync(join(DOCS, 'published-views.md'), publishedViewsPage(views, process.cwd()));
  writeFileSync('.env.example', envExample());
  console.log(
    `docs/problems.md: ${problems.length} problem codes; docs/published-views.md: ` +
      `${views.length} views`,
  );
}

main();
