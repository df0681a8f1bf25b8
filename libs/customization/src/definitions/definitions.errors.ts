import { defineProblem } from '@quittance/kernel';

export const fieldNameTaken = defineProblem(
  'field_name_taken',
  409,
  'The name of the field is taken',
  'The object {object} has or had a field {name}; its values are kept under that name.',
);

export const objectNameTaken = defineProblem(
  'object_name_taken',
  409,
  'The name of the object is taken',
  'There is or was an object {name}; its records are kept under that name.',
);

export const objectNotCustomizable = defineProblem(
  'object_not_customizable',
  409,
  'The object takes no custom fields',
  'Custom fields cannot be defined on {object}.',
);

export const fieldLimitReached = defineProblem(
  'field_limit_reached',
  409,
  'There are too many fields',
  'The object {object} can have at most {most} {what}; delete one first.',
);

export const objectLimitReached = defineProblem(
  'object_limit_reached',
  409,
  'There are too many objects',
  'A company can have at most {most} custom objects; delete one first.',
);

export const fieldNotUnique = defineProblem(
  'field_values_not_unique',
  409,
  'The values of the field are not unique',
  '{values} values of {field} are on {records} records, for example {example}; make them ' +
    'differ first.',
);

export const optionInUse = defineProblem(
  'option_in_use',
  409,
  'The option is in use',
  '{records} records have the option {option} of {field}; deactivate it instead of removing it.',
);

export const fieldCurrencyFixed = defineProblem(
  'field_currency_fixed',
  409,
  'The currency of the field is fixed',
  '{records} records have an amount of {field} in {currency}, which a number alone would ' +
    'change the value of; define another field.',
);

export const objectReferenced = defineProblem(
  'object_referenced',
  409,
  'Fields point at the object',
  'The object {object} is pointed at by {fields}; delete these fields first.',
);

export const standardField = defineProblem(
  'field_is_standard',
  409,
  'The field is a standard field',
  'The field {field} of {object} belongs to the system; only custom fields are changed and ' +
    'deleted.',
);
