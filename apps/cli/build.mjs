import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { bundle } from './bundle.mjs';

// Compiles the sources into dist, with the data beside them, and bundles them, unless nothing has
// changed since that was done last: whoever starts the product a second time does not wait for a
// compiler.
const SOURCES = ['apps', 'libs', 'test'];
const BUILDERS = ['apps/cli/build.mjs', 'apps/cli/bundle.mjs'];
const INSTALLED = 'node_modules/.package-lock.json';
const SETTINGS = ['.swcrc', 'package.json', 'package-lock.json', ...BUILDERS];
const STAMP = 'dist/.built';

function stateOfSources() {
  const hash = createHash('sha256');
  const note = (file) => {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  };
  SETTINGS.forEach(note);
  if (existsSync(INSTALLED)) note(INSTALLED);
  for (const folder of SOURCES) {
    const all = readdirSync(folder, { recursive: true });
    const files = all.filter((file) => /\.(ts|json)$/.test(file));
    files.sort().forEach((file) => note(join(folder, file)));
  }
  return hash.digest('hex');
}

function builtState() {
  try {
    return readFileSync(STAMP, 'utf8');
  } catch {
    return undefined;
  }
}

const state = stateOfSources();
if (state !== builtState()) {
  // A compilation that is broken off leaves no stamp.
  rmSync(STAMP, { force: true });
  const options = ['-d', 'dist', '--config-file', '.swcrc', '--quiet', '--copy-files'];
  const swc = ['swc', ...SOURCES, ...options].join(' ');
  const { status } = spawnSync(swc, { shell: true, stdio: 'inherit' });
  if (status === 0) {
    mkdirSync('dist', { recursive: true });
    await bundle();
    writeFileSync(STAMP, state);
  }
  process.exitCode = status ?? 1;
}
