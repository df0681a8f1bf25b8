import { readFileSync } from 'node:fs';
import Module from 'node:module';
import { resolve } from 'node:path';
import { BundleFile } from './bundle-file.js';

interface Loaded extends NodeJS.Module {
  _compile(text: string, filename: string, format: string): void;
}

/** What the loader of Node.js is made of. */
interface Loader {
  _extensions: Record<string, (module: Loaded, filename: string) => void>;
  _resolveFilename(request: string, parent?: NodeJS.Module, ...rest: unknown[]): string;
}

interface Installed {
  readonly packages: Readonly<Record<string, { readonly integrity?: string } | undefined>>;
}

const ROOT = resolve(__dirname, '../../../../..');
const BUNDLE = resolve(ROOT, 'dist/bundle');

/** The bundle, unless there is none, or other packages have been installed since it was made. */
function openBundle(): BundleFile | undefined {
  try {
    const bundle = new BundleFile(BUNDLE, ROOT);
    const list = readFileSync(resolve(ROOT, 'node_modules/.package-lock.json'), 'utf8');
    const { packages } = JSON.parse(list) as Installed;
    const isInstalled = ([path, integrity]: [string, string | undefined]) =>
      packages[path]?.integrity === integrity;
    return Object.entries(bundle.head.packages).every(isInstalled) ? bundle : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Has `require` take from the bundle what is in it. The modules are those of Node.js, under their
 * own names and in its own cache: what is not in the bundle finds them there, and whoever follows
 * modules sees them.
 */
function loadFrom(bundle: BundleFile): void {
  const loader = Module as unknown as Loader;
  const find = loader._resolveFilename;
  const known = new Map<string, Readonly<Record<string, number>> | undefined>();
  const leadsOf = (filename: string) => {
    if (!known.has(filename)) known.set(filename, bundle.leads(filename));
    return known.get(filename);
  };
  loader._resolveFilename = function findBundled(request, parent, ...rest) {
    const leads = parent?.filename ? leadsOf(parent.filename) : undefined;
    const target = leads && Object.hasOwn(leads, request) ? leads[request] : undefined;
    return target === undefined ? find.call(this, request, parent, ...rest) : bundle.fileOf(target);
  };
  const take = (
    extension: string,
    use: (module: Loaded, filename: string, text: string) => void,
  ) => {
    const load = loader._extensions[extension];
    loader._extensions[extension] = (module, filename) => {
      const text = bundle.text(filename);
      if (text === undefined) load?.(module, filename);
      else use(module, filename, text);
    };
  };
  take('.js', (module, filename, text) => module._compile(text, filename, 'commonjs'));
  take('.json', (module, _, text) => {
    module.exports = JSON.parse(text) as unknown;
  });
}

/** What this process loads its modules from; undefined where it loads each from its file. */
export const bundle = openBundle();
if (bundle) loadFrom(bundle);
