import { homeOf, type Source } from './sources';

/** The levels of the house: a lib imports lower ones, and of its own only what is listed below. */
const LEVELS: readonly (readonly string[])[] = [
  ['kernel', 'contracts', 'formula', 'threads', 'watchdog'],
  ['config', 'database', 'outbox'],
  [
    'company',
    'identity',
    'access',
    'audit',
    'numbering',
    'masters',
    'objects',
    'customization',
    'rules',
    'notifications',
    'documents',
    'webhooks',
  ],
  ['crm', 'catalog', 'tax'],
  ['credit'],
  ['sales'],
  ['billing'],
  ['gateway', 'dunning'],
  ['purchasing', 'portal', 'reporting'],
  ['http', 'providers'],
];
const APPS = LEVELS.length;
const OUTER = APPS - 1;

/** Whoever changes something writes the audit log, which knows nobody in return. */
const AUDITED = [
  'company',
  'identity',
  'access',
  'numbering',
  'masters',
  'objects',
  'customization',
  'rules',
  'notifications',
  'webhooks',
];

const SAME_LEVEL = new Set([
  ...AUDITED.map((lib) => `${lib}>audit`),
  'contracts>kernel',
  'formula>kernel',
  'watchdog>kernel',
  'outbox>database',
  'access>company',
  'access>identity',
  'identity>company',
  'numbering>company',
  'masters>company',
  'objects>company',
  'objects>masters',
  'objects>numbering',
  'customization>access',
  'customization>company',
  'customization>masters',
  'customization>numbering',
  'customization>objects',
  'rules>access',
  'rules>company',
  'rules>notifications',
  'rules>objects',
  'rules>webhooks',
  'webhooks>access',
  'notifications>company',
  'documents>company',
  // A product names the tax code of its lines.
  'catalog>tax',
  'dunning>gateway',
]);

/** Provider adapters know the kernel and the one lib whose port they implement. */
const PORT_OF: Readonly<Record<string, string>> = { payment: 'gateway', tax: 'tax' };

/** `billing` of `libs/billing`, `providers` of any adapter. */
function nameOf(home: string): string {
  return home.split('/')[1] ?? '';
}

export function levelOf(home: string): number {
  if (home.startsWith('apps/')) return APPS;
  const level = LEVELS.findIndex((names) => names.includes(nameOf(home)));
  if (level < 0) throw new Error(`${home} has no level: see test/architecture/levels.ts`);
  return level;
}

function refusedByProvider(from: string, to: string): boolean {
  const port = PORT_OF[from.split('/')[2]?.split('-')[0] ?? ''];
  return !['kernel', port].includes(nameOf(to));
}

/** Why one lib or app may not import another; undefined when it may. */
export function refusal(from: string, to: string): string | undefined {
  const [above, below] = [levelOf(from), levelOf(to)];
  if (below === APPS) return 'an app is imported by nobody';
  if (below === OUTER && above !== APPS) return `${to} is for apps only`;
  if (from.startsWith('libs/providers/')) {
    return refusedByProvider(from, to)
      ? 'an adapter knows the kernel and its port only'
      : undefined;
  }
  if (below < above || SAME_LEVEL.has(`${nameOf(from)}>${nameOf(to)}`)) return undefined;
  return below > above ? `level ${above} imports level ${below}` : 'the same level is not listed';
}

/** Files that reach one another in a circle at run time, each circle once. */
export function cycles(among: readonly Source[]): string[] {
  const byPath = new Map(among.map((source) => [source.path, source]));
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) {
      found.push([...trail.slice(start), path].join(' → '));
      return;
    }
    if (done.has(path)) return;
    for (const { target, typeOnly } of byPath.get(path)?.imports ?? []) {
      const inside = target !== undefined && homeOf(target) === homeOf(path);
      if (!typeOnly && inside && byPath.has(target)) visit(target, [...trail, path]);
    }
    done.add(path);
  };
  for (const { path } of among) visit(path, []);
  return found;
}
