'use strict';

const { readFileSync, readdirSync } = require('node:fs');
const { join } = require('node:path');
const { IN_TURN } = require('./in-turn.cjs');

/** Files that only the deep tier runs: what they show costs much and breaks seldom. */
const ONLY_DEEP = [
  'test/faults/cluster/billing-cluster.spec.ts',
  'test/faults/cluster/guide.spec.ts',
  'test/faults/cluster/lost-node.spec.ts',
  'test/faults/cluster/shard-rows.spec.ts',
  'test/faults/database/database-faults.spec.ts',
  'test/faults/database/database-killed.spec.ts',
  'test/faults/database/disk-full.spec.ts',
  'test/scenarios/nest-build.spec.ts',
  'test/scenarios/nodes.spec.ts',
];

/** What says that a file runs more of itself in the deep tier than in the fast one. */
const SAYS_SO = /from '[./\w-]*\/(tier|kill-cases|bad-input-stage|several-at-once)(\.js)?'/;
const WITHOUT_SAYING = ['test/faults/simulation.spec.ts'];

/**
 * Processor seconds in the deep tier, roughly, with what a file starts; the others take about ten.
 */
const COST = {
  'access-matrix': 60,
  'access-tenancy': 20,
  'bad-address': 140,
  'bad-input': 110,
  'beyond-own': 16,
  'billing-cluster': 150,
  'billing-run': 150,
  'capture-kill': 50,
  clocks: 30,
  'damaged-rows': 12,
  'database-faults': 150,
  'database-killed': 60,
  'disk-full': 60,
  demo: 25,
  'documented-lists': 15,
  'document-renderer': 30,
  'email-kill': 20,
  'field-kinds': 55,
  'frozen-process': 10,
  'gateway-kill': 110,
  'given-database': 40,
  guide: 60,
  'hostile-loads': 40,
  'hostile-values': 40,
  'in-full': 40,
  'lost-node': 60,
  'money-interleavings': 40,
  'nest-build': 30,
  nodes: 180,
  'objects-safety': 40,
  'price-document': 80,
  'printable-invoice': 35,
  property: 25,
  'rest-of-line': 50,
  restore: 20,
  'revoked-midway': 80,
  'rights-under-tokens': 50,
  'schema-payloads': 50,
  'shard-rows': 40,
  simulation: 100,
  'staff-money-kill': 90,
  standstill: 25,
  start: 25,
  tracing: 20,
  'workflow-kill': 25,
};
const USUAL_COST = 10;

/** So many processor seconds at most in one part, or a single file. */
const MOST_IN_A_PART = 150;

/** The test files of the deep tier, relative to the root with forward slashes, in order. */
function deepFiles(root) {
  const files = ['apps', 'libs', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter((path) => /[.-]spec\.ts$/.test(path)),
  );
  const listed = new Set([...ONLY_DEEP, ...IN_TURN.flat(), ...WITHOUT_SAYING]);
  const isDeep = (path) => listed.has(path) || SAYS_SO.test(readFileSync(join(root, path), 'utf8'));
  return files.filter(isDeep).sort();
}

const costOf = (path) => COST[path.split('/').at(-1).split('.')[0]] ?? USUAL_COST;

/** The same files in parts of which each takes a few minutes: the same parts for the same files. */
function deepParts(files) {
  const parts = [];
  for (const path of [...files].sort((a, b) => costOf(b) - costOf(a))) {
    const cost = costOf(path);
    const room = parts.find((part) => part.cost + cost <= MOST_IN_A_PART);
    if (room) room.files.push(path);
    else parts.push({ files: [path], cost: 0 });
    (room ?? parts.at(-1)).cost += cost;
  }
  return parts.map((part) => part.files);
}

module.exports = { IN_TURN, ONLY_DEEP, deepFiles, deepParts };
