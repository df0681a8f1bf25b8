import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { preconditionFailed } from '@quittance/database';
import { Answers, IfMatch, PathId, Problems, RequestCtx, Resource } from '@quittance/http/host';
import { notFound, type Ctx } from '@quittance/kernel';
import type { RecordView } from '@quittance/metadata';
import {
  ActivateContract,
  contractHasNoEnd,
  contractAwaitsOrder,
  contractNotActive,
  GiveNotice,
  noticeTooLate,
  RenewContract,
  TerminateContract,
  type ContractId,
} from '@quittance/sales/host';
import { recordDtoOf } from '../crm/record-answers.js';
import { RECORD_PROBLEMS } from '../objects/record-problems.js';
import { GiveNoticeDto, RenewContractDto, TerminateContractDto } from './contract.dto.js';

const ContractDto = recordDtoOf('contract');
const PROBLEMS = [notFound, preconditionFailed, contractNotActive, ...RECORD_PROBLEMS] as const;

/** What moves a contract from one status to another. */
@ApiTags('Contracts')
@Resource('contracts')
@Controller('contracts/:id')
export class ContractsController {
  constructor(
    private readonly activateContract: ActivateContract,
    private readonly giveNotice: GiveNotice,
    private readonly renewContract: RenewContract,
    private readonly terminateContract: TerminateContract,
  ) {}

  @Post('activate')
  @Answers(ContractDto)
  @Problems(contractAwaitsOrder, ...PROBLEMS)
  @ApiOperation({ summary: 'Put a contract in force' })
  activate(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: ContractId,
    @IfMatch() expectedVersion: number | null,
  ): Promise<RecordView> {
    return this.activateContract.execute(ctx, { id, expectedVersion });
  }

  @Post('give-notice')
  @Answers(ContractDto)
  @Problems(contractHasNoEnd, noticeTooLate, ...PROBLEMS)
  @ApiOperation({ summary: 'Note that a contract is not to be renewed' })
  notice(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: ContractId,
    @IfMatch() expectedVersion: number | null,
    @Body() body?: GiveNoticeDto,
  ): Promise<RecordView> {
    return this.giveNotice.execute(ctx, { ...body, id, expectedVersion });
  }

  @Post('renew')
  @Answers(ContractDto, 201)
  @Problems(contractHasNoEnd, ...PROBLEMS)
  @ApiOperation({
    summary: 'Follow a contract by its successor',
    description:
      'The successor is answered. Subscriptions go on under it with their grid, at prices that ' +
      'are raised with the first whole period of the new term.',
  })
  renew(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: ContractId,
    @IfMatch() expectedVersion: number | null,
    @Body() body?: RenewContractDto,
  ): Promise<RecordView> {
    return this.renewContract.execute(ctx, { ...body, id, expectedVersion });
  }

  @Post('terminate')
  @Answers(ContractDto)
  @Problems(contractAwaitsOrder, ...PROBLEMS)
  @ApiOperation({ summary: 'End a contract before its time, and its subscriptions with it' })
  terminate(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: ContractId,
    @Body() body: TerminateContractDto,
    @IfMatch() expectedVersion: number | null,
  ): Promise<RecordView> {
    return this.terminateContract.execute(ctx, { ...body, id, expectedVersion });
  }
}
