import {
  filterAttacks,
  headerAttacks,
  listAttacks,
  listRoutes,
  pathAttacks,
  queryAttacks,
} from './address-attacks.js';
import { BadInputStage, SEED, withstood } from './bad-input-stage.js';

/** Thousands of requests, beside whatever else the machine does. */
vi.setConfig({ testTimeout: 900_000, hookTimeout: 900_000 });

let stage: BadInputStage;

beforeAll(async () => {
  stage = await BadInputStage.open();
});

afterAll(() => stage?.close());

describe(`bad input around the body, by the seed ${SEED}`, () => {
  test('in a path is refused', async () => {
    await withstood(stage, pathAttacks(stage.document, stage.routes, stage.records));
  });

  test('in any part of a list request is refused', async () => {
    await withstood(stage, listAttacks(listRoutes(stage.document, stage.routes, stage.records)));
  });

  test('in a filter is refused, or harmless', async () => {
    await withstood(
      stage,
      filterAttacks(listRoutes(stage.document, stage.routes, stage.records), 40, stage.random),
    );
  });

  test('in another query is refused, or harmless', async () => {
    await withstood(stage, queryAttacks(stage.document, stage.routes, stage.records));
  });

  test('in a header is refused', async () => {
    await withstood(stage, headerAttacks(stage.document, stage.routes, stage.records));
  });
});
