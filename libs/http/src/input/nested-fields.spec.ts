import type { DomainError } from '@quittance/kernel';
import { InputPipe } from './input.pipe.js';
import { IdsField, ListField } from './nested-fields.js';
import { TextField } from './text-fields.js';

class Item {
  @TextField({ max: 5 })
  readonly name!: string;
}

class Body {
  @ListField(() => Item, { maxItems: 3 })
  readonly items!: Item[];
}

/** The faults of a body with so many items, each of which lacks its name. */
async function faultsOf(items: number): Promise<unknown> {
  const body = { items: Array.from({ length: items }, () => ({})) };
  const checked = new InputPipe().transform(body, { type: 'body', metatype: Body });
  return checked.then(
    () => null,
    (refused: DomainError) => refused.options.errors,
  );
}

test('every item of a list is looked at', async () => {
  const missing = [0, 1, 2].map((i) => expect.objectContaining({ pointer: `/items/${i}/name` }));
  expect(await faultsOf(3)).toEqual(missing);
});

test('of a list that is too long nothing but its length is told', async () => {
  const fault = { pointer: '/items', code: 'max', message: 'must have at most 3 items' };
  expect(await faultsOf(4)).toEqual([fault]);
  expect(await faultsOf(300_000)).toEqual([fault]);
});

class Cleared {
  @ListField(() => Item, { maxItems: 3, nullable: true })
  readonly items!: Item[] | null;
}

test('a list that may be null is not looked into where it is', async () => {
  const read = new InputPipe().transform({ items: null }, { type: 'body', metatype: Cleared });
  expect(await read).toEqual({ items: null });
});

class Chosen {
  @IdsField({ maxItems: 3 })
  readonly ids!: string[];
}

test('ids in a list arrive in lower case, as one that stands alone does', async () => {
  const id = '01a20635-510b-76e8-a8a8-2de064f0342b';
  const body = { ids: [id.toUpperCase(), id] };
  const read = await new InputPipe().transform(body, { type: 'body', metatype: Chosen });
  expect(read).toEqual({ ids: [id, id] });
});
