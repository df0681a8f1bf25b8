import { Module } from '@nestjs/common';
import { SaveNumbering } from './save-numbering.js';

@Module({ providers: [SaveNumbering], exports: [SaveNumbering] })
export class NumberingModule {}
