import { Module } from '@nestjs/common';
import { ListNumbering } from './list-numbering.js';
import { PreviewNumbering } from './preview-numbering.js';
import { SaveNumbering } from './save-numbering.js';

const operations = [ListNumbering, SaveNumbering, PreviewNumbering];

@Module({ providers: operations, exports: operations })
export class NumberingModule {}
