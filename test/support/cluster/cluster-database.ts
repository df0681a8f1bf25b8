import { APP_ROLE } from '@quittance/database';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { LOGIN, OWNER } from '../../../apps/cli/src/embedded/roles.js';
import { onEveryNode } from './citus-nodes.js';

/** The roles of the product on every node: nodes connect to one another as the application, too. */
export async function makeRoles(adminUrls: readonly string[]): Promise<void> {
  await onEveryNode(adminUrls, 'postgres', [
    `create role ${APP_ROLE} nosuperuser login`,
    // What a session of the application sets for itself holds at the coordinator alone.
    `alter role ${APP_ROLE} set lock_timeout = '5s'`,
    `create role ${OWNER} nosuperuser createdb login`,
    `create role ${LOGIN} nosuperuser noinherit login`,
    `grant ${APP_ROLE} to ${OWNER}, ${LOGIN}`,
  ]);
}

/** An empty database on every node, in which the nodes know one another; the first holds no shard. */
export async function makeDatabase(adminUrls: readonly string[], name: string): Promise<void> {
  await onEveryNode(adminUrls, 'postgres', [`create database ${name} owner ${OWNER}`]);
  await onEveryNode(adminUrls, name, ['create extension citus']);
  const [coordinator, ...workers] = adminUrls.map((url) => new URL(url));
  if (!coordinator) throw new Error('A cluster has a coordinator');
  coordinator.pathname = `/${name}`;
  const admin = new Client({ connectionString: coordinator.href });
  await admin.connect();
  try {
    await admin.query(`select citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`);
    for (const { port } of workers)
      await admin.query(`select citus_add_node('127.0.0.1', ${port})`);
    await admin.query(
      `select citus_set_node_property('127.0.0.1', ${coordinator.port}, 'shouldhaveshards', false)`,
    );
  } finally {
    await admin.end();
  }
}

/** No session may be in what is copied: the daemon that Citus keeps in each database is one. */
export async function keepAsTemplate(adminUrls: readonly string[], name: string): Promise<void> {
  await onEveryNode(adminUrls, 'postgres', [`alter database ${name} allow_connections false`]);
}

/**
 * Copies the database of every node. Shards and what nodes know of them are rows and files of it,
 * and nodes find one another by host, port and the name of the database.
 */
export async function copyDatabase(
  adminUrls: readonly string[],
  template: string,
  name: string,
): Promise<void> {
  const end = `select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = '${template}'`;
  const copy = `create database ${name} template ${template} owner ${OWNER}`;
  for (let tries = 1; ; tries += 1) {
    try {
      return await onEveryNode(adminUrls, 'postgres', [
        end,
        `drop database if exists ${name}`,
        copy,
      ]);
    } catch (error) {
      // Another copy is being made of it, or the daemon was quicker.
      if ((error as { code?: string }).code !== '55006' || tries === 20) throw error;
      await sleep(100 * tries);
    }
  }
}

export async function dropDatabase(adminUrls: readonly string[], name: string): Promise<void> {
  await onEveryNode(adminUrls, 'postgres', [`drop database if exists ${name} with (force)`]);
}
