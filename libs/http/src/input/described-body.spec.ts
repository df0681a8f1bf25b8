import type { DomainError } from '@quittance/kernel';
import { describeNoun, items, required, system, words } from '@quittance/nouns';
import { lookup, text } from '@quittance/fields';
import { DraftBody, HeadBody } from './described-body.js';
import { InputPipe } from './input.pipe.js';
import { TextField } from './text-fields.js';

const parcel = describeNoun({
  name: 'parcel',
  label: 'Parcel',
  pluralLabel: 'Parcels',
  path: '/parcels',
  table: 'stock.parcel',
  alias: 'p',
  defaultSort: 'id',
  members: {
    id: system(lookup('Id', null)),
    marks: required(words('Marks', ['fragile', 'cold'], { minItems: 1, maxItems: 2 })),
    note: required(text('Note', { maxLength: 3 })),
    pieces: system(items<{ readonly name: string }>('Pieces', { maxItems: 1 }), { derived: true }),
  },
});

class Piece {
  @TextField({ max: 5 }) name: string;
}
class Draft extends DraftBody(parcel) {}
class Head extends HeadBody(parcel, { pieces: () => Piece }) {}

async function faultsOf(metatype: new () => object, body: object): Promise<unknown> {
  const checked = new InputPipe().transform(body, { type: 'body', metatype });
  return checked.then(
    () => [],
    ({ options }: DomainError) => options.errors?.map(({ pointer, code }) => `${pointer} ${code}`),
  );
}

describe('a body that is described', () => {
  it.each([
    [['cold'], []],
    [['warm'], ['/marks enum']],
    [[], ['/marks min']],
    [['cold', 'cold', 'cold'], ['/marks max']],
  ])('takes of a list of words those it names, as many as it says: %j', async (marks, faults) => {
    expect(await faultsOf(Draft, { marks, note: 'ok' })).toEqual(faults);
  });

  it('looks into each object of a list', async () => {
    const head = { id: '01900000-0000-7000-8000-000000000000', marks: ['cold'], note: 'ok' };
    expect(await faultsOf(Head, { ...head, pieces: [{ name: 'a' }] })).toEqual([]);
    expect(await faultsOf(Head, { ...head, pieces: [{}] })).toEqual(['/pieces/0/name required']);
    expect(await faultsOf(Head, { ...head, pieces: [{}, {}] })).toEqual(['/pieces max']);
  });
});
