import { UnionBy, withUnions } from './union-members.js';

class ShapeDto {}
UnionBy('kind', {
  round: { needs: ['radius'], takes: ['label'] },
  four_sided: { needs: ['width'], takes: [] },
})(ShapeDto);

test('a class of many kinds is documented as a union of what each kind has', () => {
  const radius = { type: 'integer' };
  const [label, width] = [{ type: 'string' }, { type: 'number' }];
  const other = { type: 'object' };
  const properties = { kind: { type: 'string' }, radius, label, width };
  expect(withUnions({ ShapeDto: { type: 'object', properties }, Other: other })).toEqual({
    ShapeDto: {
      oneOf: [
        { $ref: '#/components/schemas/RoundShapeDto' },
        { $ref: '#/components/schemas/FourSidedShapeDto' },
      ],
      discriminator: {
        propertyName: 'kind',
        mapping: {
          round: '#/components/schemas/RoundShapeDto',
          four_sided: '#/components/schemas/FourSidedShapeDto',
        },
      },
    },
    RoundShapeDto: {
      type: 'object',
      properties: { kind: { type: 'string', enum: ['round'] }, radius, label },
      required: ['kind', 'radius'],
      additionalProperties: false,
    },
    FourSidedShapeDto: {
      type: 'object',
      properties: { kind: { type: 'string', enum: ['four_sided'] }, width },
      required: ['kind', 'width'],
      additionalProperties: false,
    },
    Other: other,
  });
});
