import { bumpMetadata } from '@quittance/company';
import type { Tx } from '@quittance/database';
import { manualClock } from '@quittance/kernel/host';
import { newId, type Ctx } from '@quittance/kernel';
import { Client } from 'pg';
import type { TestDatabase } from '../../../../test/support/test-database.js';
import { createTestTable } from '../../../../test/support/test-table.js';
import {
  address,
  currency,
  date,
  integer,
  lookup,
  number,
  picklist,
  text,
  type Field,
  type FieldId,
  type FieldSettings,
  type FieldType,
} from '@quittance/fields';
import { multiSelect } from '@quittance/fields/host';
import {
  defineObject,
  ObjectCatalogue,
  type ObjectHooks,
  type ObjectId,
  type CompanyObject,
  CompanyModels,
  MetadataSource,
  type CompanyMetadata,
  RecordChecks,
} from '@quittance/metadata';
import type { CustomObjectDescription } from '@quittance/metadata/host';
import { CUSTOM_RECORDS } from '../records/custom-records.js';
import { BuildFieldIndexes } from '../values/build-field-indexes.js';
import { keepFieldIndexes, readFieldIndexes } from '../values/keep-field-indexes.js';

const RECORD_COLUMNS = `id uuid not null, version integer not null,
  owner_id uuid, created_at timestamptz not null, created_by uuid, updated_at timestamptz not null,
  updated_by uuid, primary key (company_id, id)`;

/**
 * Two tables of described objects, of which one keeps its deleted rows, and one that nobody
 * describes.
 */
async function createTables(owner: Client): Promise<void> {
  await owner.query('create schema shop; grant usage on schema shop to quittance_app');
  await createTestTable(
    owner,
    'shop.part',
    `name text not null, code text, kind text, sizes jsonb, price bigint,
     currency text, weight numeric, stock integer, made_on date, whole_id uuid,
     place jsonb not null, custom jsonb not null default '{}', deleted_at timestamptz,
     ${RECORD_COLUMNS}`,
  );
  await createTestTable(
    owner,
    'shop.note',
    `title text not null, part_id uuid not null, ${RECORD_COLUMNS},
     foreign key (company_id, part_id) references shop.part (company_id, id)`,
  );
  await createTestTable(
    owner,
    'shop.stamp',
    `note_id uuid not null,
     foreign key (company_id, note_id) references shop.note (company_id, id)`,
  );
  for (const statement of [
    'create unique index part_code_key on shop.part (company_id, code) where deleted_at is null',
    'create index part_name_index on shop.part (company_id, name, id)',
    'grant select, insert, update, delete on shop.part, shop.note to quittance_app',
  ]) {
    await owner.query(statement);
  }
}

const partHooks: { -readonly [name in keyof ObjectHooks]: ObjectHooks[name] } = {};

export const part = defineObject({
  name: 'part',
  label: 'Part',
  pluralLabel: 'Parts',
  path: '/parts',
  resource: 'parts',
  table: 'shop.part',
  titleField: 'name',
  defaultSort: 'name',
  fields: {
    name: text('Name', { required: true, searched: true }),
    code: text('Code', { unique: true, searched: true }),
    kind: picklist('Kind', { raw: 'Raw', made: 'Made' }, { default: 'raw' }),
    sizes: multiSelect('Sizes', { s: 'Small', m: 'Medium', l: 'Large' }),
    price: currency('Price', { currencyField: 'currency' }),
    currency: text('Currency'),
    weight: number('Weight'),
    stock: integer('Stock', { readOnly: true, default: 0 }),
    madeOn: date('Made on'),
    wholeId: lookup('Part of', 'part', { onDelete: 'clear' }),
    place: address('Place'),
  },
  hooks: partHooks,
});

export const note = defineObject({
  name: 'note',
  label: 'Note',
  pluralLabel: 'Notes',
  path: '/notes',
  resource: 'notes',
  table: 'shop.note',
  softDelete: false,
  customizable: false,
  titleField: 'title',
  defaultSort: 'title',
  fields: {
    title: text('Title', { required: true }),
    partId: lookup('Part', 'part', { required: true }),
  },
});

/** What companies of a test have defined, without the definitions' own tables. */
class TestMetadata extends MetadataSource {
  readonly fields = new Map<string, Field[]>();
  readonly objects: CustomObjectDescription[] = [];

  async read(tx: Tx): Promise<CompanyMetadata> {
    const states = await readFieldIndexes(tx);
    const placed = (field: Field): Field => {
      const { storage } = field;
      if (storage.kind !== 'custom') return field;
      const state = states.find(
        ({ fieldId, purpose }) => fieldId === storage.fieldId && purpose !== 'unique',
      )?.state;
      const index = state === 'ready' ? 'ready' : state === undefined ? 'none' : 'building';
      return { ...field, storage: { ...storage, index } };
    };
    const fields = [...this.fields].map(([name, own]) => [name, own.map(placed)] as const);
    return { fields: new Map(fields), objects: this.objects };
  }
}

type FieldDraft = Partial<Omit<Field, 'settings'>> & { readonly settings?: FieldSettings };

function customField(name: string, type: FieldType, draft: FieldDraft): Field {
  return {
    name,
    label: name,
    help: null,
    group: null,
    type,
    settings: {},
    storage: { kind: 'custom', fieldId: newId<'field'>(), index: 'none' },
    required: false,
    requiredWhen: null,
    default: null,
    unique: false,
    filterable: true,
    sortable: true,
    searched: false,
    readOnly: false,
    createOnly: false,
    personal: false,
    portals: { customer: 'none', partner: 'none', vendor: 'none' },
    ...draft,
  };
}

/** A shop of parts and notes, whose one company defines fields and objects as it likes. */
export class TestShop {
  readonly hooks = partHooks;
  readonly checks = new RecordChecks();
  readonly owner: Client;
  private readonly metadata = new TestMetadata();
  readonly models: CompanyModels;
  readonly builder: BuildFieldIndexes;

  constructor(
    readonly t: TestDatabase,
    readonly ctx: Ctx,
  ) {
    const catalogue = new ObjectCatalogue();
    catalogue.register(part, note);
    this.models = new CompanyModels(catalogue, this.metadata, this.checks);
    this.builder = new BuildFieldIndexes(t.db, this.models);
    this.owner = new Client({ connectionString: t.ownerUrl });
  }

  async open(): Promise<this> {
    await this.owner.connect();
    await createTables(this.owner);
    return this;
  }

  object(name: string, ctx = this.ctx): Promise<CompanyObject> {
    return this.t.db.read(ctx, (tx) => this.models.object(tx, name));
  }

  /** In a transaction, with an object of the company at hand. */
  write<T>(name: string, work: (tx: Tx, object: CompanyObject) => Promise<T>, ctx = this.ctx) {
    return this.t.db.write(ctx, async (tx) => work(tx, await this.models.object(tx, name)));
  }

  read<T>(name: string, work: (tx: Tx, object: CompanyObject) => Promise<T>, ctx = this.ctx) {
    return this.t.db.read(ctx, async (tx) => work(tx, await this.models.object(tx, name)));
  }

  /** Defines a custom field; it is not built yet where an index is asked for. */
  async define(
    object: string,
    name: string,
    type: FieldType,
    { indexed = false, ...draft }: FieldDraft & { readonly indexed?: boolean } = {},
  ): Promise<Field> {
    const field = customField(name, type, draft);
    const known = this.metadata.fields.get(object) ?? [];
    this.metadata.fields.set(object, [...known.filter((each) => each.name !== name), field]);
    await this.keep(object, field, indexed);
    return field;
  }

  async keep(object: string, field: Field, indexed: boolean): Promise<void> {
    await this.t.db.write(this.ctx, async (tx) => {
      await bumpMetadata(tx);
      if (field.storage.kind !== 'custom') return;
      const id = field.storage.fieldId;
      await keepFieldIndexes(tx, object, id, { ...field, id, indexed });
    });
  }

  async defineObject(name: string): Promise<void> {
    const id = newId<'object'>() as ObjectId;
    await this.owner.query(
      `insert into customization.object (company_id, id, name, label, plural_label, name_label,
         owned, created_at, updated_at) values ($1, $2, $3, $3, $3, 'Name', true, now(), now())`,
      [this.ctx.companyId, id, name],
    );
    this.metadata.objects.push({
      id,
      name,
      table: CUSTOM_RECORDS,
      label: name,
      pluralLabel: name,
    });
    await this.t.db.write(this.ctx, (tx) => bumpMetadata(tx));
  }

  /** Keeps nothing of a field beside the documents any more. */
  async letGo(object: string, field: Field): Promise<void> {
    await this.t.db.write(this.ctx, async (tx) => {
      await bumpMetadata(tx);
      await keepFieldIndexes(tx, object, fieldId(field), null);
    });
  }

  /** Works until every index is built or has failed. */
  async build(): Promise<void> {
    const clock = manualClock(this.ctx.now);
    for (;;) {
      await this.builder.buildOnce(clock);
      const { rows } = await this.owner.query(
        `select 1 from objects.field_index where state in ('emptying', 'building')`,
      );
      if (rows.length === 0) return;
    }
  }

  close(): Promise<void> {
    return this.owner.end();
  }
}

function fieldId({ storage }: Field): FieldId {
  if (storage.kind !== 'custom') throw new Error('Not a custom field');
  return storage.fieldId;
}
