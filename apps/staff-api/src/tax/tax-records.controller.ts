import { Controller, Delete, Get, Patch, Post, type Type } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import { withArticle } from '@quittance/fields';
import {
  Answers,
  AnswersList,
  AnswersNothing,
  BodyOf,
  IfMatch,
  ListParams,
  Lists,
  PathId,
  Problems,
  RequestCtx,
  Resource,
  type ListCall,
} from '@quittance/http/host';
import type { Ctx } from '@quittance/kernel';
import {
  CreateTaxRecord,
  DeleteTaxRecord,
  TaxQueries,
  UpdateTaxRecord,
  type SetUpRecord,
  type SetUpRow,
} from '@quittance/tax/host';
import { classNameOf } from '../objects/record-dto.js';
import { renamed } from '../objects/records.controller.js';
import { nounDtos } from '../objects/noun-dtos.js';

/** List, make, read, change and delete the records of a noun of the tax set-up. */
export function taxRecordsController<Row extends SetUpRow, Input extends object>(
  kind: SetUpRecord<Row, Input>,
): Type {
  const dtos = nounDtos(kind);
  const [one, many] = [kind.label.toLowerCase(), kind.pluralLabel.toLowerCase()];
  const { storeProblems = [], deleteProblems = [] } = kind;

  @ApiTags('Tax set-up')
  @Resource('tax')
  @Controller(kind.path.slice(1))
  class TaxRecordsController {
    constructor(
      private readonly lists: Lists,
      private readonly queries: TaxQueries,
      private readonly createTaxRecord: CreateTaxRecord,
      private readonly updateTaxRecord: UpdateTaxRecord,
      private readonly deleteTaxRecord: DeleteTaxRecord,
    ) {}

    @Get()
    @AnswersList(dtos.record, kind.list)
    @ApiOperation({ summary: `List ${many}` })
    list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
      return this.lists.answer(ctx, kind.list, call);
    }

    @Post()
    @ApiBody({ type: dtos.create })
    @Answers(dtos.record, 201)
    @Problems(...storeProblems)
    @ApiOperation({ summary: `Make ${withArticle(one)}` })
    create(@RequestCtx() ctx: Ctx, @BodyOf(dtos.create) body: Input): Promise<Row> {
      return this.createTaxRecord.execute(ctx, kind, body);
    }

    @Get(':id')
    @Answers(dtos.record)
    @ApiOperation({ summary: `One ${one}` })
    find(@RequestCtx() ctx: Ctx, @PathId('id') id: string): Promise<Row> {
      return this.queries.record(ctx, kind, id);
    }

    @Patch(':id')
    @ApiBody({ type: dtos.update })
    @Answers(dtos.record)
    @Problems(...storeProblems)
    @ApiOperation({ summary: `Change ${withArticle(one)}` })
    update(
      @RequestCtx() ctx: Ctx,
      @PathId('id') id: string,
      @BodyOf(dtos.update) patch: Partial<Input>,
      @IfMatch() expectedVersion: number | null,
    ): Promise<Row> {
      return this.updateTaxRecord.execute(ctx, kind, { id, expectedVersion, patch });
    }

    @Delete(':id')
    @AnswersNothing()
    @Problems(...deleteProblems)
    @ApiOperation({ summary: `Delete ${withArticle(one)}` })
    delete(@RequestCtx() ctx: Ctx, @PathId('id') id: string): Promise<void> {
      return this.deleteTaxRecord.execute(ctx, kind, id);
    }
  }
  return renamed(TaxRecordsController, `${classNameOf(kind)}sController`);
}
