import { CreateUser } from '@quittance/access/host';
import { RouteTable, type Route } from '@quittance/http/host';
import { newId } from '@quittance/kernel';
import type { OpenApi } from '../../../../test/support/watch/open-api.js';
import { DEEP, sampledBy } from '../../../../test/support/tier.js';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { inBatches } from '../access/access-support.js';
import {
  cover,
  refusedOf,
  refusedWhole,
  sample,
  seeded,
  shoot,
  type Attack,
  type Shot,
} from './bad-input-support.js';
import { plantRecords } from '../objects/records-support.js';
import type { Records } from '../objects/object-records.js';

/** Another run is another choice of hostile values; a failure is repeated by its seed. */
export const SEED = Number(process.env.BAD_INPUT_SEED ?? 20_260_302);

/** What is fired a second time, of each kind of attack. */
const MOST_AGAIN = process.env.BAD_INPUT_FULL ? 1500 : DEEP ? 400 : 80;

const routeOf = ({ method, operation, url }: Attack) =>
  `${method} ${operation?.operationId ?? url}`;

/** Refusing a sign-in counts it and logs it: the only refusals that write. */
export const SIGN_IN = /^\/auth\//;

/** Guessing at the own password locks a user out, and signing out ends the session, also unread. */
const ENDS_ITS_USE = /^\/auth\/(password|logout)(?=\?|$)/;

/** The staff API with records of every kind, and what it is attacked with. */
export class BadInputStage {
  readonly random = seeded(SEED);
  private readonly token: string;

  private constructor(
    readonly t: TestDatabase,
    readonly api: TestStaffApi,
    readonly document: OpenApi,
    readonly routes: readonly Route[],
    readonly records: Records,
  ) {
    this.token = api.admin.token();
  }

  static async open(): Promise<BadInputStage> {
    const t = await testDatabase();
    const api = await startStaffApi(t);
    const document = (await api.call('GET', '/openapi.json')).body as OpenApi;
    const routes = api.app.get(RouteTable).all();
    return new BadInputStage(t, api, document, routes, await plantRecords(t, api.admin));
  }

  async close(): Promise<void> {
    await this.api.close();
    await this.t.close();
  }

  /** Sends all of it and judges the answers. */
  async fire(attacks: readonly Attack[]): Promise<Shot[]> {
    const shots: Shot[] = [];
    await inBatches(attacks, async (attack) => {
      shots.push(await shoot(this.api.url, await this.tokenFor(attack), attack));
      return [];
    });
    return shots;
  }

  /** What may end the use of a token has a user of its own each time. */
  private async tokenFor({ url }: Attack): Promise<string> {
    if (!ENDS_ITS_USE.test(url)) return this.token;
    const { companyId } = this.api.company;
    const person = { email: `${newId()}@example.com`, name: 'Gus Guess' };
    const { id } = await new CreateUser(this.t.db).execute(this.api.company, person);
    const guesser = this.api.client(companyId, id);
    await guesser.signedIn;
    return guesser.token();
  }
}

/**
 * Fires a cover of it at a sample of routes, and some of what was refused until none of it is
 * taken.
 */
export async function withstood(stage: BadInputStage, all: readonly Attack[]): Promise<void> {
  const covering = cover(all, stage.random);
  expect(covering.length).toBeGreaterThan(30);
  const attacks = sampledBy(covering, routeOf);
  const fire = (some: readonly Attack[]) => stage.fire(some);
  const refused = await refusedOf(fire, attacks);
  const lasting = refused.filter(({ url }) => !SIGN_IN.test(url));
  await refusedWhole(fire, stage.t.ownerUrl, sample(lasting, MOST_AGAIN, stage.random));
}
