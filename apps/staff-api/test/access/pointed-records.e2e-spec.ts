import { ACTIONS, RESOURCES } from '@quittance/access/host';
import { NamedInBodies, RouteTable, type Route } from '@quittance/http/host';
import { newId } from '@quittance/kernel';
import { REACHED_RECORDS, StaffReachedRecords } from '../../src/access/reached-records.js';
import {
  bodySchema,
  nameOf,
  operationOf,
  type OpenApi,
} from '../../../../test/support/watch/open-api.js';
import {
  startStaffApi,
  type Answer,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { DEEP, sampled } from '../../../../test/support/tier.js';
import {
  bodyAround,
  membersOf,
  queryFor,
  sampleOf,
  withMember,
  type Member,
} from '../hostile/sample-body.js';
import type { Records } from '../objects/object-records.js';
import { pathWith, plantRecords, plantedAt } from '../objects/records-support.js';
import { inBatches } from './access-support.js';
import { bodyOf } from './members.js';

const TABLE = new StaffReachedRecords();
const NAMED = new NamedInBodies(TABLE);

/** Ids of bodies that name nobody's record: why no scope is asked of them. */
const OF_NOBODY: Readonly<Record<string, string>> = {
  documentIds: 'of the payment that the dispute in the path is about, or of its invoices',
  from: 'a version of a plan, which the path names',
  ids: 'many at once: each has an outcome of its own',
  invoiceLineId: 'of the invoice that the credit note is about',
  invoiceLineIds: 'of the invoice that the body names',
  itemId: 'of the subscription in the path',
  jurisdictionId: 'set-up',
  jurisdictionIds: 'set-up',
  lineId: 'of the record in the path',
  lineIds: 'of the record in the path',
  managerId: 'a user',
  ownerId: 'a user',
  parentId: 'of accounts, which the engine reads; of jurisdictions, set-up',
  planVersionId: 'of the plan that the body names',
  recordId: 'of the object of the rule in the path, which the engine reads',
  relatedId: 'named by the member beside it',
  roleId: 'a role',
  roleIds: 'roles',
  stageId: 'of a pipeline',
  templateId: 'everybody’s',
  to: 'a version of a plan, which the path names',
  userId: 'a user',
  userIds: 'users',
  webhookId: 'set-up',
};
/** Where members are called `id`: of what a check is about, named by its kind; stages; a user. */
const PLAIN_ID = [
  '/credit-checks',
  '/pipelines',
  '/pipelines/:id',
  '/pipelines/:id/clone',
  '/roles/what-if',
];

/** The part of all members that are ids which the sampled bodies get as far as; of few it varies. */
const MOST_OF_THEM = DEEP ? 0.6 : 0.4;

/** Other words for it. */
const UNKNOWN = ['not_found', 'unknown'];

interface Refused {
  readonly code: string;
  readonly errors: readonly { readonly pointer?: string; readonly code: string }[];
}

let t: TestDatabase;
let api: TestStaffApi;
let document: OpenApi;
let records: Records;
let routes: readonly Route[];

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  document = bodyOf<OpenApi & Record<string, unknown>>(await api.call('GET', '/openapi.json'));
  records = await plantRecords(t, api.admin);
  routes = api.app.get(RouteTable).all();
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

interface Pointing {
  readonly route: Route;
  readonly member: Member;
  readonly name: string;
}

const nameAt = ({ at }: Member) => String(at.findLast((step) => typeof step === 'string'));

/** Every member of a body that is an id. */
function pointings(): Pointing[] {
  return routes.flatMap((route) => {
    const schema = route.takesBody && bodySchema(document, operationOf(document, route));
    if (!schema || schema === undefined) return [];
    return membersOf(document, schema)
      .filter(({ schema: { format, type } }) => format === 'uuid' && type !== 'array')
      .map((member) => ({ route, member, name: nameAt(member) }));
  });
}

/** Somebody who may do everything, and reaches the own records of one resource alone. */
async function reaching(resource: string): Promise<StaffClient> {
  const matrix = Object.fromEntries(RESOURCES.map((name) => [name, [...ACTIONS]]));
  const role = { name: newId(), matrix, scopes: { [resource]: 'own' } };
  const { id: roleId } = bodyOf<{ id: string }>(
    await api.admin.call('POST', '/roles', { body: role }),
  );
  const body = { email: `${newId()}@example.com`, name: 'Cleo', roleIds: [roleId] };
  const made = await api.admin.call('POST', '/users', { body });
  return api.client(api.admin.companyId, bodyOf<{ id: never }>(made).id);
}

function send(by: StaffClient, { route, member }: Pointing, id: string): Promise<Answer> {
  const operation = operationOf(document, route);
  const schema = bodySchema(document, operation);
  const least = schema ? sampleOf(document, schema, records) : {};
  const body = withMember(bodyAround(document, least, member, records), member.at, id);
  const path = pathWith(route.path, plantedAt(records));
  return by.call(route.method, `${path}${queryFor(operation, records)}`, { body });
}

/** Whether a member is the id of such a record, in the least body: its directory is the first. */
function isNamed(kind: string, member: string): boolean {
  if (REACHED_RECORDS.some(({ name, members }) => name === kind && members.includes(member)))
    return true;
  return TABLE.byKind.some(
    ({ id, named = {} }) => id === member && Object.values(named)[0] === kind,
  );
}

/** What the record in the path points at with the member. */
async function held({ route, member }: Pointing): Promise<unknown> {
  const path = pathWith(route.path.replace(/\/clone$/, ''), plantedAt(records));
  return bodyOf(await api.admin.call('GET', path))[member.at.join('/')];
}

/** What an answer says, apart from what names this very request and the id. */
function said({ status, body }: Answer, id: string): string {
  const { requestId: _, instance: __, ...rest } = (body ?? {}) as Record<string, unknown>;
  return JSON.stringify([status, rest]).replaceAll(id, '#');
}

/** Events of usage are judged each for itself: none was taken. */
const isJudged = (told: string) => /^\[200,\{"accepted":0,.*"rejected":\[\{/.test(told);

describe('an id in a body', () => {
  test('is of records that the guard knows, or of nobody’s', () => {
    const unknown = pointings().filter(
      ({ name }) => !NAMED.knows(name) && OF_NOBODY[name] === undefined && name !== 'id',
    );
    expect(unknown.map(({ route, name }) => `${nameOf(route)}: ${name}`)).toEqual([]);
    const named = new Set(pointings().map(({ name }) => name));
    expect(Object.keys(OF_NOBODY).filter((name) => !named.has(name))).toEqual([]);
    const plain = pointings().filter(({ name }) => name === 'id');
    expect([...new Set(plain.map(({ route }) => route.path))].sort()).toEqual(PLAIN_ID);
  });

  const targets = REACHED_RECORDS.filter(({ members }) => members.length > 0);
  test.each(targets.map(({ name }) => name))(
    'of a %s beyond the scope is refused as that of none, on every route',
    async (kind) => {
      const target = targets.find(({ name }) => name === kind);
      const hidden = records[`${target?.path}/:id`] ?? '';
      const by = await reaching(target?.reach.resource ?? '');
      const asked = pointings().filter(
        ({ name, route }) =>
          isNamed(kind, name) &&
          // There the record in the path is beyond the scope already.
          !route.path.startsWith(`${target?.path}/:`),
      );
      const found = await inBatches(asked, async (pointing) => {
        const nobody = newId();
        const theirs = said(await send(by, pointing, hidden), hidden);
        const nobodys = said(await send(by, pointing, nobody), nobody);
        const { route, member } = pointing;
        const at = `${nameOf(route)} ${member.at.join('/')}`;
        const isTold = theirs.includes(
          `"pointer":"/${member.at.join('/')}","code":"reference_not_found"`,
        );
        const isRefused = isTold && theirs.startsWith('[422,') && theirs === nobodys;
        // What a record points at already is not newly pointed at, by a copy of it neither; and a
        // company's run is refused.
        const keeps = route.method === 'PATCH' || route.path.endsWith('/:id/clone');
        const isHeld = keeps && (await held(pointing)) === hidden;
        const isWhole = theirs.includes('scope_too_narrow') && theirs === nobodys;
        // A plan is of the resource of products: the one in the path is beyond the scope as well.
        const { policy } = route;
        const isOwn = policy.kind === 'resource' && policy.resource === target?.reach.resource;
        // What is about an account stands beyond the scope with it.
        const isBeside = REACHED_RECORDS.some(
          ({ path, reach: { resource, beside = [] } }) =>
            route.path.startsWith(`${path}/:`) &&
            beside.includes(target?.reach.resource ?? '') &&
            resource !== target?.reach.resource,
        );
        const isAbove = (isOwn || isBeside) && theirs.startsWith('[404,') && theirs === nobodys;
        return isRefused || isHeld || isWhole || isAbove || (isJudged(theirs) && theirs === nobodys)
          ? []
          : [`${at}: ${theirs} instead of ${nobodys}`];
      });
      expect(found).toEqual([]);
    },
  );

  test('of nobody is never taken, and told as a reference that is not there', async () => {
    let told = 0;
    const asked = sampled(pointings());
    const found = await inBatches(asked, async (pointing) => {
      const { route, member } = pointing;
      const answer = await send(api.admin, pointing, newId());
      const { code, errors = [] } = (answer.body ?? {}) as Partial<Refused>;
      const pointer = `/${member.at.join('/')}`;
      const codes = errors.filter((each) => each.pointer === pointer).map((each) => each.code);
      const isTold = codes.length > 0 && codes.every((each) => each === 'reference_not_found');
      if (isTold) told += 1;
      // Of many records at once each has an outcome of its own.
      if (
        isTold ||
        nameAt(member) === 'ids' ||
        isJudged(JSON.stringify([answer.status, answer.body]))
      )
        return [];
      const isElsewhere = answer.status >= 409 && !codes.some((each) => UNKNOWN.includes(each));
      return isElsewhere
        ? []
        : [`${nameOf(route)} ${pointer}: ${JSON.stringify([answer.status, code, errors])}`];
    });
    expect(found).toEqual([]);
    // Elsewhere the least body, or the state of the planted record, is refused ahead of it.
    expect(told).toBeGreaterThan(MOST_OF_THEM * asked.length);
  });

  test('is asked about on many routes', () => {
    const known = pointings().filter(({ name }) => NAMED.knows(name));
    expect(known.length).toBeGreaterThan(100);
  });
});
