import { Body, Controller, Delete, Get, Module, Patch, Post, Put, Query } from '@nestjs/common';
import { roleList, roleNameTaken } from '@quittance/access/host';
import { audit } from '@quittance/audit';
import { Database, checkVersion, type Tx } from '@quittance/database';
import {
  AmountField,
  Answers,
  AnswersList,
  AnswersNothing,
  Asks,
  BooleanField,
  CsvBody,
  CurrencyField,
  DateField,
  DecimalField,
  EmailField,
  EnumField,
  IdField,
  IdsField,
  IfMatch,
  InstantField,
  IntegerField,
  JsonField,
  ListField,
  ListParams,
  Lists,
  ObjectField,
  PathId,
  Problems,
  Public,
  RawBody,
  RawBytes,
  RequestCtx,
  Resource,
  SignedInOnly,
  StrictRateLimit,
  TextField,
  type ListCall,
} from '@quittance/http/host';
import { newId, type Ctx } from '@quittance/kernel';
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

/** Held by tests, an advisory lock of the database that keeps slow probes under way. */
export const SLOW_LOCK = 7_210;
/** The same for the last of several steps. */
export const LAST_LOCK = 7_211;

class LineDto {
  @TextField({ max: 20 })
  description: string;

  @DecimalField({ scale: 6, above: '0' })
  quantity: string;
}

class PlaceDto {
  @TextField({ max: 2, min: 2, pattern: /^[A-Z]{2}$/ })
  country: string;
}

class ProbeDto {
  @TextField({ max: 20 })
  name: string;

  @AmountField({ optional: true, sign: 'positive' })
  amount?: string;

  @CurrencyField({ optional: true })
  currency?: string;

  @DateField({ optional: true, nullable: true })
  day?: string | null;

  @InstantField({ optional: true })
  at?: string;

  @IdField({ optional: true })
  accountId?: string;

  @IdsField({ optional: true, maxItems: 3 })
  ids?: string[];

  @EnumField(['red', 'green'], { optional: true })
  colour?: string;

  @EmailField({ optional: true })
  email?: string;

  @BooleanField({ optional: true })
  flag?: boolean;

  @IntegerField({ optional: true, min: 0, max: 10 })
  count?: number;

  @ObjectField(() => PlaceDto, { optional: true })
  place?: PlaceDto;

  @ListField(() => LineDto, { optional: true, maxItems: 200 })
  lines?: LineDto[];

  @JsonField({ optional: true })
  settings?: object;
}

class ProbeQuery {
  @IntegerField({ optional: true, min: 1, max: 60 })
  count?: number;

  @BooleanField({ optional: true })
  deep?: boolean;
}

class ProbeAnswer {
  @IdField()
  id: string;

  @IntegerField()
  version: number;
}

class RoleAnswer {
  @IdField()
  id: string;

  @TextField({ max: 100 })
  name: string;
}

/** What an operation does: one audit row is its effect, its result is the answer. */
function effect(db: Database, ctx: Ctx, fields: object): Promise<object> {
  return db.write(ctx, async (tx) => {
    const id = newId<'probe'>();
    audit(tx, { action: 'probe.made', object: 'probe', recordId: id });
    return { id, version: 1, ...fields };
  });
}

@Controller('probes')
@Resource('invoices')
class ProbeController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
  ) {}

  @Get()
  @AnswersList(RoleAnswer, roleList)
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, roleList, call);
  }

  @Post()
  @Answers(ProbeAnswer, 201)
  @Problems(roleNameTaken)
  make(@RequestCtx() ctx: Ctx, @Body() body: ProbeDto) {
    return effect(this.db, ctx, { ...body });
  }

  @Post('refused')
  @Answers(ProbeAnswer)
  async refuse(@RequestCtx() ctx: Ctx) {
    await this.db.write(ctx, async (tx) => {
      audit(tx, { action: 'probe.made', object: 'probe' });
      throw roleNameTaken({ name: newId() });
    });
  }

  @Post('broken')
  @Answers(ProbeAnswer)
  break(@RequestCtx() ctx: Ctx) {
    return this.db.write(ctx, (tx) => tx.rows(`select secret from nowhere.at_all`));
  }

  @Post('slow')
  @Answers(ProbeAnswer)
  slow(@RequestCtx() ctx: Ctx) {
    return this.db.write(ctx, async (tx) => {
      // As long as a test holds the lock, and a moment longer.
      await tx.run(`select pg_advisory_xact_lock_shared(${SLOW_LOCK})`);
      await tx.run('select pg_sleep(0.3)');
      audit(tx, { action: 'probe.made', object: 'probe' });
      return { done: true };
    });
  }

  @Post('stepwise')
  @Answers(ProbeAnswer)
  async stepwise(@RequestCtx() ctx: Ctx) {
    const step = (lock: number) => async (tx: Tx) => {
      await tx.run(`select pg_advisory_xact_lock_shared(${lock})`);
      audit(tx, { action: 'probe.made', object: 'probe' });
      return { done: true };
    };
    await this.db.write(ctx, step(SLOW_LOCK), { answers: false });
    return this.db.write(ctx, step(LAST_LOCK));
  }

  @Post('import')
  @Asks('import')
  @CsvBody()
  @Answers(ProbeAnswer)
  async import(@RequestCtx() ctx: Ctx, @Body() csv: Readable) {
    let bytes = 0;
    for await (const chunk of csv) bytes += (chunk as Buffer).length;
    return effect(this.db, ctx, { bytes });
  }

  @Post('hook')
  @Public()
  @RawBody()
  @Answers(ProbeAnswer)
  hook(@RawBytes() bytes: Buffer, @Body() body: object | undefined) {
    return { sha: createHash('sha256').update(bytes).digest('hex'), parsed: body ?? null };
  }

  @Post('sign-in')
  @Public()
  @StrictRateLimit()
  @Answers(ProbeAnswer)
  signIn() {
    return { id: newId(), version: 1 };
  }

  @Get('query')
  @Answers(ProbeAnswer)
  query(@Query() query: ProbeQuery) {
    return { query };
  }

  @Get('me')
  @SignedInOnly()
  @Answers(ProbeAnswer)
  me(@RequestCtx() ctx: Ctx) {
    const { companyId, actor, userId, now, locale, requestId, ip } = ctx;
    return { companyId, actor, userId, now, locale, requestId, ip, frozen: Object.isFrozen(ctx) };
  }

  @Get(':id')
  @Answers(ProbeAnswer)
  one(@PathId('id') id: string) {
    return { id, version: 3 };
  }

  @Patch(':id')
  @Answers(ProbeAnswer)
  change(@PathId('id') id: string, @Body() body: ProbeDto, @IfMatch() expected: number | null) {
    checkVersion(3, expected);
    return { id, version: 4, ...body };
  }

  @Put(':id')
  @Answers(ProbeAnswer)
  replace(@PathId('id') id: string) {
    return { id, version: 4 };
  }

  @Delete(':id')
  @AnswersNothing()
  remove(@PathId('id') _id: string): void {
    return undefined;
  }

  @Post(':id/send')
  @Answers(ProbeAnswer)
  send(@RequestCtx() ctx: Ctx, @PathId('id') _id: string) {
    return effect(this.db, ctx, {});
  }

  @Post(':id/approve')
  @Answers(ProbeAnswer)
  approve(@PathId('id') id: string) {
    return { id, version: 4 };
  }

  @Get(':id/print')
  @Asks('print')
  @Answers(ProbeAnswer)
  print(@PathId('id') id: string) {
    return { id, version: 4 };
  }
}

/** Routes of every kind, for the conventions alone. */
@Module({ controllers: [ProbeController] })
export class ProbeModule {}
