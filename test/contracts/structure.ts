import type { Client } from 'pg';
import { NOT_DESCRIBED, STRUCTURE } from './structure.sql.js';

/** What the file is written with, so that it is the same from everybody. */
export const OLDEST_WRITER = 16;

/** Where the schema is kept for review. */
export const STRUCTURE_FILE = 'docs/contracts/structure.sql';

const HEAD = `-- The schema as all migrations leave it, for reading a change of it in review; the
-- migrations make it. Indexes and columns that a company's own fields get while it works are no
-- part of it, and what is made for a cluster is not either. Generated from a migrated database by
-- \`npm run docs:generate\`.
`;

/**
 * The schema of a migrated database, whoever owns it.
 * @throws Error naming what it has no words for: a kind of object that no migration has made so far
 */
export async function structureOf(owner: Client): Promise<string> {
  const unknown = await owner.query<{ what: string }>(NOT_DESCRIBED);
  if (unknown.rows.length > 0) {
    const named = unknown.rows.map(({ what }) => what).join(', ');
    throw new Error(`test/contracts/structure.sql.ts does not describe ${named}`);
  }
  // Names come with their schema, wherever the login would look for them first.
  await owner.query(`set search_path = ''`);
  const { rows } = await owner.query<{ text: string }>(STRUCTURE);
  await owner.query('reset search_path');
  const blankEnds = /[ \t]+$/gm;
  return [HEAD, ...rows.map(({ text }) => `${text.replace(blankEnds, '')}\n`)].join('\n');
}

const VIEW_BODY = /^create view [^;]*;/gm;
const PREFIX = /\b\w+\.(?=\w)/g;

/**
 * A schema as it can be compared between versions of PostgreSQL: from 16 on the columns of a view
 * on one table are told without the table, so in views no name counts before a point.
 */
export function comparable(structure: string): string {
  return structure.replace(VIEW_BODY, (view) => view.replace(PREFIX, ''));
}
