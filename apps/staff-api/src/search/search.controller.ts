import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { actingBy } from '@quittance/access';
import { Answers, Lists, RequestCtx, SignedInOnly, type FoundRow } from '@quittance/http/host';
import type { Ctx } from '@quittance/kernel';
import { namedRecords, sight, type ListDefinition } from '@quittance/lists';
import { recordListFor } from '@quittance/objects/host';
import { creditNoteList, paymentList } from '@quittance/receivables/host';
import { ObjectsAtHand } from '../objects/objects-at-hand.js';
import { MOST_FOUND, SearchAnswerDto, SearchQuery, type FoundGroupDto } from './search.dto.js';

/** What is looked through. */
interface Searched {
  readonly object: string;
  readonly label: string;
  readonly resource: string;
  readonly path: string;
  list(ctx: Ctx): ListDefinition;
}

/** Nouns that are no objects of a company's model. */
const NOUNS: readonly Searched[] = [
  {
    object: 'credit-note',
    label: 'Credit notes',
    resource: 'credit-notes',
    path: '/credit-notes',
    list: () => creditNoteList as ListDefinition,
  },
  {
    object: 'payment',
    label: 'Payments',
    resource: 'payments',
    path: '/payments',
    list: () => paymentList as ListDefinition,
  },
];

/** One search over all that the caller may view, by right and by record. */
@ApiTags('Search')
@SignedInOnly()
@Controller('search')
export class SearchController {
  constructor(
    private readonly objects: ObjectsAtHand,
    private readonly lists: Lists,
  ) {}

  @Get()
  @Answers(SearchAnswerDto)
  @ApiOperation({
    summary: 'Find records of every object by the beginning of a name',
    description:
      `At most ${MOST_FOUND}: those that are named so, then those whose names begin so, then ` +
      'those that have a word that begins so. Objects that the caller may not view are not ' +
      'looked through, nor are records beyond the scope of their roles.',
  })
  async find(@RequestCtx() ctx: Ctx, @Query() { q }: SearchQuery): Promise<SearchAnswerDto> {
    const searched = (await this.searched(ctx)).flatMap(asSeen(ctx));
    const found = await this.lists.search(ctx, searched, { text: q, most: MOST_FOUND + 1 });
    return answerOf(searched, found);
  }

  private async searched(ctx: Ctx): Promise<readonly Searched[]> {
    const { objects } = await this.objects.model(ctx);
    const ofModel = [...objects.values()].map((object): Searched => {
      const { name, pluralLabel, resource, path } = object;
      const list = (acting: Ctx) => recordListFor(acting, object) as ListDefinition;
      return { object: name, label: pluralLabel, resource, path, list };
    });
    return [...ofModel, ...NOUNS];
  }
}

/** What somebody may view, within the scope of viewing and without the fields hidden from them. */
const asSeen = (ctx: Ctx) => (each: Searched) => {
  const { resource } = each;
  if (!ctx.permissions.can(resource, 'view')) return [];
  const permissions = actingBy(ctx.permissions, resource, ['view']);
  const acting = Object.freeze({ ...ctx, permissions });
  const list = sight.list(acting, { ...each.list(acting), resource });
  // What a spread begins has a hidden class of its own on Node.js 20: a member comes first.
  return namedRecords.naming(list) ? [{ ctx: acting, ...each, list }] : [];
};

function answerOf(
  searched: readonly Pick<Searched, 'object' | 'label' | 'path'>[],
  found: readonly (readonly FoundRow[])[],
): SearchAnswerDto {
  const all = found.flatMap((rows, at) => rows.map((row, place) => ({ row, at, place })));
  const nearest = all.sort((a, b) => a.row.rank - b.row.rank || a.place - b.place || a.at - b.at);
  const groups = new Map<number, FoundGroupDto>();
  for (const { row, at } of nearest.slice(0, MOST_FOUND)) {
    const { object, label, path } = searched[at] as Searched;
    const group = groups.get(at) ?? { object, label, found: [] };
    groups.set(at, group);
    const { id, label: shownAs, context } = row;
    group.found.push({ id, label: shownAs, context, path: `${path}/${id}` });
  }
  return { data: [...groups.values()], more: nearest.length > MOST_FOUND };
}
