import { Body, type PipeTransform, type Type } from '@nestjs/common';
import { InputPipe } from './input.pipe.js';

const input = new InputPipe();

/** The body of a handler whose class is made at run time: checked against the DTO that is named. */
export const BodyOf = (dto: Type): ParameterDecorator => {
  const pipe: PipeTransform = {
    transform: (value, metadata) => input.transform(value, { ...metadata, metatype: dto }),
  };
  return Body(pipe);
};
