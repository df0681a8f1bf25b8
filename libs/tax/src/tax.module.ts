import { Module } from '@nestjs/common';
import { RateBooks } from './rate-books/rate-books.js';

@Module({ providers: [RateBooks], exports: [RateBooks] })
export class TaxModule {}
