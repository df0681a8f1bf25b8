import type { viewsOf } from '@quittance/database/host';
import { saysOf } from '@quittance/database/host';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type View = ReturnType<typeof viewsOf>[number];

const HEAD = `# Published views

What a lib shows others of its tables. SQL of a lib names the tables of its own schema and these,
and locks none of these: whoever needs a row held asks a function of the lib it belongs to
([0143](decisions/0143-published-views.md)). Each view shows all rows of one table, to each company
its own; amounts are minor units. This page is generated from the migrations by
\`npm run docs:generate\`.
`;

/** The page: a heading per view, by name, with its columns and who reads it. */
export function publishedViewsPage(views: readonly View[], root: string): string {
  const texts = sourcesOf(root);
  const sections = views.map(({ name, says, columns }) => {
    const rows = Object.entries(columns).map(([column, value]) => {
      return `| \`${column}\` | ${saysOf(value)} |`;
    });
    const readers = readersOf(name, texts).join(', ');
    const table = ['| column | says |', '| --- | --- |', ...rows].join('\n');
    return `## \`${name}\`\n\n${says} Read by ${readers}.\n\n${table}\n`;
  });
  return [HEAD, ...sections].join('\n');
}

interface Text {
  /** `libs/reporting`, `apps/cli`. */
  readonly home: string;
  readonly text: string;
}

/** The libs and apps beside its own that name a view. */
function readersOf(view: string, texts: readonly Text[]): string[] {
  const named = new RegExp(`\\b${view.replace('.', '\\.')}\\b`);
  const own = `libs/${view.split('.')[0]}`;
  const homes = texts.filter(({ home, text }) => home !== own && named.test(text));
  return [...new Set(homes.map(({ home }) => home.replace('libs/', '')))].sort();
}

/** The sources of libs and apps without their tests. */
function sourcesOf(root: string): Text[] {
  return ['libs', 'apps'].flatMap((kind) =>
    readdirSync(join(root, kind)).flatMap((home) =>
      files(join(root, kind, home, 'src')).map((path) => ({
        home: `${kind}/${home}`,
        text: readFileSync(path, 'utf8'),
      })),
    ),
  );
}

function files(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !/spec\.ts$|(^|[\\/])testing[\\/]/.test(path))
      .map((path) => join(folder, path));
  } catch (error) {
    // A folder of adapters has no sources of its own.
    if ((error as { code?: string }).code === 'ENOENT') return [];
    throw error;
  }
}
