import { transform } from '@swc/core';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, extname, join, relative, resolve, sep } from 'node:path';

// Puts every module that a process of the product may load into one file,
// with where its requests lead: who starts from it looks for nothing on the
// disk. apps/cli/src/bundle reads it. Each module stays what it is, under its
// own name; an ES module is translated, as `require` takes none from there.

const BUNDLE = 'dist/bundle';
const INSTALLED = 'node_modules/.package-lock.json';
/** What a process begins with, so that it knows of the bundle before it loads anything. */
const FIRST = 'dist/apps/cli/src/bundle/first.js';
/** A translation puts the comments of an import between the words. */
const REQUEST = /\brequire\((?:\s|\/\*[^]*?\*\/|\/\/.*)*(["'])([^"'\\\n]+)\1\s*\)/g;
/** In a translation: what is asked for by name, and so must have been understood. */
const NAMED = /\brequire\((?![\w$]+\))/g;
const DEFAULT_IMPORT = /^\s*import\s+[\w$]+\s*(?:,\s*\{[^}]*\})?\s*from\s*["']([^"']+)["']/gm;
const TRANSLATION = {
  swcrc: false,
  configFile: false,
  isModule: true,
  sourceMaps: true,
  inputSourceMap: false,
  jsc: { target: 'es2022', parser: { syntax: 'ecmascript' }, preserveAllComments: true },
  module: { type: 'commonjs' },
};

const forward = (path) => path.split(sep).join('/');
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/**
 * Where processes and threads begin: the commands of package.json, the apps, and the threads'
 * files.
 */
export function entryFiles(root = '.') {
  const commands = Object.values(readJson(join(root, 'package.json')).scripts).flatMap(
    (script) => /\bdist\/\S+\.js\b/.exec(script) ?? [],
  );
  const found = readdirSync(join(root, 'dist'), { recursive: true }).map(
    (path) => `dist/${forward(path)}`,
  );
  const isEntry = (path) => /^dist\/apps\/[\w-]+\/src\/main\.js$|-thread\.js$/.test(path);
  const started = ['dist/apps/cli/src/start/ahead.js', ...found.filter(isEntry)];
  return [...new Set([...commands, ...started])].filter((path) => existsSync(join(root, path)));
}

/**
 * Has each entry load the bundle before anything else, on its first line, so that all lines keep
 * their numbers.
 */
function beginWithBundle(root, entry) {
  const file = join(root, entry);
  const text = readFileSync(file, 'utf8');
  const path = forward(relative(dirname(entry), FIRST));
  const first = `require(${JSON.stringify(path.startsWith('.') ? path : `./${path}`)});`;
  if (text.includes(first)) return;
  writeFileSync(file, text.replace(/^("use strict";)?/, `$1 ${first}`));
}

/** `node_modules/a/node_modules/@b/c` of a file in it; undefined for our own. */
const packageOf = (name) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(name)?.[0];

/** Reads modules and finds out where their requests lead. */
class Reader {
  constructor(root, packages) {
    this.root = resolve(root);
    this.packages = packages;
    this.types = new Map();
  }

  /** Name in the bundle of what is taken into it; undefined for what is loaded as ever. */
  nameOf(file) {
    const name = forward(relative(this.root, file));
    if (name.startsWith('..') || !['.js', '.cjs', '.mjs', '.json'].includes(extname(name))) return;
    const holder = packageOf(name);
    if (holder === undefined) return name;
    const { dev, devOptional } = this.packages[holder] ?? { dev: true };
    return dev || devOptional ? undefined : name;
  }

  isEsModule(name) {
    if (extname(name) !== '.js') return extname(name) === '.mjs';
    return this.typeIn(dirname(name)) === 'module';
  }

  typeIn(folder) {
    if (!this.types.has(folder)) {
      const manifest = join(this.root, folder, 'package.json');
      const above = () => (folder === '.' ? undefined : this.typeIn(dirname(folder)));
      this.types.set(folder, existsSync(manifest) ? readJson(manifest).type : above());
    }
    return this.types.get(folder);
  }

  /**
   * Its text as `require` takes it, the map of a translation, and by request the name it leads to.
   */
  async read(name) {
    const filename = join(this.root, name);
    const source = readFileSync(filename, 'utf8');
    if (extname(name) === '.json') return { text: source, leads: {} };
    if (!this.isEsModule(name)) {
      const text = source.replace(/^#!/, '//');
      return { text, leads: this.leadsOf(filename, text) };
    }
    const { code, map } = await transform(source, { ...TRANSLATION, filename });
    if (code.match(NAMED)?.length !== code.match(REQUEST)?.length) {
      throw new Error(`${name} cannot be bundled: some of what it imports is not recognized`);
    }
    const leads = this.leadsOf(filename, code);
    this.refuseAmbiguous(name, source, leads);
    const { sourcesContent: _, ...places } = JSON.parse(map);
    return { text: code, leads, map: JSON.stringify({ ...places, sources: [filename] }) };
  }

  leadsOf(filename, text) {
    const find = createRequire(filename);
    const leads = {};
    for (const [, , request] of text.matchAll(REQUEST)) {
      if (request in leads || isBuiltin(request)) continue;
      try {
        const name = this.nameOf(find.resolve(request));
        if (name !== undefined) leads[request] = name;
      } catch {
        // Not installed, as most drivers of databases: whoever asks for it is told so as ever.
      }
    }
    return leads;
  }

  /**
   * A default import of what says to be a translated ES module means one thing to Node and another
   * here.
   */
  refuseAmbiguous(name, source, leads) {
    for (const [, request] of source.matchAll(DEFAULT_IMPORT)) {
      const target = leads[request];
      if (target === undefined || extname(target) === '.json' || this.isEsModule(target)) continue;
      if (!readFileSync(join(this.root, target), 'utf8').includes('__esModule')) continue;
      throw new Error(`${name} cannot be bundled: its default import of ${request} is ambiguous`);
    }
  }
}

/** The modules of packages in the last bundle, if nothing was installed since. */
function keptModules(root, installed) {
  const kept = new Map();
  try {
    const bytes = readFileSync(join(root, BUNDLE));
    const begin = 32 + Number(bytes.toString('latin1', 0, 31));
    const [head, ...lines] = bytes.toString('utf8', 32, begin).split('\n');
    if (JSON.parse(head).installed !== installed) return kept;
    const modules = lines.map((line) => JSON.parse(line));
    const textOf = ([, start, length]) =>
      bytes.toString('utf8', begin + start, begin + start + length);
    const maps = new Map(modules.map((module) => [module[0], module]));
    for (const module of modules) {
      const [name, , , leads] = module;
      if (leads === undefined || !packageOf(name)) continue;
      const map = maps.get(`${name}.map`);
      const names = Object.entries(leads).map(([request, i]) => [request, modules[i][0]]);
      const known = { text: textOf(module), leads: Object.fromEntries(names) };
      kept.set(name, map ? { ...known, map: textOf(map) } : known);
    }
  } catch {
    // There is none, or none that can be read.
  }
  return kept;
}

/** Every module that can be reached from the entries, by its name. */
async function reachable(root, entries, { packages, kept }) {
  const reader = new Reader(root, packages);
  const modules = new Map();
  let names = new Set(entries);
  while (names.size > 0) {
    const read = async (name) => [name, kept.get(name) ?? (await reader.read(name))];
    const wave = await Promise.all([...names].map(read));
    for (const [name, module] of wave) modules.set(name, module);
    const next = wave.flatMap(([, { leads }]) => Object.values(leads));
    names = new Set(next.filter((name) => !modules.has(name)));
  }
  return modules;
}

/**
 * The length of the index in 32 bytes; the index: what it was made of, then a line for each module
 * with its name, place, length, and by request the line that it leads to; all texts.
 */
function layOut(modules, head) {
  const lineOf = new Map([...modules.keys()].map((name, i) => [name, i]));
  const lines = [JSON.stringify(head)];
  const texts = [];
  let place = 0;
  const add = (name, text, ...more) => {
    const bytes = Buffer.from(text);
    lines.push(JSON.stringify([name, place, bytes.length, ...more]));
    texts.push(bytes);
    place += bytes.length;
  };
  for (const [name, { text, leads }] of modules) {
    const lined = Object.entries(leads).map(([request, target]) => [request, lineOf.get(target)]);
    add(name, text, Object.fromEntries(lined));
  }
  for (const [name, { map }] of modules) if (map) add(`${name}.map`, map);
  const index = Buffer.from(lines.join('\n'));
  return Buffer.concat([Buffer.from(`${`${index.length}`.padEnd(31)}\n`), index, ...texts]);
}

/**
 * Bundles what is compiled in `dist` with the packages it uses. Without npm's own list of what is
 * installed there is no bundle, and processes load each file as ever.
 */
export async function bundle(root = '.') {
  const list = join(root, INSTALLED);
  if (!existsSync(list)) return;
  const installed = createHash('sha256').update(readFileSync(list)).digest('hex');
  const { packages } = readJson(list);
  const entries = entryFiles(root);
  for (const entry of entries) beginWithBundle(root, entry);
  const kept = keptModules(root, installed);
  const modules = await reachable(root, [FIRST, ...entries], { packages, kept });
  const used = new Set([...modules.keys()].flatMap((name) => packageOf(name) ?? []));
  const versions = [...used].map((path) => [path, packages[path].integrity]);
  const head = { installed, packages: Object.fromEntries(versions) };
  mkdirSync(join(root, dirname(BUNDLE)), { recursive: true });
  writeFileSync(join(root, `${BUNDLE}.new`), layOut(modules, head));
  renameSync(join(root, `${BUNDLE}.new`), join(root, BUNDLE));
}
