import type { Type } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { Test } from '@nestjs/testing';
import type { Ctx } from '@quittance/kernel';
import { listPage, parseListRequest, type ListDefinition } from '@quittance/lists';
import { defineObject } from '@quittance/metadata';
import { recordSchema } from '@quittance/objects/host';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { Client } from 'pg';
import type { TestDatabase } from '../../../../test/support/test-database.js';

/*
 * What a noun with one member more is asked by its specs.
 */

/** Adds its column behind the product's back. */
export async function addColumn({ ownerUrl }: TestDatabase, statement: string): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query(statement);
  await owner.end();
}

/** Values of a member of what a list answers. */
export function listedBy<Row, Item extends object, Name extends keyof Item>(
  { db }: TestDatabase,
  ctx: Ctx,
  list: ListDefinition<Row, Item>,
  member: Name,
) {
  return (query: { filter?: string; search?: string; sort?: string }): Promise<Item[Name][]> =>
    db.read(ctx, async (tx) => {
      const page = await listPage(tx, list, parseListRequest(list as ListDefinition, query));
      return page.data.map((item) => item[member]);
    });
}

interface Catalogued {
  readonly table: string;
  readonly catalogue: Parameters<typeof defineObject>[0]['fields'];
}

/** An object that has the fields of a noun's catalogue, and the members of its JSON Schema. */
export function objectLike({ table, catalogue }: Catalogued, titleField: string) {
  const object = defineObject({
    name: 'copy',
    label: 'Copy',
    pluralLabel: 'Copies',
    path: '/copies',
    resource: 'invoices',
    table,
    titleField,
    defaultSort: titleField,
    fields: catalogue,
  });
  const { properties } = recordSchema(object, 'record') as { properties: object };
  return { fields: object.fields, properties };
}

/** The schemas that the bodies of a controller are documented as. */
export async function documentedBy(controller: Type) {
  const made = await Test.createTestingModule({ controllers: [controller] }).compile();
  const app = made.createNestApplication(new FastifyAdapter());
  const { components } = SwaggerModule.createDocument(app, new DocumentBuilder().build());
  await app.close();
  return components?.schemas ?? {};
}

/** The members of a body that are wrong. */
export function faultsOf(dto: Type<object>, body: object): string[] {
  return validateSync(plainToInstance(dto, body)).map(({ property }) => property);
}
